// Graphs as text. `print_graph` is the stable dump, `print_python` the code as PyTorch would
// print it, `graph_diagram` the nodes and edges of the graph panel.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.h"
#include "support/events.h"

namespace vt {

// Lines like "%3 = add %1, %2 : f32[4, 8]", each with its node's provenance item. Strides are printed
// if not contiguous, the device if not the CPU. A node whose name differs from its op's ends in the name
// that other dumps use ("# add_1"). After `return`, there is one line "copy output 1 into %0" per input
// that the graph mutates.
std::vector<TaggedLine> print_graph(const Graph& graph);
std::string graph_text(const Graph& graph);
// "def forward(self, primals_1, primals_2):" with ATen names; a name is set to None after its last use.
std::vector<TaggedLine> print_python(const Graph& graph);
Diagram graph_diagram(const Graph& graph);

std::string meta_text(const TensorMeta& meta);  // "f32[4, 8]"
// The arguments that PyTorch prints: positional ones up to the last that differs from its default, and
// keyword-only ones that differ.
struct ShownArg {
  size_t index;
  std::string keyword;  // empty: by position
};
std::vector<ShownArg> shown_args(const Node& node);
// PyTorch's name of the operator overload: "aten.add.Tensor".
std::string aten_name(const Node& node);

}  // namespace vt
