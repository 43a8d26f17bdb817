// Box-Muller over blocks of 16 uniforms, as PyTorch's vector code computes it. For random.cpp.
#pragma once
#include <cstdint>

namespace vt {

// `data` holds `blocks` * 16 uniforms of [0, 1) and gets as many normals, equal to PyTorch's
// to the bit. False, and nothing done, on a machine without a fused multiply-add.
bool fill_normal_blocks(float* data, int64_t blocks, float mean, float std);

}  // namespace vt
