// The torch module as the language sees it: native bindings of every op, tensor objects,
// and the Python library (python/*.py) as frozen modules. After vm and eager, before
// capture, which adds torch.fx, torch.jit and torch.compile to the same interpreter.
#pragma once
#include "vm/interpreter.h"

namespace vt {

// Registers torch and its submodules; nothing is built before a program imports it.
void install_torch(vm::Interpreter& vm);

}  // namespace vt
