// ATen's operators for gradients: formulas with a name of their own, which a program's
// compiler sees whole in a backward graph (session/aot_graph.h) and which are recorded by
// what they compute everywhere else.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/vector_math.h"
#include "ops/kernels/vector_rows.h"

namespace vt {

namespace {
constexpr uint32_t kGradient = kInternal | kAten;

std::vector<Sample> pair_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9)}}}; }
std::vector<Sample> axis_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9), 1, DType::kFloat32}}};
}
Metas like_first(const Args& args) { return {meta_of(args.tensor(0))}; }
Tensor sum_along(const Tensor& t, const Args& args);
// A formula of 16-bit floats is computed in float32 and rounded once.
template <DecomposeFn formula>
Outputs in_opmath(const Args& a) {
  const DType dtype = a.tensor(1).dtype(), wide = opmath_type(dtype);
  if (wide == dtype) return formula(a);
  Args widened = a;
  for (size_t i : {0, 1}) widened[i] = f::to_dtype(a.tensor(i), wide);
  return {f::to_dtype(formula(widened)[0], dtype)};
}
Outputs softmax_formula(const Args& a) {
  Tensor weighted = f::mul(a.tensor(0), a.tensor(1));
  return {f::sub(weighted, f::mul(a.tensor(1), sum_along(weighted, a)))};
}
Outputs log_softmax_formula(const Args& a) {
  return {f::sub(a.tensor(0), f::mul(f::exp(a.tensor(1)), sum_along(a.tensor(0), a)))};
}
// Rows of float32 and less that lie without gaps, each read once; the formula for the rest.
using GradientRow = void (*)(const float* grad, const float* result, float* out, int64_t n);
template <GradientRow row, DecomposeFn formula>
Outputs softmax_gradient_kernel(const Args& a) {
  const Tensor &grad = a.tensor(0), &result = a.tensor(1);
  int rank = result.rank();
  bool dense = rank > 0 && opmath_type(result.dtype()) == DType::kFloat32 && grad.dtype() == result.dtype() &&
               wrap_axis(a.integer(2), rank) == rank - 1 && result.is_contiguous() && grad.sizes() == result.sizes();
  if (!dense || result.numel() == 0) return in_opmath<formula>(a);
  Tensor incoming = as_contiguous(as_dtype(grad, DType::kFloat32)), wide = as_dtype(result, DType::kFloat32),
         out = empty_tensor(result.sizes(), DType::kFloat32);
  int64_t n = result.size(rank - 1);
  parallel_for(0, result.numel() / n, std::max<int64_t>(1, kGrain / n), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      row(incoming.data<float>() + i * n, wide.data<float>() + i * n, out.data<float>() + i * n, n);
  });
  return {as_dtype(out, result.dtype())};
}
// float32 without gaps in one loop over memory, with PyTorch's last bit; the formula for the rest.
template <EvaluateStep VectorComposites::*loop, DecomposeFn formula>
Outputs dense_gradient_kernel(const Args& a) {
  const EvaluateStep step = vector_composites().*loop;
  const Tensor &grad = a.tensor(0), &other = a.tensor(1);
  if (!step || grad.dtype() != DType::kFloat32 || other.dtype() != DType::kFloat32 || !other.is_contiguous() ||
      !(grad.sizes() == other.sizes()))
    return formula(a);
  Tensor incoming = as_contiguous(grad), out = empty_tensor(other.sizes(), DType::kFloat32);
  parallel_for(0, out.numel(), kGrain, [&](int64_t begin, int64_t end) {
    auto at = [&](const Tensor& t) { return reinterpret_cast<std::byte*>(t.data<float>() + begin); };
    step(at(out), at(incoming), at(other), nullptr, end - begin);
  });
  return {out};
}
Outputs silu_formula(const Args& a) {
  Tensor x = a.tensor(1), s = f::sigmoid(x);
  return {f::mul(a.tensor(0), f::mul(s, f::add(f::mul(x, f::rsub(s, 1)), 1)))};
}
Outputs tanh_formula(const Args& a) { return {f::mul(a.tensor(0), f::rsub(f::mul(a.tensor(1), a.tensor(1)), 1))}; }
Tensor sum_along(const Tensor& t, const Args& args) {
  return t.rank() == 0 ? t : f::sum(t, {wrap_axis(args.integer(2), t.rank())}, true);
}

Tensor gelu_slope(const Tensor& x, bool by_tanh) {
  if (by_tanh) {
    Tensor square = f::mul(x, x);
    Tensor inner = f::mul(f::mul(x, f::add(f::mul(square, 0.044715), 1)), 0.7978845608028654);
    Tensor tanh = f::tanh(inner);
    Tensor slope = f::mul(f::add(f::mul(square, 3 * 0.044715), 1), 0.7978845608028654);
    Tensor right = f::mul(f::mul(f::mul(x, f::rsub(f::mul(tanh, tanh), 1)), slope), 0.5);
    return f::add(f::mul(f::add(tanh, 1), 0.5), right);
  }
  Tensor cdf = f::mul(f::add(call1(op_erf, {f::mul(x, M_SQRT1_2)}), 1), 0.5);
  Tensor pdf = f::mul(f::exp(f::mul(f::mul(x, x), -0.5)), 0.3989422804014327);
  return f::add(cdf, f::mul(x, pdf));
}
}  // namespace

namespace {
std::vector<Sample> number_samples() { return {{Args{sample_tensor({2, 3}), 2.5}}}; }
std::vector<Sample> range_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1), -0.7, 0.7}}}; }
// The incoming gradient where a condition holds, else zero.
Tensor gated(const Args& a, const Tensor& condition) { return f::where(condition, a.tensor(0), 0); }
constexpr OpDef gradient(const char* name, const char* signature, const char* doc, SamplesFn samples,
                         DecomposeFn formula, const char* grad_name = nullptr, KernelFn kernel = nullptr) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kGradient,
          .samples = samples,
          .infer = like_first,
          .kernel = kernel,
          .grad_name = grad_name,
          .decompose = formula};
}
template <const OpDef& op, class F>
Outputs formula_gradient(const Args& args) {
  return formula_or<F>(op.decompose, args);
}
// Of one whose slope in `self` is piecewise constant: it is itself in `grad_output`, and zero in `self`.
template <const OpDef& op>
void gate_grad(GradContext& c) {
  Args again = c.attributes();
  again[0] = c.grad_output();
  again[1] = c.input(1);
  if (c.needs(0)) c.set(0, call1(op, std::move(again)));
  if (c.needs(1)) c.set(1, f::zeros(c.input_meta(1)));
}
template <const OpDef& op>
constexpr OpDef gate(const char* name, const char* signature, const char* doc, SamplesFn samples, DecomposeFn formula,
                     const char* grad_name, KernelFn kernel = nullptr) {
  OpDef def = gradient(name, signature, doc, samples, formula, grad_name, kernel);
  def.grad = gate_grad<op>;
  def.saves_inputs = 2;
  return def;
}
}  // namespace

constinit const OpDef op_mul_number = define(gradient(
    "mul_number", "mul_number(Tensor self, Scalar other) -> Tensor", "Times a number of the formula's own.",
    number_samples, [](const Args& a) -> Outputs { return {f::mul(a.tensor(0), a[1])}; }, "MulBackward1"));
constinit const OpDef op_div_number = define(gradient(
    "div_number", "div_number(Tensor self, Scalar other) -> Tensor", "Divided by a number of the formula's own.",
    number_samples, [](const Args& a) -> Outputs { return {f::div(a.tensor(0), a[1])}; }, "DivBackward1"));
constinit const OpDef op_threshold_backward = define({
    .name = "threshold_backward",
    .signature = "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    .doc = "The gradient where the input exceeded the threshold, else zero.",
    .traits = kGradient,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1), 0}}};
        },
    .infer = like_first,
    .grad = gate_grad<op_threshold_backward>,
    .grad_name = "ThresholdBackwardBackward0",
    .saves_inputs = 2,
    .decompose = [](const Args& a) -> Outputs { return {f::where(f::le(a.tensor(1), a[2]), 0, a.tensor(0))}; },
});
constinit const OpDef op_sigmoid_backward = define({
    .name = "sigmoid_backward",
    .signature = "sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The gradient of sigmoid from its result.",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .grad_name = "SigmoidBackwardBackward0",
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(f::mul(a.tensor(0), f::rsub(a.tensor(1), 1)), a.tensor(1))};
    },
});
constinit const OpDef op_tanh_backward = define({
    .name = "tanh_backward",
    .signature = "tanh_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The gradient of tanh from its result.",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .kernel = dense_gradient_kernel<&VectorComposites::tanh_gradient, tanh_formula>,
    .grad_name = "TanhBackwardBackward0",
    .decompose = tanh_formula,
});
constinit const OpDef op_silu_backward = define({
    .name = "silu_backward",
    .signature = "silu_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The gradient of x * sigmoid(x).",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .kernel = dense_gradient_kernel<&VectorComposites::silu_gradient, silu_formula>,
    .decompose = silu_formula,
});
constinit const OpDef op_gelu_backward = define({
    .name = "gelu_backward",
    .signature = "gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
    .doc = "The gradient of gelu.",
    .traits = kGradient,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({4}), sample_tensor({4}, -1, 1), "none"}},
                                     {Args{sample_tensor({4}), sample_tensor({4}, -1, 1), "tanh"}, "tanh"}};
        },
    .infer = like_first,
    .grad_name = "GeluBackwardBackward0",
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(a.tensor(0), gelu_slope(a.tensor(1), a.text_or(2, "none") == "tanh"))};
    },
});
constinit const OpDef op_hardtanh_backward = define(gate<op_hardtanh_backward>(
    "hardtanh_backward", "hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor",
    "The gradient strictly inside the range, else zero.", range_samples,
    [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(1);
      return {gated(a, f::logical_and(f::gt(x, a.real(2)), f::lt(x, a.real(3))))};
    },
    "HardtanhBackwardBackward0", formula_gradient<op_hardtanh_backward, formulas::HardtanhGradient>));
constinit const OpDef op_leaky_relu_backward = define(gate<op_leaky_relu_backward>(
    "leaky_relu_backward",
    "leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor",
    "The gradient of leaky_relu, from its input or, with a positive slope, its result.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1), 0.1, false}}};
    },
    [](const Args& a) -> Outputs {
      return {f::where(f::gt(a.tensor(1), 0), a.tensor(0), f::mul(a.tensor(0), a.real(2)))};
    },
    "LeakyReluBackwardBackward0"));
// Of elu, selu and celu. From the result y below zero: the slope is that of the input by y + alpha * scale.
constinit const OpDef op_elu_backward = define(gradient(
    "elu_backward",
    "elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor "
    "self_or_result) -> Tensor",
    "The gradient of elu, from its input or its result.",
    [] {
      Tensor grad = sample_tensor({2, 3}), x = sample_tensor({2, 3}, -0.9, 1);
      return std::vector<Sample>{{Args{grad, 1.5, 1.1, 1.0, false, x}}, {Args{grad, 1.5, 1.1, 0.5, true, x}, "result"}};
    },
    [](const Args& a) -> Outputs {
      double alpha = a.real(1), scale = a.real(2), input_scale = a.real(3);
      const Tensor& x = a.tensor(5);
      Tensor slope = a.boolean(4) ? f::mul(f::add(x, alpha * scale), input_scale)
                                  : f::mul(f::exp(f::mul(x, input_scale)), alpha * scale * input_scale);
      return {f::mul(a.tensor(0), f::where(f::gt(x, 0), scale, slope))};
    },
    "EluBackwardBackward0"));
constinit const OpDef op_mish_backward =
    define(gradient("mish_backward", "mish_backward(Tensor grad_output, Tensor self) -> Tensor",
                    "The gradient of x * tanh(softplus(x)).", pair_samples, [](const Args& a) -> Outputs {
                      const Tensor& x = a.tensor(1);
                      Tensor s = f::sigmoid(x), t = f::tanh(call1(op_log1p, {f::exp(x)}));
                      return {f::mul(a.tensor(0), f::add(t, f::mul(f::mul(x, s), f::rsub(f::mul(t, t), 1))))};
                    }));
constinit const OpDef op_softplus_backward = define(gradient(
    "softplus_backward", "softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor",
    "The gradient of softplus.",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1), 1.5, 1.0}}};
    },
    [](const Args& a) -> Outputs {
      Tensor scaled = f::mul(a.tensor(1), a.real(2));
      return {f::where(f::gt(scaled, a.real(3)), a.tensor(0), f::mul(a.tensor(0), f::sigmoid(scaled)))};
    },
    "SoftplusBackwardBackward0"));
constinit const OpDef op_hardsigmoid_backward = define(gate<op_hardsigmoid_backward>(
    "hardsigmoid_backward", "hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor",
    "A sixth of the gradient between -3 and 3, else zero.", pair_samples,
    [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(1);
      return {f::mul(gated(a, f::logical_and(f::gt(x, -3.0), f::lt(x, 3.0))), static_cast<double>(1.0f / 6))};
    },
    "HardsigmoidBackwardBackward0", formula_gradient<op_hardsigmoid_backward, formulas::HardsigmoidGradient>));
constinit const OpDef op_hardswish_backward = define(gradient(
    "hardswish_backward", "hardswish_backward(Tensor grad_output, Tensor self) -> Tensor",
    "The gradient of x * hardsigmoid(x).", pair_samples,
    [](const Args& a) -> Outputs {
      const Tensor &grad = a.tensor(0), &x = a.tensor(1);
      Tensor inside = f::mul(grad, f::add(f::div(x, 3.0), 0.5));
      return {f::where(f::le(x, -3.0), 0, f::where(f::lt(x, 3.0), inside, grad))};
    },
    "HardswishBackwardBackward0", formula_gradient<op_hardswish_backward, formulas::HardswishGradient>));
constinit const OpDef op_softmax_backward_data = define({
    .name = "_softmax_backward_data",
    .signature = "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, dtype input_dtype) -> Tensor",
    .doc = "The gradient of softmax from its result.",
    .traits = kGradient,
    .samples = axis_samples,
    .infer = like_first,
    .kernel = softmax_gradient_kernel<softmax_gradient_row, softmax_formula>,
    .grad_name = "SoftmaxBackwardDataBackward0",
    .decompose = softmax_formula,
});
constinit const OpDef op_log_softmax_backward_data = define({
    .name = "_log_softmax_backward_data",
    .signature = "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, dtype input_dtype) -> Tensor",
    .doc = "The gradient of log_softmax from its result.",
    .traits = kGradient,
    .samples = axis_samples,
    .infer = like_first,
    .kernel = softmax_gradient_kernel<log_softmax_gradient_row, log_softmax_formula>,
    .grad_name = "LogSoftmaxBackwardDataBackward0",
    .decompose = log_softmax_formula,
});

VT_OPS(gradients, &op_mul_number, &op_div_number, &op_threshold_backward, &op_sigmoid_backward, &op_tanh_backward,
       &op_silu_backward, &op_gelu_backward, &op_hardtanh_backward, &op_leaky_relu_backward, &op_elu_backward,
       &op_mish_backward, &op_softplus_backward, &op_hardsigmoid_backward, &op_hardswish_backward,
       &op_softmax_backward_data, &op_log_softmax_backward_data)

}  // namespace vt
