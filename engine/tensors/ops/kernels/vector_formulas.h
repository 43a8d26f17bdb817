// What the loops of vector_math.cpp and vector_rows.cpp share: e^x of float32, the larger of two, and how a loop is
// compiled for several instruction sets.
#pragma once
#include <cmath>
#include <cstdint>

#include "support/isa.h"

namespace vt {

VT_INLINE float from_bits(int32_t bits) { return __builtin_bit_cast(float, bits); }
VT_INLINE int32_t bits_of(float x) { return __builtin_bit_cast(int32_t, x); }
template <class T>
VT_INLINE T choose(bool condition, T a, T b) {
  return condition ? a : b;
}

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

// Of equal ones the first, so that max(-0, 0) is -0; NaN wins.
VT_INLINE float larger_of(float a, float b) { return a != a || a >= b ? a : b; }
VT_INLINE float smaller_of(float a, float b) { return a != a || a <= b ? a : b; }

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

}  // namespace vt
