// Keeps one of several nodes that compute the same from the same values.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool merge_common_subexpressions(Graph& graph);  // true if it changed the graph

}  // namespace vt
