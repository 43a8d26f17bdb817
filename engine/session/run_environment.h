// What a program runs in: an interpreter with torch and the three front ends. Made for one run; Session may make the
// next one ahead. Before session.cpp.
#pragma once
#include <string_view>
#include <utility>

#include "support/limits.h"
#include "vm/interpreter.h"

namespace vt {

class RunEnvironment {
 public:
  RunEnvironment(vm::Host host, const Limits& limits) : interpreter(std::move(host), limits), installed_(interpreter) {}
  RunEnvironment(const RunEnvironment&) = delete;
  RunEnvironment& operator=(const RunEnvironment&) = delete;

  vm::Interpreter interpreter;

 private:
  // What a run leaves behind in them may hold objects of its interpreter and must end before it.
  struct Installed {
    explicit Installed(vm::Interpreter& vm);
    ~Installed();
  };
  Installed installed_;
};

// Whether some line of a program imports torch or a part of it.
bool imports_torch(std::string_view source);

}  // namespace vt
