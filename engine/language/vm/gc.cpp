#include "vm/gc.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "vm/weak.h"

namespace vt::vm {
namespace {

constexpr size_t kFirstThreshold = 20000;

std::vector<Object*> tracked;
size_t made_since_collection = 0;
size_t threshold = kFirstThreshold;

bool is_tracked(const Object* object) { return object->gc_flags & kTracked; }

struct Subtract final : Visitor {
  std::vector<int64_t>& outside;
  explicit Subtract(std::vector<int64_t>& counts) : outside(counts) {}
  void drop(const Object* object) {
    if (is_tracked(object)) --outside[object->gc_index];
  }
  void visit(const Value& value) override {
    if (value.is_object()) drop(value.as_object());
  }
};

// Marks by making the count positive, and remembers what still has to be walked.
struct Mark final : Visitor {
  std::vector<int64_t>& outside;
  std::vector<Object*> pending;
  std::vector<bool> reached;
  explicit Mark(std::vector<int64_t>& counts) : outside(counts), reached(counts.size()) {}
  void reach(Object* object) {
    if (!is_tracked(object) || reached[object->gc_index]) return;
    reached[object->gc_index] = true;
    pending.push_back(object);
  }
  void visit(const Value& value) override {
    if (value.is_object()) reach(value.as_object());
  }
};

bool counted_type(const Object* object) { return object->type && !object->type->is_native; }

// Being destroyed, or waiting for it: a finalizer on the way asked for a collection. What it
// held counts as held from outside.
bool dying(const Object* object) { return object->references == 0; }

std::vector<Object*> find_unreachable() {
  std::vector<int64_t> outside(tracked.size());
  for (Object* object : tracked) outside[object->gc_index] = object->references;
  Subtract subtract(outside);
  for (Object* object : tracked) {
    if (dying(object)) continue;
    object->traverse(subtract);
    if (counted_type(object)) subtract.drop(object->type);
  }
  Mark mark(outside);
  for (Object* object : tracked)
    if (outside[object->gc_index] > 0) mark.reach(object);
  while (!mark.pending.empty()) {
    Object* object = mark.pending.back();
    mark.pending.pop_back();
    object->traverse(mark);
    if (counted_type(object)) mark.reach(object->type);
  }
  std::vector<Object*> found;
  for (Object* object : tracked)
    if (!mark.reached[object->gc_index] && !dying(object)) found.push_back(object);
  return found;
}

}  // namespace

void gc_track(Object* object) {
  if (is_tracked(object)) return;
  object->gc_flags |= kTracked;
  object->gc_index = static_cast<uint32_t>(tracked.size());
  tracked.push_back(object);
  ++made_since_collection;
}

void gc_untrack(Object* object) {
  if (!is_tracked(object)) return;
  object->gc_flags &= static_cast<uint8_t>(~kTracked);
  Object* last = tracked.back();
  tracked[object->gc_index] = last;
  last->gc_index = object->gc_index;
  tracked.pop_back();
  if (made_since_collection > 0) --made_since_collection;
}

static thread_local bool automatic = true;
void gc_set_automatic(bool on) { automatic = on; }
bool gc_is_automatic() { return automatic; }
bool gc_due() { return automatic && made_since_collection > threshold; }
size_t gc_tracked_count() { return tracked.size(); }

// Finalizers see whole objects: they run before anything is taken apart. Whether any ran: what they touched may
// live on.
static bool run_finalizers(const std::vector<Object*>& garbage) {
  std::vector<Object*> waiting;
  std::copy_if(garbage.begin(), garbage.end(), std::back_inserter(waiting), awaits_finalizer);
  if (waiting.empty()) return false;
  finalize_in_order(std::move(waiting));
  return true;
}

size_t gc_collect() {
  std::vector<Object*> garbage = find_unreachable();
  if (run_finalizers(garbage)) garbage = find_unreachable();
  // Types last: instances ask them while they are taken apart. Sorted before anything is
  // freed, for what is freed cannot be asked for its kind.
  std::stable_partition(garbage.begin(), garbage.end(),
                        [](const Object* object) { return object->kind != Kind::kType; });
  for (Object* object : garbage) ++object->references;
  for (Object* object : garbage)
    if (weakly_referenced(object)) clear_weak_references(object);
  for (Object* object : garbage) object->clear();
  for (Object* object : garbage)
    if (--object->references == 0) destroy(object);
  made_since_collection = 0;
  // A share of what lives, so that the total work stays linear in what is allocated.
  threshold = std::max(kFirstThreshold, tracked.size() / 2);
  return garbage.size();
}

}  // namespace vt::vm
