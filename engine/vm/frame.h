// One activation of a code object, as the frame hook and dynamo see it.
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

struct Frame {
  CodeObject* code = nullptr;     // retained by the function or by the frame's owner
  Value function;                 // Function, or null for module and class bodies
  Value globals, builtins;        // Dict
  Value namespace_dict;           // module and class bodies, else null
  Value* slots = nullptr;         // locals, cells, free variables: code->code->local_names
  Value* stack = nullptr;         // base of the evaluation stack
  uint32_t stack_size = 0;
  uint32_t instruction = 0;       // index of the instruction in progress
  Frame* back = nullptr;
  Value generator;                // the generator that owns this frame, or null
  uint8_t entry_flags = 0;        // interpreter's own
  bool hook_active = true;
  Value handled_exception;        // what a bare raise re-raises
  std::vector<Value> storage;     // slots and stack live here (generators) or on the VM stack
};

}  // namespace vt::vm
