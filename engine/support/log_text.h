// The messages of the text logs: which channel of torch._logging an event belongs to, and
// what it says there. The printer of a run (session/logs.h) and the logs panel read it.
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
