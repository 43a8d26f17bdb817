// Measures a program's own compiled functions once the program has run, in the same interpreter: warm, eager
// and compiled in turn, with inputs like those of each function's last call. The part in the language is
// library/capture/torch/_dynamo/measure.py.
#pragma once
#include <memory>

#include "session/session.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt {

// Watches what torch.compile gives from now on.
class FunctionMeasurer {
 public:
  FunctionMeasurer(vm::Interpreter& vm, const MeasureRequest& request, std::shared_ptr<const SourceFile> file);
  ~FunctionMeasurer();
  FunctionMeasurer(const FunctionMeasurer&) = delete;
  FunctionMeasurer& operator=(const FunctionMeasurer&) = delete;
  // After the program has run. Throws RunStopped when it is stopped.
  MeasuredRun measure();
  // The work of the program itself, from here to the end of its run: what a program that compiles nothing shows.
  void watch_program();
  // Output of functions that are being measured is dropped.
  bool mute() const;

  struct State;  // measure.cpp's

 private:
  std::unique_ptr<State> state_;
};

}  // namespace vt
