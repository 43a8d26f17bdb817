// Executes a graph node by node through call(): what every later stage is compared with.
#pragma once
#include <functional>
#include <map>
#include <span>

#include "graph/graph.h"

namespace vt {

// Inputs: a tensor per kInput, a number per kNumberInput. Numbers among the outputs come
// as int64 tensors without dimensions, None as undefined tensors.
Outputs run_graph(const Graph& graph, std::span<const Arg> inputs);
// The same; `seen` gets each input's and each node's results as they are made.
using NodeObserver = std::function<void(NodeId, const std::vector<Tensor>& results)>;
Outputs run_graph(const Graph& graph, std::span<const Arg> inputs, const NodeObserver& seen);

// The values of the size symbols for these inputs.
std::map<std::string, int64_t> bind_symbols(const Graph& graph, std::span<const Arg> inputs);
// The argument with every symbolic number replaced by its value.
Arg with_values(const Arg& arg, const std::map<std::string, int64_t>& symbols);
int64_t value_of(const SymInt& number, const std::map<std::string, int64_t>& symbols);

}  // namespace vt
