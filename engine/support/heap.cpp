#include "support/heap.h"

#if defined(__SANITIZE_ADDRESS__)
#include <cstddef>

// Declared here because not every installation has the header of the sanitizer's runtime.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();

int64_t vt::heap_bytes() { return static_cast<int64_t>(__sanitizer_get_current_allocated_bytes()); }

#else
#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include "support/web_threads.h"

namespace {

constexpr std::size_t kStep = 16, kClasses = 32;  // size classes of small blocks: multiples of 16 bytes, up to 512
constexpr uint32_t kMostKept = 64;                // limit of free blocks per class and thread

// Free lists of small blocks, one per size class; each free block holds the address of the next. An op call allocates
// and frees about 20 blocks, and malloc costs several times as much as a list.
struct FreeBlocks {
  void* first[kClasses + 1];
  uint32_t count[kClasses + 1];
  enum class State : uint8_t { kNew, kOpen, kClosed } state;
  // Per thread, because an atomic counter would cost more than the rest of an allocation. Blocks freed by another
  // thread are not subtracted; a run keeps its objects on one thread.
  int64_t allocated;
};
constinit thread_local FreeBlocks blocks{};

// Frees a thread's lists when it ends. Separate from FreeBlocks, because a thread_local with a destructor checks on
// every access whether the destructor is registered.
struct Closer {
  Closer() { blocks.state = FreeBlocks::State::kOpen; }
  ~Closer() {
    blocks.state = FreeBlocks::State::kClosed;
    for (void*& first : blocks.first)
      while (void* block = first) {
        first = *static_cast<void**>(block);
        std::free(block);
      }
  }
  void touch() const {}
};
thread_local const Closer closer;

// In the browser all threads share these lists without a lock: during a shared loop malloc serves all blocks.
bool without_lists() {
#ifdef __EMSCRIPTEN__
  return vt::on_threads();
#else
  return false;
#endif
}

std::size_t class_of(std::size_t size) { return (size + kStep - 1) / kStep; }

void* from_system(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}

// malloc may return a block whose usable size is in a larger class. A delete without a size would then take the wrong
// class, so such a block is exchanged, with a few tries.
[[gnu::noinline]] void* new_block(std::size_t kind) {
  void* larger[4];
  int tries = 0;
  void* block = from_system(kind * kStep);
  while (malloc_usable_size(block) / kStep != kind && tries < 4) {
    larger[tries++] = block;
    block = std::malloc(kind * kStep);
    if (!block) block = larger[--tries];
  }
  while (tries > 0) std::free(larger[--tries]);
  return block;
}

// Whether the lists accept blocks: from the first allocation of a thread until it ends.
[[gnu::noinline]] bool open_lists() {
  if (blocks.state == FreeBlocks::State::kNew) closer.touch();
  return blocks.state == FreeBlocks::State::kOpen;
}

void free_small(void* block, std::size_t kind) {
  blocks.allocated -= static_cast<int64_t>(kind * kStep);
  if (blocks.count[kind] == kMostKept || (blocks.state != FreeBlocks::State::kOpen && !open_lists()))
    return std::free(block);
  *static_cast<void**>(block) = blocks.first[kind];
  blocks.first[kind] = block;
  ++blocks.count[kind];
}

void free_large(void* memory) {
  blocks.allocated -= static_cast<int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

int64_t vt::heap_bytes() { return blocks.allocated; }

// All other forms of new and delete call these.
void* operator new(std::size_t size) {
  std::size_t kind = class_of(size ? size : 1);
  if (without_lists()) return from_system(kind * kStep);
  if (kind > kClasses) {
    void* memory = from_system(kind * kStep);
    blocks.allocated += static_cast<int64_t>(malloc_usable_size(memory));
    return memory;
  }
  blocks.allocated += static_cast<int64_t>(kind * kStep);
  void* block = blocks.first[kind];
  if (!block) return new_block(kind);
  blocks.first[kind] = *static_cast<void**>(block);
  --blocks.count[kind];
  return block;
}

void operator delete(void* memory) noexcept {
  if (!memory) return;
  if (without_lists()) return std::free(memory);
  std::size_t kind = malloc_usable_size(memory) / kStep;
  kind > kClasses ? free_large(memory) : free_small(memory, kind);
}

void operator delete(void* memory, std::size_t size) noexcept {
  if (!memory) return;
  if (without_lists()) return std::free(memory);
  std::size_t kind = class_of(size ? size : 1);
  kind > kClasses ? free_large(memory) : free_small(memory, kind);
}
#endif
