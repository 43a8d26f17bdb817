// Box-Muller on blocks of 16 uniforms, bit-identical to PyTorch's vectorized code. For random.cpp.
#pragma once
#include <cstdint>

namespace vt {

// Replaces the `blocks` * 16 uniforms of [0, 1) in `data` by normals, bit-identical to PyTorch's. False without
// changing `data` if the machine has no fused multiply-add.
bool fill_normal_blocks(float* data, int64_t blocks, float mean, float std);

}  // namespace vt
