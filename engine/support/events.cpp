#include "support/events.h"

#include <chrono>

namespace vt {

const char* stage_name(Stage stage) {
  switch (stage) {
#define VT_STAGE(id, name) \
  case Stage::id: return name;
    VT_STAGES(VT_STAGE)
#undef VT_STAGE
  }
  return "";
}

static double clock_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

void EventLog::emit(Event event) {
  if (!active()) return;
  event.id = EventId(next_++);
  if (event.start_us == 0) event.start_us = now_us();
  if (printer_ && !log_channels.empty()) printer_->emit(event);
  if (sink_) sink_->emit(std::move(event));
}

double EventLog::now_us() const { return clock_us() - epoch_us_; }

void EventLog::restart_clock() { epoch_us_ = clock_us(); }

EventLog& event_log() {
  thread_local EventLog log;
  return log;
}

}  // namespace vt
