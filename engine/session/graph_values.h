// The values of compiled graphs, node by node, for runs that ask for them: each half runs once more op by op on
// its call's inputs, and once as generated code that keeps every value. The graphs are those before any pass.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "autodiff/partition.h"
#include "passes/table.h"
#include "session/compiled_graph.h"
#include "support/values.h"

namespace vt {

class WatchedGraph;

// All that was seen in a run. Outlives its interpreter: whole tensors are read page by page.
class ValueStore {
 public:
  // Makes code of a graph whose outputs are its values; throws where it cannot.
  using CompileFn = std::function<GraphRunner(Graph, GraphKind)>;

  ValueStore();
  ~ValueStore();
  // What a graph is before passes change it; `halves` is of its joint graph, with gradients.
  std::shared_ptr<WatchedGraph> watch(std::string compile_id, CompileFn compile, Graph forward);
  std::shared_ptr<WatchedGraph> watch(std::string compile_id, CompileFn compile, Partition halves);
  // `names`: what the program calls nodes of captured graphs.
  using NodeNames = std::map<ItemId, std::string>;
  std::vector<GraphValues> summaries(const NodeNames& names) const;
  TensorPage page(size_t graph, size_t node, TensorWindow window) const;

 private:
  std::vector<std::shared_ptr<WatchedGraph>> graphs_;
};

// `compiled` with its runners watched.
void watch_calls(CompiledGraph& compiled, std::shared_ptr<WatchedGraph> watched);

}  // namespace vt
