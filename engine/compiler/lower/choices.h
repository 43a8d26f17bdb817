// Removes selects whose condition on the element's index is decided by the loop ranges. They come from the gradient
// of a tensor of which several parts were taken: a select per element chooses the part whose gradient it
// is. For values.cpp and emit.cpp.
#pragma once
#include "loop/expr.h"
#include "lower/index.h"

namespace vt {

// The same value for all indices in `ranges`, without the selects that these decide.
loop::ExprId fold_choices(loop::ExprGraph& graph, loop::ExprId root, const IndexRanges& ranges);

// The width of the segments of an axis in which index conditions are constant (the divisor of its variable); or null.
SymExpr choice_width(const loop::ExprGraph& graph, const std::string& variable, const IndexRanges& ranges);

}  // namespace vt
