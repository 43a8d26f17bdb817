// Generated C++, compiled by the system's compiler, loaded with dlopen.
#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#include <unistd.h>

#include <chrono>

#include "ops/kernels/parallel.h"
#include "runtime/backends.h"
#include "runtime/executable.h"
#include "runtime/kernel_cache.h"

namespace vt {
namespace {

// No -ffast-math: NaN and infinity keep their meaning. Products and sums may fuse.
std::string compiler_flags() {
  return "-std=c++17 -O2 -march=native -mprefer-vector-width=512 -fPIC -shared -fopenmp -fno-math-errno "
         "-fno-trapping-math "
         "-fwrapv -fno-exceptions -fno-rtti -w -x c++";
}

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

std::string source_of(const GeneratedCode& code) {
  std::string text = code.prelude;
  for (const TaggedLine& line : code.text) text += line.text + "\n";
  return text;
}

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

class CppBackend : public Backend {
 public:
  const char* name() const override { return "cpp"; }
  bool available() const override { return true; }  // falls back to the interpreter and says so

  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    double start = now_us();
    CpuTarget target = host_cpu_target();
    target.threads = thread_count();
    GeneratedCode code = generate_cpp(kernel_sources(program), target);
    times.generate_us = now_us() - start;
    if (code.entry_names.empty())
      return std::make_unique<ProgramExecutable>(std::move(program), std::move(code), std::vector<KernelEntry>{}, "");
    start = now_us();
    std::string problem, compiler = find_system_compiler();
    std::shared_ptr<void> library;
    std::vector<KernelEntry> entries;
    if (compiler.empty())
      problem = "no C++ compiler on this machine (install g++), so the loop interpreter runs this program";
    else entries = compile_and_load(source_of(code), compiler, code.entry_names, times, library, problem);
    times.compile_us = now_us() - start;
    auto executable = std::make_unique<ProgramExecutable>(std::move(program), std::move(code), std::move(entries),
                                                          std::move(problem));
    if (library) executable->division_by_zero = static_cast<int*>(dlsym(library.get(), "vitrine_division_by_zero"));
    executable->library = std::move(library);
    return executable;
  }

 private:
  static std::vector<KernelEntry> compile_and_load(const std::string& source, const std::string& compiler,
                                                   const std::vector<std::string>& names, CompileTimes& times,
                                                   std::shared_ptr<void>& library, std::string& problem) {
    std::string path = compile_cached(source, compiler, compiler_flags(), times.from_cache, problem);
    if (path.empty()) return {};
    auto entries = load_entries(path, names, library, problem);
    if (!entries.empty() || !times.from_cache) return entries;
    // A damaged file in the cache: compile afresh.
    unlink(path.c_str());
    problem.clear();
    path = compile_cached(source, compiler, compiler_flags(), times.from_cache, problem);
    return path.empty() ? std::vector<KernelEntry>{} : load_entries(path, names, library, problem);
  }
};

}  // namespace

Backend& cpp_backend() {
  static CppBackend backend;
  return backend;
}

}  // namespace vt
#endif
