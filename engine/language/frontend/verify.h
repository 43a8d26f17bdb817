// Checks a code object, the compiler's or one that dynamo rewrote: operands in range, the
// stack depth the same on all ways to an instruction and never beyond max_stack.
#pragma once
#include "frontend/code.h"
#include "support/result.h"

namespace vt {

// The value is the deepest stack met. Nested code objects are checked as well.
Result<int> verify_code(const Code& code);

}  // namespace vt
