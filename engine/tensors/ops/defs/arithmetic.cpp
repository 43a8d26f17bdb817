// Arithmetic of two operands. Each op has an overload whose second operand is a number;
// both share rule, kernel and gradient, and accept either kind of operand from formulas.
#include "ops/defs/prelude.h"

namespace vt {

namespace {

bool scaled(const Args& args) { return args.size() > 2 && args[2].is_scalar() && !(args.scalar(2).to_double() == 1); }

void check_alpha(const Args& args) {
  if (args.size() <= 2 || !args[2].is_scalar()) return;
  bool is_bool = args.scalar(2).kind == Scalar::Kind::kBool;
  if (!is_bool && !args.scalar(2).is_float()) return;
  ResultType type;
  type.add(args[0]);
  type.add(args[1]);
  if (is_bool && type.get() != DType::kBool) tensor_error("Boolean alpha only supported for Boolean results.");
  if (!is_bool && is_integral(type.get()))
    tensor_error("For integral input tensors, argument alpha must not be a floating point number.");
}

void check_bool_sub(const Args& args) {
  auto is_bool = [](const Arg& a) {
    return a.is_tensor() ? std::get<Tensor>(a.value).dtype() == DType::kBool
                         : std::get<Scalar>(a.value).kind == Scalar::Kind::kBool;
  };
  bool first = is_bool(args[0]), second = is_bool(args[1]);
  if (first && second)
    tensor_error(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
        "operator instead.",
        "NotImplementedError");
  if (first || second)
    tensor_error(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
        "the `~` or `logical_not()` operator instead.",
        "NotImplementedError");
}

// self + sign * alpha * other
ExprId linear_expr(ExprGraph& g, Exprs in, const Args& args, S op) {
  Operands operands(g, in, args);
  ExprId a = operands.take(0), b = operands.take(1);
  if (!scaled(args)) return g.binary(op, a, b);
  ExprId alpha = operands.number(2, g.dtype(b));
  // One rounding, as PyTorch's kernels have it; optimisers' steps are made of these.
  bool fused = (op == S::kAdd || op == S::kSub) && g.dtype(a) == g.dtype(b) && is_floating(g.dtype(a));
  if (fused) return g.fma(op == S::kSub ? g.unary(S::kNeg, b) : b, alpha, a);
  return g.binary(op, a, g.binary(S::kMul, b, alpha));
}

void linear_grad(GradContext& c, double sign) {
  const Args& a = c.attributes();
  double alpha = sign * (a.size() > 2 && a[2].is_scalar() ? a.real(2) : 1.0);
  if (c.needs(0)) c.set(0, f::reduce_to(c.grad_output(), c.input_meta(0)));
  if (c.needs(1)) {
    Tensor grad = alpha == 1 ? c.grad_output() : alpha == -1 ? f::neg(c.grad_output()) : f::mul(c.grad_output(), alpha);
    c.set(1, f::reduce_to(grad, c.input_meta(1)));
  }
}

// The saved second operand: a tensor, or the number among the attributes.
Arg second(GradContext& c) {
  if (c.attributes().size() > 1 && c.attributes()[1].is_scalar()) return c.attributes()[1];
  return Arg(c.input(1));
}

void div_grad(GradContext& c) {
  Arg other = second(c);
  bool rounded = c.attributes().size() > 2 && c.attributes().has(2);
  if (rounded) {
    if (c.needs(0)) c.set(0, f::zeros(c.input_meta(0)));
    if (c.needs(1)) c.set(1, f::zeros(c.input_meta(1)));
    return;
  }
  Tensor right;
  if (c.needs(1)) {
    Tensor b = c.input(1), quotient = f::div(f::div(c.input(0), b), b);
    right = f::mul(f::neg(c.grad_output()), quotient);
  }
  if (c.needs(0)) c.set(0, f::reduce_to(f::div(c.grad_output(), other), c.input_meta(0)));
  if (right.defined()) c.set(1, f::reduce_to(right, c.input_meta(1)));
}

std::vector<Sample> rounding_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({3}, 0.3, 2), "floor"}},
          {Args{sample_tensor({2, 3}), sample_tensor({3}, 0.3, 2), "trunc"}}};
}

ExprId rounded_division(ExprGraph& g, Exprs in, const Args& args) {
  Operands operands(g, in, args);
  ExprId a = operands.take(0), b = operands.take(1);
  std::string mode = args.text_or(2, "");
  if (mode.empty()) {
    if (!is_floating(g.dtype(a))) {
      a = g.cast(a, default_dtype());
      b = g.cast(b, default_dtype());
    }
    return g.binary(S::kDiv, a, b);
  }
  return g.binary(mode == "floor" ? S::kFloorDiv : S::kTruncDiv, a, b);
}

constexpr OpDef kAdd = {
    .name = "add",
    .signature = "add(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    .doc = "self + alpha * other, broadcast.",
    .traits = kElementwise,
    .samples = binary_samples,
    .infer =
        [](const Args& args) {
          check_alpha(args);
          return infer_pointwise(info_of<op_add>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_alpha(args);
          return pointwise_kernel<op_add>(args);
        },
    .grad = [](GradContext& c) { linear_grad(c, 1); },
    .grad_name = "AddBackward0",
    .pointwise = [](ExprGraph& g, Exprs in, const Args& args) { return linear_expr(g, in, args, S::kAdd); },
};
constexpr OpDef kSub = {
    .name = "sub",
    .signature = "sub(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    .doc = "self - alpha * other, broadcast.",
    .traits = kElementwise,
    .samples = binary_samples,
    .infer =
        [](const Args& args) {
          check_alpha(args);
          check_bool_sub(args);
          return infer_pointwise(info_of<op_sub>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_alpha(args);
          check_bool_sub(args);
          return run_pointwise(info_of<op_sub>(), args);
        },
    .grad = [](GradContext& c) { linear_grad(c, -1); },
    .grad_name = "SubBackward0",
    .pointwise = [](ExprGraph& g, Exprs in, const Args& args) { return linear_expr(g, in, args, S::kSub); },
};
constexpr OpDef kMul = {
    .name = "mul",
    .signature = "mul(Tensor self, Tensor other) -> Tensor",
    .doc = "self * other, broadcast.",
    .traits = kElementwise | kBilinear,
    .samples = binary_samples,
    .infer = pointwise_infer<op_mul>,
    .kernel = pointwise_kernel<op_mul>,
    .grad =
        [](GradContext& c) {
          Tensor right = c.needs(1) ? f::mul(c.grad_output(), c.input(0)) : Tensor();
          if (c.needs(0)) c.set(0, f::reduce_to(f::mul(c.grad_output(), second(c)), c.input_meta(0)));
          if (right.defined()) c.set(1, f::reduce_to(right, c.input_meta(1)));
        },
    .grad_name = "MulBackward0",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kMul>,
};
constexpr OpDef kDiv = {
    .name = "div",
    .signature = "div(Tensor self, Tensor other) -> Tensor",
    .doc = "self / other in floating point, broadcast.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_div>,
    .kernel = pointwise_kernel<op_div>,
    .grad = div_grad,
    .grad_name = "DivBackward0",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kDiv>,
};
Metas infer_rounded(const Args& args) {
  Metas metas = infer_pointwise(info_of<op_div_mode>(), args);
  std::string mode = args.text_or(2, "");
  if (!mode.empty() && mode != "floor" && mode != "trunc")
    tensor_error("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + mode + "'");
  if (mode.empty() && is_integral(metas[0].dtype)) metas[0].dtype = default_dtype();
  return metas;
}
Outputs run_rounded(const Args& args) {
  if (args.text_or(2, "").empty()) return op_div.kernel({args[0], args[1]});
  infer_rounded(args);
  return run_pointwise(info_of<op_div_mode>(), args);
}
constexpr OpDef kDivMode = {
    .name = "div.Tensor_mode",
    .signature = "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode=None) -> Tensor",
    .doc = "self / other, rounded down ('floor') or toward zero ('trunc') on demand.",
    .traits = kElementwise,
    .samples = rounding_samples,
    .infer = infer_rounded,
    .kernel = run_rounded,
    .grad = div_grad,
    .grad_name = "DivBackward2",
    .saves_inputs = 3,
    .pointwise = rounded_division,
};
constexpr OpDef kFloorDivide = {
    .name = "floor_divide",
    .signature = "floor_divide(Tensor self, Tensor other) -> Tensor",
    .doc = "self / other, rounded down.",
    .traits = kElementwise,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_floor_divide>,
    .kernel = pointwise_kernel<op_floor_divide>,
    .grad = [](GradContext&) { tensor_error("derivative for aten::floor_divide is not implemented", "RuntimeError"); },
    .grad_name = "NotImplemented",
    .pointwise = binary_expr<S::kFloorDiv>,
};
// d/db of a - b * q(a, b): minus the quotient.
void modulo_grad(GradContext& c, const char* mode) {
  if (c.needs(0)) c.set(0, f::reduce_to(c.grad_output(), c.input_meta(0)));
  if (c.needs(1)) {
    Tensor quotient = call1(op_div_mode, {c.input(0), c.input(1), mode});
    c.set(1, f::reduce_to(f::mul(f::neg(c.grad_output()), quotient), c.input_meta(1)));
  }
}
constexpr OpDef kRemainder = {
    .name = "remainder",
    .signature = "remainder(Tensor self, Tensor other) -> Tensor",
    .doc = "Python's self % other: the sign is the divisor's.",
    .traits = kElementwise,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_remainder>,
    .kernel = pointwise_kernel<op_remainder>,
    .grad = [](GradContext& c) { modulo_grad(c, "floor"); },
    .grad_name = "RemainderBackward1",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kRemainder>,
};
constexpr OpDef kFmod = {
    .name = "fmod",
    .signature = "fmod(Tensor self, Tensor other) -> Tensor",
    .doc = "C's fmod: the sign is the dividend's.",
    .traits = kElementwise,
    .samples = positive_binary_samples,
    .infer = pointwise_infer<op_fmod>,
    .kernel = pointwise_kernel<op_fmod>,
    .grad = [](GradContext& c) { modulo_grad(c, "trunc"); },
    .grad_name = "FmodBackward1",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kFmod>,
};

// With a number as second operand. The first operand is saved only where the formula needs it.
constexpr OpDef with_number(OpDef op, const char* name, const char* signature, uint32_t saves, const char* grad_name) {
  op.name = name;
  op.signature = signature;
  op.samples = scalar_samples;
  op.saves_inputs = saves;
  op.grad_name = grad_name;
  return op;
}
constexpr OpDef rounded_with_number() {
  OpDef op = with_number(kDivMode, "div.Scalar_mode",
                         "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode=None) -> Tensor", 0,
                         "DivBackward2");
  op.samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.7, "floor"}}}; };
  return op;
}

}  // namespace

constinit const OpDef op_add = define(kAdd);
constinit const OpDef op_add_scalar = define(with_number(
    kAdd, "add.Scalar", "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", 0, "AddBackward0"));
constinit const OpDef op_sub = define(kSub);
constinit const OpDef op_sub_scalar = define(with_number(
    kSub, "sub.Scalar", "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", 0, "SubBackward0"));
constinit const OpDef op_mul = define(kMul);
constinit const OpDef op_mul_scalar =
    define(with_number(kMul, "mul.Scalar", "mul.Scalar(Tensor self, Scalar other) -> Tensor", 2, "MulBackward0"));
constinit const OpDef op_div = define(kDiv);
constinit const OpDef op_div_scalar =
    define(with_number(kDiv, "div.Scalar", "div.Scalar(Tensor self, Scalar other) -> Tensor", 2, "DivBackward0"));
constinit const OpDef op_div_mode = define(kDivMode);
constinit const OpDef op_div_scalar_mode = define(rounded_with_number());
constinit const OpDef op_floor_divide = define(kFloorDivide);
constinit const OpDef op_floor_divide_scalar =
    define(with_number(kFloorDivide, "floor_divide.Scalar", "floor_divide.Scalar(Tensor self, Scalar other) -> Tensor",
                       0, "NotImplemented"));
constinit const OpDef op_remainder = define(kRemainder);
constinit const OpDef op_remainder_scalar = define(with_number(
    kRemainder, "remainder.Scalar", "remainder.Scalar(Tensor self, Scalar other) -> Tensor", 0, "RemainderBackward0"));
constinit const OpDef op_fmod = define(kFmod);
constinit const OpDef op_fmod_scalar =
    define(with_number(kFmod, "fmod.Scalar", "fmod.Scalar(Tensor self, Scalar other) -> Tensor", 0, "FmodBackward0"));

constinit const OpDef op_rsub = define({
    .name = "rsub",
    .signature = "rsub(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    .doc = "other - alpha * self, broadcast.",
    .traits = kFunction,
    .samples = binary_samples,
    .infer =
        [](const Args& args) {
          check_alpha(args);
          check_bool_sub(args);
          return infer_pointwise(info_of<op_rsub>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_alpha(args);
          check_bool_sub(args);
          return run_pointwise(info_of<op_rsub>(), args);
        },
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          double alpha = a.size() > 2 && a[2].is_scalar() ? a.real(2) : 1.0;
          if (c.needs(0))
            c.set(0, f::reduce_to(alpha == 1 ? f::neg(c.grad_output()) : f::mul(c.grad_output(), -alpha),
                                  c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(c.grad_output(), c.input_meta(1)));
        },
    .grad_name = "RsubBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          Operands operands(g, in, args);
          ExprId a = operands.take(0), b = operands.take(1);
          if (scaled(args)) a = g.binary(S::kMul, a, operands.number(2, g.dtype(a)));
          return g.binary(S::kSub, b, a);
        },
});
constinit const OpDef op_rsub_scalar = define({
    .name = "rsub.Scalar",
    .signature = "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    .doc = "other - alpha * self.",
    .traits = kFunction,
    .samples = scalar_samples,
    .infer = [](const Args& args) { return op_rsub.infer(args); },
    .kernel = [](const Args& args) { return op_rsub.kernel(args); },
    .grad = [](GradContext& c) { op_rsub.grad(c); },
    .grad_name = "RsubBackward1",
    .pointwise = [](ExprGraph& g, Exprs in, const Args& args) { return op_rsub.pointwise(g, in, args); },
});

VT_OPS(arithmetic, &op_add, &op_add_scalar, &op_sub, &op_sub_scalar, &op_mul, &op_mul_scalar, &op_div, &op_div_scalar,
       &op_div_mode, &op_div_scalar_mode, &op_floor_divide, &op_floor_divide_scalar, &op_remainder,
       &op_remainder_scalar, &op_fmod, &op_fmod_scalar, &op_rsub, &op_rsub_scalar)

}  // namespace vt
