// Normalisation over groups of channels.
#include <algorithm>
#include <cmath>

#include "ops/aten_forms.h"
#include "ops/defs/mixed_types.h"
#include "ops/defs/prelude.h"
#include "ops/families/channel_rows.h"
#include "ops/families/normalising.h"
#include "ops/families/run.h"
#include "ops/kernels/row_sums.h"

namespace vt {

namespace {

// --- group_norm: (input, num_groups, weight, bias, eps) -> (out, mean, rstd) -----------------
void check_divisible(const SymSizes& sizes, int64_t groups) {
  if (sizes[1].hint() % groups != 0)
    tensor_error("Expected number of channels in input to be divisible by num_groups, but got input of shape " +
                 sizes_text(sizes) + " and num_groups=" + std::to_string(groups));
}
Metas group_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = sizes_of(t);
  int64_t groups = args.integer(1);
  if (sizes.size() < 2)
    tensor_error("Expected at least 2 dimensions for input tensor but received " + std::to_string(sizes.size()));
  if (groups <= 0) tensor_error("Expected num groups to be greater than 0, got " + std::to_string(groups));
  check_divisible(sizes, groups);
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
Outputs group_kernel(const Args& args) {
  group_infer(args);
  check_norm_types(args, {2, 3});
  const Tensor& x = args.tensor(0);
  if (!plain_rows(x) || !plain_or_none(args, {2, 3})) return group_forward(args, run_kernel);
  ChannelRows rows(x);
  int64_t groups = args.integer(1), width = rows.channels / groups;
  Tensor mean = empty_tensor(Dims{rows.samples, groups, 1}, x.dtype()), rstd = empty_tensor(mean.sizes(), x.dtype());
  const int64_t size = width * rows.length;
  parallel_for(0, mean.numel(), std::max<int64_t>(1, kGrain / size), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      RowMoments all = row_moments(x.data<float>() + i * size, size);
      mean.data<float>()[i] = static_cast<float>(all.mean);
      rstd.data<float>()[i] = static_cast<float>(1 / std::sqrt(all.variance + args.real(4)));
    }
  });
  if (args.has(2) || args.has(3)) {
    Tensor out = normalised_rows(x, rows, mean, rstd, packed_or_none(args, 2), packed_or_none(args, 3),
                                 [&](int64_t row) { return row / width; });
    return {out, mean, rstd};
  }
  Tensor out = empty_tensor(x.sizes(), x.dtype());
  parallel_for(0, mean.numel(), std::max<int64_t>(1, kGrain / size), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      normalize_row(x.data<float>() + i * size, mean.data<float>()[i], rstd.data<float>()[i], nullptr, nullptr,
                    out.data<float>() + i * size, size);
  });
  return {out, mean, rstd};
}
void group_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  int64_t groups = c.attributes().integer(1);
  Tensor rstd = c.output(2);
  Outputs grads = call(op_channel_norm_backward,
                       {first_grad(c), c.input(0), c.output(1), rstd,
                        c.input_list_size(2) > 0 ? Arg(c.input(2)) : Arg(), groups, f::wanted_gradients(c, {0, 2, 3})});
  SymSizes rows = group_sizes(meta.sizes, groups);
  grads[0] = with_statistic_gradients(c, grads[0], rows, sizes_of(rstd), rows[2]);
  constexpr size_t kArguments[] = {0, 2, 3};
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(kArguments[i])) c.set(kArguments[i], grads[i]);
}

}  // namespace

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
    .kernel = group_kernel,
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
        check_divisible(sizes, a.integer(1));
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
      if (aten_forms() && sizes.size() >= 2 && a.integer(1) > 0) return {aten_group_norm(a)};
      return {call(op_native_group_norm, {a[0], a[1], a[2], a[3], a.real(4)})[0]};
    },
});

VT_OPS(group_normalisation, &op_native_group_norm, &op_group_norm)

}  // namespace vt
