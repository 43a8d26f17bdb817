#ifndef __EMSCRIPTEN__
#include "runtime/cuda_modules.h"

#include <map>
#include <mutex>
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

}  // namespace

std::shared_ptr<device::CudaModule> load_cuda_module(const std::string& source, int device, bool& from_cache,
                                                     std::string& problem) {
  static std::mutex mutex;
  static std::map<std::pair<int, std::string>, std::shared_ptr<device::CudaModule>> loaded;
  std::vector<std::string> options = compiler_options(device);
  std::string content = "nvrtc " + std::to_string(device::nvrtc_version()) + "\n";
  for (const std::string& option : options) content += option + "\n";
  std::string name = content_hash(content + source) + ".cubin";
  std::lock_guard lock(mutex);
  std::shared_ptr<device::CudaModule>& module = loaded[{device, name}];
  from_cache = module != nullptr;
  if (module) return module;
  std::string image;
  if (read_cached(name, image)) {
    module = try_load(image, device, problem);
    from_cache = module != nullptr;
    if (module) return module;
    forget_cached(name);  // written for something else, or by something broken: compile afresh
    problem.clear();
  }
  image = device::compile_cuda(source, options, problem);
  if (image.empty()) return nullptr;
  module = try_load(image, device, problem);
  if (module) write_cached(name, image);
  return module;
}

}  // namespace vt
#endif
