// The capture front ends as the language sees them: torch.fx, torch.compile, torch._dynamo
// and what belongs to them. After torch/, before session/; torch.jit is torchscript/'s.
#pragma once
#include "vm/interpreter.h"

namespace vt {

// Registers the modules with an interpreter; they load on first import.
void install_capture(vm::Interpreter& vm);
// At the end of a run, while its interpreter lives: drops what was compiled in it. Compiled
// code refers to itself, so nothing else would free it.
void release_capture();

}  // namespace vt
