// Computes nodes whose inputs are all constants, up to a bounded size.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool fold_constants(Graph& graph);  // true if it changed the graph

}  // namespace vt
