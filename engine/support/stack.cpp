#include "support/stack.h"

#include <algorithm>

#if defined(__EMSCRIPTEN__)
#include <emscripten/stack.h>
#else
#include <pthread.h>
#endif

namespace vt {
namespace {

#if defined(__EMSCRIPTEN__)
// This stack holds only variables whose address is taken. Calls are on the browser's own stack, whose size is unknown;
// half a megabyte here corresponds to a depth that browsers allow.
uintptr_t find_floor() {
  constexpr uintptr_t kUsable = 512u << 10;
  return std::max(emscripten_stack_get_base() - kUsable, emscripten_stack_get_end());
}
#else
// Reserves 3/8 of the stack, at most 3 MB, because a library's kernel may need a megabyte. The size of the main
// thread's stack is that of `ulimit -s`.
uintptr_t find_floor() {
  constexpr size_t kMostReserve = 3u << 20;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(lowest) + std::min(size / 8 * 3, kMostReserve);
}
#endif

}  // namespace

uintptr_t stack_floor() {
  thread_local const uintptr_t floor = find_floor();
  return floor;
}

}  // namespace vt
