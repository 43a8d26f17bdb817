#include "native/engine_thread.h"

#include "playground/host/engine_host.h"

namespace vt {

EngineThread::EngineThread() = default;
EngineThread::~EngineThread() { stop(); }

void EngineThread::start(std::function<void()> wake) {
  wake_ = std::move(wake);
  host_ = std::make_unique<EngineHost>([this](const std::vector<uint8_t>& bytes) {
    bool first = false;
    {
      std::lock_guard lock(mutex_);
      first = from_engine_.empty();
      from_engine_.push_back(bytes);
    }
    if (first) wake_();
  });
  thread_ = std::thread([this] { work(); });
}

void EngineThread::work() {
  for (;;) {
    std::vector<uint8_t> bytes;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return ending_ || !to_engine_.empty(); });
      if (ending_) return;
      bytes = std::move(to_engine_.front());
      to_engine_.pop_front();
    }
    host_->receive(bytes.data(), bytes.size());
  }
}

void EngineThread::stop() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  interrupt();
  arrived_.notify_one();
  thread_.join();
}

void EngineThread::interrupt() { host_->request_stop(); }

void EngineThread::send(const protocol::ToEngine& message) {
  {
    std::lock_guard lock(mutex_);
    to_engine_.push_back(protocol::encode(message));
  }
  arrived_.notify_one();
}

std::vector<protocol::FromEngine> EngineThread::poll() {
  std::deque<std::vector<uint8_t>> arrived;
  {
    std::lock_guard lock(mutex_);
    arrived.swap(from_engine_);
  }
  std::vector<protocol::FromEngine> messages;
  for (const std::vector<uint8_t>& bytes : arrived) {
    Result<protocol::FromEngine> message = protocol::decode_from_engine(bytes.data(), bytes.size());
    if (message.ok()) messages.push_back(std::move(message.value()));
  }
  return messages;
}

}  // namespace vt
