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
template <size_t reduction>
Metas weighted_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  SymSizes sizes = args.text_or(reduction, "mean") == "none" ? sizes_of(x) : SymSizes{};
  return {meta_like(x, sizes, x.dtype())};
}
// The part of a mean that each element of a gradient has.
Tensor averaged(const Tensor& grad, const std::string& reduction) {
  return reduction == "mean" ? f::div_number(grad, count_of(sizes_of(grad))) : grad;
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
  Arg weight = c.input_list_size(2) > 0 ? Arg(c.input(2)) : Arg(), reduction = c.attributes()[3];
  if (c.needs(0)) c.set(0, call1(op_bce_backward, {grad, x, y, weight, reduction}));
  if (!c.needs(1)) return;
  Tensor slope = f::mul(f::neg(call1(op_logit, {x, Arg()})), grad);
  if (weight.is_tensor()) slope = f::mul(slope, weight);
  c.set(1, averaged(slope, c.attributes().text_or(3, "mean")));
}
// (grad_output, self, target, weight, reduction)
Outputs entropy_backward(const Args& a) {
  Tensor grad = a.tensor(0);
  const Tensor &x = a.tensor(1), &y = a.tensor(2);
  if (a.text_or(4, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(x)));
  if (a.has(3)) grad = f::mul(grad, a[3]);
  Tensor spread = call1(op_clamp_min, {f::mul(f::rsub(x, 1), x), 1e-12});
  return {f::mul(grad, f::div(f::sub(x, y), spread))};
}
// (input, target, weight, pos_weight, reduction)
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
  return {reduced(logits_elements(a.tensor(0), a.tensor(1), a[2], a[3]), a.text_or(4, "mean"))};
}
Outputs logits_kernel(const Args& a) {
  auto k = [](const OpDef& op, Args args) { return op.kernel(args)[0]; };
  const Tensor& x = a.tensor(0);
  Tensor left = k(op_mul, {k(op_rsub_scalar, {a[1], 1, 1}), x}), right = k(op_logsigmoid, {x});
  if (a.has(3)) {
    Tensor factor = k(op_add_scalar, {k(op_mul, {k(op_sub_scalar, {a[3], 1, 1}), a[1]}), 1, 1});
    right = k(op_mul, {factor, right});
  }
  Tensor loss = k(op_sub, {left, right, 1});
  if (a.has(2)) loss = k(op_mul, {loss, a[2]});
  std::string reduction = a.text_or(4, "mean");
  if (reduction == "none") return {loss};
  return {k(reduction == "sum" ? op_sum : op_mean, {loss, Arg()})};
}
void logits_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1), grad = c.grad_output();
  std::string reduction = c.attributes().text_or(4, "mean");
  Tensor positive = c.input_list_size(3) > 0 ? c.input(3) : Tensor();
  auto finish = [&](Tensor slope) {
    if (c.input_list_size(2) > 0) slope = f::mul(slope, c.input(2));
    return averaged(slope, reduction);
  };
  if (c.needs(0)) {
    Tensor s = f::sigmoid(x), slope;
    if (positive.defined()) {
      Tensor t = f::mul(positive, y);
      slope = f::sub(f::mul(f::sub(f::add(t, 1), y), s), t);
    } else {
      slope = f::sub(s, y);
    }
    c.set(0, finish(f::mul(slope, grad)));
  }
  if (!c.needs(1)) return;
  Tensor slope = positive.defined()
                     ? f::sub(call1(op_logsigmoid, {f::neg(x)}), f::mul(positive, call1(op_logsigmoid, {x})))
                     : f::neg(x);
  c.set(1, finish(f::mul(slope, grad)));
}

std::vector<Sample> binary_loss_samples() {
  return {{Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "mean"}},
          {Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "none"}}};
}
std::vector<Sample> logits_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), Arg(), "mean"}},
          {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), sample_ints({3}, {1, 3, 2}), "sum"}}};
}

}  // namespace

constinit const OpDef op_bce_backward = define({
    .name = "binary_cross_entropy_backward",
    .signature = "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, "
                 "str reduction='mean') -> Tensor",
    .doc = "The gradient of binary cross entropy in the probabilities.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Tensor x = sample_tensor({2, 3}, 0.1, 0.9), y = sample_tensor({2, 3}, 0.2, 0.8);
          return std::vector<Sample>{{Args{sample_tensor({}), x, y, Arg(), "mean"}},
                                     {Args{sample_tensor({2, 3}), x, y, sample_tensor({3}, 0.5, 1.5), "none"}}};
        },
    .infer = [](const Args& a) -> Metas {
      return {meta_like(a.tensor(1), sizes_of(a.tensor(1)), a.tensor(1).dtype())};
    },
    .decompose = entropy_backward,
});
constinit const OpDef op_bce_base = define({
    .name = "bce_base",
    .signature = "bce_base(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean') -> Tensor",
    .doc = "Cross entropy of probabilities.",
    .traits = kInternal,
    .samples = binary_loss_samples,
    .infer = weighted_infer<3>,
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
          if (a.tensor(1).dtype() != a.tensor(0).dtype())
            tensor_error(std::string("Found dtype ") + dtype_scalar_name(a.tensor(1).dtype()) + " but expected " +
                         dtype_scalar_name(a.tensor(0).dtype()));
          return call(op_bce_base, {a[0], a[1], a[2], reduction_of(a, 5)});
        },
});
constinit const OpDef op_bce_logits_base = define({
    .name = "bce_with_logits_base",
    .signature = "bce_with_logits_base(Tensor input, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, str "
                 "reduction='mean') -> Tensor",
    .doc = "Cross entropy of sigmoids, without overflow.",
    .traits = kInternal,
    .samples = logits_samples,
    .infer = weighted_infer<4>,
    .kernel = logits_kernel,
    .grad = logits_grad,
    .grad_name = "BinaryCrossEntropyWithLogitsBackward0",
    .saves_inputs = 15,
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
          if (!is_floating(type) && type != DType::kBool) refuse_cast(a.tensor(0).dtype(), type);
          Tensor x = a.tensor(0);
          if (is_floating(type) && promote_types(x.dtype(), type) != type) x = f::to_dtype(x, type);
          return call(op_bce_logits_base, {x, a[1], a[2], a[6], reduction_of(a, 5)});
        },
});

VT_OPS(binary_losses, &op_bce_backward, &op_bce_base, &op_binary_cross_entropy, &op_bce_logits_base,
       &op_bce_with_logits)

}  // namespace vt
