// Powers and other functions of two real numbers.
#include <cmath>

#include "ops/aten_forms.h"
#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"

namespace vt {

namespace {

void check_heaviside(const Args& args) {
  if (args.tensor(0).dtype() != args.tensor(1).dtype())
    tensor_error("heaviside is not yet implemented for tensors with different dtypes.");
}

// PyTorch computes the common exponents without pow.
ExprId power_expr(ExprGraph& g, Exprs in, const Args& args) {
  E e{g};
  ExprId x = in[0];
  const Scalar& exponent = args.scalar(1);
  double p = exponent.to_double();
  if (is_floating(g.dtype(x)) && !(exponent.integer.symbolic() && !exponent.is_float())) {
    if (p == 2) return e.mul(x, x);
    if (p == 3) return e.mul(e.mul(x, x), x);
    if (p == 0.5) return g.unary(S::kSqrt, x);
    if (p == -0.5) return g.unary(S::kRsqrt, x);
    if (p == -1) return g.unary(S::kReciprocal, x);
    if (p == -2) return g.unary(S::kReciprocal, e.mul(x, x));
    if (p == 1) return x;
    if (p == 0) return e(1, x);
  }
  return g.binary(S::kPow, x, scalar_constant(g, exponent, g.dtype(x)));
}

void check_power(const Args& args) {
  if (!args[1].is_scalar() || !args[0].is_tensor()) return;
  const Scalar& exponent = args.scalar(1);
  if (is_integral(args.tensor(0).dtype()) && !exponent.is_float() && exponent.to_int() < 0)
    tensor_error("Integers to negative integer powers are not allowed.");
}

void power_grad(GradContext& c) {
  const Arg& exponent = c.attributes()[1];
  double p = std::get<Scalar>(exponent.value).to_double();
  if (p == 0) return c.set(0, f::zeros(c.input_meta(0)));
  Tensor x = c.input(0);
  if (p == 1 && !aten_forms()) return c.set(0, c.grad_output());
  bool square = p == 2 && !aten_forms();
  c.set(0, f::mul(c.grad_output(), square ? f::mul(x, exponent) : f::mul_number(f::pow(x, p - 1), p)));
}

// What adds to `other`'s gradient: out * log(base), zero where the base is 0 and the exponent not negative.
Tensor exponent_grad(const Tensor& grad, const Arg& base, const Tensor& exponent, const Tensor& out) {
  if (base.is_scalar()) {
    double number = std::get<Scalar>(base.value).to_double();
    Tensor slope = f::mul_number(out, std::log(number));
    return f::mul(grad, number == 0 ? f::where(f::ge(exponent, 0), 0.0, slope) : slope);
  }
  const Tensor& b = std::get<Tensor>(base.value);
  Tensor safe = f::logical_and(f::eq(b, 0), f::ge(exponent, 0));
  return f::mul(grad, f::where(safe, 0, f::mul(out, f::log(b))));
}

}  // namespace

constinit const OpDef op_pow_scalar = define({
    .name = "pow.Tensor_Scalar",
    .signature = "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
    .doc = "Each element to the power of a number.",
    .traits = kElementwise,
    .samples = scalar_samples,
    .infer =
        [](const Args& args) {
          check_power(args);
          return infer_pointwise(info_of<op_pow_scalar>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_power(args);
          return run_pointwise(info_of<op_pow_scalar>(), args);
        },
    .grad = power_grad,
    .grad_name = "PowBackward0",
    .saves_inputs = 1,
    .pointwise = power_expr,
});
constinit const OpDef op_pow = define({
    .name = "pow",
    .signature = "pow(Tensor self, Tensor exponent) -> Tensor",
    .doc = "self to the power of exponent, broadcast.",
    .traits = kElementwise,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_pow>,
    .kernel = pointwise_kernel<op_pow>,
    .grad =
        [](GradContext& c) {
          Tensor base = c.input(0), exponent = c.input(1);
          if (c.needs(0)) {
            Tensor slope = f::where(f::eq(exponent, 0), 0, f::mul(exponent, f::pow(base, f::sub(exponent, 1))));
            c.set(0, f::reduce_to(f::mul(c.grad_output(), slope), c.input_meta(0)));
          }
          if (c.needs(1))
            c.set(1, f::reduce_to(exponent_grad(c.grad_output(), base, exponent, c.output()), c.input_meta(1)));
        },
    .grad_name = "PowBackward1",
    .saves_inputs = 3,
    .saves_outputs = 1,
    .pointwise = binary_expr<S::kPow>,
});
constinit const OpDef op_pow_base = define({
    .name = "pow.Scalar",
    .signature = "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
    .doc = "A number to the power of each element.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{2.5, sample_tensor({2, 3})}}};
        },
    .infer = pointwise_infer<op_pow_base>,
    .kernel = pointwise_kernel<op_pow_base>,
    .grad = [](GradContext& c) { c.set(1, exponent_grad(c.grad_output(), c.attributes()[0], c.input(1), c.output())); },
    .grad_name = "PowBackward2",
    .saves_inputs = 2,
    .saves_outputs = 1,
    .pointwise = binary_expr<S::kPow>,
});
constinit const OpDef op_float_power = define({
    .name = "float_power",
    .signature = "float_power(Tensor self, Scalar exponent) -> Tensor",
    .doc = "Power computed in float64.",
    .traits = kFunction | kMethod,
    .samples = scalar_samples,
    .decompose = [](const Args& a) -> Outputs {
      return {f::pow(f::to_dtype(a.tensor(0), DType::kFloat64), a.real(1))};
    },
});
constinit const OpDef op_float_power_tensor = define({
    .name = "float_power.Tensor_Tensor",
    .signature = "float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
    .doc = "Power computed in float64.",
    .traits = kFunction | kMethod,
    .samples = positive_binary_samples,
    .decompose = [](const Args& a) -> Outputs {
      return {f::pow(f::to_dtype(a.tensor(0), DType::kFloat64), f::to_dtype(a.tensor(1), DType::kFloat64))};
    },
});
constinit const OpDef op_float_power_base = define({
    .name = "float_power.Scalar",
    .signature = "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor",
    .doc = "Powers of a number computed in float64.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{2.5, sample_tensor({2, 3})}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      return {call1(op_pow_base, {a[0], f::to_dtype(a.tensor(1), DType::kFloat64)})};
    },
});
constinit const OpDef op_atan2 = define({
    .name = "atan2",
    .signature = "atan2(Tensor self, Tensor other) -> Tensor",
    .doc = "The angle of the point (other, self).",
    .traits = kElementwise | kFloatResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_atan2>,
    .kernel = pointwise_kernel<op_atan2>,
    .grad =
        [](GradContext& c) {
          Tensor y = c.input(0), x = c.input(1);
          // The origin has no angle, and a gradient of zero.
          Tensor square = f::add(f::mul(y, y), f::mul(x, x));
          Tensor scaled = f::masked_fill(f::div(c.grad_output(), square), f::eq(square, 0), 0);
          if (c.needs(0)) c.set(0, f::reduce_to(f::mul(scaled, x), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::mul(scaled, f::neg(y)), c.input_meta(1)));
        },
    .grad_name = "Atan2Backward0",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kAtan2>,
});
constinit const OpDef op_hypot = define({
    .name = "hypot",
    .signature = "hypot(Tensor self, Tensor other) -> Tensor",
    .doc = "The length of the vector (self, other).",
    .traits = kElementwise,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_hypot>,
    .kernel = pointwise_kernel<op_hypot>,
    .grad =
        [](GradContext& c) {
          Tensor scaled = f::div(c.grad_output(), c.output());
          if (c.needs(0)) c.set(0, f::reduce_to(f::mul(scaled, c.input(0)), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::mul(scaled, c.input(1)), c.input_meta(1)));
        },
    .grad_name = "HypotBackward0",
    .saves_inputs = 3,
    .saves_outputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          // The larger one outside the root, so that squares do not overflow.
          E e{g};
          ExprId a = e.abs(in[0]), b = e.abs(in[1]);
          ExprId large = g.binary(S::kMax, a, b), small = g.binary(S::kMin, a, b);
          ExprId ratio = e.div(small, large);
          ExprId length = e.mul(large, g.unary(S::kSqrt, e.add(e.mul(ratio, ratio), 1)));
          // One that is infinite wins, even over a NaN.
          ExprId infinity = e(HUGE_VAL, a);
          auto infinite = [&](ExprId x) { return g.binary(S::kEqual, x, infinity); };
          ExprId finite = e.select(e.is_zero(large), large, length);
          return e.select(infinite(a), a, e.select(infinite(b), b, finite));
        },
});
constinit const OpDef op_copysign = define({
    .name = "copysign",
    .signature = "copysign(Tensor self, Tensor other) -> Tensor",
    .doc = "The magnitude of self with the sign of other.",
    .traits = kElementwise | kFloatResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_copysign>,
    .kernel = formula_kernel<op_copysign, formulas::Copysign>,
    .grad =
        [](GradContext& c) {
          Tensor x = c.input(0);
          if (c.needs(0))
            c.set(0, f::reduce_to(f::mul(c.grad_output(), f::where(f::eq(x, 0), 0.0, f::div(c.output(), x))),
                                  c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::zeros(c.input_meta(1)));
        },
    .grad_name = "CopysignBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          Operands operands(g, in, args);
          ExprId a = operands.take(0), both[2] = {a, operands.take(1)};
          return formula_expression<formulas::Copysign>(g, both, args);
        },
});
constinit const OpDef op_copysign_scalar = define({
    .name = "copysign.Scalar",
    .signature = "copysign.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "The magnitude of self with the sign of a number.",
    .traits = kElementwise | kFloatResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_copysign_scalar>,
    .kernel = pointwise_kernel<op_copysign_scalar>,
    .grad = [](GradContext& c) { op_copysign.grad(c); },
    .grad_name = "CopysignBackward1",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .pointwise = [](ExprGraph& g, Exprs in, const Args& args) { return op_copysign.pointwise(g, in, args); },
});
constinit const OpDef op_logaddexp = define({
    .name = "logaddexp",
    .signature = "logaddexp(Tensor self, Tensor other) -> Tensor",
    .doc = "log(exp(self) + exp(other)), without overflow.",
    .samples = binary_samples,
    .infer = pointwise_infer<op_logaddexp>,
    .kernel = pointwise_kernel<op_logaddexp>,
    .grad =
        [](GradContext& c) {
          Tensor out = c.output();
          if (c.needs(0))
            c.set(0, f::reduce_to(f::mul(c.grad_output(), f::exp(f::sub(c.input(0), out))), c.input_meta(0)));
          if (c.needs(1))
            c.set(1, f::reduce_to(f::mul(c.grad_output(), f::exp(f::sub(c.input(1), out))), c.input_meta(1)));
        },
    .grad_name = "LogaddexpBackward0",
    .saves_inputs = 3,
    .saves_outputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId large = g.binary(S::kMax, in[0], in[1]);
          ExprId sum = e.add(large, e.log1p(e.exp(e.neg(e.abs(e.sub(in[0], in[1]))))));
          return e.select(g.unary(S::kIsInf, large), large, sum);
        },
});
// in[0] times a logarithm of in[1]: 0 where in[0] is 0, unless in[1] is NaN.
ExprId times_logarithm(ExprGraph& g, Exprs in, ExprId logarithm) {
  E e{g};
  ExprId value = e.select(e.is_zero(in[0]), e(0, in[0]), e.mul(in[0], logarithm));
  return e.select(g.unary(S::kIsNan, in[1]), in[1], value);
}
// The gradients of x log(y) and x log1p(y): `argument` is what the logarithm is of, y or y + 1.
void times_logarithm_grad(GradContext& c, const Tensor& logarithm, const Tensor& argument) {
  Tensor x = c.input(0);
  if (c.needs(0)) {
    Tensor unbounded = f::logical_and(f::eq(x, 0), f::le(argument, 0));
    c.set(0, f::reduce_to(f::where(unbounded, 0, f::mul(c.grad_output(), logarithm)), c.input_meta(0)));
  }
  if (c.needs(1)) c.set(1, f::reduce_to(f::div(f::mul(c.grad_output(), x), argument), c.input_meta(1)));
}
constinit const OpDef op_xlogy = define({
    .name = "xlogy",
    .signature = "xlogy(Tensor self, Tensor other) -> Tensor",
    .doc = "self * log(other), zero where self is zero.",
    .traits = kElementwise | kFloatResult | kSpecial,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_xlogy>,
    .kernel = pointwise_kernel<op_xlogy>,
    .grad = [](GradContext& c) { times_logarithm_grad(c, f::log(c.input(1)), c.input(1)); },
    .grad_name = "XlogyBackward0",
    .saves_inputs = 3,
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return times_logarithm(g, in, E{g}.log(in[1])); },
});
constinit const OpDef op_xlog1py = define({
    .name = "special_xlog1py",
    .signature = "special_xlog1py(Tensor self, Tensor other) -> Tensor",
    .doc = "x log1p(y), 0 where x is 0.",
    .traits = kElementwise | kFloatResult | kSpecial,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_xlog1py>,
    .kernel = pointwise_kernel<op_xlog1py>,
    .grad = [](GradContext& c) { times_logarithm_grad(c, call1(op_log1p, {c.input(1)}), f::add(c.input(1), 1)); },
    .grad_name = "SpecialXlog1PyBackward0",
    .saves_inputs = 3,
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return times_logarithm(g, in, E{g}.log1p(in[1])); },
});
constinit const OpDef op_heaviside = define({
    .name = "heaviside",
    .signature = "heaviside(Tensor self, Tensor values) -> Tensor",
    .doc = "0 below zero, 1 above, other at zero.",
    .traits = kElementwise,
    .samples = binary_samples,
    .infer =
        [](const Args& args) {
          check_heaviside(args);
          return infer_pointwise(info_of<op_heaviside>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_heaviside(args);
          return run_pointwise(info_of<op_heaviside>(), args);
        },
    .grad = [](GradContext&) { tensor_error("derivative for aten::heaviside is not implemented", "RuntimeError"); },
    .grad_name = "NotImplemented",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.select(e.is_zero(in[0]), in[1], e.select(e.greater(in[0], 0), e(1, in[0]), e(0, in[0])));
        },
});

VT_OPS(powers, &op_pow_scalar, &op_pow, &op_pow_base, &op_float_power, &op_float_power_tensor, &op_float_power_base,
       &op_atan2, &op_hypot, &op_copysign, &op_copysign_scalar, &op_logaddexp, &op_xlogy, &op_xlog1py, &op_heaviside)

}  // namespace vt
