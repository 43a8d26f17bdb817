#include "ops/kernels/vector_math.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "loop/one_plus_erf.h"
#include "loop/scalar_math.h"
#include "ops/kernels/vector_formulas.h"
#include "ops/kernels/vector_wide.h"

namespace vt {
namespace {

// A product that the compiler cannot join with a sum, so that it is rounded as that of a single operation.
VT_INLINE float rounded_product(float a, float b) { return std::fma(a, b, 0.0f); }

// Of numbers up to 0, where results below 2^-125 count as well as that.
VT_INLINE float exp_of_negative(float x) {
  ExpParts parts = exp_parts(choose(x < -87.0f, -87.0f, x));
  return from_bits(bits_of(parts.power) + (bits_of(parts.shifted) << 23));
}

VT_INLINE float tanh_of(float x) {
  float a = std::fabs(x);
  float z = x * x;
  float p = -5.70498872745e-3f;
  p = std::fma(p, z, 2.06390887954e-2f);
  p = std::fma(p, z, -5.37397155531e-2f);
  p = std::fma(p, z, 1.33314422036e-1f);
  p = std::fma(p, z, -3.33332819422e-1f);
  float small = std::copysign(std::fma(p * z, x, x), x);
  float large = std::copysign(1.0f - 2.0f / (exp_of(2.0f * choose(a > 10.0f, 10.0f, a)) + 1.0f), x);
  return x != x ? x : choose(a < 0.625f, small, large);
}

// Abramowitz and Stegun 7.1.26, which PyTorch computes too: the absolute error is within
// 1.5e-7, and the digits that are wrong near 0 are the same.
VT_INLINE float erf_of(float x) {
  float t = 1.0f / std::fma(0.3275911f, std::fabs(x), 1.0f);
  float p = 1.061405429f;
  p = std::fma(p, t, -1.453152027f);
  p = std::fma(p, t, 1.421413741f);
  p = std::fma(p, t, -0.284496736f);
  p = std::fma(p, t, 0.254829592f);
  return std::copysign(std::fma(-exp_of_negative(-(x * x)) * t, p, 1.0f), x);
}

// Highest power first. A recursion, because an inner loop would keep the outer one from being vectorised.
template <size_t kCount, size_t kAt = 1>
VT_INLINE float horner(const float (&powers)[kCount], float sum, float x) {
  if constexpr (kAt == kCount) return sum;
  else return horner<kCount, kAt + 1>(powers, std::fma(sum, x, powers[kAt]), x);
}
VT_INLINE float one_plus_erf_of(float x) {
  constexpr float kBiased = kRound + 127;
  float t = std::fabs(x);
  float p = horner(loop::kErfcPowers, loop::kErfcPowers[0], t) * t;
  p = choose(p > loop::kMostErfcExponent, loop::kMostErfcExponent, p);
  float shifted = kBiased - p, r = (kBiased - shifted) - p;
  float power = horner(loop::kExp2Powers, loop::kExp2Powers[0], r);
  return 1.0f + std::copysign(1.0f - power * from_bits(bits_of(shifted) << 23), x);
}

VT_INLINE float sigmoid_of(float x) { return 1.0f / (1.0f + exp_of(-x)); }

template <class F>
VT_INLINE void unary(std::byte* out, const std::byte* a, int64_t n) {
  float* r = reinterpret_cast<float*>(out);
  const float* x = reinterpret_cast<const float*>(a);
  for (int64_t i = 0; i < n; ++i) r[i] = F::of(x[i]);
}
// By 32, as PyTorch's loops go, and what is left one by one through the C library.
template <class F>
VT_INLINE void unary_by_32(std::byte* out, const std::byte* a, int64_t n) {
  const int64_t whole = n / 32 * 32;
  unary<F>(out, a, whole);
  float* r = reinterpret_cast<float*>(out);
  const float* x = reinterpret_cast<const float*>(a);
  for (int64_t i = whole; i < n; ++i) r[i] = F::alone(x[i]);
}
template <class F>
VT_INLINE void binary(std::byte* out, const std::byte* a, const std::byte* b, int64_t n) {
  float* r = reinterpret_cast<float*>(out);
  const float *x = reinterpret_cast<const float*>(a), *y = reinterpret_cast<const float*>(b);
  for (int64_t i = 0; i < n; ++i) r[i] = F::of(x[i], y[i]);
}
template <class F>
VT_INLINE void with_number(std::byte* out, const std::byte* a, const std::byte* b, int64_t n) {
  float* r = reinterpret_cast<float*>(out);
  const float *x = reinterpret_cast<const float*>(a), y = *reinterpret_cast<const float*>(b);
  for (int64_t i = 0; i < n; ++i) r[i] = F::of(x[i], y);
}
template <class F>
VT_INLINE void binary_by_32(std::byte* out, const std::byte* a, const std::byte* b, int64_t n) {
  const int64_t whole = n / 32 * 32;
  binary<F>(out, a, b, whole);
  float* r = reinterpret_cast<float*>(out);
  const float *x = reinterpret_cast<const float*>(a), *y = reinterpret_cast<const float*>(b);
  for (int64_t i = whole; i < n; ++i) r[i] = F::alone(x[i], y[i]);
}
// a - b * trunc(a / b) for quotients of which every half is a number (below 2^22 in float): the quotient may be rounded
// to the next whole number, the remainder is exact for either.
template <class T>
constexpr T kNearQuotient = T(1) / (std::numeric_limits<T>::epsilon() * 2);
template <class T>
VT_INLINE bool is_near(T a, T b) {
  return std::fabs(a / b) < kNearQuotient<T> && std::fabs(b) <= std::numeric_limits<T>::max();
}
template <class T>
VT_INLINE T fmod_near(T a, T b) {
  T size = std::fabs(b);
  T r = std::fma(-std::trunc(a / b), b, a);
  T back = choose(a < 0, r - size, r + size), on = choose(a < 0, r + size, r - size);
  r = choose(r != 0 && (r < 0) != (a < 0), back, r);
  return std::copysign(choose(std::fabs(r) >= size, on, r), a);
}
template <class T>
VT_INLINE T remainder_of(T m, T b) {
  return choose(m != 0 && (b < 0) != (m < 0), m + b, m);
}
template <class T>
VT_INLINE T floor_quotient(T a, T b, T m) {
  T quotient = (a - m) / b;
  quotient = choose(m != 0 && (b < 0) != (m < 0), quotient - T(1), quotient);
  T down = std::floor(quotient);
  down = choose(quotient - down > T(0.5), down + T(1), down);
  return choose(quotient == 0, std::copysign(T(0), a / b), down);
}
// In pieces: F::near where all quotients of a piece are small, F::of, which is for any, elsewhere.
template <class T, class F, bool number>
VT_INLINE void dividing(std::byte* out, const std::byte* a, const std::byte* b, int64_t n) {
  constexpr int64_t kPiece = 64;
  T* r = reinterpret_cast<T*>(out);
  const T *x = reinterpret_cast<const T*>(a), *y = reinterpret_cast<const T*>(b);
  const T by = number ? *y : 0;  // read once: it might lie where r is written
  for (int64_t start = 0; start < n; start += kPiece) {
    int64_t end = start + kPiece < n ? start + kPiece : n;
    int far = 0;
    for (int64_t i = start; i < end; ++i) far |= !is_near(x[i], number ? by : y[i]);
    if (far)
      for (int64_t i = start; i < end; ++i) r[i] = F::of(x[i], number ? by : y[i]);
    else
      for (int64_t i = start; i < end; ++i) r[i] = F::near(x[i], number ? by : y[i]);
  }
}
VT_INLINE void select(std::byte* out, const std::byte* condition, const std::byte* a, const std::byte* b, int64_t n) {
  float* r = reinterpret_cast<float*>(out);
  const uint8_t* c = reinterpret_cast<const uint8_t*>(condition);
  const float *x = reinterpret_cast<const float*>(a), *y = reinterpret_cast<const float*>(b);
  for (int64_t i = 0; i < n; ++i) r[i] = c[i] ? x[i] : y[i];
}

struct Exp {
  VT_INLINE static float of(float x) { return exp_of(x); }
};
struct Erf {
  VT_INLINE static float of(float x) { return erf_of(x); }
};
struct OnePlusErf {
  VT_INLINE static float of(float x) { return one_plus_erf_of(x); }
};
struct Gelu {
  VT_INLINE static float of(float x) { return x * 0.5f * one_plus_erf_of(x * std::numbers::sqrt2_v<float> / 2); }
};
struct GeluSlope {
  VT_INLINE static float of(float x) {
    float density = exp_of(x * x * -0.5f) * 0.3989422804014327f;
    return rounded_product(one_plus_erf_of(x * (std::numbers::sqrt2_v<float> / 2)), 0.5f) + rounded_product(x, density);
  }
};
struct Silu {
  VT_INLINE static float of(float x) { return x / (exp_of(-x) + 1.0f); }
  static float alone(float x) { return x / (std::exp(-x) + 1.0f); }
};
struct SiluSlope {
  VT_INLINE static float of(float x) {
    float s = sigmoid_of(x);
    return s * (rounded_product(x, 1.0f - s) + 1.0f);
  }
};
struct LeakyRelu {
  VT_INLINE static float of(float x, float slope) { return choose(x > 0, x, x * slope); }
};
struct Tanh {
  VT_INLINE static float of(float x) { return tanh_of(x); }
};
struct Sigmoid {
  VT_INLINE static float of(float x) { return sigmoid_of(x); }
  static float alone(float x) { return 1.0f / (std::exp(-x) + 1.0f); }
};
struct SiluGradient {
  VT_INLINE static float of(float grad, float x) {
    float s = sigmoid_of(x);
    return grad * s * std::fma(x, 1.0f - s, 1.0f);
  }
  static float alone(float grad, float x) {
    float s = Sigmoid::alone(x);
    return grad * s * std::fma(x, 1.0f - s, 1.0f);
  }
};
struct TanhGradient {
  VT_INLINE static float of(float grad, float y) { return grad * std::fma(-y, y, 1.0f); }
};
struct Max {
  VT_INLINE static float of(float a, float b) { return larger_of(a, b); }
};
struct Min {
  VT_INLINE static float of(float a, float b) { return smaller_of(a, b); }
};

struct Fmod {
  template <class T>
  VT_INLINE static T near(T a, T b) {
    return fmod_near(a, b);
  }
  template <class T>
  static T of(T a, T b) {
    return std::fmod(a, b);
  }
};
struct Remainder {
  template <class T>
  VT_INLINE static T near(T a, T b) {
    return remainder_of(fmod_near(a, b), b);
  }
  template <class T>
  static T of(T a, T b) {
    return loop::python_remainder(a, b);
  }
};
struct FloorDiv {
  template <class T>
  VT_INLINE static T near(T a, T b) {
    return floor_quotient(a, b, fmod_near(a, b));
  }
  template <class T>
  static T of(T a, T b) {
    return loop::floor_divide(a, b);
  }
};

#define VT_STEP(name, body) VT_VERSIONS(name, void, VT_STEP_PARAMETERS, (out, a, b, c, n), body, void())

VT_STEP(exp_step, unary<Exp>(out, a, n))
VT_STEP(erf_step, unary<Erf>(out, a, n))
VT_STEP(one_plus_erf_step, unary<OnePlusErf>(out, a, n))
VT_STEP(gelu_step, unary<Gelu>(out, a, n))
VT_STEP(gelu_slope_step, unary<GeluSlope>(out, a, n))
VT_STEP(silu_slope_step, unary<SiluSlope>(out, a, n))
VT_STEP(silu_step, unary_by_32<Silu>(out, a, n))
VT_STEP(silu_gradient_step, binary_by_32<SiluGradient>(out, a, b, n))
VT_STEP(tanh_gradient_step, binary<TanhGradient>(out, a, b, n))
VT_STEP(leaky_relu_step, with_number<LeakyRelu>(out, a, b, n))
VT_STEP(tanh_step, unary<Tanh>(out, a, n))
VT_STEP(sigmoid_step, unary_by_32<Sigmoid>(out, a, n))
VT_STEP(max_step, binary<Max>(out, a, b, n))
VT_STEP(min_step, binary<Min>(out, a, b, n))
VT_STEP(max_number_step, with_number<Max>(out, a, b, n))
VT_STEP(min_number_step, with_number<Min>(out, a, b, n))
VT_STEP(select_step, select(out, a, b, c, n))
#define VT_DIVIDING(name, T, F)                               \
  VT_STEP(name##_step, (dividing<T, F, false>(out, a, b, n))) \
  VT_STEP(name##_number_step, (dividing<T, F, true>(out, a, b, n)))
VT_DIVIDING(fmod, float, Fmod)
VT_DIVIDING(remainder, float, Remainder)
VT_DIVIDING(floor_div, float, FloorDiv)
VT_DIVIDING(fmod_double, double, Fmod)
VT_DIVIDING(remainder_double, double, Remainder)
VT_DIVIDING(floor_div_double, double, FloorDiv)
#undef VT_DIVIDING

}  // namespace

EvaluateLoops vector_float_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  const WideSteps wide = wide_steps();
  switch (op) {
    case S::kExp: return wide.exp ? wide.exp : exp_step;
    case S::kErf: return erf_step;
    case S::kTanh: return tanh_step;
    case S::kSigmoid: return wide.sigmoid ? wide.sigmoid : sigmoid_step;
    case S::kMax: return {max_step, max_number_step};
    case S::kMin: return {min_step, min_number_step};
    case S::kSelect: return select_step;
    case S::kFmod: return {fmod_step, fmod_number_step};
    case S::kRemainder: return {remainder_step, remainder_number_step};
    case S::kFloorDiv: return {floor_div_step, floor_div_number_step};
    default: return {};
  }
}

EvaluateLoops vector_double_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  if (isa() == Isa::kPlain) return {};
  switch (op) {
    case S::kFmod: return {fmod_double_step, fmod_double_number_step};
    case S::kRemainder: return {remainder_double_step, remainder_double_number_step};
    case S::kFloorDiv: return {floor_div_double_step, floor_div_double_number_step};
    default: return {};
  }
}

VectorComposites vector_composites() {
  if (isa() == Isa::kPlain) return {};
  WideSteps w = wide_steps();
  if (!w.exp)
    w = {exp_step, sigmoid_step, silu_step, silu_gradient_step, one_plus_erf_step, gelu_step, gelu_slope_step};
  return {w.one_plus_erf,  w.gelu,          w.gelu_slope,    w.silu,
          silu_slope_step, leaky_relu_step, w.silu_gradient, tanh_gradient_step};
}

}  // namespace vt
