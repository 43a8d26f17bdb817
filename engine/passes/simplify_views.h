// Joins chains of views: reshapes of reshapes, transposes that cancel, permutations of permutations.
// A row of pipeline.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool simplify_views(Graph& graph);  // true if it changed the graph

}  // namespace vt
