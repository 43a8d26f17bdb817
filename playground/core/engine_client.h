// The interface through which panels exchange messages with
// an engine: a Web Worker in the browser, a thread natively.
#pragma once
#include <vector>

#include "support/protocol.h"

namespace vt::ui {

class EngineClient {
 public:
  virtual ~EngineClient() = default;
  virtual void send(const protocol::ToEngine& message) = 0;
  // Messages received since the last call.
  virtual std::vector<protocol::FromEngine> poll() = 0;
};

}  // namespace vt::ui
