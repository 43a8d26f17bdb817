#include "support/timeline.h"

#include <utility>

#include "support/events.h"

namespace vt {
namespace {

thread_local Timeline* attached = nullptr;

}  // namespace

const char* work_kind_name(WorkKind kind) {
  switch (kind) {
#define VT_WORK_KIND(id, name) \
  case WorkKind::id: return name;
    VT_WORK_KINDS(VT_WORK_KIND)
#undef VT_WORK_KIND
  }
  return "";
}

Timeline* attached_timeline() { return attached; }
void attach_timeline(Timeline* timeline) { attached = timeline; }

std::vector<Work> Timeline::take() {
  depth_ = 0;
  return std::exchange(work_, {});
}

static bool holds_eager(WorkKind kind) {
  return kind == WorkKind::kEager || kind == WorkKind::kLibrary || kind == WorkKind::kCompile;
}

void WorkScope::open(WorkKind kind, std::string name) {
  if (kind == WorkKind::kEager && attached->eager_held_) return;
  if (attached->work_.size() >= Timeline::kMost) {
    attached->cut_off_ = true;
    return;
  }
  timeline_ = attached;
  index_ = timeline_->work_.size();
  Work work;
  work.kind = kind;
  work.name = std::move(name);
  work.depth = timeline_->depth_++;
  timeline_->eager_held_ += holds_eager(kind);
  if (timeline_->line_now) work.line = timeline_->line_now();
  work.start_us = event_log().now_us();
  timeline_->work_.push_back(std::move(work));
}

void WorkScope::close() {
  --timeline_->depth_;
  Work& work = timeline_->work_[index_];
  work.duration_us = event_log().now_us() - work.start_us;
  timeline_->eager_held_ -= holds_eager(work.kind);
}

void WorkScope::add_items(std::initializer_list<ItemId> items) {
  if (timeline_) timeline_->work_[index_].items = items;
}

}  // namespace vt
