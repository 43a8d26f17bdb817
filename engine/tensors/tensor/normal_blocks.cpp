#include "tensor/normal_blocks.h"

#include <cmath>

#include "support/isa.h"

namespace vt {
#ifdef __x86_64__
namespace {

constexpr int kLanes = 8;  // of a block: eight radii and eight angles

VT_INLINE float from_bits(int32_t bits) { return __builtin_bit_cast(float, bits); }
VT_INLINE int32_t bits_of(float x) { return __builtin_bit_cast(int32_t, x); }

// The Cephes library's logf and sincosf. Which products are fused with a sum decides the
// last bit: these are the ones that PyTorch's compiler fuses. For normal positive numbers.
VT_INLINE float log_of(float x) {
  int32_t bits = bits_of(x);
  float exponent = static_cast<float>((bits >> 23) - 126);
  float mantissa = from_bits((bits & 0x007fffff) | 0x3f000000);  // in [0.5, 1)
  bool low = mantissa < 0.707106781186547524f;
  exponent -= low ? 1.0f : 0.0f;
  float r = mantissa - 1.0f + (low ? mantissa : 0.0f);
  float z = r * r;
  float p = 7.0376836292e-2f;
  p = std::fma(p, r, -1.1514610310e-1f);
  p = std::fma(p, r, 1.1676998740e-1f);
  p = std::fma(p, r, -1.2420140846e-1f);
  p = std::fma(p, r, 1.4249322787e-1f);
  p = std::fma(p, r, -1.6668057665e-1f);
  p = std::fma(p, r, 2.0000714765e-1f);
  p = std::fma(p, r, -2.4999993993e-1f);
  p = std::fma(p, r, 3.3333331174e-1f);
  p = std::fma(p * r, z, exponent * -2.12194440e-4f);
  p = std::fma(-z, 0.5f, p);
  return std::fma(exponent, 0.693359375f, r + p);
}
// Of an angle that is not negative.
VT_INLINE void sin_cos_of(float angle, float& sin, float& cos) {
  int32_t octant = (static_cast<int32_t>(angle * 1.27323954473516f) + 1) & ~1;
  float y = static_cast<float>(octant);
  float x = std::fma(y, -0.78515625f, angle);
  x = std::fma(y, -2.4187564849853515625e-4f, x);
  x = std::fma(y, -3.77489497744594108e-8f, x);
  float z = x * x;
  float c = 2.443315711809948e-5f;
  c = std::fma(c, z, -1.388731625493765e-3f);
  c = std::fma(c, z, 4.166664568298827e-2f);
  c = std::fma(c * z, z, -(z * 0.5f)) + 1.0f;
  float s = -1.9515295891e-4f;
  s = std::fma(s, z, 8.3321608736e-3f);
  s = std::fma(s, z, -1.6666654611e-1f);
  s = std::fma(s * z, x, x);
  bool swapped = (octant & 2) != 0;
  int32_t sin_sign = (octant & 4) << 29, cos_sign = (~(octant - 2) & 4) << 29;
  sin = from_bits(bits_of(swapped ? c : s) ^ sin_sign);
  cos = from_bits(bits_of(swapped ? s : c) ^ cos_sign);
}

VT_AVX2 void fill_avx2(float* data, int64_t blocks, float mean, float std) {
  constexpr float kTwoPi = 2.0 * 3.14159265358979323846;
  for (; blocks > 0; --blocks, data += 2 * kLanes) {
    float cosines[kLanes], sines[kLanes];
    for (int k = 0; k < kLanes; ++k) {
      float radius = std::sqrt(-2.0f * log_of(1.0f - data[k])), sin, cos;
      sin_cos_of(kTwoPi * data[k + kLanes], sin, cos);
      cosines[k] = std::fma(radius * cos, std, mean);
      sines[k] = std::fma(radius * sin, std, mean);
    }
    for (int k = 0; k < kLanes; ++k) data[k] = cosines[k];
    for (int k = 0; k < kLanes; ++k) data[k + kLanes] = sines[k];
  }
}

}  // namespace

bool fill_normal_blocks(float* data, int64_t blocks, float mean, float std) {
  if (isa() == Isa::kPlain) return false;
  fill_avx2(data, blocks, mean, std);
  return true;
}
#else
bool fill_normal_blocks(float*, int64_t, float, float) { return false; }
#endif

}  // namespace vt
