#include "runtime/backends.h"

namespace vt {

// The one table of back ends, best first.
std::vector<Backend*> all_backends() {
  return {
#ifdef __EMSCRIPTEN__
      &wasm_backend(),
#else
      &cpp_backend(),
#endif
      &interpret_backend(),
      &webgpu_backend(),  // for programs whose tensors are there
#ifndef __EMSCRIPTEN__
      &cuda_backend(),       // for programs whose tensors are on a device
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
