// Connects slots (which native code calls) with dunder methods (which programs define): a Python class gets dispatchers
// that call its dunders; a native type exposes its slots as methods. After object.h, used by attribute lookup and class
// creation.
#pragma once
#include "vm/object.h"

namespace vt::vm {

// Computes the slots and protocol flags of a Python class,
// and of its subclasses, from the bases and the dunders.
void resolve_slots(Type* type);
bool has_slot(const Str* name);  // `__add__`
// A Python method replaces a native type's own slot, there and in its subtypes.
void override_slot(Type* type, const Str* name);
// The method that exposes a native slot (`list.__len__`), created on first use; nullptr if `type` has no slot of its
// own for that name.
const Value* make_slot_wrapper(Type* type, Str* name);
// Calls __del__; an exception in it is printed on stderr.
void run_finalizer(Object* object);
// Calls a dunder found on the type of `self`.
Value call_dunder(Interpreter& vm, const Value& self, Str* name, const Value* arguments, size_t count);
// Whether __init__ is a Python method.
bool has_own_init(const Type* type);

}  // namespace vt::vm
