// Expressions of several operations that one loop computes: gelu, silu, their slopes and
// leaky_relu of float32. Recognised in the expression itself, so every formula that writes one
// has it; the numbers are those of the single operations. Used by evaluate.cpp.
#pragma once
#include "loop/expr.h"
#include "ops/families/evaluate_steps.h"

namespace vt {

// The loop takes one operand, or one and a number. A null step: the expression is none of them,
// or the machine has no vector code.
struct Composite {
  EvaluateStep step = nullptr;
  loop::ExprId operand = loop::kNoExpr, number = loop::kNoExpr;
};
Composite composite(const loop::ExprGraph& graph, const loop::Expr& e);

}  // namespace vt
