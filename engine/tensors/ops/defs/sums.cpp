// Sums, means and products over axes.
#include "ops/defs/prelude.h"
#include "ops/families/reduction.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

constexpr uint32_t kReduce = kFunction | kMethod | kReduction | kHasOut;

int rank_of(const TensorMeta& meta) { return static_cast<int>(meta.sizes.size()); }
DType compute_dtype(DType dtype) { return opmath_type(dtype); }

// The gradient of a sum is expanded back over the reduced axes.
Tensor expand_back(GradContext& c, const Tensor& grad, const ReductionArgs& where) {
  const TensorMeta& meta = c.input_meta(0);
  std::vector<int> axes = reduction_axes(c.attributes(), where, rank_of(meta));
  bool whole = grad.rank() == 0;  // expands to any shape
  Tensor wide = whole ? grad : f::restore_axes(grad, axes, reduction_keepdim(c.attributes(), where));
  return f::to_dtype(f::expand(wide, meta.sizes), meta.dtype);
}
SymInt reduced_count(const SymSizes& sizes, const std::vector<int>& axes) {
  SymInt count = 1;
  for (int axis : axes) count = count * sizes[static_cast<size_t>(axis)];
  return count;
}

template <const ReductionArgs& where>
Metas sum_infer(const Args& args) {
  return {reduction_meta(args, where, sum_dtype(args, where))};
}
template <const ReductionArgs& where, Reduce kind>
Outputs sum_kernel(const Args& args) {
  const DType dtype = sum_dtype(args, where);
  const Reduce of_bools = kind == Reduce::kProd ? Reduce::kAll : Reduce::kAny;
  return reduction_kernel(dtype == DType::kBool ? of_bools : kind, args, where, dtype);
}
template <const ReductionArgs& where>
void sum_grad(GradContext& c) {
  c.set(0, expand_back(c, c.grad_output(), where));
}
template <const ReductionArgs& where, ReductionKind kind>
void sum_lower(LowerContext& c, const Args& args) {
  const int rank = rank_of(c.input_meta(0));
  const DType dtype = c.output_meta().dtype;
  const ReductionKind of_bools = kind == ReductionKind::kProd ? ReductionKind::kAll : ReductionKind::kAny;
  lower_reduction(c, dtype == DType::kBool ? of_bools : kind, reduction_axes(args, where, rank),
                  reduction_keepdim(args, where), dtype == DType::kBool ? dtype : compute_dtype(dtype));
}

DType mean_dtype(const Args& args, const ReductionArgs& where) {
  DType own = args.tensor(0).dtype();
  DType dtype = args.dtype_or(static_cast<size_t>(where.dtype), own);
  if (!is_floating(dtype)) {
    if (args.has(static_cast<size_t>(where.dtype)))
      tensor_error(std::string("mean(): could not infer output dtype. Optional dtype must be either a floating point "
                               "or complex dtype. Got: ") +
                   dtype_scalar_name(dtype));
    tensor_error(std::string("mean(): could not infer output dtype. Input dtype must be either a floating point or "
                             "complex dtype. Got: ") +
                 dtype_scalar_name(own));
  }
  return dtype;
}
template <const ReductionArgs& where>
Metas mean_infer(const Args& args) {
  return {reduction_meta(args, where, mean_dtype(args, where))};
}
template <const ReductionArgs& where>
Outputs mean_kernel(const Args& args) {
  // Sum and division in the computation type, rounded once.
  DType dtype = mean_dtype(args, where);
  const Tensor& t = args.tensor(0);
  Tensor sum = reduction_kernel(Reduce::kSum, args, where, compute_dtype(dtype))[0];
  double count = static_cast<double>(reduced_count(sizes_of(t), reduction_axes(args, where, t.rank())).hint());
  return {as_dtype(op_div_scalar.kernel({sum, count})[0], dtype)};
}
template <const ReductionArgs& where>
void mean_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  SymInt count = reduced_count(meta.sizes, reduction_axes(c.attributes(), where, rank_of(meta)));
  c.set(0, f::div_number(expand_back(c, c.grad_output(), where), count));
}
template <const ReductionArgs& where>
Outputs mean_decompose(const Args& args) {
  const Tensor& t = args.tensor(0);
  DType dtype = mean_dtype(args, where);
  std::vector<int> axes = reduction_axes(args, where, t.rank());
  Tensor wide = f::to_dtype(t, compute_dtype(dtype));
  Tensor sum = axes.empty() ? wide : f::sum(wide, axes, reduction_keepdim(args, where));
  return {f::to_dtype(f::div(sum, reduced_count(sizes_of(t), axes)), dtype)};
}

// Products: grad * out / x where x has no zeros; with zeros, from products before and after.
void prod_grad(GradContext& c, const ReductionArgs& where) {
  const TensorMeta& meta = c.input_meta(0);
  Tensor x = c.input(0), out = c.output(), grad = c.grad_output();
  std::vector<int> axes = reduction_axes(c.attributes(), where, rank_of(meta));
  bool keepdim = reduction_keepdim(c.attributes(), where);
  Tensor zero = f::eq(x, 0);
  // Products of the other elements: with one zero only its own place has a gradient.
  Tensor filled = f::where(zero, 1, x);
  Tensor zeros = f::sum(f::to_dtype(zero, meta.dtype), axes, true);
  Tensor rest = filled;
  for (int axis : axes) rest = call1(op_prod_dim, {rest, axis, true, Arg()});
  Tensor others = f::where(f::eq(zeros, 0), f::div(f::restore_axes(out, axes, keepdim), filled),
                           f::where(f::logical_and(f::eq(zeros, 1), zero), rest, 0));
  c.set(0, f::mul(f::restore_axes(grad, axes, keepdim), others));
}

std::vector<Sample> all_samples() {
  return {{Args{sample_tensor({2, 3, 4}), Arg()}}, {Args{sample_ints({3}, {1, 2, 3}), Arg()}, "integers"}};
}
std::vector<Sample> float_all_samples() { return {{Args{sample_tensor({2, 3, 4}), Arg()}}}; }
std::vector<Sample> axes_samples() {
  Tensor t = sample_tensor({2, 3, 4});
  return {{Args{t, IntList{1}, false, Arg()}}, {Args{t, IntList{0, -1}, true, Arg()}, "two axes, kept"}};
}

}  // namespace

constinit const OpDef op_sum = define({
    .name = "sum",
    .signature = "sum(Tensor self, *, dtype? dtype=None) -> Tensor",
    .doc = "The sum of all elements; integers sum in int64.",
    .traits = kReduce,
    .samples = all_samples,
    .infer = sum_infer<kOverAll>,
    .kernel = sum_kernel<kOverAll, Reduce::kSum>,
    .grad = sum_grad<kOverAll>,
    .grad_name = "SumBackward0",
    .lower = sum_lower<kOverAll, ReductionKind::kSum>,
});
constinit const OpDef op_sum_dim = define({
    .name = "sum.dim_IntList",
    .signature = "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Sums over axes; integers sum in int64.",
    .traits = kReduce,
    .samples = axes_samples,
    .infer = sum_infer<kOverAxes>,
    .kernel = sum_kernel<kOverAxes, Reduce::kSum>,
    .grad = sum_grad<kOverAxes>,
    .grad_name = "SumBackward1",
    .lower = sum_lower<kOverAxes, ReductionKind::kSum>,
});
constinit const OpDef op_mean = define({
    .name = "mean",
    .signature = "mean(Tensor self, *, dtype? dtype=None) -> Tensor",
    .doc = "The mean of all elements, which must be floating.",
    .traits = kReduce,
    .samples = float_all_samples,
    .infer = mean_infer<kOverAll>,
    .kernel = mean_kernel<kOverAll>,
    .grad = mean_grad<kOverAll>,
    .grad_name = "MeanBackward0",
    .decompose = mean_decompose<kOverAll>,
});
constinit const OpDef op_mean_dim = define({
    .name = "mean.dim",
    .signature = "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Means over axes.",
    .traits = kReduce,
    .samples = axes_samples,
    .infer = mean_infer<kOverAxes>,
    .kernel = mean_kernel<kOverAxes>,
    .grad = mean_grad<kOverAxes>,
    .grad_name = "MeanBackward1",
    .decompose = mean_decompose<kOverAxes>,
});
constinit const OpDef op_prod = define({
    .name = "prod",
    .signature = "prod(Tensor self, *, dtype? dtype=None) -> Tensor",
    .doc = "The product of all elements.",
    .traits = kReduce,
    .samples = float_all_samples,
    .infer = sum_infer<kOverAll>,
    .kernel = sum_kernel<kOverAll, Reduce::kProd>,
    .grad = [](GradContext& c) { prod_grad(c, kOverAll); },
    .grad_name = "ProdBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = sum_lower<kOverAll, ReductionKind::kProd>,
});
constinit const OpDef op_prod_dim = define({
    .name = "prod.dim_int",
    .signature = "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Products over an axis.",
    .traits = kReduce,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 4}), 1, false, Arg()}}};
        },
    .infer = sum_infer<kOverAxes>,
    .kernel = sum_kernel<kOverAxes, Reduce::kProd>,
    .grad = [](GradContext& c) { prod_grad(c, kOverAxes); },
    .grad_name = "ProdBackward1",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = sum_lower<kOverAxes, ReductionKind::kProd>,
});
constinit const OpDef op_nansum = define({
    .name = "nansum",
    .signature = "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Sums over axes with NaN counted as zero.",
    .traits = kReduce,
    .samples = axes_samples,
    .infer = sum_infer<kOverAxes>,
    .kernel = sum_kernel<kOverAxes, Reduce::kSumNumbers>,
    .grad =
        [](GradContext& c) {
          Tensor nan = call1(op_isnan, {c.input(0)});
          c.set(0, f::masked_fill(expand_back(c, c.grad_output(), kOverAxes), nan, 0));
        },
    .grad_name = "NansumBackward0",
    .saves_inputs = 1,
    .lower =
        [](LowerContext& c, const Args& args) {
          int rank = rank_of(c.input_meta(0));
          lower_reduction(
              c, ReductionKind::kSum, reduction_axes(args, kOverAxes, rank), reduction_keepdim(args, kOverAxes),
              compute_dtype(c.output_meta().dtype), [](ExprGraph& g, ExprId x) {
                return is_floating(g.dtype(x)) ? g.select(g.unary(S::kIsNan, x), g.constant(0, g.dtype(x)), x) : x;
              });
        },
});
constinit const OpDef op_nanmean = define({
    .name = "nanmean",
    .signature = "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Means over axes of what is not NaN.",
    .traits = kReduce,
    .samples = axes_samples,
    .decompose = [](const Args& args) -> Outputs {
      Tensor present = f::logical_not(call1(op_isnan, {args.tensor(0)}));
      Tensor count = call1(op_sum_dim, {f::detach(present), args[1], args[2], Arg()});
      return {f::div(call1(op_nansum, args), count)};
    },
});
constinit const OpDef op_count_nonzero = define({
    .name = "count_nonzero",
    .signature = "count_nonzero(Tensor self, int[1]? dim=None) -> Tensor",
    .doc = "Counts the elements that are not zero.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({2, 3}, {1, 0, 2}), Arg()}},
                                     {Args{sample_ints({2, 3}, {1, 0, 2}), IntList{1}}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      return call(op_sum_dim, {f::ne(args.tensor(0), 0), args[1], false, Arg()});
    },
});

namespace {
// any and all: bools, except that uint8 stays uint8 in PyTorch.
template <Reduce kind>
Outputs truth_kernel(const Args& args) {
  return reduction_kernel(kind, args, kOverNamedAxes,
                          args.tensor(0).dtype() == DType::kUInt8 ? DType::kUInt8 : DType::kBool);
}
Metas truth_infer(const Args& args) {
  return {reduction_meta(args, kOverNamedAxes, args.tensor(0).dtype() == DType::kUInt8 ? DType::kUInt8 : DType::kBool)};
}
template <ReductionKind kind>
void truth_lower(LowerContext& c, const Args& args) {
  int rank = rank_of(c.input_meta(0));
  lower_reduction(c, kind, reduction_axes(args, kOverNamedAxes, rank), reduction_keepdim(args, kOverNamedAxes),
                  DType::kBool);
}
std::vector<Sample> truth_samples() { return {{Args{sample_bools({2, 3})}}}; }
std::vector<Sample> truth_axis_samples() {
  return {{Args{sample_bools({2, 3}), 1, false}}, {Args{sample_bools({2, 3}), 0, true}}};
}
}  // namespace

constinit const OpDef op_any = define({
    .name = "any",
    .signature = "any(Tensor self) -> Tensor",
    .doc = "True if some element is not zero.",
    .traits = kReduce,
    .samples = truth_samples,
    .infer = truth_infer,
    .kernel = truth_kernel<Reduce::kAny>,
    .no_grad = "bool result",
    .lower = truth_lower<ReductionKind::kAny>,
});
constinit const OpDef op_any_dim = define({
    .name = "any.dim",
    .signature = "any.dim(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
    .doc = "True where some element along the axes is not zero.",
    .traits = kReduce,
    .samples = truth_axis_samples,
    .infer = truth_infer,
    .kernel = truth_kernel<Reduce::kAny>,
    .no_grad = "bool result",
    .lower = truth_lower<ReductionKind::kAny>,
});
constinit const OpDef op_all = define({
    .name = "all",
    .signature = "all(Tensor self) -> Tensor",
    .doc = "True if no element is zero.",
    .traits = kReduce,
    .samples = truth_samples,
    .infer = truth_infer,
    .kernel = truth_kernel<Reduce::kAll>,
    .no_grad = "bool result",
    .lower = truth_lower<ReductionKind::kAll>,
});
constinit const OpDef op_all_dim = define({
    .name = "all.dim",
    .signature = "all.dim(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
    .doc = "True where no element along the axes is zero.",
    .traits = kReduce,
    .samples = truth_axis_samples,
    .infer = truth_infer,
    .kernel = truth_kernel<Reduce::kAll>,
    .no_grad = "bool result",
    .lower = truth_lower<ReductionKind::kAll>,
});

VT_OPS(sums, &op_sum, &op_sum_dim, &op_mean, &op_mean_dim, &op_prod, &op_prod_dim, &op_nansum, &op_nanmean,
       &op_count_nonzero, &op_any, &op_any_dim, &op_all, &op_all_dim)

}  // namespace vt
