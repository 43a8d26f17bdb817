// The interpreter's data for a CodeObject: the size of its frame and the inline caches of its instructions. Private to
// the VM.
#pragma once
#include <memory>

#include "vm/objects.h"

namespace vt::vm {

Value materialise(const Constant& constant);

// One per instruction that uses a cache; the meaning of the fields depends on the opcode.
struct InlineCache {
  uint32_t version = 0;         // of the type, or of the globals table
  uint32_t second_version = 0;  // of the builtins table, or of the instance's table
  int32_t position = -1;        // hint: index of the entry in a table
  uint8_t state = 0;
  Object* object = nullptr;  // not retained; valid only with the same `version`
  const Value* value = nullptr;
};

struct CodeRuntime {
  explicit CodeRuntime(const Code& code);
  InlineCache* prepare(const Code& code);  // allocates the caches on the first run
  std::unique_ptr<InlineCache[]> caches;
  uint32_t slot_count;
  uint32_t frame_size;  // slots and evaluation stack
  uint32_t positional;  // number of positional parameters
  bool simple;          // only positional parameters, so that the arguments on the stack can become slots in place
};

inline CodeRuntime* runtime_of(CodeObject* code) { return static_cast<CodeRuntime*>(code->caches.get()); }

}  // namespace vt::vm
