// Writes down what the tracer does, instruction by instruction: the symbolic stack, the
// locals and the guards that each instruction adds. Bounded, and made only when a run asks
// for it (EventLog::record_capture); told as kCapture events, stepped through by Playback.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "capture/dynamo/tracer.h"
#include "support/recording.h"

namespace vt::dynamo {

class StepRecord {
 public:
  // A frame starts or goes on (a generator): the steps that follow are its.
  void enter(const Tracer& tracer);
  void leave();
  // Before an instruction of the innermost frame entered.
  void before(const Tracer& tracer);
  // How tracing ended: the value returned, or why it stopped.
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
    std::vector<Shown> slots, stack;  // as they were last written down; empty text: not there
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
  std::vector<std::pair<size_t, size_t>> guards_;  // step and change that stand for each guard seen
  size_t shape_guards_ = 0;                        // of those, how many have been seen
  uint64_t bytes_ = 0;
};

// "%relu : float32[4]", "L['n'], not looked at": a value as the tracer knows it.
std::string symbolic_text(const Var& v);

}  // namespace vt::dynamo
