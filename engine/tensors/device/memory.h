// Device memory: freed blocks are kept and reused on the stream that made them, in the way
// (sizes, splitting, statistics) of PyTorch's caching allocator, whose counts programs read.
// Storages of CUDA tensors come from here.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "device/cuda_driver.h"

namespace vt::device {

struct CudaMemoryStats {
  int64_t allocated = 0, peak_allocated = 0;  // bytes in blocks handed out
  int64_t reserved = 0, peak_reserved = 0;    // bytes obtained from the driver
  int64_t allocations = 0, retries = 0, out_of_memory = 0;
};

// Throws torch.OutOfMemoryError when the device has no more.
void* allocate_device(int64_t bytes, int device);
void free_device(void* data, int device);
// Memory for one call of a library; the next user of the block comes later on the same stream.
struct Workspace {
  Workspace(size_t bytes, int index) : device(index) {
    if (bytes > 0) data = allocate_device(static_cast<int64_t>(bytes), device);
  }
  ~Workspace() {
    if (data) free_device(data, device);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  void* data = nullptr;
  int device;
};
CudaMemoryStats cuda_memory_stats(int device);
void reset_cuda_memory_peaks(int device);
void empty_cuda_cache(int device);
// Memory beyond this part of the device's is refused (set_per_process_memory_fraction).
void set_cuda_memory_fraction(double fraction, int device);
// A block that `stream` still uses is not reused before the device has been waited for.
void record_stream(void* data, driver::Stream stream, int device);

// Memory of its own for what a CUDA graph records: nothing else is placed there while the
// pool lives, and blocks that are still in use keep it alive.
class MemoryPool;
std::shared_ptr<MemoryPool> make_memory_pool(int device);
// Allocations of this thread come from a pool.
class PoolScope {
 public:
  explicit PoolScope(std::shared_ptr<MemoryPool> pool);
  ~PoolScope();
  PoolScope(const PoolScope&) = delete;

 private:
  std::shared_ptr<MemoryPool> previous_;
};
// Allocations of this thread come from the common memory in spite of a PoolScope.
class OutsidePool : PoolScope {
 public:
  OutsidePool() : PoolScope(nullptr) {}
};
// The next allocations of this thread are these bytes of a pool, which is_free_in_pool: what a
// CUDA graph has written belongs to the tensors of one replay after the other.
bool is_free_in_pool(const std::shared_ptr<MemoryPool>& pool, const std::byte* data, int64_t bytes);
class PlaceScope : PoolScope {
 public:
  PlaceScope(std::shared_ptr<MemoryPool> pool, std::byte* place);
  ~PlaceScope();
};

// Gives storages of CUDA tensors their memory; once, at the start.
void install_device_memory();

}  // namespace vt::device
