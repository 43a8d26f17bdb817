// Memory for storages: 64-byte aligned, counted, with freed blocks kept for reuse. The
// session sets the limit of a run; panels and tests read the counts.
#pragma once
#include <cstddef>
#include <cstdint>

namespace vt {

struct MemoryStats {
  int64_t live = 0;         // bytes in storages
  int64_t peak = 0;         // the most `live` has been since reset_memory_peak()
  int64_t cached = 0;       // freed bytes kept for reuse
  int64_t allocations = 0;  // storages made, whether from the cache or not
};

// Throws a TensorError with PyTorch's message when the limit or the machine refuses.
std::byte* allocate_bytes(int64_t bytes);
void free_bytes(std::byte* data, int64_t bytes);
MemoryStats memory_stats();
void reset_memory_peak();
int64_t memory_limit();  // 0: none
void set_memory_limit(int64_t bytes);
void release_cached_memory();

}  // namespace vt
