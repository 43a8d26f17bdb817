// A graph as text, lowered, and its parts as text again. What is lowered is also interpreted and compared with
// the graph run op by op.
#pragma once
#include <string>
#include <string_view>

#include "catch.h"
#include "graph_text.h"
#include "unit/lower/harness.h"

namespace vt::test {

struct Lowered {
  Program program;
  std::string loops, fusion, memory;  // each starts with a new line, as the raw strings of the tests do
};

inline Inputs inputs_for(const Graph& graph) {
  Inputs inputs;
  for (NodeId id : graph.inputs()) {
    const TensorMeta& meta = graph.at(id).metas[0];
    std::vector<int64_t> sizes, strides;
    for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
    for (const SymInt& stride : meta.strides) strides.push_back(stride.hint());
    Tensor t = empty_strided(sizes, strides, meta.dtype);
    const Tensor values = random_tensor({t.numel()}, static_cast<uint32_t>(inputs.size() + 1));
    for (int64_t i = 0; i < t.numel() && meta.dtype == DType::kFloat32; ++i)
      t.data<float>()[i] = values.data<float>()[i];
    for (int64_t i = 0; i < t.numel() && meta.dtype == DType::kInt64; ++i) t.data<int64_t>()[i] = i % 2;
    inputs.push_back(t);
  }
  return inputs;
}

inline Lowered lower(std::string_view text, const LowerOptions& options = {}) {
  const Graph graph = graph_from(text);
  const Inputs inputs = inputs_for(graph);
  Lowered lowered{lower_graph(graph, options), "\n", "\n", "\n"};
  lowered.loops += loops(lowered.program);
  lowered.fusion += fusion(lowered.program);
  for (const TaggedLine& line : print_memory(lowered.program)) lowered.memory += line.text + "\n";
  INFO(lowered.loops << lowered.fusion);
  const Outputs expected = run_graph(graph, std::vector<Arg>(inputs.begin(), inputs.end()));
  const Outputs actual = run_program(lowered.program, inputs);
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) CHECK(close(actual[i], expected[i]));
  return lowered;
}

}  // namespace vt::test
