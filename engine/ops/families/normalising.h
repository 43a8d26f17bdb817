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

// A statistic of the batch from what batch norm hands out (result, mean, 1 / deviation): the mean, or the unbiased
// variance.
inline Tensor batch_statistic(const Outputs& outputs, const SymSizes& sizes, double eps, bool variance) {
  if (!variance) return f::detach(outputs[1]);
  SymInt count = floor_div(count_of(sizes), sizes[1]);
  Tensor rstd = f::detach(outputs[2]);
  Tensor biased = f::sub(f::reciprocal(f::mul(rstd, rstd)), eps);
  return f::mul(biased, f::div(f::full({}, count, biased.dtype(), biased.device()), count - SymInt(1)));
}
inline Tensor blended_statistic(const Tensor& running, const Tensor& fresh, double momentum) {
  return f::add(f::mul(running, 1 - momentum), f::mul(fresh, momentum));
}

// The forms of ATen's graphs (defs/aten_norms.cpp): (input, weight, bias, running_mean, running_var, training,
// momentum, eps), which changes the statistics, and (input, num_groups, weight, bias, eps).
Tensor aten_batch_norm(const Args& args);
Tensor aten_group_norm(const Args& args);

}  // namespace vt
