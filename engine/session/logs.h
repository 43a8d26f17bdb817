// The text logs of torch._logging: prints events on the run's error stream when they are emitted. After the event log;
// session.cpp attaches it for each run.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "support/log_text.h"

namespace vt {

class LogPrinter final : public EventSink {
 public:
  explicit LogPrinter(std::function<void(std::string_view)> write) : write_(std::move(write)) {}
  void emit(Event event) override;

 private:
  void show(const Event& event);
  void count_restart(const Event& event);
  void print(const Event& event, const LogMessage& message);
  std::map<std::string, int> restarts_;  // number of restarts per compile id
  std::function<void(std::string_view)> write_;
};

}  // namespace vt
