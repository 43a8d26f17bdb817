// Joins chains of views: reshapes of reshapes, transposes that cancel, permutations of permutations.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_views(Graph& graph);  // true if it changed the graph

}  // namespace vt
