// Rewrites sums with 0, products with 1 and -1, small powers, and functions that undo or repeat each other.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_algebra(Graph& graph);  // true if it changed the graph

}  // namespace vt
