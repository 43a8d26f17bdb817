// Losses of probabilities of two outcomes, given as they are or as logits.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/loss_reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

void check_same_size(const Args& args, const char* what) {
  SymSizes x = sizes_of(args.tensor(0)), y = sizes_of(args.tensor(1));
  auto text = [](const SymSizes& s) { return "torch.Size(" + sizes_text(s) + ")"; };
  if (same_sizes(x, y)) return;
  if (std::string(what) == "logits")
    tensor_error("Target size (" + text(y) + ") must be the same as input size (" + text(x) + ")", "ValueError");
  tensor_error("Using a target size (" + text(y) + ") that is different to the input size (" + text(x) +
                   ") is deprecated. Please ensure they have the same size.",
               "ValueError");
}
Metas weighted_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  SymSizes sizes = args.text_or(3, "mean") == "none" ? sizes_of(x) : SymSizes{};
  return {meta_like(x, sizes, x.dtype())};
}
// (input, target, weight, reduction); logs are held above -100, as PyTorch holds them.
Tensor entropy_elements(const Tensor& x, const Tensor& y, const Arg& weight) {
  Tensor on = call1(op_clamp_min, {f::log(x), -100.0}),
         off = call1(op_clamp_min, {call1(op_log1p, {f::neg(x)}), -100.0});
  Tensor loss = f::sub(f::mul(f::sub(y, 1), off), f::mul(y, on));
  return weight.is_tensor() ? f::mul(loss, weight) : loss;
}
Outputs entropy_kernel(const Args& args) {
  const Tensor &x = args.tensor(0), &y = args.tensor(1);
  DType compute = opmath_type(x.dtype());
  Tensor elements = empty_tensor(x.sizes(), compute);
  ExprGraph g;
  E e{g};
  ExprId p = g.input(0, compute), t = g.input(1, compute);
  ExprId result = e.sub(e.mul(e.sub(t, 1), e.max(e.log1p(e.neg(p)), -100)), e.mul(t, e.max(e.log(p), -100)));
  Tensor tensors[2] = {x, y};
  DType dtypes[2] = {compute, compute};
  Tensor wide = as_contiguous(as_dtype(x, DType::kFloat64));
  for (int64_t i = 0; i < wide.numel(); ++i)
    if (!(wide.data<double>()[i] >= 0 && wide.data<double>()[i] <= 1))
      tensor_error("all elements of input should be between 0 and 1");
  evaluate_expression(g, result, tensors, dtypes, elements);
  if (args.has(2)) elements = op_mul.kernel({elements, args[2]})[0];
  std::string reduction = args.text_or(3, "mean");
  if (reduction == "none") return {as_dtype(elements, x.dtype())};
  return {as_dtype((reduction == "sum" ? op_sum : op_mean).kernel({elements, Arg()})[0], x.dtype())};
}
void entropy_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1), grad = c.grad_output();
  if (c.attributes().text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(x)));
  if (c.input_list_size(2) > 0) grad = f::mul(grad, c.input(2));
  if (c.needs(0)) {
    Tensor spread = call1(op_clamp_min, {f::mul(f::rsub(x, 1), x), 1e-12});
    c.set(0, f::mul(grad, f::div(f::sub(x, y), spread)));
  }
  if (c.needs(1)) c.set(1, f::mul(grad, f::sub(call1(op_log1p, {f::neg(x)}), f::log(x))));
}
// (input, target, weight, reduction, pos_weight)
Tensor logits_elements(const Tensor& x, const Tensor& y, const Arg& weight, const Arg& pos_weight) {
  Tensor log_sigmoid = call1(op_logsigmoid, {x});
  Tensor loss;
  if (pos_weight.is_tensor()) {
    Tensor factor = f::add(f::mul(f::sub(std::get<Tensor>(pos_weight.value), 1), y), 1);
    loss = f::sub(f::mul(f::rsub(y, 1), x), f::mul(factor, log_sigmoid));
  } else {
    loss = f::sub(f::mul(f::rsub(y, 1), x), log_sigmoid);
  }
  return weight.is_tensor() ? f::mul(loss, weight) : loss;
}
Outputs logits_decompose(const Args& a) {
  return {reduced(logits_elements(a.tensor(0), a.tensor(1), a[2], a[4]), a.text_or(3, "mean"))};
}
Outputs logits_kernel(const Args& a) {
  auto k = [](const OpDef& op, Args args) { return op.kernel(args)[0]; };
  const Tensor& x = a.tensor(0);
  Tensor left = k(op_mul, {k(op_rsub_scalar, {a[1], 1, 1}), x}), right = k(op_logsigmoid, {x});
  if (a.has(4)) {
    Tensor factor = k(op_add_scalar, {k(op_mul, {k(op_sub_scalar, {a[4], 1, 1}), a[1]}), 1, 1});
    right = k(op_mul, {factor, right});
  }
  Tensor loss = k(op_sub, {left, right, 1});
  if (a.has(2)) loss = k(op_mul, {loss, a[2]});
  std::string reduction = a.text_or(3, "mean");
  if (reduction == "none") return {loss};
  return {k(reduction == "sum" ? op_sum : op_mean, {loss, Arg()})};
}
void logits_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1), grad = c.grad_output();
  if (c.attributes().text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(x)));
  if (c.input_list_size(2) > 0) grad = f::mul(grad, c.input(2));
  bool positive = c.input_list_size(4) > 0;
  if (c.needs(0)) {
    Tensor s = f::sigmoid(x);
    if (positive) {
      Tensor t = f::mul(c.input(4), y);
      c.set(0, f::mul(grad, f::sub(f::mul(f::sub(f::add(t, 1), y), s), t)));
    } else {
      c.set(0, f::mul(grad, f::sub(s, y)));
    }
  }
  if (c.needs(1)) {
    if (positive)
      c.set(1, f::mul(grad, f::sub(call1(op_logsigmoid, {f::neg(x)}), f::mul(c.input(4), call1(op_logsigmoid, {x})))));
    else c.set(1, f::neg(f::mul(grad, x)));
  }
}

std::vector<Sample> binary_loss_samples() {
  return {{Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "mean"}},
          {Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "none"}}};
}
std::vector<Sample> logits_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "mean", Arg()}},
          {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "sum", sample_ints({3}, {1, 3, 2})}}};
}

}  // namespace

constinit const OpDef op_bce_base = define({
    .name = "bce_base",
    .signature = "bce_base(Tensor input, Tensor target, Tensor? weight, str reduction) -> Tensor",
    .doc = "Cross entropy of probabilities.",
    .traits = kInternal,
    .samples = binary_loss_samples,
    .infer = weighted_infer,
    .kernel = entropy_kernel,
    .grad = entropy_grad,
    .grad_name = "BinaryCrossEntropyBackward0",
    .saves_inputs = 7,
    .decompose = [](const Args& a) -> Outputs {
      return {reduced(entropy_elements(a.tensor(0), a.tensor(1), a[2]), a.text_or(3, "mean"))};
    },
});
constinit const OpDef op_binary_cross_entropy = define({
    .name = "binary_cross_entropy",
    .signature = "binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, "
                 "bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "Cross entropy of probabilities between 0 and 1.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), Arg(), Arg(), "mean"}}};
        },
    .decompose =
        [](const Args& a) {
          check_same_size(a, "probabilities");
          if (a.tensor(1).dtype() != a.tensor(0).dtype() && !is_floating(a.tensor(1).dtype()))
            tensor_error(std::string("Found dtype ") + dtype_scalar_name(a.tensor(1).dtype()) + " but expected " +
                         dtype_scalar_name(a.tensor(0).dtype()));
          return call(op_bce_base, {a[0], a[1], a[2], reduction_of(a, 5)});
        },
});
constinit const OpDef op_bce_logits_base = define({
    .name = "bce_with_logits_base",
    .signature = "bce_with_logits_base(Tensor input, Tensor target, Tensor? weight, str reduction, Tensor? pos_weight) "
                 "-> Tensor",
    .doc = "Cross entropy of sigmoids, without overflow.",
    .traits = kInternal,
    .samples = logits_samples,
    .infer = weighted_infer,
    .kernel = logits_kernel,
    .grad = logits_grad,
    .grad_name = "BinaryCrossEntropyWithLogitsBackward0",
    .saves_inputs = 23,
    .decompose = logits_decompose,
});
constinit const OpDef op_bce_with_logits = define({
    .name = "binary_cross_entropy_with_logits",
    .signature = "binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, bool? "
                 "size_average=None, bool? reduce=None, str reduction='mean', Tensor? pos_weight=None) -> Tensor",
    .doc = "Cross entropy of sigmoids, without overflow.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), Arg(), Arg(), "mean", Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          check_same_size(a, "logits");
          // The target's own type holds the product, in place.
          DType type = a.tensor(1).dtype();
          if (!is_floating(type) && type != DType::kBool)
            tensor_error(std::string("result type ") + dtype_scalar_name(a.tensor(0).dtype()) +
                         " can't be cast to the desired output type " + dtype_scalar_name(type));
          return call(op_bce_logits_base, {a[0], a[1], a[2], reduction_of(a, 5), a[6]});
        },
});

VT_OPS(binary_losses, &op_bce_base, &op_binary_cross_entropy, &op_bce_logits_base, &op_bce_with_logits)

}  // namespace vt
