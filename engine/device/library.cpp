#include "device/library.h"

#include <cstdlib>
#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

namespace vt::device {

#ifdef __EMSCRIPTEN__
void* open_library(const char*, std::initializer_list<const char*>) { return nullptr; }
void* library_symbol(void*, const char*) { return nullptr; }
#else
void* open_library(const char* override, std::initializer_list<const char*> names) {
  const char* path = std::getenv(override);
  if (path && *path) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  for (const char* name : names)
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}
void* library_symbol(void* library, const char* name) { return library ? dlsym(library, name) : nullptr; }
#endif

}  // namespace vt::device
