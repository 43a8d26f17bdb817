#include "ops/kernels/vector_math.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "loop/one_plus_erf.h"
#include "loop/scalar_math.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_wide.h"
#include "support/isa.h"

namespace vt {
namespace {

VT_INLINE float from_bits(int32_t bits) { return __builtin_bit_cast(float, bits); }
VT_INLINE int32_t bits_of(float x) { return __builtin_bit_cast(int32_t, x); }
template <class T>
VT_INLINE T choose(bool condition, T a, T b) {
  return condition ? a : b;
}
// A product that the compiler cannot join with a sum, so that it is rounded as that of a single operation.
VT_INLINE float rounded_product(float a, float b) { return std::fma(a, b, 0.0f); }

// e^x = 2^n * e^r with x = n * ln 2 + r: step by step as SLEEF's expf (u10) has it, which PyTorch calls, so
// that results are its to the last bit.
struct ExpParts {
  float shifted;  // n in the low bits, above those of kRound
  float power;    // e^r
};
constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
// For machines without a fused multiply-add: double holds the whole product.
struct FusedInDouble {
  VT_INLINE static float of(float a, float b, float c) {
    return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
  }
};
struct Fused {
  VT_INLINE static float of(float a, float b, float c) { return std::fma(a, b, c); }
};
template <class F = Fused>
VT_INLINE ExpParts exp_parts(float x) {
  float shifted = F::of(x, 1.44269504088896341f, 0.0f) + kRound;
  float whole = shifted - kRound;
  float r = F::of(whole, -0.693145751953125f, x);
  r = F::of(whole, -1.428606765330187045e-06f, r);
  float p = 0.000198527617612853646278381f;
  p = F::of(p, r, 0.00139304355252534151077271f);
  p = F::of(p, r, 0.00833336077630519866943359f);
  p = F::of(p, r, 0.0416664853692054748535156f);
  p = F::of(p, r, 0.166666671633720397949219f);
  p = F::of(p, r, 0.5f);
  return {shifted, F::of(r * r, p, r) + 1.0f};
}

// 2^n comes in two factors, so that results below the smallest normal number are right.
template <class F = Fused>
VT_INLINE float exp_of(float x) {
  ExpParts parts = exp_parts<F>(choose(x > 89.0f, 89.0f, choose(x < -104.0f, -104.0f, x)));
  int32_t n = bits_of(parts.shifted) - bits_of(kRound), half = n >> 1;
  return parts.power * from_bits((half + 127) << 23) * from_bits((n - half + 127) << 23);
}
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

// Of equal ones the first, so that max(-0, 0) is -0; NaN wins.
VT_INLINE float larger_of(float a, float b) { return a != a || a >= b ? a : b; }
VT_INLINE float smaller_of(float a, float b) { return a != a || a <= b ? a : b; }

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

constexpr int kLanes = 64;

// In so many lanes, whose halves are then compared.
template <int lanes>
VT_INLINE float lane_max_of(const float* in, int64_t n) {
  float largest[lanes];
  for (int k = 0; k < lanes; ++k) largest[k] = in[k];
  int64_t i = lanes;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k) largest[k] = larger_of(largest[k], in[i + k]);
#pragma GCC unroll 8
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) largest[k] = larger_of(largest[k], largest[k + half]);
  float result = largest[0];
  for (; i < n; ++i) result = larger_of(result, in[i]);
  return result;
}
VT_INLINE float row_max_of(const float* in, int64_t n) {
  if (n >= kLanes) return lane_max_of<kLanes>(in, n);
  if (n >= kLanes / 4) return lane_max_of<kLanes / 4>(in, n);
  float result = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < n; ++i) result = larger_of(result, in[i]);
  return result;
}
// The sum of all lanes, in double: halves are added, as vectors, for as long as there are two.
VT_INLINE double sum_of_lanes(const float (&lanes)[kLanes]) {
  double sums[kLanes / 2];
  for (int k = 0; k < kLanes / 2; ++k)
    sums[k] = static_cast<double>(lanes[k]) + static_cast<double>(lanes[k + kLanes / 2]);
  for (int k = 0; k < kLanes / 4; ++k) sums[k] += sums[k + kLanes / 4];
  for (int k = 0; k < kLanes / 8; ++k) sums[k] += sums[k + kLanes / 8];
  double sum = 0;
  for (int k = 0; k < kLanes / 8; ++k) sum += sums[k];
  return sum;
}
// In sixteen lanes, whose halves are added: the order of PyTorch's vectors.
constexpr int kSumLanes = 16;
VT_INLINE float lane_sum_of(const float* row, int64_t n) {
  if (n < kSumLanes) {
    float sum = row[0];
    for (int64_t i = 1; i < n; ++i) sum += row[i];
    return sum;
  }
  float lanes[kSumLanes];
  for (int k = 0; k < kSumLanes; ++k) lanes[k] = row[k];
  int64_t i = kSumLanes;
  for (; i + kSumLanes <= n; i += kSumLanes)
    for (int k = 0; k < kSumLanes; ++k) lanes[k] += row[i + k];
  for (int k = 0; i + k < n; ++k) lanes[k] += row[i + k];
  for (int half = kSumLanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) lanes[k] += lanes[k + half];
  return lanes[0];
}
template <class F>
VT_INLINE float exp_row_of(const float* in, float shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = exp_of<F>(in[i] - shift);
  return lane_sum_of(out, n);
}

// Every loop once for each instruction set that has a fused multiply-add; the widest that
// the machine has is called. Without one there are the plain loops.
#ifdef __x86_64__
// clang-format off
#define VT_VERSIONS(name, result, parameters, arguments, body, plain)  \
  VT_AVX2 result name##_avx2 parameters { return body; }               \
  VT_AVX512 result name##_avx512 parameters { return body; }           \
  result name parameters {                                             \
    if (isa() == Isa::kAvx512) return name##_avx512 arguments;         \
    if (isa() == Isa::kAvx2) return name##_avx2 arguments;             \
    return plain;                                                      \
  }
// clang-format on
#else
#define VT_VERSIONS(name, result, parameters, arguments, body, plain) \
  result name parameters { return plain; }
#endif
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
VT_VERSIONS(row_max_best, float, (const float* in, int64_t n), (in, n), row_max_of(in, n), row_max_of(in, n))

// The sum of a term over rows of n elements: up to 1024 in lanes of float, of these in double.
template <class F, class... Rows>
VT_INLINE double sum_row(int64_t n, F term, Rows... rows) {
  constexpr int64_t kChunk = 1024;
  double total = 0;
  for (int64_t start = 0; start < n; start += kChunk) {
    int64_t end = start + kChunk < n ? start + kChunk : n, i = start;
    float sums[kLanes] = {};
    for (; i + kLanes <= end; i += kLanes)
      for (int k = 0; k < kLanes; ++k) sums[k] += term(rows[i + k]...);
    if (end - start >= kLanes) total += sum_of_lanes(sums);
    for (; i < end; ++i) total += static_cast<double>(term(rows[i]...));
  }
  return total;
}
VT_INLINE void softmax_gradient(const float* grad, const float* result, float sum, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = (grad[i] - sum) * result[i];
}
template <class F>
VT_INLINE void log_softmax_gradient(const float* grad, const float* result, float sum, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(-exp_of<F>(result[i]), sum, grad[i]);
}
// With g = grad * weight and x^ = (in - mean) * scale: scale * (g - mean(g) - x^ * mean(g * x^)), as PyTorch
// arranges and rounds it.
template <class F>
VT_INLINE void norm_gradient(const float* grad, const float* in, float mean, float scale, const float* weight,
                             const NormGradients& out, const NormSums& sums, int64_t n) {
  if (out.input) {
    const float part = 1.0f / static_cast<float>(n);
    const float slope = F::of(sums.grad, mean, -sums.along) * scale * scale * scale * part;
    const float level = F::of(-slope, mean, -(sums.grad * scale * part));
    if (weight)
      for (int64_t i = 0; i < n; ++i) out.input[i] = F::of(slope, in[i], scale * grad[i] * weight[i]) + level;
    else
      for (int64_t i = 0; i < n; ++i) out.input[i] = F::of(slope, in[i], scale * grad[i]) + level;
  }
  const float shift = -scale * mean;
  if (out.weight)
    for (int64_t i = 0; i < n; ++i) out.weight[i] = F::of(grad[i], F::of(scale, in[i], shift), out.weight[i]);
  if (out.bias)
    for (int64_t i = 0; i < n; ++i) out.bias[i] += grad[i];
}
// Two passes with sums in double, of squares that are rounded each: as PyTorch's batch norm has them.
VT_INLINE double total_of(const float* in, int64_t n) {
  double total = 0, lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>(in[i + k]);
  for (double lane : lanes) total += lane;
  for (; i < n; ++i) total += static_cast<double>(in[i]);
  return total;
}
VT_INLINE double squares_of(const float* in, float mean, int64_t n) {
  double total = 0, lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>((in[i + k] - mean) * (in[i + k] - mean));
  for (double lane : lanes) total += lane;
  for (; i < n; ++i) total += static_cast<double>((in[i] - mean) * (in[i] - mean));
  return total;
}
// What is not there counts as 1 and as 0; which it is, each loop knows.
template <class F, bool weighted, bool biased>
VT_INLINE void normalize_by(const float* in, float mean, float scale, const float* weight, const float* bias,
                            float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float shift = biased ? bias[i] : 0.0f;
    if constexpr (weighted) out[i] = F::of((in[i] - mean) * scale, weight[i], shift);
    else out[i] = F::of(in[i] - mean, scale, shift);
  }
}
template <class F>
VT_INLINE void normalize(const float* in, float mean, float scale, const float* weight, const float* bias, float* out,
                         int64_t n) {
  if (weight && bias) normalize_by<F, true, true>(in, mean, scale, weight, bias, out, n);
  else if (weight) normalize_by<F, true, false>(in, mean, scale, weight, bias, out, n);
  else if (bias) normalize_by<F, false, true>(in, mean, scale, weight, bias, out, n);
  else normalize_by<F, false, false>(in, mean, scale, weight, bias, out, n);
}
template <class F>
VT_INLINE void scale_of(const float* in, float scale, float shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(in[i], scale, shift);
}
template <class F>
VT_INLINE void scale_columns_of(const float* in, const float* scale, const float* shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(in[i], scale[i], shift[i]);
}
template <class F>
VT_INLINE void add_deviations_of(const float* in, const float* mean, float* sums, int64_t n) {
  for (int64_t i = 0; i < n; ++i) sums[i] = F::of(in[i] - mean[i], in[i] - mean[i], sums[i]);
}
VT_INLINE GradientSums gradient_sums_of(const float* grad, const float* in, float mean, int64_t n) {
  return {sum_row(
              n, [](float g) VT_LAMBDA { return g; }, grad),
          sum_row(
              n, [=](float g, float x) VT_LAMBDA { return g * (x - mean); }, grad, in)};
}
VT_INLINE void combine_of(const float* grad, const float* in, float scale, float slope, float mean, float level,
                          float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = grad[i] * scale + (in[i] - mean) * slope + level;
}
VT_INLINE void multiply(float* row, float by, int64_t n) {
  for (int64_t i = 0; i < n; ++i) row[i] *= by;
}
VT_VERSIONS(total_best, double, (const float* in, int64_t n), (in, n), total_of(in, n), total_of(in, n))
VT_VERSIONS(squares_best, double, (const float* in, float mean, int64_t n), (in, mean, n), squares_of(in, mean, n),
            squares_of(in, mean, n))
VT_VERSIONS(normalize_best, void,
            (const float* in, float mean, float scale, const float* weight, const float* bias, float* out, int64_t n),
            (in, mean, scale, weight, bias, out, n), normalize<Fused>(in, mean, scale, weight, bias, out, n),
            normalize<FusedInDouble>(in, mean, scale, weight, bias, out, n))
VT_VERSIONS(scale_best, void, (const float* in, float scale, float shift, float* out, int64_t n),
            (in, scale, shift, out, n), scale_of<Fused>(in, scale, shift, out, n),
            scale_of<FusedInDouble>(in, scale, shift, out, n))
VT_VERSIONS(scale_columns_best, void, (const float* in, const float* scale, const float* shift, float* out, int64_t n),
            (in, scale, shift, out, n), scale_columns_of<Fused>(in, scale, shift, out, n),
            scale_columns_of<FusedInDouble>(in, scale, shift, out, n))
VT_VERSIONS(add_deviations_best, void, (const float* in, const float* mean, float* sums, int64_t n),
            (in, mean, sums, n), add_deviations_of<Fused>(in, mean, sums, n),
            add_deviations_of<FusedInDouble>(in, mean, sums, n))
VT_VERSIONS(gradient_sums_best, GradientSums, (const float* grad, const float* in, float mean, int64_t n),
            (grad, in, mean, n), gradient_sums_of(grad, in, mean, n), gradient_sums_of(grad, in, mean, n))
VT_VERSIONS(combine_best, void,
            (const float* grad, const float* in, float scale, float slope, float mean, float level, float* out,
             int64_t n),
            (grad, in, scale, slope, mean, level, out, n), combine_of(grad, in, scale, slope, mean, level, out, n),
            combine_of(grad, in, scale, slope, mean, level, out, n))
VT_INLINE void subtract(const float* in, float first, float second, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] - first - second;
}
VT_VERSIONS(subtract_best, void, (const float* in, float first, float second, float* out, int64_t n),
            (in, first, second, out, n), subtract(in, first, second, out, n), subtract(in, first, second, out, n))
VT_VERSIONS(multiply_best, void, (float* row, float by, int64_t n), (row, by, n), multiply(row, by, n),
            multiply(row, by, n))

VT_VERSIONS(softmax_gradient_best, void, (const float* grad, const float* result, float sum, float* out, int64_t n),
            (grad, result, sum, out, n), softmax_gradient(grad, result, sum, out, n),
            softmax_gradient(grad, result, sum, out, n))
VT_VERSIONS(lane_sum_best, float, (const float* row, int64_t n), (row, n), lane_sum_of(row, n), lane_sum_of(row, n))
VT_VERSIONS(log_softmax_gradient_best, void, (const float* grad, const float* result, float sum, float* out, int64_t n),
            (grad, result, sum, out, n), log_softmax_gradient<Fused>(grad, result, sum, out, n),
            log_softmax_gradient<FusedInDouble>(grad, result, sum, out, n))
VT_VERSIONS(norm_gradient_best, void,
            (const float* grad, const float* in, float mean, float scale, const float* weight, const NormGradients& out,
             const NormSums& sums, int64_t n),
            (grad, in, mean, scale, weight, out, sums, n),
            norm_gradient<Fused>(grad, in, mean, scale, weight, out, sums, n),
            norm_gradient<FusedInDouble>(grad, in, mean, scale, weight, out, sums, n))

VT_VERSIONS(exp_row_best, float, (const float* in, float shift, float* out, int64_t n), (in, shift, out, n),
            exp_row_of<Fused>(in, shift, out, n), exp_row_of<FusedInDouble>(in, shift, out, n))

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

static const WideRows& wide() {
  static const WideRows rows = wide_rows();
  return rows;
}
float row_max(const float* in, int64_t n) { return wide().largest ? wide().largest(in, n) : row_max_best(in, n); }
float exp_row(const float* in, float shift, float* out, int64_t n) {
  return wide().exp ? wide().exp(in, shift, out, n) : exp_row_best(in, shift, out, n);
}
void multiply_row(float* row, float by, int64_t n) { multiply_best(row, by, n); }
void subtract_row(const float* in, float first, float second, float* out, int64_t n) {
  subtract_best(in, first, second, out, n);
}
void softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n) {
  softmax_gradient_best(grad, result, lane_dot(grad, result, n), out, n);
}
void log_softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n) {
  const float sum = lane_sum_best(grad, n);
  if (wide().log_gradient) wide().log_gradient(grad, result, sum, out, n);
  else log_softmax_gradient_best(grad, result, sum, out, n);
}
void norm_gradient_row(const float* grad, const float* in, float mean, float scale, const float* weight,
                       const NormGradients& out, int64_t n) {
  const NormSums sums = out.input ? norm_sums(grad, in, weight, n) : NormSums{};
  norm_gradient_best(grad, in, mean, scale, weight, out, sums, n);
}
double row_total(const float* in, int64_t n) { return total_best(in, n); }
double row_squares(const float* in, float mean, int64_t n) { return squares_best(in, mean, n); }
void scale_row(const float* in, float scale, float shift, float* out, int64_t n) {
  scale_best(in, scale, shift, out, n);
}
void scale_columns(const float* in, const float* scale, const float* shift, float* out, int64_t n) {
  scale_columns_best(in, scale, shift, out, n);
}
void add_deviations(const float* in, const float* mean, float* sums, int64_t n) {
  add_deviations_best(in, mean, sums, n);
}
GradientSums gradient_sums(const float* grad, const float* in, float mean, int64_t n) {
  return gradient_sums_best(grad, in, mean, n);
}
void combine_row(const float* grad, const float* in, float scale, float slope, float mean, float level, float* out,
                 int64_t n) {
  combine_best(grad, in, scale, slope, mean, level, out, n);
}
void normalize_row(const float* in, float mean, float scale, const float* weight, const float* bias, float* out,
                   int64_t n) {
  normalize_best(in, mean, scale, weight, bias, out, n);
}

}  // namespace vt
