// Memory for storages: 64-byte aligned, counted, with freed blocks kept for reuse. The
// session sets the limit of a run; panels and tests read the counts.
#pragma once
#include <cstddef>
#include <cstdint>

#include "tensor/tensor.h"

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
void set_memory_limit(int64_t bytes);  // 0: none

// Memory of CUDA devices, which device/ installs; without it such a storage is refused.
struct DeviceMemory {
  std::byte* (*allocate)(int64_t bytes, Device device);
  void (*free)(std::byte* data, int64_t bytes, Device device);
  Device (*resolve)(Device device);  // gives "cuda" its number; refuses a device that is not there
  // Bytes between the CPU and a device; each has happened when it returns.
  void (*to_host)(void* to, const std::byte* from, int64_t bytes, Device device);
  void (*from_host)(std::byte* to, const void* from, int64_t bytes, Device device);
};
void set_device_memory(const DeviceMemory& memory);
const DeviceMemory& device_memory();
// The tensor itself if the CPU can read it, else a copy there with the same strides.
Tensor on_host(const Tensor& t);

}  // namespace vt
