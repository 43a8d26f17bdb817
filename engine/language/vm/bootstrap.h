// Creates the builtin types, once per process. The types themselves are created here; their behaviour comes from
// vm/builtins (install_builtins).
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

// Creates types() and the behaviour that the VM itself defines (object, type, function, exceptions, generators ...);
// does nothing on later calls.
void ensure_bootstrapped();
// Copies the slots to native subtypes, after the builtins have filled those of their types.
void inherit_native_slots();

// Steps of the bootstrap, one per file.
void install_object_type();      // object_type.cpp
void install_type_type();        // type_type.cpp: type, super, property, staticmethod, classmethod
void install_function_types();   // function_types.cpp
void install_exception_types();  // exception_types.cpp
void install_exception_groups();
void install_generator_type();   // generator.cpp
void install_coroutine_types();  // coroutines.cpp
void install_frame_type();       // frame_objects.cpp
void install_module_type();      // module_type.cpp

// The SyntaxError for source that does not compile, with its source location.
Value syntax_error(const SourceFile& file, const Error& error);

}  // namespace vt::vm
