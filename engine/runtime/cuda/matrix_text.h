// Texts of the hand-written kernels that use matrix instructions.
#pragma once

namespace vt {

// The instructions; a host that runs kernels serially supplies its own.
extern const char* const kCudaMatrix;
// cuda_attention.cpp: what both need, then the kernel of the forward and those of the gradients.
extern const char* const kCudaAttention;
extern const char* const kCudaAttentionForward;
extern const char* const kCudaAttentionBackward;
// cuda_direct_convolution.cpp
extern const char* const kCudaConvolution;

}  // namespace vt
