// Numbers and dtypes as PyTorch's messages show them; for the op files that need more than
// dtype_name and sizes_text.
#pragma once
#include <string>

#include "ops/arg.h"
#include "tensor/dtype.h"

namespace vt {

std::string number_text(double value);               // as a C++ stream prints it: "0.5", "-1", "1e-05"
const char* dtype_cpp_name(DType dtype);             // as C++ names it: "long int", "c10::Half"
bool integer_type_holds(DType dtype, double value);  // once its fraction is cut off
// Raises where a number of the program is out of the range of a dtype that is to hold it.
void check_number_fits(const Scalar& value, DType dtype);
// The same for writing a number everywhere, where one element of 16 bits takes anything.
void check_filling(const Scalar& value, const Tensor& target);
// Raises that a result of one dtype has no place in another.
[[noreturn]] void refuse_cast(DType result, DType into);

}  // namespace vt
