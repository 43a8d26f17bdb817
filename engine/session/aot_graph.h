// Compilers written in the language (aot_autograd, functorch.compile): one half of a joint
// graph as an fx graph of ATen operators, handed to the program's function, and what that
// returns as a runner. After fx_recording.h and autodiff/; program_compilers.cpp calls it.
#pragma once
#include "capture/compiler_interface.h"
#include "graph/graph.h"
#include "session/compiled_graph.h"

namespace vt {

// Gives every node the name that PyTorch's tracer would: before the graph is cut in two, so
// that both halves keep them.
class AtenNames {
 public:
  AtenNames(Graph& graph, const std::vector<std::string>& input_names);
  // The name of one result of a node that has several.
  std::string of(const Node& node, int result) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> results_;
};

// The graph as a GraphModule over torch.ops.aten. Changed inputs come first among its results.
vm::Value aten_graph_module(vm::Interpreter& vm, const Graph& graph, const AtenNames& names);
// Calls `compiler(graph_module, example_inputs)`; null examples: fakes of the inputs' shapes.
GraphRunner call_compiler(vm::Interpreter& vm, const Graph& graph, const AtenNames& names, const vm::Value& compiler,
                          const std::vector<vm::Value>* examples);

}  // namespace vt
