// Eager matrix products on a CUDA device.
#pragma once
#include "device/cublaslt.h"
#include "ops/op.h"

namespace vt {

// mm, bmm, addmm, baddbmm, mv, dot and addmv of floating tensors through cuBLASLt; false if
// the op is none of them or the library cannot do it.
bool run_cuda_product(const OpDef& op, const Args& args, Outputs& outputs);

// What the library calls a type; false if it multiplies no such numbers.
bool product_type(DType dtype, device::ProductType& type);

}  // namespace vt
