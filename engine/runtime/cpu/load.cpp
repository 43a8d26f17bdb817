#ifndef __EMSCRIPTEN__
#include "runtime/cpu/load.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

#include "ops/kernels/parallel.h"
#include "runtime/cache_folder.h"
#include "runtime/kernel_cache.h"

namespace vt {
namespace {

bool write_whole(int file, const std::string& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    ssize_t put = write(file, bytes.data() + at, bytes.size() - at);
    if (put <= 0) return false;
    at += static_cast<size_t>(put);
  }
  return true;
}

// The loader takes one path for one library. File numbers come again, so each load spells its path
// in its own way: a number's bits as "./" and ".//".
std::string path_of_file(int file) {
  static std::atomic<unsigned> serial{0};
  std::string path = "/proc/self/fd/";
  for (unsigned bits = serial++; bits; bits >>= 1) path += bits & 1 ? ".//" : "./";
  return path + std::to_string(file);
}

// In memory, so that no file that could change lies between the check of the bytes and the load.
void* load_from_memory(const std::string& bytes) {
  int file = memfd_create("vitrine-kernels", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* handle = write_whole(file, bytes) ? dlopen(path_of_file(file).c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  close(file);
  return handle;
}

// Where the system runs nothing from memory, or has no /proc: a file that goes again at once.
void* load_from_file(const std::string& bytes) {
  std::string path = kernel_cache_folder() + "/load-XXXXXX";
  int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) return nullptr;
  bool written = write_whole(file, bytes);
  close(file);
  void* handle = written ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path.c_str());
  return handle;
}

// The library's kernels in order; none with `problem` set if it cannot be used.
void load_entries(const CompiledLibrary& made, const std::vector<std::string>& names, LoadedKernels& loaded) {
  loaded = {{}, nullptr, made.source_path, made.problem, {}};
  if (made.bytes.empty()) return;
  void* handle = load_from_memory(made.bytes);
  if (!handle) handle = load_from_file(made.bytes);
  if (!handle) {
    loaded.problem = std::string("a compiled kernel cannot be loaded, so the loop interpreter runs it: ") + dlerror();
    return;
  }
  loaded.library = std::shared_ptr<void>(handle, dlclose);
  for (const std::string& name : names) {
    auto entry = reinterpret_cast<KernelEntry>(dlsym(handle, name.c_str()));
    if (!entry) {
      loaded.problem = "a compiled kernel lacks the function " + name + ", so the loop interpreter runs it";
      loaded.entries.clear();
      return;
    }
    loaded.entries.push_back(entry);
  }
  if (void* divided = dlsym(handle, "vitrine_division_by_zero"))
    loaded.divisions_by_zero.push_back(static_cast<int*>(divided));
}

// A compiler needs about 60 ms before it does anything, and as much again for so much text.
constexpr size_t kPartBytes = 12 << 10;

struct Part {
  std::string source;
  std::vector<std::string> names;
  CompileTimes times;
  LoadedKernels loaded;
};

// Functions go, largest first, to the part that has least.
std::vector<Part> parts_of(const GeneratedCode& code) {
  std::vector<std::pair<std::string, std::string>> functions;  // text, name
  size_t all = 0;
  for (const GeneratedCode::Function& function : code.functions) {
    std::string text;
    for (size_t i = function.first_line; i < function.end_line; ++i) text += code.text[i].text + "\n";
    all += text.size();
    functions.emplace_back(std::move(text), function.entry);
  }
  std::stable_sort(functions.begin(), functions.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  const size_t cores = std::max<size_t>(static_cast<size_t>(thread_count()), 1);
  std::vector<Part> parts(
      std::clamp<size_t>(all / kPartBytes, 1, std::min(cores, std::max<size_t>(functions.size(), 1))));
  for (auto& [text, name] : functions) {
    Part& least = *std::min_element(parts.begin(), parts.end(),
                                    [](const Part& a, const Part& b) { return a.source.size() < b.source.size(); });
    least.source += text;
    least.names.push_back(name);
  }
  for (Part& part : parts) part.source = code.prelude + part.source;
  return parts;
}

}  // namespace

LoadedKernels compile_and_load(const std::string& source, const std::string& flags,
                               const std::vector<std::string>& names, CompileTimes& times) {
  LoadedKernels loaded;
  const std::string compiler = find_system_compiler();
  if (compiler.empty()) {
    loaded.problem = "no C++ compiler on this machine (install g++), so the loop interpreter runs this program";
    return loaded;
  }
  CompiledLibrary made = compile_cached(source, compiler, flags);
  load_entries(made, names, loaded);
  if (loaded.entries.empty() && made.from_cache) {  // of another time or machine: compile afresh
    forget_cached(made.name);
    made = compile_cached(source, compiler, flags);
    load_entries(made, names, loaded);
  }
  times.from_cache = made.from_cache;
  return loaded;
}

LoadedKernels compile_and_load(const GeneratedCode& code, const std::string& flags, CompileTimes& times) {
  LoadedKernels whole;
  std::map<std::string, KernelEntry> entries;
  times.from_cache = true;
  if (!code.functions.empty()) {
    std::vector<Part> parts = parts_of(code);
    std::vector<std::thread> others;
    auto compile = [&](Part& part) { part.loaded = compile_and_load(part.source, flags, part.names, part.times); };
    for (size_t i = 1; i < parts.size(); ++i) others.emplace_back([&, i] { compile(parts[i]); });
    compile(parts[0]);
    for (std::thread& other : others) other.join();
    auto libraries = std::make_shared<std::vector<std::shared_ptr<void>>>();
    for (const Part& part : parts) {
      if (part.loaded.entries.empty()) {
        whole.problem = part.loaded.problem;
        return whole;
      }
      times.from_cache = times.from_cache && part.times.from_cache;
      whole.source_path += (whole.source_path.empty() ? "" : " or ") + part.loaded.source_path;
      libraries->push_back(part.loaded.library);
      for (int* divided : part.loaded.divisions_by_zero) whole.divisions_by_zero.push_back(divided);
      for (size_t i = 0; i < part.names.size(); ++i) entries[part.names[i]] = part.loaded.entries[i];
    }
    whole.library = libraries;
  }
  for (const std::string& name : code.entry_names) whole.entries.push_back(name.empty() ? nullptr : entries.at(name));
  return whole;
}

}  // namespace vt
#endif
