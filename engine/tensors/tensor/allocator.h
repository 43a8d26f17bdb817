// Memory for storages: 64-byte aligned, counted, with freed blocks cached for reuse. The session sets a run's limit;
// panels and tests read the statistics.
#pragma once
#include <cstddef>
#include <cstdint>

#include "tensor/tensor.h"

namespace vt {

struct MemoryStats {
  int64_t live = 0;         // bytes in storages
  int64_t peak = 0;         // maximum of `live` since reset_memory_peak()
  int64_t cached = 0;       // freed bytes kept for reuse
  int64_t allocations = 0;  // storages allocated, from the cache or not
};

// Throws a TensorError with PyTorch's message if the limit is reached or the system has no memory.
std::byte* allocate_bytes(int64_t bytes);
void free_bytes(std::byte* data, int64_t bytes);
MemoryStats memory_stats();
void reset_memory_peak();
void set_memory_limit(int64_t bytes);  // 0: none

// Memory of CUDA devices, installed by device/; without it, allocating such a storage is an error.
struct DeviceMemory {
  std::byte* (*allocate)(int64_t bytes, Device device);
  void (*free)(std::byte* data, int64_t bytes, Device device);
  Device (*resolve)(Device device);  // "cuda" -> "cuda:0"; an error if the device does not exist
  // Synchronous copies between the CPU and a device.
  void (*to_host)(void* to, const std::byte* from, int64_t bytes, Device device);
  void (*from_host)(std::byte* to, const void* from, int64_t bytes, Device device);
};
void set_device_memory(const DeviceMemory& memory);
const DeviceMemory& device_memory();
// The tensor itself if it is in CPU memory, else a CPU copy with the same strides.
Tensor on_host(const Tensor& t);

}  // namespace vt
