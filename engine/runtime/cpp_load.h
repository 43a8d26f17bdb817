// C++ text to entry points: the system's compiler, the cache on disk, dlopen. For the back
// ends that generate C++.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "runtime/executable.h"

namespace vt {

// The functions `names`, in order; empty with `problem` saying why the loop interpreter has
// to do it. `library` keeps them alive.
std::vector<KernelEntry> compile_and_load(const std::string& source, const std::string& flags,
                                          const std::vector<std::string>& names, CompileTimes& times,
                                          std::shared_ptr<void>& library, std::string& problem);

}  // namespace vt
