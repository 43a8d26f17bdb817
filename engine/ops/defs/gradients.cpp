// ATen's operators for gradients: formulas with a name of their own, which a program's
// compiler sees whole in a backward graph (session/aot_graph.h) and which are recorded by
// what they compute everywhere else.
#include <cmath>

#include "ops/defs/prelude.h"

namespace vt {

namespace {
constexpr uint32_t kGradient = kInternal;

std::vector<Sample> pair_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9)}}}; }
std::vector<Sample> axis_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9), 1, DType::kFloat32}}};
}
Metas like_first(const Args& args) { return {meta_of(args.tensor(0))}; }
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
    .decompose = [](const Args& a) -> Outputs { return {f::where(f::le(a.tensor(1), a[2]), 0, a.tensor(0))}; },
});
constinit const OpDef op_sigmoid_backward = define({
    .name = "sigmoid_backward",
    .signature = "sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The gradient of sigmoid from its result.",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(a.tensor(0), f::mul(f::rsub(a.tensor(1), 1), a.tensor(1)))};
    },
});
constinit const OpDef op_tanh_backward = define({
    .name = "tanh_backward",
    .signature = "tanh_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The gradient of tanh from its result.",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(a.tensor(0), f::rsub(f::mul(a.tensor(1), a.tensor(1)), 1))};
    },
});
constinit const OpDef op_silu_backward = define({
    .name = "silu_backward",
    .signature = "silu_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The gradient of x * sigmoid(x).",
    .traits = kGradient,
    .samples = pair_samples,
    .infer = like_first,
    .decompose = [](const Args& a) -> Outputs {
      Tensor x = a.tensor(1), s = f::sigmoid(x);
      return {f::mul(a.tensor(0), f::mul(s, f::add(f::mul(x, f::rsub(s, 1)), 1)))};
    },
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
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(a.tensor(0), gelu_slope(a.tensor(1), a.text_or(2, "none") == "tanh"))};
    },
});
constinit const OpDef op_softmax_backward_data = define({
    .name = "_softmax_backward_data",
    .signature = "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, dtype input_dtype) -> Tensor",
    .doc = "The gradient of softmax from its result.",
    .traits = kGradient,
    .samples = axis_samples,
    .infer = like_first,
    .decompose = [](const Args& a) -> Outputs {
      Tensor weighted = f::mul(a.tensor(0), a.tensor(1));
      return {f::sub(weighted, f::mul(a.tensor(1), sum_along(weighted, a)))};
    },
});
constinit const OpDef op_log_softmax_backward_data = define({
    .name = "_log_softmax_backward_data",
    .signature = "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, dtype input_dtype) -> Tensor",
    .doc = "The gradient of log_softmax from its result.",
    .traits = kGradient,
    .samples = axis_samples,
    .infer = like_first,
    .decompose = [](const Args& a) -> Outputs {
      return {f::sub(a.tensor(0), f::mul(f::exp(a.tensor(1)), sum_along(a.tensor(0), a)))};
    },
});

VT_OPS(gradients, &op_threshold_backward, &op_sigmoid_backward, &op_tanh_backward, &op_silu_backward, &op_gelu_backward,
       &op_softmax_backward_data, &op_log_softmax_backward_data)

}  // namespace vt
