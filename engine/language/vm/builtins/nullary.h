// Methods that take nothing but self. After native.h.
#pragma once
#include "vm/builtins/helpers.h"

namespace vt::vm {

// `fn` behind CPython's check: "int.bit_length() takes no arguments (1 given)".
template <NativeFn fn>
Value nullary(Interpreter& vm, const Arguments& a) {
  if (a.size() != 1 || a.keywords) {
    const Type* type = type_of(a[0]);
    while (!type->is_native && type->base) type = type->base;
    no_arguments(a, (type->name + "." + current_native(vm)->name).c_str());
  }
  return fn(vm, a);
}

}  // namespace vt::vm
