// Convolutions and their gradients on a CUDA device, eagerly and as steps of a program.
// Next to cuda_products.h; the library is device/cudnn.h.
#pragma once
#include "ops/op.h"

namespace vt {

// False if the op is no convolution, or the library is missing or has nothing for it.
bool run_cuda_convolution(const OpDef& op, const Args& args, Outputs& outputs);

}  // namespace vt
