#ifndef __EMSCRIPTEN__
#include "runtime/cuda_modules.h"

#include <algorithm>
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
  return {"--gpu-architecture=sm_" + std::to_string(p.major) + std::to_string(p.minor), "--std=c++17",
          "-default-device"};
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

void compile_side_by_side(std::vector<Unit*> work, const std::vector<std::string>& options) {
  auto compile = [&](Unit* unit) {
    unit->image = device::compile_cuda(unit->source, options, unit->problem);
    unit->compiled = true;
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < work.size(); ++i) threads.emplace_back(compile, work[i]);
  if (!work.empty()) compile(work[0]);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

Modules load_cuda_modules(const std::string& prelude, const std::vector<std::string>& texts, int device,
                          bool& from_cache, std::string& problem) {
  static std::mutex mutex;
  static std::map<std::pair<int, std::string>, std::shared_ptr<device::CudaModule>> loaded;
  std::vector<std::string> options = compiler_options(device);
  std::string content = "nvrtc " + std::to_string(device::nvrtc_version()) + "\n";
  for (const std::string& option : options) content += option + "\n";
  std::lock_guard lock(mutex);
  std::vector<Unit> units = units_of(prelude, texts, content);
  std::vector<Unit*> work;
  for (Unit& unit : units) {
    std::shared_ptr<device::CudaModule>& module = loaded[{device, unit.name}];
    if (!module && read_cached(unit.name, unit.image)) {
      module = try_load(unit.image, device, problem);
      if (!module) forget_cached(unit.name);  // written for something else, or by something broken: compile afresh
    }
    if (!module) work.push_back(&unit);
  }
  problem.clear();
  from_cache = work.empty();
  compile_side_by_side(work, options);
  Modules modules;
  for (Unit& unit : units) {
    std::shared_ptr<device::CudaModule>& module = loaded[{device, unit.name}];
    if (unit.compiled && !unit.image.empty()) module = try_load(unit.image, device, unit.problem);
    if (!module) {
      problem = unit.problem;
      return {};
    }
    if (unit.compiled) write_cached(unit.name, unit.image);
    modules.push_back(module);
  }
  return modules;
}

}  // namespace vt
#endif
