// The order of steps, for memory: what a step makes should soon be read for the last time.
// Called by fuse.cpp once the groups are made, before they are emitted.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vt {

struct ScheduledStep {
  std::vector<int> reads, writes;  // buffers
  bool ordered = false;            // keeps its place among those that are so too (random numbers)
};

// The most bytes that live at once when the steps run in that order. A buffer lives from the
// step that writes it to the last one that reads it; `bytes` is 0 for what lives anyway.
int64_t peak_bytes(const std::vector<ScheduledStep>& steps, const std::vector<std::size_t>& order,
                   const std::vector<int64_t>& bytes);
// An order that needs clearly less than the given one (the steps as they stand, writers before
// readers), or else that one.
std::vector<std::size_t> order_for_memory(const std::vector<ScheduledStep>& steps, const std::vector<int64_t>& bytes);

}  // namespace vt
