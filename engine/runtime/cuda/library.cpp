#ifndef __EMSCRIPTEN__
#include "runtime/cuda/library.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "codegen/cuda_text.h"
#include "device/cuda.h"
#include "device/nvrtc.h"
#include "runtime/cuda/modules.h"
#include "runtime/runtime.h"
#include "support/check.h"

namespace vt {

bool cuda_kernels_available() {
  static const bool available = device::nvrtc_version() != 0;
  return available;
}

uint64_t word(const Tensor& t) {
  return reinterpret_cast<uint64_t>(t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()));
}

int64_t blocks_for(int64_t count, int threads, int device) {
  const device::CudaProperties& p = device::cuda_properties(device);
  int64_t most = int64_t{p.multiprocessors} * std::max(p.threads_per_multiprocessor / threads, 1) * 4;
  return std::min((count + threads - 1) / threads, most);
}

std::string type_definitions(const char* name, DType dtype) {
  const char *memory = "float", *wide = "float", *load = nullptr, *store = nullptr;
  switch (dtype) {
    case DType::kFloat32: break;
    case DType::kFloat64: memory = wide = "double"; break;
    case DType::kFloat16: memory = "unsigned short", load = "load_f16", store = "store_f16"; break;
    case DType::kBFloat16: memory = "unsigned short", load = "load_bf16", store = "store_bf16"; break;
    case DType::kBool: memory = "unsigned char", wide = "bool"; break;
    case DType::kUInt8: memory = wide = "unsigned char"; break;
    case DType::kInt8: memory = wide = "signed char"; break;
    case DType::kInt16: memory = wide = "short"; break;
    case DType::kInt32: memory = wide = "int"; break;
    case DType::kInt64: memory = wide = "i64"; break;
  }
  std::string n = name, text = "typedef " + std::string(memory) + " " + n + ";\ntypedef " + wide + " " + n + "_WIDE;\n";
  text += "#define LOAD_" + n + "(p) " + (load ? std::string(load) + "(*(p))" : "((" + n + "_WIDE)*(p))") + "\n";
  text += "#define STORE_" + n + "(p, v) (*(p) = " + (store ? std::string(store) + "((float)(v))" : "(" + n + ")(v)") +
          ")\n";
  return text;
}

void launch_library_kernel(const LibraryLaunch& launch, int device, const std::function<std::string()>& make_text) {
  if (launch.blocks == 0) return;
  using Key = std::tuple<int, std::string, std::string>;
  static std::mutex mutex;
  static auto* kept = new std::map<Key, device::driver::Function>;  // never destroyed: the modules live on
  static auto* modules = new std::vector<std::shared_ptr<device::CudaModule>>;
  device::cuda(device);
  device::driver::Function function = nullptr;
  {
    std::lock_guard lock(mutex);
    device::driver::Function& known = (*kept)[{device, launch.key, launch.entry}];
    if (!known) {
      bool from_cache = false;
      std::string problem;
      auto loaded = load_cuda_modules(codegen::cuda_prelude(), {make_text()}, device, from_cache, problem);
      if (loaded.empty()) tensor_error("a CUDA kernel (" + launch.key + ") does not compile: " + problem);
      known = loaded[0]->find(launch.entry);
      VT_CHECK(known, std::string("a text has the kernel ") + launch.entry);
      modules->push_back(std::move(loaded[0]));
    }
    function = known;
  }
  std::vector<uint64_t> words = launch.words;
  std::vector<void*> parameters;
  for (uint64_t& w : words) parameters.push_back(&w);
  parameters.push_back(nullptr);
  device::LaunchShape shape;
  shape.grid[0] = static_cast<unsigned>(launch.blocks);
  shape.block[0] = static_cast<unsigned>(launch.threads);
  device::launch_kernel(function, shape, parameters.data());
  ++launch_counters().kernels;
}

}  // namespace vt
#endif
