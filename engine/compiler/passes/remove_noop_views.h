// Replaces views and copies that keep the layout and all elements by their input.
// A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool remove_noop_views(Graph& graph);  // true if it changed the graph

}  // namespace vt
