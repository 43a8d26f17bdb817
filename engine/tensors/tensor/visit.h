// Dispatches on a dtype: calls f.template operator()<T>() with the C++ storage type T.
#pragma once
#include <type_traits>

#include "support/check.h"
#include "tensor/dtype.h"

namespace vt {

template <class F>
decltype(auto) visit_dtype(DType dtype, F&& f) {
  switch (dtype) {
#define DTYPE(id, name, alias, type, bytes, category) \
  case DType::id: return f.template operator()<type>();
    VT_DTYPES(DTYPE)
#undef DTYPE
  }
  VT_UNREACHABLE("every dtype is visited");
}

template <class T>
inline constexpr DType kDTypeOf = DType::kFloat32;
#define DTYPE(id, name, alias, type, bytes, category) \
  template <>                                         \
  inline constexpr DType kDTypeOf<type> = DType::id;
VT_DTYPES(DTYPE)
#undef DTYPE

// For NaN and out of range, x86 gives the smallest integer, as here on every platform; in C++ it is undefined, and the
// browser would saturate.
template <class F>
inline int64_t float_to_int64(F value) {
#if defined(__x86_64__)
  return static_cast<int64_t>(value);
#else
  return value >= F(-9223372036854775808.0) && value < F(9223372036854775808.0) ? static_cast<int64_t>(value)
                                                                                : INT64_MIN;
#endif
}

template <class F>
inline int32_t float_to_int32(F value) {
#if defined(__x86_64__)
  return static_cast<int32_t>(value);
#else
  return static_cast<double>(value) > -2147483649.0 && static_cast<double>(value) < 2147483648.0
             ? static_cast<int32_t>(value)
             : INT32_MIN;
#endif
}

// A float is converted to an integer through int32 or int64, which gives the smallest one if out of range. A float32
// that int32 cannot hold is a multiple of 256, so for uint8 the two paths differ only from float64.
constexpr bool converts_by_int64(DType from, DType to) {
  return to == DType::kInt64 || (to == DType::kUInt8 && from == DType::kFloat64);
}

// Converts one element as PyTorch's .to() does; 16-bit floats are converted through float.
template <class To, class From>
inline To convert(From value) {
  if constexpr (std::is_same_v<To, From>) return value;
  else if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>) return convert<To>(to_float(value));
  else if constexpr (std::is_same_v<To, Half>) return to_half(static_cast<float>(value));
  else if constexpr (std::is_same_v<To, BFloat16>) return to_bfloat16(static_cast<float>(value));
  else if constexpr (std::is_same_v<To, bool>) return value != From{};
  else if constexpr (std::is_floating_point_v<From> && converts_by_int64(kDTypeOf<From>, kDTypeOf<To>))
    return static_cast<To>(float_to_int64(value));
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return static_cast<To>(float_to_int32(value));
  else return static_cast<To>(value);
}

}  // namespace vt
