// Registers the engine's half of torch.fx.
#pragma once
#include "vm/interpreter.h"

namespace vt::fx {
void install_fx(vm::Interpreter& vm);
}
