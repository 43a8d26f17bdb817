#include "session/logs.h"

#include <string>

namespace vt {
namespace {

std::string fact(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

std::string body_of(const Artifact& artifact) {
  std::string text;
  for (const TaggedLine& line : artifact.lines) text += (text.empty() ? "" : "\n") + line.text;
  return text;
}

// PyTorch prints "Graph break in user code at FILE:LINE" above the reason.
std::string break_text(const Event& event, const std::string& body) {
  if (fact(event, "frame_skipped") == "1")
    return "Skipping frame because there is a graph break in it that cannot be resumed from\nReason: " + body;
  return "Graph break in user code at " + fact(event, "file") + ":" + std::to_string(event.span.line) +
         "\nGraph Break Reason: " + body;
}

std::string hint_text(const Event& event) {
  std::string kernels = fact(event, "kernels"), calls = fact(event, "library_calls");
  return event.title + ": " + kernels + " kernels" + (calls.empty() ? "" : ", " + calls + " library calls");
}

}  // namespace

// One message, with its channel in front of every line as PyTorch puts it.
void LogPrinter::print(const Event& event, const char* channel, const std::string& text) {
  if (!event_log().log_channels.count(channel)) return;
  std::string head = event.compile_id.empty() ? std::string() : "[" + event.compile_id + "] ";
  head += std::string("[__") + channel + "] ";
  std::string out;
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    out += head + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  write_(out);
}

void LogPrinter::emit(Event event) {
  auto pull = [&] { return event.artifact ? event.artifact() : Artifact{}; };
  switch (event.stage) {
    case Stage::kBreaks: print(event, "graph_breaks", break_text(event, body_of(pull()))); break;
    case Stage::kRecompiles: print(event, "recompiles", body_of(pull())); break;
    case Stage::kGuards: print(event, "guards", "GUARDS:\n" + body_of(pull())); break;
    case Stage::kFx: {
      Artifact artifact = pull();
      print(event, "graph", "TRACED GRAPH\n ===== " + event.title + " =====\n" + body_of(artifact));
      print(event, "graph_code", "TRACED GRAPH\n ===== " + event.title + " =====\n" + artifact.python);
      break;
    }
    case Stage::kResidual: print(event, "bytecode", event.title + "\n" + body_of(pull())); break;
    case Stage::kJoint:
      print(event, "aot_graphs", "TRACED GRAPH\n ===== " + event.title + " =====\n" + body_of(pull()));
      break;
    case Stage::kFusion: print(event, "fusion", event.title + "\n" + body_of(pull())); break;
    case Stage::kCode:
    case Stage::kCuda:
      print(event, "output_code", "Output code: " + event.title + "\n" + body_of(pull()));
      print(event, "perf_hints", hint_text(event));
      break;
    case Stage::kTokens:
    case Stage::kAst:
    case Stage::kBytecode:
    case Stage::kPasses:
    case Stage::kLoops:
    case Stage::kMemory:
    case Stage::kCalls:
    case Stage::kConsole:
    case Stage::kError: break;
  }
}

}  // namespace vt
