// The text logs of torch._logging: events printed on the run's error stream as they come.
// After the event log; session.cpp attaches it for each run.
#pragma once
#include <functional>
#include <string_view>

#include "support/log_text.h"

namespace vt {

class LogPrinter final : public EventSink {
 public:
  explicit LogPrinter(std::function<void(std::string_view)> write) : write_(std::move(write)) {}
  void emit(Event event) override;

 private:
  void print(const Event& event, const LogMessage& message);
  std::function<void(std::string_view)> write_;
};

}  // namespace vt
