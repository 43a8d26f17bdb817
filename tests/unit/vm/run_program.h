// Runs a program's text in a fresh interpreter and gives back what it printed. For tests
// of the VM, the builtins, and of the modules above them.
#pragma once
#include <memory>
#include <string>

#include "vm/interpreter.h"

namespace vt::test {

struct ProgramResult {
  vm::Interpreter::Outcome outcome;
  std::string out;
};

inline vm::Host test_host(std::string& out) {
  vm::Host host;
  host.write_out = [&out](std::string_view text) { out += text; };
  host.write_error = [&out](std::string_view text) { out += text; };
  host.wall_clock = [] { return 1700000000.0; };
  host.steady_clock = [] { return 100.0; };
  return host;
}

inline ProgramResult run_program(const std::string& source, Limits limits = {}) {
  ProgramResult result;
  vm::Interpreter interpreter(test_host(result.out), limits);
  result.outcome = interpreter.run_main(std::make_shared<SourceFile>("program.py", source), {"program.py"});
  return result;
}

// What the program prints, with the traceback after it if it fails.
inline std::string output_of(const std::string& source, Limits limits = {}) {
  ProgramResult result = run_program(source, limits);
  if (result.outcome.stopped) return result.out + "stopped: " + result.outcome.error.message + "\n";
  return result.out + result.outcome.traceback;
}

}  // namespace vt::test
