// Registers the engine's half of torch._dynamo.
#pragma once
#include "vm/interpreter.h"

namespace vt::dynamo {
void install_dynamo(vm::Interpreter& vm);
}
