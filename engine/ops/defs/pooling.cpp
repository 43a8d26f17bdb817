// Pooling over windows.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/run.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/pool.h"

namespace vt {

extern const OpDef op_avg_pool3d;

namespace {

using S = loop::ScalarOp;

// One spatial axis of a window.
struct Window {
  int64_t kernel, stride, padding, dilation;
};
// pool(self, kernel_size, stride, padding, ...): an empty stride is the kernel's.
std::vector<Window> windows_of(const Args& args, bool dilated) {
  std::vector<int64_t> kernel = args.plain_ints(1), stride = args.has(2) ? args.plain_ints(2) : std::vector<int64_t>{},
                       padding = args.plain_ints(3);
  // Any of them may be one number for all axes.
  padding.resize(std::max({padding.size(), kernel.size(), stride.size()}), padding.size() == 1 ? padding[0] : 0);
  auto spread = [&](std::vector<int64_t>& values, const char* what) {
    if (values.size() == 1) values.resize(padding.size(), values[0]);
    if (values.size() == padding.size()) return;
    bool planes = padding.size() == 2;
    tensor_error(std::string(dilated ? "max" : "avg") + "_pool" + std::to_string(padding.size()) + "d: " + what +
                 " must " + (planes || dilated ? "either " : "") + "be a single int, or a tuple of " +
                 (planes ? "two" : "three") + " ints");
  };
  spread(kernel, "kernel_size");
  if (stride.empty()) stride = kernel;
  spread(stride, "stride");
  std::vector<Window> windows;
  auto refuse = [&](std::string what, const char* letter, const std::vector<int64_t>& values) {
    what += " should be greater than zero, but got";
    for (size_t k = 0; k < values.size(); ++k)
      what += std::string(" ") + letter + "THW"[k + 3 - values.size()] + ": " + std::to_string(values[k]);
    tensor_error(what);
  };
  if (std::find(stride.begin(), stride.end(), 0) != stride.end()) tensor_error("stride should not be zero");
  for (size_t i = 0; i < kernel.size(); ++i) {
    if (kernel[i] <= 0) refuse("kernel size", "k", kernel);
    windows.push_back({kernel[i], stride[i], padding[i], dilated ? args.plain_ints(4)[i] : 1});
    if (windows.back().dilation <= 0) refuse("dilation", "dilation", args.plain_ints(4));
    if (stride[i] < 0) refuse("stride", "d", stride);
    if (padding[i] < 0) tensor_error("pad must be non-negative, but got pad: " + std::to_string(padding[i]));
    if (padding[i] > kernel[i] / 2)
      tensor_error("pad should be at most half of effective kernel size, but got pad=" + std::to_string(padding[i]) +
                   ", kernel_size=" + std::to_string(kernel[i]) +
                   " and dilation=" + std::to_string(windows.back().dilation));
  }
  return windows;
}
SymInt pooled_size(const SymInt& size, const Window& w, bool ceil_mode) {
  SymInt span = size + SymInt(2 * w.padding - w.dilation * (w.kernel - 1) - 1);
  if (ceil_mode) span = span + SymInt(w.stride - 1);
  SymInt count = floor_div(span, SymInt(w.stride)) + SymInt(1);
  // The last window must start inside the input or its left padding.
  if (ceil_mode && (count.hint() - 1) * w.stride >= size.hint() + w.padding) count = count - SymInt(1);
  return count;
}
// Pooling over `count` axes takes one more axis, or two: channels and perhaps a batch, which may be empty.
void check_rank(const SymSizes& sizes, int count, const char* name) {
  int rank = static_cast<int>(sizes.size());
  bool fits = rank == count + 1 || rank == count + 2, average = std::string(name).starts_with("avg");
  std::string ranks = std::to_string(count + 1) + "D or " + std::to_string(count + 2) + "D (batch mode) tensor ";
  if (!fits && (count == 3 || !average)) tensor_error("non-empty " + ranks + "expected for input");
  if (!fits && rank < count + 1) wrap_axis(-(count + 1), rank);
  int first = rank == count + 2 ? 1 : 0;
  for (int i = first; i < rank; ++i) {
    if (sizes[static_cast<size_t>(i)].hint() != 0 && fits) continue;
    if (count == 3)
      tensor_error(std::string(name) + "(): Expected input's non-batch dimensions to have positive length, but " +
                   "input has a shape of " + sizes_text(sizes) + " and non-batch dimension " +
                   std::to_string(i - first) + " has length zero!");
    tensor_error("Expected " + ranks + "with optional 0 dim batch size for input, but got:" + sizes_text(sizes));
  }
}
SymSizes pooled_sizes(const SymSizes& sizes, const std::vector<Window>& windows, bool ceil_mode, const char* name) {
  check_rank(sizes, static_cast<int>(windows.size()), name);
  SymSizes result = sizes;
  size_t first = sizes.size() - windows.size();
  bool small = false;
  for (size_t i = 0; i < windows.size(); ++i) {
    result[first + i] = pooled_size(sizes[first + i], windows[i], ceil_mode);
    small = small || result[first + i].hint() < 1;
  }
  if (small) {
    auto text = [&](const SymSizes& s) {
      std::string t = std::to_string(s[first - 1].hint());
      for (size_t i = first; i < s.size(); ++i) t += "x" + std::to_string(s[i].hint());
      return "(" + t + ")";
    };
    tensor_error("Given input size: " + text(sizes) + ". Calculated output size: " + text(result) +
                 ". Output size is too small");
  }
  return result;
}

// The older check of an argument's rank.
void check_line(const Tensor& t, const char* name) {
  if (t.rank() == 2 || t.rank() == 3) return;
  tensor_error("Expected 2 to 3 dimensions, but got " + std::to_string(t.rank()) +
               "-dimensional tensor for argument #1 'self' (while checking arguments for " + name + ")");
}

PoolAxes pool_axes(const std::vector<Window>& windows, const Dims& in, const Dims& out) {
  PoolAxes axes;
  for (size_t i = 0; i < windows.size(); ++i) {
    const Window& w = windows[i];
    int axis = in.size() - static_cast<int>(windows.size() - i);
    axes[3 - windows.size() + i] = {w.kernel, w.stride, w.padding, w.dilation, in[axis], out[axis]};
  }
  return axes;
}

// Images with their channels last are pooled as they lie.
bool pools_channels_last(const Tensor& t) {
  return (t.dtype() == DType::kFloat32 || t.dtype() == DType::kFloat64) && channels_lie_last(t) && t.size(1) > 1;
}
// Memory for a result of these sizes, its channels moved behind the other axes.
Tensor with_channels_last(const TensorMeta& meta) {
  Dims sizes = hints_of(meta.sizes);
  const int64_t channels = sizes[1];
  sizes.erase(1);
  sizes.push_back(channels);
  return empty_tensor(sizes, meta.dtype);
}

// --- max_pool2d_with_indices(self, kernel, stride, padding, dilation, ceil_mode) ------------------
Metas max_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = pooled_sizes(sizes_of(t), windows_of(args, true), args.boolean_or(5, false), "max_pool2d");
  return {meta_like(t, sizes, t.dtype()), meta_like(t, sizes, DType::kInt64)};
}
Outputs max_kernel(const Args& args) {
  Metas metas = max_infer(args);
  DType dtype = args.tensor(0).dtype();
  if (dtype == DType::kBool) tensor_error("\"max_pool2d\" not implemented for 'Bool'", "NotImplementedError");
  std::vector<Window> windows = windows_of(args, true);
  if (pools_channels_last(args.tensor(0))) {
    Tensor in = channels_moved_last(args.tensor(0)), out = with_channels_last(metas[0]),
           places = with_channels_last(metas[1]);
    PoolAxes axes = pool_axes(windows, args.tensor(0).sizes(), hints_of(metas[0].sizes));
    max_windows(as_contiguous(in), out, places, axes[1], axes[2], in.size(in.rank() - 1));
    return {channels_moved_back(out), channels_moved_back(places)};
  }
  Tensor in = as_contiguous(as_dtype(args.tensor(0), is_floating(dtype) ? opmath_type(dtype) : DType::kInt64));
  Tensor out = empty_tensor(hints_of(metas[0].sizes), in.dtype()), places = empty_for(metas[1]);
  PoolAxes axes = pool_axes(windows, in.sizes(), out.sizes());
  max_windows(in, out, places, axes[1], axes[2]);
  return {as_dtype(out, metas[0].dtype), places};
}
// As two reductions of each window. On the CPU the kernel is the better one: it reads a
// window once for both results.
void max_lower(LowerContext& c, const Args& args) {
  TensorMeta meta = c.input_meta(0);
  if (meta.device.kind != DeviceKind::kCuda || !is_floating(meta.dtype)) return c.define_extern();
  std::vector<Window> windows = windows_of(args, true);
  size_t rows = meta.sizes.size() - 2, columns = rows + 1, rank = columns + 1;
  Loader in = c.input(0);
  auto places = [=](const SymExpr& at, const SymExpr& tap, size_t axis) {
    const Window& w = windows[axis - rows];
    return sym_add(sym_sub(sym_mul(at, sym_constant(w.stride)), sym_constant(w.padding)),
                   sym_mul(tap, sym_constant(w.dilation)));
  };
  Loader element = [=](loop::ExprGraph& g, const Index& i) {
    Index from(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(rank));
    loop::ExprId inside = g.constant_int(1, DType::kBool);
    for (size_t axis : {rows, columns}) {
      SymExpr at = places(i[axis], i[rank + axis - rows], axis);
      inside = g.binary(S::kAnd, inside, index_compare(g, S::kGreaterEqual, at, sym_constant(0)));
      inside = g.binary(S::kAnd, inside, index_compare(g, S::kLess, at, meta.sizes[axis].expr()));
      from[axis] = clamp_index(at, meta.sizes[axis]);
    }
    return g.select(inside, in(g, from), g.constant(-HUGE_VAL, meta.dtype));
  };
  std::vector<SymExpr> kept, taps = {sym_constant(windows[0].kernel), sym_constant(windows[1].kernel)};
  for (const SymInt& size : c.output_meta().sizes) kept.push_back(size.expr());
  c.define_pointwise(0, c.reduce(ReductionKind::kMax, kept, taps, meta.dtype, element));
  Loader first = c.reduce(ReductionKind::kArgMax, kept, taps, meta.dtype, element);
  int64_t width = windows[1].kernel;
  c.define_pointwise(1, [=](loop::ExprGraph& g, const Index& i) {
    auto number = [&](int64_t n) { return g.constant_int(n, DType::kInt64); };
    loop::ExprId tap = first(g, i);
    loop::ExprId down = g.binary(S::kFloorDiv, tap, number(width)), right = g.binary(S::kRemainder, tap, number(width));
    auto place = [&](loop::ExprId step, size_t axis) {
      loop::ExprId start = g.index(places(i[axis], sym_constant(0), axis));
      return g.binary(S::kAdd, start, g.binary(S::kMul, step, number(windows[axis - rows].dilation)));
    };
    return g.binary(S::kAdd, g.binary(S::kMul, place(down, rows), g.index(meta.sizes[columns].expr())),
                    place(right, columns));
  });
}
void max_grad(GradContext& c) {
  const Args& a = c.attributes();
  c.set(0, call1(op_max_pool_backward, {c.grad_output(), c.input(0), a[1], a[2], a[3], a[4], a[5], c.output(1)}));
}
// (grad_output, self, five of the window, indices)
Outputs max_backward(const Args& a) {
  TensorMeta meta = meta_of(a.tensor(1));
  size_t rank = meta.sizes.size();
  SymInt plane = meta.sizes[rank - 2] * meta.sizes[rank - 1];
  SymInt planes = floor_div(count_of(meta.sizes), plane);
  SymInt area = floor_div(count_of(sizes_of(a.tensor(0))), planes);
  Tensor zeros = f::full({planes, plane}, 0, meta.dtype, meta.device);
  Tensor grad = call1(op_scatter_add,
                      {zeros, 1, f::reshape(a.tensor(7), {planes, area}), f::reshape(a.tensor(0), {planes, area})});
  return {f::view(grad, meta.sizes)};
}

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
    SymInt more = reach - sizes[first + i] - SymInt(2 * w.padding);
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
    for (const Window& w : plan.windows) area *= w.kernel;
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
  if (const Tensor& t = args.tensor(0); pools_channels_last(t) && t.rank() == static_cast<int>(windows_of(args, false).size()) + 2) {
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
  if (const Tensor &t = a.tensor(0), &g = given.tensor(0);
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

// max_pool1d has checks and messages of its own.
void check_line_max(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = sizes_of(t);
  bool empty =
      std::any_of(sizes.end() - std::min(2, t.rank()), sizes.end(), [](const SymInt& s) { return s.hint() == 0; });
  if ((t.rank() != 2 && t.rank() != 3) || empty)
    tensor_error(
        "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:" +
        sizes_text(sizes));
  const char* names[] = {"kernel_size", "stride", "padding", "dilation"};
  for (size_t i = 1; i < 5; ++i)
    if (size_t count = args.has(i) ? args.plain_ints(i).size() : 1; count != 1 && !(i == 2 && count == 0))
      tensor_error(std::string("max_pool1d() ") + names[i - 1] +
                   " must be an int, list of ints or tuple of ints of size 1 but got size " + std::to_string(count));
  int64_t kernel = args.plain_ints(1)[0], padding = args.plain_ints(3)[0], dilation = args.plain_ints(4)[0];
  std::vector<int64_t> strides = args.has(2) ? args.plain_ints(2) : std::vector<int64_t>{};
  int64_t stride = strides.empty() ? kernel : strides[0];
  auto refuse = [](const char* what, const char* bound, int64_t value) {
    tensor_error(std::string("max_pool1d() ") + what + " must be " + bound + ", but got " + std::to_string(value));
  };
  if (kernel <= 0) refuse("kernel_size", "greater than zero", kernel);
  if (stride <= 0) refuse("stride", "greater than zero", stride);
  if (padding < 0) refuse("padding", "non-negative", padding);
  if (padding > kernel / 2)
    tensor_error("max_pool1d() padding should be at most half of kernel size, but got padding=" +
                 std::to_string(padding) + " and kernel_size=" + std::to_string(kernel));
  if (dilation <= 0) refuse("dilation", "greater than zero", dilation);
  int64_t count = pooled_size(sizes.back(), {kernel, stride, padding, dilation}, args.boolean_or(5, false)).hint();
  if (count <= 0) tensor_error("max_pool1d() Invalid computed output size: " + std::to_string(count));
  if (!is_floating(t.dtype()))
    tensor_error(std::string("\"max_pool1d_impl\" not implemented for '") + dtype_scalar_name(t.dtype()) + "'",
                 "NotImplementedError");
}

Tensor as_plane(const Tensor& t) { return f::unsqueeze(t, -2); }
IntList with_one(const Arg& value, int64_t other) {
  IntList list = std::get<IntList>(value.value);
  list.insert(list.begin(), SymInt(other));
  return list;
}

// Windows of a line follow each other without gaps where no stride is given.
const Arg& stride_of_line(const Args& a) { return a.has(2) && !a.ints(2).empty() ? a[2] : a[1]; }

Metas line_infer(const Args& a) {
  check_line_max(a);
  SymSizes sizes = sizes_of(a.tensor(0));
  sizes.back() = pooled_size(sizes.back(), windows_of(a, true)[0], a.boolean_or(5, false));
  return {meta_like(a.tensor(0), sizes, a.tensor(0).dtype())};
}
Outputs line_kernel(const Args& a) {
  Metas metas = line_infer(a);
  DType dtype = metas[0].dtype;
  Tensor in = as_contiguous(as_dtype(a.tensor(0), opmath_type(dtype)));
  Tensor out = empty_tensor(hints_of(metas[0].sizes), in.dtype());
  max_lines(in, out, pool_axes(windows_of(a, true), in.sizes(), out.sizes())[2]);
  return {as_dtype(out, dtype)};
}

std::vector<Sample> max_samples() {
  IntList two = {2, 2}, one = {1, 1}, zero = {0, 0};
  return {{Args{sample_tensor({1, 2, 4, 5}), two, two, zero, one, false}},
          {Args{sample_tensor({1, 2, 5, 5}), IntList{3, 3}, two, one, one, true}, "padded, ceil"}};
}
Metas like_input(const Args& a) {
  const Tensor& x = a.tensor(1);
  return {meta_like(x, sizes_of(x), x.dtype())};
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

constinit const OpDef op_max_pool_backward = define({
    .name = "max_pool2d_with_indices_backward",
    .signature =
        "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2]? stride, "
        "int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    .doc = "The gradient added up where the largest elements were.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          IntList two = {2, 2}, zero = {0, 0}, one = {1, 1};
          return std::vector<Sample>{{Args{sample_tensor({1, 1, 1, 2}), sample_tensor({1, 1, 2, 4}), two, two, zero,
                                           one, false, sample_ints({1, 1, 1, 2}, {5, 2})}}};
        },
    .infer = like_input,
    .decompose = max_backward,
});
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
constinit const OpDef op_max_pool2d_indices = define({
    .name = "max_pool2d_with_indices",
    .signature = "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, "
                 "int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    .doc = "The largest element of each window and where it is in its plane.",
    .traits = kFunctional | kKeepsFormat,
    .samples = max_samples,
    .infer = max_infer,
    .kernel = max_kernel,
    .grad = max_grad,
    .grad_name = "MaxPool2DWithIndicesBackward0",
    .saves_inputs = 1,
    .saves_outputs = 2,
    .lower = max_lower,
});
constinit const OpDef op_max_pool2d = define({
    .name = "max_pool2d",
    .signature = "max_pool2d(Tensor self, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, int[2] "
                 "dilation=1, bool ceil_mode=False, bool return_indices=False) -> Tensor",
    .doc = "The largest element of each window.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 4, 5}), IntList{2, 2}, Arg(), IntList{0, 0}, IntList{1, 1}, false, false}}};
        },
    .decompose =
        [](const Args& a) {
          Outputs both = call(op_max_pool2d_indices, {a[0], a[1], a[2], a[3], a[4], a[5]});
          return a.boolean_or(6, false) ? both : Outputs{both[0]};
        },
});
constinit const OpDef op_max_pool1d = define({
    .name = "max_pool1d",
    .signature = "max_pool1d(Tensor self, int[1] kernel_size, int[1]? stride=None, int[1] padding=0, int[1] "
                 "dilation=1, bool ceil_mode=False) -> Tensor",
    .doc = "The largest element of each window along the last axis.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 5}), IntList{2}, Arg(), IntList{0}, IntList{1}, false}},
              {Args{sample_tensor({2, 3, 6}), IntList{2}, IntList{3}, IntList{0}, IntList{2}, false},
               "lines that join"},
              {Args{sample_tensor({3, 7}), IntList{3}, IntList{2}, IntList{1}, IntList{2}, true}, "padded, ceil"}};
        },
    .infer = line_infer,
    .kernel = line_kernel,
    .decompose = [](const Args& a) -> Outputs {  // for graphs and gradients
      check_line_max(a);
      Tensor out =
          call(op_max_pool2d_indices, {as_plane(a.tensor(0)), with_one(a[1], 1), with_one(stride_of_line(a), 1),
                                       with_one(a[3], 0), with_one(a[4], 1), a[5]})[0];
      return {f::squeeze(out, -2)};
    },
});
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
      Tensor out = call1(op_avg_pool2d, {f::pow(a.tensor(0), p), a[2], a[3], IntList{0, 0}, a[4], true, Arg()});
      Tensor positive = f::mul(f::sign(out), call1(op_relu, {f::abs(out)}));
      return {f::pow(f::mul(positive, static_cast<double>(kernel[0] * kernel[1])), 1 / p)};
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

VT_OPS(pooling, &op_max_pool_backward, &op_avg_pool2d_backward, &op_avg_pool3d_backward, &op_max_pool2d_indices,
       &op_max_pool2d, &op_max_pool1d, &op_avg_pool2d, &op_avg_pool1d, &op_lp_pool2d, &op_avg_pool3d)

}  // namespace vt
