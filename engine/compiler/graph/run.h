// Executes a graph node by node through call(): the reference for every later stage.
#pragma once
#include <functional>
#include <map>
#include <span>

#include "graph/graph.h"

namespace vt {

// Inputs: a tensor per kInput, a number per kNumberInput. Numbers among the outputs are returned
// as int64 tensors of rank 0, None as undefined tensors.
Outputs run_graph(const Graph& graph, std::span<const Arg> inputs);
// The same; `seen` is called with the result of each input and node as soon as it is known.
using NodeObserver = std::function<void(NodeId, const std::vector<Tensor>& results)>;
Outputs run_graph(const Graph& graph, std::span<const Arg> inputs, const NodeObserver& seen);

// Reads the values of the size symbols from the sizes and strides of these inputs.
std::map<std::string, int64_t> bind_symbols(const Graph& graph, std::span<const Arg> inputs);
// `arg` with every symbolic number replaced by its value.
Arg with_values(const Arg& arg, const std::map<std::string, int64_t>& symbols);
int64_t value_of(const SymInt& number, const std::map<std::string, int64_t>& symbols);

}  // namespace vt
