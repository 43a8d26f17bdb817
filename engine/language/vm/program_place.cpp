#include "vm/program_place.h"

#include <algorithm>
#include <cstdio>

#include "frontend/code.h"
#include "vm/frame.h"
#include "vm/state.h"

namespace vt::vm {

size_t write_program_place(Interpreter& vm, char* to, size_t size) {
  for (const Frame* frame = vm.state().frame; frame && frame->code; frame = frame->back) {
    const Code& code = *frame->code->code;
    if (!code.file || code.file->name().starts_with("<frozen ")) continue;
    const size_t at = frame->instruction();
    const int line = at < code.spans.size() ? static_cast<int>(code.spans[at].line) : code.first_line;
    const int length =
        std::snprintf(to, size, "%s, line %d, in %s", code.file->name().c_str(), line, code.qualified_name.c_str());
    return length < 0 ? 0 : std::min(static_cast<size_t>(length), size - 1);
  }
  return 0;
}

}  // namespace vt::vm
