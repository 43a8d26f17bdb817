// Writes down what a run does, line by line, as a Recording (support/recording.h). The
// run loop tells it of every instruction, unwinding of every frame that an exception
// leaves. Texts of values are made without running any of the program's code, so that a
// recorded run does what an unrecorded one does.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/recording.h"
#include "vm/frame.h"

namespace vt::vm {

// What the VM cannot know of an object: it is of a kind above it (a tensor).
class ObjectDescriber {
 public:
  virtual ~ObjectDescriber() = default;
  virtual std::string text(const Value& value) const = 0;  // empty: the name of its type
  virtual uint32_t version(const Value& value) const = 0;  // another number: it was changed in place
  virtual std::shared_ptr<const RecordedTensor> tensor(const Value& value) const = 0;  // null if it is none
  // What an object shows of itself, by name, where that is not all that it holds (a module, the
  // gradient of a tensor). Null: its attributes.
  using Members = std::vector<std::pair<std::string, Value>>;
  virtual std::unique_ptr<Members> members(const Value& value) const = 0;
  // The same number: the same tensor, whatever shows it to the program. 0: it is none.
  virtual uint64_t tensor_id(const Value& value) const = 0;
};

class Recorder {
 public:
  // `describer`, if any, outlives the recorder.
  Recorder(RecordLimits limits, const ObjectDescriber* describer);

  // `at` is about to run; the stack's top is at frame.top.
  void before_instruction(Interpreter& vm, Frame& frame, const Instruction* at);
  void on_exception(Interpreter& vm, Frame& frame, const Value& exception);
  void on_leave(const Frame& frame);  // unwinding drops the frame
  // The next step is a place that the program asked to stop at.
  void mark() { mark_next_ = true; }
  Recording take();

 private:
  // What a variable was when last looked at. Values are compared, never used: an object
  // may be gone by now.
  struct Seen {
    std::string text;
    Tag tag = Tag::kNull;
    uint64_t bits = 0;
    uint64_t print = 0;  // of what its text shows (recorder_text.h)
    uint32_t version = 0;
    uint64_t round = 0;  // when it was last there
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
  // `of`: the variable that `name` is a path into. `own`: the value is an object of the program.
  void note_change(Interpreter& vm, Activation& activation, const std::string& name, const Value& value,
                   std::vector<RecordedChange>& out, const std::string& of, bool own);
  // The tensors within `value`, each under the path that leads to it. `left`: how many more may be
  // met; `objects`: how many may still be looked into.
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
  const SourceFile* file_ = nullptr;  // of the program: the first code that runs
  bool mark_next_ = false, done_ = false;
};

// The recorder of this interpreter's runs; null ends recording.
void attach_recorder(Interpreter& vm, Recorder* recorder);

}  // namespace vt::vm
