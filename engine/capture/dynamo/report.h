// Emits the events of dynamo for panels, command line and
// lessons. Builds nothing if no event listener is attached.
#pragma once
#include <span>

#include "capture/dynamo/cache.h"
#include "support/events.h"

namespace vt::dynamo {

void report_graph(const Output& output, const vm::Frame& frame, const std::string& compile_id, const std::string& name);
void report_guards(CacheEntry& entry, const vm::Frame& frame);
// One row per guard: "guard" (its index; -1: global state), "argument", "what", "check", "expected" ("f32[{s77}, 8]":
// symbols in braces), "text" (PyTorch's), and the source line that caused it.
Table guard_table(const CacheEntry& entry);
// The name of the frame's function; for the wrapper around a library callable, the name of that callable.
std::string shown_name(const vm::Frame& frame);
// What happens to the frame at a break: all of it runs eagerly, the part after an earlier cut runs eagerly, or capture
// resumes after the break.
enum class BreakOutcome { kFrameSkipped, kRestEagerly, kResumed };
// `attempted`: PyTorch's description of the instruction at the break, if it has one. If the frame is skipped, the event
// contains the nodes captured so far, with the fact `partial`.
void report_break(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id, BreakOutcome outcome,
                  const std::string& attempted, const Output& output);
// A break that is an error because of fullgraph=True.
void report_refusal(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id,
                    const Output& output);
// For a recompilation: a cache entry of the frame, and the guard that failed.
struct FailedEntry {
  const CacheEntry* entry;
  GuardSet::Failure failure;
};
void report_recompile(const vm::Frame& frame, const std::vector<FailedEntry>& failures, const std::string& compile_id);
void report_residual(const vm::Frame& frame, const Value& residual, const std::vector<Codegen::Resume>& resumes,
                     const std::string& compile_id);
// The cache look-up of one call: entries whose guards failed, in the order of the search, and the values of the
// symbols. The caller checks that an event listener is attached.
struct CallReport {
  std::span<const TriedEntry> tried;
  std::span<const int64_t> symbols;  // parallel to the bindings of the entry
  bool hit = false;
  bool untold = false;  // failed entries are no longer recorded
};
void report_call(const vm::Frame& frame, const CacheEntry& entry, const CallReport& report);
void report_eager_call(const vm::Frame& frame, const std::string& reason, const CallReport& report);
// Every instruction that an attempt traced, if the run records tracing steps.
void report_capture(Output& output, const vm::Frame& frame, const std::string& compile_id, int attempt);
// "  # y = x * k  # f.py:6 in f": the line that caused a guard. It follows the text of the check, which has `width`
// characters with its sources in full, after padding as in PyTorch's logs.
std::string place_comment(const CodePlace& place, const std::string& check, size_t width);
// The calls that led to a place, formatted as traceback lines, outermost first.
std::string stack_lines(const CodePlace& place);
void report_note(const std::string& title, const std::string& text, SourceSpan span);

}  // namespace vt::dynamo
