// Measures a program's compiled functions after the program has run, in the same interpreter: warm, alternating eager
// and compiled, with inputs as in each function's last call. The Python part is
// library/capture/torch/_dynamo/measure.py.
#pragma once
#include <memory>

#include "session/session.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt {

// Records the functions that torch.compile returns from now on.
class FunctionMeasurer {
 public:
  FunctionMeasurer(vm::Interpreter& vm, const MeasureRequest& request, std::shared_ptr<const SourceFile> file);
  ~FunctionMeasurer();
  FunctionMeasurer(const FunctionMeasurer&) = delete;
  FunctionMeasurer& operator=(const FunctionMeasurer&) = delete;
  // Call it after the program has run. Throws RunStopped when it is stopped.
  MeasuredRun measure();
  // Records the work of the program itself from now to its end; shown if the program compiles nothing.
  void watch_program();
  // Whether output is dropped, because a function is being measured.
  bool mute() const;

  struct State;  // defined in measure.cpp

 private:
  std::unique_ptr<State> state_;
};

}  // namespace vt
