// How panels reach an engine: messages out, messages in. Behind it is a Web Worker in the
// browser and a thread natively.
#pragma once
#include <vector>

#include "support/protocol.h"

namespace vt::ui {

class EngineClient {
 public:
  virtual ~EngineClient() = default;
  virtual void send(const protocol::ToEngine& message) = 0;
  // What has arrived since the last call.
  virtual std::vector<protocol::FromEngine> poll() = 0;
};

}  // namespace vt::ui
