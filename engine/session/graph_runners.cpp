#include "session/graph_runners.h"

#include <string_view>
#include <utility>

#include "eager/modes.h"
#include "graph/run.h"
#include "lower/fusion_report.h"
#include "runtime/symbol_values.h"
#include "support/events.h"

namespace vt {

GraphRunner op_by_op(Graph graph) {
  auto shared = std::make_shared<Graph>(std::move(graph));
  return [shared](std::span<const Arg> inputs) {
    GradModeScope off(false);  // history is of the compiled graph as a whole
    return run_graph(*shared, inputs);
  };
}

namespace {

// Counts the bytes of each run; sizes may be symbols, whose values a run brings.
class ByteCount {
 public:
  explicit ByteCount(const Program& program) : bytes_(moved_bytes(program)), symbols_(program.symbols) {
    for (const SymbolSource& source : symbols_) names_.push_back(source.symbol);
  }
  void add(std::span<const Arg> inputs) const {
    SymbolValues values{&names_, {}};
    for (const SymbolSource& source : symbols_) values.values.push_back(symbol_value(source, inputs));
    launch_counters().bytes += static_cast<uint64_t>(values.evaluate(bytes_));
  }

 private:
  SymExpr bytes_;
  std::vector<SymbolSource> symbols_;
  std::vector<std::string> names_;
};

GraphRunner counted(GraphRunner runner, const Program& program) {
  if (!event_log().active()) return runner;
  return [runner, count = ByteCount(program)](RuntimeInputs inputs) {
    count.add(inputs);
    return runner(inputs);
  };
}

}  // namespace

GraphRunner run_kernels(std::unique_ptr<Executable> made, const std::string& mode, std::shared_ptr<ShapeEnv> shapes,
                        CompileReporter report) {
  const bool wants_tuning = mode.starts_with("max-autotune");
  const bool tune = wants_tuning && made->tune_in_first_run();
  if (wants_tuning && !tune) report.only_candidates(*made);
  if (mode == "reduce-overhead" || mode == "max-autotune") {
    made = with_cuda_graphs(std::move(made));
    made->record_launches();
  }
  std::shared_ptr<Executable> executable = std::move(made);
  const Program& program = executable->program();
  if (!tune) return counted([executable, shapes](RuntimeInputs inputs) { return executable->run(inputs); }, program);
  auto tuned = [executable, shapes, report, told = false](RuntimeInputs inputs) mutable {
    Outputs results = executable->run(inputs);
    if (!std::exchange(told, true)) report.tuning(executable->tuning());
    return results;
  };
  return counted(tuned, program);
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
