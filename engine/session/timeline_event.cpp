#include "session/timeline_event.h"

#include <cstdio>

#include "support/events.h"
#include "vm/frame.h"
#include "vm/native.h"

namespace vt {
namespace {

// The innermost frame of the program itself, whatever library code it is in.
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

// Each run from its own first piece of work on, so that both begin at zero.
void add_rows(Artifact& artifact, const char* lane, const std::vector<Work>& all) {
  const double first = all.empty() ? 0 : all.front().start_us;
  artifact.lines.push_back({std::string(lane) + ": " + std::to_string(all.size()) + " pieces of work", {}});
  for (const Work& work : all) {
    std::vector<ItemId> items;
    for (ItemId id : work.items)
      if (id != kNoItem) items.push_back(id);
    if (items.empty() && work.line > 0) items.push_back(event_log().provenance.source_line(work.line));
    char head[64];
    std::snprintf(head, sizeof head, "%12.1f us %10.1f us  ", work.start_us - first, work.duration_us);
    std::string text = head + std::string(2 * work.depth, ' ') + work_kind_name(work.kind) + " " + work.name;
    if (work.line > 0) text += "  (line " + std::to_string(work.line) + ")";
    artifact.lines.push_back({text, items});
    artifact.table.rows.push_back({{lane, work_kind_name(work.kind), work.name, digits(work.start_us - first),
                                    digits(work.duration_us), std::to_string(work.depth), std::to_string(work.line)},
                                   items});
  }
}

}  // namespace

void start_timeline(Timeline& timeline, vm::Interpreter& interpreter, std::shared_ptr<const SourceFile> file) {
  timeline.line_now = [&interpreter, file] { return line_in(interpreter, file.get()); };
  attach_timeline(&timeline);
}

std::vector<Work> eager_work(const RunRequest& request, std::function<bool()> poll) {
  RunRequest eager = request;
  eager.observe = eager.record = eager.record_capture = eager.compare = false;
  eager.timeline = false;
  Timeline timeline;
  eager.eager_timeline = &timeline;
  Session session([](std::string_view, bool) {});
  session.set_poll(std::move(poll));
  // What is only slow the first time (a browser compiles functions as they are called) is no
  // part of the comparison, unless running once more takes long.
  constexpr double kLongUs = 2e6;
  RunReport first = session.run(eager);
  if (!first.ok || first.duration_us > kLongUs) return first.ok ? timeline.take() : std::vector<Work>();
  timeline.take();
  return session.run(eager).ok ? timeline.take() : std::vector<Work>();
}

void emit_timeline(const std::vector<Work>& compiled, const std::vector<Work>& eager, bool cut_off) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kTimeline;
  event.title = "eager against compiled";
  event.facts = {{"eager", std::to_string(eager.size())}, {"compiled", std::to_string(compiled.size())}};
  if (cut_off) event.facts.emplace_back("cut_off", std::to_string(Timeline::kMost));
  Artifact artifact;
  artifact.table.columns = {"run", "kind", "name", "start_us", "duration_us", "depth", "line"};
  add_rows(artifact, "eager", eager);
  add_rows(artifact, "compiled", compiled);
  event.artifact = [artifact] { return artifact; };
  event_log().emit(std::move(event));
}

}  // namespace vt
