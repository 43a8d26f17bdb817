// Scalar functions that the C library lacks or defines differently from PyTorch, for the
// interpreter. Before evaluate.cpp.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tensor/tensor.h"

namespace vt::loop {

// Checks an integer divisor: 0 raises an error, as in eager execution.
inline int64_t divisor(int64_t b) {
  if (b == 0) tensor_error("ZeroDivisionError");
  return b;
}

template <class T>
T floor_divide(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (b == 0) return a / b;
    T mod = std::fmod(a, b);
    T quotient = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
    if (quotient == 0) return std::copysign(T(0), a / b);
    T floored = std::floor(quotient);
    return quotient - floored > T(0.5) ? floored + 1 : floored;
  } else {
    if (divisor(b) == -1) return static_cast<T>(0 - static_cast<uint64_t>(a));
    T quotient = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
  }
}

template <class T>
T truncate_divide(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::trunc(a / b);
  } else {
    return divisor(b) == -1 ? static_cast<T>(0 - static_cast<uint64_t>(a)) : a / b;
  }
}

// Python's remainder: the result has the sign of the divisor.
template <class T>
T python_remainder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    T mod = std::fmod(a, b);
    return mod != 0 && (b < 0) != (mod < 0) ? mod + b : mod;
  } else {
    if (divisor(b) == -1) return 0;
    T mod = a % b;
    return mod != 0 && (b < 0) != (mod < 0) ? mod + b : mod;
  }
}

template <class T>
T c_remainder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    return divisor(b) == -1 ? T(0) : static_cast<T>(a % b);
  }
}

inline int64_t integer_power(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 ? -1 : 1;
    return 0;
  }
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (; exponent; exponent >>= 1, factor *= factor)
    if (exponent & 1) result *= factor;
  return static_cast<int64_t>(result);
}

template <class T>
T nan_max(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
  }
  return a < b ? b : a;
}
template <class T>
T nan_min(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
  }
  return b < a ? b : a;
}

// Inverse of erf: starting value by Giles, then two Newton steps in double. Exact to the last
// bits of double except next to the poles.
inline double erf_inverse(double y) {
  if (y <= -1 || y >= 1) {
    if (y == 1) return std::numeric_limits<double>::infinity();
    if (y == -1) return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  double w = -std::log((1 - y) * (1 + y));
  double x;
  if (w < 5) {
    w -= 2.5;
    x = 1.50140941 +
        w * (0.246640727 +
             w * (-0.00417768164 +
                  w * (-0.00125372503 +
                       w * (0.00021858087 + w * (-4.39150654e-06 +
                                                 w * (-3.5233877e-06 + w * (3.43273939e-07 + w * 2.81022636e-08)))))));
  } else {
    w = std::sqrt(w) - 3;
    x = 2.83297682 +
        w * (1.00167406 +
             w * (0.00943887047 +
                  w * (-0.0076224613 +
                       w * (0.00573950773 +
                            w * (-0.00367342844 + w * (0.00134934322 + w * (0.000100950558 - w * 0.000200214257)))))));
  }
  x *= y;
  const double two_over_sqrt_pi = 1.1283791670955126;
  for (int i = 0; i < 2; ++i) x -= (std::erf(x) - y) / (two_over_sqrt_pi * std::exp(-x * x));
  return x;
}

// Wraps to the value range of an integral dtype.
inline int64_t wrap_integer(int64_t value, DType dtype) {
  switch (dtype) {
    case DType::kBool: return value != 0;
    case DType::kUInt8: return static_cast<uint8_t>(value);
    case DType::kInt8: return static_cast<int8_t>(value);
    case DType::kInt16: return static_cast<int16_t>(value);
    case DType::kInt32: return static_cast<int32_t>(value);
    case DType::kInt64:
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32:
    case DType::kFloat64: break;
  }
  return value;
}

}  // namespace vt::loop
