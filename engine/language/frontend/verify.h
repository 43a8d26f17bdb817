// Verifies a code object of the compiler or of dynamo: operands are in range, the stack depth is equal on all paths to
// an instruction and never exceeds max_stack.
#pragma once
#include "frontend/code.h"
#include "support/result.h"

namespace vt {

// The value is the maximum stack depth found. Nested code objects are verified too.
Result<int> verify_code(const Code& code);

}  // namespace vt
