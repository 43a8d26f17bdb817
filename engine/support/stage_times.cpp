#include "support/stage_times.h"

#include <chrono>
#include <numeric>

namespace vt {
namespace {

thread_local StageTimer* innermost = nullptr;

double clock_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

const CompileStageInfo& compile_stage_info(CompileStage stage) {
  static constexpr CompileStageInfo kInfos[] = {
#define VT_COMPILE_STAGE(id, name, doc) {name, doc},
      VT_COMPILE_STAGES(VT_COMPILE_STAGE)
#undef VT_COMPILE_STAGE
  };
  return kInfos[static_cast<size_t>(stage)];
}

double StageTimes::source_to_code_us() const {
  return std::accumulate(us.begin(), us.end(), 0.0) - us[static_cast<size_t>(CompileStage::kOutside)];
}

StageTimes& stage_times() {
  thread_local StageTimes times;
  return times;
}

StageTimer::StageTimer(CompileStage stage)
    : work_(WorkKind::kCompile, [stage] { return std::string(compile_stage_info(stage).name); }),
      outer_(innermost),
      stage_(stage),
      since_us_(clock_us()) {
  if (outer_) stage_times()[outer_->stage_] += since_us_ - outer_->since_us_;
  innermost = this;
}

StageTimer::~StageTimer() {
  double now = clock_us();
  stage_times()[stage_] += now - since_us_;
  if (outer_) outer_->since_us_ = now;
  innermost = outer_;
}

}  // namespace vt
