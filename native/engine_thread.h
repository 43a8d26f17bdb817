// The engine on a thread of its own behind two queues of encoded messages: what a Web
// Worker is in the browser.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "playground/core/engine_client.h"

namespace vt {

class EngineHost;

class EngineThread : public ui::EngineClient {
 public:
  EngineThread();
  ~EngineThread() override;
  // `wake` is called from the engine's thread when messages have arrived.
  void start(std::function<void()> wake);
  void stop();
  // Ends the run in progress at its next instruction.
  void interrupt();
  void send(const protocol::ToEngine& message) override;
  std::vector<protocol::FromEngine> poll() override;

 private:
  void work();
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::vector<uint8_t>> to_engine_, from_engine_;
  std::function<void()> wake_;
  std::unique_ptr<EngineHost> host_;
  bool ending_ = false;
};

}  // namespace vt
