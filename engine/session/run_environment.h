// What a program runs in: an interpreter with torch and the front ends. Before session.cpp.
#pragma once
#include <memory>
#include <string>

#include "vm/interpreter.h"

namespace vt {

struct RunRequest;

// Torch's types belong to the process: at most one environment exists at a time.
class RunEnvironment {
 public:
  RunEnvironment(const RunRequest& request, vm::Host host);
  RunEnvironment(const RunEnvironment&) = delete;
  RunEnvironment& operator=(const RunEnvironment&) = delete;

  vm::Interpreter interpreter;

 private:
  // What a run leaves behind in the front ends may hold objects of its interpreter and must end before it.
  struct FrontEnds {
    FrontEnds(const RunRequest& request, vm::Interpreter& vm);
    ~FrontEnds();
  };
  FrontEnds front_ends_;
};

std::vector<std::string> arguments_of(const RunRequest& request);  // sys.argv

// The ready environment if it fits the request, else a new one.
std::unique_ptr<RunEnvironment> take_environment(const RunRequest& request, vm::Host host);
// Makes an environment that has done the imports which the program begins with, for a later run whose program begins
// with the same lines: nothing that it does comes before them.
void make_environment_ready(const RunRequest& request, vm::Host host);
void drop_ready_environment();

}  // namespace vt
