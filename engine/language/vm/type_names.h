// The names of types in error messages.
#pragma once
#include "vm/object.h"

namespace vt::vm {

const char* shown_name(const Type& type);         // "int", "itertools.count"
std::string qualified_type_name(const Value& v);  // "make.<locals>.Point"
const char* argument_type_name(const Value& v);   // "None" for None, as in errors of CPython's argument parser

}  // namespace vt::vm
