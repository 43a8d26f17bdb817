// Elementwise choices: maximum and minimum, clamp, where, masked_fill.
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"

namespace vt {

namespace {

// Ties share the gradient evenly.
void extreme_grad(GradContext& c, bool largest) {
  Tensor a = c.input(0), b = c.input(1), grad = c.grad_output();
  // Who loses gets nothing, who draws half.
  auto side = [&](size_t i, const Tensor& loses) {
    Tensor half = f::div_number(grad, 2);
    c.set(i, f::reduce_to(f::masked_fill(f::where(f::eq(a, b), half, grad), loses, 0), c.input_meta(i)));
  };
  if (c.needs(1)) side(1, largest ? f::gt(a, b) : f::lt(a, b));
  if (c.needs(0)) side(0, largest ? f::lt(a, b) : f::gt(a, b));
}

// NaN loses: fmax and fmin.
template <S op>
ExprId ignoring_nan(ExprGraph& g, Exprs in, const Args&) {
  if (!is_floating(g.dtype(in[0]))) return g.binary(op, in[0], in[1]);
  ExprId best = g.binary(op, in[0], in[1]);
  return g.select(g.unary(S::kIsNan, in[0]), in[1], g.select(g.unary(S::kIsNan, in[1]), in[0], best));
}

std::vector<Sample> clamp_samples() {
  Tensor t = sample_tensor({2, 3});
  return {{Args{t, -0.5, 1.0}}, {Args{t, Arg(), 0.5}, "max only"}, {Args{t, 0.1, Arg()}, "min only"}};
}

// The mask comes first in PyTorch's messages.
void check_mask(const Args& args) { broadcast_sizes(sizes_of(args.tensor(1)), sizes_of(args.tensor(0))); }

void check_clamp(const Args& args) {
  if (!args.has(1) && !args.has(2)) tensor_error("torch.clamp: At least one of 'min' or 'max' must not be None");
  // A float promotes the result; a whole number becomes one of the tensor's dtype.
  DType dtype = args.tensor(0).dtype();
  for (size_t i : {1, 2})
    if (const Scalar* bound = args.has(i) ? std::get_if<Scalar>(&args[i].value) : nullptr;
        bound && (is_floating(dtype) || !bound->is_float()))
      check_number_fits(*bound, dtype);
}

ExprId clamp_expr(ExprGraph& g, Exprs in, const Args& args) {
  ExprId x = in[0];
  DType dtype = g.dtype(x);
  if (args.has(1)) x = g.binary(S::kMax, x, scalar_constant(g, args.scalar(1), dtype));
  if (args.has(2)) x = g.binary(S::kMin, x, scalar_constant(g, args.scalar(2), dtype));
  return x;
}

}  // namespace

constinit const OpDef op_maximum = define({
    .name = "maximum",
    .signature = "maximum(Tensor self, Tensor other) -> Tensor",
    .doc = "The larger of two elements; NaN wins.",
    .traits = kFunction | kMethod | kHasOut,
    .samples = binary_samples,
    .infer = pointwise_infer<op_maximum>,
    .kernel = pointwise_kernel<op_maximum>,
    .grad = [](GradContext& c) { extreme_grad(c, true); },
    .grad_name = "MaximumBackward0",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kMax>,
});
constinit const OpDef op_minimum = define({
    .name = "minimum",
    .signature = "minimum(Tensor self, Tensor other) -> Tensor",
    .doc = "The smaller of two elements; NaN wins.",
    .traits = kFunction | kMethod | kHasOut,
    .samples = binary_samples,
    .infer = pointwise_infer<op_minimum>,
    .kernel = pointwise_kernel<op_minimum>,
    .grad = [](GradContext& c) { extreme_grad(c, false); },
    .grad_name = "MinimumBackward0",
    .saves_inputs = 3,
    .pointwise = binary_expr<S::kMin>,
});
constinit const OpDef op_fmax = define({
    .name = "fmax",
    .signature = "fmax(Tensor self, Tensor other) -> Tensor",
    .doc = "The larger of two elements; NaN loses.",
    .samples = binary_samples,
    .infer = pointwise_infer<op_fmax>,
    .kernel = pointwise_kernel<op_fmax>,
    .grad =
        [](GradContext& c) {
          Tensor first = f::where(call1(op_isnan, {c.input(1)}), true, f::ge(c.input(0), c.input(1)));
          if (c.needs(0)) c.set(0, f::reduce_to(f::where(first, c.grad_output(), 0), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::where(first, 0, c.grad_output()), c.input_meta(1)));
        },
    .grad_name = "FmaxBackward0",
    .saves_inputs = 3,
    .pointwise = ignoring_nan<S::kMax>,
});
constinit const OpDef op_fmin = define({
    .name = "fmin",
    .signature = "fmin(Tensor self, Tensor other) -> Tensor",
    .doc = "The smaller of two elements; NaN loses.",
    .samples = binary_samples,
    .infer = pointwise_infer<op_fmin>,
    .kernel = pointwise_kernel<op_fmin>,
    .grad =
        [](GradContext& c) {
          Tensor first = f::where(call1(op_isnan, {c.input(1)}), true, f::le(c.input(0), c.input(1)));
          if (c.needs(0)) c.set(0, f::reduce_to(f::where(first, c.grad_output(), 0), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::where(first, 0, c.grad_output()), c.input_meta(1)));
        },
    .grad_name = "FminBackward0",
    .saves_inputs = 3,
    .pointwise = ignoring_nan<S::kMin>,
});

constinit const OpDef op_clamp = define({
    .name = "clamp",
    .signature = "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    .doc = "Limits elements to the range from min to max, either of which may be missing.",
    .traits = kElementwise,
    .samples = clamp_samples,
    .infer =
        [](const Args& args) {
          check_clamp(args);
          return infer_pointwise(info_of<op_clamp>(), args);
        },
    .kernel =
        [](const Args& args) {
          check_clamp(args);
          return run_pointwise(info_of<op_clamp>(), args);
        },
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          Tensor x = c.input(0), inside;
          if (a.has(1)) inside = f::gt(x, a[1]);
          if (a.has(2)) inside = inside.defined() ? f::logical_and(inside, f::lt(x, a[2])) : f::lt(x, a[2]);
          c.set(0, f::where(inside, c.grad_output(), 0.0));
        },
    .grad_name = "ClampBackward1",
    .saves_inputs = 1,
    .pointwise = clamp_expr,
});

constinit const OpDef op_clamp_tensor = define({
    .name = "clamp.Tensor",
    .signature = "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    .doc = "Limits elements to a range given by tensors, broadcast.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({3}, -1, 0), sample_tensor({3}, 0.1, 1)}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      check_clamp(args);
      auto is_bool = [&](size_t i) { return args.tensor(i).dtype() == DType::kBool; };
      if (args.has(1) && args.has(2) && is_bool(0) && is_bool(1) && is_bool(2))
        tensor_error("\"clamp_cpu\" not implemented for 'Bool'", "NotImplementedError");
      if (args.has(1) && args.has(2)) return call(op_clamp_both, {args[0], args[1], args[2]});
      return args.has(1) ? call(op_maximum, {args[0], args[1]}) : call(op_minimum, {args[0], args[2]});
    },
});

constinit const OpDef op_clamp_both = define({
    .name = "_clamp_both",
    .signature = "_clamp_both(Tensor self, Tensor min, Tensor max) -> Tensor",
    .doc = "clamp with both bounds given as tensors.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({3}, -1, 0), sample_tensor({3}, 0.1, 1)}}};
        },
    .infer = pointwise_infer<op_clamp_both>,
    .kernel = pointwise_kernel<op_clamp_both>,
    .grad =
        [](GradContext& c) {
          Tensor x = c.input(0), low = c.input(1), high = c.input(2), grad = c.grad_output();
          if (c.needs(0))
            c.set(0, f::reduce_to(f::where(f::logical_and(f::ge(x, low), f::le(x, high)), grad, 0), c.input_meta(0)));
          if (c.needs(1))
            c.set(1, f::reduce_to(f::where(f::logical_and(f::lt(x, low), f::lt(low, high)), grad, 0), c.input_meta(1)));
          if (c.needs(2))
            c.set(2, f::reduce_to(f::where(call1(op_logical_or, {f::gt(x, high), f::gt(low, high)}), grad, 0),
                                  c.input_meta(2)));
        },
    .grad_name = "ClampBackward0",
    .saves_inputs = 7,
    .pointwise = [](ExprGraph& g, Exprs in,
                    const Args&) { return g.binary(S::kMin, g.binary(S::kMax, in[0], in[1]), in[2]); },
});

constinit const OpDef op_clip =
    define(renamed({.doc = "Another name of clamp.",
                    .traits = kElementwise,
                    .samples = clamp_samples,
                    .decompose = [](const Args& args) { return call(op_clamp, args); }},
                   "clip", "clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor"));
constinit const OpDef op_clip_tensor = define({
    .name = "clip.Tensor",
    .signature = "clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    .doc = "Another name of clamp.",
    .traits = kElementwise,
    .samples = [] { return op_clamp_tensor.samples(); },
    .decompose = [](const Args& args) { return call(op_clamp_tensor, args); },
});

constinit const OpDef op_clamp_min = define({
    .name = "clamp_min",
    .signature = "clamp_min(Tensor self, Scalar min) -> Tensor",
    .doc = "Raises elements to at least min.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.1}}};
        },
    .infer = pointwise_infer<op_clamp_min>,
    .kernel = pointwise_kernel<op_clamp_min>,
    .grad = [](GradContext& c) { c.set(0, f::where(f::gt(c.input(0), c.attributes()[1]), c.grad_output(), 0)); },
    .grad_name = "ClampMinBackward0",
    .saves_inputs = 1,
    .pointwise = binary_expr<S::kMax>,
});
constinit const OpDef op_clamp_max = define({
    .name = "clamp_max",
    .signature = "clamp_max(Tensor self, Scalar max) -> Tensor",
    .doc = "Lowers elements to at most max.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.1}}};
        },
    .infer = pointwise_infer<op_clamp_max>,
    .kernel = pointwise_kernel<op_clamp_max>,
    .grad = [](GradContext& c) { c.set(0, f::where(f::lt(c.input(0), c.attributes()[1]), c.grad_output(), 0)); },
    .grad_name = "ClampMaxBackward0",
    .saves_inputs = 1,
    .pointwise = binary_expr<S::kMin>,
});

constinit const OpDef op_clamp_min_tensor = define({
    .name = "clamp_min.Tensor",
    .signature = "clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
    .doc = "Raises elements to at least those of another tensor.",
    .traits = kElementwise,
    .samples = binary_samples,
    .grad_name = "ClampMinBackward1",
    .decompose = [](const Args& a) { return call(op_maximum, a); },
});
constinit const OpDef op_clamp_max_tensor = define({
    .name = "clamp_max.Tensor",
    .signature = "clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
    .doc = "Lowers elements to at most those of another tensor.",
    .traits = kElementwise,
    .samples = binary_samples,
    .grad_name = "ClampMaxBackward1",
    .decompose = [](const Args& a) { return call(op_minimum, a); },
});

namespace {
Outputs where_kernel(const Args& args) {
  DType dtype = pointwise_infer<op_where>(args)[0].dtype;
  for (size_t i : {1, 2})
    if (args[i].is_scalar() && !is_floating(dtype)) check_number_fits(args.scalar(i), dtype);
  return pointwise_kernel<op_where>(args);
}
constexpr OpDef kWhere = {
    .name = "where",
    .signature = "where(Tensor condition, Tensor self, Tensor other) -> Tensor",
    .doc = "Elements of self where the condition holds, of other elsewhere; all broadcast.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_bools({2, 3}), sample_tensor({2, 3}), sample_tensor({3})}}};
        },
    .infer = pointwise_infer<op_where>,
    .kernel = where_kernel,
    .grad =
        [](GradContext& c) {
          Tensor condition = c.input(0), grad = c.grad_output();
          if (c.needs(1)) c.set(1, f::reduce_to(f::where(condition, grad, 0), c.input_meta(1)));
          if (c.needs(2)) c.set(2, f::reduce_to(f::where(condition, 0, grad), c.input_meta(2)));
        },
    .grad_name = "WhereBackward0",
    .saves_inputs = 1,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          // The condition comes first; numbers take the dtype of the result.
          Operands operands(g, in, args);
          ExprId condition = operands.take(0);
          DType dtype = operands.dtype();
          auto branch = [&](size_t i) {
            if (args[i].is_scalar()) return operands.number(i, dtype);
            return operands.take(i);
          };
          if (in.size() == 1) {
            bool floating = args.scalar(1).is_float() || args.scalar(2).is_float();
            bool both_bool = args.scalar(1).kind == Scalar::Kind::kBool && args.scalar(2).kind == Scalar::Kind::kBool;
            dtype = floating ? default_dtype() : both_bool ? DType::kBool : DType::kInt64;
          }
          ExprId a = branch(1), b = branch(2);
          return g.select(condition, a, b);
        },
};
}  // namespace
constinit const OpDef op_where = define(kWhere);
constinit const OpDef op_where_scalar =
    define(renamed(kWhere, "where.Scalar", "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor"));
constinit const OpDef op_where_scalar_self = define(
    renamed(kWhere, "where.ScalarSelf", "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor"));
constinit const OpDef op_where_scalar_other = define(
    renamed(kWhere, "where.ScalarOther", "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor"));
constinit const OpDef op_where_method = define({
    .name = "where.self",
    .signature = "where.self(Tensor self, Tensor condition, Tensor other) -> Tensor",
    .doc = "Elements of self where the condition holds, of other elsewhere.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3}), sample_tensor({3})}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_where, {a[1], a[0], a[2]});
        },
});
constinit const OpDef op_where_method_scalar = define({
    .name = "where.self_Scalar",
    .signature = "where.self_Scalar(Tensor self, Tensor condition, Scalar other) -> Tensor",
    .doc = "Elements of self where the condition holds, a number elsewhere.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3}), 0.5}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_where, {a[1], a[0], a[2]});
        },
});

constinit const OpDef op_masked_fill = define({
    .name = "masked_fill",
    .signature = "masked_fill(Tensor self, Tensor mask, Scalar value) -> Tensor",
    .doc = "A number where the mask holds, self elsewhere.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3}), 0.5}}};
        },
    .infer =
        [](const Args& a) {
          check_mask(a);
          return pointwise_infer<op_masked_fill>(a);
        },
    .kernel =
        [](const Args& a) {
          check_mask(a);
          check_number_fits(a.scalar(2), a.tensor(0).dtype());
          return pointwise_kernel<op_masked_fill>(a);
        },
    .grad =
        [](GradContext& c) { c.set(0, f::reduce_to(f::masked_fill(c.grad_output(), c.input(1), 0), c.input_meta(0))); },
    .grad_name = "MaskedFillBackward0",
    .saves_inputs = 2,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          return g.select(in[1], scalar_constant(g, args.scalar(2), g.dtype(in[0])), in[0]);
        },
});
constinit const OpDef op_masked_fill_tensor = define({
    .name = "masked_fill.Tensor",
    .signature = "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    .doc = "A value (a tensor without dimensions) where the mask holds, self elsewhere.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3}), sample_tensor({})}}};
        },
    .infer =
        [](const Args& a) {
          if (a.tensor(2).rank() != 0)
            tensor_error("masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                         std::to_string(a.tensor(2).rank()) + " dimension(s).");
          return pointwise_infer<op_masked_fill_tensor>(a);
        },
    .kernel =
        [](const Args& a) {
          op_masked_fill_tensor.infer(a);
          const Tensor& value = a.tensor(2);
          if (is_floating(value.dtype()) && value.device().kind == DeviceKind::kCpu)
            check_number_fits(Scalar::of(read_element(value, {})), a.tensor(0).dtype());
          return pointwise_kernel<op_masked_fill_tensor>(a);
        },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, f::reduce_to(f::masked_fill(c.grad_output(), c.input(1), 0), c.input_meta(0)));
          if (c.needs(2)) c.set(2, f::reduce_to(f::where(c.input(1), c.grad_output(), 0), c.input_meta(2)));
        },
    .grad_name = "MaskedFillBackward1",
    .saves_inputs = 2,
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return g.select(in[1], in[2], in[0]); },
});

VT_OPS(extremes, &op_maximum, &op_minimum, &op_fmax, &op_fmin, &op_clamp, &op_clamp_tensor, &op_clamp_both, &op_clip,
       &op_clip_tensor, &op_clamp_min, &op_clamp_max, &op_clamp_min_tensor, &op_clamp_max_tensor, &op_where,
       &op_where_scalar_self, &op_where_scalar_other, &op_where_scalar, &op_where_method, &op_where_method_scalar,
       &op_masked_fill, &op_masked_fill_tensor)

}  // namespace vt
