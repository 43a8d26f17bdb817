// The standard modules that are written natively: each loader fills a module's namespace
// on its first import.
#pragma once
#include "vm/native.h"

namespace vt::vm {

}  // namespace vt::vm
