#include "ops/kernels/vector_library.h"

#include <cstring>
#include <limits>

#include "support/isa.h"

#ifdef VT_HAVE_LIBMVEC
#include <immintrin.h>

// The names are those of the x86-64 vector function ABI: d is AVX2, e AVX-512, then the lanes.
// clang-format off
#define VT_VECTOR_UNARY(X)                                                                             \
  X(kExp2, exp2f) X(kExpm1, expm1f) X(kLog1p, log1pf)                                                  \
  X(kSin, sinf) X(kCos, cosf) X(kTan, tanf) X(kAsin, asinf) X(kAcos, acosf) X(kAtan, atanf)            \
  X(kSinh, sinhf) X(kCosh, coshf) X(kErfc, erfcf)
#define VT_VECTOR_LOGS(X) X(kLog, logf) X(kLog2, log2f)
#define VT_VECTOR_BINARY(X) X(kPow, powf) X(kAtan2, atan2f)
// Of float64 those whose results nobody expects to be whole numbers.
#define VT_VECTOR_DOUBLE(X)                                                                            \
  X(kExp, exp) X(kExpm1, expm1) X(kLog, log) X(kLog1p, log1p) X(kSin, sin) X(kCos, cos) X(kTan, tan)   \
  X(kAsin, asin) X(kAcos, acos) X(kAtan, atan) X(kSinh, sinh) X(kCosh, cosh) X(kTanh, tanh)            \
  X(kErf, erf) X(kErfc, erfc)
// clang-format on

extern "C" {
#define VT_DECLARE(op, name)      \
  __m256 _ZGVdN8v_##name(__m256); \
  __m512 _ZGVeN16v_##name(__m512);
VT_VECTOR_UNARY(VT_DECLARE)
VT_VECTOR_LOGS(VT_DECLARE)
#undef VT_DECLARE
#define VT_DECLARE(op, name)               \
  __m256 _ZGVdN8vv_##name(__m256, __m256); \
  __m512 _ZGVeN16vv_##name(__m512, __m512);
VT_VECTOR_BINARY(VT_DECLARE)
#undef VT_DECLARE
__m256d _ZGVdN4v_log10(__m256d);
__m512d _ZGVeN8v_log10(__m512d);
#define VT_DECLARE(op, name)        \
  __m256d _ZGVdN4v_##name(__m256d); \
  __m512d _ZGVeN8v_##name(__m512d);
VT_VECTOR_DOUBLE(VT_DECLARE)
#undef VT_DECLARE
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

// Whole vectors, then one whose other lanes hold ones. `number`: b is one number for the row.
#define VT_LOOPS(suffix, ISA, T, V)                                             \
  template <V (*f)(V)>                                                          \
  ISA void unary_##suffix VT_STEP_PARAMETERS {                                  \
    constexpr int64_t kBytes = sizeof(V);                                       \
    int64_t bytes = n * static_cast<int64_t>(sizeof(T)), i = 0;                 \
    V x;                                                                        \
    for (; i + kBytes <= bytes; i += kBytes) {                                  \
      std::memcpy(&x, a + i, kBytes);                                           \
      x = f(x);                                                                 \
      std::memcpy(out + i, &x, kBytes);                                         \
    }                                                                           \
    if (i == bytes) return;                                                     \
    x = V{} + T(1);                                                             \
    std::memcpy(&x, a + i, static_cast<size_t>(bytes - i));                     \
    x = f(x);                                                                   \
    std::memcpy(out + i, &x, static_cast<size_t>(bytes - i));                   \
  }                                                                             \
  template <V (*f)(V, V), bool number>                                          \
  ISA void binary_##suffix VT_STEP_PARAMETERS {                                 \
    constexpr int64_t kBytes = sizeof(V);                                       \
    int64_t bytes = n * static_cast<int64_t>(sizeof(T)), i = 0;                 \
    V x, y = V{} + (number && n > 0 ? *reinterpret_cast<const T*>(b) : T(1));   \
    for (; i + kBytes <= bytes; i += kBytes) {                                  \
      std::memcpy(&x, a + i, kBytes);                                           \
      if (!number) std::memcpy(&y, b + i, kBytes);                              \
      x = f(x, y);                                                              \
      std::memcpy(out + i, &x, kBytes);                                         \
    }                                                                           \
    if (i == bytes) return;                                                     \
    x = V{} + T(1);                                                             \
    if (!number) y = x, std::memcpy(&y, b + i, static_cast<size_t>(bytes - i)); \
    std::memcpy(&x, a + i, static_cast<size_t>(bytes - i));                     \
    x = f(x, y);                                                                \
    std::memcpy(out + i, &x, static_cast<size_t>(bytes - i));                   \
  }
VT_LOOPS(f16, VT_AVX512, float, __m512)
VT_LOOPS(f8, VT_AVX2, float, __m256)
VT_LOOPS(d8, VT_AVX512, double, __m512d)
VT_LOOPS(d4, VT_AVX2, double, __m256d)
#undef VT_LOOPS

// A logarithm, for which the library takes one element after the other where there is no number to find.
template <__m512 (*f)(__m512)>
VT_AVX512 __m512 log_avx512(__m512 x) {
  __mmask16 none = _mm512_cmp_ps_mask(x, __m512{}, _CMP_NGT_UQ), zero = _mm512_cmp_ps_mask(x, __m512{}, _CMP_EQ_OQ);
  __m512 y = f(_mm512_mask_mov_ps(x, none, __m512{} + 1.0f));
  y = _mm512_mask_mov_ps(y, none, __m512{} + std::numeric_limits<float>::quiet_NaN());
  return _mm512_mask_mov_ps(y, zero, __m512{} - std::numeric_limits<float>::infinity());
}
template <__m256 (*f)(__m256)>
VT_AVX2 __m256 log_avx2(__m256 x) {
  __m256 none = _mm256_cmp_ps(x, __m256{}, _CMP_NGT_UQ), zero = _mm256_cmp_ps(x, __m256{}, _CMP_EQ_OQ);
  __m256 y = f(_mm256_blendv_ps(x, __m256{} + 1.0f, none));
  y = _mm256_blendv_ps(y, __m256{} + std::numeric_limits<float>::quiet_NaN(), none);
  return _mm256_blendv_ps(y, __m256{} - std::numeric_limits<float>::infinity(), zero);
}

VT_AVX512 __m512d sigmoid_avx512(__m512d x) { return 1.0 / (1.0 + _ZGVeN8v_exp(-x)); }
VT_AVX2 __m256d sigmoid_avx2(__m256d x) { return 1.0 / (1.0 + _ZGVdN4v_exp(-x)); }

}  // namespace

EvaluateLoops vector_library_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  bool wide = isa() == Isa::kAvx512;
  switch (op) {
#define VT_CASE(id, name) \
  case S::id: return wide ? unary_f16<_ZGVeN16v_##name> : unary_f8<_ZGVdN8v_##name>;
    VT_VECTOR_UNARY(VT_CASE)
#undef VT_CASE
#define VT_CASE(id, name) \
  case S::id: return wide ? unary_f16<log_avx512<_ZGVeN16v_##name>> : unary_f8<log_avx2<_ZGVdN8v_##name>>;
    VT_VECTOR_LOGS(VT_CASE)
#undef VT_CASE
#define VT_CASE(id, name)                                                                                  \
  case S::id:                                                                                              \
    return wide ? EvaluateLoops{binary_f16<_ZGVeN16vv_##name, false>, binary_f16<_ZGVeN16vv_##name, true>} \
                : EvaluateLoops{binary_f8<_ZGVdN8vv_##name, false>, binary_f8<_ZGVdN8vv_##name, true>};
    VT_VECTOR_BINARY(VT_CASE)
#undef VT_CASE
    case S::kLog10: return wide ? unary_f16<log_avx512<log10_avx512>> : unary_f8<log_avx2<log10_avx2>>;
    default: return {};
  }
}
EvaluateLoops vector_library_double_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  bool wide = isa() == Isa::kAvx512;
  switch (op) {
#define VT_CASE(id, name) \
  case S::id: return wide ? unary_d8<_ZGVeN8v_##name> : unary_d4<_ZGVdN4v_##name>;
    VT_VECTOR_DOUBLE(VT_CASE)
#undef VT_CASE
    case S::kSigmoid: return wide ? unary_d8<sigmoid_avx512> : unary_d4<sigmoid_avx2>;
    default: return {};
  }
}
#else
EvaluateLoops vector_library_loops(loop::ScalarOp) { return {}; }
EvaluateLoops vector_library_double_loops(loop::ScalarOp) { return {}; }
#endif

}  // namespace vt
