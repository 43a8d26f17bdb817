#include "session/logs.h"

#include <algorithm>
#include <string>

#include "support/log_text.h"

namespace vt {

// A message with its channel in front of every line, as PyTorch puts it.
void LogPrinter::print(const Event& event, const LogMessage& message) {
  std::string head = event.compile_id.empty() ? std::string() : "[" + event.compile_id;
  if (int restarts = restarts_[event.compile_id]; !head.empty())
    head += restarts ? "_" + std::to_string(restarts) + "] " : "] ";
  head += std::string("[__") + message.channel + "] ";
  std::string out;
  for (const TaggedLine& line : message.lines)
    // Source text of several lines may be one line of the body.
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
  // Bodies are built only for what is printed: the channels of an event do not depend on its body.
  auto wanted = [&](const LogMessage& message) { return event_log().log_channels.count(message.channel) > 0; };
  std::vector<LogMessage> heads = log_messages(event, {});
  if (std::none_of(heads.begin(), heads.end(), wanted)) return;
  for (const LogMessage& message : log_messages(event, event.artifact ? event.artifact() : Artifact{}))
    if (wanted(message)) print(event, message);
}

// After a break, but at a jump, tracing starts again, and PyTorch numbers the attempts.
void LogPrinter::count_restart(const Event& event) {
  for (const auto& [name, value] : event.facts)
    if (event.stage == Stage::kBreaks && name == "attempted") ++restarts_[event.compile_id];
}

}  // namespace vt
