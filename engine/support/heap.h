// Memory that the engine holds through operator new. A run's memory limit counts it in addition to tensors
// (tensor/allocator.h) and pooled objects (vm/object.h).
#pragma once
#include <cstdint>

namespace vt {

// Bytes that this thread has allocated and not yet freed. The difference of two readings is the memory retained between
// them.
int64_t heap_bytes();

}  // namespace vt
