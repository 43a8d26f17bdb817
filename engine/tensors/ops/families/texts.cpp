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

bool integer_type_holds(DType dtype, double value) {
  if (dtype == DType::kUInt8) return value >= 0 && value < 256;
  const double end = std::ldexp(1.0, static_cast<int>(dtype_bytes(dtype)) * 8 - 1);
  return value >= -end && value < end;
}

void check_number_fits(const Scalar& value, DType dtype) {
  if (dtype == DType::kBool || dtype == DType::kFloat64) return;
  const double number = value.to_double();
  bool fits = true;
  if (is_floating(dtype)) {
    double most = dtype == DType::kFloat16 ? 65504.0 : dtype == DType::kBFloat16 ? 3.3895313892515355e38 : FLT_MAX;
    fits = !std::isfinite(number) || std::abs(number) <= most;
  } else if (value.is_float()) {
    fits = integer_type_holds(dtype, number);
  } else if (dtype == DType::kUInt8) {
    fits = number < 256 && number > -256;  // negative integers count by their bits
  } else if (dtype != DType::kInt64) {
    fits = integer_type_holds(dtype, number);
  }
  if (fits) return;
  const char* name = is_floating(dtype) || dtype == DType::kInt32 ? dtype_cpp_name(dtype)
                     : dtype == DType::kUInt8                     ? "uint8_t"
                     : dtype == DType::kInt8                      ? "int8_t"
                     : dtype == DType::kInt16                     ? "int16_t"
                                                                  : "int64_t";
  tensor_error(std::string("value cannot be converted to type ") + name + " without overflow");
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
