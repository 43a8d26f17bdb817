// Graphs as text. `print_graph` is the stable dump, `print_python` the code that PyTorch
// would print for it, `graph_diagram` the nodes and edges of the graph panel.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.h"
#include "support/events.h"

namespace vt {

// "%3 = add %1, %2 : f32[4, 8]" and so on, each line with its node's item. Strides are shown
// where elements do not lie one after the other, a device where it is not the CPU, and behind
// it the node's name ("# add_1", as other dumps call it) where that is not its op's. After the
// `return` line, "copy output 1 into %0" for each input that the graph changes.
std::vector<TaggedLine> print_graph(const Graph& graph);
std::string graph_text(const Graph& graph);
// def forward(self, primals_1, primals_2): with aten names, values freed after last use.
std::vector<TaggedLine> print_python(const Graph& graph);
Diagram graph_diagram(const Graph& graph);

std::string meta_text(const TensorMeta& meta);  // "f32[4, 8]"
// The arguments that PyTorch shows: up to the last that is not the default; those after `*`
// with their names.
struct ShownArg {
  size_t index;
  std::string keyword;  // empty: by position
};
std::vector<ShownArg> shown_args(const Node& node);
// PyTorch's name of the operator overload: "aten.add.Tensor".
std::string aten_name(const Node& node);

}  // namespace vt
