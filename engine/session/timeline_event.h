// A compiled function's time as an event: what one warm call does, eager and compiled.
#pragma once
#include <functional>
#include <memory>

#include "support/measurement.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt {

// Gives the line of `file` that the interpreter is in, whatever library code that has called.
std::function<int()> line_in_program(const vm::Interpreter& interpreter, std::shared_ptr<const SourceFile> file);
// One kTimeline event: a table of both calls, and the same as text.
void emit_timeline(const MeasuredFunction& function);

}  // namespace vt
