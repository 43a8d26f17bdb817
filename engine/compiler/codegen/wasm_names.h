// Names of scalar ops in WebAssembly: instructions and imported functions. For wasm_values.cpp.
#pragma once
#include "loop/expr.h"

namespace vt::codegen {

// Name of the imported function for an op without instruction; null for other ops.
const char* import_name(loop::ScalarOp op);
// Name of the instruction without its type prefix; null if there is none.
const char* suffix_of(loop::ScalarOp op);
bool is_comparison(loop::ScalarOp op);

}  // namespace vt::codegen
