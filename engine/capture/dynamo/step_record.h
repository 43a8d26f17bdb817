// Records the tracer instruction by instruction: the symbolic stack, the locals, and the guards that each instruction
// adds. Limited in size, and made only if a run asks for it (EventLog::record_capture). Emitted as kCapture events;
// Playback steps through them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "capture/dynamo/tracer.h"
#include "support/recording.h"

namespace vt::dynamo {

class StepRecord {
 public:
  // A frame starts, or a generator resumes; the following steps belong to it.
  void enter(const Tracer& tracer);
  void leave();
  // Called before each instruction of the innermost entered frame.
  void before(const Tracer& tracer);
  // Records how tracing ended: with the returned value, or with the reason for stopping.
  void finish(const Tracer& root, bool returned, const std::string& note);
  Recording take(const GuardSet& guards);
  bool empty() const { return recording_.steps.empty(); }

 private:
  struct Shown {
    std::string type, text;
    bool operator==(const Shown&) const = default;
  };
  struct Frame {
    uint32_t index = 0;
    std::vector<Shown> slots, stack;  // as last recorded; empty text: no value
  };
  bool full();
  void add_step(const Tracer& tracer, StepKind kind, std::string note);
  void add_changes(const Tracer& tracer, Frame& frame, RecordedStep& step);
  void add_shape_guards(const Tracer& tracer, RecordedStep& step);
  void change(RecordedStep& step, uint32_t frame, const std::string& name, Shown& last, Shown now);
  std::string instruction_text(const Tracer& tracer);

  Recording recording_;
  std::map<const Tracer*, Frame> frames_;
  std::vector<const Tracer*> entered_;
  std::map<const Code*, std::vector<std::string>> texts_;
  std::vector<std::pair<size_t, size_t>> guards_;  // per guard seen: the step and change that show it
  size_t shape_guards_ = 0;                        // number of shape guards seen
  uint64_t bytes_ = 0;
};

// A value as the tracer knows it: "%relu : float32[4]", "L['n'], not looked at".
std::string symbolic_text(const Var& v);

}  // namespace vt::dynamo
