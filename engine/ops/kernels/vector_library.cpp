#include "ops/kernels/vector_library.h"

#include "support/isa.h"

#ifdef VT_HAVE_LIBMVEC
#include <immintrin.h>

// The names are those of the x86-64 vector function ABI: d is AVX2, e AVX-512, then the lanes.
// clang-format off
#define VT_VECTOR_UNARY(X)                                                                             \
  X(kExp2, exp2f) X(kExpm1, expm1f) X(kLog, logf) X(kLog2, log2f) X(kLog1p, log1pf)                    \
  X(kSin, sinf) X(kCos, cosf) X(kTan, tanf) X(kAsin, asinf) X(kAcos, acosf) X(kAtan, atanf)            \
  X(kSinh, sinhf) X(kCosh, coshf) X(kErfc, erfcf)
#define VT_VECTOR_BINARY(X) X(kPow, powf) X(kAtan2, atan2f)
// clang-format on

extern "C" {
#define VT_DECLARE(op, name)      \
  __m256 _ZGVdN8v_##name(__m256); \
  __m512 _ZGVeN16v_##name(__m512);
VT_VECTOR_UNARY(VT_DECLARE)
#undef VT_DECLARE
#define VT_DECLARE(op, name)               \
  __m256 _ZGVdN8vv_##name(__m256, __m256); \
  __m512 _ZGVeN16vv_##name(__m512, __m512);
VT_VECTOR_BINARY(VT_DECLARE)
#undef VT_DECLARE
__m256d _ZGVdN4v_log10(__m256d);
__m512d _ZGVeN8v_log10(__m512d);
}
#endif

namespace vt {
#ifdef VT_HAVE_LIBMVEC
namespace {

// Through double, so that powers of ten give whole numbers.
VT_AVX512 __m512 log10_avx512(__m512 x) {
  __m256 low = _mm512_cvtpd_ps(_ZGVeN8v_log10(_mm512_cvtps_pd(_mm512_castps512_ps256(x))));
  __m256 high = _mm512_cvtpd_ps(_ZGVeN8v_log10(_mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1))));
  return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
VT_AVX2 __m256 log10_avx2(__m256 x) {
  __m128 low = _mm256_cvtpd_ps(_ZGVdN4v_log10(_mm256_cvtps_pd(_mm256_castps256_ps128(x))));
  __m128 high = _mm256_cvtpd_ps(_ZGVdN4v_log10(_mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))));
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

const float* floats(const std::byte* p) { return reinterpret_cast<const float*>(p); }

template <__m512 (*f)(__m512)>
VT_AVX512 void unary_avx512 VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float* x = floats(a);
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) _mm512_storeu_ps(r + i, f(_mm512_loadu_ps(x + i)));
  if (i == n) return;
  __mmask16 rest = static_cast<__mmask16>((1u << (n - i)) - 1);
  _mm512_mask_storeu_ps(r + i, rest, f(_mm512_mask_loadu_ps(_mm512_set1_ps(1), rest, x + i)));
}
template <__m256 (*f)(__m256)>
VT_AVX2 void unary_avx2 VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float* x = floats(a);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) _mm256_storeu_ps(r + i, f(_mm256_loadu_ps(x + i)));
  if (i == n) return;
  float rest[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int64_t k = i; k < n; ++k) rest[k - i] = x[k];
  _mm256_storeu_ps(rest, f(_mm256_loadu_ps(rest)));
  for (int64_t k = i; k < n; ++k) r[k] = rest[k - i];
}

// `number`: b is one number for the whole row.
template <__m512 (*f)(__m512, __m512), bool number>
VT_AVX512 void binary_avx512 VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float *x = floats(a), *y = floats(b);
  __m512 second = _mm512_set1_ps(n > 0 ? y[0] : 1);
  int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    _mm512_storeu_ps(r + i, f(_mm512_loadu_ps(x + i), number ? second : _mm512_loadu_ps(y + i)));
  if (i == n) return;
  __mmask16 rest = static_cast<__mmask16>((1u << (n - i)) - 1);
  __m512 one = _mm512_set1_ps(1);
  if (!number) second = _mm512_mask_loadu_ps(one, rest, y + i);
  _mm512_mask_storeu_ps(r + i, rest, f(_mm512_mask_loadu_ps(one, rest, x + i), second));
}
template <__m256 (*f)(__m256, __m256), bool number>
VT_AVX2 void binary_avx2 VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float *x = floats(a), *y = floats(b);
  __m256 second = _mm256_set1_ps(n > 0 ? y[0] : 1);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(r + i, f(_mm256_loadu_ps(x + i), number ? second : _mm256_loadu_ps(y + i)));
  if (i == n) return;
  float left[8] = {1, 1, 1, 1, 1, 1, 1, 1}, right[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int64_t k = i; k < n; ++k) left[k - i] = x[k], right[k - i] = number ? y[0] : y[k];
  _mm256_storeu_ps(left, f(_mm256_loadu_ps(left), _mm256_loadu_ps(right)));
  for (int64_t k = i; k < n; ++k) r[k] = left[k - i];
}

}  // namespace

EvaluateLoops vector_library_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  bool wide = isa() == Isa::kAvx512;
  switch (op) {
#define VT_CASE(id, name) \
  case S::id: return wide ? unary_avx512<_ZGVeN16v_##name> : unary_avx2<_ZGVdN8v_##name>;
    VT_VECTOR_UNARY(VT_CASE)
#undef VT_CASE
#define VT_CASE(id, name)                                                                                        \
  case S::id:                                                                                                    \
    return wide ? EvaluateLoops{binary_avx512<_ZGVeN16vv_##name, false>, binary_avx512<_ZGVeN16vv_##name, true>} \
                : EvaluateLoops{binary_avx2<_ZGVdN8vv_##name, false>, binary_avx2<_ZGVdN8vv_##name, true>};
    VT_VECTOR_BINARY(VT_CASE)
#undef VT_CASE
    case S::kLog10: return wide ? unary_avx512<log10_avx512> : unary_avx2<log10_avx2>;
    default: return {};
  }
}
#else
EvaluateLoops vector_library_loops(loop::ScalarOp) { return {}; }
#endif

}  // namespace vt
