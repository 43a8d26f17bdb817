#include "runtime/backends.h"

namespace vt {

// The table of back ends, in order of preference.
std::vector<Backend*> all_backends() {
  return {
#ifdef __EMSCRIPTEN__
      &wasm_backend(),
#else
      &cpp_backend(),
#endif
      &interpret_backend(),
      &webgpu_backend(),  // for programs with tensors on the WebGPU device
#ifndef __EMSCRIPTEN__
      &cuda_backend(),       // for programs with tensors on a CUDA device
      &cuda_host_backend(),  // for tests
#endif
  };
}

Backend* find_backend(std::string_view name) {
  for (Backend* backend : all_backends())
    if (name.empty() ? backend->available() : name == backend->name()) return backend;
  return nullptr;
}

}  // namespace vt
