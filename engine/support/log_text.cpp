#include "support/log_text.h"

#include <algorithm>

namespace vt {
namespace {

std::string fact(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

void add_text(std::vector<TaggedLine>& lines, const std::string& text, const std::vector<ItemId>& items) {
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back({text.substr(start, end - start), items});
    start = end + 1;
  }
}

// `head` followed by the body. If the head ends in a space, the body's first line continues its last line.
LogMessage message(const char* channel, const Event& event, const std::string& head,
                   const std::vector<TaggedLine>& body) {
  LogMessage made{channel, {}};
  add_text(made.lines, head, event.items);
  for (size_t i = 0; i < body.size(); ++i) {
    TaggedLine line = body[i];
    if (line.items.empty() && event.stage == Stage::kBreaks) line.items = event.items;
    if (i == 0 && !head.empty() && head.back() == ' ') made.lines.back().text += line.text;
    else made.lines.push_back(std::move(line));
  }
  return made;
}

std::vector<TaggedLine> plain(const std::string& text) {
  std::vector<TaggedLine> lines;
  add_text(lines, text, {});
  return lines;
}

// The head that PyTorch prints above the reason: "Graph break in user code at FILE:LINE".
std::string break_head(const Event& event) {
  std::string head = std::string("Graph break") +
                     (fact(event, "repeated") == "1" ? " (user stack suppressed due to duplicate graph break)" : "") +
                     " in user code at " + fact(event, "file") + ":" + std::to_string(event.span.line) +
                     "\nGraph Break Reason: ";
  if (std::string attempted = fact(event, "attempted"); !attempted.empty())
    head += "Encountered graph break when attempting to trace " + attempted + ":\n";
  if (fact(event, "frame_skipped") == "1")
    head +=
        "Failed to handle graph break gracefully. Skipping the function and falling back to eager. Graph break "
        "encountered:\n";
  if (fact(event, "rest_eagerly") == "1")
    head +=
        "Encountered graph break that we cannot resume from. Compiling up to the previous resumable state, then "
        "skipping the rest of the function. Graph break encountered:\n";
  return head;
}

// Aligns the source places of the guards in a column.
std::vector<TaggedLine> guard_lines(std::vector<TaggedLine> lines) {
  constexpr size_t kCheckWidth = 60;
  for (TaggedLine& line : lines) {
    size_t check = line.text.find(": "), place = line.text.find("  # ");
    if (check == std::string::npos || place == std::string::npos || place < check) continue;
    size_t width = place - check - 2;
    if (width < kCheckWidth) line.text.insert(place, kCheckWidth - width, ' ');
  }
  lines.push_back({"", {}});
  return lines;
}

std::string graph_head(const Event& event) { return "TRACED GRAPH\n ===== " + event.title + " ====="; }

// The head that PyTorch prints: MODIFIED BYTECODE or RESUME FUNCTION, then name and place.
std::string bytecode_head(const Event& event) {
  constexpr std::string_view kModified = "modified bytecode of ";
  bool modified = event.title.starts_with(kModified);
  std::string name = modified ? event.title.substr(kModified.size()) : event.title;
  return (modified ? "MODIFIED BYTECODE " : "RESUME FUNCTION ") + name + " " + fact(event, "place");
}

std::string hint_text(const Event& event) {
  std::string kernels = fact(event, "kernels"), calls = fact(event, "extern_calls");
  return event.title + ": " + kernels + " kernels" + (calls.empty() ? "" : ", " + calls + " library calls");
}

}  // namespace

const std::vector<const char*>& log_channel_names() {
  static const std::vector<const char*> names = {"graph_breaks", "recompiles", "guards",          "graph_code",
                                                 "bytecode",     "aot_graphs", "aot_joint_graph", "fusion",
                                                 "output_code",  "perf_hints"};
  return names;
}

std::vector<LogMessage> log_messages(const Event& event, const Artifact& body) {
  switch (event.stage) {
    case Stage::kBreaks:
      if (fact(event, "fullgraph") == "1") return {};  // the program gets this break as an exception
      return {message("graph_breaks", event, break_head(event), body.lines)};
    case Stage::kRecompiles: {
      LogMessage made{"recompiles", body.lines};
      for (TaggedLine& line : made.lines) line.items = event.items;
      return {made};
    }
    case Stage::kGuards: return {message("guards", event, "GUARDS:\n", guard_lines(body.lines))};
    case Stage::kFx:
      return {message("graph", event, graph_head(event), body.lines),
              message("graph_code", event, graph_head(event) + "\n ", plain(body.python))};
    case Stage::kResidual: return {message("bytecode", event, bytecode_head(event), body.lines)};
    case Stage::kJoint: return {message("aot_joint_graph", event, graph_head(event), body.lines)};
    case Stage::kPasses:
      if (event.title != "input") return {};
      return {message("aot_graphs", event, "TRACED GRAPH\n ===== " + fact(event, "half") + " graph =====", body.lines)};
    case Stage::kFusion: return {message("fusion", event, event.title, body.lines)};
    case Stage::kCode:
      return {message("output_code", event, "Output code: " + event.title, body.lines),
              message("perf_hints", event, hint_text(event), {})};
    case Stage::kTokens:
    case Stage::kAst:
    case Stage::kBytecode:
    case Stage::kCapture:
    case Stage::kCpp:  // the same kernels as in kCode, in other forms
    case Stage::kWat:
    case Stage::kCuda:
    case Stage::kWgsl:
    case Stage::kLoops:
    case Stage::kMemory:
    case Stage::kAutotune:
    case Stage::kTimeline:
    case Stage::kCalls:
    case Stage::kConsole:
    case Stage::kError: return {};
  }
  return {};
}

}  // namespace vt
