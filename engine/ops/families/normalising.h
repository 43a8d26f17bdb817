// Parts of the gradients of normalisation, over features (defs/normalisation.cpp) and over
// channels (defs/channel_normalisation.cpp).
#pragma once
#include <vector>

#include "ops/defs/prelude.h"

namespace vt {

// The gradient through (x - mean) * rstd over `axes`, with grad already times the weight.
inline Tensor normalised_gradient(const Tensor& grad, const Tensor& normal, const Tensor& rstd,
                                  const std::vector<int>& axes) {
  Tensor inner = f::sub(grad, f::mean(grad, axes, true));
  return f::mul(f::sub(inner, f::mul(normal, f::mean(f::mul(grad, normal), axes, true))), rstd);
}
// What flows in through the mean and 1 / deviation, if anything does.
inline Tensor with_statistics(Tensor total, Tensor mean_grad, Tensor rstd_grad, const Tensor& normal,
                              const Tensor& rstd, const SymInt& count, DType compute) {
  if (mean_grad.defined()) total = f::add(total, f::div(f::to_dtype(mean_grad, compute), count));
  if (rstd_grad.defined())
    total = f::sub(total, f::div(f::mul(f::mul(f::to_dtype(rstd_grad, compute), f::mul(rstd, rstd)), normal), count));
  return total;
}
inline Tensor first_grad(GradContext& c) {
  return c.grad_output().defined() ? c.grad_output() : f::zeros(c.output_meta());
}
inline Tensor normal_of(const Tensor& x, const Tensor& mean, const Tensor& rstd) {
  return f::mul(f::sub(f::to_dtype(x, rstd.dtype()), mean), rstd);
}

}  // namespace vt
