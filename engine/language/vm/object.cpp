#include "vm/object.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vm/gc.h"
#include "vm/generator.h"
#include "vm/interpreter.h"
#include "vm/objects.h"
#include "vm/type_slots.h"
#include "vm/weak.h"

namespace vt::vm {
namespace {

constexpr size_t kGranule = 16;
constexpr size_t kLargestPooled = 256;
constexpr size_t kBlockBytes = 32 << 10;

struct FreeNode {
  FreeNode* next;
};

// Free lists by size. One run at a time uses objects, so no locks are needed.
struct ObjectPool {
  FreeNode* free[kLargestPooled / kGranule + 1] = {};
  char* block = nullptr;
  size_t left = 0;
  uint64_t bytes = 0;
};
ObjectPool pool;

[[maybe_unused]] void* carve(size_t rounded) {  // not under the address sanitizer
  if (pool.left < rounded) {
    // What is left of the old block is small and is given up.
    pool.block = static_cast<char*>(std::malloc(kBlockBytes));
    if (!pool.block) {
      pool.left = 0;
      throw std::bad_alloc();
    }
    pool.left = kBlockBytes;
  }
  void* memory = pool.block;
  pool.block += rounded;
  pool.left -= rounded;
  return memory;
}

bool holds_references(Kind kind) {
  switch (kind) {
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kBigInt:
    case Kind::kRange:
    case Kind::kEllipsis:
    case Kind::kNotImplemented:
    case Kind::kTraceback: return false;
    default: return true;  // extension kinds are open-ended
  }
}

constexpr int kDirectDestroyDepth = 50;
int destroy_depth = 0;
std::vector<Object*> destroy_later;

// The objects whose class had a __del__ when they were made, and which came first.
std::unordered_map<const Object*, uint64_t>& finalizable() {
  static auto* made = new std::unordered_map<const Object*, uint64_t>;
  return *made;
}

void note_finalizable(Object* object) {
  static uint64_t count = 0;
  object->gc_flags |= kNoted;
  finalizable().emplace(object, ++count);
}

void finalize(Object* object) {
  object->gc_flags |= kFinalized;
  run_finalizer(object);
}

}  // namespace

bool awaits_finalizer(const Object* object) {
  return object->type && object->type->has_finalizer && !(object->gc_flags & kFinalized);
}

void finalize_in_order(std::vector<Object*> objects) {
  const auto made = [](const Object* object) {
    const auto found = finalizable().find(object);
    return found == finalizable().end() ? 0 : found->second;
  };
  std::sort(objects.begin(), objects.end(), [&](Object* a, Object* b) { return made(a) < made(b); });
  for (Object* object : objects) ++object->references;
  for (Object* object : objects)
    if (awaits_finalizer(object)) finalize(object);
  for (Object* object : objects)
    if (--object->references == 0) destroy(object);
}

namespace {

// What is left at the end of a run, in the order in which CPython lets go of it.
struct LastWalk final : Visitor {
  std::unordered_set<const Object*> seen;
  std::vector<Value> found;  // of one object
  void visit(const Value& value) override {
    if (value.is_object()) found.push_back(value);
  }
  void finish(const Value& value) {
    Object* object = value.as_object();
    if (awaits_finalizer(object)) finalize(object);
    if (object->kind == Kind::kGenerator && !(object->gc_flags & kFinalized) && must_close(object)) {
      object->gc_flags |= kFinalized;
      close_abandoned(object);
    }
  }
  void walk(const Value& from) {
    std::vector<Value> pending{from};
    while (!pending.empty()) {
      const Value value = std::move(pending.back());
      pending.pop_back();
      if (value.as<Module>() || !seen.insert(value.as_object()).second) continue;
      finish(value);
      found.clear();
      value.as_object()->traverse(*this);
      // Lists and tuples go from their end, everything else from the front.
      if (!value.as<List>() && !value.as<Tuple>()) std::reverse(found.begin(), found.end());
      pending.insert(pending.end(), found.begin(), found.end());
    }
  }
};

}  // namespace

void finalize_all(const Value& globals) {
  std::vector<Value> values;
  for (const auto& entry : globals.as<Dict>()->table.entries())
    if (!entry.key.is_null() && entry.value.is_object()) values.push_back(entry.value);
  LastWalk walk;
  for (const Value& value : values) walk.finish(value);
  if (finalizable().empty()) return;
  walk.seen.insert(globals.as_object());
  for (const Value& value : values) walk.walk(value);
  std::vector<Object*> others;
  for (const auto& [object, order] : finalizable())
    if (object->references > 0 && awaits_finalizer(object)) others.push_back(const_cast<Object*>(object));
  finalize_in_order(std::move(others));
}

namespace {

void destroy_now(Object* object) {
  if (object->kind == Kind::kGenerator && !(object->gc_flags & kFinalized) && must_close(object)) {
    object->gc_flags |= kFinalized;
    object->references = 1;
    close_abandoned(object);
    if (--object->references != 0) return;
  }
  if (awaits_finalizer(object)) {
    object->references = 1;
    finalize(object);
    if (--object->references != 0) return;  // it came back to life
  }
  if (weakly_referenced(object)) {
    object->references = 1;  // callbacks may make and drop references to what else goes
    clear_weak_references(object);
    if (--object->references != 0) return;
  }
  // Lists and tuples let go of the last item first, all else of the first, which only finalizers can tell.
#if defined(_LIBCPP_VERSION)
  const bool in_order = false;  // this library's vectors go from their end
#else
  const bool in_order = object->kind != Kind::kList && object->kind != Kind::kTuple;
#endif
  if (!in_order && !finalizable().empty()) object->clear();
  delete object;
}

}  // namespace

void* Object::operator new(size_t size) {
  pool.bytes += size;
#if defined(__SANITIZE_ADDRESS__)
  return ::operator new(size);
#else
  if (size > kLargestPooled) return ::operator new(size);
  size_t slot = (size + kGranule - 1) / kGranule;
  if (FreeNode* node = pool.free[slot]) {
    pool.free[slot] = node->next;
    return node;
  }
  return carve(slot * kGranule);
#endif
}

void Object::operator delete(void* memory, size_t size) {
  pool.bytes -= size;
#if defined(__SANITIZE_ADDRESS__)
  ::operator delete(memory);
#else
  if (size > kLargestPooled) return ::operator delete(memory);
  FreeNode*& head = pool.free[(size + kGranule - 1) / kGranule];
  head = new (memory) FreeNode{head};
#endif
}

uint64_t object_bytes() { return pool.bytes; }

Object::Object(Kind object_kind, Type* object_type) : kind(object_kind), type(object_type) {
  if (type && !type->is_native) ++type->references;
  if (holds_references(kind)) gc_track(this);
  if (type && type->has_finalizer) note_finalizable(this);
}

Object::~Object() {
  gc_untrack(this);
  if (gc_flags & kNoted) finalizable().erase(this);
  if (type && !type->is_native && --type->references == 0) destroy(type);
}

void Object::set_type(Type* new_type) {
  Type* old = type;
  if (!new_type->is_native) {
    ++new_type->references;
    gc_track(this);  // also a text or number: its class may hold it, as an enumeration holds its members
  }
  type = new_type;
  if (type->has_finalizer) note_finalizable(this);
  if (old && !old->is_native && --old->references == 0) destroy(old);
}

void destroy(Object* object) {
  if (destroy_depth >= kDirectDestroyDepth) {
    destroy_later.push_back(object);
    return;
  }
  ++destroy_depth;
  destroy_now(object);
  if (--destroy_depth > 0) return;
  while (!destroy_later.empty()) {
    Object* next = destroy_later.back();
    destroy_later.pop_back();
    ++destroy_depth;
    destroy_now(next);
    --destroy_depth;
  }
}

}  // namespace vt::vm
