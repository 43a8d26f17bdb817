// A guard that was recorded late may have fixed a size that earlier nodes have as a symbol:
// they get the number. A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_sizes(Graph& graph);  // true if it changed the graph

}  // namespace vt
