// Tells panels, command line and lessons what dynamo did. Builds nothing unless someone
// listens.
#pragma once
#include <span>

#include "capture/dynamo/cache.h"
#include "support/events.h"

namespace vt::dynamo {

void report_graph(const Output& output, const vm::Frame& frame, const std::string& compile_id, const std::string& name);
void report_guards(CacheEntry& entry, const vm::Frame& frame);
// What each guard asks of what: a row of "guard" (its place among them, -1: the modes), "argument", "what", "check",
// "expected" ("f32[{s77}, 8]": symbols in braces), "text" (PyTorch's), and the line that needed it.
Table guard_table(const CacheEntry& entry);
// The name of a frame; of one that only calls something of the library, what that is.
std::string shown_name(const vm::Frame& frame);
// What becomes of the frame: the whole of it runs eagerly, or what follows an earlier place, or
// capture goes on behind the break.
enum class BreakOutcome { kFrameSkipped, kRestEagerly, kResumed };
// `attempted`: what the instruction at the break is, where PyTorch names it.
// Where no graph comes of it, the event has what was captured up to there, with the fact `partial`.
void report_break(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id, BreakOutcome outcome,
                  const std::string& attempted, const Output& output);
// A break that fullgraph=True makes an error.
void report_refusal(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id,
                    const Output& output);
// One recompilation: what failed in each entry of the frame.
struct FailedEntry {
  const CacheEntry* entry;
  GuardSet::Failure failure;
};
void report_recompile(const vm::Frame& frame, const std::vector<FailedEntry>& failures, const std::string& compile_id);
void report_residual(const vm::Frame& frame, const Value& residual, const std::vector<Codegen::Resume>& resumes,
                     const std::string& compile_id);
// What a call of a frame met: the entries that it did not fit, in the order of the look, and the sizes that came
// with it. The caller asks whether someone listens.
struct CallReport {
  std::span<const TriedEntry> tried;
  std::span<const int64_t> symbols;  // parallel to the bindings of the entry
  bool hit = false;
  bool untold = false;  // what failed is not told any more
};
void report_call(const vm::Frame& frame, const CacheEntry& entry, const CallReport& report);
void report_eager_call(const vm::Frame& frame, const std::string& reason, const CallReport& report);
// Every instruction that an attempt traced, if the run asked for it.
void report_capture(Output& output, const vm::Frame& frame, const std::string& compile_id, int attempt);
// "  # y = x * k  # f.py:6 in f": what needed a guard; the check before it, which is `width` wide
// with its sources written out, is filled up as in PyTorch's logs.
std::string place_comment(const CodePlace& place, const std::string& check, size_t width);
// The calls that lead to a place as lines of a traceback, outermost first.
std::string stack_lines(const CodePlace& place);
void report_note(const std::string& title, const std::string& text, SourceSpan span);

}  // namespace vt::dynamo
