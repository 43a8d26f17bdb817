// Start and duration of every piece of work of a run: eager ops, kernels, library
// calls, compiled graphs, compilation. For the timeline panel and `--dump=timeline`.
// If no Timeline is attached to the thread, a scope costs one test.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "support/provenance.h"

namespace vt {

// X(id, name)
// clang-format off
#define VT_WORK_KINDS(X) \
  X(kEager, "eager op") X(kGraph, "compiled graph") X(kKernel, "kernel") X(kLibrary, "library call") X(kCompile, "compile")
// clang-format on
enum class WorkKind : uint8_t {
#define VT_WORK_KIND(id, name) id,
  VT_WORK_KINDS(VT_WORK_KIND)
#undef VT_WORK_KIND
};
const char* work_kind_name(WorkKind kind);

struct Work {
  WorkKind kind{};
  std::string name;  // "aten::add", "fused_relu_add_0", "2 kernels"
  double start_us = 0, duration_us = 0;
  uint32_t depth = 0;  // number of enclosing pieces of work
  int line = 0;        // line of the program that caused it
  std::vector<ItemId> items;
};

// The work of one run, ordered by start; bounded: a long run keeps its first pieces.
class Timeline {
 public:
  static constexpr size_t kMost = 20000;
  std::function<int()> line_now;  // returns the program's present line; may be empty

  std::vector<Work> take();
  bool cut_off() const { return cut_off_; }

 private:
  friend class WorkScope;
  std::vector<Work> work_;
  uint32_t depth_ = 0;
  uint32_t eager_held_ = 0;  // open scopes that hide eager ops inside them
  bool cut_off_ = false;
};

// The timeline of this thread; null if none is attached.
Timeline* attached_timeline();
void attach_timeline(Timeline* timeline);

// Records the work until the end of the scope. The name is computed only
// if a timeline is attached. Eager ops inside another eager op, a library
// call or compilation (where they run on fakes) are not recorded.
class WorkScope {
 public:
  template <class Name>
  WorkScope(WorkKind kind, const Name& name) {
    if (attached_timeline()) open(kind, name());
  }
  ~WorkScope() {
    if (timeline_) close();
  }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;
  void add_items(std::initializer_list<ItemId> items);

 private:
  void open(WorkKind kind, std::string name);
  void close();
  Timeline* timeline_ = nullptr;
  size_t index_ = 0;
};

}  // namespace vt
