// torch.jit as the language sees it: scripting compiles the syntax tree, tracing records a run,
// both into one typed graph. After torch/ and capture/, before session/.
#pragma once
#include <cstdint>

#include "vm/interpreter.h"

namespace vt {

// Registers the modules with an interpreter; they load on first import.
void install_torchscript(vm::Interpreter& vm);
// At the end of a run, while its interpreter lives: ends a trace that was stopped in the middle
// and drops script classes, which refer to themselves.
void release_torchscript();
// The `prim::If` nodes in the graphs of what the program itself had scripted; what a run sets to 0.
uint64_t& script_if_count();

}  // namespace vt
