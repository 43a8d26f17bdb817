// Events of the pipeline, kept apart so that pipeline.cpp fits on a page.
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
  // `decomposition`: that of the recording before; null for halves of a joint graph.
  void passes(const Graph& graph, const std::vector<PassRecord>& log, const Decomposition* decomposition);
  void program(const Program& program);
  // `shapes`: the environment of the program's size symbols.
  void code(const Executable& executable, const Backend& backend, const CompileTimes& times,
            const std::shared_ptr<ShapeEnv>& shapes);
  // max-autotune: the measurements, or that there is only one candidate.
  void tuning(const TuningTable& table);
  void only_candidates(const Executable& executable);

 private:
  // The kernels in the form of every code generator, whichever the run uses.
  void texts(const Program& program, const std::shared_ptr<ShapeEnv>& shapes);
  Event event(Stage stage, std::string title) const;
  std::string compile_id_, half_;
};

}  // namespace vt
