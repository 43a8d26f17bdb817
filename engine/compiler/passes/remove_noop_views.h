// Replaces views and copies that change nothing by what they show.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool remove_noop_views(Graph& graph);  // true if it changed the graph

}  // namespace vt
