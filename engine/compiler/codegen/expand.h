// Expands transcendental functions of float32 (exp, log, tanh, sigmoid, erf, sin ...) into basic operations, so
// that every generator computes them identically and without a library. Formulas: range reduction by powers of two
// (exp, log) and multiples of pi/2 (sin, cos), then the minimax polynomials of the Cephes library (S. Moshier); erf
// and tanh are quotients of polynomials, 1 + erf is that of loop/one_plus_erf.h. Errors are a few units in the last
// place.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

// True for ops that expand_math rewrites when their dtype is float32.
bool has_expansion(loop::ScalarOp op);

// The nest with every such op expanded; new expressions inherit the provenance of the op. `fused`: the
// target has fma, which rounds a * b + c once.
loop::LoopNest expand_math(const loop::LoopNest& nest, bool fused);

// The expansion of one op as a function of input 0, for a language without a math library. It rounds to integers by an
// instruction and does not rely on fma.
struct Expansion {
  loop::ExprGraph exprs;
  loop::ExprId result = loop::kNoExpr;
};
Expansion expansion_of(loop::ScalarOp op);
Expansion expansion_of_one_plus_erf();

// True for library calls that expand_math leaves in place: the true branch of a select by a float32 `less`, which few
// elements take. Generators evaluate the call only if an element (or lane) takes the branch.
bool is_rare(const loop::ExprGraph& expanded, loop::ExprId id);

// Prepares a loop nest for the generators: joins column moments, stashes shared values, turns divisions by a value of
// the row into products by its reciprocal, and expands functions.
loop::LoopNest prepare_nest(const loop::LoopNest& nest, bool fused);

}  // namespace vt::codegen
