// Compile time by stage, of one run: for `vitrine run --times` and the benchmarks. It costs two clock readings per
// stage and graph, so it is always on.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "support/timeline.h"

namespace vt {

// X(id, name, what happens there)
// clang-format off
#define VT_COMPILE_STAGES(X)                                                              \
  X(kCapture, "capture", "bytecode evaluated symbolically; guards; new bytecode")         \
  X(kRecord, "record", "the captured graph as core operations, on fakes")                 \
  X(kJoint, "joint", "differentiated, cut into forward and backward")                     \
  X(kPasses, "passes", "the table of graph passes")                                       \
  X(kLower, "lower", "loop nests, fusion, memory plan")                                   \
  X(kGenerate, "generate", "loop nests to text or bytes")                                 \
  X(kOutside, "outside", "the system's compiler, the driver's or the browser's; loading")
// clang-format on
enum class CompileStage : uint8_t {
#define VT_COMPILE_STAGE(id, name, doc) id,
  VT_COMPILE_STAGES(VT_COMPILE_STAGE)
#undef VT_COMPILE_STAGE
};
inline constexpr size_t kCompileStages = static_cast<size_t>(CompileStage::kOutside) + 1;
struct CompileStageInfo {
  const char *name, *doc;
};
const CompileStageInfo& compile_stage_info(CompileStage stage);

struct StageTimes {
  std::array<double, kCompileStages> us{};
  uint64_t graphs = 0;  // forward and backward of a joint graph count separately
  double& operator[](CompileStage stage) { return us[static_cast<size_t>(stage)]; }
  // All stages except the external compilers (kOutside).
  double source_to_code_us() const;
};
// The times of the run on this thread.
StageTimes& stage_times();

// Attributes the time until the end of the scope to this stage. A nested timer suspends this one, so that no time is
// counted twice.
class StageTimer {
 public:
  explicit StageTimer(CompileStage stage);
  ~StageTimer();
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  WorkScope work_;
  StageTimer* outer_;
  CompileStage stage_;
  double since_us_;
};

// Returns the result of `work`; its time is attributed to the stage.
template <class Work>
auto timed(CompileStage stage, Work&& work) {
  StageTimer timer(stage);
  return work();
}

}  // namespace vt
