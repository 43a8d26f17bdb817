// Activation functions that are one elementwise expression.
#include <cmath>
#include <limits>

#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"
#include "ops/families/texts.h"

namespace vt {

namespace {
constexpr uint32_t kActivation = kFunction | kFunctional;

// Slope where a condition on the saved input holds, elsewhere zero.
Tensor gated(GradContext& c, const Tensor& condition) { return f::where(condition, c.grad_output(), 0); }

std::vector<Sample> shrink_samples() { return {{Args{sample_tensor({2, 3}), 0.5}}}; }

// F.NAME(input, ..., inplace): the flag chooses between the two forms of `op`.
template <const OpDef& op, size_t flag>
Outputs maybe_inplace(const Args& args) {
  std::vector<Arg> plain(args.values().begin(), args.values().begin() + flag);
  if (args.boolean_or(flag, false)) return {call_inplace(op, Args(std::move(plain)))};
  return call(op, Args(std::move(plain)));
}

// The zeros of whole vectors, as formulas::SoftshrinkInVectors has them for wider floats.
void clear_signs_of_halves(const Tensor& in, const Tensor& out) {
  constexpr int64_t kVector = 32;
  if (dtype_bytes(out.dtype()) != 2 || !in.is_contiguous() || !out.is_contiguous()) return;
  uint16_t* bits = reinterpret_cast<uint16_t*>(out.data<Half>());
  for (int64_t i = 0; i < out.numel() / kVector * kVector; ++i) bits[i] = bits[i] == 0x8000 ? 0 : bits[i];
}
double largest_of(DType dtype) {
  if (dtype == DType::kFloat16) return 65504;
  if (dtype == DType::kFloat64) return std::numeric_limits<double>::max();
  return dtype == DType::kBFloat16 ? 0x1.FEp127 : std::numeric_limits<float>::max();
}
// Two numbers that become elements of the tensor's dtype.
void check_bounds_fit(const Args& args) {
  for (size_t i : {1, 2}) check_number_fits(Scalar::of(args.real(i)), args.tensor(0).dtype());
}
}  // namespace

namespace {
void refuse_bool(const Args& args) {
  if (args.tensor(0).dtype() == DType::kBool)
    tensor_error("Boolean inputs not supported for relu", "NotImplementedError");
}
}  // namespace

constinit const OpDef op_relu = define({
    .name = "relu",
    .signature = "relu(Tensor self) -> Tensor",
    .doc = "Keeps positive elements and replaces the rest with zero.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = unary_samples,
    .infer =
        [](const Args& a) {
          refuse_bool(a);
          return pointwise_infer<op_relu>(a);
        },
    .kernel =
        [](const Args& a) {
          refuse_bool(a);
          return pointwise_kernel<op_relu>(a);
        },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_threshold_backward, {c.grad_output(), c.output(), 0}));
        },
    .grad_name = "ReluBackward0",
    .saves_outputs = 1,
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return E{g}.max(in[0], 0); },
});

constinit const OpDef op_relu_functional = define({
    .name = "relu.functional",
    .signature = "relu.functional(Tensor self, bool inplace=False) -> Tensor",
    .doc = "relu, in place on demand.",
    .traits = kFunctional,
    .samples = unary_samples,
    .decompose = maybe_inplace<op_relu, 1>,
});

constinit const OpDef op_hardtanh = define({
    .name = "hardtanh",
    .signature = "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
    .doc = "Clamps to the range from min_val to max_val.",
    .traits = kInternal | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), -1.0, 1.0}}};
        },
    .infer = pointwise_infer<op_hardtanh>,
    .kernel =
        [](const Args& args) {
          if (args.tensor(0).dtype() == DType::kUInt8 && (args.real(1) < 0 || args.real(2) < 0))
            tensor_error("cannot do hardtanh on an unsigned type with negative limits");
          check_bounds_fit(args);
          return pointwise_kernel<op_hardtanh>(args);
        },
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          c.set(0, call1(op_hardtanh_backward, {c.grad_output(), c.input(0), a[1], a[2]}));
        },
    .grad_name = "HardtanhBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          return e.min(e.max(in[0], args.real(1)), args.real(2));
        },
});

constinit const OpDef op_hardtanh_functional = define({
    .name = "hardtanh.functional",
    .signature =
        "hardtanh.functional(Tensor self, Scalar min_val=-1.0, Scalar max_val=1.0, bool inplace=False) -> Tensor",
    .doc = "Clamps to the range from min_val to max_val, in place on demand.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), -1.0, 1.0, false}}};
        },
    .decompose =
        [](const Args& args) {
          if (args.real(1) > args.real(2)) tensor_error("min_val cannot be greater than max_val", "ValueError");
          return maybe_inplace<op_hardtanh, 3>(args);
        },
});

constinit const OpDef op_relu6 = define({
    .name = "relu6",
    .signature = "relu6(Tensor self, bool inplace=False) -> Tensor",
    .doc = "Clamps to the range from 0 to 6.",
    .traits = kFunctional,
    .samples = unary_samples,
    .decompose = [](const Args& args) -> Outputs {
      Args a{args[0], 0, 6};
      return {args.boolean_or(1, false) ? call_inplace(op_hardtanh, a) : call1(op_hardtanh, a)};
    },
});

constinit const OpDef op_leaky_relu = define({
    .name = "leaky_relu",
    .signature = "leaky_relu(Tensor self, float negative_slope=0.01) -> Tensor",
    .doc = "Multiplies negative elements by negative_slope.",
    .traits = kInternal | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.1}}};
        },
    .infer = pointwise_infer<op_leaky_relu>,
    .kernel = pointwise_kernel<op_leaky_relu>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_leaky_relu_backward, {c.grad_output(), c.input(0), c.attributes()[1], false}));
        },
    .grad_name = "LeakyReluBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          return e.select(e.greater(in[0], 0), in[0], e.mul(in[0], args.real(1)));
        },
});

constinit const OpDef op_leaky_relu_functional = define({
    .name = "leaky_relu.functional",
    .signature = "leaky_relu.functional(Tensor self, float negative_slope=0.01, bool inplace=False) -> Tensor",
    .doc = "Multiplies negative elements by negative_slope, in place on demand.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.1, false}}};
        },
    .decompose = maybe_inplace<op_leaky_relu, 2>,
});

// scale * (x > 0 ? x : alpha * (exp(x * input_scale) - 1)): elu, selu and celu.
constinit const OpDef op_elu = define({
    .name = "elu",
    .signature = "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
    .doc = "scale * x where positive, scale * alpha * (exp(input_scale * x) - 1) elsewhere.",
    .traits = kInternal | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5, 1.1, 1.0}}};
        },
    .infer = pointwise_infer<op_elu>,
    .kernel = pointwise_kernel<op_elu>,
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          c.set(0, call1(op_elu_backward, {c.grad_output(), a[1], a[2], a[3], false, c.input(0)}));
        },
    .grad_name = "EluBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          double alpha = args.real(1), scale = args.real(2), input_scale = args.real(3);
          ExprId below = e.mul(g.unary(S::kExpm1, e.mul(in[0], input_scale)), alpha * scale);
          return e.select(e.greater(in[0], 0), e.mul(in[0], scale), below);
        },
});

constinit const OpDef op_elu_functional = define({
    .name = "elu.functional",
    .signature = "elu.functional(Tensor self, Scalar alpha=1.0, bool inplace=False) -> Tensor",
    .doc = "x where positive, alpha * (exp(x) - 1) elsewhere.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5, false}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      Args a{args[0], args[1], 1, 1};
      return {args.boolean_or(2, false) ? call_inplace(op_elu, a) : call1(op_elu, a)};
    },
});

constinit const OpDef op_selu = define({
    .name = "selu",
    .signature = "selu(Tensor self, bool inplace=False) -> Tensor",
    .doc = "elu with the scales that keep mean and variance (Klambauer et al., 2017).",
    .traits = kActivation,
    .samples = unary_samples,
    .decompose = [](const Args& args) -> Outputs {
      Args a{args[0], 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1};
      return {args.boolean_or(1, false) ? call_inplace(op_elu, a) : call1(op_elu, a)};
    },
});

constinit const OpDef op_celu = define({
    .name = "celu",
    .signature = "celu(Tensor self, float alpha=1.0) -> Tensor",
    .doc = "x where positive, alpha * (exp(x / alpha) - 1) elsewhere.",
    .traits = kActivation | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5}}};
        },
    .infer = pointwise_infer<op_celu>,
    .kernel = pointwise_kernel<op_celu>,
    .grad =
        [](GradContext& c) {
          double alpha = c.attributes().real(1);
          c.set(0, call1(op_elu_backward, {c.grad_output(), c.attributes()[1], 1, 1 / alpha, false, c.input(0)}));
        },
    .grad_name = "CeluBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          double alpha = args.real(1);
          return e.select(e.greater(in[0], 0), in[0], e.mul(g.unary(S::kExpm1, e.div(in[0], alpha)), alpha));
        },
});

namespace {
void check_gelu(const Args& args) {
  std::string approximate = args.text_or(1, "none");
  if (approximate != "none" && approximate != "tanh") tensor_error("approximate argument must be either none or tanh.");
}
}  // namespace
constinit const OpDef op_gelu = define({
    .name = "gelu",
    .signature = "gelu(Tensor self, *, str approximate='none') -> Tensor",
    .doc = "x times the normal distribution function of x; approximate='tanh' for the usual approximation.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), "none"}}, {Args{sample_tensor({4}), "tanh"}, "tanh"}};
        },
    .infer = [](const Args& a) { return check_gelu(a), pointwise_infer<op_gelu>(a); },
    .kernel = [](const Args& a) { return check_gelu(a), pointwise_kernel<op_gelu>(a); },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_gelu_backward, {c.grad_output(), c.input(0), c.attributes().text_or(1, "none")}));
        },
    .grad_name = "GeluBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          ExprId x = in[0];
          if (args.text_or(1, "none") == "tanh") {
            ExprId inner = e.mul(e.add(x, e.mul(e.mul(e.mul(x, x), x), 0.044715)), 0.7978845608028654);
            return e.mul(e.mul(x, 0.5), e.add(e.tanh(inner), 1));
          }
          return e.mul(e.mul(x, 0.5), e.add(g.unary(S::kErf, e.mul(x, M_SQRT1_2)), 1));
        },
});

constinit const OpDef op_silu = define({
    .name = "silu",
    .signature = "silu(Tensor self) -> Tensor",
    .doc = "x * sigmoid(x).",
    .traits = kInternal | kHasInplace,
    .samples = unary_samples,
    .infer = pointwise_infer<op_silu>,
    .kernel = pointwise_kernel<op_silu>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_silu_backward, {c.grad_output(), c.input(0)}));
        },
    .grad_name = "SiluBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.div(in[0], e.add(e.exp(e.neg(in[0])), 1));
        },
});

constinit const OpDef op_silu_functional = define({
    .name = "silu.functional",
    .signature = "silu.functional(Tensor self, bool inplace=False) -> Tensor",
    .doc = "x * sigmoid(x), in place on demand.",
    .traits = kFunctional,
    .samples = unary_samples,
    .decompose = maybe_inplace<op_silu, 1>,
});

constinit const OpDef op_mish = define({
    .name = "mish",
    .signature = "mish(Tensor self) -> Tensor",
    .doc = "x * tanh(softplus(x)).",
    .traits = kFunctional,
    .samples = unary_samples,
    .infer = pointwise_infer<op_mish>,
    .kernel = pointwise_kernel<op_mish>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_mish_backward, {c.grad_output(), c.input(0)}));
        },
    .grad_name = "MishBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.mul(in[0], e.tanh(e.log1p(e.exp(in[0]))));
        },
});

constinit const OpDef op_softplus = define({
    .name = "softplus",
    .signature = "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
    .doc = "log(1 + exp(beta * x)) / beta; x itself where beta * x exceeds the threshold.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5, 20.0}}};
        },
    .infer = pointwise_infer<op_softplus>,
    .kernel = pointwise_kernel<op_softplus>,
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          c.set(0, call1(op_softplus_backward, {c.grad_output(), c.input(0), a[1], a[2]}));
        },
    .grad_name = "SoftplusBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          double beta = args.real(1);
          ExprId scaled = e.mul(in[0], beta);
          return e.select(e.greater(scaled, args.real(2)), in[0], e.div(e.log1p(e.exp(scaled)), beta));
        },
});

constinit const OpDef op_hardsigmoid = define({
    .name = "hardsigmoid",
    .signature = "hardsigmoid(Tensor self) -> Tensor",
    .doc = "x / 6 + 1 / 2, clamped to the range from 0 to 1.",
    .traits = kFunctional | kHasInplace,
    .samples = unary_samples,
    .infer = pointwise_infer<op_hardsigmoid>,
    .kernel = pointwise_kernel<op_hardsigmoid>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_hardsigmoid_backward, {c.grad_output(), c.input(0)}));
        },
    .grad_name = "HardsigmoidBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.div(e.min(e.max(e.add(in[0], 3), 0), 6), 6);
        },
});

constinit const OpDef op_hardswish = define({
    .name = "hardswish",
    .signature = "hardswish(Tensor self) -> Tensor",
    .doc = "x * hardsigmoid(x).",
    .traits = kFunctional | kHasInplace,
    .samples = unary_samples,
    .infer = pointwise_infer<op_hardswish>,
    .kernel = pointwise_kernel<op_hardswish>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_hardswish_backward, {c.grad_output(), c.input(0)}));
        },
    .grad_name = "HardswishBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.div(e.mul(in[0], e.min(e.max(e.add(in[0], 3), 0), 6)), 6);
        },
});

constinit const OpDef op_logsigmoid = define({
    .name = "logsigmoid",
    .signature = "logsigmoid(Tensor self) -> Tensor",
    .doc = "log(sigmoid(x)), without overflow.",
    .traits = kFunctional,
    .samples = unary_samples,
    .infer = pointwise_infer<op_logsigmoid>,
    .kernel = pointwise_kernel<op_logsigmoid>,
    .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), f::sigmoid(f::neg(c.input(0))))); },
    .grad_name = "LogSigmoidBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.sub(e.min(in[0], 0), e.log1p(e.exp(e.neg(e.abs(in[0])))));
        },
});

constinit const OpDef op_threshold = define({
    .name = "threshold",
    .signature = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    .doc = "Keeps elements above the threshold and replaces the rest with value.",
    .traits = kFunction | kFunctional | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.2, -3.0}}};
        },
    .infer = pointwise_infer<op_threshold>,
    .kernel =
        [](const Args& args) {
          check_bounds_fit(args);
          return pointwise_kernel<op_threshold>(args);
        },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_threshold_backward, {c.grad_output(), c.input(0), c.attributes()[1]}));
        },
    .grad_name = "ThresholdBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          // NaNs stay, and a threshold of NaN replaces nothing.
          ExprId replaced = g.binary(S::kLessEqual, in[0], e(args.real(1), in[0]));
          return e.select(replaced, e(args.real(2), in[0]), in[0]);
        },
});

constinit const OpDef op_softshrink = define({
    .name = "softshrink",
    .signature = "softshrink(Tensor self, float lambd=0.5) -> Tensor",
    .doc = "Moves elements toward zero by lambd, and those within lambd of it to zero.",
    .traits = kFunctional,
    .samples = shrink_samples,
    .infer = pointwise_infer<op_softshrink>,
    .kernel =
        [](const Args& args) {
          double lambd = args.real(1), most = largest_of(args.tensor(0).dtype());
          if (!(lambd >= 0 && lambd <= most))
            tensor_error("lambda must be in range [0, " + number_text(most) + "] for input dtype " +
                         dtype_scalar_name(args.tensor(0).dtype()) + ", but found " + number_text(lambd));
          Outputs outputs = formula_kernel<op_softshrink, formulas::Softshrink>(args);
          clear_signs_of_halves(args.tensor(0), outputs[0]);
          return outputs;
        },
    .grad = [](GradContext& c) { c.set(0, gated(c, f::gt(f::abs(c.input(0)), c.attributes().real(1)))); },
    .grad_name = "SoftshrinkBackward0",
    .saves_inputs = 1,
    .pointwise = formula_expression<formulas::Softshrink>,
});

constinit const OpDef op_hardshrink = define({
    .name = "hardshrink",
    .signature = "hardshrink(Tensor self, float lambd=0.5) -> Tensor",
    .doc = "Replaces elements within lambd of zero by zero.",
    .traits = kFunction | kMethod | kFunctional,
    .samples = shrink_samples,
    .infer = pointwise_infer<op_hardshrink>,
    .kernel = formula_kernel<op_hardshrink, formulas::Hardshrink>,
    .grad = [](GradContext& c) { c.set(0, gated(c, f::gt(f::abs(c.input(0)), c.attributes().real(1)))); },
    .grad_name = "HardshrinkBackward0",
    .saves_inputs = 1,
    .pointwise = formula_expression<formulas::Hardshrink>,
});

VT_OPS(activations, &op_relu, &op_relu_functional, &op_hardtanh, &op_hardtanh_functional, &op_relu6, &op_leaky_relu,
       &op_leaky_relu_functional, &op_elu, &op_elu_functional, &op_selu, &op_celu, &op_gelu, &op_silu,
       &op_silu_functional, &op_mish, &op_softplus, &op_hardsigmoid, &op_hardswish, &op_logsigmoid, &op_threshold,
       &op_softshrink, &op_hardshrink)

}  // namespace vt
