// The names of classes as errors show them.
#pragma once
#include "vm/object.h"

namespace vt::vm {

const char* shown_name(const Type& type);  // "int", "itertools.count"

}  // namespace vt::vm
