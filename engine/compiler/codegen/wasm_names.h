// What WebAssembly calls scalar ops: instructions and imported functions. For wasm_values.cpp and wasm_scalars.cpp.
#pragma once
#include <string>

#include "loop/expr.h"

namespace vt::codegen {

// Of the import for ops that have no instruction; null for others.
const char* import_name(loop::ScalarOp op);
// Of the instruction, behind its type; null where there is none.
const char* suffix_of(loop::ScalarOp op);
bool is_comparison(loop::ScalarOp op);
// Of a comparison's instruction, behind its type: "lt", of integers "lt_s".
std::string comparison_name(loop::ScalarOp op, bool floating);

}  // namespace vt::codegen
