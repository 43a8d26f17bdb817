// The module `_vitrine_script`: what the Python side of torch.jit needs from the engine.
#pragma once
#include "vm/interpreter.h"

namespace vt::script {

void install_script(vm::Interpreter& vm);

}  // namespace vt::script
