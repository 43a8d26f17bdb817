// One pass alone on a graph that is written as text.
#pragma once
#include <string>

#include "catch.h"
#include "graph/print.h"
#include "graph/run.h"
#include "graph_text.h"

namespace vt::test {

// A tensor for each input of the graph, with values that no two ops treat alike.
inline std::vector<Arg> sample_inputs(const Graph& graph) {
  std::vector<Arg> inputs;
  for (NodeId id : graph.inputs()) {
    const TensorMeta& meta = graph.at(id).metas[0];
    std::vector<int64_t> sizes, strides;
    for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
    for (const SymInt& stride : meta.strides) strides.push_back(stride.hint());
    Tensor t = empty_strided(sizes, strides, meta.dtype);
    for (int64_t i = 0; i < t.numel() && meta.dtype == DType::kFloat32; ++i)
      t.data<float>()[i] = static_cast<float>((i * 7 + static_cast<int64_t>(inputs.size()) * 3) % 11 - 5) / 4;
    inputs.emplace_back(t);
  }
  return inputs;
}

// Every element of every result, row by row.
inline std::vector<double> results_of(const Graph& graph) {
  std::vector<double> elements;
  for (const Tensor& t : run_graph(graph, sample_inputs(graph))) {
    std::vector<int64_t> index(static_cast<size_t>(t.rank()));
    for (int64_t i = 0; i < t.numel(); ++i) {
      int64_t rest = i;
      for (size_t axis = index.size(); axis-- > 0; rest /= t.size(static_cast<int>(axis)))
        index[axis] = rest % t.size(static_cast<int>(axis));
      elements.push_back(read_element(t, index));
    }
  }
  return elements;
}

inline bool can_run(const Graph& graph) {
  for (NodeId id : graph.order())
    for (const TensorMeta& meta : graph.at(id).metas)
      if (meta.device.kind != DeviceKind::kCpu || meta.dtype != DType::kFloat32) return false;
  return true;
}

using PassFn = bool (*)(Graph&);

// The graph after the pass, which has to be sound and to compute what it did before. The text starts with a
// new line, as the raw strings of the tests do.
inline std::string after(PassFn pass, std::string_view text) {
  Graph graph = graph_from(text);
  const std::string before = graph_text(graph);
  const std::vector<double> expected = can_run(graph) ? results_of(graph) : std::vector<double>();
  const bool changed = pass(graph);
  CHECK(verify_graph(graph) == "");
  CHECK(changed == (graph_text(graph) != before));
  if (can_run(graph)) CHECK(results_of(graph) == expected);
  return "\n" + graph_text(graph);
}

// Whether the pass says, and it is true, that there is nothing to do.
inline bool leaves_alone(PassFn pass, std::string_view text) {
  Graph graph = graph_from(text);
  const std::string before = graph_text(graph);
  return !pass(graph) && graph_text(graph) == before;
}

}  // namespace vt::test
