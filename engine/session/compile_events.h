// What the pipeline tells the outside, kept out of its page.
#pragma once
#include <string>
#include <vector>

#include "autodiff/partition.h"
#include "passes/pipeline.h"
#include "runtime/runtime.h"

namespace vt {

class CompileReporter {
 public:
  // `half`: "inference", "forward", "backward" or "joint".
  CompileReporter(std::string compile_id, std::string half)
      : compile_id_(std::move(compile_id)), half_(std::move(half)) {}
  void joint(const JointGraph& joint, const Partition& parts);
  void passes(const std::vector<PassRecord>& log);
  void program(const Program& program);
  void code(const Executable& executable, const Backend& backend, const CompileTimes& times);
  // max-autotune: what was measured, or that there is nothing to choose from.
  void tuning(const TuningTable& table);
  void only_candidates(const Executable& executable);

 private:
  void cuda(const Program& program);
  Event event(Stage stage, std::string title) const;
  std::string compile_id_, half_;
};

}  // namespace vt
