#include "device/memory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "device/cuda.h"
#include "tensor/allocator.h"
#include "tensor/tensor.h"

namespace vt::device {
namespace {

// Sizes of PyTorch's allocator: blocks are multiples of 512 bytes; up to 1 MiB they come
// from segments of 2 MiB, below 10 MiB from segments of 20 MiB, else from one of their own.
constexpr int64_t kBlock = 512, kSmall = 1 << 20, kSmallSegment = 2 << 20, kLargeSegment = 20 << 20;
constexpr int64_t kLargeLimit = 10 << 20, kRounding = 2 << 20;

struct Block {
  std::byte* data = nullptr;
  int64_t size = 0;
  driver::Stream stream = nullptr;
  bool small = false, used = false;
  bool other_streams = false;
  Block *previous = nullptr, *next = nullptr;  // neighbours in the segment
};
struct BySize {
  bool operator()(const Block* a, const Block* b) const {
    return std::tie(a->stream, a->size, a->data) < std::tie(b->stream, b->size, b->data);
  }
};
using FreeBlocks = std::set<Block*, BySize>;

// No device has more; what is rounded up from it still fits 64 bits.
constexpr int64_t kMostBytes = int64_t{1} << 46;

int64_t rounded(int64_t bytes) { return std::max(kBlock, (bytes + kBlock - 1) / kBlock * kBlock); }
int64_t segment_size(int64_t size) {
  if (size <= kSmall) return kSmallSegment;
  if (size < kLargeLimit) return kLargeSegment;
  return (size + kRounding - 1) / kRounding * kRounding;
}

std::string size_text(int64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  double value = static_cast<double>(bytes) / 1024;
  const char* unit = " KiB";
  if (value >= 1024) value /= 1024, unit = " MiB";
  if (value >= 1024 && unit[1] == 'M') value /= 1024, unit = " GiB";
  char text[40];
  std::snprintf(text, sizeof text, "%.2f%s", value, unit);
  return text;
}

// What all pools of a device have handed out, and had at most at one time.
struct Usage {
  std::atomic<int64_t> allocated{0}, peak{0};
  void add(int64_t bytes) {
    int64_t now = allocated += bytes, most = peak;
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
  }
};
Usage& usage(int device) {
  static auto* all = new std::vector<Usage>(static_cast<size_t>(std::max(cuda_device_count(), 1)));
  return (*all)[static_cast<size_t>(device)];
}

// The blocks of one device.
class Pool {
 public:
  void* allocate(int64_t bytes, int device) {
    std::lock_guard lock(mutex_);
    if (bytes > kMostBytes) refuse(bytes, device);
    int64_t size = rounded(bytes);
    Block* block = find_free(size);
    if (!block) block = new_segment(size, device);
    split(block, size);
    return hand_out(block, device);
  }

  // The bytes from `data` on are part of one free block.
  bool is_free_at(const std::byte* data, int64_t bytes) {
    std::lock_guard lock(mutex_);
    return free_around(data, rounded(bytes)) != nullptr;
  }
  // Hands out those bytes; is_free_at has been asked.
  void* allocate_at(std::byte* data, int64_t bytes, int device) {
    std::lock_guard lock(mutex_);
    Block* block = free_around(data, rounded(bytes));
    if (!block) return nullptr;
    free_blocks(block->small).erase(block);
    if (int64_t before = data - block->data; before > 0) {
      Block* front = block;
      block = cut(front, before);
      free_blocks(front->small).insert(front);
    }
    if (block->size > rounded(bytes)) {
      Block* rest = cut(block, rounded(bytes));
      free_blocks(rest->small).insert(rest);
    }
    return hand_out(block, device);
  }

  // False if the block is not one of this pool's.
  bool free(void* data, int device) {
    std::lock_guard lock(mutex_);
    auto found = used_.find(data);
    if (found == used_.end()) return false;
    Block* block = found->second;
    used_.erase(found);
    stats_.allocated -= block->size;
    usage(device).add(-block->size);
    block->used = false;
    if (block->other_streams) {
      waiting_.push_back(block);
      return true;
    }
    put_back(block);
    return true;
  }
  bool idle() {
    std::lock_guard lock(mutex_);
    return used_.empty();
  }

  void mark_other_stream(void* data, driver::Stream stream) {
    std::lock_guard lock(mutex_);
    auto found = used_.find(data);
    if (found != used_.end() && found->second->stream != stream) found->second->other_streams = true;
  }

  CudaMemoryStats stats() {
    std::lock_guard lock(mutex_);
    return stats_;
  }
  void reset_peaks() {
    std::lock_guard lock(mutex_);
    stats_.peak_reserved = stats_.reserved;
  }
  void release_cached(int device) {
    std::lock_guard lock(mutex_);
    release(device);
  }
  void set_limit(int64_t bytes) { limit_ = bytes; }

 private:
  FreeBlocks& free_blocks(bool small) { return small ? small_ : large_; }

  void* hand_out(Block* block, int device) {
    block->used = true;
    used_.emplace(block->data, block);
    stats_.allocated += block->size;
    usage(device).add(block->size);
    ++stats_.allocations;
    return block->data;
  }
  Block* free_around(const std::byte* data, int64_t size) {
    for (FreeBlocks* blocks : {&small_, &large_})
      for (Block* block : *blocks)
        if (block->data <= data && data + size <= block->data + block->size) return block;
    return nullptr;
  }

  Block* find_free(int64_t size) {
    bool small = size <= kSmall;
    FreeBlocks& blocks = free_blocks(small);
    Block wanted;
    wanted.stream = current_stream();
    wanted.size = size;
    auto found = blocks.lower_bound(&wanted);
    if (found == blocks.end() || (*found)->stream != wanted.stream) return nullptr;
    Block* block = *found;
    blocks.erase(found);
    return block;
  }

  Block* new_segment(int64_t size, int device) {
    int64_t bytes = segment_size(size);
    driver::Pointer data = 0;
    driver::Result result = reserve(bytes, device, &data);
    if (result == driver::kOutOfMemory) {
      ++stats_.retries;
      release(device);
      result = reserve(bytes, device, &data);
    }
    if (result == driver::kOutOfMemory) refuse(bytes, device);
    check_cuda(result);
    stats_.reserved += bytes;
    stats_.peak_reserved = std::max(stats_.peak_reserved, stats_.reserved);
    Block* block = new Block;
    block->data = reinterpret_cast<std::byte*>(data);
    block->size = bytes;
    block->stream = current_stream();
    block->small = size <= kSmall;
    return block;
  }
  driver::Result reserve(int64_t bytes, int device, driver::Pointer* data) {
    const driver::Driver& d = cuda(device);
    if (limit_ > 0 && stats_.reserved + bytes > limit_) return driver::kOutOfMemory;
    return d.allocate(data, static_cast<size_t>(bytes));
  }

  // Cuts what is left over off; the rest of a large block only if it is more than 1 MiB.
  void split(Block* block, int64_t size) {
    int64_t rest = block->size - size;
    if (block->small ? rest < kBlock : rest <= kSmall) return;
    Block* tail = cut(block, size);
    free_blocks(tail->small).insert(tail);
  }
  // Leaves `size` bytes in the block and returns the rest.
  static Block* cut(Block* block, int64_t size) {
    Block* tail = new Block(*block);
    tail->data += size;
    tail->size = block->size - size;
    tail->previous = block;
    if (tail->next) tail->next->previous = tail;
    block->next = tail;
    block->size = size;
    return tail;
  }

  void put_back(Block* block) {
    block->other_streams = false;
    if (Block* next = block->next; next && is_free(next)) absorb(block, next);
    if (Block* previous = block->previous; previous && is_free(previous)) {
      free_blocks(block->small).erase(previous);
      merge(previous, block);
      block = previous;
    }
    free_blocks(block->small).insert(block);
  }
  bool is_free(Block* block) { return !block->used && free_blocks(block->small).count(block) > 0; }
  void absorb(Block* block, Block* next) {
    free_blocks(block->small).erase(next);
    merge(block, next);
  }
  static void merge(Block* block, Block* next) {
    block->size += next->size;
    block->next = next->next;
    if (block->next) block->next->previous = block;
    delete next;
  }

  void release(int device) {
    const driver::Driver& d = cuda(device);
    if (!waiting_.empty()) {
      check_cuda(d.synchronize());
      for (Block* block : waiting_) put_back(block);
      waiting_.clear();
    }
    for (FreeBlocks* blocks : {&small_, &large_}) {
      for (auto at = blocks->begin(); at != blocks->end();) {
        Block* block = *at;
        if (block->previous || block->next) {
          ++at;
          continue;
        }
        at = blocks->erase(at);
        check_cuda(d.free(reinterpret_cast<driver::Pointer>(block->data)));
        stats_.reserved -= block->size;
        delete block;
      }
    }
  }

  [[noreturn]] void refuse(int64_t bytes, int device) {
    ++stats_.out_of_memory;
    size_t free = 0, total = 0;
    check_cuda(cuda(device).memory_info(&free, &total));
    std::string allowed = limit_ > 0 ? size_text(limit_) + " allowed; " : "";
    tensor_error("CUDA out of memory. Tried to allocate " + size_text(bytes) + ". GPU " + std::to_string(device) +
                     " has a total capacity of " + size_text(static_cast<int64_t>(total)) + " of which " +
                     size_text(static_cast<int64_t>(free)) +
                     " is free. Including non-PyTorch memory, this process has " +
                     size_text(static_cast<int64_t>(total - free)) + " memory in use. " + allowed +
                     "Of the allocated memory " + size_text(stats_.allocated) + " is allocated by PyTorch, and " +
                     size_text(stats_.reserved - stats_.allocated) +
                     " is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting "
                     "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for "
                     "Memory Management  "
                     "(https://docs.pytorch.org/docs/stable/notes/"
                     "cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf)",
                 "OutOfMemoryError");
  }

  std::mutex mutex_;
  FreeBlocks small_, large_;
  std::unordered_map<void*, Block*> used_;
  std::vector<Block*> waiting_;  // freed, but another stream may still use them
  CudaMemoryStats stats_;
  int64_t limit_ = 0;
};

// Never destroyed: tensors of static duration may be freed after it.
Pool& pool(int device) {
  static std::vector<Pool>* pools = new std::vector<Pool>(static_cast<size_t>(std::max(cuda_device_count(), 1)));
  return (*pools)[static_cast<size_t>(device)];
}

}  // namespace

class MemoryPool {
 public:
  explicit MemoryPool(int index) : device(index) {}
  Pool blocks;
  int device;
};

namespace {

// Pools that exist or still have blocks in use, and the one in scope.
std::mutex& pools_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}
std::vector<std::shared_ptr<MemoryPool>>& private_pools() {
  static auto* pools = new std::vector<std::shared_ptr<MemoryPool>>;
  return *pools;
}
thread_local std::shared_ptr<MemoryPool> pool_in_scope;
thread_local std::byte* place_in_scope = nullptr;

// Gives the memory of pools back that nobody uses any more.
void retire_pools() {
  std::vector<std::shared_ptr<MemoryPool>>& pools = private_pools();
  for (size_t i = 0; i < pools.size();) {
    if (pools[i].use_count() > 1 || !pools[i]->blocks.idle()) {
      ++i;
      continue;
    }
    pools[i]->blocks.release_cached(pools[i]->device);
    pools.erase(pools.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::byte* storage_memory(int64_t bytes, Device device) {
  return bytes == 0 ? nullptr : static_cast<std::byte*>(allocate_device(bytes, device.index));
}
void free_storage_memory(std::byte* data, int64_t, Device device) {
  if (data) free_device(data, device.index);
}
void to_host(void* to, const std::byte* from, int64_t bytes, Device device) {
  copy_to_host(to, from, bytes, device.index);
}
void from_host(std::byte* to, const void* from, int64_t bytes, Device device) {
  copy_to_device(to, from, bytes, device.index);
}
Device resolve(Device device) {
  if (!cuda_available()) tensor_error("Torch not compiled with CUDA enabled", "AssertionError");
  if (device.index < 0) device.index = static_cast<int16_t>(current_cuda_device());
  if (device.index >= cuda_device_count()) raise_cuda_error(101);
  return device;
}

}  // namespace

void* allocate_device(int64_t bytes, int device) {
  cuda(device);
  Pool& blocks = pool_in_scope ? pool_in_scope->blocks : pool(device);
  return place_in_scope ? blocks.allocate_at(place_in_scope, bytes, device) : blocks.allocate(bytes, device);
}
void free_device(void* data, int device) {
  if (pool(device).free(data, device)) return;
  std::lock_guard lock(pools_mutex());
  for (const std::shared_ptr<MemoryPool>& other : private_pools())
    if (other->blocks.free(data, device)) break;
  retire_pools();
}
CudaMemoryStats cuda_memory_stats(int device) {
  CudaMemoryStats stats = pool(device).stats();
  stats.allocated = usage(device).allocated;
  stats.peak_allocated = usage(device).peak;
  std::lock_guard lock(pools_mutex());
  for (const std::shared_ptr<MemoryPool>& other : private_pools()) {
    if (other->device != device) continue;
    CudaMemoryStats more = other->blocks.stats();
    stats.reserved += more.reserved;
    stats.peak_reserved += more.peak_reserved;
    stats.allocations += more.allocations;
  }
  return stats;
}

std::shared_ptr<MemoryPool> make_memory_pool(int device) {
  auto made = std::make_shared<MemoryPool>(device);
  std::lock_guard lock(pools_mutex());
  retire_pools();
  private_pools().push_back(made);
  return made;
}
PoolScope::PoolScope(std::shared_ptr<MemoryPool> pool) : previous_(std::move(pool_in_scope)) {
  pool_in_scope = std::move(pool);
}
PoolScope::~PoolScope() { pool_in_scope = std::move(previous_); }
bool is_free_in_pool(const std::shared_ptr<MemoryPool>& pool, const std::byte* data, int64_t bytes) {
  return bytes == 0 || pool->blocks.is_free_at(data, bytes);
}
PlaceScope::PlaceScope(std::shared_ptr<MemoryPool> pool, std::byte* place) : PoolScope(std::move(pool)) {
  place_in_scope = place;
}
PlaceScope::~PlaceScope() { place_in_scope = nullptr; }
void reset_cuda_memory_peaks(int device) {
  usage(device).peak = usage(device).allocated.load();
  pool(device).reset_peaks();
}
void empty_cuda_cache(int device) {
  if (cuda_initialized()) pool(device).release_cached(device);
}
void set_cuda_memory_fraction(double fraction, int device) {
  double total = static_cast<double>(cuda_properties(device).total_memory);
  pool(device).set_limit(static_cast<int64_t>(total * fraction));
}
void record_stream(void* data, driver::Stream stream, int device) { pool(device).mark_other_stream(data, stream); }

void install_device_memory() { set_device_memory({storage_memory, free_storage_memory, resolve, to_host, from_host}); }

}  // namespace vt::device
