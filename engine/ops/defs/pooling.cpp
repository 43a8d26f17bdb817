// Pooling over windows, and resizing of planes.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"

namespace vt {

extern const OpDef op_upsample_nearest1d, op_upsample_nearest3d, op_upsample_exact1d, op_upsample_exact2d,
    op_upsample_exact3d, op_upsample_linear1d, op_upsample_trilinear, op_upsample_bicubic, op_avg_pool3d,
    op_adaptive_avg_pool3d;

namespace {

void extern_lower(LowerContext& c, const Args&) { c.define_extern(); }

// One spatial axis of a window.
struct Window {
  int64_t kernel, stride, padding, dilation;
};
// pool(self, kernel_size, stride, padding, ...): an empty stride is the kernel's.
std::vector<Window> windows_of(const Args& args, bool dilated) {
  std::vector<int64_t> kernel = args.plain_ints(1), stride = args.has(2) ? args.plain_ints(2) : std::vector<int64_t>{},
                       padding = args.plain_ints(3);
  if (stride.empty()) stride = kernel;
  std::vector<Window> windows;
  for (size_t i = 0; i < kernel.size(); ++i) {
    windows.push_back({kernel[i], stride[i], padding[i], dilated ? args.plain_ints(4)[i] : 1});
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
SymSizes pooled_sizes(const SymSizes& sizes, const std::vector<Window>& windows, bool ceil_mode) {
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

// --- max_pool2d_with_indices(self, kernel, stride, padding, dilation, ceil_mode) ------------------
Metas max_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = pooled_sizes(sizes_of(t), windows_of(args, true), args.boolean_or(5, false));
  return {meta_like(t, sizes, t.dtype()), meta_like(t, sizes, DType::kInt64)};
}
template <class T>
void max_planes(const Tensor& in, const Tensor& out, const Tensor& places, const Window& rows, const Window& columns) {
  int rank = in.rank();
  int64_t h = in.size(rank - 2), w = in.size(rank - 1), oh = out.size(rank - 2), ow = out.size(rank - 1);
  int64_t planes = out.numel() / std::max<int64_t>(1, oh * ow);
  for (int64_t plane = 0; plane < planes; ++plane)
    for (int64_t y = 0; y < oh; ++y)
      for (int64_t x = 0; x < ow; ++x) {
        const T* from = in.data<T>() + plane * h * w;
        T best = -std::numeric_limits<T>::infinity();
        int64_t place = -1;
        for (int64_t i = 0; i < rows.kernel; ++i)
          for (int64_t j = 0; j < columns.kernel; ++j) {
            int64_t r = y * rows.stride - rows.padding + i * rows.dilation,
                    c = x * columns.stride - columns.padding + j * columns.dilation;
            if (r < 0 || r >= h || c < 0 || c >= w) continue;
            T value = from[r * w + c];
            if (place < 0 || value > best || std::isnan(value)) {
              best = value;
              place = r * w + c;
            }
          }
        int64_t at = (plane * oh + y) * ow + x;
        out.data<T>()[at] = best;
        places.data<int64_t>()[at] = place;
      }
}
Outputs max_kernel(const Args& args) {
  Metas metas = max_infer(args);
  Tensor in = as_contiguous(as_dtype(args.tensor(0), opmath_type(args.tensor(0).dtype())));
  std::vector<Window> windows = windows_of(args, true);
  Tensor out = empty_tensor(hints_of(metas[0].sizes), in.dtype()), places = empty_for(metas[1]);
  if (in.dtype() == DType::kFloat64) max_planes<double>(in, out, places, windows[0], windows[1]);
  else if (in.dtype() == DType::kFloat32) max_planes<float>(in, out, places, windows[0], windows[1]);
  else
    tensor_error(std::string("\"max_pool2d\" not implemented for '") + dtype_scalar_name(in.dtype()) + "'",
                 "NotImplementedError");
  return {as_dtype(out, metas[0].dtype), places};
}
void max_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  size_t rank = meta.sizes.size();
  SymInt plane = meta.sizes[rank - 2] * meta.sizes[rank - 1];
  SymInt planes = floor_div(count_of(meta.sizes), plane);
  SymInt area = floor_div(count_of(c.output_meta().sizes), planes);
  Tensor zeros = f::full({planes, plane}, 0, meta.dtype, meta.device);
  Tensor grad = call1(op_scatter_add, {zeros, 1, f::reshape(c.output(1), {planes, area}),
                                       f::reshape(c.grad_output(0), {planes, area})});
  c.set(0, f::view(grad, meta.sizes));
}

// --- avg_pool2d(self, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override) -----
using Run = Tensor (*)(const OpDef&, Args);
Tensor run_kernel(const OpDef& op, Args args) { return op.kernel(args)[0]; }
Tensor run_call(const OpDef& op, Args args) { return call1(op, std::move(args)); }

struct AveragePlan {
  std::vector<Window> windows;
  IntList inner, extra;  // padding that counts, and what ceil_mode adds, in constant_pad order
  bool uniform;          // every window has the same divisor
};
AveragePlan average_plan(const Args& args, const SymSizes& sizes) {
  AveragePlan plan;
  plan.windows = windows_of(args, false);
  bool ceil_mode = args.boolean_or(4, false);
  SymSizes out = pooled_sizes(sizes, plan.windows, ceil_mode);
  size_t first = sizes.size() - plan.windows.size();
  plan.uniform = args.boolean_or(5, true);
  bool padded = false;
  for (size_t i = plan.windows.size(); i-- > 0;) {
    const Window& w = plan.windows[i];
    SymInt reach = (out[first + i] - SymInt(1)) * SymInt(w.stride) + SymInt(w.kernel);
    SymInt more = reach - sizes[first + i] - SymInt(2 * w.padding);
    if (more.hint() < 0) more = 0;
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
  AveragePlan plan = average_plan(args, sizes_of(t));
  Tensor padded = t;
  if (any_padding(plan.inner)) padded = run(op_constant_pad, {padded, plan.inner, 0});
  if (any_padding(plan.extra)) padded = run(op_constant_pad, {padded, plan.extra, 0});
  Arg by = divisor(args, plan, sizes_of(t), t.dtype(), t.device(), run);
  return {run(by.is_scalar() ? op_div_scalar : op_div, {window_sums(padded, plan.windows, run), by})};
}
Metas average_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  return {meta_like(t, pooled_sizes(sizes_of(t), windows_of(args, false), args.boolean_or(4, false)), t.dtype())};
}
IntList negated(const IntList& pad) {
  IntList result;
  for (const SymInt& p : pad) result.push_back(SymInt(0) - p);
  return result;
}
void average_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  AveragePlan plan = average_plan(c.attributes(), meta.sizes);
  Tensor grad = f::div(c.grad_output(), divisor(c.attributes(), plan, meta.sizes, meta.dtype, meta.device, run_call));
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
  c.set(0, grad);
}

// --- Resizing by a matrix per axis: adaptive pooling, interpolation ------------------------------
// rows x columns weights: output position by input position.
using WeightFn = void (*)(int64_t out, int64_t in, bool align, double scale, std::vector<double>& weights);
void adaptive_weights(int64_t out, int64_t in, bool, double, std::vector<double>& w) {
  for (int64_t i = 0; i < out; ++i) {
    int64_t start = i * in / out, end = ((i + 1) * in + out - 1) / out;
    for (int64_t j = start; j < end; ++j) w[static_cast<size_t>(i * in + j)] = 1.0 / static_cast<double>(end - start);
  }
}
void nearest_weights(int64_t out, int64_t in, bool, double scale, std::vector<double>& w) {
  for (int64_t i = 0; i < out; ++i) {
    int64_t from =
        std::min(static_cast<int64_t>(std::floor(static_cast<float>(i) * static_cast<float>(scale))), in - 1);
    w[static_cast<size_t>(i * in + from)] = 1;
  }
}
void linear_weights(int64_t out, int64_t in, bool align, double scale, std::vector<double>& w) {
  for (int64_t i = 0; i < out; ++i) {
    double position = align ? (out > 1 ? static_cast<double>(i * (in - 1)) / static_cast<double>(out - 1) : 0)
                            : std::max(0.0, (static_cast<double>(i) + 0.5) * scale - 0.5);
    int64_t low = std::min(static_cast<int64_t>(position), in - 1), high = std::min(low + 1, in - 1);
    double part = std::min(position - static_cast<double>(low), 1.0);
    w[static_cast<size_t>(i * in + low)] += 1 - part;
    w[static_cast<size_t>(i * in + high)] += part;
  }
}
void nearest_exact_weights(int64_t out, int64_t in, bool, double scale, std::vector<double>& w) {
  for (int64_t i = 0; i < out; ++i) {
    float position = (static_cast<float>(i) + 0.5f) * static_cast<float>(scale);
    w[static_cast<size_t>(i * in + std::min(static_cast<int64_t>(std::floor(position)), in - 1))] = 1;
  }
}
// Keys' cubic convolution with a = -0.75 (-0.5 under antialiasing); edges repeat.
double cubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}
void cubic_weights(int64_t out, int64_t in, bool align, double scale, std::vector<double>& w) {
  for (int64_t i = 0; i < out; ++i) {
    double position = align ? (out > 1 ? static_cast<double>(i * (in - 1)) / static_cast<double>(out - 1) : 0)
                            : (static_cast<double>(i) + 0.5) * scale - 0.5;
    int64_t low = static_cast<int64_t>(std::floor(position));
    for (int64_t j = low - 1; j <= low + 2; ++j)
      w[static_cast<size_t>(i * in + std::clamp<int64_t>(j, 0, in - 1))] +=
          cubic(position - static_cast<double>(j), -0.75);
  }
}
// Antialiasing: the filter is as wide as the step when it shrinks.
template <bool cube>
void smooth_weights(int64_t out, int64_t in, bool align, double scale, std::vector<double>& w) {
  if (align) scale = out > 1 ? static_cast<double>(in - 1) / static_cast<double>(out - 1) : 0;
  double widen = std::max(scale, 1.0), support = (cube ? 2 : 1) * widen;
  for (int64_t i = 0; i < out; ++i) {
    double centre = scale * (static_cast<double>(i) + 0.5);
    int64_t from = std::max<int64_t>(static_cast<int64_t>(centre - support + 0.5), 0);
    int64_t to = std::min<int64_t>(static_cast<int64_t>(centre + support + 0.5), in);
    double total = 0;
    for (int64_t j = from; j < to; ++j) {
      double x = (static_cast<double>(j) - centre + 0.5) / widen;
      double weight = cube ? cubic(x, -0.5) : std::max(0.0, 1 - std::abs(x));
      total += w[static_cast<size_t>(i * in + j)] = weight;
    }
    for (int64_t j = from; total != 0 && j < to; ++j) w[static_cast<size_t>(i * in + j)] /= total;
  }
}
WeightFn weights_for(const std::string& mode) {
  if (mode == "nearest") return nearest_weights;
  if (mode == "nearest-exact") return nearest_exact_weights;
  if (mode == "linear" || mode == "bilinear" || mode == "trilinear") return linear_weights;
  if (mode == "bicubic") return cubic_weights;
  if (mode == "bilinear, antialias") return smooth_weights<false>;
  if (mode == "bicubic, antialias") return smooth_weights<true>;
  if (mode == "area" || mode == "adaptive") return adaptive_weights;
  tensor_error("interpolation mode '" + mode + "' is not implemented", "NotImplementedError");
}
// _resize(self, output_size, mode, align_corners, scales): the last axes.
Metas resize_infer(const Args& args) {
  SymSizes sizes = sizes_of(args.tensor(0));
  const IntList& out = args.ints(1);
  std::copy(out.begin(), out.end(), sizes.end() - static_cast<std::ptrdiff_t>(out.size()));
  return {meta_like(args.tensor(0), sizes, args.tensor(0).dtype())};
}
Tensor resize(const Tensor& input, const Args& attributes, const SymSizes& from, bool backward, Run run) {
  Tensor t = input;
  std::vector<int64_t> out = attributes.plain_ints(1);
  WeightFn fill = weights_for(attributes.text_or(2, "nearest"));
  const auto* scales = std::get_if<std::vector<double>>(&attributes[4].value);
  int first = static_cast<int>(from.size() - out.size());
  for (size_t i = 0; i < out.size(); ++i) {
    int axis = first + static_cast<int>(i), rank = static_cast<int>(from.size());
    int64_t in = from[static_cast<size_t>(axis)].guard_int();
    if (in == out[i] && !scales) continue;
    double scale = scales ? 1 / (*scales)[i] : static_cast<double>(in) / static_cast<double>(out[i]);
    std::vector<double> weights(static_cast<size_t>(in * out[i]), 0.0);
    fill(out[i], in, attributes.boolean_or(3, false), scale, weights);
    Tensor matrix = tensor_of(Dims{out[i], in}, t.dtype(), weights);
    if (t.device() != matrix.device()) {
      Tensor there = empty_tensor(matrix.sizes(), matrix.dtype(), t.device());
      copy_tensor(there, matrix);
      matrix = there;
    }
    // t[..., in, ...] @ matrix.T along the axis, or the other way for the gradient.
    Tensor last = axis == rank - 1 ? t : run(op_transpose, {t, axis, rank - 1});
    SymSizes wide = sizes_of(last);
    SymInt columns = wide.back();
    SymInt rows = floor_div(count_of(wide), columns);
    Tensor flat = run(
        op_view, {last.is_contiguous() ? last : run(op_clone, {last, "contiguous_format"}), IntList{rows, columns}});
    Tensor product = run(op_mm, {flat, backward ? matrix : run(op_t, {matrix})});
    wide.back() = backward ? in : out[i];
    t = run(op_view, {product, wide});
    if (axis != rank - 1) t = run(op_transpose, {t, axis, rank - 1});
  }
  return t.is_contiguous() ? t : run(op_clone, {t, "contiguous_format"});
}
constexpr OpDef resizing(const char* name, const char* signature, const char* grad_name, SamplesFn samples) {
  return {.name = name,
          .signature = signature,
          .doc = "Resizes the last axes: weights of neighbours, or means of windows.",
          .traits = kInternal,
          .samples = samples,
          .infer = resize_infer,
          .kernel = [](const Args& a) -> Outputs {
            Tensor out = resize(a.tensor(0), a, sizes_of(a.tensor(0)), false, run_kernel);
            return {out.same(a.tensor(0)) ? contiguous_copy(out) : out};
          },
          .grad =
              [](GradContext& c) {
                c.set(0, resize(c.grad_output(), c.attributes(), c.input_meta(0).sizes, true, run_call));
              },
          .grad_name = grad_name,
          .decompose = [](const Args& a) -> Outputs {
            return {resize(a.tensor(0), a, sizes_of(a.tensor(0)), false, run_call)};
          }};
}
std::vector<Sample> adaptive_samples() {
  return {{Args{sample_tensor({1, 2, 5, 4}), IntList{2, 3}, "adaptive", false, Arg()}}};
}
std::vector<Sample> nearest_samples() {
  return {{Args{sample_tensor({1, 2, 2, 3}), IntList{4, 5}, "nearest", false, Arg()}}};
}
std::vector<Sample> bicubic_samples() {
  return {{Args{sample_tensor({1, 2, 3, 4}), IntList{4, 5}, "bicubic", false, Arg()}}};
}
std::vector<Sample> bilinear_samples() {
  return {{Args{sample_tensor({1, 2, 2, 3}), IntList{4, 5}, "bilinear", false, Arg()}},
          {Args{sample_tensor({1, 2, 2, 3}), IntList{3, 5}, "bilinear", true, Arg()}, "aligned"}};
}

Outputs adaptive(const Args& a, const IntList& wanted) {
  const Tensor& t = a.tensor(0);
  SymSizes sizes = sizes_of(t);
  IntList out = wanted;
  bool ones = true;
  size_t first = sizes.size() - out.size();
  std::vector<int> axes;
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].hint() < 0) out[i] = sizes[first + i];
    ones = ones && is_one(out[i]);
    axes.push_back(static_cast<int>(first + i));
  }
  if (ones) return {f::mean(t, axes, true)};
  return call(op_adaptive_resize, {t, out, "adaptive", false, Arg()});
}
// Poolings along one axis are those of a plane of height 1.
Tensor as_plane(const Tensor& t) { return f::unsqueeze(t, -2); }
IntList with_one(const Arg& value, int64_t other) {
  IntList list = value.is_none() ? IntList{} : std::get<IntList>(value.value);
  if (!list.empty()) list.insert(list.begin(), SymInt(other));
  return list;
}

// The op of a mode for so many spatial axes; they differ in the names of their gradients.
const OpDef& resizing_op(const std::string& mode, int spatial) {
  if (mode == "nearest")
    return spatial == 1 ? op_upsample_nearest1d : spatial == 2 ? op_upsample_nearest : op_upsample_nearest3d;
  if (mode == "nearest-exact")
    return spatial == 1 ? op_upsample_exact1d : spatial == 2 ? op_upsample_exact2d : op_upsample_exact3d;
  if (mode == "linear") return op_upsample_linear1d;
  if (mode == "trilinear") return op_upsample_trilinear;
  return mode == "bicubic" ? op_upsample_bicubic : op_upsample_linear;
}

// F.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
Outputs interpolate(const Args& a) {
  const Tensor& t = a.tensor(0);
  SymSizes sizes = sizes_of(t);
  int spatial = t.rank() - 2;
  std::string mode = a.text_or(3, "nearest");
  bool blending = mode == "linear" || mode == "bilinear" || mode == "trilinear" || mode == "bicubic";
  if (!blending && a.has(4))
    tensor_error(
        "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear",
        "ValueError");
  if (a.has(1) && a.has(2)) tensor_error("only one of size or scale_factor should be defined", "ValueError");
  IntList out;
  Arg scales;
  auto per_axis = [&](auto list, const char* what) {
    if (list.size() == 1) list.resize(static_cast<size_t>(spatial), list[0]);
    if (static_cast<int>(list.size()) != spatial) {
      std::string given = "Input and " + std::string(what) + " must have the same number of spatial dimensions";
      tensor_error(given, "ValueError");
    }
    return list;
  };
  if (a.has(1)) {
    out = per_axis(a.ints(1), "output");
  } else if (a.has(2)) {
    std::vector<double> factors = per_axis(std::get<std::vector<double>>(a[2].value), "scale_factor");
    for (int i = 0; i < spatial; ++i)
      out.push_back(static_cast<int64_t>(
          std::floor(static_cast<double>(sizes[static_cast<size_t>(i) + 2].hint()) * factors[static_cast<size_t>(i)])));
    if (!a.boolean_or(5, false)) scales = factors;
  } else {
    tensor_error("either size or scale_factor should be defined", "ValueError");
  }
  int wanted = mode == "linear" ? 1 : mode == "bilinear" || mode == "bicubic" ? 2 : mode == "trilinear" ? 3 : 0;
  if (wanted && wanted != spatial)
    tensor_error("Got " + std::to_string(t.rank()) + "D input, but " + mode + " mode needs " +
                     std::to_string(wanted + 2) + "D input",
                 "NotImplementedError");
  if (!wanted && mode != "nearest" && mode != "nearest-exact" && mode != "area")
    tensor_error("Input Error: Only 3D, 4D and 5D input Tensors supported (got " + std::to_string(t.rank()) +
                     "D) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | "
                     "nearest-exact (got " +
                     mode + ")",
                 "NotImplementedError");
  bool smooth = a.boolean_or(6, false);
  if (smooth && !(mode == "bilinear" || mode == "bicubic"))
    tensor_error("Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input",
                 "ValueError");
  bool align = a.boolean_or(4, false);
  if (mode == "area") return adaptive({t}, out);
  const OpDef& op = resizing_op(mode, spatial);
  return call(op, {t, out, smooth ? mode + ", antialias" : mode, align, align ? Arg() : scales});
}

std::vector<Sample> max_samples() {
  IntList two = {2, 2}, one = {1, 1}, zero = {0, 0};
  return {{Args{sample_tensor({1, 2, 4, 5}), two, two, zero, one, false}},
          {Args{sample_tensor({1, 2, 5, 5}), IntList{3, 3}, two, one, one, true}, "padded, ceil"}};
}
std::vector<Sample> average_samples() {
  IntList two = {2, 2}, one = {1, 1}, zero = {0, 0};
  return {{Args{sample_tensor({1, 2, 4, 5}), two, two, zero, false, true, Arg()}},
          {Args{sample_tensor({1, 2, 5, 5}), IntList{3, 3}, two, one, true, false, Arg()}, "padded, ceil"}};
}

}  // namespace

constinit const OpDef op_max_pool2d_indices = define({
    .name = "max_pool2d_with_indices",
    .signature = "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, "
                 "int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    .doc = "The largest element of each window and where it is in its plane.",
    .traits = kFunctional,
    .samples = max_samples,
    .infer = max_infer,
    .kernel = max_kernel,
    .grad = max_grad,
    .grad_name = "MaxPool2DWithIndicesBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
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
              {Args{sample_tensor({1, 2, 5}), IntList{2}, Arg(), IntList{0}, IntList{1}, false}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Tensor out = call(op_max_pool2d_indices, {as_plane(a.tensor(0)), with_one(a[1], 1), with_one(a[2], 1),
                                                with_one(a[3], 0), with_one(a[4], 1), a[5]})[0];
      return {f::squeeze(out, -2)};
    },
});
constinit const OpDef op_avg_pool2d = define({
    .name = "avg_pool2d",
    .signature = "avg_pool2d(Tensor self, int[2] kernel_size, int[2]? stride=None, int[2] padding=0, bool "
                 "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    .doc = "The mean of each window.",
    .traits = kFunctional,
    .samples = average_samples,
    .infer = average_infer,
    .kernel = [](const Args& a) { return average(a, run_kernel); },
    .grad = average_grad,
    .grad_name = "AvgPool2DBackward0",
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
      return {f::squeeze(call1(op_avg_pool2d, {as_plane(a.tensor(0)), with_one(a[1], 1), with_one(a[2], 1),
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
constinit const OpDef op_adaptive_resize = define(resizing(
    "_adaptive_avg_pool",
    "_adaptive_avg_pool(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "AdaptiveAvgPool2DBackward0", adaptive_samples));
constinit const OpDef op_upsample_nearest = define(resizing(
    "_upsample_nearest",
    "_upsample_nearest(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleNearest2DBackward0", nearest_samples));
constinit const OpDef op_upsample_linear = define(resizing(
    "_upsample_linear",
    "_upsample_linear(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleBilinear2DBackward0", bilinear_samples));
constinit const OpDef op_upsample_nearest1d = define(resizing(
    "_upsample_nearest1d",
    "_upsample_nearest1d(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleNearest1DBackward0", nearest_samples));
constinit const OpDef op_upsample_nearest3d = define(resizing(
    "_upsample_nearest3d",
    "_upsample_nearest3d(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleNearest3DBackward0", nearest_samples));
constinit const OpDef op_upsample_exact1d = define(resizing("_upsample_nearest_exact1d",
                                                            "_upsample_nearest_exact1d(Tensor self, int[] output_size, "
                                                            "str mode, bool align_corners, float[]? scales) -> Tensor",
                                                            "UpsampleNearestExact1DBackward0", nearest_samples));
constinit const OpDef op_upsample_exact2d = define(resizing("_upsample_nearest_exact2d",
                                                            "_upsample_nearest_exact2d(Tensor self, int[] output_size, "
                                                            "str mode, bool align_corners, float[]? scales) -> Tensor",
                                                            "UpsampleNearestExact2DBackward0", nearest_samples));
constinit const OpDef op_upsample_exact3d = define(resizing("_upsample_nearest_exact3d",
                                                            "_upsample_nearest_exact3d(Tensor self, int[] output_size, "
                                                            "str mode, bool align_corners, float[]? scales) -> Tensor",
                                                            "UpsampleNearestExact3DBackward0", nearest_samples));
constinit const OpDef op_upsample_linear1d = define(resizing(
    "_upsample_linear1d",
    "_upsample_linear1d(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleLinear1DBackward0", bilinear_samples));
constinit const OpDef op_upsample_trilinear = define(resizing(
    "_upsample_trilinear",
    "_upsample_trilinear(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleTrilinear3DBackward0", bilinear_samples));
constinit const OpDef op_upsample_bicubic = define(resizing(
    "_upsample_bicubic",
    "_upsample_bicubic(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales) -> Tensor",
    "UpsampleBicubic2DBackward0", bicubic_samples));
constinit const OpDef op_adaptive_avg_pool2d = define({
    .name = "adaptive_avg_pool2d",
    .signature = "adaptive_avg_pool2d(Tensor input, int[2] output_size) -> Tensor",
    .doc = "Means of windows that give an output of a size.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 4, 5}), IntList{1, 1}}},
                                     {Args{sample_tensor({1, 2, 4, 5}), IntList{2, 2}}}};
        },
    .decompose = [](const Args& a) { return adaptive(a, a.ints(1)); },
});
constinit const OpDef op_adaptive_avg_pool1d = define({
    .name = "adaptive_avg_pool1d",
    .signature = "adaptive_avg_pool1d(Tensor input, int[1] output_size) -> Tensor",
    .doc = "Means of windows along the last axis that give an output of a size.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 5}), IntList{2}}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Tensor plane = as_plane(a.tensor(0));
      return {f::squeeze(adaptive({plane}, {SymInt(1), a.ints(1)[0]})[0], -2)};
    },
});
constinit const OpDef op_interpolate = define({
    .name = "interpolate",
    .signature = "interpolate(Tensor input, int[1]? size=None, float[]? scale_factor=None, str mode='nearest', bool? "
                 "align_corners=None, bool? recompute_scale_factor=None, bool antialias=False) -> Tensor",
    .doc = "Resizes the axes after the second: nearest, nearest-exact, linear, bilinear, bicubic, trilinear, area.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 2, 3}), IntList{4, 6}, Arg(), "nearest", Arg(), Arg(), false}},
              {Args{sample_tensor({1, 2, 2, 3}), Arg(), std::vector<double>{2.0}, "bilinear", false, Arg(), false}},
              {Args{sample_tensor({1, 1, 4, 4}), IntList{3, 3}, Arg(), "bicubic", false, Arg(), true}, "antialias"}};
        },
    .decompose = interpolate,
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
    .kernel = [](const Args& a) { return average(a, run_kernel); },
    .grad = average_grad,
    .grad_name = "AvgPool3DBackward0",
    .decompose = [](const Args& a) { return average(a, run_call); },
});
constinit const OpDef op_adaptive_avg_pool3d = define({
    .name = "adaptive_avg_pool3d",
    .signature = "adaptive_avg_pool3d(Tensor input, int[3] output_size) -> Tensor",
    .doc = "Means of windows of a volume that give an output of a size.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 1, 2, 4, 3}), IntList{1, 2, 2}}}};
        },
    .decompose = [](const Args& a) { return adaptive(a, a.ints(1)); },
});

VT_OPS(pooling, &op_max_pool2d_indices, &op_max_pool2d, &op_max_pool1d, &op_avg_pool2d, &op_avg_pool1d, &op_lp_pool2d,
       &op_adaptive_resize, &op_upsample_nearest, &op_upsample_linear, &op_adaptive_avg_pool2d, &op_adaptive_avg_pool1d,
       &op_interpolate, &op_upsample_nearest1d, &op_upsample_nearest3d, &op_upsample_exact1d, &op_upsample_exact2d,
       &op_upsample_exact3d, &op_upsample_linear1d, &op_upsample_trilinear, &op_upsample_bicubic, &op_avg_pool3d,
       &op_adaptive_avg_pool3d)

}  // namespace vt
