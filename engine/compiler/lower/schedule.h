// Orders steps to shorten the live ranges of buffers and so lower the peak memory. Called by fuse.cpp
// after grouping, before emission.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vt {

struct ScheduledStep {
  std::vector<int> reads, writes;  // buffers
  bool ordered = false;            // keeps its order relative to other ordered steps (random numbers)
};

// Peak of live bytes when the steps run in `order`. A buffer is live from the step that writes it to
// the last step that reads it; `bytes` is 0 for a buffer that is always live.
int64_t peak_bytes(const std::vector<ScheduledStep>& steps, const std::vector<std::size_t>& order,
                   const std::vector<int64_t>& bytes);
// An order with a clearly lower peak than the given one (the order of `steps`, which must be
// topological); the given one if none is found.
std::vector<std::size_t> order_for_memory(const std::vector<ScheduledStep>& steps, const std::vector<int64_t>& bytes);

}  // namespace vt
