#include "ops/families/texts.h"

#include <cfloat>
#include <cmath>
#include <cstdio>

namespace vt {

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

const char* dtype_cpp_name(DType dtype) {
  switch (dtype) {
    case DType::kFloat64: return "double";
    case DType::kFloat32: return "float";
    case DType::kFloat16: return "c10::Half";
    case DType::kBFloat16: return "c10::BFloat16";
    case DType::kInt64: return "long int";
    case DType::kInt32: return "int";
    case DType::kInt16: return "short int";
    case DType::kInt8: return "signed char";
    case DType::kUInt8: return "unsigned char";
    case DType::kBool: return "bool";
  }
  return "";
}

void check_number_fits(const Scalar& value, DType dtype) {
  if (dtype == DType::kBool || dtype == DType::kFloat64) return;
  double number = value.to_double();
  bool fits = true;
  const char* name = dtype_cpp_name(dtype);
  if (is_floating(dtype)) {
    double most = dtype == DType::kFloat16 ? 65504.0 : dtype == DType::kBFloat16 ? 3.3895313892515355e38 : FLT_MAX;
    fits = !std::isfinite(number) || std::abs(number) <= most;
  } else if (dtype == DType::kUInt8) {
    // Negative integers count by their bits; negative floats do not.
    fits = number < 256 && number > (value.is_float() ? -1.0 : -256.0);
    name = "uint8_t";
  } else if (dtype == DType::kInt64) {
    fits = !value.is_float() || (number >= -9223372036854775808.0 && number <= 9223372036854775808.0);
    name = "int64_t";
  } else {
    int bits = dtype == DType::kInt8 ? 8 : dtype == DType::kInt16 ? 16 : 32;
    double most = std::ldexp(1.0, bits - 1);
    fits = number >= -most && number <= most - 1;
    if (bits < 32) name = bits == 8 ? "int8_t" : "int16_t";
  }
  if (!fits) tensor_error(std::string("value cannot be converted to type ") + name + " without overflow");
}

void check_filling(const Scalar& value, const Tensor& target) {
  DType dtype = target.dtype();
  bool half = dtype == DType::kFloat16 || dtype == DType::kBFloat16;
  if (!half || target.numel() != 1) check_number_fits(value, dtype);
}

void refuse_cast(DType result, DType into) {
  tensor_error(std::string("result type ") + dtype_scalar_name(result) + " can't be cast to the desired output type " +
               dtype_scalar_name(into));
}

}  // namespace vt
