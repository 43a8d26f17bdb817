// Records a run line by line as a Recording (support/recording.h). The run loop
// reports every instruction to it, unwinding every frame that an exception
// leaves. Texts of values are made without running any of the program's code,
// so that recording does not change the behaviour of the program.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/recording.h"
#include "vm/frame.h"

namespace vt::vm {

// Information about objects of kinds that the VM does not know (tensors).
class ObjectDescriber {
 public:
  virtual ~ObjectDescriber() = default;
  virtual std::string text(const Value& value) const = 0;  // empty: the name of its type
  virtual uint32_t version(const Value& value) const = 0;  // changes when the object is changed in place
  virtual std::shared_ptr<const RecordedTensor> tensor(const Value& value) const = 0;  // null if it is not a tensor
  // The members to show for an object, by name, if they are not simply its attributes (a module, the gradient of a
  // tensor). Null: its attributes.
  using Members = std::vector<std::pair<std::string, Value>>;
  virtual std::unique_ptr<Members> members(const Value& value) const = 0;
  // Equal numbers mean the same tensor, even through different Python objects. 0: not a tensor.
  virtual uint64_t tensor_id(const Value& value) const = 0;
};

class Recorder {
 public:
  // `describer` may be null; it must outlive the recorder.
  Recorder(RecordLimits limits, const ObjectDescriber* describer);

  // `at` is about to run; the top of the stack is in frame.top.
  void before_instruction(Interpreter& vm, Frame& frame, const Instruction* at);
  void on_exception(Interpreter& vm, Frame& frame, const Value& exception);
  void on_leave(const Frame& frame);  // unwinding drops the frame
  // The next step is a breakpoint of the program.
  void mark() { mark_next_ = true; }
  Recording take();

 private:
  // The state of a variable when last examined. Values are
  // only compared, never used: an object may be gone by now.
  struct Seen {
    std::string text;
    Tag tag = Tag::kNull;
    uint64_t bits = 0;
    uint64_t print = 0;  // fingerprint of the values that its text shows (recorder_text.h)
    uint32_t version = 0;
    uint64_t round = 0;  // the round in which it last existed
  };
  struct Activation {
    uint32_t id = 0;
    int32_t line = 0;  // of the last step, and the last instruction
    const Instruction* at = nullptr;
    std::unordered_map<std::string, Seen> variables;
  };
  struct Identity {
    uint32_t number = 0;
    uint32_t uses = 0;
  };

  bool belongs(const Frame& frame);
  Activation& activation(Interpreter& vm, const Frame& frame);
  Activation* known(const Frame& frame);
  void add_step(Interpreter& vm, Frame& frame, StepKind kind, std::string note = {});
  void collect_changes(Interpreter& vm, const Frame& frame, Activation& seen, std::vector<RecordedChange>& out);
  void look_at(Interpreter& vm, Activation& seen, const std::string& name, const Value& value,
               std::vector<RecordedChange>& out);
  // `of`: the variable that the path `name` starts at. `own`: the value is an object of the program.
  void note_change(Interpreter& vm, Activation& activation, const std::string& name, const Value& value,
                   std::vector<RecordedChange>& out, const std::string& of, bool own);
  // Visits the tensors inside `value`, each under its access path. `left`: how many more may be visited; `objects`: how
  // many more objects may be searched.
  struct Within {
    Activation& activation;
    const std::string& of;
    std::vector<RecordedChange>& out;
    size_t left, objects;
  };
  void look_within(Interpreter& vm, Within& within, const std::string& path, const Value& value, int depth);
  void forget(Seen& seen);
  void drop(const Frame& frame, bool alive);
  uint32_t number_of(const Value& value);
  void make_room();
  void drop_unused_frames();
  uint64_t step_bytes(const RecordedStep& step) const;

  RecordLimits limits_;
  const ObjectDescriber* describer_;
  Recording recording_;
  std::unordered_map<const Frame*, Activation> activations_;
  std::unordered_map<uint64_t, Identity> identities_;
  std::vector<Seen> leaving_;
  uint32_t next_number_ = 1;
  uint64_t bytes_ = 0, round_ = 0, dropped_ = 0;
  const SourceFile* file_ = nullptr;  // of the program: that of the first code that runs
  bool mark_next_ = false, done_ = false;
};

// Sets the recorder of this interpreter's runs; null ends recording.
void attach_recorder(Interpreter& vm, Recorder* recorder);

}  // namespace vt::vm
