// How much memory the engine's code holds by new: what a run's memory limit counts beside
// tensors (tensor/allocator.h) and pooled objects (vm/object.h).
#pragma once
#include <cstdint>

namespace vt {

// Bytes that this thread has allocated and not freed since it began; a difference of two
// readings is what was kept between them.
int64_t heap_bytes();

}  // namespace vt
