// Values of compiled graphs, node by node, for runs that request them. Each half is run again on the call's inputs,
// once op by op and once as generated code that returns every value. The graphs are those before any pass.
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

// The values of a run. Outlives the interpreter, because whole tensors are read page by page later.
class ValueStore {
 public:
  // Compiles a graph whose outputs are its values; throws if it cannot.
  using CompileFn = std::function<GraphRunner(Graph, GraphKind)>;

  ValueStore();
  ~ValueStore();
  // Registers a graph before passes change it; `halves`: of its joint graph, if it has gradients.
  std::shared_ptr<WatchedGraph> watch(std::string compile_id, CompileFn compile, Graph forward);
  std::shared_ptr<WatchedGraph> watch(std::string compile_id, CompileFn compile, Partition halves);
  // `names`: the program's names for nodes of captured graphs.
  using NodeNames = std::map<ItemId, std::string>;
  std::vector<GraphValues> summaries(const NodeNames& names) const;
  TensorPage page(size_t graph, size_t node, TensorWindow window) const;

 private:
  std::vector<std::shared_ptr<WatchedGraph>> graphs_;
};

// Wraps the runners of `compiled`, so that `watched` sees each call.
void watch_calls(CompiledGraph& compiled, std::shared_ptr<WatchedGraph> watched);

}  // namespace vt
