// Which index expressions may be below zero: there the remainders of C and WebAssembly,
// whose sign is the dividend's, are not the ones that loops mean. For every generator.
#pragma once
#include <algorithm>

#include "tensor/symbolic.h"

namespace vt {

// False only where it cannot happen: variables of loops and sizes are never negative.
inline bool may_be_negative(const SymExpr& e) {
  if (e->op == SymOp::kConstant) return e->constant < 0;
  if (e->op == SymOp::kNegate) return true;
  return std::any_of(e->operands.begin(), e->operands.end(), may_be_negative);
}

}  // namespace vt
