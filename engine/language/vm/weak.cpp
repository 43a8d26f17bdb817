#include "vm/weak.h"

#include <algorithm>
#include <unordered_map>

#include "vm/gc.h"
#include "vm/interpreter.h"
#include "vm/objects.h"

namespace vt::vm {
namespace {

// By target. One run at a time uses objects, so no locks are needed.
std::unordered_map<const Object*, std::vector<WeakReference*>>& references_by_target() {
  static auto* table = new std::unordered_map<const Object*, std::vector<WeakReference*>>();
  return *table;
}
}  // namespace

WeakReference::WeakReference(Type* type, Object* object, Value called)
    : Object(Kind::kOther, type), target(object), callback(std::move(called)) {
  references_by_target()[object].push_back(this);
  object->gc_flags |= kWeaklyReferenced;
}

WeakReference::~WeakReference() {
  if (!target) return;
  auto found = references_by_target().find(target);
  auto& listed = found->second;
  listed.erase(std::find(listed.begin(), listed.end(), this));
  if (!listed.empty()) return;
  references_by_target().erase(found);
  target->gc_flags &= static_cast<uint8_t>(~kWeaklyReferenced);
}

Value* WeakReference::attributes_slot() {
  if (type->is_native) return nullptr;
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}

bool weakly_referenced(const Object* object) { return object->gc_flags & kWeaklyReferenced; }

std::vector<WeakReference*> weak_references_of(const Object* object) {
  auto found = references_by_target().find(object);
  return found == references_by_target().end() ? std::vector<WeakReference*>() : found->second;
}

void clear_weak_references(Object* object) {
  auto found = references_by_target().find(object);
  if (found == references_by_target().end()) return;
  std::vector<WeakReference*> listed = std::move(found->second);
  references_by_target().erase(found);
  object->gc_flags &= static_cast<uint8_t>(~kWeaklyReferenced);
  std::vector<Value> called;
  for (WeakReference* reference : listed) {
    reference->target = nullptr;
    if (reference->references > 0 && !reference->callback.is_null() && !reference->callback.is_none())
      called.push_back(Value::of(reference));
  }
  Interpreter* vm = Interpreter::current();
  if (!vm) return;
  for (auto at = called.rbegin(); at != called.rend(); ++at) {  // the newest first
    const Value callback = std::move(static_cast<WeakReference*>(at->as_object())->callback);
    try {
      vm->call(callback, {*at});
    } catch (Raised&) {
      // CPython prints such an exception as ignored; nothing can catch it.
    }
  }
}

}  // namespace vt::vm
