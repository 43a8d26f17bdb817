// Transcendental functions of float32 written out in basic operations, so that every
// generator computes them alike and needs no library: exp, log, tanh, sigmoid, erf, sin ...
// Formulas: range reduction by powers of two (exp, log) and multiples of pi/2 (sin, cos),
// then the minimax polynomials of the Cephes library (S. Moshier); erf and tanh are
// quotients of polynomials, 1 + erf that of loop/one_plus_erf.h. Errors are a few units in the last place.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

// True for ops that expand_math rewrites when their dtype is float32.
bool has_expansion(loop::ScalarOp op);

// The nest with every such op replaced; provenance of each new expression is that of the
// op it belongs to. `fused`: the machine rounds a * b + c once.
loop::LoopNest expand_math(const loop::LoopNest& nest, bool fused);

// The same for one op, as a function of input 0: for a language without a library. It rounds to whole numbers by an
// instruction and needs no multiplication that is rounded with an addition.
struct Expansion {
  loop::ExprGraph exprs;
  loop::ExprId result = loop::kNoExpr;
};
Expansion expansion_of(loop::ScalarOp op);
Expansion expansion_of_one_plus_erf();

// True for what expand_math leaves to the library: the first choice of a select by a `less` of float32, which few
// elements take, if any. It is computed only where one does.
bool is_rare(const loop::ExprGraph& expanded, loop::ExprId id);

// Prepares a loop nest for both generators: joins column moments, stashes shared values, turns divisions by row values
// into products, functions expanded.
loop::LoopNest prepare_nest(const loop::LoopNest& nest, bool fused);

}  // namespace vt::codegen
