// Who is asked below the tape before an op runs: the modes of a program (TorchDispatchMode).
#pragma once
#include <optional>

#include "ops/dispatch.h"

namespace vt {

class CallWatcher {
 public:
  virtual ~CallWatcher() = default;
  // What the op gives, or nothing where it should run as ever. `inplace`: the result is written into args[0],
  // which the watcher does.
  virtual std::optional<Outputs> run(const OpDef& op, const Args& args, bool inplace) = 0;
};
// Of this thread; null where nobody watches.
CallWatcher* call_watcher();
void set_call_watcher(CallWatcher* watcher);

// Ops in here are our own, no operator of the program's.
class Unwatched {
 public:
  Unwatched() : watcher_(call_watcher()) { set_call_watcher(nullptr); }
  ~Unwatched() { set_call_watcher(watcher_); }
  Unwatched(const Unwatched&) = delete;

 private:
  CallWatcher* watcher_;
};

}  // namespace vt
