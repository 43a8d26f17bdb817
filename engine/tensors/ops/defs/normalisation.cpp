// Normalisation over features: layer norm, RMS norm.
#include <algorithm>
#include <cmath>

#include "ops/defs/mixed_types.h"
#include "ops/defs/prelude.h"
#include "ops/families/normalising.h"
#include "ops/families/reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_rows.h"

namespace vt {

namespace {

// --- layer_norm: (input, normalized_shape, weight, bias, eps) -> (out, mean, rstd) ----------
std::vector<int> last_axes(int rank, size_t count) {
  std::vector<int> axes;
  for (int i = rank - static_cast<int>(count); i < rank; ++i) axes.push_back(i);
  return axes;
}
// A normalized_shape, and the tensors of that shape at the places 2 to `end`.
void check_norm_parts(const Args& args, size_t end) {
  const IntList& shape = args.ints(1);
  if (shape.empty())
    tensor_error(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
        "normalized_shape = []");
  for (size_t i = 2; i < end; ++i)
    if (args.has(i) && !same_sizes(sizes_of(args.tensor(i)), shape))
      tensor_error(std::string("Expected ") + (i == 2 ? "weight" : "bias") +
                   " to be of same shape as normalized_shape, but got " + (i == 2 ? "weight" : "bias") + " of shape " +
                   sizes_text(sizes_of(args.tensor(i))) + " and normalized_shape = " + sizes_text(shape));
}
void check_layer_shape(const Args& args) {
  check_norm_parts(args, 4);
  SymSizes sizes = sizes_of(args.tensor(0));
  const IntList& shape = args.ints(1);
  bool fits = shape.size() <= sizes.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) fits = sizes[sizes.size() - shape.size() + i] == shape[i];
  if (fits) return;
  std::string wanted = "[*";
  for (const SymInt& size : shape) wanted += ", " + std::to_string(size.hint());
  tensor_error("Given normalized_shape=" + sizes_text(shape) + ", expected input with shape " + wanted +
               "], but got input of size" + sizes_text(sizes));
}
Metas layer_infer(const Args& args) {
  check_layer_shape(args);
  const Tensor& t = args.tensor(0);
  SymSizes kept = reduced_sizes(sizes_of(t), last_axes(t.rank(), args.ints(1).size()), true);
  TensorMeta stat = meta_like(t, kept, opmath_type(t.dtype()));
  return {meta_like(t, sizes_of(t), t.dtype()), stat, stat};
}
RowMoments moments_of_row(const float* x, int64_t n) { return row_moments(x, n); }
RowMoments moments_of_row(const double* x, int64_t n) {
  double sum = 0, squares = 0, count = static_cast<double>(n);
  for (int64_t i = 0; i < n; ++i) sum += x[i];
  for (int64_t i = 0; i < n; ++i) squares += (x[i] - sum / count) * (x[i] - sum / count);
  return {n ? sum / count : 0, squares / count};
}
void normalize_elements(const float* x, float mean, float scale, const float* w, const float* b, float* y, int64_t n) {
  normalize_row(x, mean, scale, w, b, y, n);
}
void normalize_elements(const double* x, double mean, double scale, const double* w, const double* b, double* y,
                        int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = (x[i] - mean) * scale * (w ? w[i] : 1) + (b ? b[i] : 0);
}
template <class T>
void layer_rows(const Tensor& in, const Tensor& weight, const Tensor& bias, double eps, const Tensor& out,
                const Tensor& mean, const Tensor& rstd) {
  int64_t rows = mean.numel(), n = rows ? in.numel() / rows : 0;
  const T *w = weight.defined() ? weight.data<T>() : nullptr, *b = bias.defined() ? bias.data<T>() : nullptr;
  parallel_for(0, rows, std::max<int64_t>(1, kGrain / std::max<int64_t>(n, 1)), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* x = in.data<T>() + row * n;
      T* y = out.data<T>() + row * n;
      RowMoments moments = moments_of_row(x, n);
      T scale = 1 / std::sqrt(static_cast<T>(moments.variance) + static_cast<T>(eps)),
        shift = static_cast<T>(moments.mean);
      normalize_elements(x, shift, scale, w, b, y, n);
      mean.data<T>()[row] = shift;
      rstd.data<T>()[row] = scale;
    }
  });
}
Outputs layer_kernel(const Args& args) {
  check_norm_types(args, {2, 3});
  Metas metas = layer_infer(args);
  DType compute = metas[1].dtype;
  auto wide = [&](size_t i) { return args.has(i) ? as_contiguous(as_dtype(args.tensor(i), compute)) : Tensor(); };
  Tensor in = wide(0), out = empty_tensor(in.sizes(), compute), mean = empty_for(metas[1]), rstd = empty_for(metas[2]);
  if (compute == DType::kFloat64) layer_rows<double>(in, wide(2), wide(3), args.real(4), out, mean, rstd);
  else layer_rows<float>(in, wide(2), wide(3), args.real(4), out, mean, rstd);
  return {as_dtype(out, metas[0].dtype), mean, rstd};
}
void layer_grad(GradContext& c) {
  auto given = [&](size_t i) { return c.input_list_size(i) > 0 ? Arg(c.input(i)) : Arg(); };
  Outputs grads = call(op_layer_norm_backward, {first_grad(c), c.input(0), c.attributes()[1], c.output(1), c.output(2),
                                                given(2), given(3), f::wanted_gradients(c, {0, 2, 3})});
  if (c.needs(0) && (c.grad_output(1).defined() || c.grad_output(2).defined())) {
    Tensor rstd = c.output(2), normal = normal_of(c.input(0), c.output(1), rstd);
    DType dtype = grads[0].dtype();
    grads[0] = with_statistics(f::to_dtype(grads[0], rstd.dtype()), c.grad_output(1), c.grad_output(2), normal, rstd,
                               count_of(c.attributes().ints(1)), rstd.dtype());
    grads[0] = f::to_dtype(grads[0], dtype);
  }
  constexpr size_t kArguments[] = {0, 2, 3};
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(kArguments[i])) c.set(kArguments[i], grads[i]);
}
// (grad_out, input, normalized_shape, mean, rstd, weight, bias, output_mask)
Outputs layer_backward(const Args& a) {
  const Tensor &x = a.tensor(1), &rstd = a.tensor(4);
  DType compute = rstd.dtype();
  size_t count = a.ints(2).size();
  std::vector<int> axes = last_axes(x.rank(), count), rows;
  for (int i = 0; i < x.rank() - static_cast<int>(count); ++i) rows.push_back(i);
  Tensor grad = f::to_dtype(a.tensor(0), compute), normal = normal_of(x, a.tensor(3), rstd);
  auto over_rows = [&](const Tensor& t) { return rows.empty() ? t : f::sum(t, rows, false); };
  Outputs grads(3);
  if (f::is_wanted(a, 7, 0)) {
    Tensor inner = a.has(5) ? f::mul(grad, f::to_dtype(a.tensor(5), compute)) : grad;
    grads[0] = f::to_dtype(normalised_gradient(inner, normal, rstd, axes), x.dtype());
  }
  if (f::is_wanted(a, 7, 1)) grads[1] = f::to_dtype(over_rows(f::mul(grad, normal)), a.tensor(5).dtype());
  if (f::is_wanted(a, 7, 2)) grads[2] = f::to_dtype(over_rows(grad), a.tensor(6).dtype());
  return grads;
}
// float32 in one pass over the rows. Sums over rows are made of pieces whose number does not
// depend on the machine's threads, so neither does the result: of few elements two, which are PyTorch's.
Outputs layer_backward_kernel(const Args& a) {
  const Tensor &grad = a.tensor(0), &x = a.tensor(1);
  bool plain =
      x.dtype() == DType::kFloat32 && grad.dtype() == DType::kFloat32 && grad.sizes() == x.sizes() && x.numel() > 0;
  for (size_t i : {3, 4, 5, 6}) plain = plain && (!a.has(i) || a.tensor(i).dtype() == DType::kFloat32);
  if (!plain) return layer_backward(a);
  int64_t n = count_of(a.ints(2)).hint(), rows = x.numel() / n;
  Tensor g = as_contiguous(grad), in = as_contiguous(x), mean = as_contiguous(a.tensor(3)),
         rstd = as_contiguous(a.tensor(4));
  Tensor weight = a.has(5) ? as_contiguous(a.tensor(5)) : Tensor();
  Outputs grads(3);
  if (f::is_wanted(a, 7, 0)) grads[0] = empty_tensor(x.sizes(), x.dtype());
  constexpr int64_t kMostPieces = 16;
  int64_t pieces = std::min<int64_t>(rows, x.numel() < kMostPieces * kGrain ? 2 : kMostPieces);
  const int64_t piece_rows = (rows + pieces - 1) / pieces;
  Tensor partial[3];
  for (size_t i : {1, 2}) {
    if (!f::is_wanted(a, 7, i)) continue;
    grads[i] = empty_tensor(a.tensor(i + 4).sizes(), x.dtype());
    partial[i] = empty_tensor(Dims{pieces, n}, x.dtype());
    fill_tensor(partial[i], Scalar::of(0.0));
  }
  int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, x.numel() / pieces));
  parallel_for(0, pieces, grain, [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      auto sums = [&](size_t i) { return partial[i].defined() ? partial[i].data<float>() + piece * n : nullptr; };
      for (int64_t row = piece * piece_rows; row < std::min(rows, (piece + 1) * piece_rows); ++row) {
        float* out = grads[0].defined() ? grads[0].data<float>() + row * n : nullptr;
        norm_gradient_row(g.data<float>() + row * n, in.data<float>() + row * n, mean.data<float>()[row],
                          rstd.data<float>()[row], weight.defined() ? weight.data<float>() : nullptr,
                          {out, sums(1), sums(2)}, n);
      }
    }
  });
  for (size_t i : {1, 2}) {
    if (!grads[i].defined()) continue;
    Tensor sum = op_sum_dim.kernel({partial[i], IntList{0}, false, Arg()})[0];
    copy_tensor(grads[i], view_of(sum, grads[i].sizes(), contiguous_strides(grads[i].sizes()), 0));
  }
  return grads;
}
Outputs layer_decompose(const Args& args) {
  check_layer_shape(args);
  const Tensor& input = args.tensor(0);
  DType compute = opmath_type(input.dtype());
  Tensor t = f::to_dtype(input, compute);
  std::vector<int> axes = last_axes(t.rank(), args.ints(1).size());
  // PyTorch's loop leaves the mean of a row without elements at 0; its variance is 0 / 0.
  Tensor mean = t.numel() == 0 ? f::sum(t, axes, true) : f::mean(t, axes, true);
  Tensor centered = f::sub(t, mean);
  Tensor rstd = f::rsqrt(f::add(f::mean(f::mul(centered, centered), axes, true), args.real(4)));
  Tensor out = f::mul(centered, rstd);
  if (args.has(2)) out = f::mul(out, args[2]);
  if (args.has(3)) out = f::add(out, args[3]);
  return {f::to_dtype(out, input.dtype()), mean, rstd};
}

}  // namespace

constinit const OpDef op_layer_norm_backward = define({
    .name = "native_layer_norm_backward",
    .signature =
        "native_layer_norm_backward(Tensor grad_out, Tensor input, int[] normalized_shape, Tensor mean, Tensor "
        "rstd, Tensor? weight, Tensor? bias, int[] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The gradients of layer norm in its input, weight and bias, as far as output_mask asks for them.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Tensor x = sample_tensor({2, 3, 4}), mean = sample_tensor({2, 3, 1}),
                 rstd = sample_tensor({2, 3, 1}, 0.5, 1.5);
          Tensor weight = sample_tensor({4}, 0.5, 1.5), bias = sample_tensor({4}),
                 grad = sample_tensor({2, 3, 4}, -1, 1);
          return std::vector<Sample>{{Args{grad, x, IntList{4}, mean, rstd, weight, bias, IntList{1, 1, 1}}},
                                     {Args{grad, x, IntList{4}, mean, rstd, Arg(), Arg(), IntList{1, 0, 0}}, "plain"}};
        },
    .infer = [](const Args& a) -> Metas {
      const Tensor& x = a.tensor(1);
      auto like = [&](size_t i) {
        return a.has(i) ? meta_like(x, sizes_of(a.tensor(i)), a.tensor(i).dtype()) : meta_like(x, {}, x.dtype());
      };
      return {meta_like(x, sizes_of(x), x.dtype()), like(5), like(6)};
    },
    .kernel = layer_backward_kernel,
    .decompose = layer_backward,
});
constinit const OpDef op_native_layer_norm = define({
    .name = "native_layer_norm",
    .signature = "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> "
                 "(Tensor, Tensor, Tensor)",
    .doc = "Mean 0 and variance 1 over the last axes, then weight and bias; also the mean and 1 / deviation.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3, 4}), IntList{4}, sample_tensor({4}, 0.5, 1.5), sample_tensor({4}), 1e-5}},
              {Args{sample_tensor({2, 3}), IntList{3}, Arg(), Arg(), 1e-5}, "plain"}};
        },
    .infer = layer_infer,
    .kernel = layer_kernel,
    .grad = layer_grad,
    .grad_name = "NativeLayerNormBackward0",
    .saves_inputs = 13,
    .saves_outputs = 6,
    .decompose = layer_decompose,
});
constinit const OpDef op_layer_norm = define({
    .name = "layer_norm",
    .signature = "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
                 "eps=1e-05) -> Tensor",
    .doc = "Mean 0 and variance 1 over the last axes, then weight and bias.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4}), IntList{4}, Arg(), Arg(), 1e-5}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (!is_floating(a.tensor(0).dtype()))
        tensor_error(
            std::string("\"LayerNormKernelImpl\" not implemented for '") + dtype_scalar_name(a.tensor(0).dtype()) + "'",
            "NotImplementedError");
      return {call(op_native_layer_norm, {a[0], a[1], a[2], a[3], a.real(4)})[0]};
    },
});
constinit const OpDef op_rms_norm = define({
    .name = "rms_norm",
    .signature = "rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor",
    .doc = "Divides by the root mean square over the last axes, then weight.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4}), IntList{4}, sample_tensor({4}, 0.5, 1), Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& input = a.tensor(0);
      DType compute = opmath_type(input.dtype());
      if (!is_floating(compute))
        tensor_error(std::string("\"rms_norm\" not implemented for '") + dtype_scalar_name(compute) + "'",
                     "NotImplementedError");
      check_norm_parts(a, 3);
      SymSizes given = sizes_of(input), axes = a.ints(1);
      bool tail = axes.size() <= given.size() &&
                  same_sizes({given.end() - static_cast<std::ptrdiff_t>(axes.size()), given.end()}, axes);
      if (!tail) {
        std::string text = sizes_text(axes);
        tensor_error("Given normalized_shape=" + text + ", expected input with shape [*" +
                     (axes.size() == 1 ? "" : ", ") + text.substr(1, text.size() - 2) + "], but got input of size" +
                     sizes_text(given));
      }
      Tensor x = f::to_dtype(input, compute);
      double eps = a.has(3) ? a.real(3) : compute == DType::kFloat64 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
      Tensor scale = f::rsqrt(f::add(f::mean(f::pow(x, 2), last_axes(x.rank(), a.ints(1).size()), true), eps));
      Tensor out = f::mul(x, scale);
      if (a.has(2)) out = f::mul(out, a[2]);
      return {f::to_dtype(out, input.dtype())};
    },
});
VT_OPS(normalisation, &op_layer_norm_backward, &op_native_layer_norm, &op_layer_norm, &op_rms_norm)

}  // namespace vt
