// Conditions on where an element lies, decided where the loops' ranges decide them: the
// gradient of parts that were taken from one tensor chooses, element by element, whose
// gradient it is. For values.cpp and emit.cpp.
#pragma once
#include "loop/expr.h"
#include "lower/index.h"

namespace vt {

// The same value without the choices that `ranges` decide.
loop::ExprId fold_choices(loop::ExprGraph& graph, loop::ExprId root, const IndexRanges& ranges);

// How many neighbouring places on an axis have one answer: what conditions divide its variable by.
SymExpr choice_width(const loop::ExprGraph& graph, const std::string& variable, const IndexRanges& ranges);

}  // namespace vt
