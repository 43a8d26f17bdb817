// Brings the builtin types to life, once per process. The types themselves are made here;
// their behaviour comes from vm/builtins (install_builtins).
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

// Makes types() and the behaviour that the VM itself gives (object, type, function,
// exceptions, generators ...); cheap when already done.
void ensure_bootstrapped();
// After the builtins have filled their types' slots: hands them down to native subtypes.
void inherit_native_slots();

// Parts of the bootstrap, one per file.
void install_object_type();      // object_type.cpp
void install_type_type();        // type_type.cpp: type, super, property, staticmethod, classmethod
void install_function_types();   // function_types.cpp
void install_exception_types();  // exception_types.cpp
void install_exception_groups();
void install_generator_type();   // generator.cpp
void install_coroutine_types();  // coroutines.cpp
void install_frame_type();       // frame_objects.cpp
void install_module_type();      // module_type.cpp

// The exception for source that does not compile, with its place.
Value syntax_error(const SourceFile& file, const Error& error);

}  // namespace vt::vm
