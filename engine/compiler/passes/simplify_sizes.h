// Replaces size symbols by numbers where a guard that was added after the node was recorded fixed
// the size. A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_sizes(Graph& graph);  // true if it changed the graph

}  // namespace vt
