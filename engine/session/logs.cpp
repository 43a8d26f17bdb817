#include "session/logs.h"

#include <algorithm>
#include <string>

#include "support/log_text.h"

namespace vt {

// Prints a message with its channel before every line, as PyTorch does.
void LogPrinter::print(const Event& event, const LogMessage& message) {
  std::string head = event.compile_id.empty() ? std::string() : "[" + event.compile_id;
  if (int restarts = restarts_[event.compile_id]; !head.empty())
    head += restarts ? "_" + std::to_string(restarts) + "] " : "] ";
  head += std::string("[__") + message.channel + "] ";
  std::string out;
  for (const TaggedLine& line : message.lines)
    // A body line may contain several lines of source text.
    for (size_t start = 0; start <= line.text.size();) {
      size_t end = std::min(line.text.find('\n', start), line.text.size());
      out += head + line.text.substr(start, end - start) + "\n";
      start = end + 1;
    }
  write_(out);
}

void LogPrinter::emit(Event event) {
  show(event);
  count_restart(event);
}

void LogPrinter::show(const Event& event) {
  // Build the body only if a channel of the event is enabled; the channels do not depend on the body.
  auto wanted = [&](const LogMessage& message) { return event_log().log_channels.count(message.channel) > 0; };
  std::vector<LogMessage> heads = log_messages(event, {});
  if (std::none_of(heads.begin(), heads.end(), wanted)) return;
  for (const LogMessage& message : log_messages(event, event.artifact ? event.artifact() : Artifact{}))
    if (wanted(message)) print(event, message);
}

// Tracing restarts after a break (except at a jump), and PyTorch numbers the attempts in the compile id.
void LogPrinter::count_restart(const Event& event) {
  for (const auto& [name, value] : event.facts)
    if (event.stage == Stage::kBreaks && name == "attempted") ++restarts_[event.compile_id];
}

}  // namespace vt
