#include "support/heap.h"

#if defined(__SANITIZE_ADDRESS__)
#include <cstddef>

// From the sanitizer's runtime, whose headers not every installation has.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();

int64_t vt::heap_bytes() { return static_cast<int64_t>(__sanitizer_get_current_allocated_bytes()); }

#else
#include <malloc.h>

#include <cstdlib>
#include <new>

namespace {
// By thread, because an atomic counter would cost more than the rest of an allocation. What
// one thread frees for another is missed; runs keep their objects on one thread.
thread_local int64_t allocated = 0;
}  // namespace

int64_t vt::heap_bytes() { return allocated; }

// The other forms of new and delete come down to these.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size ? size : 1);
  if (!memory) throw std::bad_alloc();
  allocated += static_cast<int64_t>(malloc_usable_size(memory));
  return memory;
}

void operator delete(void* memory) noexcept {
  if (!memory) return;
  allocated -= static_cast<int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif
