// Rewrites x + 0, x * 1, x * -1, small powers, and functions that are their own inverse or idempotent.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_algebra(Graph& graph);  // true if it changed the graph

}  // namespace vt
