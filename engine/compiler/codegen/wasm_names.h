// What WebAssembly calls scalar ops: instructions and imported functions. For wasm_values.cpp and wasm_scalars.cpp.
#pragma once
#include <string>

#include "loop/expr.h"

namespace vt::codegen {

// Name of the imported function for an op without instruction; null for other ops.
const char* import_name(loop::ScalarOp op);
// Name of the instruction without its type prefix; null if there is none.
const char* suffix_of(loop::ScalarOp op);
bool is_comparison(loop::ScalarOp op);
// Of a comparison's instruction, behind its type: "lt", of integers "lt_s".
std::string comparison_name(loop::ScalarOp op, bool floating);

}  // namespace vt::codegen
