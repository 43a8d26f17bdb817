// Common subexpression elimination: of several nodes with the same op and arguments, keeps one.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool merge_common_subexpressions(Graph& graph);  // true if it changed the graph

}  // namespace vt
