// The timeline of a run as an event: what ran compiled, and what the same program does with
// torch.compile switched off, in a run before it whose output nobody sees.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "session/session.h"
#include "support/timeline.h"
#include "vm/interpreter.h"

namespace vt {

// Attaches `timeline` to this thread; lines are those of `file`.
void start_timeline(Timeline& timeline, vm::Interpreter& interpreter, std::shared_ptr<const SourceFile> file);
// Runs the program without compiling, in a session of its own; empty if it does not end well.
// `poll` returns false to end it.
std::vector<Work> eager_work(const RunRequest& request, std::function<bool()> poll);
// One kTimeline event: a table of both runs, and the same as text.
void emit_timeline(const std::vector<Work>& compiled, const std::vector<Work>& eager, bool cut_off);

}  // namespace vt
