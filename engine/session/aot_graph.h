// Compilers that the program wrote in Python (aot_autograd, functorch.compile): converts one half of a joint graph to
// an fx graph of ATen operators, calls the program's compiler, and wraps the callable it returns as a runner. After
// fx_recording.h and autodiff/; called by program_compilers.cpp.
#pragma once
#include "capture/compiler_interface.h"
#include "graph/graph.h"
#include "session/compiled_graph.h"

namespace vt {

// Gives every node the name that PyTorch's tracer would. Runs before the graph is partitioned, so that both halves use
// the same names.
class AtenNames {
 public:
  AtenNames(Graph& graph, const std::vector<std::string>& input_names);
  // The name of one result of a multi-output node.
  std::string of(const Node& node, int result) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> results_;
};

// The graph as a GraphModule over torch.ops.aten. New values of mutated inputs come first in its results.
vm::Value aten_graph_module(vm::Interpreter& vm, const Graph& graph, const AtenNames& names);
// Calls `compiler(graph_module, example_inputs)`. Null examples: passes fakes with the shapes of the inputs.
GraphRunner call_compiler(vm::Interpreter& vm, const Graph& graph, const AtenNames& names, const vm::Value& compiler,
                          const std::vector<vm::Value>* examples);

}  // namespace vt
