#include "session/graph_runners.h"

#include <string_view>
#include <utility>

#include "eager/modes.h"
#include "graph/run.h"

namespace vt {

GraphRunner op_by_op(Graph graph) {
  auto shared = std::make_shared<Graph>(std::move(graph));
  return [shared](std::span<const Arg> inputs) {
    GradModeScope off(false);  // history is of the compiled graph as a whole
    return run_graph(*shared, inputs);
  };
}

GraphRunner run_kernels(std::unique_ptr<Executable> made, const std::string& mode, std::shared_ptr<ShapeEnv> shapes,
                        CompileReporter report) {
  const bool wants_tuning = mode.starts_with("max-autotune");
  const bool tune = wants_tuning && made->tune_in_first_run();
  if (wants_tuning && !tune) report.only_candidates(*made);
  if (mode == "reduce-overhead" || mode == "max-autotune") made = with_cuda_graphs(std::move(made));
  std::shared_ptr<Executable> executable = std::move(made);
  if (!tune) return [executable, shapes](std::span<const Arg> inputs) { return executable->run(inputs); };
  return [executable, shapes, report, told = false](std::span<const Arg> inputs) mutable {
    Outputs results = executable->run(inputs);
    if (!std::exchange(told, true)) report.tuning(executable->tuning());
    return results;
  };
}

GraphRunner with_fallback(const Graph& graph, Placement place, std::string& note,
                          const std::function<GraphRunner()>& compile) {
  try {
    return compile();
  } catch (const TensorError& error) {
    if (place != Placement::kCuda || std::string_view(error.kind) != "RuntimeError") throw;
    note = error.message + "\nthe graph runs one operation after the other";
    return op_by_op(graph);
  }
}

}  // namespace vt
