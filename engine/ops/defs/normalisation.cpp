// Normalisation over features, channels and batches.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/reduction.h"
#include "ops/families/run.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/vector_math.h"

namespace vt {

namespace {

// --- layer_norm: (input, normalized_shape, weight, bias, eps) -> (out, mean, rstd) ----------
std::vector<int> last_axes(int rank, size_t count) {
  std::vector<int> axes;
  for (int i = rank - static_cast<int>(count); i < rank; ++i) axes.push_back(i);
  return axes;
}
void check_layer_shape(const Args& args) {
  SymSizes sizes = sizes_of(args.tensor(0));
  const IntList& shape = args.ints(1);
  if (shape.empty())
    tensor_error(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
        "normalized_shape = []");
  bool fits = shape.size() <= sizes.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) fits = sizes[sizes.size() - shape.size() + i] == shape[i];
  for (size_t i = 2; i < 4; ++i)
    if (args.has(i) && !same_sizes(sizes_of(args.tensor(i)), shape))
      tensor_error(std::string("Expected ") + (i == 2 ? "weight" : "bias") +
                   " to be of same shape as normalized_shape, but got " + (i == 2 ? "weight" : "bias") + " of shape " +
                   sizes_text(sizes_of(args.tensor(i))) + " and normalized_shape = " + sizes_text(shape));
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
  return {sum / count, squares / count};
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
      T scale = static_cast<T>(1 / std::sqrt(moments.variance + eps)), shift = static_cast<T>(moments.mean);
      normalize_elements(x, shift, scale, w, b, y, n);
      mean.data<T>()[row] = shift;
      rstd.data<T>()[row] = scale;
    }
  });
}
Outputs layer_kernel(const Args& args) {
  Metas metas = layer_infer(args);
  DType compute = metas[1].dtype;
  auto wide = [&](size_t i) { return args.has(i) ? as_contiguous(as_dtype(args.tensor(i), compute)) : Tensor(); };
  Tensor in = wide(0), out = empty_tensor(in.sizes(), compute), mean = empty_for(metas[1]), rstd = empty_for(metas[2]);
  if (compute == DType::kFloat64) layer_rows<double>(in, wide(2), wide(3), args.real(4), out, mean, rstd);
  else layer_rows<float>(in, wide(2), wide(3), args.real(4), out, mean, rstd);
  return {as_dtype(out, metas[0].dtype), mean, rstd};
}
// The gradient through (x - mean) * rstd over `axes`, with grad already times the weight.
Tensor normalised_gradient(const Tensor& grad, const Tensor& normal, const Tensor& rstd, const std::vector<int>& axes) {
  Tensor inner = f::sub(grad, f::mean(grad, axes, true));
  return f::mul(f::sub(inner, f::mul(normal, f::mean(f::mul(grad, normal), axes, true))), rstd);
}
// What flows in through the mean and 1 / deviation, if anything does.
Tensor with_statistics(Tensor total, Tensor mean_grad, Tensor rstd_grad, const Tensor& normal, const Tensor& rstd,
                       const SymInt& count, DType compute) {
  if (mean_grad.defined()) total = f::add(total, f::div(f::to_dtype(mean_grad, compute), count));
  if (rstd_grad.defined())
    total = f::sub(total, f::div(f::mul(f::mul(f::to_dtype(rstd_grad, compute), f::mul(rstd, rstd)), normal), count));
  return total;
}
Tensor first_grad(GradContext& c) { return c.grad_output().defined() ? c.grad_output() : f::zeros(c.output_meta()); }
Tensor normal_of(const Tensor& x, const Tensor& mean, const Tensor& rstd) {
  return f::mul(f::sub(f::to_dtype(x, rstd.dtype()), mean), rstd);
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
// depend on the machine's threads, so neither does the result.
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
  int64_t pieces = std::min(rows, kMostPieces);
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
      for (int64_t row = rows * piece / pieces; row < rows * (piece + 1) / pieces; ++row) {
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
  Tensor mean = f::mean(t, axes, true);
  Tensor centered = f::sub(t, mean);
  Tensor rstd = f::rsqrt(f::add(f::mean(f::mul(centered, centered), axes, true), args.real(4)));
  Tensor out = f::mul(centered, rstd);
  if (args.has(2)) out = f::mul(out, args[2]);
  if (args.has(3)) out = f::add(out, args[3]);
  return {f::to_dtype(out, input.dtype()), mean, rstd};
}

// --- Channels: views of weights and statistics as [1, C, 1, ...] -----------------------------
SymSizes channel_sizes(const SymSizes& sizes) {
  SymSizes result(sizes.size(), SymInt(1));
  if (sizes.size() > 1) result[1] = sizes[1];
  return result;
}
std::vector<int> all_but_channel(size_t rank) {
  std::vector<int> axes;
  for (int i = 0; i < static_cast<int>(rank); ++i)
    if (i != 1) axes.push_back(i);
  return axes;
}

// --- batch_norm: (input, weight, bias, mean, var, training, eps) -> (out, mean, rstd) --------
Metas batch_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = sizes_of(t);
  TensorMeta stat = meta_like(t, {sizes[1]}, opmath_type(t.dtype()));
  return {meta_like(t, sizes, t.dtype()), stat, stat};
}
struct BatchParts {
  Tensor x, mean, rstd, weight, bias;
  std::vector<int> axes;
};
// Written once; `Ops` runs kernels below the tape or calls ops.
Outputs batch_forward(const Args& args, Tensor (*run)(const OpDef&, Args)) {
  const Tensor& input = args.tensor(0);
  DType compute = opmath_type(input.dtype());
  auto cast = [&](const Tensor& t) { return t.dtype() == compute ? t : run(op_to_copy, {t, compute, Arg()}); };
  SymSizes wide = channel_sizes(sizes_of(input));
  auto channel = [&](const Tensor& t) { return run(op_view, {cast(t), wide}); };
  Tensor x = cast(input), mean, rstd;
  double eps = args.real(6);
  if (args.boolean(5)) {
    IntList axes = f::ints(all_but_channel(static_cast<size_t>(input.rank())));
    mean = run(op_mean_dim, {x, axes, false, Arg()});
    Tensor centered = run(op_sub, {x, run(op_view, {mean, wide}), 1});
    Tensor variance = run(op_mean_dim, {run(op_mul, {centered, centered}), axes, false, Arg()});
    rstd = run(op_rsqrt, {run(op_add_scalar, {variance, eps, 1})});
  } else {
    for (size_t i : {3, 4})
      if (!args.has(i))
        tensor_error(std::string(i == 3 ? "running_mean" : "running_var") + " must be defined in evaluation mode");
    mean = cast(args.tensor(3));
    rstd = run(op_rsqrt, {run(op_add_scalar, {cast(args.tensor(4)), eps, 1})});
  }
  Tensor out = run(op_mul, {run(op_sub, {x, run(op_view, {mean, wide}), 1}), run(op_view, {rstd, wide})});
  if (args.has(1)) out = run(op_mul, {out, channel(args.tensor(1))});
  if (args.has(2)) out = run(op_add, {out, channel(args.tensor(2)), 1});
  if (out.dtype() != input.dtype()) out = run(op_to_copy, {out, input.dtype(), Arg()});
  return {out, mean, rstd};
}
Outputs batch_kernel(const Args& args) {
  Outputs outputs = batch_forward(args, run_kernel);
  // Statistics handed out are never the running ones themselves.
  if (outputs[1].same(args.tensor_or_none(3))) outputs[1] = contiguous_copy(outputs[1]);
  return outputs;
}
void batch_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  DType compute = opmath_type(meta.dtype);
  SymSizes wide = channel_sizes(meta.sizes);
  std::vector<int> axes = all_but_channel(meta.sizes.size());
  Tensor grad = f::to_dtype(first_grad(c), compute);
  Tensor mean = f::view(c.output(1), wide), rstd = f::view(c.output(2), wide);
  Tensor normal = f::mul(f::sub(f::to_dtype(c.input(0), compute), mean), rstd);
  if (c.needs(0)) {
    bool weighted = c.input_list_size(1) > 0;
    Tensor inner = weighted ? f::mul(grad, f::view(f::to_dtype(c.input(1), compute), wide)) : grad;
    bool training = c.attributes().boolean(5);
    Tensor result = training ? normalised_gradient(inner, normal, rstd, axes) : f::mul(inner, rstd);
    if (training) {
      auto statistic = [&](size_t i) {
        return c.grad_output(i).defined() ? f::view(c.grad_output(i), wide) : Tensor();
      };
      result = with_statistics(result, statistic(1), statistic(2), normal, rstd,
                               floor_div(count_of(meta.sizes), meta.sizes[1]), compute);
    }
    c.set(0, f::to_dtype(result, meta.dtype));
  }
  if (c.needs(1)) c.set(1, f::to_dtype(f::sum(f::mul(grad, normal), axes, false), c.input_meta(1).dtype));
  if (c.needs(2)) c.set(2, f::to_dtype(f::sum(grad, axes, false), c.input_meta(2).dtype));
}
// F.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
Outputs batch_decompose(const Args& args) {
  const Tensor& x = args.tensor(0);
  bool training = args.boolean_or(5, false);
  SymSizes sizes = sizes_of(x);
  if (training) {
    SymInt count = 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (i != 1) count = count * sizes[i];
    if (count.hint() == 1) {
      std::string text = sizes_text(sizes);
      tensor_error("Expected more than 1 value per channel when training, got input size torch.Size(" + text + ")",
                   "ValueError");
    }
  }
  if (sizes.size() < 2)
    tensor_error("Dimension out of range (expected to be in range of [-1, 0], but got 1)", "IndexError");
  if (!training && count_of(sizes).hint() > 0)
    for (size_t i : {1, 2})
      if (!args.has(i))
        tensor_error(std::string(i == 1 ? "running_mean" : "running_var") + " must be defined in evaluation mode");
  if (args.has(1) && sizes_of(args.tensor(1))[0] != sizes[1])
    tensor_error("running_mean should contain " + std::to_string(sizes[1].hint()) + " elements not " +
                 std::to_string(args.tensor(1).numel()));
  Outputs outputs = call(op_native_batch_norm, {x, args[3], args[4], args[1], args[2], training, args.real(7)});
  if (training && args.has(1)) {
    double momentum = args.has(6) ? args.real(6) : 0.1;
    SymInt count = floor_div(count_of(sizes), sizes[1]);
    Tensor mean = f::detach(outputs[1]), rstd = f::detach(outputs[2]);
    Tensor variance = f::sub(f::reciprocal(f::mul(rstd, rstd)), args.real(7));
    Tensor unbiased =
        f::mul(variance, f::div(f::full({}, count, variance.dtype(), variance.device()), count - SymInt(1)));
    auto blend = [&](const Tensor& running, const Tensor& fresh) {
      Tensor blended = f::add(f::mul(running, 1 - momentum), f::mul(fresh, momentum));
      call_inplace(op_copy, {running, blended, false});
    };
    blend(args.tensor(1), mean);
    blend(args.tensor(2), unbiased);
  }
  return {outputs[0]};
}

// --- group_norm: (input, num_groups, weight, bias, eps) -> (out, mean, rstd) -----------------
// Groups are rows of [N, G, rest].
SymSizes group_sizes(const SymSizes& sizes, int64_t groups) {
  return {sizes[0], groups, floor_div(count_of(sizes), sizes[0] * SymInt(groups))};
}
Metas group_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = sizes_of(t);
  int64_t groups = args.integer(1);
  if (sizes.size() < 2)
    tensor_error("Expected at least 2 dimensions for input tensor but received " + std::to_string(sizes.size()));
  if (groups <= 0) tensor_error("Expected num groups to be greater than 0, got " + std::to_string(groups));
  if (sizes[1].hint() % groups != 0)
    tensor_error("Expected number of channels in input to be divisible by num_groups, but got input of shape " +
                 sizes_text(sizes) + " and num_groups=" + std::to_string(groups));
  TensorMeta stat = meta_like(t, {sizes[0], groups, 1}, opmath_type(t.dtype()));
  return {meta_like(t, sizes, t.dtype()), stat, stat};
}
Outputs group_forward(const Args& args, Tensor (*run)(const OpDef&, Args)) {
  const Tensor& input = args.tensor(0);
  group_infer(args);
  SymSizes sizes = sizes_of(input), rows = group_sizes(sizes, args.integer(1)), wide = channel_sizes(sizes);
  DType compute = opmath_type(input.dtype());
  auto cast = [&](const Tensor& t) { return t.dtype() == compute ? t : run(op_to_copy, {t, compute, Arg()}); };
  Tensor x = cast(input);
  if (!x.is_contiguous()) x = run(op_clone, {x, "contiguous_format"});
  x = run(op_view, {x, rows});
  Tensor mean = run(op_mean_dim, {x, IntList{2}, true, Arg()});
  Tensor centered = run(op_sub, {x, mean, 1});
  Tensor variance = run(op_mean_dim, {run(op_mul, {centered, centered}), IntList{2}, true, Arg()});
  Tensor rstd = run(op_rsqrt, {run(op_add_scalar, {variance, args.real(4), 1})});
  Tensor out = run(op_view, {run(op_mul, {centered, rstd}), sizes});
  if (args.has(2)) out = run(op_mul, {out, run(op_view, {cast(args.tensor(2)), wide})});
  if (args.has(3)) out = run(op_add, {out, run(op_view, {cast(args.tensor(3)), wide}), 1});
  if (out.dtype() != input.dtype()) out = run(op_to_copy, {out, input.dtype(), Arg()});
  return {out, mean, rstd};
}
void group_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  DType compute = opmath_type(meta.dtype);
  SymSizes wide = channel_sizes(meta.sizes), rows = group_sizes(meta.sizes, c.attributes().integer(1));
  std::vector<int> axes = all_but_channel(meta.sizes.size());
  Tensor grad = f::to_dtype(first_grad(c), compute), rstd = c.output(2);
  Tensor normal = f::mul(f::sub(f::reshape(f::to_dtype(c.input(0), compute), rows), c.output(1)), rstd);
  if (c.needs(0)) {
    bool weighted = c.input_list_size(2) > 0;
    Tensor inner = weighted ? f::mul(grad, f::view(f::to_dtype(c.input(2), compute), wide)) : grad;
    Tensor result = normalised_gradient(f::reshape(inner, rows), normal, rstd, {2});
    result = with_statistics(result, c.grad_output(1), c.grad_output(2), normal, rstd, rows[2], compute);
    c.set(0, f::to_dtype(f::reshape(result, meta.sizes), meta.dtype));
  }
  if (c.needs(2))
    c.set(2, f::to_dtype(f::sum(f::mul(grad, f::reshape(normal, meta.sizes)), axes, false), c.input_meta(2).dtype));
  if (c.needs(3)) c.set(3, f::to_dtype(f::sum(grad, axes, false), c.input_meta(3).dtype));
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
      SymSizes given = sizes_of(input), axes = a.ints(1);
      bool tail = !axes.empty() && axes.size() <= given.size() &&
                  same_sizes({given.end() - static_cast<std::ptrdiff_t>(axes.size()), given.end()}, axes);
      if (!tail) {
        std::string text = sizes_text(axes);
        tensor_error("Given normalized_shape=" + text + ", expected input with shape [*" +
                     (axes.empty() ? "" : (axes.size() == 1 ? "" : ", ") + text.substr(1, text.size() - 2)) +
                     "], but got input of size" + sizes_text(given));
      }
      Tensor x = f::to_dtype(input, compute);
      double eps = a.has(3) ? a.real(3) : compute == DType::kFloat64 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
      Tensor scale = f::rsqrt(f::add(f::mean(f::pow(x, 2), last_axes(x.rank(), a.ints(1).size()), true), eps));
      Tensor out = f::mul(x, scale);
      if (a.has(2)) out = f::mul(out, a[2]);
      return {f::to_dtype(out, input.dtype())};
    },
});
constinit const OpDef op_native_batch_norm = define({
    .name = "_native_batch_norm",
    .signature = "_native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? "
                 "running_var, bool training, float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "Normalises each channel (axis 1) by its own or by given statistics; also the mean and 1 / deviation used.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 2}), sample_tensor({3}, 0.5, 1), sample_tensor({3}),
                                           Arg(), Arg(), true, 1e-5}},
                                     {Args{sample_tensor({2, 3}), Arg(), Arg(), sample_ints({3}, {1, 0, 2}),
                                           sample_ints({3}, {1, 2, 3}), false, 1e-5},
                                      "given"}};
        },
    .infer = batch_infer,
    .kernel = batch_kernel,
    .grad = batch_grad,
    .grad_name = "NativeBatchNormBackward0",
    .saves_inputs = 3,
    .saves_outputs = 6,
    .decompose = [](const Args& args) { return batch_forward(args, run_call); },
});
constinit const OpDef op_batch_norm = define({
    .name = "batch_norm",
    .signature = "batch_norm(Tensor input, Tensor? running_mean, Tensor? running_var, Tensor? weight=None, Tensor? "
                 "bias=None, bool training=False, float momentum=0.1, float eps=1e-05) -> Tensor",
    .doc = "Normalises each channel (axis 1); in training by the batch's statistics, which are blended into the "
           "running ones.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 2}), Arg(), Arg(), sample_tensor({3}, 0.5, 1),
                                           sample_tensor({3}), true, 0.1, 1e-5}}};
        },
    .decompose = batch_decompose,
});
constinit const OpDef op_native_group_norm = define({
    .name = "_native_group_norm",
    .signature = "_native_group_norm(Tensor input, int num_groups, Tensor? weight, Tensor? bias, float eps) -> "
                 "(Tensor, Tensor, Tensor)",
    .doc = "Normalises groups of channels; also the mean and 1 / deviation of each.",
    .traits = kInternal | kKeepsFormat,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 4, 3}), 2, sample_tensor({4}, 0.5, 1), sample_tensor({4}), 1e-5}}};
        },
    .infer = group_infer,
    .kernel = [](const Args& args) { return group_forward(args, run_kernel); },
    .grad = group_grad,
    .grad_name = "NativeGroupNormBackward0",
    .saves_inputs = 5,
    .saves_outputs = 6,
    .decompose = [](const Args& args) { return group_forward(args, run_call); },
});
constinit const OpDef op_group_norm = define({
    .name = "group_norm",
    .signature =
        "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor",
    .doc = "Mean 0 and variance 1 over groups of channels, then weight and bias per channel.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4, 3}), 2, Arg(), Arg(), 1e-5}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      SymSizes sizes = sizes_of(a.tensor(0));
      if (sizes.size() >= 2 && a.integer(1) > 0) {
        SymInt values = floor_div(sizes[0] * sizes[1], SymInt(a.integer(1)));
        for (size_t i = 2; i < sizes.size(); ++i) values = values * sizes[i];
        if (values.hint() == 1) {
          SymSizes shown = {1, SymInt(a.integer(1))};
          shown.insert(shown.end(), sizes.begin() + 2, sizes.end());
          tensor_error("Expected more than 1 value per channel when training, got input size " + sizes_text(shown),
                       "ValueError");
        }
      }
      for (size_t i : {2, 3}) {
        if (!a.has(i)) continue;
        SymSizes own = sizes_of(a.tensor(i));
        if (sizes.size() < 2 || (own.size() == 1 && own[0] == sizes[1])) continue;
        const char* name = i == 2 ? "weight" : "bias";
        tensor_error(std::string("Expected ") + name +
                     " to be a vector of size equal to the number of channels in input, but got " + name +
                     " of shape " + sizes_text(own) + " and input of shape " + sizes_text(sizes));
      }
      return {call(op_native_group_norm, {a[0], a[1], a[2], a[3], a.real(4)})[0]};
    },
});
constinit const OpDef op_instance_norm = define({
    .name = "instance_norm",
    .signature =
        "instance_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor? "
        "bias=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor",
    .doc = "batch_norm of every sample on its own.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 4}), Arg(), Arg(), Arg(), Arg(), true, 0.1, 1e-5}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(0);
      SymSizes sizes = sizes_of(x), folded = sizes;
      SymInt spatial = 1;
      for (size_t i = 2; i < sizes.size(); ++i) spatial = spatial * sizes[i];
      if (a.boolean_or(5, true) && spatial.hint() == 1)
        tensor_error(
            "Expected more than 1 spatial element when training, got input size torch.Size(" + sizes_text(sizes) + ")",
            "ValueError");
      if (sizes.size() < 2)
        tensor_error("Expected at least 2 dimensions for input tensor but received " + std::to_string(sizes.size()));
      folded[0] = 1;
      folded[1] = sizes[0] * sizes[1];
      auto each = [&](size_t i) { return a.has(i) ? Arg(call1(op_repeat, {a[i], IntList{sizes[0]}})) : Arg(); };
      Tensor flat = f::reshape(x, folded);
      Outputs outputs =
          call(op_native_batch_norm, {flat, each(3), each(4), each(1), each(2), a.boolean_or(5, true), a.real(7)});
      return {f::view(outputs[0], sizes)};
    },
});

VT_OPS(normalisation, &op_layer_norm_backward, &op_native_layer_norm, &op_layer_norm, &op_rms_norm,
       &op_native_batch_norm, &op_batch_norm, &op_native_group_norm, &op_group_norm, &op_instance_norm)

}  // namespace vt
