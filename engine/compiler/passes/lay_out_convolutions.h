// Convolutions compute with their channels innermost in memory, where a GPU's matrix
// units want them, and what scales and shifts each channel afterwards (batch norm of a
// model in eval mode) goes into their weights and bias; only where most of them gain by it. A row of table.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool lay_out_convolutions(Graph& graph);  // true if it changed the graph

}  // namespace vt
