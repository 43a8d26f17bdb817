// Runs a program with torch and capture installed, and keeps what it printed and what the
// stages reported.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "capture/capture.h"
#include "eager/autograd.h"
#include "support/events.h"
#include "torch/torch.h"
#include "torchscript/torchscript.h"
#include "vm/interpreter.h"

namespace vt::test {

struct Observed : EventSink {
  void emit(Event event) override { events.push_back(std::move(event)); }
  std::string fact(Stage stage, const std::string& key) const {
    for (const Event& event : events) {
      if (event.stage != stage) continue;
      for (const auto& [name, value] : event.facts) {
        if (name == key) return value;
      }
    }
    return {};
  }
  int count(Stage stage) const {
    int n = 0;
    for (const Event& event : events) n += event.stage == stage;
    return n;
  }
  std::vector<Event> events;
};

struct Printed {
  std::string out, traceback;
};

inline Printed run_program(const std::string& text, Observed* observed = nullptr) {
  Printed printed;
  vm::Host host;
  host.write_out = [&](std::string_view s) { printed.out += s; };
  host.write_error = [](std::string_view) {};
  host.wall_clock = host.steady_clock = [] { return 0.0; };
  host.poll = [] {};
  event_log().provenance.clear();
  event_log().attach(observed);
  {
    vm::Interpreter interpreter(host, {});
    install_eager();
    install_torch(interpreter);
    install_capture(interpreter);
    install_torchscript(interpreter);
    printed.traceback =
        interpreter.run_main(std::make_shared<const SourceFile>("test.py", text), {"test.py"}).traceback;
    release_capture();
    release_torchscript();
  }
  event_log().attach(nullptr);
  return printed;
}

}  // namespace vt::test
