#include "ops/kernels/vector_library.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "support/isa.h"

#ifdef VT_HAVE_LIBMVEC
#include <dlfcn.h>
#include <immintrin.h>

// The names of the C library's are those of the x86-64 vector function ABI: d is AVX2, e AVX-512, then the
// lanes. The last column is the accuracy of SLEEF's function that PyTorch calls.
// clang-format off
#define VT_VECTOR_UNARY(X)                                                                             \
  X(kExp2, exp2, u10) X(kExpm1, expm1, u10)                                                            \
  X(kSin, sin, u35) X(kCos, cos, u35) X(kTan, tan, u10) X(kAsin, asin, u10) X(kAcos, acos, u10)        \
  X(kAtan, atan, u10) X(kSinh, sinh, u10) X(kCosh, cosh, u10) X(kErfc, erfc, u15)
#define VT_VECTOR_LOGS(X) X(kLog, log, u10) X(kLog2, log2, u10)
#define VT_VECTOR_BINARY(X) X(kPow, pow, u10) X(kAtan2, atan2, u10)
// Of float64 those whose results nobody expects to be whole numbers.
#define VT_VECTOR_DOUBLE(X)                                                                            \
  X(kExp, exp, u10) X(kExpm1, expm1, u10) X(kLog, log, u10) X(kLog1p, log1p, u10) X(kSin, sin, u10)    \
  X(kCos, cos, u10) X(kTan, tan, u10) X(kAsin, asin, u10) X(kAcos, acos, u10) X(kAtan, atan, u10)      \
  X(kSinh, sinh, u10) X(kCosh, cosh, u10) X(kTanh, tanh, u10) X(kErf, erf, u10) X(kErfc, erfc, u15)
// clang-format on

extern "C" {
#define VT_DECLARE(op, name, accuracy) \
  __m256 _ZGVdN8v_##name##f(__m256);   \
  __m512 _ZGVeN16v_##name##f(__m512);
VT_VECTOR_UNARY(VT_DECLARE)
VT_VECTOR_LOGS(VT_DECLARE)
#undef VT_DECLARE
__m256 _ZGVdN8v_log1pf(__m256);
__m512 _ZGVeN16v_log1pf(__m512);
#define VT_DECLARE(op, name, accuracy)        \
  __m256 _ZGVdN8vv_##name##f(__m256, __m256); \
  __m512 _ZGVeN16vv_##name##f(__m512, __m512);
VT_VECTOR_BINARY(VT_DECLARE)
#undef VT_DECLARE
#define VT_DECLARE(op, name, accuracy) \
  __m256d _ZGVdN4v_##name(__m256d);    \
  __m512d _ZGVeN8v_##name(__m512d);
VT_VECTOR_DOUBLE(VT_DECLARE)
#undef VT_DECLARE
}
#endif

namespace vt {
#ifdef VT_HAVE_LIBMVEC
namespace {

// What is called: SLEEF's functions if the library is there, else the C library's. Those of SLEEF alone
// may be null.
struct Functions {
#define VT_FIELD(op, name, accuracy)                  \
  __m512 (*name##_f16)(__m512) = _ZGVeN16v_##name##f; \
  __m256 (*name##_f8)(__m256) = _ZGVdN8v_##name##f;
  VT_VECTOR_UNARY(VT_FIELD)
  VT_VECTOR_LOGS(VT_FIELD)
#undef VT_FIELD
#define VT_FIELD(op, name, accuracy)                           \
  __m512 (*name##_f16)(__m512, __m512) = _ZGVeN16vv_##name##f; \
  __m256 (*name##_f8)(__m256, __m256) = _ZGVdN8vv_##name##f;
  VT_VECTOR_BINARY(VT_FIELD)
#undef VT_FIELD
#define VT_FIELD(op, name, accuracy)               \
  __m512d (*name##_d8)(__m512d) = _ZGVeN8v_##name; \
  __m256d (*name##_d4)(__m256d) = _ZGVdN4v_##name;
  VT_VECTOR_DOUBLE(VT_FIELD)
#undef VT_FIELD
  __m512 (*log1p_f16)(__m512) = _ZGVeN16v_log1pf;
  __m256 (*log1p_f8)(__m256) = _ZGVdN8v_log1pf;
  __m512 (*log10_f16)(__m512) = nullptr;
  __m256 (*log10_f8)(__m256) = nullptr;
  __m512 (*tanh_f16)(__m512) = nullptr;
  __m256 (*tanh_f8)(__m256) = nullptr;
  __m512 (*lgamma_f16)(__m512) = nullptr;
  __m256 (*lgamma_f8)(__m256) = nullptr;
  __m512d (*pow_d8)(__m512d, __m512d) = nullptr;
  __m256d (*pow_d4)(__m256d, __m256d) = nullptr;

  bool has_sleef = false;

  Functions() {
    void* sleef = dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!sleef) return;
    has_sleef = true;
    auto find = [&](auto& function, const char* name) {
      if (void* found = dlsym(sleef, name)) function = reinterpret_cast<std::decay_t<decltype(function)>>(found);
    };
#define VT_FIND(op, name, accuracy)                  \
  find(name##_f16, "Sleef_" #name "f16_" #accuracy); \
  find(name##_f8, "Sleef_" #name "f8_" #accuracy);
    VT_VECTOR_UNARY(VT_FIND)
    VT_VECTOR_LOGS(VT_FIND)
    VT_VECTOR_BINARY(VT_FIND)
    VT_FIND(kLog1p, log1p, u10)
    VT_FIND(kLog10, log10, u10)
    VT_FIND(kTanh, tanh, u10)
    VT_FIND(kLgamma, lgamma, u10)
#undef VT_FIND
#define VT_FIND(op, name, accuracy)                \
  find(name##_d8, "Sleef_" #name "d8_" #accuracy); \
  find(name##_d4, "Sleef_" #name "d4_" #accuracy);
    VT_VECTOR_DOUBLE(VT_FIND)
    VT_FIND(kPow, pow, u10)
#undef VT_FIND
  }
};
const Functions& functions() {
  static const Functions instance;
  return instance;
}

// The members as functions that loops can be made of.
template <__m512 (*Functions::*member)(__m512)>
VT_AVX512 __m512 f16(__m512 x) {
  return (functions().*member)(x);
}
template <__m256 (*Functions::*member)(__m256)>
VT_AVX2 __m256 f8(__m256 x) {
  return (functions().*member)(x);
}
template <__m512 (*Functions::*member)(__m512, __m512)>
VT_AVX512 __m512 f16_of_two(__m512 x, __m512 y) {
  return (functions().*member)(x, y);
}
template <__m256 (*Functions::*member)(__m256, __m256)>
VT_AVX2 __m256 f8_of_two(__m256 x, __m256 y) {
  return (functions().*member)(x, y);
}
VT_AVX512 __m512d pow_d8(__m512d x, __m512d y) { return functions().pow_d8(x, y); }
VT_AVX2 __m256d pow_d4(__m256d x, __m256d y) { return functions().pow_d4(x, y); }
template <__m512d (*Functions::*member)(__m512d)>
VT_AVX512 __m512d d8(__m512d x) {
  return (functions().*member)(x);
}
template <__m256d (*Functions::*member)(__m256d)>
VT_AVX2 __m256d d4(__m256d x) {
  return (functions().*member)(x);
}

// Whole vectors, then one whose other lanes hold ones: in memory, from where the others are kept away.
// `number`: b is one number for the row.
#define VT_LOOPS(suffix, ISA, T, V)                                                 \
  template <V (*f)(V)>                                                              \
  ISA void unary_##suffix VT_STEP_PARAMETERS {                                      \
    constexpr int64_t kBytes = sizeof(V);                                           \
    int64_t bytes = n * static_cast<int64_t>(sizeof(T)), i = 0;                     \
    for (; i + kBytes <= bytes; i += kBytes) {                                      \
      V x;                                                                          \
      std::memcpy(&x, a + i, kBytes);                                               \
      x = f(x);                                                                     \
      std::memcpy(out + i, &x, kBytes);                                             \
    }                                                                               \
    if (i == bytes) return;                                                         \
    V last = V{} + T(1);                                                            \
    std::memcpy(&last, a + i, static_cast<size_t>(bytes - i));                      \
    last = f(last);                                                                 \
    std::memcpy(out + i, &last, static_cast<size_t>(bytes - i));                    \
  }                                                                                 \
  template <V (*f)(V, V), bool number>                                              \
  ISA void binary_##suffix VT_STEP_PARAMETERS {                                     \
    constexpr int64_t kBytes = sizeof(V);                                           \
    int64_t bytes = n * static_cast<int64_t>(sizeof(T)), i = 0;                     \
    const V same = V{} + (number && n > 0 ? *reinterpret_cast<const T*>(b) : T(1)); \
    for (; i + kBytes <= bytes; i += kBytes) {                                      \
      V x, y = same;                                                                \
      std::memcpy(&x, a + i, kBytes);                                               \
      if (!number) std::memcpy(&y, b + i, kBytes);                                  \
      x = f(x, y);                                                                  \
      std::memcpy(out + i, &x, kBytes);                                             \
    }                                                                               \
    if (i == bytes) return;                                                         \
    V last = V{} + T(1), other = same;                                              \
    if (!number) std::memcpy(&other, b + i, static_cast<size_t>(bytes - i));        \
    std::memcpy(&last, a + i, static_cast<size_t>(bytes - i));                      \
    last = f(last, other);                                                          \
    std::memcpy(out + i, &last, static_cast<size_t>(bytes - i));                    \
  }
VT_LOOPS(f16, VT_AVX512, float, __m512)
VT_LOOPS(f8, VT_AVX2, float, __m256)
VT_LOOPS(d8, VT_AVX512, double, __m512d)
VT_LOOPS(d4, VT_AVX2, double, __m256d)
#undef VT_LOOPS

// A logarithm of the C library, which takes one element after the other where there is no number to find.
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

// SLEEF 3.5 overflows where x is huge; there the 1 does not count.
VT_AVX512 __m512 log1p_avx512(__m512 x) {
  const __mmask16 huge = _mm512_cmp_ps_mask(x, __m512{} + 1e30f, _CMP_GT_OQ);
  const __m512 y = functions().log1p_f16(x);
  return huge ? _mm512_mask_mov_ps(y, huge, functions().log_f16(x)) : y;
}
VT_AVX2 __m256 log1p_avx2(__m256 x) {
  const __m256 huge = _mm256_cmp_ps(x, __m256{} + 1e30f, _CMP_GT_OQ), y = functions().log1p_f8(x);
  return _mm256_movemask_ps(huge) ? _mm256_blendv_ps(y, functions().log_f8(x), huge) : y;
}

VT_AVX512 __m512d sigmoid_avx512(__m512d x) { return 1.0 / (1.0 + functions().exp_d8(-x)); }
VT_AVX2 __m256d sigmoid_avx2(__m256d x) { return 1.0 / (1.0 + functions().exp_d4(-x)); }

VT_AVX512 __m512d silu_avx512(__m512d x) { return x / (1.0 + functions().exp_d8(-x)); }
VT_AVX2 __m256d silu_avx2(__m256d x) { return x / (1.0 + functions().exp_d4(-x)); }

// Powers go by two vectors of 64 bytes in PyTorch, and what is left one by one through the C library.
template <class T, bool number>
void pow_step VT_STEP_PARAMETERS {
  constexpr int64_t kTogether = 2 * 64 / sizeof(T);
  const bool wide = isa() == Isa::kAvx512;
  const int64_t whole = n / kTogether * kTogether;
  if constexpr (std::is_same_v<T, double>)
    wide ? binary_d8<pow_d8, number>(out, a, b, c, whole) : binary_d4<pow_d4, number>(out, a, b, c, whole);
  else if (wide) binary_f16<f16_of_two<&Functions::pow_f16>, number>(out, a, b, c, whole);
  else binary_f8<f8_of_two<&Functions::pow_f8>, number>(out, a, b, c, whole);
  const T *x = reinterpret_cast<const T*>(a), *y = reinterpret_cast<const T*>(b);
  for (int64_t i = whole; i < n; ++i) reinterpret_cast<T*>(out)[i] = std::pow(x[i], number ? *y : y[i]);
}

}  // namespace

EvaluateLoops vector_library_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  bool wide = isa() == Isa::kAvx512;
  switch (op) {
#define VT_CASE(id, name, accuracy) \
  case S::id: return wide ? unary_f16<f16<&Functions::name##_f16>> : unary_f8<f8<&Functions::name##_f8>>;
    VT_VECTOR_UNARY(VT_CASE)
#undef VT_CASE
#define VT_CASE(id, name, accuracy)                                                               \
  case S::id:                                                                                     \
    if (functions().has_sleef)                                                                    \
      return wide ? unary_f16<f16<&Functions::name##_f16>> : unary_f8<f8<&Functions::name##_f8>>; \
    return wide ? unary_f16<log_avx512<f16<&Functions::name##_f16>>> : unary_f8<log_avx2<f8<&Functions::name##_f8>>>;
    VT_VECTOR_LOGS(VT_CASE)
#undef VT_CASE
#define VT_CASE(id, name)                   \
  case S::id:                               \
    if (!functions().name##_f16) return {}; \
    return wide ? unary_f16<f16<&Functions::name##_f16>> : unary_f8<f8<&Functions::name##_f8>>;
    VT_CASE(kLog10, log10)
    VT_CASE(kTanh, tanh)
    VT_CASE(kLgamma, lgamma)
#undef VT_CASE
    case S::kLog1p: return wide ? unary_f16<log1p_avx512> : unary_f8<log1p_avx2>;
    case S::kPow: return {pow_step<float, false>, pow_step<float, true>};
    case S::kAtan2:
      return wide ? EvaluateLoops{binary_f16<f16_of_two<&Functions::atan2_f16>, false>,
                                  binary_f16<f16_of_two<&Functions::atan2_f16>, true>}
                  : EvaluateLoops{binary_f8<f8_of_two<&Functions::atan2_f8>, false>,
                                  binary_f8<f8_of_two<&Functions::atan2_f8>, true>};
    default: return {};
  }
}
EvaluateLoops vector_library_double_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  bool wide = isa() == Isa::kAvx512;
  switch (op) {
#define VT_CASE(id, name, accuracy) \
  case S::id: return wide ? unary_d8<d8<&Functions::name##_d8>> : unary_d4<d4<&Functions::name##_d4>>;
    VT_VECTOR_DOUBLE(VT_CASE)
#undef VT_CASE
    case S::kPow:  // whose whole numbers the C library's vectors miss
      if (!functions().pow_d8 || !functions().pow_d4) return {};
      return {pow_step<double, false>, pow_step<double, true>};
    case S::kSigmoid: return wide ? unary_d8<sigmoid_avx512> : unary_d4<sigmoid_avx2>;
    default: return {};
  }
}
EvaluateStep vector_library_double_silu() {
  if (isa() == Isa::kPlain) return nullptr;
  return isa() == Isa::kAvx512 ? unary_d8<silu_avx512> : unary_d4<silu_avx2>;
}
#else
EvaluateLoops vector_library_loops(loop::ScalarOp) { return {}; }
EvaluateLoops vector_library_double_loops(loop::ScalarOp) { return {}; }
EvaluateStep vector_library_double_silu() { return nullptr; }
#endif

}  // namespace vt
