// Weak references: what points at an object without keeping it. An object that has some
// carries a flag, and its end (object.cpp) or its collection (gc.cpp) clears them and calls
// their callbacks. The class `weakref.ref` is in builtins/module_weakref.cpp.
#pragma once
#include <vector>

#include "vm/object.h"

namespace vt::vm {

struct WeakReference : Object {
  WeakReference(Type* type, Object* target, Value callback);
  ~WeakReference() override;
  void traverse(Visitor& v) const override {
    v.visit(callback);
    v.visit(attributes);
  }
  void clear() override { callback = attributes = Value(); }
  Value* attributes_slot() override;
  Object* target;  // null once it is gone; not retained
  Value callback;  // None: nothing is called
  Value attributes;
  Value hash;  // of the target, kept for when it is gone
};

bool weakly_referenced(const Object* object);
std::vector<WeakReference*> weak_references_of(const Object* object);  // oldest first
void clear_weak_references(Object* object);

}  // namespace vt::vm
