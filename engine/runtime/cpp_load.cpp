#ifndef __EMSCRIPTEN__
#include "runtime/cpp_load.h"

#include <dlfcn.h>
#include <unistd.h>

#include "runtime/kernel_cache.h"

namespace vt {
namespace {

// The library's kernels in order; empty with `problem` set if it cannot be used.
std::vector<KernelEntry> load_entries(const std::string& path, const std::vector<std::string>& names,
                                      std::shared_ptr<void>& library, std::string& problem) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    problem = std::string("a compiled kernel cannot be loaded, so the loop interpreter runs it: ") + dlerror();
    return {};
  }
  library = std::shared_ptr<void>(handle, dlclose);
  std::vector<KernelEntry> entries;
  for (const std::string& name : names) {
    auto entry = reinterpret_cast<KernelEntry>(dlsym(handle, name.c_str()));
    if (!entry) {
      problem = "a compiled kernel lacks the function " + name + ", so the loop interpreter runs it";
      return {};
    }
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace

std::vector<KernelEntry> compile_and_load(const std::string& source, const std::string& flags,
                                          const std::vector<std::string>& names, CompileTimes& times,
                                          std::shared_ptr<void>& library, std::string& problem) {
  std::string compiler = find_system_compiler();
  if (compiler.empty()) {
    problem = "no C++ compiler on this machine (install g++), so the loop interpreter runs this program";
    return {};
  }
  std::string path = compile_cached(source, compiler, flags, times.from_cache, problem);
  if (path.empty()) return {};
  auto entries = load_entries(path, names, library, problem);
  if (!entries.empty() || !times.from_cache) return entries;
  // A damaged file in the cache: compile afresh.
  unlink(path.c_str());
  problem.clear();
  path = compile_cached(source, compiler, flags, times.from_cache, problem);
  return path.empty() ? std::vector<KernelEntry>{} : load_entries(path, names, library, problem);
}

}  // namespace vt
#endif
