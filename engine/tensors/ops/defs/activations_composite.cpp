// Activations that are other ops put together.
#include <cmath>
#include <limits>
#include <numbers>

#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"
#include "ops/kernels/copy.h"

namespace vt {

constinit const OpDef op_softsign = define({
    .name = "softsign",
    .signature = "softsign(Tensor self) -> Tensor",
    .doc = "x / (1 + |x|).",
    .traits = kFunctional,
    .samples = unary_samples,
    .decompose = [](const Args& a) -> Outputs { return {f::div(a.tensor(0), f::add(f::abs(a.tensor(0)), 1))}; },
});

constinit const OpDef op_tanhshrink = define({
    .name = "tanhshrink",
    .signature = "tanhshrink(Tensor self) -> Tensor",
    .doc = "x - tanh(x).",
    .traits = kFunctional,
    .samples = unary_samples,
    .decompose = [](const Args& a) -> Outputs { return {f::sub(a.tensor(0), f::tanh(a.tensor(0)))}; },
});

constinit const OpDef op_logit_backward = define({
    .name = "logit_backward",
    .signature = "logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor",
    .doc = "The gradient of logit; zero outside [eps, 1 - eps], NaN outside [0, 1] without eps.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({4}), sample_tensor({4}, 0.1, 0.9), 0.2}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_of(a.tensor(0))}; },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(1);
      Tensor grad = f::div(a.tensor(0), f::mul(x, f::rsub(x, 1)));
      const bool bounded = a.has(2) && a.real(2) >= 0;
      const double least = bounded ? a.real(2) : 0, most = 1 - least;
      const double outside = bounded ? 0 : std::numeric_limits<double>::quiet_NaN();
      return {f::where(f::lt(x, least), outside, f::where(f::gt(x, most), outside, grad))};
    },
});
constinit const OpDef op_logit = define({
    .name = "logit",
    .signature = "logit(Tensor self, float? eps=None) -> Tensor",
    .doc = "log(x / (1 - x)), after clamping to [eps, 1 - eps] if eps is given.",
    .traits = kElementwise | kFloatResult | kSpecial,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}, 0.1, 0.9), Arg()}},
                                     {Args{sample_tensor({4}, 0.1, 0.9), 0.2}, "eps"}};
        },
    .infer = pointwise_infer<op_logit>,
    .kernel = pointwise_kernel<op_logit>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_logit_backward, {c.grad_output(), c.input(0), c.attributes()[1]}));
        },
    .grad_name = "LogitBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          ExprId x = in[0];
          if (args.has(1)) {
            // The bounds may cross: each element is held by one of them.
            double low = args.real(1), high = 1 - low;
            x = low <= high ? e.min(e.max(x, low), high)
                            : e.select(e.less(x, low), e(low, x), e.select(e.greater(x, high), e(high, x), x));
          }
          return e.log(e.div(x, e.sub(e(1, x), x)));
        },
});

namespace {
// The two halves along an axis whose size is even.
struct Halves {
  Halves(const Tensor& x, int axis) {
    SymInt size = sizes_of(x)[static_cast<size_t>(axis)], half = floor_div(size, 2);
    first = f::slice(x, axis, 0, half);
    second = f::slice(x, axis, half, size);
  }
  Tensor first, second;
};
constexpr const char* kNoScalars = "glu does not support scalars because halving size must be even";
// `scalar_text`: what it says of a tensor without axes.
int glu_axis(const Tensor& x, int64_t dim, const char* scalar_text) {
  if (x.rank() == 0) tensor_error(scalar_text);
  int axis = wrap_axis(dim, x.rank());
  SymInt size = sizes_of(x)[static_cast<size_t>(axis)];
  if (size.hint() % 2)
    tensor_error("Halving dimension must be even, but dimension " + std::to_string(axis) + " is size " +
                 std::to_string(size.hint()));
  return axis;
}
int glu_backward_axis(const Args& a) {
  return glu_axis(a.tensor(1), a.integer(2), "glu does not support 0-dimensional tensors");
}
// As PyTorch rounds it: the gate first, where the second half will be.
Outputs glu_backward_kernel(const Args& a) {
  const Tensor &grad_output = a.tensor(0), &x = a.tensor(1);
  const int axis = glu_backward_axis(a);
  if (!is_floating(x.dtype()) || grad_output.dtype() != x.dtype()) return op_glu_backward.decompose(a);
  const DType type = opmath_type(x.dtype()), types[3] = {type, type, type};
  const Halves in(x, axis);
  if (!(in.first.sizes() == grad_output.sizes())) return op_glu_backward.decompose(a);
  Tensor result = empty_tensor(x.sizes(), x.dtype(), x.device());
  const Halves out(result, axis);
  ExprGraph g;
  E e{g};
  const ExprId first = g.input(0, type), gate = g.input(1, type), grad = g.input(2, type);
  const ExprId rest = g.binary(S::kSub, e(1, gate), gate), slope = e.mul(e.mul(e.mul(rest, gate), first), grad);
  const Tensor inputs[3] = {in.first, out.second, grad_output}, passed[2] = {out.second, grad_output};
  evaluate_expression(g, g.cast(g.unary(S::kSigmoid, first), x.dtype()), std::span(&in.second, 1), types, out.second);
  evaluate_expression(g, g.cast(e.mul(first, gate), x.dtype()), passed, types, out.first);
  evaluate_expression(g, g.cast(slope, x.dtype()), inputs, types, out.second);
  return {result};
}
}  // namespace

constinit const OpDef op_glu_backward = define({
    .name = "glu_backward",
    .signature = "glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor",
    .doc = "The gradient of glu.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 6}, -1, 1), -1}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_of(a.tensor(1))}; },
    .kernel = glu_backward_kernel,
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &grad = a.tensor(0), &x = a.tensor(1);
      int axis = glu_backward_axis(a);
      Halves halves(x, axis);
      Tensor gate = f::sigmoid(halves.second);
      Tensor slope = f::mul(gate, f::rsub(gate, 1));
      return {f::cat({f::mul(grad, gate), f::mul(f::mul(grad, halves.first), slope)}, axis)};
    },
});
constinit const OpDef op_gated = define({
    .name = "_gated",
    .signature = "_gated(Tensor self, Tensor gate) -> Tensor",
    .doc = "self times the sigmoid of gate; a 16-bit float is rounded once.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1)}}};
        },
    .infer = pointwise_infer<op_gated>,
    .kernel = pointwise_kernel<op_gated>,
    .no_grad = "glu has one",
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return E{g}.mul(in[0], g.unary(S::kSigmoid, in[1])); },
});
constinit const OpDef op_glu = define({
    .name = "glu",
    .signature = "glu(Tensor self, int dim=-1) -> Tensor",
    .doc = "The first half along an axis times the sigmoid of the second; the size must be even.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 6}), -1}}};
        },
    .infer =
        [](const Args& a) {
          SymSizes sizes = sizes_of(a.tensor(0));
          int axis = wrap_axis(a.integer(1), a.tensor(0).rank());
          if (!sizes.empty()) sizes[static_cast<size_t>(axis)] = floor_div(sizes[static_cast<size_t>(axis)], 2);
          return Metas{meta_like(a.tensor(0), sizes, a.tensor(0).dtype())};
        },
    .kernel = [](const Args& a) -> Outputs {
      Halves halves(a.tensor(0), glu_axis(a.tensor(0), a.integer(1), kNoScalars));
      DType type = a.tensor(0).dtype();
      if (!is_floating(type))
        tensor_error(std::string("\"glu_cpu\" not implemented for '") + dtype_scalar_name(type) + "'",
                     "NotImplementedError");
      return op_gated.kernel({halves.first, halves.second});
    },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_glu_backward, {c.grad_output(), c.input(0), c.attributes()[1]}));
        },
    .grad_name = "GluBackward0",
    .saves_inputs = 1,
    .decompose = [](const Args& a) -> Outputs {
      Halves halves(a.tensor(0), glu_axis(a.tensor(0), a.integer(1), kNoScalars));
      return {f::mul(halves.first, f::sigmoid(halves.second))};
    },
});

constinit const OpDef op_prelu = define({
    .name = "prelu",
    .signature = "prelu(Tensor self, Tensor weight) -> Tensor",
    .doc = "Multiplies negative elements by a learned weight, one for all or one per channel (axis 1).",
    .traits = kFunction | kMethod | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3}, 0.1, 0.5)}},
                                     {Args{sample_tensor({2, 3}), sample_tensor({1}, 0.1, 0.5)}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(0);
      Tensor weight = a.tensor(1);
      if (x.dtype() != weight.dtype())
        tensor_error(std::string("prelu: Type promoting not supported. Got ") + dtype_scalar_name(x.dtype()) + " and " +
                     dtype_scalar_name(weight.dtype()));
      int64_t channels = x.rank() >= 2 ? x.size(1) : 1;
      if (weight.numel() != 1 && x.rank() == 0) tensor_error("Not allow zero-dim input tensor.");
      if (weight.numel() != 1 && weight.numel() != channels)
        tensor_error("Mismatch of parameter numbers and input channel size. Found parameter numbers = " +
                     std::to_string(weight.numel()) + " and channel size = " + std::to_string(channels) + ".");
      if (weight.rank() > 1)
        tensor_error("prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = " +
                     std::to_string(weight.rank()));
      SymSizes sizes(static_cast<size_t>(x.rank()), SymInt(1));
      if (x.rank() >= 2 && weight.rank() == 1) sizes[1] = sizes_of(weight)[0];
      return call(op_prelu_kernel, {x, f::reshape(weight, sizes)});
    },
});

constinit const OpDef op_prelu_kernel_backward = define({
    .name = "_prelu_kernel_backward",
    .signature = "_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)",
    .doc = "The gradients of prelu in its input and, before sums over what was broadcast, its weight.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1), sample_tensor({1, 3}, 0.1, 0.5)}}};
        },
    .infer = [](const Args& a) -> Metas {
      return {meta_of(a.tensor(1)), meta_of(a.tensor(1))};
    },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &grad = a.tensor(0), &x = a.tensor(1);
      Tensor positive = f::gt(x, 0);
      return {f::where(positive, grad, f::mul(grad, a[2])), f::where(positive, 0, f::mul(grad, x))};
    },
});
constinit const OpDef op_prelu_kernel = define({
    .name = "_prelu_kernel",
    .signature = "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
    .doc = "prelu with a weight that broadcasts.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({1, 3}, 0.1, 0.5)}}};
        },
    .infer = pointwise_infer<op_prelu_kernel>,
    .kernel =
        [](const Args& args) {
          const Tensor& weight = args.tensor(1);
          if (weight.numel() != 1 || weight.rank() > args.tensor(0).rank())
            return pointwise_kernel<op_prelu_kernel>(args);
          double slope = 0;
          cast_strided(reinterpret_cast<std::byte*>(&slope), DType::kFloat64, 1,
                       weight.impl()->storage->data() + weight.impl()->offset * dtype_bytes(weight.dtype()),
                       weight.dtype(), 1, 1);
          return op_leaky_relu.kernel({args[0], slope});  // whose loop takes a number
        },
    .grad =
        [](GradContext& c) {
          Outputs grads = call(op_prelu_kernel_backward, {c.grad_output(), c.input(0), c.input(1)});
          if (c.needs(0)) c.set(0, grads[0]);
          if (c.needs(1)) c.set(1, f::reduce_to(grads[1], c.input_meta(1)));
        },
    .grad_name = "PreluKernelBackward0",
    .saves_inputs = 3,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          return e.select(e.greater(in[0], 0), in[0], e.mul(in[0], in[1]));
        },
});

constinit const OpDef op_nan_to_num_base = define({
    .name = "nan_to_num_base",
    .signature = "nan_to_num_base(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    .doc = "nan_to_num of a type that is computed in itself, or with all numbers given.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), Arg(), Arg(), Arg()}}};
        },
    .infer = pointwise_infer<op_nan_to_num_base>,
    .kernel = formula_kernel<op_nan_to_num_base, formulas::NanToNum>,
    .grad =
        [](GradContext& c) {
          Tensor x = c.input(0);
          c.set(0, f::mul(c.grad_output(), f::to_dtype(call1(op_isfinite, {x}), x.dtype())));
        },
    .grad_name = "NanToNumBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          return is_floating(g.dtype(in[0])) ? formula_expression<formulas::NanToNum>(g, in, args) : in[0];
        },
});
constinit const OpDef op_nan_to_num = define({
    .name = "nan_to_num",
    .signature = "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    .doc = "Replaces NaN by 0 and infinities by the largest finite numbers, or by what is given.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), Arg(), Arg(), Arg()}}};
        },
    .decompose =
        [](const Args& args) {
          DType type = args.tensor(0).dtype();
          // 16-bit floats are computed as floats, but the largest number is their own.
          double largest = type == DType::kFloat16 ? 65504 : 3.3895313892515355e38;
          Args filled{args[0], args[1], args[2], args[3]};
          if (type == DType::kFloat16 || type == DType::kBFloat16) {
            if (!filled.has(2)) filled[2] = Arg(largest);
            if (!filled.has(3)) filled[3] = Arg(-largest);
          }
          return call(op_nan_to_num_base, filled);
        },
});

constinit const OpDef op_square = define({
    .name = "square",
    .signature = "square(Tensor self) -> Tensor",
    .doc = "Each element times itself.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = unary_samples,
    .decompose = [](const Args& a) -> Outputs { return {f::pow(a.tensor(0), 2)}; },
});

constinit const OpDef op_digamma = define({
    .name = "digamma",
    .signature = "digamma(Tensor self) -> Tensor",
    .doc = "The derivative of lgamma.",
    .traits = kElementwise | kFloatResult | kSpecial,
    .samples = positive_samples,
    .infer = pointwise_infer<op_digamma>,
    .kernel = pointwise_kernel<op_digamma>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), call1(op_polygamma, {1, c.input(0)})));
        },
    .grad_name = "DigammaBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          // Recurrence to x + 8, then the asymptotic series; below zero by reflection.
          E e{g};
          ExprId given = in[0], below = e.less(given, 0.0);
          ExprId x = e.select(below, e.sub(e(1, given), given), given);
          ExprId result = e(0, x);
          for (int i = 0; i < 8; ++i) {
            result = e.sub(result, g.unary(S::kReciprocal, x));
            x = e.add(x, 1);
          }
          ExprId z = g.unary(S::kReciprocal, e.mul(x, x));
          ExprId series = e.add(e.mul(z, -1.0 / 240), 1.0 / 252);
          series = e.sub(e(1.0 / 120, x), e.mul(z, series));
          series = e.mul(z, e.sub(e(1.0 / 12, x), e.mul(z, series)));
          ExprId above = e.sub(e.sub(e.add(result, e.log(x)), e.mul(g.unary(S::kReciprocal, x), 0.5)), series);
          ExprId rest = e.mul(e.sub(given, g.unary(S::kTrunc, given)), std::numbers::pi);
          ExprId whole = e.is_zero(rest), nan = e(std::numeric_limits<double>::quiet_NaN(), given);
          ExprId turn = e.mul(e.div(g.unary(S::kCos, rest), g.unary(S::kSin, rest)), std::numbers::pi);
          return e.select(below, e.select(whole, nan, e.sub(above, turn)), above);
        },
});

VT_OPS(activations_composite, &op_logit_backward, &op_glu_backward, &op_prelu_kernel_backward, &op_softsign,
       &op_tanhshrink, &op_logit, &op_gated, &op_glu, &op_prelu, &op_prelu_kernel, &op_nan_to_num_base, &op_nan_to_num,
       &op_square, &op_digamma)

}  // namespace vt
