// Resource limits of a run, so that no program can exhaust the machine. 0 means "no limit".
#pragma once
#include <cstdint>

namespace vt {

struct Limits {
  uint64_t instructions = 0;
  uint64_t memory_bytes = uint64_t{8} << 30;  // tensors and objects together
  uint64_t output_bytes = uint64_t{64} << 20;
  uint32_t recursion_depth = 1000;  // Python frames and nested native calls
};

}  // namespace vt
