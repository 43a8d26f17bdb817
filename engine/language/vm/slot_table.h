// Maps dunder names to slots and back: `install` puts the dispatcher of a dunder
// into Slots, `wrapper` is the method that exposes a native slot, `identity`
// tells whether a slot is set and whether two types share it. Private to the VM.
#pragma once
#include <vector>

#include "vm/objects.h"

namespace vt::vm {

struct SlotRow {
  Str* name;
  void (*install)(Slots&);
  const void* (*identity)(const Slots&);
  NativeFn wrapper;  // null: the method is defined by hand
};
const std::vector<SlotRow>& slot_rows();

// Interned names that the VM itself looks up.
// clang-format off
#define VT_NAMES(X)                                                                                              \
  X(init) X(new) X(call) X(del) X(getattr) X(getattribute) X(setattr) X(delattr) X(get) X(set) X(delete)            \
  X(set_name) X(init_subclass) X(class_getitem) X(hash) X(eq) X(name) X(qualname) X(module) X(doc) X(dict) X(class) \
  X(enter) X(exit) X(iter) X(next) X(len) X(bool) X(repr) X(str) X(format) X(index) X(int) X(float) X(contains)     \
  X(getitem) X(setitem) X(delitem) X(classcell) X(slots) X(annotations) X(file) X(package) X(path) X(spec)          \
  X(missing) X(reversed) X(main) X(builtins) X(all) X(instancecheck) X(subclasscheck) X(prepare) X(import)          \
  X(length_hint) X(loader) X(wrapped) X(notes) X(build_class) X(all_names) X(traceback) X(cause) X(context)         \
  X(suppress_context) X(mro) X(bases) X(base) X(aenter) X(aexit) X(aiter) X(anext) X(await)
// clang-format on
struct Names {
#define X(name) Str* name##_;  // "__name__"
  VT_NAMES(X)
#undef X
};
const Names& names();

// Raises TypeError in the methods `__add__` and `__mul__` of sequences, where those of numbers return NotImplemented.
void refuse_for_sequence(int op, const Value& self, const Value& other);

}  // namespace vt::vm
