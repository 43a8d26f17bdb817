// What the pipeline tells the outside, kept out of its page.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "autodiff/partition.h"
#include "passes/table.h"
#include "runtime/runtime.h"

namespace vt {

struct Decomposition;  // fx_recording.h

class CompileReporter {
 public:
  CompileReporter(std::string compile_id, GraphKind kind)
      : compile_id_(std::move(compile_id)), half_(kind_name(kind)) {}
  void joint(const JointGraph& joint, const Partition& parts);
  // `decomposition`: what recording did before, null for halves of a joint graph.
  void passes(const Graph& graph, const std::vector<PassRecord>& log, const Decomposition* decomposition);
  void program(const Program& program);
  // `shapes`: what the symbols of the program's sizes belong to.
  void code(const Executable& executable, const Backend& backend, const CompileTimes& times,
            const std::shared_ptr<ShapeEnv>& shapes);
  // max-autotune: what was measured, or that there is nothing to choose from.
  void tuning(const TuningTable& table);
  void only_candidates(const Executable& executable);

 private:
  // The kernels by every generator, whichever runs.
  void texts(const Program& program, const std::shared_ptr<ShapeEnv>& shapes);
  Event event(Stage stage, std::string title) const;
  std::string compile_id_, half_;
};

}  // namespace vt
