// One activation of a code object, as the interpreter, the frame hook and dynamo see it.
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

struct Generator;

// Slots and stack are one contiguous array of Values, on the VM stack or, for generators, on the heap. Values at and
// above `top` are dead.
struct Frame {
  CodeObject* code = nullptr;  // kept alive by code_owner or function
  Dict* globals = nullptr;     // kept alive by the function or the caller
  Dict* builtins = nullptr;
  Value* slots = nullptr;             // locals, cells, free variables: code->code->local_names
  Value* stack = nullptr;             // base of the evaluation stack, right after the slots
  Value* top = nullptr;               // one past the last live stack item; valid outside the loop's fast path
  const Instruction* next = nullptr;  // the instruction after the current one
  Value* limit = nullptr;             // first free Value of the VM stack above this frame
  Value* block_end = nullptr;         // end of the stack block that holds the slots; null for generators
  Frame* back = nullptr;
  Generator* generator = nullptr;  // the generator that owns this frame
  Value function;                  // Function, or null for module and class bodies
  Value namespace_dict;            // module and class bodies, else null
  Value code_owner;                // set when `code` is not the function's own
  uint8_t entry_flags = 0;         // EntryFlag bits, for the interpreter only
  bool hook_active = true;

  uint32_t stack_size() const { return static_cast<uint32_t>(top - stack); }
  // Index of the current instruction.
  uint32_t instruction() const {
    const Instruction* first = code->code->instructions.data();
    return next > first ? static_cast<uint32_t>(next - first - 1) : 0;
  }
};

}  // namespace vt::vm
