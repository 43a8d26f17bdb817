// The module `_vitrine_script`: the engine's functions for the Python side of torch.jit.
#pragma once
#include "vm/interpreter.h"

namespace vt::script {

void install_script(vm::Interpreter& vm);

}  // namespace vt::script
