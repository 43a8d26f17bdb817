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

// The gradient of the input of (result, mean, 1 / deviation) with what flows in through the last two.
// `rows` is a shape of the input and `statistics` one of the mean that is broadcast to it; each mean
// is over `count` elements.
inline Tensor with_statistic_gradients(GradContext& c, const Tensor& grad, const SymSizes& rows,
                                       const SymSizes& statistics, const SymInt& count) {
  if (!c.needs(0) || !(c.grad_output(1).defined() || c.grad_output(2).defined())) return grad;
  auto statistic = [&](const Tensor& t) { return t.defined() ? f::view(t, statistics) : t; };
  Tensor rstd = statistic(c.output(2)), normal = normal_of(f::reshape(c.input(0), rows), statistic(c.output(1)), rstd);
  Tensor total = with_statistics(f::reshape(f::to_dtype(grad, rstd.dtype()), rows), statistic(c.grad_output(1)),
                                 statistic(c.grad_output(2)), normal, rstd, count, rstd.dtype());
  return f::to_dtype(f::reshape(total, c.input_meta(0).sizes), c.input_meta(0).dtype);
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
