// A recorded run, statement by statement: plain data for the step panel, the command line
// and the tests. The VM records it (vm/recorder.h) within RecordLimits. A step is the
// moment before a line runs. Its changes are those that the code since the previous step
// made to variables, in any frame. Applying the changes of steps 0..n in order gives the
// variables at step n (Playback), so stepping back is as cheap as stepping forward.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vt {

struct RecordLimits {
  uint32_t steps = 20000;
  uint64_t bytes = uint64_t{8} << 20;  // of names, texts and tensors
};

enum class StepKind : uint8_t {
  kCall,       // a function has just been entered
  kLine,       // `line` is about to run
  kReturn,     // the function is about to return or yield; `note` shows the value
  kException,  // an exception leaves the line; `note` shows it
  kEnd,        // after the last line
};

// A tensor held by a variable: its layout in memory, and its elements as a matrix of the last axis by all other axes
// (or an even sample of its rows and columns).
struct RecordedTensor {
  static constexpr int64_t kMostRows = 16, kMostColumns = 32;
  std::string dtype, device;  // "float32", "cpu"
  std::string gradient;       // "AddBackward0", "requires grad", or empty
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;            // of the first element in the storage, in elements
  int64_t storage_elements = 0;  // of the whole storage
  uint64_t storage = 0;          // equal numbers at the same step: the same storage
  uint32_t version = 0;          // number of in-place changes so far, through any view
  int64_t rows = 0, columns = 0;
  int64_t row_step = 1, column_step = 1;  // `values` has every row_step-th row, column_step-th column
  std::vector<double> values;             // row-major; empty if they cannot be read (fake, device)
  // Statistics of the finite elements in `values`; of the whole tensor if `whole_range`.
  double minimum = 0, maximum = 0, mean = 0;
  int64_t not_finite = 0;
  bool whole_range = false;
  // Position in the storage of an element of the matrix.
  int64_t place(int64_t row, int64_t column) const;
};

// A variable after a change. Texts are bounded summaries, made without calling methods of the program.
struct RecordedChange {
  uint32_t frame = 0;  // index into Recording::frames
  std::string name;
  std::string type;                              // "list"
  std::string text;                              // "[1, 2]", "float32[4, 8] mean 0.1 ..."
  uint32_t object = 0;                           // equal numbers: the same object (alias); 0: a plain value
  bool removed = false;                          // the variable was deleted
  std::shared_ptr<const RecordedTensor> tensor;  // set if the value is a tensor
  std::string of;  // the variable that contains it: "net" for "net.fc.weight"; empty for a variable
};

struct RecordedStep {
  StepKind kind = StepKind::kLine;
  uint32_t frame = 0;
  uint32_t line = 0;          // line in the frame's code, from 1
  bool mark = false;          // breakpoint() or pdb.set_trace() was called just before
  uint64_t output_bytes = 0;  // bytes that the program had printed by then
  std::string note;
  std::vector<RecordedChange> changes;
};

// One call of a function, or the execution of the module.
struct RecordedFrame {
  std::string function;  // "<module>", "train"
  int32_t caller = -1;   // index of the frame that called it
  uint32_t depth = 0;
};

struct Recording {
  std::vector<RecordedFrame> frames;
  std::vector<RecordedStep> steps;
  std::string cut_off;  // what is missing at the start: "the first 10000 steps"; empty: nothing
  bool empty() const { return steps.empty(); }
};

// The variables at one step of a recording, which must outlive this. A step forward costs its changes; going back
// starts from the nearest kept state.
class Playback {
 public:
  explicit Playback(const Recording& recording);
  // Moves to a step, clamped to the recording. Stepping back is move_to(position() - 1).
  void move_to(size_t step);
  size_t position() const { return position_; }
  const RecordedStep& step() const { return recording_.steps[position_]; }
  // Frames, innermost first.
  std::vector<uint32_t> stack() const;
  // The variables of a frame in the order of first assignment,
  // each followed by the tensors that it contains.
  std::vector<const RecordedChange*> variables(uint32_t frame) const;
  // The target of the commands "over" (next step not deeper than here), "out", and "to the next mark"; the last step if
  // there is none. `forward` false: searches backwards.
  size_t over(bool forward = true) const;
  size_t out(bool forward = true) const;
  size_t mark(bool forward = true) const;

 private:
  using State = std::map<uint32_t, std::vector<const RecordedChange*>>;
  void apply(const RecordedStep& step);
  size_t find(bool forward, uint32_t deepest, bool marks_only) const;
  const Recording& recording_;
  size_t position_ = 0;
  State state_;
  std::map<size_t, State> kept_;  // a state every kKeepEvery steps, to go back fast
};

// Stable text: each line of `source`, with the changes that it made below it.
std::string recording_text(const Recording& recording, const std::string& source);

}  // namespace vt
