// Signs, magnitudes and rounding.
#include <cmath>

#include "ops/defs/prelude.h"

namespace vt {

namespace {
// An op that has no meaning for truth values.
template <const OpDef& op>
void refuse_bool(const Args& args) {
  if (args.tensor(0).dtype() != DType::kBool) return;
  if (&op == &op_neg)
    tensor_error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead.",
        "NotImplementedError");
  tensor_error("\"abs_cpu\" not implemented for 'Bool'", "NotImplementedError");
}
template <const OpDef& op>
Metas number_infer(const Args& args) {
  refuse_bool<op>(args);
  return pointwise_infer<op>(args);
}
template <const OpDef& op>
Outputs number_kernel(const Args& args) {
  refuse_bool<op>(args);
  return pointwise_kernel<op>(args);
}
}  // namespace

constinit const OpDef op_neg = define({
    .name = "neg",
    .signature = "neg(Tensor self) -> Tensor",
    .doc = "Changes the sign.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = number_infer<op_neg>,
    .kernel = number_kernel<op_neg>,
    .grad = [](GradContext& c) { c.set(0, f::neg(c.grad_output())); },
    .grad_name = "NegBackward0",
    .pointwise = unary_expr<S::kNeg>,
});

constinit const OpDef op_abs = define({
    .name = "abs",
    .signature = "abs(Tensor self) -> Tensor",
    .doc = "Absolute value.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = number_infer<op_abs>,
    .kernel = number_kernel<op_abs>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), call1(op_sgn, {c.input(0)}))); },
    .grad_name = "AbsBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kAbs>,
});

constinit const OpDef op_sign = define({
    .name = "sign",
    .signature = "sign(Tensor self) -> Tensor",
    .doc = "-1, 0 or 1, as the element is negative, zero or positive.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_sign>,
    .kernel = pointwise_kernel<op_sign>,
    .grad = zero_gradient,
    .grad_name = "SignBackward0",
    .pointwise = unary_expr<S::kSign>,
});

constinit const OpDef op_sgn = define({
    .name = "sgn",
    .signature = "sgn(Tensor self) -> Tensor",
    .doc = "The sign; for real numbers the same as sign.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_sgn>,
    .kernel = pointwise_kernel<op_sgn>,
    .grad = zero_gradient,
    .grad_name = "SgnBackward0",
    .pointwise = unary_expr<S::kSign>,
});

constinit const OpDef op_floor = define({
    .name = "floor",
    .signature = "floor(Tensor self) -> Tensor",
    .doc = "Rounds down.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_floor>,
    .kernel = pointwise_kernel<op_floor>,
    .grad = zero_gradient,
    .grad_name = "FloorBackward0",
    .pointwise = unary_expr<S::kFloor>,
});

constinit const OpDef op_ceil = define({
    .name = "ceil",
    .signature = "ceil(Tensor self) -> Tensor",
    .doc = "Rounds up.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_ceil>,
    .kernel = pointwise_kernel<op_ceil>,
    .grad = zero_gradient,
    .grad_name = "CeilBackward0",
    .pointwise = unary_expr<S::kCeil>,
});

constinit const OpDef op_trunc = define({
    .name = "trunc",
    .signature = "trunc(Tensor self) -> Tensor",
    .doc = "Rounds toward zero.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_trunc>,
    .kernel = pointwise_kernel<op_trunc>,
    .grad = zero_gradient,
    .grad_name = "TruncBackward0",
    .pointwise = unary_expr<S::kTrunc>,
});

constinit const OpDef op_round = define({
    .name = "round",
    .signature = "round(Tensor self) -> Tensor",
    .doc = "Rounds to the nearest integer, halves to even.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_round>,
    .kernel = pointwise_kernel<op_round>,
    .grad = zero_gradient,
    .grad_name = "RoundBackward0",
    .pointwise = unary_expr<S::kRound>,
});

constinit const OpDef op_round_decimals = define({
    .name = "round.decimals",
    .signature = "round.decimals(Tensor self, *, int decimals) -> Tensor",
    .doc = "Rounds to so many decimals; negative counts left of the point.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1}}};
        },
    .infer = pointwise_infer<op_round_decimals>,
    .kernel = pointwise_kernel<op_round_decimals>,
    .grad = zero_gradient,
    .grad_name = "RoundBackward1",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          double decimals = args.real(1), power = 1;
          for (int i = 0; i < std::abs(decimals) && std::isfinite(power); ++i) power *= 10;
          if (decimals == 0) return g.unary(S::kRound, in[0]);
          if (decimals > 0) return e.div(g.unary(S::kRound, e.mul(in[0], power)), power);
          return e.mul(g.unary(S::kRound, e.div(in[0], power)), power);
        },
});

constinit const OpDef op_frac = define({
    .name = "frac",
    .signature = "frac(Tensor self) -> Tensor",
    .doc = "What trunc takes away.",
    .traits = kElementwise,
    .samples = unary_samples,
    .infer = pointwise_infer<op_frac>,
    .kernel = pointwise_kernel<op_frac>,
    .grad = [](GradContext& c) { c.set(0, c.grad_output()); },
    .grad_name = "FracBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.sub(x, g.unary(S::kTrunc, x));
        },
});

constinit const OpDef op_positive = define({
    .name = "positive",
    .signature = "positive(Tensor self) -> Tensor",
    .doc = "The tensor itself.",
    .traits = kFunction | kMethod,
    .samples = unary_samples,
    .decompose = [](const Args& args) -> Outputs {
      if (args.tensor(0).dtype() == DType::kBool)
        tensor_error("The `+` operator, on a bool tensor is not supported.", "NotImplementedError");
      return {args.tensor(0)};
    },
});

VT_OPS(rounding, &op_neg, &op_abs, &op_sign, &op_sgn, &op_floor, &op_ceil, &op_trunc, &op_round, &op_round_decimals,
       &op_frac, &op_positive)

}  // namespace vt
