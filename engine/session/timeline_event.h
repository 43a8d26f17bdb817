// The timeline of a compiled function as an event: the work of one warm call, eager and compiled.
#pragma once
#include <functional>
#include <memory>

#include "support/measurement.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt {

// Returns the present line in `file`: that of its innermost frame, also while it calls library code.
std::function<int()> line_in_program(const vm::Interpreter& interpreter, std::shared_ptr<const SourceFile> file);
// One kTimeline event: a table of both calls, and the same as text.
void emit_timeline(const MeasuredFunction& function);

}  // namespace vt
