// Trigonometric and hyperbolic functions.
#include "ops/defs/prelude.h"

namespace vt {

constinit const OpDef op_sin = define({
    .name = "sin",
    .signature = "sin(Tensor self) -> Tensor",
    .doc = "Sine, in radians.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_sin>,
    .kernel = pointwise_kernel<op_sin>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::cos(c.input(0)))); },
    .grad_name = "SinBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kSin>,
});

constinit const OpDef op_cos = define({
    .name = "cos",
    .signature = "cos(Tensor self) -> Tensor",
    .doc = "Cosine, in radians.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_cos>,
    .kernel = pointwise_kernel<op_cos>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::neg(f::sin(c.input(0))))); },
    .grad_name = "CosBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kCos>,
});

constinit const OpDef op_tan = define({
    .name = "tan",
    .signature = "tan(Tensor self) -> Tensor",
    .doc = "Tangent, in radians.",
    .traits = kElementwise | kFloatResult,
    .samples = unit_samples,
    .infer = pointwise_infer<op_tan>,
    .kernel = pointwise_kernel<op_tan>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::add(f::pow(c.output(), 2), 1))); },
    .grad_name = "TanBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kTan>,
});

constinit const OpDef op_asin = define({
    .name = "asin",
    .signature = "asin(Tensor self) -> Tensor",
    .doc = "Inverse sine.",
    .traits = kElementwise | kFloatResult,
    .samples = unit_samples,
    .infer = pointwise_infer<op_asin>,
    .kernel = pointwise_kernel<op_asin>,
    .grad =
        [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::rsqrt(f::rsub(f::mul(c.input(0), c.input(0)), 1)))); },
    .grad_name = "AsinBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kAsin>,
});

constinit const OpDef op_acos = define({
    .name = "acos",
    .signature = "acos(Tensor self) -> Tensor",
    .doc = "Inverse cosine.",
    .traits = kElementwise | kFloatResult,
    .samples = unit_samples,
    .infer = pointwise_infer<op_acos>,
    .kernel = pointwise_kernel<op_acos>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), f::neg(f::rsqrt(f::rsub(f::mul(c.input(0), c.input(0)), 1)))));
        },
    .grad_name = "AcosBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kAcos>,
});

constinit const OpDef op_atan = define({
    .name = "atan",
    .signature = "atan(Tensor self) -> Tensor",
    .doc = "Inverse tangent.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_atan>,
    .kernel = pointwise_kernel<op_atan>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::add(f::mul(c.input(0), c.input(0)), 1))); },
    .grad_name = "AtanBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kAtan>,
});

constinit const OpDef op_sinh = define({
    .name = "sinh",
    .signature = "sinh(Tensor self) -> Tensor",
    .doc = "Hyperbolic sine.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_sinh>,
    .kernel = pointwise_kernel<op_sinh>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::cosh(c.input(0)))); },
    .grad_name = "SinhBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kSinh>,
});

constinit const OpDef op_cosh = define({
    .name = "cosh",
    .signature = "cosh(Tensor self) -> Tensor",
    .doc = "Hyperbolic cosine.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_cosh>,
    .kernel = pointwise_kernel<op_cosh>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::sinh(c.input(0)))); },
    .grad_name = "CoshBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kCosh>,
});

constinit const OpDef op_tanh = define({
    .name = "tanh",
    .signature = "tanh(Tensor self) -> Tensor",
    .doc = "Hyperbolic tangent.",
    .traits = kElementwise | kFloatResult | kFunctional,
    .samples = unary_samples,
    .infer = pointwise_infer<op_tanh>,
    .kernel = pointwise_kernel<op_tanh>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_tanh_backward, {c.grad_output(), c.output()}));
        },
    .grad_name = "TanhBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kTanh>,
});

constinit const OpDef op_asinh = define({
    .name = "asinh",
    .signature = "asinh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic sine.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_asinh>,
    .kernel = pointwise_kernel<op_asinh>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::rsqrt(f::add(f::pow(c.input(0), 2), 1)))); },
    .grad_name = "AsinhBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.mul(
              g.unary(S::kSign, x),
              e.log1p(e.add(e.abs(x), e.div(e.mul(x, x), e.add(g.unary(S::kSqrt, e.add(e.mul(x, x), 1)), 1)))));
        },
});

constinit const OpDef op_acosh = define({
    .name = "acosh",
    .signature = "acosh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic cosine.",
    .traits = kElementwise | kFloatResult,
    .samples = above_one_samples,
    .infer = pointwise_infer<op_acosh>,
    .kernel = pointwise_kernel<op_acosh>,
    .grad =
        [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::rsqrt(f::sub(f::mul(c.input(0), c.input(0)), 1)))); },
    .grad_name = "AcoshBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.log(e.add(x, g.unary(S::kSqrt, e.mul(e.sub(x, 1), e.add(x, 1)))));
        },
});

constinit const OpDef op_atanh = define({
    .name = "atanh",
    .signature = "atanh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic tangent.",
    .traits = kElementwise | kFloatResult,
    .samples = unit_samples,
    .infer = pointwise_infer<op_atanh>,
    .kernel = pointwise_kernel<op_atanh>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::rsub(f::pow(c.input(0), 2), 1))); },
    .grad_name = "AtanhBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.mul(e.sub(e.log1p(x), e.log1p(e.neg(x))), 0.5);
        },
});

constinit const OpDef op_deg2rad = define({
    .name = "deg2rad",
    .signature = "deg2rad(Tensor self) -> Tensor",
    .doc = "Degrees to radians.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_deg2rad>,
    .kernel = pointwise_kernel<op_deg2rad>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), 0.017453292519943295)); },
    .grad_name = "Deg2RadBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.mul(x, 0.017453292519943295);
        },
});

constinit const OpDef op_rad2deg = define({
    .name = "rad2deg",
    .signature = "rad2deg(Tensor self) -> Tensor",
    .doc = "Radians to degrees.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_rad2deg>,
    .kernel = pointwise_kernel<op_rad2deg>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), 57.29577951308232)); },
    .grad_name = "Rad2DegBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return e.mul(x, 57.29577951308232);
        },
});

VT_OPS(trigonometry, &op_sin, &op_cos, &op_tan, &op_asin, &op_acos, &op_atan, &op_sinh, &op_cosh, &op_tanh, &op_asinh,
       &op_acosh, &op_atanh, &op_deg2rad, &op_rad2deg)

}  // namespace vt
