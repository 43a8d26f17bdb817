// TorchDispatchMode: passes the operators that eager code runs, forward and backward, to the modes that the program has
// entered (torch.utils._python_dispatch), under their ATen names.
#pragma once
#include "vm/interpreter.h"

namespace vt {

void install_dispatch_modes(vm::Interpreter& vm);

}  // namespace vt
