// Finds index expressions that may be negative: division and remainder round towards zero in C and
// WebAssembly but down in loop nests, so the generators correct the result there.
#pragma once
#include <algorithm>

#include "tensor/symbolic.h"

namespace vt {

// Conservative: false only if proved, since loop variables and sizes are never negative.
inline bool may_be_negative(const SymExpr& e) {
  if (e->op == SymOp::kConstant) return e->constant < 0;
  if (e->op == SymOp::kNegate) return true;
  return std::any_of(e->operands.begin(), e->operands.end(), may_be_negative);
}

}  // namespace vt
