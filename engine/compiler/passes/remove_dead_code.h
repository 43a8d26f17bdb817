// Removes nodes whose results have no uses; nodes that draw random numbers stay.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool remove_dead_code(Graph& graph);  // true if it changed the graph

}  // namespace vt
