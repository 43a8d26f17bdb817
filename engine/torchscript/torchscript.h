// torch.jit: scripting compiles the syntax tree, tracing records a run; both produce the same typed IR. After
// torch/ and capture/, before session/.
#pragma once
#include <cstdint>

#include "vm/interpreter.h"

namespace vt {

// Registers the modules of torch.jit with an interpreter; they load at the first import.
void install_torchscript(vm::Interpreter& vm);
// At the end of a run, while its interpreter is alive: ends an unfinished trace and releases script classes,
// which are part of reference cycles.
void release_torchscript();
// Number of `prim::If` nodes in the graphs of the program's own scripts; a run starts by setting it to 0.
uint64_t& script_if_count();

}  // namespace vt
