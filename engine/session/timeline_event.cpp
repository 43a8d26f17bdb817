#include "session/timeline_event.h"

#include <cstdio>

#include "support/events.h"
#include "vm/frame.h"
#include "vm/native.h"

namespace vt {
namespace {

// The line of the innermost frame of the program itself; frames of library code are skipped.
int line_in(const vm::Interpreter& interpreter, const SourceFile* file) {
  for (const vm::Frame* frame = interpreter.current_frame(); frame; frame = frame->back) {
    const Code& code = *frame->code->code;
    if (code.file.get() == file || (file && code.file && code.file->name() == file->name()))
      return code.spans[frame->instruction()].line;
  }
  return 0;
}

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

void add_call(Artifact& artifact, const char* lane, const std::vector<CallPiece>& all, const Spread& us) {
  char head[96];
  std::snprintf(head, sizeof head, "%s: %.1f us (%.1f to %.1f), %zu pieces of work", lane, us.median, us.low, us.high,
                all.size());
  artifact.lines.push_back({head, {}});
  for (const CallPiece& work : all) {
    std::vector<ItemId> items;
    for (int line : work.lines) items.push_back(event_log().provenance.source_line(line));
    std::snprintf(head, sizeof head, "%12.1f us %10.1f us  ", work.start_us, work.duration_us);
    std::string text = head + std::string(2 * work.depth, ' ') + work_kind_name(work.kind) + " " + work.name;
    if (work.line > 0) text += "  (line " + std::to_string(work.line) + ")";
    artifact.lines.push_back({text, items});
    artifact.table.rows.push_back({{lane, work_kind_name(work.kind), work.name, digits(work.start_us),
                                    digits(work.duration_us), std::to_string(work.depth), std::to_string(work.line)},
                                   items});
  }
}

}  // namespace

std::function<int()> line_in_program(const vm::Interpreter& interpreter, std::shared_ptr<const SourceFile> file) {
  return [&interpreter, file = std::move(file)] { return line_in(interpreter, file.get()); };
}

void emit_timeline(const MeasuredFunction& function) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kTimeline;
  event.title = function.name;
  event.facts = {{"eager", std::to_string(function.eager_work.size())},
                 {"compiled", std::to_string(function.compiled_work.size())}};
  Artifact artifact;
  const bool measured = function.own.ratio.samples > 0;
  if (measured) artifact.lines.push_back({function.name + ": " + headline(function.own), {}});
  artifact.table.columns = {"run", "kind", "name", "start_us", "duration_us", "depth", "line"};
  if (measured) {
    add_call(artifact, "eager", function.eager_work, function.own.eager_us);
    add_call(artifact, "compiled", function.compiled_work, function.own.compiled_us);
  } else {
    const std::string why = function.error.empty() ? "it compiled nothing" : function.error;
    artifact.lines.push_back({function.name + ": not measured: " + why, {}});
  }
  event.artifact = [artifact] { return artifact; };
  event_log().emit(std::move(event));
}

}  // namespace vt
