// On CUDA, convolutions compute with their channels innermost in memory, where the matrix
// units want them, and what scales and shifts each channel afterwards (batch norm of a
// model in eval mode) goes into their weights and bias. A row of pipeline.cpp.
#pragma once
#include "graph/graph.h"

namespace vt {

bool lay_out_convolutions(Graph& graph);  // true if it changed the graph

}  // namespace vt
