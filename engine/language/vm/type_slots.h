// Between slots (what native code calls) and dunder methods (what programs write): a class
// of the language gets dispatchers that call its dunders; a native type shows its slots as
// methods. After object.h, used by the attribute lookup and by class creation.
#pragma once
#include "vm/object.h"

namespace vt::vm {

// Computes the slots and protocol flags of a class of the language from its bases and its
// dunders, and those of its subclasses.
void resolve_slots(Type* type);
bool has_slot(const Str* name);  // `__add__`
// A method of the language takes the place of a native type's own, there and in the types below it.
void override_slot(Type* type, const Str* name);
// The method that shows a native slot (`list.__len__`), made and kept on first use;
// nullptr if `type` has no slot of its own for that name.
const Value* make_slot_wrapper(Type* type, Str* name);
// Calls __del__; what it raises is shown on stderr.
void run_finalizer(Object* object);
// Calls a dunder found on the type of `self`.
Value call_dunder(Interpreter& vm, const Value& self, Str* name, const Value* arguments, size_t count);
// Whether __init__ is written in the language.
bool has_own_init(const Type* type);

}  // namespace vt::vm
