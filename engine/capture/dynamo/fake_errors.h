// What PyTorch says when an operator fails on fake tensors: its shape rules are other code than its
// kernels, and word many errors their own way.
#pragma once
#include "ops/op.h"

namespace vt::dynamo {

// The error of an operator on these arguments, given what its kernel would say.
TensorError fake_error(const Args& args, const TensorError& eager);
// Changing `self` in place gives a value of this kind: refused where that does not fit.
void check_fits_in_place(const Tensor& self, const TensorMeta& result);

}  // namespace vt::dynamo
