// The capture front ends as a program sees them: the modules torch.fx, torch.compile and torch._dynamo. After torch/,
// before session/. torch.jit is in torchscript/.
#pragma once
#include "vm/interpreter.h"

namespace vt {

// Registers the modules with an interpreter; they load on first import.
void install_capture(vm::Interpreter& vm);
// Called at the end of a run, before its interpreter is destroyed: drops all compiled code. Cache entries and resume
// functions refer back to their code object, a cycle that nothing else frees.
void release_capture();

}  // namespace vt
