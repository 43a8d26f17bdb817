// Converts convolutions to the channels-last layout, which a GPU's matrix units need, and folds a per-channel
// scale and shift that follows (batch norm in eval mode) into their weight and bias. Only if most convolutions
// of the graph gain by it. A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool lay_out_convolutions(Graph& graph);  // true if it changed the graph

}  // namespace vt
