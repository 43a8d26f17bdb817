// Copies between strided tensors of one CUDA device: broadcast and cast by a generated
// pointwise nest, kept by dtypes, rank and which strides are 1.
#pragma once
#include "tensor/tensor.h"

namespace vt {

// False where kernels cannot be compiled.
bool copy_on_cuda(const Tensor& to, const Tensor& from);

}  // namespace vt
