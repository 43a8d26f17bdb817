// PyTorch's error messages for operators on fake tensors. They differ from eager messages, because PyTorch's shape
// rules (meta functions) and its kernels are separate code.
#pragma once
#include "ops/op.h"

namespace vt::dynamo {

// Returns the error that PyTorch raises on fake tensors, for arguments on which its kernel would raise `eager`.
TensorError fake_error(const Args& args, const TensorError& eager);
// Raises if an in-place operation whose result is `result` does not fit `self` (shape or dtype).
void check_fits_in_place(const Tensor& self, const TensorMeta& result);

}  // namespace vt::dynamo
