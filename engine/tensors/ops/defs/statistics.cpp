// Variances, deviations and norms.
#include <cmath>
#include <cstdio>

#include "ops/defs/prelude.h"
#include "ops/families/reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/warning.h"

namespace vt {

namespace {

constexpr uint32_t kReduce = kFunction | kMethod | kReduction;
// var(self, dim, correction, keepdim)
struct VarianceArgs {
  std::vector<int> axes;
  double correction;
  bool keepdim;
  SymInt count;
  // Of nothing there is no variance, whatever the correction.
  double degrees() const {
    return count.hint() == 0 ? std::nan("") : std::max(0.0, static_cast<double>(count.hint()) - correction);
  }
};
VarianceArgs variance_args(const Args& args, const SymSizes& sizes) {
  VarianceArgs v;
  v.axes = axes_or_all(args, 1, static_cast<int>(sizes.size()));
  v.correction = args.has(2) ? args.real(2) : 1.0;
  v.keepdim = args.boolean_or(3, false);
  v.count = 1;
  for (int axis : v.axes) v.count = v.count * sizes[static_cast<size_t>(axis)];
  return v;
}
TensorMeta variance_meta(const Args& args, const char* name) {
  const Tensor& t = args.tensor(0);
  if (!is_floating(t.dtype())) tensor_error(std::string(name) + " only support floating point and complex dtypes");
  VarianceArgs v = variance_args(args, sizes_of(t));
  return meta_like(t, reduced_sizes(sizes_of(t), v.axes, v.keepdim), t.dtype());
}
void warn_of_degrees(const VarianceArgs& v, const Tensor& out, const char* name) {
  if (out.numel() > 0 && static_cast<double>(v.count.hint()) <= v.correction)
    tensor_warning(std::string(name) +
                   "(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
                   "(input numel divided by output numel). (Triggered internally at "
                   "./aten/src/ATen/native/ReduceOps.cpp:1913.)");
}
Metas one_infer(const Args& args) { return {variance_meta(args, "std and var")}; }
template <bool root>
Outputs one_kernel(const Args& args) {
  Tensor out = empty_for(one_infer(args)[0]);
  VarianceArgs v = variance_args(args, sizes_of(args.tensor(0)));
  warn_of_degrees(v, out, root ? "std" : "var");
  reduce_variance(out, Tensor(), args.tensor(0), v.axes, v.correction, root);
  return {out};
}
template <bool root>
Metas two_infer(const Args& args) {
  TensorMeta meta = variance_meta(args, root ? "std_mean" : "var_mean");
  return {meta, meta};
}
template <bool root>
Outputs two_kernel(const Args& args) {
  Metas metas = two_infer<root>(args);
  Tensor out = empty_for(metas[0]), mean = empty_for(metas[1]);
  VarianceArgs v = variance_args(args, sizes_of(args.tensor(0)));
  warn_of_degrees(v, out, root ? "std_mean" : "var_mean");
  reduce_variance(out, mean, args.tensor(0), v.axes, v.correction, root);
  return {out, mean};
}
// Degrees of freedom as an operand: symbolic sizes stay symbolic.
Arg degrees(const VarianceArgs& v) {
  if (v.correction == std::floor(v.correction) && v.degrees() > 0)
    return Arg(v.count - SymInt(static_cast<int64_t>(v.correction)));
  return Arg(v.degrees());
}
Tensor centered_gradient(const Tensor& x, const VarianceArgs& v) {
  if (v.axes.empty()) return f::sub(x, x);
  bool all = static_cast<int>(v.axes.size()) == x.rank() && !v.keepdim;
  return f::sub(x, all ? f::mean(x) : f::mean(x, v.axes, true));
}
Tensor variance_gradient(GradContext& c, Tensor grad, bool root) {
  VarianceArgs v = variance_args(c.attributes(), c.input_meta(0).sizes);
  Tensor x = c.input(0);
  if (root) {
    Tensor out = c.output();
    Tensor slope = f::div(grad, f::mul_number(out, 2));
    grad = f::masked_fill(slope, f::eq(out, 0), 0);
  }
  // With no degree of freedom left over everything, PyTorch's slope is infinite on either side.
  bool all = v.axes.size() == c.input_meta(0).sizes.size();
  if (!all || v.keepdim) grad = f::restore_axes(grad, v.axes, v.keepdim);
  if (all && v.degrees() <= 0) {
    Tensor same = f::eq(centered_gradient(x, v), 0);
    return f::mul(grad, f::masked_fill(f::full_like(x, HUGE_VAL), same, std::nan("")));
  }
  Tensor centered = centered_gradient(x, v);
  Tensor scaled = v.count.symbolic() ? f::div(f::mul(grad, 2), degrees(v)) : f::mul_number(grad, 2 / v.degrees());
  return f::mul(scaled, centered);
}
Outputs variance_decompose(const Args& args, bool root, bool with_mean) {
  const Tensor& input = args.tensor(0);
  variance_meta(args, "std and var");
  Tensor t = f::to_dtype(input, opmath_type(input.dtype()));
  VarianceArgs v = variance_args(args, sizes_of(t));
  Tensor mean = v.axes.empty() ? t : f::mean(t, v.axes, true);
  Tensor centered = f::sub(t, mean);
  Tensor squares = f::mul(centered, centered);
  if (!v.axes.empty()) squares = f::sum(squares, v.axes, v.keepdim);
  Tensor variance = f::div(squares, degrees(v));
  if (root) variance = f::sqrt(variance);
  Outputs outputs = {f::to_dtype(variance, input.dtype())};
  if (with_mean) {
    SymSizes sizes = reduced_sizes(sizes_of(t), v.axes, v.keepdim);
    outputs.push_back(f::to_dtype(f::reshape(mean, sizes), input.dtype()));
  }
  return outputs;
}
template <bool root>
void two_grad(GradContext& c) {
  VarianceArgs v = variance_args(c.attributes(), c.input_meta(0).sizes);
  Tensor total, grad = c.grad_output(0), mean_grad = c.grad_output(1);
  if (grad.defined()) total = variance_gradient(c, grad, root);
  if (mean_grad.defined()) {
    Tensor spread = f::div(f::expand(f::restore_axes(mean_grad, v.axes, v.keepdim), c.input_meta(0).sizes), v.count);
    total = total.defined() ? f::add(total, spread) : spread;
  }
  c.set(0, total);
}

std::vector<Sample> variance_samples() {
  Tensor t = sample_tensor({2, 3, 4});
  return {
      {Args{t, Arg(), Arg(), false}}, {Args{t, IntList{1}, 0, true}, "population"}, {Args{t, IntList{0, 2}, 1, false}}};
}
// var(self, unbiased) and var(self, dim, unbiased, keepdim)
Outputs unbiased_all(const OpDef& op, const Args& a) {
  return call(op, {a[0], Arg(), a.boolean_or(1, true) ? 1 : 0, false});
}
Outputs unbiased_axes(const OpDef& op, const Args& a) {
  return call(op, {a[0], a[1], a.boolean_or(2, true) ? 1 : 0, a.boolean_or(3, false)});
}
std::vector<Sample> unbiased_samples() { return {{Args{sample_tensor({2, 3}), false}}}; }
std::vector<Sample> unbiased_axis_samples() { return {{Args{sample_tensor({2, 3}), IntList{1}, true, false}}}; }

// --- Norms -------------------------------------------------------------------------------
DType norm_dtype(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (!is_floating(t.dtype()))
    tensor_error(std::string("linalg.vector_norm: Expected a floating point or complex tensor as input. Got ") +
                 dtype_scalar_name(t.dtype()));
  DType dtype = args.dtype_or(4, t.dtype());
  if (!is_floating(dtype))
    tensor_error(std::string("linalg.vector_norm: dtype should be floating point or complex, but got ") +
                 dtype_scalar_name(dtype));
  return dtype;
}
// The largest or smallest of nothing does not exist.
void check_norm_of_nothing(const Args& args) {
  double p = args.real(1);
  if (p >= 0 && !std::isinf(p)) return;
  char text[40];
  std::snprintf(text, sizeof text, "%g", p);
  std::string head = std::string("linalg.vector_norm cannot compute the ") + text + " norm on ";
  SymSizes sizes = sizes_of(args.tensor(0));
  if (!args.has(2) || args.ints(2).empty()) {
    if (count_of(sizes).hint() == 0)
      tensor_error(head + "an empty tensor because the operation does not have an identity");
    return;
  }
  for (int64_t axis : args.plain_ints(2))
    if (!sizes.empty() && sizes[static_cast<size_t>(wrap_axis(axis, static_cast<int>(sizes.size())))].hint() == 0)
      tensor_error(head + "the dimension " + std::to_string(axis) +
                   "because this dimension is empty and the operation does not have an identity");
}
Metas norm_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  check_norm_of_nothing(args);
  return {meta_like(t, reduced_sizes(sizes_of(t), axes_or_all(args, 2, t.rank()), args.boolean_or(3, false)),
                    norm_dtype(args))};
}
void norm_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  double p = c.attributes().real(1);
  std::vector<int> axes = axes_or_all(c.attributes(), 2, static_cast<int>(meta.sizes.size()));
  bool keepdim = c.attributes().boolean_or(3, false);
  // A number broadcasts as it is.
  bool restored = keepdim || axes.size() == meta.sizes.size();
  Tensor x = c.input(0), grad = f::restore_axes(c.grad_output(), axes, restored),
         norm = f::restore_axes(c.output(), axes, restored);
  if (p == 0) return c.set(0, f::zeros(meta));
  if (p == 1) return c.set(0, f::mul(f::sign(x), grad));
  if (p == 2) {
    Tensor unit = f::div(x, norm);
    return c.set(0, f::mul(grad, f::masked_fill(unit, f::eq(norm, 0), 0)));
  }
  if (std::isinf(p)) {
    Tensor equal = f::to_dtype(f::eq(f::abs(x), norm), meta.dtype);
    Tensor count = axes.empty() ? equal : f::sum(equal, axes, true);
    return c.set(0, f::mul(f::mul(f::sign(x), equal), f::div(grad, count)));
  }
  Tensor slope = f::mul(x, f::pow(f::abs(x), p - 2));
  if (p < 2) slope = f::masked_fill(slope, f::eq(x, 0), 0);
  c.set(0, f::mul(slope, f::masked_fill(f::div(grad, f::pow(norm, p - 1)), f::eq(norm, 0), 0)));
}
Outputs norm_decompose(const Args& args) {
  DType dtype = norm_dtype(args);
  Tensor t = f::to_dtype(f::to_dtype(args.tensor(0), dtype), opmath_type(dtype));
  double p = args.real(1);
  std::vector<int> axes = axes_or_all(args, 2, t.rank());
  bool keepdim = args.boolean_or(3, false);
  auto sum = [&](const Tensor& x) { return axes.empty() ? x : f::sum(x, axes, keepdim); };
  // The norm of one element is its magnitude, whatever the order.
  const SymSizes sizes = sizes_of(t);
  const bool single = p != 0 && std::all_of(axes.begin(), axes.end(),
                                            [&](int axis) { return sizes[static_cast<size_t>(axis)].hint() == 1; });
  Tensor result;
  if (single) result = sum(f::abs(t));
  else if (p == 2) result = f::sqrt(sum(f::mul(t, t)));
  else if (p == 1) result = sum(f::abs(t));
  else if (p == 0) result = sum(f::to_dtype(f::ne(t, 0), t.dtype()));
  else if (std::isinf(p)) {
    result = f::abs(t);
    if (!axes.empty())
      result = p > 0 ? f::amax(result, axes, keepdim) : call1(op_amin, {result, f::ints(axes), keepdim});
  } else result = f::pow(sum(f::pow(f::abs(t), p)), 1 / p);
  return {f::to_dtype(result, dtype)};
}
std::vector<Sample> norm_samples() {
  Tensor t = sample_tensor({2, 3});
  return {{Args{t, 2.0, Arg(), false, Arg()}},
          {Args{t, 1.0, IntList{1}, false, Arg()}},
          {Args{t, 3.0, IntList{0}, true, Arg()}}};
}
double order_of(const Args& args, size_t i) {
  if (!args.has(i)) return 2;
  if (args[i].is_scalar()) return args.real(i);
  std::string name = args.text_or(i, "fro");
  if (name != "fro") tensor_error("linalg.matrix_norm: Order " + name + " not supported.");
  return 2;
}

}  // namespace

constinit const OpDef op_var = define({
    .name = "var.correction",
    .signature =
        "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    .doc = "The variance over axes: squared deviations divided by the count less the correction (1).",
    .traits = kReduce,
    .samples = variance_samples,
    .infer = one_infer,
    .kernel = one_kernel<false>,
    .grad = [](GradContext& c) { c.set(0, variance_gradient(c, c.grad_output(), false)); },
    .grad_name = "VarBackward0",
    .saves_inputs = 1,
    .decompose = [](const Args& args) { return variance_decompose(args, false, false); },
});
constinit const OpDef op_var_unbiased = define({
    .name = "var",
    .signature = "var(Tensor self, bool unbiased=True) -> Tensor",
    .doc = "The variance of all elements.",
    .traits = kReduce,
    .samples = unbiased_samples,
    .decompose = [](const Args& a) { return unbiased_all(op_var, a); },
});
constinit const OpDef op_var_dim = define({
    .name = "var.dim",
    .signature = "var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    .doc = "The variance over axes.",
    .traits = kReduce,
    .samples = unbiased_axis_samples,
    .decompose = [](const Args& a) { return unbiased_axes(op_var, a); },
});
constinit const OpDef op_std = define({
    .name = "std.correction",
    .signature =
        "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    .doc = "The standard deviation over axes.",
    .traits = kReduce,
    .samples = variance_samples,
    .infer = one_infer,
    .kernel = one_kernel<true>,
    .grad = [](GradContext& c) { c.set(0, variance_gradient(c, c.grad_output(), true)); },
    .grad_name = "StdBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .decompose = [](const Args& args) { return variance_decompose(args, true, false); },
});
constinit const OpDef op_std_unbiased = define({
    .name = "std",
    .signature = "std(Tensor self, bool unbiased=True) -> Tensor",
    .doc = "The standard deviation of all elements.",
    .traits = kReduce,
    .samples = unbiased_samples,
    .decompose = [](const Args& a) { return unbiased_all(op_std, a); },
});
constinit const OpDef op_std_dim = define({
    .name = "std.dim",
    .signature = "std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    .doc = "The standard deviation over axes.",
    .traits = kReduce,
    .samples = unbiased_axis_samples,
    .decompose = [](const Args& a) { return unbiased_axes(op_std, a); },
});
constinit const OpDef op_var_mean = define({
    .name = "var_mean",
    .signature =
        "var_mean(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Variance and mean over axes.",
    .traits = kFunction | kReduction,
    .samples = variance_samples,
    .infer = two_infer<false>,
    .kernel = two_kernel<false>,
    .grad = two_grad<false>,
    .grad_name = "VarMeanBackward0",
    .saves_inputs = 1,
    .decompose = [](const Args& args) { return variance_decompose(args, false, true); },
});
constinit const OpDef op_std_mean = define({
    .name = "std_mean",
    .signature =
        "std_mean(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Standard deviation and mean over axes.",
    .traits = kFunction | kReduction,
    .samples = variance_samples,
    .infer = two_infer<true>,
    .kernel = two_kernel<true>,
    .grad = two_grad<true>,
    .grad_name = "StdMeanBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .decompose = [](const Args& args) { return variance_decompose(args, true, true); },
});
constinit const OpDef op_var_mean_all = define({
    .name = "var_mean.unbiased",
    .signature = "var_mean.unbiased(Tensor self, bool unbiased) -> (Tensor, Tensor)",
    .doc = "Variance and mean of all elements.",
    .traits = kFunction,
    .samples = unbiased_samples,
    .decompose = [](const Args& a) { return unbiased_all(op_var_mean, a); },
});
constinit const OpDef op_var_mean_dim = define({
    .name = "var_mean.dim",
    .signature = "var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Variance and mean over axes.",
    .traits = kFunction,
    .samples = unbiased_axis_samples,
    .decompose = [](const Args& a) { return unbiased_axes(op_var_mean, a); },
});
constinit const OpDef op_std_mean_all = define({
    .name = "std_mean.unbiased",
    .signature = "std_mean.unbiased(Tensor self, bool unbiased) -> (Tensor, Tensor)",
    .doc = "Standard deviation and mean of all elements.",
    .traits = kFunction,
    .samples = unbiased_samples,
    .decompose = [](const Args& a) { return unbiased_all(op_std_mean, a); },
});
constinit const OpDef op_std_mean_dim = define({
    .name = "std_mean.dim",
    .signature = "std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Standard deviation and mean over axes.",
    .traits = kFunction,
    .samples = unbiased_axis_samples,
    .decompose = [](const Args& a) { return unbiased_axes(op_std_mean, a); },
});
constinit const OpDef op_vector_norm = define({
    .name = "vector_norm",
    .signature =
        "vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "The p-norm of the elements over axes.",
    .traits = kLinalg,
    .samples = norm_samples,
    .infer = norm_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(norm_infer(args)[0]);
      reduce_norm(out, as_dtype(args.tensor(0), out.dtype()), axes_or_all(args, 2, args.tensor(0).rank()),
                  args.real(1));
      return {out};
    },
    .grad = norm_grad,
    .grad_name = "LinalgVectorNormBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .decompose = norm_decompose,
});
constinit const OpDef op_norm = define({
    .name = "norm",
    .signature = "norm(Tensor self, Scalar? p=2, int[1]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor",
    .doc = "The p-norm of the elements over axes.",
    .samples = norm_samples,
    .decompose =
        [](const Args& a) {
          return call(op_vector_norm, {a[0], order_of(a, 1), a[2], a[3], a[4]});
        },
});
constinit const OpDef op_norm_name = define({
    .name = "norm.name",
    .signature = "norm.name(Tensor self, str p, int[1]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor",
    .doc = "The Frobenius norm ('fro') over axes.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), "fro", Arg(), false, Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Arg axes = a.has(2) ? a[2] : Arg(IntList{-2, -1});
      if (a.text_or(1, "fro") == "nuc") return call(op_matrix_norm_fro, {a[0], a[1], axes, a[3], a[4]});
      return call(op_vector_norm, {a[0], order_of(a, 1), a[2], a[3], a[4]});
    },
});
constinit const OpDef op_linalg_norm_name = define({
    .name = "norm.linalg_name",
    .signature =
        "norm.linalg_name(Tensor A, str ord, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "The Frobenius or the nuclear norm of a matrix.",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), "fro", Arg(), false, Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_matrix_norm_fro, {a[0], a[1], a.has(2) ? a[2] : Arg(IntList{-2, -1}), a[3], a[4]});
        },
});
constinit const OpDef op_linalg_norm = define({
    .name = "norm.linalg",
    .signature = "norm.linalg(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, dtype? "
                 "dtype=None) -> Tensor",
    .doc = "The norm of a vector, or the Frobenius norm of a matrix without an order.",
    .traits = kLinalg,
    .samples =
        [] {
          // Order 2 of a matrix would be its largest singular value.
          std::vector<Sample> samples = norm_samples();
          samples[0].args[1] = Arg();
          return samples;
        },
    .decompose = [](const Args& a) -> Outputs {
      size_t dims = !a.has(2) ? 0 : a[2].is_scalar() ? 1 : a.ints(2).size();
      if (a.has(2) && dims != 1 && dims != 2)
        tensor_error("linalg.norm: If dim is specified, it must be of length 1 or 2. Got " + sizes_text(a.ints(2)));
      if (a.has(1) && !a.has(2) && a.tensor(0).rank() != 1 && a.tensor(0).rank() != 2)
        tensor_error("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got " +
                     std::to_string(a.tensor(0).rank()) + "D.");
      bool matrix = a.has(2) ? dims == 2 : a.tensor(0).rank() == 2;
      if (!a.has(1) || !matrix) return call(op_vector_norm, {a[0], order_of(a, 1), a[2], a[3], a[4]});
      return call(op_matrix_norm, {a[0], a[1], a.has(2) ? a[2] : Arg(IntList{-2, -1}), a[3], a[4]});
    },
});
namespace {
Tensor singular_values(const Tensor& t, int row, int column) {
  std::vector<int> order;
  for (int i = 0; i < t.rank(); ++i)
    if (i != row && i != column) order.push_back(i);
  order.insert(order.end(), {row, column});
  return call(op_svd_reduced, {f::permute(t, order)})[1];
}
// The two axes of matrix_norm, checked.
std::pair<int, int> matrix_axes(const Tensor& t, const IntList& dims) {
  if (t.rank() < 2) tensor_error("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.");
  if (dims.size() != 2) {
    std::string text;
    for (const SymInt& dim : dims) text += " " + std::to_string(dim.hint());
    tensor_error("linalg.matrix_norm: dim must be a 2-tuple. Got" + text);
  }
  int row = wrap_axis(dims[0].guard_int(), t.rank()), column = wrap_axis(dims[1].guard_int(), t.rank());
  if (row == column)
    tensor_error("linalg.matrix_norm: dims must be different. Got (" + std::to_string(row) + ", " +
                 std::to_string(column) + ")");
  return {row, column};
}
Tensor in_dtype(const Tensor& t, const Args& a, size_t i) {
  return a.has(i) ? f::to_dtype(t, a.dtype_or(i, t.dtype())) : t;
}
// Puts the two reduced axes back with size 1.
Tensor kept(const Tensor& t, int row, int column, bool keepdim) {
  if (!keepdim) return t;
  return f::unsqueeze(f::unsqueeze(t, std::min(row, column)), std::max(row, column));
}
}  // namespace
constinit const OpDef op_matrix_norm = define({
    .name = "matrix_norm",
    .signature =
        "matrix_norm(Tensor A, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    .doc = "Matrix norms: extreme column or row sums (1, -1, inf, -inf) or singular values (2, -2).",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, IntList{-2, -1}, false, Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      double order = a.real(1);
      if (std::abs(order) != 1 && std::abs(order) != 2 && !std::isinf(order))
        tensor_error("linalg.matrix_norm: Order " + number_text(order) + " not supported.");
      auto [row, column] = matrix_axes(a.tensor(0), a.ints(2));
      Tensor t = in_dtype(a.tensor(0), a, 4);
      if (std::abs(order) == 2) {
        Tensor values = singular_values(t, row, column);
        Tensor best =
            order > 0 ? f::amax(values, {-1 + values.rank()}, false) : call1(op_amin, {values, IntList{-1}, false});
        return {kept(best, row, column, a.boolean_or(3, false))};
      }
      int summed = std::isinf(order) ? column : row, searched = std::isinf(order) ? row : column;
      Tensor sums = f::sum(f::abs(t), {summed}, true);
      Tensor best = order > 0 ? f::amax(sums, {searched}, true) : call1(op_amin, {sums, IntList{searched}, true});
      if (a.boolean_or(3, false)) return {best};
      return {f::reshape(best, reduced_sizes(sizes_of(t), {row, column}, false))};
    },
});
constinit const OpDef op_matrix_norm_fro = define({
    .name = "matrix_norm.str",
    .signature = "matrix_norm.str(Tensor A, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, dtype? "
                 "dtype=None) -> Tensor",
    .doc = "The Frobenius or the nuclear norm of matrices.",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), "fro", IntList{-2, -1}, false, Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      std::string name = a.text_or(1, "fro");
      double order = name == "nuc" ? 1 : order_of(a, 1);
      auto [row, column] = matrix_axes(a.tensor(0), a.ints(2));
      if (name != "nuc") return call(op_vector_norm, {a[0], order, a[2], a[3], a[4]});
      Tensor t = in_dtype(a.tensor(0), a, 4);
      Tensor values = singular_values(t, row, column);
      return {kept(f::sum(values, {values.rank() - 1}, false), row, column, a.boolean_or(3, false))};
    },
});
constinit const OpDef op_dist = define({
    .name = "dist",
    .signature = "dist(Tensor self, Tensor other, Scalar p=2) -> Tensor",
    .doc = "The p-norm of the difference.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), sample_tensor({3}, 0, 1), 2.0}}};
        },
    .grad_name = "DistBackward0",
    .decompose =
        [](const Args& a) {
          return call(op_vector_norm, {f::sub(a.tensor(0), a[1]), a.real(2), Arg(), false, Arg()});
        },
});

VT_OPS(statistics, &op_var_unbiased, &op_var_dim, &op_var, &op_std_unbiased, &op_std_dim, &op_std, &op_var_mean,
       &op_var_mean_all, &op_var_mean_dim, &op_std_mean, &op_std_mean_all, &op_std_mean_dim, &op_vector_norm, &op_norm,
       &op_norm_name, &op_linalg_norm, &op_linalg_norm_name, &op_matrix_norm_fro, &op_matrix_norm, &op_dist)

}  // namespace vt
