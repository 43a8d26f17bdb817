// Largest and smallest elements over axes, and where they are.
#include "ops/defs/prelude.h"
#include "ops/families/reduction.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

constexpr uint32_t kReduce = kFunction | kMethod | kReduction | kHasOut;

int rank_of(const TensorMeta& meta) { return static_cast<int>(meta.sizes.size()); }

template <const ReductionArgs& where>
Metas own_infer(const Args& args) {
  return {reduction_meta(args, where, args.tensor(0).dtype())};
}
template <const ReductionArgs& where, Reduce kind>
Outputs own_kernel(const Args& args) {
  check_not_empty(args, where,
                  where.dim < 0 ? (kind == Reduce::kMax ? "max" : "min") : (kind == Reduce::kMax ? "amax" : "amin"));
  return reduction_kernel(kind, args, where, args.tensor(0).dtype());
}
template <const ReductionArgs& where, ReductionKind kind>
void own_lower(LowerContext& c, const Args& args) {
  int rank = rank_of(c.input_meta(0));
  lower_reduction(c, kind, reduction_axes(args, where, rank), reduction_keepdim(args, where),
                  opmath_type(c.output_meta().dtype));
}
// Spread evenly over all elements that equal the extreme.
template <const ReductionArgs& where>
void own_grad(GradContext& c) {
  std::vector<int> axes = reduction_axes(c.attributes(), where, rank_of(c.input_meta(0)));
  bool keepdim = reduction_keepdim(c.attributes(), where);
  Tensor x = c.input(0);
  Tensor grad = f::restore_axes(c.grad_output(), axes, keepdim);
  Tensor mask = f::eq(f::restore_axes(c.output(), axes, keepdim), x);
  c.set(0, f::mul(axes.empty() ? grad : f::div(grad, f::sum(mask, axes, true)), mask));
}

TensorMeta axis_meta(const Args& args, DType dtype) {
  const Tensor& t = args.tensor(0);
  int axis = wrap_axis(args.integer(1), t.rank());
  std::vector<int> axes;
  if (t.rank() > 0) axes.push_back(axis);
  return meta_like(t, reduced_sizes(sizes_of(t), axes, args.boolean_or(2, false)), dtype);
}
Metas pair_infer(const Args& args) { return {axis_meta(args, args.tensor(0).dtype()), axis_meta(args, DType::kInt64)}; }

template <bool largest>
Outputs pair_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  Metas metas = pair_infer(args);
  Tensor values = empty_for(metas[0]), indices = empty_for(metas[1]);
  if (t.rank() == 0) {
    copy_tensor(values, t);
    fill_tensor(indices, Scalar::of(int64_t{0}));
    return {values, indices};
  }
  int axis = wrap_axis(args.integer(1), t.rank());
  if (t.size(axis) == 0)
    tensor_error(std::string(largest ? "max" : "min") + "(): Expected reduction dim " + std::to_string(axis) +
                     " to have non-zero size.",
                 "IndexError");
  reduce_extreme(largest, values, indices, t, axis);
  return {values, indices};
}
// The gradient goes to the chosen places.
void pair_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  int rank = rank_of(meta);
  Tensor grad = c.grad_output(), indices = c.output(1);
  if (rank == 0) return c.set(0, grad);
  int axis = wrap_axis(c.attributes().integer(1), rank);
  if (!c.attributes().boolean_or(2, false)) {
    grad = f::unsqueeze(grad, axis);
    indices = f::unsqueeze(indices, axis);
  }
  c.set(0, call1(op_scatter, {f::new_zeros(grad, meta.sizes), axis, indices, grad}));
}
template <bool largest>
void pair_lower(LowerContext& c, const Args& args) {
  int rank = rank_of(c.input_meta(0));
  std::vector<int> axes;
  if (rank > 0) axes.push_back(wrap_axis(args.integer(1), rank));
  bool keepdim = args.boolean_or(2, false);
  DType dtype = opmath_type(c.input_meta(0).dtype);
  lower_reduction(c, largest ? ReductionKind::kMax : ReductionKind::kMin, axes, keepdim, dtype, nullptr, 1, 0);
  lower_reduction(c, largest ? ReductionKind::kArgMax : ReductionKind::kArgMin, axes, keepdim, dtype, nullptr, 1, 1);
}

template <bool largest>
Metas arg_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  const std::string name = largest ? "argmax" : "argmin";
  if (t.dtype() == DType::kBool) tensor_error(name + "(): does not support bool input");
  std::vector<int> axes = args.has(1) ? wrap_axes({args.scalar(1).integer}, t.rank()) : wrap_axes({}, t.rank());
  return {meta_like(t, reduced_sizes(sizes_of(t), axes, args.boolean_or(2, false)), DType::kInt64)};
}
template <bool largest>
Outputs arg_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  const char* name = largest ? "argmax" : "argmin";
  Tensor out = empty_for(arg_infer<largest>(args)[0]);
  if (!args.has(1)) {
    if (t.numel() == 0)
      tensor_error(std::string(name) + "(): Expected reduction dim to be specified for input.numel() == 0.",
                   "IndexError");
    Tensor flat = view_of(out, Dims{}, Dims{}, out.impl()->offset);
    reduce_arg_flat(largest, flat, t);
    return {out};
  }
  if (t.rank() == 0) {
    wrap_axis(args.integer(1), 0);
    fill_tensor(out, Scalar::of(int64_t{0}));
    return {out};
  }
  int axis = wrap_axis(args.integer(1), t.rank());
  if (t.size(axis) == 0)
    tensor_error(std::string(name) + "(): Expected reduction dim " + std::to_string(axis) + " to have non-zero size.",
                 "IndexError");
  reduce_extreme(largest, Tensor(), out, t, axis);
  return {out};
}
template <bool largest>
void arg_lower(LowerContext& c, const Args& args) {
  int rank = rank_of(c.input_meta(0));
  std::vector<int> axes;
  if (!args.has(1)) axes = wrap_axes({}, rank);
  else if (rank > 0) axes.push_back(wrap_axis(args.integer(1), rank));
  lower_reduction(c, largest ? ReductionKind::kArgMax : ReductionKind::kArgMin, axes, args.boolean_or(2, false),
                  opmath_type(c.input_meta(0).dtype));
}

std::vector<Sample> whole_samples() { return {{Args{sample_tensor({2, 3, 4})}}}; }
std::vector<Sample> pair_samples() {
  return {{Args{sample_tensor({2, 3, 4}), 1, false}}, {Args{sample_tensor({2, 3}), -1, true}}};
}
std::vector<Sample> arg_samples() {
  return {{Args{sample_tensor({2, 3, 4}), 1, false}}, {Args{sample_tensor({2, 3}), Arg(), false}, "flat"}};
}
constexpr const char* kInteger = "integer result";

constexpr OpDef extreme_all(const char* name, const char* signature, const char* doc, KernelFn kernel,
                            const char* grad_name, LowerFn lower) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kReduce,
          .samples = whole_samples,
          .infer = own_infer<kOverAll>,
          .kernel = kernel,
          .grad = own_grad<kOverAll>,
          .grad_name = grad_name,
          .saves_inputs = 1,
          .saves_outputs = 1,
          .lower = lower};
}
constexpr OpDef extreme_axes(const char* name, const char* signature, const char* doc, KernelFn kernel,
                             const char* grad_name, LowerFn lower) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kReduce,
          .samples = reduction_samples,
          .infer = own_infer<kOverAxes>,
          .kernel = kernel,
          .grad = own_grad<kOverAxes>,
          .grad_name = grad_name,
          .saves_inputs = 1,
          .saves_outputs = 1,
          .lower = lower};
}
constexpr OpDef extreme_pair(const char* name, const char* signature, const char* doc, KernelFn kernel,
                             const char* grad_name, LowerFn lower) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kReduce,
          .samples = pair_samples,
          .infer = pair_infer,
          .kernel = kernel,
          .grad = pair_grad,
          .grad_name = grad_name,
          .saves_outputs = 2,
          .lower = lower};
}
template <bool largest>
constexpr OpDef extreme_place(const char* name, const char* signature, const char* doc) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kReduce,
          .samples = arg_samples,
          .infer = arg_infer<largest>,
          .kernel = arg_kernel<largest>,
          .no_grad = kInteger,
          .lower = arg_lower<largest>};
}
Outputs elementwise(const OpDef& op, const Args& args) { return call(op, {args[0], args[1]}); }

}  // namespace

constinit const OpDef op_max =
    define(extreme_all("max", "max(Tensor self) -> Tensor", "The largest element; NaN wins.",
                       own_kernel<kOverAll, Reduce::kMax>, "MaxBackward1", own_lower<kOverAll, ReductionKind::kMax>));
constinit const OpDef op_min =
    define(extreme_all("min", "min(Tensor self) -> Tensor", "The smallest element; NaN wins.",
                       own_kernel<kOverAll, Reduce::kMin>, "MinBackward1", own_lower<kOverAll, ReductionKind::kMin>));
constinit const OpDef op_max_dim = define(extreme_pair(
    "max.dim", "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    "The largest elements along an axis and where they are.", pair_kernel<true>, "MaxBackward0", pair_lower<true>));
constinit const OpDef op_min_dim = define(extreme_pair(
    "min.dim", "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    "The smallest elements along an axis and where they are.", pair_kernel<false>, "MinBackward0", pair_lower<false>));
constinit const OpDef op_max_other = define({
    .name = "max.other",
    .signature = "max.other(Tensor self, Tensor other) -> Tensor",
    .doc = "maximum under another name.",
    .samples = binary_samples,
    .decompose = [](const Args& args) { return elementwise(op_maximum, args); },
});
constinit const OpDef op_min_other = define({
    .name = "min.other",
    .signature = "min.other(Tensor self, Tensor other) -> Tensor",
    .doc = "minimum under another name.",
    .samples = binary_samples,
    .decompose = [](const Args& args) { return elementwise(op_minimum, args); },
});
constinit const OpDef op_amax = define(extreme_axes(
    "amax", "amax(Tensor self, int[1]? dim=[], bool keepdim=False) -> Tensor", "The largest elements over axes.",
    own_kernel<kOverAxes, Reduce::kMax>, "AmaxBackward0", own_lower<kOverAxes, ReductionKind::kMax>));
constinit const OpDef op_amin = define(extreme_axes(
    "amin", "amin(Tensor self, int[1]? dim=[], bool keepdim=False) -> Tensor", "The smallest elements over axes.",
    own_kernel<kOverAxes, Reduce::kMin>, "AminBackward0", own_lower<kOverAxes, ReductionKind::kMin>));
constinit const OpDef op_argmax =
    define(extreme_place<true>("argmax", "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
                               "The position of the largest element, of the flat tensor or along an axis."));
constinit const OpDef op_argmin =
    define(extreme_place<false>("argmin", "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
                                "The position of the smallest element, of the flat tensor or along an axis."));
namespace {
IntList aminmax_axes(const Args& a) { return a.has(1) ? IntList{a.scalar(1).integer} : IntList{}; }
}  // namespace
constinit const OpDef op_aminmax = define({
    .name = "aminmax",
    .signature = "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
    .doc = "The smallest and the largest elements.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, false}},
                                     {Args{sample_tensor({2, 3}), Arg(), false}}};
        },
    .infer =
        [](const Args& a) {
          return Metas{op_amin.infer({a[0], aminmax_axes(a), a[2]})[0],
                       op_amax.infer({a[0], aminmax_axes(a), a[2]})[0]};
        },
    .kernel =
        [](const Args& a) {
          const Tensor& t = a.tensor(0);
          if (t.numel() == 0 && (!a.has(1) || t.size(wrap_axis(a.integer(1), t.rank())) == 0))
            tensor_error("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.");
          return Outputs{op_amin.kernel({a[0], aminmax_axes(a), a[2]})[0],
                         op_amax.kernel({a[0], aminmax_axes(a), a[2]})[0]};
        },
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          Tensor x = c.input(0), grad;
          std::vector<int> axes = a.has(1) ? std::vector<int>{wrap_axis(a.integer(1), x.rank())} : std::vector<int>{};
          bool keep = a.boolean_or(2, false) || axes.empty();
          for (size_t i = 0; i < 2; ++i) {
            if (!c.grad_output(i).defined()) continue;
            Tensor value = f::restore_axes(c.output(i), axes, keep), g = f::restore_axes(c.grad_output(i), axes, keep);
            Tensor mask = f::eq(x, value);
            Tensor ties = f::to_dtype(axes.empty() ? f::sum(mask) : f::sum(mask, axes, true), x.dtype());
            Tensor part = f::div(f::mul(f::to_dtype(mask, x.dtype()), g), ties);
            grad = grad.defined() ? f::add(grad, part) : part;
          }
          if (grad.defined()) c.set(0, grad);
        },
    .grad_name = "AminmaxBackward0",
    .saves_inputs = 1,
    .saves_outputs = 3,
    .decompose = [](const Args& a) -> Outputs {
      return {call1(op_amin, {a[0], aminmax_axes(a), a[2]}), call1(op_amax, {a[0], aminmax_axes(a), a[2]})};
    },
});

// A tensor of one whole number is an operand before it is an axis: `other` stands before `dim`.
VT_OPS(extrema, &op_max, &op_min, &op_max_other, &op_min_other, &op_max_dim, &op_min_dim, &op_amax, &op_amin,
       &op_argmax, &op_argmin, &op_aminmax)

}  // namespace vt
