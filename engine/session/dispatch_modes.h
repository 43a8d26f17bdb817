// TorchDispatchMode: operators that eager code runs, forward and backward, go to the modes that a
// program has entered (torch.utils._python_dispatch), under the names that ATen has for them.
#pragma once
#include "vm/interpreter.h"

namespace vt {

void install_dispatch_modes(vm::Interpreter& vm);

}  // namespace vt
