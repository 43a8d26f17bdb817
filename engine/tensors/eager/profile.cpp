#include "eager/profile.h"

#include <chrono>

#include "ops/table.h"

namespace vt {

constinit thread_local bool profiling_on = false;

namespace {

constexpr size_t kMostCalls = 1 << 20;  // a long run keeps its first calls

struct Recording {
  std::vector<ProfiledCall> calls;
  std::vector<std::pair<ProfiledCall, int64_t>> open;  // with the time of the calls inside
};
thread_local Recording recording;

int64_t now_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void start_profile() {
  recording = Recording();
  profiling_on = true;
}
std::vector<ProfiledCall> stop_profile() {
  profiling_on = false;
  std::vector<ProfiledCall> calls = std::move(recording.calls);
  recording = Recording();
  return calls;
}
void push_profiled(std::string name) {
  if (profiling_on) recording.open.push_back({ProfiledCall{std::move(name), now_ns()}, 0});
}
void pop_profiled() {
  if (recording.open.empty()) return;
  auto [call, inside] = std::move(recording.open.back());
  recording.open.pop_back();
  call.duration_ns = now_ns() - call.start_ns;
  call.self_ns = call.duration_ns - inside;
  if (!recording.open.empty()) recording.open.back().second += call.duration_ns;
  if (recording.calls.size() < kMostCalls) recording.calls.push_back(std::move(call));
}
std::string ProfileScope::op_name(const OpDef& op, bool inplace) {
  return "aten::" + schema_of(op).python_name + (inplace ? "_" : "");
}
void ProfileScope::open(const OpDef& op, bool inplace) { push_profiled(op_name(op, inplace)); }

}  // namespace vt
