// softmax, log_softmax, logsumexp, and what is built of them.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "ops/defs/prelude.h"
#include "ops/families/evaluate_steps.h"
#include "ops/families/reduction.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/kept.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/vector_rows.h"
#include "ops/kernels/widest.h"
#include "ops/make_args.h"

namespace vt {

namespace {

int axis_of(const Args& args) { return wrap_axis(args.integer(1), args.tensor(0).rank()); }
Metas same_infer(const Args& args) {
  axis_of(args);
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype())};
}

void log_elements(float* row, int64_t n) {
  static const EvaluateStep step = float_loops(loop::ScalarOp::kLog).step;
  std::byte* bytes = reinterpret_cast<std::byte*>(row);
  step(bytes, bytes, nullptr, nullptr, n);
}
void log_elements(double* row, int64_t n) {
  for (int64_t i = 0; i < n; ++i) row[i] = std::log(row[i]);
}
// Rows of n elements side by side, whose logarithms are taken together.
constexpr int64_t kRows = 32;
void softmax_dense_rows(const float* in, float* out, int64_t n, int64_t rows, bool logarithm, DType dtype) {
  float largest[kRows], sums[kRows];
  for (int64_t row = 0; row < rows; ++row) {
    largest[row] = row_max(in + row * n, n);
    sums[row] = exp_row(in + row * n, largest[row], out + row * n, n);
    if (!logarithm) multiply_row(out + row * n, 1.0f / sums[row], n);
  }
  if (!logarithm) return;
  auto keep = [&] { std::transform(sums, sums + rows, sums, [&](float sum) { return as_kept(sum, dtype); }); };
  keep();
  log_elements(sums, rows);
  keep();
  for (int64_t row = 0; row < rows; ++row) subtract_row(in + row * n, largest[row], sums[row], out + row * n, n);
}
// As PyTorch's columns go: sixteen side by side, the rest one by one by the C library.
void exp_elements(float* row, int64_t n) {
  int64_t whole = n / 16 * 16;
  exp_row(row, 0, row, whole);
  for (int64_t i = whole; i < n; ++i) row[i] = std::exp(row[i]);
}
void exp_elements(double* row, int64_t n) {
  static const EvaluateStep step = double_loops(loop::ScalarOp::kExp).step;
  std::byte* bytes = reinterpret_cast<std::byte*>(row);
  step(bytes, bytes, nullptr, nullptr, n);
}
// A row of n elements in the computation type.
template <class T, bool logarithm>
void softmax_row(const T* in, T* out, int64_t n) {
  T largest = in[0];
  for (int64_t i = 1; i < n; ++i)
    if (in[i] > largest || std::isnan(in[i])) largest = in[i];
  T sum = 0;
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] - largest;
  exp_elements(out, n);
  for (int64_t i = 0; i < n; ++i) sum += out[i];
  T log_sum = std::log(sum);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (logarithm) out[i] = in[i] - largest - log_sum;
    else out[i] /= sum;
  }
}

// Columns of n elements, `stride` apart, `width` of them side by side. PyTorch takes 16-bit ones by 64; those
// after the first `whole`, which fill no such step, have their powers kept in that type.
constexpr int64_t kColumns = 128, kStep = 64;
template <class T, bool logarithm>
void softmax_columns(const T* in, T* out, int64_t n, int64_t stride, int64_t width, int64_t whole, DType dtype) {
  T largest[kColumns], powers[kColumns];
  T sums[kColumns] = {};
  run_widest([&]() VT_LAMBDA {
    std::copy(in, in + width, largest);
    for (int64_t i = 1; i < n; ++i)
      for (int64_t k = 0; k < width; ++k) {
        T value = in[i * stride + k];
        largest[k] = value > largest[k] || value != value ? value : largest[k];
      }
  });
  for (int64_t i = 0; i < n; ++i) {
    T* row = logarithm ? powers : out + i * stride;
    run_widest([&]() VT_LAMBDA {
      for (int64_t k = 0; k < width; ++k) row[k] = in[i * stride + k] - largest[k];
    });
    exp_elements(row, width);
    run_widest([&]() VT_LAMBDA {
      for (int64_t k = 0; k < width; ++k) sums[k] += row[k];
    });
    for (int64_t k = whole; k < width && !logarithm; ++k) row[k] = as_kept(row[k], dtype);
  }
  if (logarithm) log_elements(sums, width);
  run_widest([&]() VT_LAMBDA {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < width; ++k) {
        if constexpr (logarithm) out[i * stride + k] = in[i * stride + k] - largest[k] - sums[k];
        else out[i * stride + k] /= sums[k];
      }
  });
}

template <class T, bool logarithm>
void softmax_rows(const Tensor& in, const Tensor& out, int axis, DType dtype) {
  int64_t n = in.size(axis), stride = 1;  // that of an axis of one element may be anything
  for (int i = axis + 1; i < in.rank(); ++i) stride *= in.size(i);
  int64_t rows = in.numel() / n, grain = std::max<int64_t>(1, kGrain / 8 / n);
  if (stride == 1) {
    parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
      const int64_t together = std::clamp<int64_t>(4096 / n, 1, kRows);  // which stay in the cache
      for (int64_t row = begin; row < end; row += std::is_same_v<T, float> ? together : 1) {
        const T* from = in.data<T>() + row * n;
        T* to = out.data<T>() + row * n;
        if constexpr (std::is_same_v<T, float>)
          softmax_dense_rows(from, to, n, std::min(together, end - row), logarithm, dtype);
        else softmax_row<T, logarithm>(from, to, n);
      }
    });
    return;
  }
  const bool is_16_bit = dtype == DType::kBFloat16 || dtype == DType::kFloat16;
  int64_t blocks = (stride + kColumns - 1) / kColumns, matrices = rows / stride;
  parallel_for(
      0, matrices * blocks, std::max<int64_t>(1, grain / std::min(stride, kColumns)), [&](int64_t begin, int64_t end) {
        for (int64_t block = begin; block < end; ++block) {
          int64_t first = block % blocks * kColumns, at = block / blocks * stride * n + first;
          const int64_t width = std::min(kColumns, stride - first);
          softmax_columns<T, logarithm>(in.data<T>() + at, out.data<T>() + at, n, stride, width,
                                        is_16_bit ? std::min(width, stride / kStep * kStep - first) : width, dtype);
        }
      });
}

template <bool logarithm>
Outputs softmax_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (!is_floating(t.dtype())) {
    bool last = t.rank() == 0 || axis_of(args) == t.rank() - 1;
    tensor_error(std::string(logarithm ? "\"log_softmax" : "\"softmax") +
                     (last ? "_lastdim_kernel_impl\" not implemented for '" : "_kernel_impl\" not implemented for '") +
                     dtype_scalar_name(t.dtype()) + "'",
                 "NotImplementedError");
  }
  // The usual tensor is read as it is: a call on a few elements takes half a microsecond.
  const DType dtype = t.dtype(), wide = opmath_type(dtype);
  Tensor made;
  if (dtype != wide || !t.is_contiguous() || t.rank() == 0) made = as_contiguous(as_dtype(t, wide));
  if (t.rank() == 0) made = view_of(made, Dims{1}, Dims{1}, made.impl()->offset);
  const Tensor& in = made.defined() ? made : t;
  Tensor out = empty_tensor(in.sizes(), wide);
  if (in.numel() > 0) {
    int axis = axis_of(args);
    if (wide == DType::kFloat64) softmax_rows<double, logarithm>(in, out, axis, dtype);
    else softmax_rows<float, logarithm>(in, out, axis, dtype);
  }
  if (t.rank() == 0) out = view_of(out, Dims{}, Dims{}, 0);
  Outputs outputs;
  outputs.push_back(dtype == wide ? std::move(out) : as_dtype(out, dtype));
  return outputs;
}

std::vector<int> axes_at(const Args& args) {
  if (args.tensor(0).rank() == 0) return {};
  return {axis_of(args)};
}
// Whether there is nothing along the axis: no maximum exists then, and the result is empty.
bool nothing_along(const Args& args) {
  for (int axis : axes_at(args))
    if (sizes_of(args.tensor(0))[static_cast<size_t>(axis)].hint() == 0) return true;
  return false;
}
Tensor sum_over(const Tensor& t, const std::vector<int>& axes) { return axes.empty() ? t : f::sum(t, axes, true); }

// softmax(self, dim, dtype) in terms of `op`(self, dim).
Outputs with_dtype(const OpDef& op, const Args& args, size_t dtype) {
  axis_of(args);
  if (!args.has(dtype)) return call(op, make_args(args[0], args[1]));
  const Tensor& t = args.tensor(0);
  return call(op, make_args(f::to_dtype(t, args.dtype_or(dtype, t.dtype())), args[1]));
}
// The axis that F.softmax picks without one.
int implicit_axis(const Args& args) {
  if (args.has(1)) return static_cast<int>(args.integer(1));
  int rank = args.tensor(0).rank();
  return rank == 0 || rank == 1 || rank == 3 ? 0 : 1;
}
std::vector<Sample> row_samples() { return {{Args{sample_tensor({2, 4}), 1}}, {Args{sample_tensor({3, 2}), 0}}}; }
std::vector<Sample> dtype_samples() { return {{Args{sample_tensor({2, 4}), 1, Arg()}}}; }
std::vector<Sample> functional_samples() { return {{Args{sample_tensor({2, 4}), 1, 3, Arg()}}}; }

Outputs logsumexp_decompose(const Args& args) {
  const Tensor& input = args.tensor(0);
  Tensor t = is_floating(input.dtype()) ? input : f::to_dtype(input, default_dtype());
  std::vector<int> axes = axes_or_all(args, 1, t.rank());
  bool keepdim = args.boolean_or(2, false);
  if (axes.empty()) return {f::clone(t)};
  if (t.numel() == 0) return {f::log(f::sum(f::exp(t), axes, keepdim))};  // of nothing there is no largest
  Tensor largest = f::amax(t, axes, true);
  Tensor finite = f::masked_fill(largest, f::eq(f::abs(largest), HUGE_VAL), 0);
  Tensor total = f::log(f::sum(f::exp(f::sub(t, finite)), axes, true));
  Tensor result = f::add(total, finite);
  if (keepdim) return {result};
  // No view: a program may change the result in place.
  return {call1(op_unsafe_view, {result, reduced_sizes(sizes_of(t), axes, false)})};
}
// The same below the tape.
Outputs logsumexp_kernel(const Args& args) {
  Tensor t = args.tensor(0);
  if (!is_floating(t.dtype())) t = as_dtype(t, default_dtype());
  std::vector<int> axes = axes_or_all(args, 1, t.rank());
  IntList list = f::ints(axes);
  if (axes.empty()) return {contiguous_copy(t)};
  if (t.numel() == 0) {  // of nothing there is no largest
    Tensor nothing = op_sum_dim.kernel({t, list, args.boolean_or(2, false), Arg()})[0];
    return op_log.kernel({nothing});
  }
  Tensor largest = op_amax.kernel({t, list, true})[0];
  Tensor infinite = op_isinf.kernel({largest})[0];
  Tensor finite = op_masked_fill.kernel({largest, infinite, 0})[0];
  Tensor powers = op_exp.kernel({op_sub.kernel({t, finite, 1})[0]})[0];
  Tensor total = op_log.kernel({op_sum_dim.kernel({powers, list, true, Arg()})[0]})[0];
  Tensor result = as_contiguous(op_add.kernel({total, finite, 1})[0]);
  if (args.boolean_or(2, false)) return {result};
  Dims sizes = hints_of(reduced_sizes(sizes_of(t), axes, false));
  return {view_of(result, sizes, contiguous_strides(sizes), 0)};
}

// The gradient of a softmax from its result.
void softmax_grad(GradContext& c) {
  Tensor y = c.output();
  c.set(0, call1(op_softmax_backward_data, {c.grad_output(), y, c.attributes()[1], y.dtype()}));
}
Outputs softmax_decompose(const Args& args) {
  const Tensor& input = args.tensor(0);
  if (nothing_along(args)) return {f::clone(f::contiguous(input))};
  Tensor t = f::to_dtype(input, opmath_type(input.dtype()));
  std::vector<int> axes = axes_at(args);
  Tensor powers = f::exp(axes.empty() ? f::sub(t, t) : f::sub(t, f::amax(t, axes, true)));
  return {f::contiguous(f::to_dtype(f::div(powers, sum_over(powers, axes)), input.dtype()))};
}
// Rows of nothing but -inf are zeros. Such a row came out as NaNs, so most calls read one element per row.
Outputs safe_softmax_kernel(const Args& args) {
  Outputs out = softmax_kernel<false>(args);
  const Tensor& t = args.tensor(0);
  if (t.numel() == 0 || t.rank() == 0) return out;
  Dims sizes = out[0].sizes();
  sizes[static_cast<size_t>(axis_of(args))] = 1;
  Tensor first = view_of(out[0], sizes, out[0].strides(), 0);
  if (read_element(op_any.kernel({op_isnan.kernel({first})[0]})[0], {}) == 0) return out;
  Tensor largest = op_amax.kernel({t, IntList{axis_of(args)}, true})[0];
  return op_masked_fill.kernel({out[0], op_eq.kernel({largest, -HUGE_VAL})[0], 0});
}

}  // namespace

constinit const OpDef op_safe_softmax = define({
    .name = "_safe_softmax",
    .signature = "_safe_softmax(Tensor self, int dim) -> Tensor",
    .doc = "softmax whose rows of nothing but -inf are zeros: attention with everything masked.",
    .traits = kInternal,
    .samples = row_samples,
    .infer = same_infer,
    .kernel = safe_softmax_kernel,
    .grad = softmax_grad,
    .grad_name = "SafeSoftmaxBackward0",
    .saves_outputs = 1,
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      Tensor weights = call1(op_softmax_base, args);
      if (nothing_along(args) || t.rank() == 0) return {weights};
      return {f::masked_fill(weights, f::eq(f::amax(t, axes_at(args), true), -HUGE_VAL), 0)};
    },
});
constinit const OpDef op_softmax_base = define({
    .name = "_softmax",
    .signature = "_softmax(Tensor self, int dim) -> Tensor",
    .doc = "exp(x) / sum(exp(x)) along an axis, without overflow.",
    .traits = kInternal,
    .samples = row_samples,
    .infer = same_infer,
    .kernel = softmax_kernel<false>,
    .grad = softmax_grad,
    .grad_name = "SoftmaxBackward0",
    .saves_outputs = 1,
    .decompose = softmax_decompose,
});
constinit const OpDef op_log_softmax_base = define({
    .name = "_log_softmax",
    .signature = "_log_softmax(Tensor self, int dim) -> Tensor",
    .doc = "x - log(sum(exp(x))) along an axis, without overflow.",
    .traits = kInternal,
    .samples = row_samples,
    .infer = same_infer,
    .kernel = softmax_kernel<true>,
    .grad =
        [](GradContext& c) {
          Tensor y = c.output();
          c.set(0, call1(op_log_softmax_backward_data, {c.grad_output(), y, c.attributes()[1], y.dtype()}));
        },
    .grad_name = "LogSoftmaxBackward0",
    .saves_outputs = 1,
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& input = args.tensor(0);
      if (nothing_along(args)) return {f::clone(f::contiguous(input))};
      Tensor t = f::to_dtype(input, opmath_type(input.dtype()));
      std::vector<int> axes = axes_at(args);
      Tensor shifted = axes.empty() ? f::sub(t, t) : f::sub(t, f::amax(t, axes, true));
      const bool last = axes.empty() || axes[0] == t.rank() - 1;
      auto as_kept = [&](const Tensor& x) {
        return last && t.dtype() != input.dtype() ? f::to_dtype(f::to_dtype(x, input.dtype()), t.dtype()) : x;
      };
      Tensor logarithm = as_kept(f::log(as_kept(sum_over(f::exp(shifted), axes))));
      return {f::contiguous(f::to_dtype(f::sub(shifted, logarithm), input.dtype()))};
    },
});
constinit const OpDef op_softmax = define({
    .name = "softmax",
    .signature = "softmax(Tensor self, int dim, dtype? dtype=None) -> Tensor",
    .doc = "Exponentials along an axis, divided by their sum.",
    .traits = kFunction | kMethod | kSpecial,
    .samples = dtype_samples,
    .decompose = [](const Args& args) { return with_dtype(op_softmax_base, args, 2); },
});
constinit const OpDef op_log_softmax = define({
    .name = "log_softmax",
    .signature = "log_softmax(Tensor self, int dim, dtype? dtype=None) -> Tensor",
    .doc = "The logarithm of softmax.",
    .traits = kFunction | kMethod | kSpecial,
    .samples = dtype_samples,
    .decompose = [](const Args& args) { return with_dtype(op_log_softmax_base, args, 2); },
});
constinit const OpDef op_softmax_functional = define({
    .name = "softmax.functional",
    .signature = "softmax.functional(Tensor input, int? dim=None, int _stacklevel=3, dtype? dtype=None) -> Tensor",
    .doc = "softmax; without an axis one is chosen by the rank.",
    .traits = kFunctional,
    .samples = functional_samples,
    .decompose = [](const Args& a) { return call(op_softmax, make_args(a[0], implicit_axis(a), a[3])); },
});
constinit const OpDef op_log_softmax_functional = define({
    .name = "log_softmax.functional",
    .signature = "log_softmax.functional(Tensor input, int? dim=None, int _stacklevel=3, dtype? dtype=None) -> Tensor",
    .doc = "log_softmax; without an axis one is chosen by the rank.",
    .traits = kFunctional,
    .samples = functional_samples,
    .decompose = [](const Args& a) { return call(op_log_softmax, make_args(a[0], implicit_axis(a), a[3])); },
});
constinit const OpDef op_softmin = define({
    .name = "softmin",
    .signature = "softmin(Tensor input, int? dim=None, int _stacklevel=3, dtype? dtype=None) -> Tensor",
    .doc = "softmax of the negated input.",
    .traits = kFunctional,
    .samples = functional_samples,
    .decompose =
        [](const Args& a) {
          return call(op_softmax, {f::neg(a.tensor(0)), implicit_axis(a), a[3]});
        },
});
constinit const OpDef op_logsumexp = define({
    .name = "logsumexp",
    .signature = "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    .doc = "log(sum(exp(x))) over axes, without overflow.",
    .traits = kFunction | kMethod | kSpecial,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4}), IntList{1}, false}},
                                     {Args{sample_tensor({2, 4}), IntList{0, 1}, true}}};
        },
    .infer = [](const Args& args) -> Metas {
      const Tensor& t = args.tensor(0);
      DType dtype = is_floating(t.dtype()) ? t.dtype() : default_dtype();
      return {
          meta_like(t, reduced_sizes(sizes_of(t), axes_or_all(args, 1, t.rank()), args.boolean_or(2, false)), dtype)};
    },
    .kernel = logsumexp_kernel,
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          std::vector<int> axes = axes_or_all(c.attributes(), 1, static_cast<int>(meta.sizes.size()));
          bool keepdim = c.attributes().boolean_or(2, false);
          Tensor grad = f::restore_axes(c.grad_output(), axes, keepdim),
                 out = f::restore_axes(c.output(), axes, keepdim);
          c.set(0, f::mul(grad, f::exp(f::sub(c.input(0), out))));
        },
    .grad_name = "LogsumexpBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .decompose = logsumexp_decompose,
});

VT_OPS(softmax, &op_safe_softmax, &op_softmax_base, &op_log_softmax_base, &op_softmax, &op_log_softmax,
       &op_softmax_functional, &op_log_softmax_functional, &op_softmin, &op_logsumexp)

}  // namespace vt
