// The mean of each window, or another norm of it.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/run.h"
#include "ops/families/windows.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"

namespace vt {

namespace {

// --- avg_pool2d(self, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override) -----
const char* average_name(const Args& args) { return args.plain_ints(3).size() == 3 ? "avg_pool3d" : "avg_pool2d"; }
struct AveragePlan {
  std::vector<Window> windows;
  IntList inner, extra;  // padding that counts, and what ceil_mode adds, in constant_pad order
  bool uniform;          // every window has the same divisor
};
AveragePlan average_plan(const Args& args, const SymSizes& sizes) {
  AveragePlan plan;
  plan.windows = windows_of(args, false);
  if (args.has(6) && args.integer(6) == 0) tensor_error("divisor must be not zero");
  bool ceil_mode = args.boolean_or(4, false);
  SymSizes out = pooled_sizes(sizes, plan.windows, ceil_mode, average_name(args));
  size_t first = sizes.size() - plan.windows.size();
  plan.uniform = args.boolean_or(5, true);
  bool padded = false;
  for (size_t i = plan.windows.size(); i-- > 0;) {
    const Window& w = plan.windows[i];
    SymInt reach = (out[first + i] - SymInt(1)) * SymInt(w.stride) + SymInt(w.kernel);
    SymInt more = reach - sizes[first + i] - SymInt(2) * SymInt(w.padding);
    // What is left over holds no window, unless ceil_mode refused one that starts in the padding: cut it off.
    if (more.hint() < 0 && more.hint() > -w.stride) more = 0;
    plan.inner.insert(plan.inner.end(), {SymInt(w.padding), SymInt(w.padding)});
    plan.extra.insert(plan.extra.end(), {SymInt(0), more});
    padded = padded || w.padding > 0;
    if (more.hint() > 0) plan.uniform = false;
  }
  if (!padded && !args.boolean_or(4, false)) plan.uniform = true;
  if (args.has(6)) plan.uniform = true;
  return plan;
}
Tensor window_sums(const Tensor& t, const std::vector<Window>& windows, Run run) {
  Tensor wide = t;
  int first = t.rank() - static_cast<int>(windows.size());
  IntList axes;
  for (size_t i = 0; i < windows.size(); ++i) {
    wide = run(op_unfold, {wide, first + static_cast<int>(i), windows[i].kernel, windows[i].stride});
    axes.push_back(SymInt(t.rank() + static_cast<int>(i)));
  }
  return run(op_sum_dim, {wide, axes, false, Arg()});
}
bool any_padding(const IntList& pad) {
  return std::any_of(pad.begin(), pad.end(), [](const SymInt& p) { return p.hint() != 0; });
}
// The number by which each window's sum is divided, as a number or a tensor of the windows.
Arg divisor(const Args& args, const AveragePlan& plan, const SymSizes& sizes, DType dtype, Device device, Run run) {
  if (args.has(6)) return args[6];
  if (plan.uniform) {
    int64_t area = 1;
    for (const Window& w : plan.windows) area = checked_multiply(area, w.kernel);
    return area;
  }
  SymSizes plane(sizes.end() - static_cast<std::ptrdiff_t>(plan.windows.size()), sizes.end());
  Tensor ones = run(op_full, {plane, 1, dtype, device});
  if (any_padding(plan.inner)) ones = run(op_constant_pad, {ones, plan.inner, args.boolean_or(5, true) ? 1 : 0});
  if (any_padding(plan.extra)) ones = run(op_constant_pad, {ones, plan.extra, 0});
  return window_sums(ones, plan.windows, run);
}
Outputs average(const Args& args, Run run) {
  const Tensor& t = args.tensor(0);
  if (t.dtype() == DType::kBool)
    tensor_error(std::string("\"") + average_name(args) + "\" not implemented for 'Bool'", "NotImplementedError");
  AveragePlan plan = average_plan(args, sizes_of(t));
  Tensor padded = t;
  if (any_padding(plan.inner)) padded = run(op_constant_pad, {padded, plan.inner, 0});
  if (any_padding(plan.extra)) padded = run(op_constant_pad, {padded, plan.extra, 0});
  Arg by = divisor(args, plan, sizes_of(t), t.dtype(), t.device(), run);
  if (!is_floating(t.dtype()))
    return {
        run(by.is_scalar() ? op_div_scalar_mode : op_div_mode, {window_sums(padded, plan.windows, run), by, "trunc"})};
  return {run(by.is_scalar() ? op_div_scalar : op_div, {window_sums(padded, plan.windows, run), by})};
}
Metas average_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  return {meta_like(
      t, pooled_sizes(sizes_of(t), windows_of(args, false), args.boolean_or(4, false), average_name(args)), t.dtype())};
}
AverageRule average_rule(const Args& args) { return {args.boolean_or(5, true), args.integer_or(6, 0)}; }
Outputs average_kernel(const Args& args) {
  DType dtype = args.tensor(0).dtype();
  if (!is_floating(dtype)) return average(args, run_kernel);
  average_plan(args, sizes_of(args.tensor(0)));  // checks
  if (const Tensor& t = args.tensor(0);
      pools_channels_last(t) && t.rank() == static_cast<int>(windows_of(args, false).size()) + 2) {
    TensorMeta meta = average_infer(args)[0];
    Tensor out = with_channels_last(meta);
    average_windows(as_contiguous(channels_moved_last(t)), out,
                    pool_axes(windows_of(args, false), t.sizes(), hints_of(meta.sizes)), average_rule(args), t.size(1));
    return {channels_moved_back(out)};
  }
  Tensor in = as_contiguous(as_dtype(args.tensor(0), opmath_type(dtype)));
  Tensor out = empty_tensor(hints_of(average_infer(args)[0].sizes), in.dtype());
  average_windows(in, out, pool_axes(windows_of(args, false), in.sizes(), out.sizes()), average_rule(args));
  return {as_dtype(out, dtype)};
}
Outputs average_backward_kernel(const Args& given) {
  Args a(std::vector<Arg>(given.values().begin() + 1, given.values().end()));
  DType dtype = a.tensor(0).dtype();
  if (const Tensor& t = a.tensor(0), &g = given.tensor(0);
      pools_channels_last(t) && g.dtype() == dtype && t.rank() == static_cast<int>(windows_of(a, false).size()) + 2) {
    Tensor result = with_channels_last(meta_of(t));
    fill_tensor(result, Scalar::of(0.0));
    average_windows_backward(as_contiguous(channels_moved_last(g)), result,
                             pool_axes(windows_of(a, false), t.sizes(), g.sizes()), average_rule(a), t.size(1));
    return {channels_moved_back(result)};
  }
  Tensor grad = as_contiguous(as_dtype(given.tensor(0), opmath_type(dtype)));
  Tensor result = empty_tensor(a.tensor(0).sizes(), grad.dtype());
  fill_tensor(result, Scalar::of(0.0));
  average_windows_backward(grad, result, pool_axes(windows_of(a, false), result.sizes(), grad.sizes()),
                           average_rule(a));
  return {as_dtype(result, dtype)};
}
IntList negated(const IntList& pad) {
  IntList result;
  for (const SymInt& p : pad) result.push_back(SymInt(0) - p);
  return result;
}
template <const OpDef& backward>
void average_grad(GradContext& c) {
  const Args& a = c.attributes();
  c.set(0, call1(backward, {c.grad_output(), c.input(0), a[1], a[2], a[3], a[4], a[5], a[6]}));
}
// (grad_output, then the arguments of the forward)
Outputs average_backward(const Args& given) {
  Args a(std::vector<Arg>(given.values().begin() + 1, given.values().end()));
  TensorMeta meta = meta_of(a.tensor(0));
  AveragePlan plan = average_plan(a, meta.sizes);
  Tensor grad = f::div(given.tensor(0), divisor(a, plan, meta.sizes, meta.dtype, meta.device, run_call));
  SymSizes padded = meta.sizes;
  size_t count = plan.windows.size(), first = padded.size() - count;
  for (size_t i = 0; i < count; ++i) {
    size_t k = 2 * (count - 1 - i);
    padded[first + i] = padded[first + i] + plan.inner[k] + plan.inner[k + 1] + plan.extra[k] + plan.extra[k + 1];
  }
  // Windows' gradients spread over their elements, axis by axis from the last.
  SymSizes wide = sizes_of(grad);
  for (const Window& w : plan.windows) {
    grad = f::unsqueeze(grad, -1);
    wide.push_back(w.kernel);
  }
  grad = f::expand(grad, wide);
  for (size_t i = count; i-- > 0;) {
    SymSizes target = sizes_of(grad);
    target.pop_back();
    target[first + i] = padded[first + i];
    grad = call1(op_unfold_backward,
                 {grad, target, static_cast<int>(first + i), plan.windows[i].kernel, plan.windows[i].stride});
  }
  if (any_padding(plan.extra)) grad = call1(op_constant_pad, {grad, negated(plan.extra), 0});
  if (any_padding(plan.inner)) grad = call1(op_constant_pad, {grad, negated(plan.inner), 0});
  return {grad};
}

// The older check of an argument's rank.
void check_line(const Tensor& t, const char* name) {
  if (t.rank() == 2 || t.rank() == 3) return;
  tensor_error("Expected 2 to 3 dimensions, but got " + std::to_string(t.rank()) +
               "-dimensional tensor for argument #1 'self' (while checking arguments for " + name + ")");
}

constexpr OpDef average_gradient(const char* name, const char* signature, SamplesFn samples) {
  return {.name = name,
          .signature = signature,
          .doc = "The gradient of each window's mean, spread over the window.",
          .traits = kInternal | kAten,
          .samples = samples,
          .infer = like_input,
          .kernel = average_backward_kernel,
          .decompose = average_backward};
}
std::vector<Sample> average_samples() {
  IntList two = {2, 2}, one = {1, 1}, zero = {0, 0};
  return {{Args{sample_tensor({1, 2, 4, 5}), two, two, zero, false, true, Arg()}},
          {Args{sample_tensor({1, 2, 5, 5}), IntList{3, 3}, two, one, true, false, Arg()}, "padded, ceil"}};
}

}  // namespace

constinit const OpDef op_avg_pool2d_backward = define(average_gradient(
    "avg_pool2d_backward",
    "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2]? stride, int[2] padding, bool "
    "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    [] {
      IntList two = {2, 2}, zero = {0, 0};
      return std::vector<Sample>{
          {Args{sample_tensor({1, 2, 2, 2}), sample_tensor({1, 2, 4, 5}), two, two, zero, false, true, Arg()}}};
    }));
constinit const OpDef op_avg_pool3d_backward = define(average_gradient(
    "avg_pool3d_backward",
    "avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3]? stride, int[3] padding, bool "
    "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    [] {
      IntList two = {2, 2, 2}, zero = {0, 0, 0};
      return std::vector<Sample>{
          {Args{sample_tensor({1, 1, 1, 2, 1}), sample_tensor({1, 1, 2, 4, 2}), two, two, zero, false, true, Arg()}}};
    }));
constinit const OpDef op_avg_pool2d = define({
    .name = "avg_pool2d",
    .signature = "avg_pool2d(Tensor self, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, bool "
                 "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    .doc = "The mean of each window.",
    .traits = kFunctional | kKeepsFormat,
    .samples = average_samples,
    .infer = average_infer,
    .kernel = average_kernel,
    .grad = average_grad<op_avg_pool2d_backward>,
    .grad_name = "AvgPool2DBackward0",
    .saves_inputs = 1,
    .decompose = [](const Args& a) { return average(a, run_call); },
});
constinit const OpDef op_avg_pool1d = define({
    .name = "avg_pool1d",
    .signature = "avg_pool1d(Tensor self, int[1] kernel_size, int[1]? stride=None, int[1] padding=0, bool "
                 "ceil_mode=False, bool count_include_pad=True) -> Tensor",
    .doc = "The mean of each window along the last axis.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 5}), IntList{2}, Arg(), IntList{0}, false, true}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      check_line(a.tensor(0), "avg_pool1d");
      for (size_t i : {1, 3})
        if (size_t count = a.plain_ints(i).size(); count != 1)
          tensor_error(std::string("avg_pool1d() argument '") + (i == 1 ? "kernel_size" : "padding") +
                       "' should contain one int (got " + std::to_string(count) + ")");
      return {f::squeeze(call1(op_avg_pool2d, {as_plane(a.tensor(0)), with_one(a[1], 1), with_one(stride_of_line(a), 1),
                                               with_one(a[3], 0), a[4], a[5], Arg()}),
                         -2)};
    },
});
constinit const OpDef op_lp_pool2d = define({
    .name = "lp_pool2d",
    .signature = "lp_pool2d(Tensor input, float norm_type, int[2] kernel_size, int[2]? stride=None, bool "
                 "ceil_mode=False) -> Tensor",
    .doc = "The p-norm of each window.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 4, 4}, 0.3, 2), 2.0, IntList{2, 2}, Arg(), false}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      double p = a.real(1);
      std::vector<int64_t> kernel = a.plain_ints(2);
      if (kernel.size() < 2)
        tensor_error("not enough values to unpack (expected 2, got " + std::to_string(kernel.size()) + ")",
                     "ValueError");
      if (kernel.size() > 2) tensor_error("too many values to unpack (expected 2)", "ValueError");
      Tensor out = call1(op_avg_pool2d, {f::pow(a.tensor(0), p), a[2], a[3], IntList{0, 0}, a[4], true, Arg()});
      Tensor positive = f::mul(f::sign(out), call1(op_relu, {f::abs(out)}));
      return {f::pow(f::mul(positive, static_cast<double>(kernel[0]) * static_cast<double>(kernel[1])), 1 / p)};
    },
});
constinit const OpDef op_avg_pool3d = define({
    .name = "avg_pool3d",
    .signature = "avg_pool3d(Tensor self, int[3] kernel_size, int[3]? stride=None, int[3] padding=0, bool "
                 "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    .doc = "The mean of each window of a volume.",
    .traits = kFunctional,
    .samples =
        [] {
          IntList two = {2, 2, 2}, zero = {0, 0, 0};
          return std::vector<Sample>{{Args{sample_tensor({1, 1, 2, 4, 3}), two, two, zero, false, true, Arg()}}};
        },
    .infer = average_infer,
    .kernel = average_kernel,
    .grad = average_grad<op_avg_pool3d_backward>,
    .grad_name = "AvgPool3DBackward0",
    .saves_inputs = 1,
    .decompose = [](const Args& a) { return average(a, run_call); },
});

VT_OPS(average_pooling, &op_avg_pool2d_backward, &op_avg_pool3d_backward, &op_avg_pool2d, &op_avg_pool1d, &op_lp_pool2d,
       &op_avg_pool3d)

}  // namespace vt
