// Shared libraries by soname, opened at first use: the binary starts without any of them.
// Every GPU library (driver, compiler, products, convolutions) is loaded through this.
#pragma once
#include <initializer_list>
#include <map>

namespace vt::device {

// The first of `names` that opens, or null. A path in the environment variable `override`
// comes before them (tests put a driver of their own there). What the loader does not find is
// looked for in the folders of the toolkit and of Python's packages.
void* open_library(const char* override, std::initializer_list<const char*> names);
// Null if the library has no such symbol.
void* library_symbol(void* library, const char* name);

// A library's handle for a device, made at the first call and kept; null where it is not made.
template <class Handle>
Handle handle_of(int (*create)(Handle*), int device) {
  static std::map<int, Handle> handles;
  Handle& handle = handles[device];
  if (!handle && create(&handle) != 0) handle = nullptr;
  return handle;
}

}  // namespace vt::device
