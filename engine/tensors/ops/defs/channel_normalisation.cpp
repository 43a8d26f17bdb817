// Normalisation over channels: batch norm, instance norm, and the gradients of these and of group norm.
#include <algorithm>
#include <cmath>

#include "ops/aten_forms.h"
#include "ops/defs/mixed_types.h"
#include "ops/defs/prelude.h"
#include "ops/families/channel_rows.h"
#include "ops/families/normalising.h"
#include "ops/families/reduction.h"
#include "ops/families/run.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_rows.h"
#include "ops/kernels/widest.h"

namespace vt {

namespace {

// [N, C, ...] with the channels last, or a matrix, as samples by channels; undefined for what lies otherwise.
Tensor matrix_of(const Tensor& x) {
  if (x.rank() == 2) return x.is_contiguous() ? x : Tensor();
  if (x.rank() < 2 || x.numel() == 0 || x.is_contiguous()) return {};
  int64_t step = x.size(1);
  bool dense = x.size(1) == 1 || x.strides()[1] == 1;
  for (int i = x.rank() - 1; i >= 0; --i) {
    if (i == 1) continue;
    dense = dense && (x.size(i) == 1 || x.strides()[i] == step);
    step *= x.size(i);
  }
  if (!dense) return {};
  return view_of(x, Dims{x.numel() / x.size(1), x.size(1)}, Dims{x.size(1), 1}, x.impl()->offset);
}
// Sums over the samples of each channel: one by one in the order of samples where a channel has rows of its own.
std::vector<RowMoments> moments_of_channels(const Tensor& x, const ChannelRows& rows) {
  std::vector<RowMoments> moments(static_cast<size_t>(rows.channels));
  const double count = static_cast<double>(rows.samples * rows.length);
  parallel_for(0, rows.channels, std::max<int64_t>(1, kGrain / (rows.samples * rows.length)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t c = begin; c < end; ++c) {
                   double total = 0, squares = 0;
                   auto row = [&](int64_t i) { return x.data<float>() + (i * rows.channels + c) * rows.length; };
                   for (int64_t i = 0; i < rows.samples; ++i) total += row_total(row(i), rows.length);
                   const float mean = static_cast<float>(total / count);
                   for (int64_t i = 0; i < rows.samples; ++i) squares += row_squares(row(i), mean, rows.length);
                   moments[static_cast<size_t>(c)] = {mean, squares / count};
                 }
               });
  return moments;
}
// Of a matrix of samples and channels: sums of floats over each half of the samples, as PyTorch has
// them on two threads.
std::vector<RowMoments> moments_of_columns(const Tensor& x) {
  const int64_t n = x.size(0), channels = x.size(1), half = (n + 1) / 2;
  std::vector<RowMoments> moments(static_cast<size_t>(channels));
  std::vector<float> sums(static_cast<size_t>(2 * channels)), means(static_cast<size_t>(channels));
  auto add_up = [&](auto add_row) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (int64_t i = 0; i < n; ++i) add_row(x.data<float>() + i * channels, sums.data() + (i < half ? 0 : channels));
  };
  auto other = [&](size_t c) { return sums[c + means.size()]; };
  add_up([&](const float* row, float* of_half) {
    for (int64_t c = 0; c < channels; ++c) of_half[c] += row[c];
  });
  for (size_t c = 0; c < means.size(); ++c)
    means[c] =
        static_cast<float>((static_cast<double>(sums[c]) + static_cast<double>(other(c))) / static_cast<double>(n));
  add_up([&](const float* row, float* of_half) { add_deviations(row, means.data(), of_half, channels); });
  for (size_t c = 0; c < means.size(); ++c) moments[c] = {means[c], (sums[c] + other(c)) / static_cast<float>(n)};
  return moments;
}
// x * scale + shift, with the two that belong to each column.
void normalise_columns(const Tensor& out, const Tensor& x, const Tensor& mean, const Tensor& rstd, const Tensor& weight,
                       const Tensor& bias) {
  const int64_t channels = x.size(1), at_once = std::max<int64_t>(1, 256 / channels), width = channels * at_once;
  std::vector<float> scale, shift;
  for (int64_t c = 0; c < channels; ++c) {
    scale.push_back(rstd.data<float>()[c] * (weight.defined() ? weight.data<float>()[c] : 1.0f));
    shift.push_back(fused(-mean.data<float>()[c], scale.back(), bias.defined() ? bias.data<float>()[c] : 0.0f));
  }
  for (int64_t c = channels; c < width; ++c) {  // of several rows in turn
    scale.push_back(scale[static_cast<size_t>(c - channels)]);
    shift.push_back(shift[static_cast<size_t>(c - channels)]);
  }
  parallel_for(0, x.size(0), std::max<int64_t>(1, kGrain / channels), [&](int64_t begin, int64_t end) {
    for (int64_t at = begin * channels; at < end * channels; at += width)
      scale_columns(x.data<float>() + at, scale.data(), shift.data(), out.data<float>() + at,
                    std::min(width, end * channels - at));
  });
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
Outputs batch_rows(const Args& args) {
  Tensor x = args.tensor(0), matrix = matrix_of(x);
  ChannelRows rows(x);
  Tensor mean, rstd = empty_tensor(Dims{rows.channels}, x.dtype());
  if (args.boolean(5)) {
    mean = empty_tensor(Dims{rows.channels}, x.dtype());
    std::vector<RowMoments> moments = matrix.defined() ? moments_of_columns(matrix) : moments_of_channels(x, rows);
    for (int64_t c = 0; c < rows.channels; ++c) {
      const RowMoments& all = moments[static_cast<size_t>(c)];
      mean.data<float>()[c] = static_cast<float>(all.mean);
      rstd.data<float>()[c] = static_cast<float>(1 / std::sqrt(all.variance + args.real(6)));
    }
  } else {
    mean = contiguous_copy(args.tensor(3));
    Tensor variance = as_contiguous(args.tensor(4));
    float eps = static_cast<float>(args.real(6));
    for (int64_t c = 0; c < rows.channels; ++c) rstd.data<float>()[c] = 1 / std::sqrt(variance.data<float>()[c] + eps);
  }
  Tensor weight = packed_or_none(args, 1), bias = packed_or_none(args, 2);
  if (matrix.defined()) {
    Tensor out = empty_strided(x.sizes(), x.strides(), x.dtype());
    normalise_columns(matrix_of(out), matrix, mean, rstd, weight, bias);
    return {out, mean, rstd};
  }
  Tensor out = normalised_rows(x, rows, mean, rstd, weight, bias, [&](int64_t row) { return row % rows.channels; });
  return {out, mean, rstd};
}
// 16-bit floats, which PyTorch computes with in float32 throughout.
Outputs batch_rows_in_float(const Args& args) {
  const auto in_float = [&](size_t i) {
    return args.has(i) ? Arg(cast_as_it_lies(args.tensor(i), DType::kFloat32)) : Arg();
  };
  Outputs outputs = batch_rows({in_float(0), in_float(1), in_float(2), in_float(3), in_float(4), args[5], args[6]});
  outputs[0] = cast_as_it_lies(outputs[0], args.tensor(0).dtype());
  return outputs;
}
Outputs batch_kernel(const Args& args) {
  check_norm_types(args, {1, 2, 3, 4});
  const Tensor& x = args.tensor(0);
  const bool in_rows = x.numel() > 0 && x.rank() >= 2 && (x.is_contiguous() || matrix_of(x).defined());
  if (in_rows && (args.boolean(5) || (args.has(3) && args.has(4)))) {
    if (x.dtype() == DType::kFloat32 && plain_or_none(args, {1, 2, 3, 4})) return batch_rows(args);
    if (is_floating(x.dtype()) && opmath_type(x.dtype()) != x.dtype()) return batch_rows_in_float(args);
  }
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
  Tensor grad = first_grad(c);
  if (c.attributes().boolean(5)) {
    Outputs grads = call(op_channel_norm_backward,
                         {grad, c.input(0), c.output(1), c.output(2),
                          c.input_list_size(1) > 0 ? Arg(c.input(1)) : Arg(), 0, f::wanted_gradients(c, {0, 1, 2})});
    grads[0] = with_statistic_gradients(c, grads[0], meta.sizes, wide, floor_div(count_of(meta.sizes), meta.sizes[1]));
    for (size_t i = 0; i < 3; ++i)
      if (c.needs(i)) c.set(i, grads[i]);
    return;
  }
  grad = f::to_dtype(grad, compute);
  Tensor rstd = f::view(c.output(2), wide);
  if (c.needs(0)) {
    bool weighted = c.input_list_size(1) > 0;
    Tensor inner = weighted ? f::mul(grad, f::view(f::to_dtype(c.input(1), compute), wide)) : grad;
    c.set(0, f::to_dtype(f::mul(inner, rstd), meta.dtype));
  }
  if (c.needs(1)) {
    Tensor normal = normal_of(c.input(0), f::view(c.output(1), wide), rstd);
    c.set(1, f::to_dtype(f::sum(f::mul(grad, normal), axes, false), c.input_meta(1).dtype));
  }
  if (c.needs(2)) c.set(2, f::to_dtype(f::sum(grad, axes, false), c.input_meta(2).dtype));
}
// (input, weight, bias, running_mean, running_var, training, momentum, eps): in training the running statistics change.
Tensor batch_norm_of(const Args& a) {
  if (aten_forms()) return aten_batch_norm(a);
  Outputs outputs = call(op_native_batch_norm, {a[0], a[1], a[2], a[3], a[4], a[5], a[7]});
  for (size_t i : {3, 4}) {
    if (!a.boolean(5) || !a.has(i)) continue;
    Tensor fresh = batch_statistic(outputs, sizes_of(a.tensor(0)), a.real(7), i == 4);
    call_inplace(op_copy, {a.tensor(i), blended_statistic(a.tensor(i), fresh, a.real(6)), false});
  }
  return outputs[0];
}
// running_mean, running_var, weight and bias have a value for each channel; for instance_norm, which
// repeats them for every sample, the message counts the repeated ones.
void check_channel_parts(const Args& args, const SymInt& channels, int64_t samples) {
  static constexpr const char* kParts[] = {"input", "running_mean", "running_var", "weight", "bias"};
  for (size_t i : {1, 2, 3, 4})
    if (args.has(i) && count_of(sizes_of(args.tensor(i))) != channels)
      tensor_error(std::string(kParts[i]) + " should contain " + std::to_string(channels.hint() * samples) +
                   " elements not " + std::to_string(args.tensor(i).numel() * samples));
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
  check_channel_parts(args, sizes[1], 1);
  double momentum = args.has(6) ? args.real(6) : 0.1;
  return {batch_norm_of({x, args[3], args[4], args[1], args[2], training, momentum, args.real(7)})};
}

// --- Gradients: (grad, input, mean, rstd, weight, groups, output_mask) -> (input, weight, bias) ----
// Of batch norm in training (groups = 0: statistics per channel) and of group norm.
Outputs channel_backward(const Args& a) {
  const Tensor &x = a.tensor(1), &rstd = a.tensor(3);
  DType compute = rstd.dtype();
  SymSizes sizes = sizes_of(x), wide = channel_sizes(sizes);
  int64_t groups = a.integer(5);
  std::vector<int> others = all_but_channel(sizes.size()), axes = groups ? std::vector<int>{2} : others;
  SymSizes rows = groups ? group_sizes(sizes, groups) : sizes, statistics = groups ? sizes_of(rstd) : wide;
  Tensor grad = f::to_dtype(a.tensor(0), compute), scale = f::view(rstd, statistics);
  Tensor normal = normal_of(f::reshape(x, rows), f::view(a.tensor(2), statistics), scale);
  Outputs grads(3);
  if (f::is_wanted(a, 6, 0)) {
    Tensor inner = a.has(4) ? f::mul(grad, f::view(f::to_dtype(a.tensor(4), compute), wide)) : grad;
    grads[0] =
        f::to_dtype(f::reshape(normalised_gradient(f::reshape(inner, rows), normal, scale, axes), sizes), x.dtype());
  }
  DType dtype = a.has(4) ? a.tensor(4).dtype() : x.dtype();
  if (f::is_wanted(a, 6, 1))
    grads[1] = f::to_dtype(f::sum(f::mul(grad, f::reshape(normal, sizes)), others, false), dtype);
  if (f::is_wanted(a, 6, 2)) grads[2] = f::to_dtype(f::sum(grad, others, false), dtype);
  return grads;
}
VT_INLINE void add_gradients(const float* grad, const float* x, const float* mean, float* __restrict total,
                             float* __restrict along, int64_t n) {
  for (int64_t c = 0; c < n; ++c) {
    total[c] += grad[c];
    along[c] += (x[c] - mean[c]) * grad[c];
  }
}
VT_INLINE void combine_gradients(const float* grad, const float* x, const float* mean, const float* rstd,
                                 const float* weight, const float* level, const float* slope, float* __restrict out,
                                 int64_t n) {
  for (int64_t c = 0; c < n; ++c) out[c] = (grad[c] - level[c] - (x[c] - mean[c]) * slope[c]) * rstd[c] * weight[c];
}
// Sums over the samples of each column of grad and of (x - mean) * grad, over each half of the samples, as PyTorch has
// them on two threads.
struct ColumnSums {
  std::vector<float> grad, along;
};
ColumnSums sums_of_columns(const float* grad, const float* x, const float* mean, int64_t n, int64_t channels) {
  const size_t width = static_cast<size_t>(channels);
  const int64_t half = (n + 1) / 2;
  ColumnSums halves[2];
  parallel_for(0, 2, n * channels > kGrain ? 1 : 2, [&](int64_t first, int64_t last) {
    for (int64_t part = first; part < last; ++part) {
      ColumnSums& own = halves[part] = {std::vector<float>(width), std::vector<float>(width)};
      float *total = own.grad.data(), *along = own.along.data();
      run_widest([&]() VT_LAMBDA {
        for (int64_t i = part ? half : 0; i < (part ? n : half); ++i)
          add_gradients(grad + i * channels, x + i * channels, mean, total, along, channels);
      });
    }
  });
  for (size_t c = 0; c < width; ++c) {
    halves[0].grad[c] += halves[1].grad[c];
    halves[0].along[c] += halves[1].along[c];
  }
  return halves[0];
}
// The gradients of batch norm in training for samples by channels.
Outputs columns_backward(const Args& a, const Tensor& x) {
  const int64_t n = x.size(0), channels = x.size(1);
  const Tensor mean = as_contiguous(a.tensor(2)), rstd = as_contiguous(a.tensor(3)), weight = packed_or_none(a, 4),
               grad = a.tensor(0).rank() == 2 ? as_contiguous(a.tensor(0)) : a.tensor(0);
  const float *g = grad.data<float>(), *in = x.data<float>(), *m = mean.data<float>(), *r = rstd.data<float>();
  ColumnSums sums = sums_of_columns(g, in, m, n, channels);
  Outputs grads(3);
  for (size_t i : {1, 2}) {
    if (!f::is_wanted(a, 6, i)) continue;
    grads[i] = empty_tensor(Dims{channels}, x.dtype());
    for (int64_t c = 0; c < channels; ++c) {
      const size_t at = static_cast<size_t>(c);
      grads[i].data<float>()[c] = i == 1 ? sums.along[at] * r[c] : sums.grad[at];
    }
  }
  if (!f::is_wanted(a, 6, 0)) return grads;
  std::vector<float> weights(static_cast<size_t>(channels), 1.0f);
  if (weight.defined()) std::copy_n(weight.data<float>(), channels, weights.data());
  const float count = static_cast<float>(n);
  for (int64_t c = 0; c < channels; ++c) {
    sums.grad[static_cast<size_t>(c)] /= count;
    sums.along[static_cast<size_t>(c)] = sums.along[static_cast<size_t>(c)] * r[c] * r[c] / count;
  }
  grads[0] = empty_strided(a.tensor(1).sizes(), a.tensor(1).strides(), x.dtype());
  float* out = grads[0].data<float>();
  parallel_for(0, n, std::max<int64_t>(1, kGrain / channels), [&](int64_t begin, int64_t end) {
    run_widest([&]() VT_LAMBDA {
      for (int64_t i = begin; i < end; ++i)
        combine_gradients(g + i * channels, in + i * channels, m, r, weights.data(), sums.grad.data(),
                          sums.along.data(), out + i * channels, channels);
    });
  });
  return grads;
}
Outputs channel_backward_kernel(const Args& a) {
  const Tensor& x = a.tensor(1);
  // Where the gradient of images does not lie as the input does PyTorch adds in another order, as the parts do.
  const bool alike = plain_or_none(a, {0, 1, 2, 3, 4}) && x.numel() > 0 && a.tensor(0).sizes() == x.sizes() &&
                     (x.rank() == 2 || a.tensor(0).strides() == x.strides());
  if (const Tensor matrix = alike && a.integer(5) == 0 ? matrix_of(x) : Tensor(); matrix.defined())
    return columns_backward(a, matrix);
  if (!long_rows(x) || !plain_or_none(a, {0, 2, 3, 4}) || a.tensor(0).sizes() != x.sizes()) return channel_backward(a);
  ChannelRows rows(x);
  int64_t groups = a.integer(5), width = groups ? rows.channels / groups : 1;
  Tensor grad = as_contiguous(a.tensor(0)), mean = as_contiguous(a.tensor(2)), rstd = as_contiguous(a.tensor(3)),
         weight = packed_or_none(a, 4);
  const float *g = grad.data<float>(), *in = x.data<float>(), *m = mean.data<float>(), *r = rstd.data<float>();
  auto place = [&](int64_t row) { return groups ? row / width : row % rows.channels; };
  auto weight_of = [&](int64_t row) { return weight.defined() ? weight.data<float>()[row % rows.channels] : 1.0f; };
  // Per row the sums of grad and of grad * (x - mean), then over what shares statistics.
  std::vector<GradientSums> sums(static_cast<size_t>(rows.rows())), shared(static_cast<size_t>(mean.numel()));
  rows.for_each([&](int64_t row) {
    sums[static_cast<size_t>(row)] =
        gradient_sums(g + row * rows.length, in + row * rows.length, m[place(row)], rows.length);
  });
  for (int64_t row = 0; row < rows.rows(); ++row) {
    GradientSums &own = sums[static_cast<size_t>(row)], &all = shared[static_cast<size_t>(place(row))];
    all.grad += own.grad * static_cast<double>(weight_of(row));
    all.along += own.along * static_cast<double>(weight_of(row));
  }
  Outputs grads(3);
  if (f::is_wanted(a, 6, 0)) {
    grads[0] = empty_tensor(x.sizes(), x.dtype());
    double count = static_cast<double>(x.numel()) / static_cast<double>(mean.numel());
    rows.for_each([&](int64_t row) {
      int64_t at = place(row);
      const GradientSums& all = shared[static_cast<size_t>(at)];
      double scale = static_cast<double>(r[at]), slope = -all.along / count * scale * scale * scale;
      combine_row(g + row * rows.length, in + row * rows.length, weight_of(row) * r[at], static_cast<float>(slope),
                  m[at], static_cast<float>(-all.grad / count * scale), grads[0].data<float>() + row * rows.length,
                  rows.length);
    });
  }
  for (size_t i : {1, 2}) {
    if (!f::is_wanted(a, 6, i)) continue;
    grads[i] = empty_tensor(Dims{rows.channels}, x.dtype());
    std::vector<double> totals(static_cast<size_t>(rows.channels));
    for (int64_t row = 0; row < rows.rows(); ++row) {
      const GradientSums& own = sums[static_cast<size_t>(row)];
      totals[static_cast<size_t>(row % rows.channels)] +=
          i == 1 ? own.along * static_cast<double>(r[place(row)]) : own.grad;
    }
    std::copy(totals.begin(), totals.end(), grads[i].data<float>());
  }
  return grads;
}

}  // namespace

constinit const OpDef op_channel_norm_backward = define({
    .name = "_channel_norm_backward",
    .signature =
        "_channel_norm_backward(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, int groups, "
        "int[] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The gradients of batch norm in training (no groups) and of group norm in input, weight and bias.",
    .traits = kInternal,
    .samples =
        [] {
          Tensor x = sample_tensor({2, 4, 3}), grad = sample_tensor({2, 4, 3}, -1, 1),
                 weight = sample_tensor({4}, 0.5, 1.5);
          Tensor big = sample_tensor({2, 4, 8}), big_grad = sample_tensor({2, 4, 8}, -1, 1);
          auto mean = [](std::initializer_list<int64_t> sizes) { return sample_tensor(sizes); };
          auto rstd = [](std::initializer_list<int64_t> sizes) { return sample_tensor(sizes, 0.5, 1.5); };
          return std::vector<Sample>{
              {Args{grad, x, mean({4}), rstd({4}), weight, 0, IntList{1, 1, 1}}},
              {Args{grad, x, mean({2, 2, 1}), rstd({2, 2, 1}), Arg(), 2, IntList{1, 0, 0}}, "groups"},
              {Args{big_grad, big, mean({4}), rstd({4}), Arg(), 0, IntList{1, 1, 1}}, "rows"},
              {Args{big_grad, big, mean({2, 2, 1}), rstd({2, 2, 1}), weight, 2, IntList{1, 1, 1}}, "rows, groups"}};
        },
    .infer = [](const Args& a) -> Metas {
      const Tensor& x = a.tensor(1);
      TensorMeta channels = meta_like(x, {sizes_of(x)[1]}, a.has(4) ? a.tensor(4).dtype() : x.dtype());
      return {meta_like(x, sizes_of(x), x.dtype()), channels, channels};
    },
    .kernel = channel_backward_kernel,
    .decompose = channel_backward,
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
      check_channel_parts(a, sizes[1], sizes[0].hint());
      folded[0] = 1;
      folded[1] = sizes[0] * sizes[1];
      auto each = [&](size_t i) { return a.has(i) ? Arg(call1(op_repeat, {a[i], IntList{sizes[0]}})) : Arg(); };
      Tensor flat = f::reshape(x, folded);
      Args given = {flat, each(3), each(4), each(1), each(2), a.boolean_or(5, true), a.real(6), a.real(7)};
      Tensor out = f::view(batch_norm_of(given), sizes);
      // The running statistics of a channel become the mean of what each sample made of them.
      for (size_t i : {1, 2}) {
        if (!given.boolean(5) || !a.has(i)) continue;
        Tensor of_samples = f::view(given.tensor(i + 2), {sizes[0], sizes[1]});
        call_inplace(op_copy, {a.tensor(i), f::detach(f::mean(of_samples, {0}, false)), false});
      }
      return {out};
    },
});

VT_OPS(channel_normalisation, &op_channel_norm_backward, &op_native_batch_norm, &op_batch_norm, &op_instance_norm)

}  // namespace vt
