// Losses of two tensors, elementwise and then reduced: squares, differences, Huber's. They have
// gradients of their own, so that grad_fn reads as in PyTorch; labels are in class_losses.cpp,
// probabilities in binary_losses.cpp, compositions in losses_composite.cpp.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"
#include "ops/families/loss_reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/warning.h"

namespace vt {

namespace {

// (input, target, reduction, parameter): the formula Loss gives the loss of one element.
double parameter_of(const Args& args) { return args.has(3) ? args.real(3) : 1; }
Metas pair_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  ResultType type;
  type.add(args[0]);
  type.add(args[1]);
  SymSizes sizes = broadcast_sizes(sizes_of(x), sizes_of(args.tensor(1)));
  if (args.text_or(2, "mean") != "none") sizes.clear();
  return {meta_like(x, sizes, type.get())};
}
template <class Loss>
constexpr const char* kKernelName = "smooth_l1_cpu";
template <>
constexpr const char* kKernelName<formulas::Mse> = "mse_cpu";
template <>
constexpr const char* kKernelName<formulas::Huber> = "huber_cpu";
// Whether PyTorch rounds 16-bit floats after each operation.
template <class Loss>
bool rounds_each(DType dtype) {
  if (std::is_same_v<Loss, formulas::Huber>) return dtype == DType::kBFloat16;
  return std::is_same_v<Loss, formulas::Mse> || dtype == DType::kFloat16;
}
template <class Loss>
Outputs pair_kernel(const Args& args) {
  std::string reduction = args.text_or(2, "mean");
  DType dtype = pair_infer(args)[0].dtype, compute = rounds_each<Loss>(dtype) ? dtype : opmath_type(dtype);
  if (!is_floating(dtype))
    tensor_error(std::string("\"") + kKernelName<Loss> + "\" not implemented for '" + dtype_scalar_name(dtype) + "'",
                 "NotImplementedError");
  Tensor elements =
      empty_tensor(hints_of(broadcast_sizes(sizes_of(args.tensor(0)), sizes_of(args.tensor(1)))), compute);
  const Loss loss(parameter_of(args));
  const Tensor tensors[2] = {args.tensor(0), args.tensor(1)};
  if (!run_formula(loss, tensors, elements)) {
    ExprGraph g;
    const Term terms[2] = {{&g, g.input(0, compute)}, {&g, g.input(1, compute)}};
    const DType dtypes[2] = {compute, compute};
    evaluate_expression(g, loss.of(terms).id, tensors, dtypes, elements);
  }
  if (reduction == "none") return {as_dtype(elements, dtype)};
  if (reduction == "sum") return {as_dtype(op_sum.kernel({elements, Arg()})[0], dtype)};
  return {as_dtype(op_mean.kernel({elements, Arg()})[0], dtype)};
}
// The loss is symmetric, so the gradient in the target is that in the input of the two exchanged.
template <const OpDef& backward, bool has_parameter>
void pair_grad(GradContext& c) {
  for (size_t i : {0, 1}) {
    if (!c.needs(i)) continue;
    Args args{c.grad_output(), c.input(i), c.input(1 - i), c.attributes()[2]};
    if (has_parameter) args.values().push_back(c.attributes()[3]);
    c.set(i, f::reduce_to(call1(backward, std::move(args)), c.input_meta(i)));
  }
}
// (grad_output, self, target, reduction[, parameter]); slope_of: the slope of one element's loss.
using SlopeFn = Tensor (*)(const Tensor& x, const Tensor& y, double parameter);
template <SlopeFn slope_of>
Outputs pair_backward(const Args& a) {
  Tensor grad = a.tensor(0), slope = slope_of(a.tensor(1), a.tensor(2), a.has(4) ? a.real(4) : 1);
  if (a.text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(slope)));
  return {f::mul(slope, grad)};
}
// In one loop where the incoming gradient is one element; the operations one by one for the rest.
template <class Slope, SlopeFn slope_of>
Outputs pair_backward_kernel(const Args& a) {
  const Tensor inputs[2] = {a.tensor(1), a.tensor(2)};
  Tensor grad = a.tensor(0);
  if (grad.numel() != 1 || grad.dtype() != inputs[0].dtype() || !suits_formula(inputs))
    return pair_backward<slope_of>(a);
  if (a.text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(inputs[0])));
  Tensor out = empty_tensor(inputs[0].sizes(), inputs[0].dtype());
  double incoming = 0;
  cast_strided(reinterpret_cast<std::byte*>(&incoming), DType::kFloat64, 1, grad.data<std::byte>(), grad.dtype(), 1, 1);
  run_formula(Slope(a.has(4) ? a.real(4) : 1, incoming), inputs, out);
  return {out};
}
Metas pair_backward_infer(const Args& a) {
  const Tensor& x = a.tensor(1);
  return {meta_like(x, broadcast_sizes(sizes_of(x), sizes_of(a.tensor(2))), x.dtype())};
}

Tensor mse_slope(const Tensor& x, const Tensor& y, double) { return f::mul(f::sub(x, y), 2); }
Outputs mse_parts(const Args& a) {
  Tensor d = f::sub(a.tensor(0), a[1]);
  return {reduced(f::mul(d, d), a.text_or(2, "mean"))};
}

Tensor smooth_slope(const Tensor& x, const Tensor& y, double beta) {
  Tensor d = f::sub(x, y);
  if (beta == 0) return f::sign(d);
  return f::where(f::lt(f::abs(d), beta), f::div(d, beta), f::sign(d));
}
Outputs smooth_parts(const Args& a) {
  double beta = parameter_of(a);
  Tensor d = f::abs(f::sub(a.tensor(0), a[1]));
  if (beta == 0) return {reduced(d, a.text_or(2, "mean"))};
  return {reduced(f::where(f::lt(d, beta), f::div(f::mul(f::mul(d, d), 0.5), beta), f::sub(d, 0.5 * beta)),
                  a.text_or(2, "mean"))};
}
Tensor huber_slope(const Tensor& x, const Tensor& y, double delta) {
  Tensor d = f::sub(x, y);
  return f::where(f::le(f::abs(d), delta), d, f::mul(f::sign(d), delta));
}
Outputs huber_parts(const Args& a) {
  double delta = parameter_of(a);
  Tensor d = f::abs(f::sub(a.tensor(0), a[1]));
  return {reduced(f::where(f::le(d, delta), f::mul(f::mul(d, d), 0.5), f::mul(f::sub(d, 0.5 * delta), delta)),
                  a.text_or(2, "mean"))};
}

std::vector<Sample> pair_samples() {
  Tensor x = sample_tensor({2, 3}), y = sample_tensor({2, 3}, -1.5, 1.7);
  return {{Args{x, y, "mean", 1.0}}, {Args{x, y, "sum", 1.0}}, {Args{x, y, "none", 0.5}}};
}
constexpr OpDef pair_loss(const char* name, const char* signature, const char* doc, KernelFn kernel, GradFn grad,
                          const char* grad_name, DecomposeFn parts) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kInternal,
          .samples = pair_samples,
          .infer = pair_infer,
          .kernel = kernel,
          .grad = grad,
          .grad_name = grad_name,
          .saves_inputs = 3,
          .decompose = parts};
}

std::vector<Sample> pair_backward_samples() {
  Tensor x = sample_tensor({2, 3}), y = sample_tensor({2, 3}, -1.5, 1.7);
  return {{Args{sample_tensor({}), x, y, "mean", 1.0}}, {Args{sample_tensor({2, 3}), x, y, "none", 0.5}, "none"}};
}
std::vector<Sample> mse_backward_samples() {
  Tensor x = sample_tensor({2, 3}), y = sample_tensor({2, 3}, -1.5, 1.7);
  return {{Args{sample_tensor({}), x, y, "mean"}}, {Args{sample_tensor({2, 3}), x, y, "none"}, "none"}};
}
constexpr OpDef pair_gradient(const char* name, const char* signature, const char* doc, SamplesFn samples,
                              KernelFn kernel, DecomposeFn formula, const char* grad_name) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kInternal | kAten,
          .samples = samples,
          .infer = pair_backward_infer,
          .kernel = kernel,
          .grad_name = grad_name,
          .decompose = formula};
}

std::vector<Sample> functional_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean"}}};
}

// Of (input, target, ...): they are broadcast, which is seldom meant.
void warn_of_sizes(const Args& a) {
  const Tensor &input = a.tensor(0), &target = a.tensor(1);
  if (input.is_fake() || target.is_fake() || input.sizes() == target.sizes()) return;
  tensor_warning("Using a target size (torch.Size(" + sizes_text(target.sizes()) +
                 ")) that is different to the input size (torch.Size(" + sizes_text(input.sizes()) +
                 ")). This will likely lead to incorrect results due to broadcasting. Please ensure they have the same "
                 "size.");
}

void check_weight(const Args& a, size_t weight) {
  if (!same_sizes(sizes_of(a.tensor(0)), sizes_of(a.tensor(weight))))
    tensor_error("Weights and input must have the same size.", "ValueError");
}
// The mean is one over the weights.
Outputs averaged_by_weight(const Tensor& losses, const Tensor& weight, const std::string& reduction) {
  Tensor weighted = f::mul(losses, weight);
  if (reduction != "mean") return {reduced(weighted, reduction)};
  return {f::div(f::sum(weighted), f::sum(weight))};
}
}  // namespace

constinit const OpDef op_mse_loss_backward = define(pair_gradient(
    "mse_loss_backward", "mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, str reduction) -> Tensor",
    "The gradient of squared differences.", mse_backward_samples, pair_backward_kernel<formulas::MseSlope, mse_slope>,
    pair_backward<mse_slope>, "MseLossBackwardBackward0"));
constinit const OpDef op_smooth_l1_backward = define(pair_gradient(
    "smooth_l1_loss_backward",
    "smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, str reduction, float beta) -> Tensor",
    "The gradient of smooth_l1_loss.", pair_backward_samples,
    pair_backward_kernel<formulas::SmoothL1Slope, smooth_slope>, pair_backward<smooth_slope>,
    "SmoothL1LossBackwardBackward0"));
constinit const OpDef op_huber_backward = define(pair_gradient(
    "huber_loss_backward",
    "huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, str reduction, float delta) -> Tensor",
    "The gradient of huber_loss.", pair_backward_samples, pair_backward_kernel<formulas::HuberSlope, huber_slope>,
    pair_backward<huber_slope>, "HuberLossBackwardBackward0"));
constinit const OpDef op_mse_loss_base = define(with_traits(
    pair_loss("mse_loss_base",
              "mse_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
              "Squared differences.", pair_kernel<formulas::Mse>, pair_grad<op_mse_loss_backward, false>,
              "MseLossBackward0", mse_parts),
    kInternal | kKeepsFormat));
constinit const OpDef op_smooth_l1_base = define(
    pair_loss("smooth_l1_loss_base",
              "smooth_l1_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
              "Absolute differences, rounded off below beta.", pair_kernel<formulas::SmoothL1>,
              pair_grad<op_smooth_l1_backward, true>, "SmoothL1LossBackward0", smooth_parts));
constinit const OpDef op_huber_base = define(
    pair_loss("huber_loss_base",
              "huber_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
              "Squared differences, straight beyond delta.", pair_kernel<formulas::Huber>,
              pair_grad<op_huber_backward, true>, "HuberLossBackward0", huber_parts));

constinit const OpDef op_mse_loss = define({
    .name = "mse_loss",
    .signature = "mse_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', Tensor? weight=None) -> Tensor",
    .doc = "Mean squared difference.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean", Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          warn_of_sizes(a);
          std::string reduction = reduction_of(a, 4);
          if (!a.has(5)) return call(op_mse_loss_base, {a[0], a[1], reduction, 1.0});
          check_weight(a, 5);
          return averaged_by_weight(call1(op_mse_loss_base, {a[0], a[1], "none", 1.0}), a.tensor(5), reduction);
        },
});
constinit const OpDef op_l1_loss = define({
    .name = "l1_loss",
    .signature = "l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', Tensor? weight=None) -> Tensor",
    .doc = "Mean absolute difference.",
    .traits = kFunctional,
    .samples = functional_samples,
    .decompose = [](const Args& a) -> Outputs {
      warn_of_sizes(a);
      Tensor distances = f::abs(f::sub(a.tensor(0), a[1]));
      if (!a.has(5)) return {reduced(distances, reduction_of(a, 4))};
      check_weight(a, 5);
      return averaged_by_weight(distances, a.tensor(5), reduction_of(a, 4));
    },
});
constinit const OpDef op_smooth_l1_loss = define({
    .name = "smooth_l1_loss",
    .signature = "smooth_l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', float beta=1.0) -> Tensor",
    .doc = "Absolute differences, squared below beta.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean", 0.5}}};
        },
    .decompose =
        [](const Args& a) {
          warn_of_sizes(a);
          if (a.real(5) < 0) tensor_error("smooth_l1_loss does not support negative values for beta.");
          if (a.real(5) == 0) return Outputs{reduced(f::abs(f::sub(a.tensor(0), a[1])), reduction_of(a, 4))};
          return call(op_smooth_l1_base, {a[0], a[1], reduction_of(a, 4), a.real(5)});
        },
});
constinit const OpDef op_huber_loss = define({
    .name = "huber_loss",
    .signature =
        "huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0, Tensor? weight=None) -> Tensor",
    .doc = "Squared differences, straight beyond delta.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), "mean", 0.5}}};
        },
    .decompose =
        [](const Args& a) {
          warn_of_sizes(a);
          if (a.real(3) <= 0) tensor_error("huber_loss does not support non-positive values for delta.");
          Tensor target = target_as_input(a.tensor(0), a.tensor(1));
          std::string reduction = a.text_or(2, "mean");
          if (!a.has(4)) return call(op_huber_base, {a[0], target, valid_reduction(reduction), a.real(3)});
          check_weight(a, 4);
          if (reduction != "mean" && reduction != "sum" && reduction != "none")
            tensor_error("Invalid reduction mode: " + reduction + ". Expected one of 'none', 'mean', 'sum'.",
                         "ValueError");
          return Outputs{reduced(f::mul(call1(op_huber_base, {a[0], target, "none", a.real(3)}), a[4]), reduction)};
        },
});

VT_OPS(losses, &op_mse_loss_backward, &op_smooth_l1_backward, &op_huber_backward, &op_mse_loss_base, &op_smooth_l1_base,
       &op_huber_base, &op_mse_loss, &op_l1_loss, &op_smooth_l1_loss, &op_huber_loss)

}  // namespace vt
