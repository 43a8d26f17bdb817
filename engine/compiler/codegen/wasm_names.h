// What WebAssembly calls scalar ops: instructions and imported functions. For wasm_values.cpp.
#pragma once
#include "loop/expr.h"

namespace vt::codegen {

// Of the import for ops that have no instruction; null for others.
const char* import_name(loop::ScalarOp op);
// Of the instruction, behind its type; null where there is none.
const char* suffix_of(loop::ScalarOp op);
bool is_comparison(loop::ScalarOp op);

}  // namespace vt::codegen
