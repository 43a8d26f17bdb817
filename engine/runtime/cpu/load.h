// C++ text to entry points: the system's compiler, the cache on disk, dlopen. For the back
// ends that generate C++.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "runtime/executable.h"

namespace vt {

struct LoadedKernels {
  std::vector<KernelEntry> entries;  // in the order asked for; empty with `problem` saying why the interpreter runs
  std::shared_ptr<void> library;     // keeps them alive
  std::string source_path, problem;
};
LoadedKernels compile_and_load(const std::string& source, const std::string& flags,
                               const std::vector<std::string>& names, CompileTimes& times);

}  // namespace vt
