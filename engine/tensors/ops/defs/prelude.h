// What every op file needs; light on purpose.
#pragma once
#include "ops/dispatch.h"
#include "ops/families/formula.h"
#include "ops/families/pointwise.h"
#include "ops/families/samples.h"
#include "ops/lowering.h"
#include "ops/ops.h"
#include "ops/table.h"

namespace vt {

inline constexpr uint32_t kElementwise = kFunction | kMethod | kHasInplace | kHasOut;

template <S op>
ExprId unary_expr(ExprGraph& g, Exprs in, const Args&) {
  return g.unary(op, in[0]);
}

// An operation on two operands, either of which may be a number of the arguments.
template <S op>
ExprId binary_expr(ExprGraph& g, Exprs in, const Args& args) {
  Operands operands(g, in, args);
  ExprId a = operands.take(0);
  return g.binary(op, a, operands.take(1));
}

// The same op under another name or signature.
constexpr OpDef renamed(OpDef op, const char* name, const char* signature) {
  op.name = name;
  op.signature = signature;
  return op;
}
constexpr OpDef with_traits(OpDef op, uint32_t traits) {
  op.traits = traits;
  return op;
}

// Called as a library kernel inside a compiled graph; nothing is fused into it.
inline void extern_lower(LowerContext& c, const Args&) { c.define_extern(); }

inline void zero_gradient(GradContext& c) { c.set(0, f::zeros(c.input_meta(0))); }
inline void pass_gradient(GradContext& c) { c.set(0, c.grad_output()); }

}  // namespace vt
