// Messages of the text logs: the channel of torch._logging that an event belongs to, and its text. Read by the printer
// of a run (session/logs.h) and by the logs panel.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt {

struct LogMessage {
  const char* channel;  // "graph_breaks"
  std::vector<TaggedLine> lines;
};

// The channels that the panel offers, in the order of the pipeline.
const std::vector<const char*>& log_channel_names();
std::vector<LogMessage> log_messages(const Event& event, const Artifact& body);

}  // namespace vt
