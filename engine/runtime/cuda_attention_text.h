// The text of cuda_attention.cpp's kernels.
#pragma once

namespace vt {

// What both need, then the kernel of the forward and those of the gradients.
extern const char* const kCudaAttention;
extern const char* const kCudaAttentionForward;
extern const char* const kCudaAttentionBackward;

}  // namespace vt
