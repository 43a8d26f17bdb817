#include "ops/kernels/open_blas.h"

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#include <stdlib.h>
#endif

namespace vt {

#ifndef __EMSCRIPTEN__
void* open_blas_function(const char* name) {
  static void* const library = [] {
    setenv("OPENBLAS_NUM_THREADS", "1", 0);  // read as it is loaded: no threads of its own
    return dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  }();
  return library ? dlsym(library, name) : nullptr;
}
#else
void* open_blas_function(const char*) { return nullptr; }
#endif

}  // namespace vt
