// Convolutions in two dimensions by matrix instructions as one kernel, for what the library is
// slow at: few channels. Factors are rounded to TF32, or kept where very few are summed. A candidate beside it
// (cuda_convolutions.cpp), for results that have their channels innermost.
#pragma once
#include "tensor/tensor.h"

namespace vt {

struct DirectConvolution {
  Tensor x, w, bias, out;  // [N, C, H, W], any layout; [O, C, h, w] and out with channels innermost
  int64_t stride[2], padding[2], dilation[2];
  bool relu = false;
};
bool fits_direct_convolution(const DirectConvolution& convolution);
void run_direct_convolution(const DirectConvolution& convolution);

}  // namespace vt
