// The engine's side of the protocol: decodes messages, executes them in a Session, and encodes the answers. The
// browser's worker and the window's engine thread are thin wrappers around it.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "session/session.h"
#include "support/protocol.h"

namespace vt {

class EngineHost {
 public:
  using SendFn = std::function<void(const std::vector<uint8_t>&)>;
  // `hand_on`, if there is one, is called now and then while a program runs: what was sent may travel in one piece.
  explicit EngineHost(SendFn send, std::function<void()> hand_on = {});
  ~EngineHost();
  // Executes a message; answers are passed to `send` while it runs.
  void receive(const uint8_t* bytes, size_t size);
  // Registers a lesson's manifest with its programs, for Check messages.
  void add_lesson(const std::string& manifest_json);
  void request_stop();  // from any thread
  // Runs a tiny compiled program, so that the first real one finds modules imported and the engine's code compiled by
  // the browser.
  void warm_up();
  // For when nothing is asked for: makes ready what the next run of a changed program begins with.
  void idle();

 private:
  void run(const protocol::Run& message);
  void check(const protocol::Check& message);
  void bench(const protocol::Bench& message);
  void measure(const protocol::Measure& message);
  void send_page(const protocol::PullPage& message);
  void post(const protocol::FromEngine& message);
  void write(std::string_view text, bool is_error);
  void flush_output();
  void flush_when_due();
  void flush_items(const Provenance& provenance);
  void on_event(const Event& event);

  SendFn send_;
  std::function<void()> hand_on_;
  std::unique_ptr<Session> session_;
  std::vector<std::string> lessons_;
  std::atomic<bool> stop_bench_{false};
  uint32_t run_ = 0;
  RunRequest request_;          // of that run
  bool import_failed_ = false;  // in the last run: its imports are left to the next one
  protocol::Output pending_;
  std::chrono::steady_clock::time_point waits_since_;  // arrival of the first text in pending_
  size_t items_sent_ = 0, events_sent_ = 0;
};

}  // namespace vt
