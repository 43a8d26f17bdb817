#include "tensor/allocator.h"

#include <bit>
#include <cstdlib>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "tensor/accelerator.h"
#include "tensor/extent.h"

namespace vt {
namespace {
constexpr int64_t kAlignment = 64;
constexpr int64_t kSmallClasses = 4;  // up to here classes are multiples of the alignment
#ifdef __EMSCRIPTEN__
constexpr int64_t kMostCached = int64_t{64} << 20;
constexpr int64_t kAddressable = int64_t{1} << 31;
#else
constexpr int64_t kMostCached = int64_t{1} << 30;
constexpr int64_t kAddressable = int64_t{1} << 46;
#endif

// Classes grow by quarters of a power of two, so that at most a fifth of a block is unused.
int64_t class_size(int64_t bytes) {
  if (bytes <= kSmallClasses * kAlignment) return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  int64_t step = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(bytes - 1))) / 4;
  return (bytes + step - 1) / step * step;
}

struct Allocator {
  std::mutex mutex;
  std::vector<std::byte*> small_blocks[kSmallClasses + 1];  // by size / kAlignment
  std::unordered_map<int64_t, std::vector<std::byte*>> free_blocks;
  std::vector<std::byte*>& blocks(int64_t size) {
    return size <= kSmallClasses * kAlignment ? small_blocks[size / kAlignment] : free_blocks[size];
  }
  MemoryStats stats;
  int64_t limit = 0;
};
// Never destroyed: storages of static duration may be freed after it.
Allocator& allocator() {
  static Allocator* instance = new Allocator;
  return *instance;
}

void drop_cache(Allocator& a) {
  for (std::vector<std::byte*>& blocks : a.small_blocks) {
    for (std::byte* block : blocks) std::free(block);
    blocks.clear();
  }
  for (auto& [size, blocks] : a.free_blocks) {
    for (std::byte* block : blocks) std::free(block);
    blocks.clear();
  }
  a.stats.cached = 0;
}

std::byte* from_system(Allocator& a, int64_t size, int64_t bytes) {
  auto allocate = [&] { return static_cast<std::byte*>(std::aligned_alloc(kAlignment, static_cast<size_t>(size))); };
  std::byte* data = allocate();
  if (!data) {
    drop_cache(a);
    data = allocate();
  }
  if (!data) refuse_allocation(bytes);
  return data;
}

[[noreturn]] void no_devices() { tensor_error("Torch not compiled with CUDA enabled", "AssertionError"); }
DeviceMemory& installed_memory(bool webgpu = false) {
  static const DeviceMemory none{[](int64_t, Device) -> std::byte* { no_devices(); },
                                 [](std::byte*, int64_t, Device) {}, [](Device) -> Device { no_devices(); },
                                 [](void*, const std::byte*, int64_t, Device) { no_devices(); },
                                 [](std::byte*, const void*, int64_t, Device) { no_devices(); }};
  static DeviceMemory memories[2] = {none, none};
  return memories[webgpu];
}
}  // namespace

void set_device_memory(const DeviceMemory& memory) { installed_memory() = memory; }
const DeviceMemory& device_memory() { return installed_memory(); }
void set_webgpu_memory(const DeviceMemory& memory) { installed_memory(true) = memory; }
const DeviceMemory& device_memory(Device device) { return installed_memory(device.kind == DeviceKind::kWebGpu); }

void refuse_allocation(int64_t bytes) {
  tensor_error(
      "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to "
      "allocate " +
      std::to_string(bytes) + " bytes. Error code 12 (Cannot allocate memory)");
}

void require_memory(int64_t count, size_t width) {
  const int64_t bytes = saturating_multiply(count, static_cast<int64_t>(width));
  Allocator& a = allocator();
  std::lock_guard lock(a.mutex);
  if (bytes > kAddressable || (a.limit > 0 && bytes > a.limit - a.stats.live)) refuse_allocation(bytes);
}

std::byte* allocate_bytes(int64_t bytes) {
  if (bytes == 0) return nullptr;
  Allocator& a = allocator();
  if (bytes < 0 || bytes > kAddressable) refuse_allocation(bytes);
  int64_t size = class_size(bytes);
  std::lock_guard lock(a.mutex);
  if (a.limit > 0 && a.stats.live + bytes > a.limit) refuse_allocation(bytes);
  std::byte* data = nullptr;
  std::vector<std::byte*>& blocks = a.blocks(size);
  if (!blocks.empty()) {
    data = blocks.back();
    blocks.pop_back();
    a.stats.cached -= size;
  } else {
    data = from_system(a, size, bytes);
  }
  a.stats.live += bytes;
  if (a.stats.live > a.stats.peak) a.stats.peak = a.stats.live;
  ++a.stats.allocations;
  return data;
}

void free_bytes(std::byte* data, int64_t bytes) {
  if (!data) return;
  Allocator& a = allocator();
  int64_t size = class_size(bytes);
  std::lock_guard lock(a.mutex);
  a.stats.live -= bytes;
  if (a.stats.cached + size > kMostCached) {
    std::free(data);
    return;
  }
  a.blocks(size).push_back(data);
  a.stats.cached += size;
}

MemoryStats memory_stats() {
  std::lock_guard lock(allocator().mutex);
  return allocator().stats;
}
void reset_memory_peak() {
  std::lock_guard lock(allocator().mutex);
  allocator().stats.peak = allocator().stats.live;
}
void set_memory_limit(int64_t bytes) { allocator().limit = bytes; }

}  // namespace vt
