// Element types, their names and PyTorch's promotion lattice.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>

#include "support/bits.h"

namespace vt {

// DTYPE(enum, torch name, alias, C++ storage type, bytes, category)
// clang-format off
#define VT_DTYPES(DTYPE)                                                      \
  DTYPE(kBool, "bool", "", bool, 1, kBoolean)                                 \
  DTYPE(kUInt8, "uint8", "", uint8_t, 1, kIntegral)                           \
  DTYPE(kInt8, "int8", "", int8_t, 1, kIntegral)                              \
  DTYPE(kInt16, "int16", "short", int16_t, 2, kIntegral)                      \
  DTYPE(kInt32, "int32", "int", int32_t, 4, kIntegral)                        \
  DTYPE(kInt64, "int64", "long", int64_t, 8, kIntegral)                       \
  DTYPE(kFloat16, "float16", "half", Half, 2, kFloating)                      \
  DTYPE(kBFloat16, "bfloat16", "", BFloat16, 2, kFloating)                    \
  DTYPE(kFloat32, "float32", "float", float, 4, kFloating)                    \
  DTYPE(kFloat64, "float64", "double", double, 8, kFloating)
// clang-format on

enum class DType : uint8_t {
#define DTYPE(id, name, alias, type, bytes, category) id,
  VT_DTYPES(DTYPE)
#undef DTYPE
};
enum class DTypeCategory : uint8_t { kBoolean, kIntegral, kFloating };

const char* dtype_name(DType dtype);         // "float32"
const char* dtype_scalar_name(DType dtype);  // "Float", in error messages
const char* dtype_short_name(DType dtype);   // "f32", in dumps
int64_t dtype_bytes(DType dtype);
DTypeCategory dtype_category(DType dtype);
inline bool is_floating(DType dtype) { return dtype_category(dtype) == DTypeCategory::kFloating; }
inline bool is_integral(DType dtype) { return dtype_category(dtype) != DTypeCategory::kFloating; }  // bool included
DType promote_types(DType a, DType b);
// PyTorch's opmath type of `dtype`: accumulates sums and computes transcendental functions.
DType opmath_type(DType dtype);
// The process-wide default for Python floats (torch.set_default_dtype).
DType default_dtype();
void set_default_dtype(DType dtype);

// 16-bit floats: storage types; computations convert them to float.
struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

inline float to_float(BFloat16 b) { return vt::bit_cast<float>(static_cast<uint32_t>(b.bits) << 16); }
inline BFloat16 to_bfloat16(float f) {  // round to nearest even; branch-free, so that loops vectorize
  uint32_t bits = vt::bit_cast<uint32_t>(f);
  uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return {static_cast<uint16_t>(f != f ? 0x7fc0 : rounded)};
}
// Shifts exponent and mantissa of the half into place; then a float operation corrects the exponent bias: a
// multiplication for normal numbers, a subtraction for subnormal ones.
inline float to_float(Half h) {
  uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000) << 16;
  uint32_t doubled = static_cast<uint32_t>(h.bits) << 17;
  float normal =
      vt::bit_cast<float>((doubled >> 4) + (uint32_t{0xe0} << 23)) * vt::bit_cast<float>(uint32_t{0x7800000});
  float subnormal = vt::bit_cast<float>((doubled >> 17) | (uint32_t{126} << 23)) - 0.5f;
  uint32_t magnitude =
      doubled < (uint32_t{1} << 27) ? vt::bit_cast<uint32_t>(subnormal) : vt::bit_cast<uint32_t>(normal);
  return vt::bit_cast<float>(sign | magnitude);
}
inline Half to_half(float f) {  // round to nearest even; branch-free too
  uint32_t bits = vt::bit_cast<uint32_t>(f);
  uint32_t magnitude = bits & 0x7fffffff;
  uint32_t normal = (magnitude + 0xfff + ((magnitude >> 13) & 1) - 0x38000000) >> 13;
  // Adding 0.5 makes the hardware round a subnormal at the right bit.
  uint32_t subnormal = vt::bit_cast<uint32_t>(vt::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000;
  uint32_t finite = magnitude < 0x38800000 ? subnormal : normal;
  uint32_t large = magnitude > 0x7f800000 ? 0x7e00 : 0x7c00;
  uint32_t result = magnitude >= 0x477ff000 ? large : finite;
  return {static_cast<uint16_t>((bits >> 16 & 0x8000) | result)};
}

}  // namespace vt
