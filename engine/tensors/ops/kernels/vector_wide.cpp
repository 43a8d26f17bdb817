#include "ops/kernels/vector_wide.h"

#include <cmath>
#include <numbers>

#include "loop/one_plus_erf.h"
#include "support/isa.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vt {
#ifdef __x86_64__
namespace {

using V = __m512;
#define WIDE VT_INLINE VT_AVX512

WIDE V all(float x) { return _mm512_set1_ps(x); }
WIDE V joined(V x, V y, V z) { return _mm512_fmadd_ps(x, y, z); }
WIDE V joined(float x, V y, float z) { return _mm512_fmadd_ps(all(x), y, all(z)); }
WIDE V nearest(V x) { return _mm512_maskz_roundscale_ps(__mmask16(-1), x, 0); }
WIDE V times_power_of_two(V x, V power) { return _mm512_maskz_scalef_ps(__mmask16(-1), x, power); }
WIDE V with_sign_of(V x, V sign) {
  __m512i mask = _mm512_set1_epi32(INT32_MIN);
  return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(mask, _mm512_castps_si512(sign), _mm512_castps_si512(x), 0xca));
}

WIDE V erfc_exponent(V t) {
  V sum = all(-loop::kErfcPowers[0]);
  for (int i = 1; i < 8; ++i) sum = joined(sum, t, all(-loop::kErfcPowers[i]));
  return sum * t;
}
// 2^r of |r| <= 1/2.
WIDE V small_power(V r) {
  V sum = all(loop::kExp2Powers[0]);
  for (int i = 1; i < 7; ++i) sum = joined(sum, r, all(loop::kExp2Powers[i]));
  return sum;
}
WIDE V power_of_two(V x) {
  V whole = nearest(x);
  return times_power_of_two(small_power(x - whole), whole);
}
WIDE V exp_of_negative(V x) {
  x = _mm512_max_ps(all(-104.0f), x);  // which keeps NaN
  V whole = nearest(x * std::numbers::log2e_v<float>);
  V r = joined(whole, all(2.12194440e-4f), joined(whole, all(-0.693359375f), x));
  return times_power_of_two(small_power(r * std::numbers::log2e_v<float>), whole);
}
WIDE V one_plus_erf(V x) {
  V t = _mm512_min_ps(all(9), _mm512_abs_ps(x));  // erf is one long before; NaN stays
  return 1.0f + with_sign_of(1.0f - power_of_two(erfc_exponent(t)), x);
}

// SLEEF's, as exp_of in vector_formulas.h: to the last bit.
WIDE V exp_of(V x) {
  x = _mm512_min_ps(all(89), _mm512_max_ps(all(-104), x));  // NaN stays
  V whole = nearest(x * std::numbers::log2e_v<float>);
  V r = joined(whole, all(-1.428606765330187045e-06f), joined(whole, all(-0.693145751953125f), x));
  V p = all(0.000198527617612853646278381f);
  for (float next : {0.00139304355252534151077271f, 0.00833336077630519866943359f, 0.0416664853692054748535156f,
                     0.166666671633720397949219f, 0.5f})
    p = joined(p, r, all(next));
  return times_power_of_two(joined(r * r, p, r) + 1.0f, whole);
}
WIDE V sigmoid_of(V x) { return 1.0f / (exp_of(-x) + 1.0f); }

struct Exp {
  WIDE static V of(V x) { return exp_of(x); }
};
// What is left of 32 goes through the C library, as in PyTorch.
struct Sigmoid {
  WIDE static V of(V x) { return sigmoid_of(x); }
  static float alone(float x) { return 1.0f / (std::exp(-x) + 1.0f); }
};
struct Silu {
  WIDE static V of(V x) { return x / (exp_of(-x) + 1.0f); }
  static float alone(float x) { return x / (std::exp(-x) + 1.0f); }
};
struct SiluGradient {
  WIDE static V of(V grad, V x) {
    V s = sigmoid_of(x);
    return grad * s * joined(x, 1.0f - s, all(1));
  }
  static float alone(float grad, float x) {
    const float s = Sigmoid::alone(x);
    return grad * s * std::fma(x, 1.0f - s, 1.0f);
  }
};
struct OnePlusErf {
  WIDE static V of(V x) { return one_plus_erf(x); }
};
struct Gelu {
  WIDE static V of(V x) { return x * 0.5f * one_plus_erf(x * (std::numbers::sqrt2_v<float> / 2)); }
};
struct GeluSlope {
  WIDE static V of(V x) {
    V density = exp_of_negative(x * x * -0.5f) * 0.3989422804014327f;
    return one_plus_erf(x * (std::numbers::sqrt2_v<float> / 2)) * 0.5f + x * density;
  }
};

// The last elements under a mask, so that a result does not depend on where its element lies.
template <class F>
VT_AVX512 void unary VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float* x = reinterpret_cast<const float*>(a);
  static_cast<void>(b), static_cast<void>(c);
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) _mm512_storeu_ps(r + i, F::of(_mm512_loadu_ps(x + i)));
  __mmask16 rest = static_cast<__mmask16>((1u << (n - i)) - 1);
  if (rest) _mm512_mask_storeu_ps(r + i, rest, F::of(_mm512_maskz_loadu_ps(rest, x + i)));
}

// By 32, as PyTorch's loops go, and what is left one by one.
template <class F>
VT_AVX512 void unary_by_32 VT_STEP_PARAMETERS {
  const int64_t whole = n / 32 * 32;
  unary<F>(out, a, b, c, whole);
  for (int64_t i = whole; i < n; ++i) reinterpret_cast<float*>(out)[i] = F::alone(reinterpret_cast<const float*>(a)[i]);
}
template <class F>
VT_AVX512 void binary_by_32 VT_STEP_PARAMETERS {
  float* r = reinterpret_cast<float*>(out);
  const float *x = reinterpret_cast<const float*>(a), *y = reinterpret_cast<const float*>(b);
  static_cast<void>(c);
  const int64_t whole = n / 32 * 32;
  for (int64_t i = 0; i < whole; i += 16)
    _mm512_storeu_ps(r + i, F::of(_mm512_loadu_ps(x + i), _mm512_loadu_ps(y + i)));
  for (int64_t i = whole; i < n; ++i) r[i] = F::alone(x[i], y[i]);
}

constexpr int64_t kLanes = 16;
WIDE __mmask16 first(int64_t n) { return static_cast<__mmask16>((1u << n) - 1); }

VT_AVX512 float largest_of(const float* in, int64_t n) {
  const V least = all(-HUGE_VALF);
  V largest = least;
  __mmask16 nans = 0;
  auto take = [&](V x) VT_LAMBDA VT_AVX512 {
    nans |= _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    largest = _mm512_max_ps(largest, x);
  };
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) take(_mm512_loadu_ps(in + i));
  if (i < n) take(_mm512_mask_loadu_ps(least, first(n - i), in + i));
  return nans ? std::nanf("") : _mm512_reduce_max_ps(largest);
}

// The sum of sixteen lanes, whose halves are added; of fewer elements than these one after the other.
VT_AVX512 float exp_row(const float* in, float shift, float* out, int64_t n) {
  const V level = all(shift);
  const __mmask16 rest = first(n % kLanes);
  float lanes[kLanes];
  V sums = all(0);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const V power = exp_of(_mm512_loadu_ps(in + i) - level);
    _mm512_storeu_ps(out + i, power);
    sums += power;
  }
  if (rest) {
    const V power = exp_of(_mm512_maskz_loadu_ps(rest, in + i) - level);
    _mm512_mask_storeu_ps(out + i, rest, power);
    sums = i > 0 ? _mm512_mask_add_ps(sums, rest, sums, power) : power;
  }
  _mm512_storeu_ps(lanes, sums);
  if (i == 0) {
    float sum = lanes[0];
    for (int64_t k = 1; k < n; ++k) sum += lanes[k];
    return sum;
  }
#pragma GCC unroll 4
  for (int64_t half = kLanes / 2; half > 0; half /= 2)
    for (int64_t k = 0; k < half; ++k) lanes[k] += lanes[k + half];
  return lanes[0];
}

VT_AVX512 void log_gradient(const float* grad, const float* result, float sum, float* out, int64_t n) {
  auto of = [&](V g, V y) VT_LAMBDA VT_AVX512 { return joined(-exp_of(y), all(sum), g); };
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    _mm512_storeu_ps(out + i, of(_mm512_loadu_ps(grad + i), _mm512_loadu_ps(result + i)));
  if (const __mmask16 rest = first(n - i))
    _mm512_mask_storeu_ps(out + i, rest,
                          of(_mm512_maskz_loadu_ps(rest, grad + i), _mm512_maskz_loadu_ps(rest, result + i)));
}

}  // namespace

WideRows wide_rows() {
  if (isa() != Isa::kAvx512) return {};
  return {largest_of, exp_row, log_gradient};
}

WideSteps wide_steps() {
  if (isa() != Isa::kAvx512) return {};
  return {unary<Exp>,        unary_by_32<Sigmoid>, unary_by_32<Silu>, binary_by_32<SiluGradient>,
          unary<OnePlusErf>, unary<Gelu>,          unary<GeluSlope>};
}
#else
WideSteps wide_steps() { return {}; }
WideRows wide_rows() { return {}; }
#endif

}  // namespace vt
