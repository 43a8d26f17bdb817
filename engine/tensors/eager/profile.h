// Times of the ops of this thread while profiling is on: what torch.profiler reads. The
// dispatcher (dispatcher.cpp) opens a scope around each op call; off, that is one test.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "ops/op.h"
#include "support/timeline.h"

namespace vt {

struct ProfiledCall {
  std::string name;  // "aten::add_", or a name that the program gave
  int64_t start_ns = 0, duration_ns = 0;
  int64_t self_ns = 0;  // without the calls inside it
};

extern constinit thread_local bool profiling_on;

void start_profile();
std::vector<ProfiledCall> stop_profile();
// record_function: calls that the program names itself.
void push_profiled(std::string name);
void pop_profiled();

class ProfileScope {
 public:
  ProfileScope(const OpDef& op, bool inplace)
      : open_(profiling_on), work_(WorkKind::kEager, [&] { return op_name(op, inplace); }) {
    if (open_) open(op, inplace);
  }
  ~ProfileScope() {
    if (open_) pop_profiled();
  }
  ProfileScope(const ProfileScope&) = delete;

 private:
  static std::string op_name(const OpDef& op, bool inplace);
  static void open(const OpDef& op, bool inplace);
  bool open_;
  WorkScope work_;
};

}  // namespace vt
