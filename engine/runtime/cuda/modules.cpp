#ifndef __EMSCRIPTEN__
#include "runtime/cuda/modules.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "device/nvrtc.h"
#include "runtime/kernel_cache.h"
#include "tensor/tensor.h"

namespace vt {
namespace {

std::vector<std::string> compiler_options(int device) {
  const device::CudaProperties& p = device::cuda_properties(device);
  std::vector<std::string> options = {"--gpu-architecture=sm_" + std::to_string(p.major) + std::to_string(p.minor),
                                      "--std=c++17", "-default-device"};
  // Without the types and functions of the runtime's interface, which no kernel uses.
  constexpr int kFirstWithMinimal = 12040;
  if (device::nvrtc_version() >= kFirstWithMinimal) options.push_back("--minimal");
  return options;
}

std::shared_ptr<device::CudaModule> try_load(const std::string& image, int device, std::string& problem) {
  try {
    return std::make_shared<device::CudaModule>(image, device);
  } catch (const TensorError& error) {
    problem = error.message;
    return nullptr;
  }
}

using Modules = std::vector<std::shared_ptr<device::CudaModule>>;

// One compilation: what is loaded already, what is on disk, or a thread's work.
struct Unit {
  std::string source, name;
  std::string image, problem;
  bool compiled = false;
};

// About equal parts of the text, one for each processor; starting the compiler costs as much
// as a few kernels do.
std::vector<Unit> units_of(const std::string& prelude, const std::vector<std::string>& texts,
                           const std::string& content) {
  constexpr size_t kLeast = 2000, kMostUnits = 16;
  size_t all = 0, done = 0;
  for (const std::string& text : texts) all += text.size();
  size_t processors = std::max(1u, std::thread::hardware_concurrency());
  size_t count = std::clamp<size_t>(all / kLeast, 1, std::min(processors, kMostUnits));
  std::vector<Unit> units;
  for (const std::string& text : texts) {
    if (units.empty() || done * count >= all * units.size()) units.push_back({prelude, {}, {}, {}});
    units.back().source += text;
    done += text.size();
  }
  for (Unit& unit : units) unit.name = content_hash(content + unit.source) + ".cubin";
  return units;
}

void compile_side_by_side(const std::vector<Unit*>& work, const std::vector<std::string>& options) {
  std::atomic<size_t> next{0};
  auto compile = [&] {
    for (size_t i = next++; i < work.size(); i = next++) {
      work[i]->image = device::compile_cuda(work[i]->source, options, work[i]->problem);
      work[i]->compiled = true;
    }
  };
  size_t count = std::min<size_t>(work.size(), std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i) threads.emplace_back(compile);
  compile();
  for (std::thread& thread : threads) thread.join();
}

// Names what decides about a unit's machine code besides its source.
std::string compiler_text(const std::vector<std::string>& options) {
  std::string text = "nvrtc " + std::to_string(device::nvrtc_version()) + "\n";
  for (const std::string& option : options) text += option + "\n";
  return text;
}

// The modules of the units in order, null where one does not compile or load.
Modules load_units(std::vector<Unit>& units, int device, const std::vector<std::string>& options, bool& from_cache) {
  static std::mutex mutex;
  static std::map<std::pair<int, std::string>, std::shared_ptr<device::CudaModule>> loaded;
  std::lock_guard lock(mutex);
  std::vector<Unit*> work;
  for (Unit& unit : units) {
    std::shared_ptr<device::CudaModule>& module = loaded[{device, unit.name}];
    std::string problem;
    if (!module && read_cached(unit.name, unit.image)) {
      module = try_load(unit.image, device, problem);
      if (!module) forget_cached(unit.name);  // written for something else, or by something broken: compile afresh
    }
    if (!module) work.push_back(&unit);
  }
  from_cache = work.empty();
  compile_side_by_side(work, options);
  Modules modules;
  for (Unit& unit : units) {
    std::shared_ptr<device::CudaModule>& module = loaded[{device, unit.name}];
    if (unit.compiled && !module && !unit.image.empty()) {
      module = try_load(unit.image, device, unit.problem);
      if (module) write_cached(unit.name, unit.image);
    }
    modules.push_back(module);
  }
  return modules;
}

}  // namespace

Modules load_cuda_modules(const std::string& prelude, const std::vector<std::string>& texts, int device,
                          bool& from_cache, std::string& problem) {
  std::vector<std::string> options = compiler_options(device);
  std::vector<Unit> units = units_of(prelude, texts, compiler_text(options));
  Modules modules = load_units(units, device, options, from_cache);
  problem.clear();
  for (size_t i = 0; i < units.size() && problem.empty(); ++i)
    if (!modules[i]) problem = units[i].problem;
  return problem.empty() ? modules : Modules();
}

Modules load_cuda_candidates(const std::string& prelude, const std::vector<std::string>& texts, int device,
                             std::vector<std::string>& problems) {
  std::vector<std::string> options = compiler_options(device);
  std::vector<Unit> units;
  for (const std::string& text : texts)
    units.push_back({prelude + text, content_hash(compiler_text(options) + prelude + text) + ".cubin", {}, {}});
  bool from_cache = false;
  Modules modules = load_units(units, device, options, from_cache);
  for (const Unit& unit : units) problems.push_back(unit.problem);
  return modules;
}

}  // namespace vt
#endif
