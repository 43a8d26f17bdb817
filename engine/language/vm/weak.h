// Weak references: pointers to an object that do not keep it alive. An object that has some is flagged; when it is
// destroyed (object.cpp) or collected (gc.cpp), they are cleared and their callbacks called. The class `weakref.ref` is
// in builtins/module_weakref.cpp.
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
  Object* target;  // null once the target is gone; not retained
  Value callback;  // None: no callback
  Value attributes;
  Value hash;  // of the target, kept after it is gone
};

bool weakly_referenced(const Object* object);
std::vector<WeakReference*> weak_references_of(const Object* object);  // oldest first
void clear_weak_references(Object* object);

}  // namespace vt::vm
