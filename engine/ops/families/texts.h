// Numbers and dtypes as PyTorch's messages show them; for the op files that need more than
// dtype_name and sizes_text.
#pragma once
#include <string>

#include "tensor/dtype.h"

namespace vt {

std::string number_text(double value);    // as a C++ stream prints it: "0.5", "-1", "1e-05"
const char* dtype_cpp_name(DType dtype);  // as C++ names it: "long int", "c10::Half"

}  // namespace vt
