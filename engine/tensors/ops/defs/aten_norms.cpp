// Batch and group norm in the forms that ATen's graphs have (ops/aten_forms.h), over those that compute:
// channel_normalisation.cpp, which chooses them there.
#include "ops/defs/prelude.h"
#include "ops/dispatch.h"
#include "ops/families/normalising.h"

namespace vt {

namespace {
Metas batch_metas(const Args& a) {
  const Tensor& x = a.tensor(0);
  TensorMeta statistic = meta_like(x, {sizes_of(x)[1]}, opmath_type(x.dtype()));
  return {meta_like(x, sizes_of(x), x.dtype()), statistic, statistic};
}
Metas batch_functional_metas(const Args& a) {
  Metas metas = batch_metas(a);
  for (size_t i : {3, 4}) metas.push_back(meta_of(a.tensor(i)));
  return metas;
}
// (input, weight, bias, running_mean, running_var, training, momentum, eps): also the new running statistics.
Outputs batch_functional(const Args& a) {
  Outputs outputs = call(op_native_batch_norm, {a[0], a[1], a[2], a[3], a[4], a[5], a[7]});
  for (size_t i : {3, 4}) {
    Tensor fresh = batch_statistic(outputs, sizes_of(a.tensor(0)), a.real(7), i == 4);
    outputs.push_back(f::to_dtype(blended_statistic(a.tensor(i), fresh, a.real(6)), a.tensor(i).dtype()));
  }
  return outputs;
}
// (grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, train, eps, output_mask)
Outputs batch_backward(const Args& a) {
  if (a.boolean(7)) return call(op_channel_norm_backward, {a[0], a[1], a[5], a[6], a[2], 0, a[9]});
  const Tensor& x = a.tensor(1);
  SymSizes wide(sizes_of(x).size(), SymInt(1));
  wide[1] = sizes_of(x)[1];
  std::vector<int> axes;
  for (int i = 0; i < x.rank(); ++i)
    if (i != 1) axes.push_back(i);
  Tensor rstd = f::view(a.tensor(6), wide), grad = f::to_dtype(a.tensor(0), rstd.dtype());
  auto like_weight = [&](const Tensor& t) { return a.has(2) ? f::to_dtype(t, a.tensor(2).dtype()) : t; };
  Outputs grads(3);
  if (f::is_wanted(a, 9, 0)) {
    Tensor inner = a.has(2) ? f::mul(grad, f::view(f::to_dtype(a.tensor(2), rstd.dtype()), wide)) : grad;
    grads[0] = f::to_dtype(f::mul(inner, rstd), x.dtype());
  }
  if (f::is_wanted(a, 9, 1)) {
    Tensor normal = normal_of(x, f::view(a.tensor(5), wide), rstd);
    grads[1] = like_weight(f::sum(f::mul(grad, normal), axes, false));
  }
  if (f::is_wanted(a, 9, 2)) grads[2] = like_weight(f::sum(grad, axes, false));
  return grads;
}
// Where one of the forms has its running statistics: nowhere, among its inputs, or among its results.
enum class Statistics : uint8_t { kNone, kGiven, kUpdated };
template <Statistics statistics>
void batch_grad(GradContext& c) {
  const Args& a = c.attributes();
  bool training = statistics == Statistics::kGiven ? false : a.boolean(statistics == Statistics::kNone ? 3 : 5);
  auto running = [&](size_t i) {
    return statistics == Statistics::kNone ? Arg() : Arg(statistics == Statistics::kGiven ? c.input(i) : c.output(i));
  };
  Arg weight = c.input_list_size(1) > 0 ? Arg(c.input(1)) : Arg();
  Outputs grads =
      call(op_batch_norm_backward, {first_grad(c), c.input(0), weight, running(3), running(4), c.output(1), c.output(2),
                                    training, a[a.size() - 1], f::wanted_gradients(c, {0, 1, 2})});
  const SymSizes& sizes = c.input_meta(0).sizes;
  SymSizes wide(sizes.size(), SymInt(1));
  wide[1] = sizes[1];
  if (training) grads[0] = with_statistic_gradients(c, grads[0], sizes, wide, floor_div(count_of(sizes), sizes[1]));
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads[i]);
}
// Gradients like the input (argument 1) and like the weight at `weight`.
Metas three_gradients(const Args& a, size_t weight) {
  const Tensor& x = a.tensor(1);
  DType dtype = a.has(weight) ? a.tensor(weight).dtype() : x.dtype();
  TensorMeta like = meta_like(x, {sizes_of(x)[1]}, dtype);
  return {meta_like(x, sizes_of(x), x.dtype()), like, like};
}
constexpr OpDef batch_form(const char* name, const char* signature, SamplesFn samples, InferFn infer, GradFn grad,
                           uint32_t saves_inputs, uint32_t saves_outputs, DecomposeFn decompose) {
  return {.name = name,
          .signature = signature,
          .doc = "Normalises each channel (axis 1), in the form in which ATen's graphs have it.",
          .traits = kInternal | kAten,
          .samples = samples,
          .infer = infer,
          .grad = grad,
          .grad_name = "NativeBatchNormBackward0",
          .saves_inputs = saves_inputs,
          .saves_outputs = saves_outputs,
          .decompose = decompose};
}

// --- native_group_norm(input, weight, bias, N, C, HxW, group, eps) ---------------------------------
Metas group_metas(const Args& a) {
  const Tensor& x = a.tensor(0);
  TensorMeta statistic = meta_like(x, {sizes_of(x)[0], a.integer(6)}, opmath_type(x.dtype()));
  return {meta_like(x, sizes_of(x), x.dtype()), statistic, statistic};
}
Outputs group_norm(const Args& a) {
  Outputs outputs = call(op_native_group_norm, {a[0], a[6], a[1], a[2], a[7]});
  SymSizes statistic = {sizes_of(a.tensor(0))[0], a.integer(6)};
  return {outputs[0], f::view(outputs[1], statistic), f::view(outputs[2], statistic)};
}
void group_grad(GradContext& c) {
  const Args& a = c.attributes();
  Arg weight = c.input_list_size(1) > 0 ? Arg(c.input(1)) : Arg();
  Outputs grads = call(op_aten_group_norm_backward, {first_grad(c), c.input(0), c.output(1), c.output(2), weight, a[3],
                                                     a[4], a[5], a[6], f::wanted_gradients(c, {0, 1, 2})});
  SymSizes rows = sizes_of(c.output(1));
  rows.push_back(1);
  SymSizes statistics = rows;
  rows[2] = floor_div(count_of(c.input_meta(0).sizes), rows[0] * rows[1]);
  grads[0] = with_statistic_gradients(c, grads[0], rows, statistics, rows[2]);
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads[i]);
}
// (grad_out, input, mean, rstd, weight, N, C, HxW, group, output_mask)
Outputs group_backward(const Args& a) {
  SymSizes statistic = sizes_of(a.tensor(2));
  statistic.push_back(1);
  return call(op_channel_norm_backward,
              {a[0], a[1], f::view(a.tensor(2), statistic), f::view(a.tensor(3), statistic), a[4], a[8], a[9]});
}
}  // namespace

Tensor aten_batch_norm(const Args& a) {
  if (!a.boolean(5)) return call(op_batch_norm_no_training, {a[0], a[1], a[2], a[3], a[4], a[6], a[7]})[0];
  if (!a.has(3)) return call(op_batch_norm_no_stats, {a[0], a[1], a[2], true, a[6], a[7]})[0];
  Outputs outputs = call(op_batch_norm_functional, a);
  for (size_t i : {3, 4}) call_inplace(op_copy, {a.tensor(i), outputs[i], false});
  return outputs[0];
}
Tensor aten_group_norm(const Args& a) {
  SymSizes sizes = sizes_of(a.tensor(0));
  SymInt rest = 1;
  for (size_t i = 2; i < sizes.size(); ++i) rest = rest * sizes[i];
  return call(op_aten_group_norm, {a[0], a[2], a[3], sizes[0], sizes[1], rest, a[1], a[4]})[0];
}

constinit const OpDef op_batch_norm_backward = define({
    .name = "native_batch_norm_backward",
    .signature = "native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, "
                 "Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, int[] "
                 "output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The gradients of batch norm in its input, weight and bias, as far as output_mask asks for them.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Tensor grad = sample_tensor({2, 3, 2}, -1, 1), x = sample_tensor({2, 3, 2}),
                 weight = sample_tensor({3}, 0.5, 1);
          Tensor mean = sample_tensor({3}), rstd = sample_tensor({3}, 0.5, 1.5);
          return std::vector<Sample>{
              {Args{grad, x, weight, Arg(), Arg(), mean, rstd, true, 1e-5, IntList{1, 1, 1}}},
              {Args{grad, x, Arg(), Arg(), Arg(), mean, rstd, false, 1e-5, IntList{1, 0, 0}}, "given"}};
        },
    .infer = [](const Args& a) { return three_gradients(a, 2); },
    .decompose = batch_backward,
});
constinit const OpDef op_batch_norm_no_training = define(batch_form(
    "_native_batch_norm_legit_no_training",
    "_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor "
    "running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}), Arg(), Arg(), sample_ints({3}, {1, 0, 2}),
                                       sample_ints({3}, {1, 2, 3}), 0.1, 1e-5}}};
    },
    batch_metas, batch_grad<Statistics::kGiven>, 27, 6,
    [](const Args& a) {
      return call(op_native_batch_norm, {a[0], a[1], a[2], a[3], a[4], false, a[6]});
    }));
constinit const OpDef op_batch_norm_no_stats = define(batch_form(
    "_native_batch_norm_legit.no_stats",
    "_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, "
    "float eps) -> (Tensor, Tensor, Tensor)",
    [] {
      return std::vector<Sample>{
          {Args{sample_tensor({2, 3, 2}), sample_tensor({3}, 0.5, 1), sample_tensor({3}), true, 0.1, 1e-5}}};
    },
    batch_metas, batch_grad<Statistics::kNone>, 3, 6,
    [](const Args& a) {
      return call(op_native_batch_norm, {a[0], a[1], a[2], Arg(), Arg(), true, a[5]});
    }));
constinit const OpDef op_batch_norm_functional = define(batch_form(
    "_native_batch_norm_legit_functional",
    "_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor "
    "running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor, Tensor)",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3, 2}), sample_tensor({3}, 0.5, 1), sample_tensor({3}),
                                       f::detach(sample_tensor({3})), f::detach(sample_tensor({3})), true, 0.1, 1e-5}}};
    },
    batch_functional_metas, batch_grad<Statistics::kUpdated>, 3, 30, batch_functional));
constinit const OpDef op_aten_group_norm_backward = define({
    .name = "native_group_norm_backward",
    .signature = "native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, "
                 "int N, int C, int HxW, int group, int[] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The gradients of group norm in its input, weight and bias, as far as output_mask asks for them.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 4, 3}, -1, 1), sample_tensor({2, 4, 3}), sample_tensor({2, 2}),
                    sample_tensor({2, 2}, 0.5, 1.5), sample_tensor({4}, 0.5, 1), 2, 4, 3, 2, IntList{1, 1, 1}}}};
        },
    .infer = [](const Args& a) { return three_gradients(a, 4); },
    .decompose = group_backward,
});
constinit const OpDef op_aten_group_norm = define({
    .name = "native_group_norm",
    .signature = "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, "
                 "float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "Normalises groups of channels; also the mean and 1 / deviation of each.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 4, 3}), sample_tensor({4}, 0.5, 1), sample_tensor({4}), 2, 4, 3, 2, 1e-5}}};
        },
    .infer = group_metas,
    .grad = group_grad,
    .grad_name = "NativeGroupNormBackward0",
    .saves_inputs = 3,
    .saves_outputs = 6,
    .decompose = group_norm,
});

VT_OPS(aten_norms, &op_batch_norm_backward, &op_batch_norm_no_training, &op_batch_norm_no_stats,
       &op_batch_norm_functional, &op_aten_group_norm_backward, &op_aten_group_norm)

}  // namespace vt
