// Exponentials, logarithms and roots.
#include "ops/defs/prelude.h"

namespace vt {

constinit const OpDef op_exp = define({
    .name = "exp",
    .signature = "exp(Tensor self) -> Tensor",
    .doc = "e to the power of each element.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_exp>,
    .kernel = pointwise_kernel<op_exp>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), c.output())); },
    .grad_name = "ExpBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kExp>,
});

constinit const OpDef op_exp2 = define({
    .name = "exp2",
    .signature = "exp2(Tensor self) -> Tensor",
    .doc = "2 to the power of each element.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_exp2>,
    .kernel = pointwise_kernel<op_exp2>,
    .grad = [](GradContext& c) { c.set(0, f::mul_number(f::mul(c.grad_output(), c.output()), 0.6931471805599453)); },
    .grad_name = "Exp2Backward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kExp2>,
});

constinit const OpDef op_expm1 = define({
    .name = "expm1",
    .signature = "expm1(Tensor self) -> Tensor",
    .doc = "exp(x) - 1, exact near zero.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_expm1>,
    .kernel = pointwise_kernel<op_expm1>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::add(c.output(), 1))); },
    .grad_name = "Expm1Backward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kExpm1>,
});

constinit const OpDef op_log = define({
    .name = "log",
    .signature = "log(Tensor self) -> Tensor",
    .doc = "Natural logarithm.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_log>,
    .kernel = pointwise_kernel<op_log>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), c.input(0))); },
    .grad_name = "LogBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kLog>,
});

constinit const OpDef op_log2 = define({
    .name = "log2",
    .signature = "log2(Tensor self) -> Tensor",
    .doc = "Logarithm to base 2.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_log2>,
    .kernel = pointwise_kernel<op_log2>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::mul_number(c.input(0), 0.6931471805599453))); },
    .grad_name = "Log2Backward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kLog2>,
});

constinit const OpDef op_log10 = define({
    .name = "log10",
    .signature = "log10(Tensor self) -> Tensor",
    .doc = "Logarithm to base 10.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_log10>,
    .kernel = pointwise_kernel<op_log10>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::mul_number(c.input(0), 2.302585092994046))); },
    .grad_name = "Log10Backward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kLog10>,
});

constinit const OpDef op_log1p = define({
    .name = "log1p",
    .signature = "log1p(Tensor self) -> Tensor",
    .doc = "log(1 + x), exact near zero.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_log1p>,
    .kernel = pointwise_kernel<op_log1p>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::add(c.input(0), 1))); },
    .grad_name = "Log1PBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kLog1p>,
});

constinit const OpDef op_sqrt = define({
    .name = "sqrt",
    .signature = "sqrt(Tensor self) -> Tensor",
    .doc = "Square root.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_sqrt>,
    .kernel = pointwise_kernel<op_sqrt>,
    .grad = [](GradContext& c) { c.set(0, f::div(c.grad_output(), f::mul_number(c.output(), 2))); },
    .grad_name = "SqrtBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kSqrt>,
});

constinit const OpDef op_rsqrt = define({
    .name = "rsqrt",
    .signature = "rsqrt(Tensor self) -> Tensor",
    .doc = "One over the square root.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_rsqrt>,
    .kernel = pointwise_kernel<op_rsqrt>,
    .grad = [](GradContext& c) { c.set(0, f::mul(f::mul_number(c.grad_output(), -0.5), f::pow(c.output(), 3))); },
    .grad_name = "RsqrtBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kRsqrt>,
});

constinit const OpDef op_reciprocal = define({
    .name = "reciprocal",
    .signature = "reciprocal(Tensor self) -> Tensor",
    .doc = "One over each element.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_reciprocal>,
    .kernel = pointwise_kernel<op_reciprocal>,
    .grad =
        [](GradContext& c) {
          Tensor result = c.output();
          c.set(0, f::mul(f::neg(c.grad_output()), f::mul(result, result)));
        },
    .grad_name = "ReciprocalBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kReciprocal>,
});

constinit const OpDef op_sigmoid = define({
    .name = "sigmoid",
    .signature = "sigmoid(Tensor self) -> Tensor",
    .doc = "1 / (1 + exp(-x)).",
    .traits = kElementwise | kFloatResult | kFunctional | kSpecial,
    .samples = unary_samples,
    .infer = pointwise_infer<op_sigmoid>,
    .kernel = pointwise_kernel<op_sigmoid>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_sigmoid_backward, {c.grad_output(), c.output()}));
        },
    .grad_name = "SigmoidBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kSigmoid>,
});

constinit const OpDef op_erf = define({
    .name = "erf",
    .signature = "erf(Tensor self) -> Tensor",
    .doc = "The error function.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_erf>,
    .kernel = pointwise_kernel<op_erf>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), f::mul_number(f::exp(f::neg(f::pow(c.input(0), 2))), 1.1283791670955126)));
        },
    .grad_name = "ErfBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kErf>,
});

constinit const OpDef op_erfc = define({
    .name = "erfc",
    .signature = "erfc(Tensor self) -> Tensor",
    .doc = "1 - erf(x), exact for large x.",
    .traits = kElementwise | kFloatResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_erfc>,
    .kernel = pointwise_kernel<op_erfc>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), f::mul_number(f::exp(f::neg(f::pow(c.input(0), 2))), -1.1283791670955126)));
        },
    .grad_name = "ErfcBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kErfc>,
});

constinit const OpDef op_erfinv = define({
    .name = "erfinv",
    .signature = "erfinv(Tensor self) -> Tensor",
    .doc = "The inverse of the error function.",
    .traits = kElementwise | kFloatResult,
    .samples = unit_samples,
    .infer = pointwise_infer<op_erfinv>,
    .kernel = pointwise_kernel<op_erfinv>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), f::mul(f::exp(f::mul(c.output(), c.output())), 0.8862269254527579)));
        },
    .grad_name = "ErfinvBackward0",
    .saves_outputs = 1,
    .pointwise = unary_expr<S::kErfinv>,
});

constinit const OpDef op_lgamma = define({
    .name = "lgamma",
    .signature = "lgamma(Tensor self) -> Tensor",
    .doc = "Logarithm of the absolute value of the gamma function.",
    .traits = kElementwise | kFloatResult,
    .samples = positive_samples,
    .infer = pointwise_infer<op_lgamma>,
    .kernel = pointwise_kernel<op_lgamma>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), call1(op_digamma, {c.input(0)}))); },
    .grad_name = "LgammaBackward0",
    .saves_inputs = 1,
    .pointwise = unary_expr<S::kLgamma>,
});

VT_OPS(exponentials, &op_exp, &op_exp2, &op_expm1, &op_log, &op_log2, &op_log10, &op_log1p, &op_sqrt, &op_rsqrt,
       &op_reciprocal, &op_sigmoid, &op_erf, &op_erfc, &op_erfinv, &op_lgamma)

}  // namespace vt
