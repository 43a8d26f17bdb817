// Brings the builtin types to life, once per process. The types themselves are made in
// bootstrap.cpp; their behaviour comes from vm/builtins, through the functions here.
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

// Makes types() and fills them; cheap when already done.
void ensure_bootstrapped();

// Implemented in vm/builtins/install.cpp.
// Slots and methods of int, float, str, bytes, tuple, list, dict, set, slice, range, iterators.
void install_builtin_types();
// print, len, sorted ... and the types, into the namespace of the module `builtins`.
void install_builtin_functions(Interpreter& vm, Module& builtins);
// Tells vm about the native and frozen modules that come with the language (math, functools ...).
void register_standard_modules(Interpreter& vm);

}  // namespace vt::vm
