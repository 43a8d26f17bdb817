// Attention and its gradients on a CUDA device, in matrix instructions and without the matrix
// of weights in memory. Next to cuda_products.h; the ops are in ops/defs/attention.cpp.
#pragma once
#include "ops/op.h"

namespace vt {

// False if the op is another one, or the kernels do not fit it.
bool run_cuda_attention(const OpDef& op, const Args& args, Outputs& outputs);

}  // namespace vt
