// What a recorded run did, statement by statement: plain data that the step panel, the
// command line and the tests read. The VM writes it (vm/recorder.h) within RecordLimits.
// A step is a moment before a line runs; its changes are what the code since the step
// before did to variables, in whichever frame they live. Folding the changes of the steps
// 0..n gives the variables at step n (Playback), so stepping back is as cheap as forward.
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

// A tensor as a variable held it: its place in memory, and its elements as a matrix of the last
// axis by all others, or an even sample of its rows and columns.
struct RecordedTensor {
  static constexpr int64_t kMostRows = 16, kMostColumns = 32;
  std::string dtype, device;  // "float32", "cpu"
  std::string gradient;       // "AddBackward0", "requires grad", or empty
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;            // of the first element in the storage, in elements
  int64_t storage_elements = 0;  // of the whole storage
  uint64_t storage = 0;          // the same number at the same step: the same memory
  uint32_t version = 0;          // in-place changes through any view so far
  int64_t rows = 0, columns = 0;
  int64_t row_step = 1, column_step = 1;  // every so many are in `values`
  std::vector<double> values;             // row by row; empty if they cannot be read here
  // Of the finite elements in `values`, or of all of them where `whole_range` says so.
  double minimum = 0, maximum = 0, mean = 0;
  int64_t not_finite = 0;
  bool whole_range = false;
  // Where an element of the matrix lies in the storage.
  int64_t place(int64_t row, int64_t column) const;
};

// A variable after a change. Texts are bounded summaries, made without calling the program.
struct RecordedChange {
  uint32_t frame = 0;  // index into Recording::frames
  std::string name;
  std::string type;                              // "list"
  std::string text;                              // "[1, 2]", "float32[4, 8] mean 0.1 ..."
  uint32_t object = 0;                           // the same number: the same object (aliases); 0: a plain value
  bool removed = false;                          // the variable is no more
  std::shared_ptr<const RecordedTensor> tensor;  // if it is one
  std::string of;  // the variable that it lies in: "net" of "net.fc.weight"; empty for a variable
};

struct RecordedStep {
  StepKind kind = StepKind::kLine;
  uint32_t frame = 0;
  uint32_t line = 0;          // of the frame's code, from 1
  bool mark = false;          // breakpoint() or pdb.set_trace() was called just before
  uint64_t output_bytes = 0;  // what the program had printed by then
  std::string note;
  std::vector<RecordedChange> changes;
};

// One activation of a function, or the module itself.
struct RecordedFrame {
  std::string function;  // "<module>", "train"
  int32_t caller = -1;   // index of the frame that called it
  uint32_t depth = 0;
};

struct Recording {
  std::vector<RecordedFrame> frames;
  std::vector<RecordedStep> steps;
  std::string cut_off;  // what is missing at its start: "the first 10000 steps"; empty: it is whole
  bool empty() const { return steps.empty(); }
};

// The variables at one step of a recording, which must outlive it. Moving by one step
// costs what changed; going back starts from the nearest kept state.
class Playback {
 public:
  explicit Playback(const Recording& recording);
  // Clamped to the recording. Stepping back is move_to(position() - 1).
  void move_to(size_t step);
  size_t position() const { return position_; }
  const RecordedStep& step() const { return recording_.steps[position_]; }
  // Frames from the innermost outwards.
  std::vector<uint32_t> stack() const;
  // The variables of a frame in the order of their first assignment, each followed by the tensors
  // that lie in it.
  std::vector<const RecordedChange*> variables(uint32_t frame) const;
  // The next step that a user means by "over" (not deeper than here), "out", or "to the
  // next mark"; the last step if there is none. `forward` false: the one before.
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
  std::map<size_t, State> kept_;  // every kKeepEvery steps, so that going back is short
};

// Stable text: each line with the changes that it made beneath it. `source` gives the lines.
std::string recording_text(const Recording& recording, const std::string& source);

}  // namespace vt
