// Element types, their names and PyTorch's promotion lattice.
#pragma once
#include <cstdint>

namespace vt {

// DTYPE(enum, torch name, alias, C++ storage type, bytes, category)
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

enum class DType : uint8_t {
#define DTYPE(id, name, alias, type, bytes, category) id,
  VT_DTYPES(DTYPE)
#undef DTYPE
};
enum class DTypeCategory : uint8_t { kBoolean, kIntegral, kFloating };

const char* dtype_name(DType dtype);         // "float32"
const char* dtype_scalar_name(DType dtype);  // "Float", as error messages say
const char* dtype_short_name(DType dtype);   // "f32", in dumps
int64_t dtype_bytes(DType dtype);
DTypeCategory dtype_category(DType dtype);
inline bool is_floating(DType dtype) { return dtype_category(dtype) == DTypeCategory::kFloating; }
inline bool is_integral(DType dtype) { return dtype_category(dtype) != DTypeCategory::kFloating; }  // bool included
DType promote_types(DType a, DType b);
// The type in which PyTorch accumulates and computes transcendental functions of `dtype`.
DType opmath_type(DType dtype);
// The process-wide default for Python floats (torch.set_default_dtype).
DType default_dtype();
void set_default_dtype(DType dtype);

// 16-bit floats: stored, converted, never computed in.
struct Half { uint16_t bits; };
struct BFloat16 { uint16_t bits; };
float to_float(Half h);
float to_float(BFloat16 b);
Half to_half(float f);          // round to nearest even
BFloat16 to_bfloat16(float f);  // round to nearest even

}  // namespace vt
