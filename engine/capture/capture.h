// The capture front ends as the language sees them: torch.fx, torch.compile, torch._dynamo
// and what belongs to them. After torch/, before session/.
#pragma once
#include "vm/interpreter.h"

namespace vt {

// Registers the modules with an interpreter; they load on first import.
void install_capture(vm::Interpreter& vm);
// At the end of a run, while its interpreter lives: drops what was compiled in it. Compiled
// code and script classes refer to themselves, so nothing else would free them.
void release_capture();

}  // namespace vt
