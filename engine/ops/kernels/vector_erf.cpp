#include "ops/kernels/vector_erf.h"

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

}  // namespace

ErfSteps wide_erf_steps() {
  if (isa() != Isa::kAvx512) return {};
  return {unary<OnePlusErf>, unary<Gelu>, unary<GeluSlope>};
}
#else
ErfSteps wide_erf_steps() { return {}; }
#endif

}  // namespace vt
