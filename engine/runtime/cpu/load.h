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
  std::vector<int*> divisions_by_zero;  // a flag per library that has one
};
LoadedKernels compile_and_load(const std::string& source, const std::string& flags,
                               const std::vector<std::string>& names, CompileTimes& times);
// The kernels of generated C++, null for those without code of their own; large texts in parts that are compiled beside
// each other.
LoadedKernels compile_and_load(const GeneratedCode& code, const std::string& flags, CompileTimes& times);

}  // namespace vt
