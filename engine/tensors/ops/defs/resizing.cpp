// Resizing of the last axes by a matrix per axis: adaptive pooling and interpolation.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/run.h"
#include "ops/kernels/axis_weights.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"
#include "tensor/extent.h"

namespace vt {

namespace {

double scale_of(int64_t in, int64_t out, const std::vector<double>* scales, size_t i) {
  return scales ? 1 / (*scales)[i] : static_cast<double>(in) / static_cast<double>(out);
}
// "H: 4, W: 2"
std::string axes_text(const SymInt* sizes, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::string(1, "DHW"[3 - count + i]) + ": " + std::to_string(sizes[i].hint());
  return text;
}
// _resize(self, output_size, mode, align_corners, scales): the last axes.
void check_resize(const SymSizes& sizes, const IntList& out) {
  if (out.empty() || out.size() + 1 > sizes.size())
    tensor_error("It is expected output_size equals to " + std::to_string(out.size()) + ", but got input of size " +
                 sizes_text(sizes));
  for (size_t i = 0; i < out.size(); ++i) {
    const SymInt& in = sizes[sizes.size() - out.size() + i];
    if (in.hint() < 1 || out[i].hint() < 1)
      tensor_error("Input and output sizes should be greater than 0, but got input (" +
                   axes_text(&sizes[sizes.size() - out.size()], out.size()) +
                   (out.size() == 1 ? ") and output (" : ") output (") + axes_text(out.data(), out.size()) + ")");
  }
}
Metas resize_infer(const Args& args) {
  SymSizes sizes = sizes_of(args.tensor(0));
  const IntList& out = args.ints(1);
  check_resize(sizes, out);
  std::copy(out.begin(), out.end(), sizes.end() - static_cast<std::ptrdiff_t>(out.size()));
  return {meta_like(args.tensor(0), sizes, args.tensor(0).dtype())};
}
// `first` is the axis of `from` that is resized first.
Tensor resize(const Tensor& input, const Args& attributes, const SymSizes& from, int first, bool backward, Run run) {
  Tensor t = input;
  std::string mode = attributes.text_or(2, "nearest");
  bool bytes = t.dtype() == DType::kUInt8 && (mode.starts_with("bilinear") || mode.starts_with("bicubic"));
  if (bytes) t = run(op_to_copy, {t, DType::kFloat64, Arg()});
  std::vector<int64_t> out = attributes.plain_ints(1);
  for (int64_t size : out) require_memory(size, sizeof(double));
  WeightFn fill = weights_for(mode);
  const auto* scales = std::get_if<std::vector<double>>(&attributes[4].value);
  for (size_t k = 0; k < out.size(); ++k) {
    size_t i = bytes ? out.size() - 1 - k : k;  // of bytes rows come first
    int axis = first + static_cast<int>(i);
    int64_t in = from[static_cast<size_t>(axis)].guard_int();
    if (in == out[i] && !scales) continue;
    double scale = scale_of(in, out[i], scales, i);
    AxisWeights weights(out[i]);
    fill(out[i], in, attributes.boolean_or(3, false), scale, weights);
    int bits = bytes ? quantize_weights(weights) : 0;
    const bool blends = t.dtype() == DType::kFloat32 || t.dtype() == DType::kFloat64;
    if (run == run_kernel && blends && !backward && !bytes && t.device().kind == DeviceKind::kCpu) {
      t = weigh_axis(t, axis, weights);
      continue;
    }
    Tensor matrix = weights.matrix(in, t.dtype());
    if (t.device() != matrix.device()) {
      Tensor there = empty_tensor(matrix.sizes(), matrix.dtype(), t.device());
      copy_tensor(there, matrix);
      matrix = there;
    }
    t = run(op_along_axis, {t, backward ? run(op_t, {matrix}) : matrix, axis});
    if (bytes) {
      double one = static_cast<double>(int64_t{1} << bits);
      t = run(op_floor, {run(op_mul, {run(op_add, {t, one / 2, 1}), 1 / one})});
      t = run(op_clamp, {t, 0.0, 255.0});
    }
  }
  if (bytes) t = run(op_to_copy, {t, DType::kUInt8, Arg()});
  return t.is_contiguous() ? t : run(op_clone, {t, "contiguous_format"});
}
// Of the last axes, by calls.
Tensor resize_last(const Tensor& t, const Args& attributes, const SymSizes& from, bool backward) {
  return resize(t, attributes, from, static_cast<int>(from.size() - attributes.ints(1).size()), backward, run_call);
}
// _along_axis(self, matrix, dim): the matrix times the elements along an axis.
Metas along_infer(const Args& args) {
  SymSizes sizes = sizes_of(args.tensor(0));
  sizes[static_cast<size_t>(args.integer(2))] = sizes_of(args.tensor(1))[0];
  return {meta_like(args.tensor(0), sizes, args.tensor(0).dtype())};
}
Outputs along_axis(const Args& args) {
  const Tensor& t = args.tensor(0);
  int axis = static_cast<int>(args.integer(2)), rank = t.rank();
  Tensor last = axis == rank - 1 ? t : f::transpose(t, axis, rank - 1);
  SymSizes wide = sizes_of(last);
  SymInt columns = wide.back();
  Tensor flat = f::reshape(last, {floor_div(count_of(wide), columns), columns});
  wide.back() = sizes_of(args.tensor(1))[0];
  Tensor product = f::view(call1(op_mm, {flat, call1(op_t, {args.tensor(1)})}), wide);
  return {axis == rank - 1 ? product : f::contiguous(f::transpose(product, axis, rank - 1))};
}
Outputs along_kernel(const Args& args) {
  Tensor t = args.tensor(0);
  const Tensor& matrix = args.tensor(1);
  if (t.dtype() != matrix.dtype() || (t.dtype() != DType::kFloat32 && t.dtype() != DType::kFloat64))
    return along_axis(args);
  const int axis = static_cast<int>(args.integer(2));
  return {weigh_axis(t, axis, matrix)};
}
// Elements as they are; `first` is the axis that is resized first.
Tensor take_nearest(const Tensor& t, const Args& args, int first) {
  const std::vector<int64_t> out = args.plain_ints(1);
  const auto* scales = std::get_if<std::vector<double>>(&args[4].value);
  const bool exact = args.text_or(2, "nearest") == "nearest-exact";
  std::vector<std::vector<int64_t>> places(static_cast<size_t>(t.rank()));
  Dims sizes = t.sizes();
  for (size_t i = 0; i < out.size(); ++i) sizes[first + static_cast<int>(i)] = out[i];
  Tensor result = empty_tensor(sizes, t.dtype());
  for (int axis = 0; axis < t.rank(); ++axis) {
    const int64_t in = t.size(axis);
    const size_t i = static_cast<size_t>(std::max(axis - first, 0));
    const bool named = axis >= first && i < out.size(), resized = named && (in != out[i] || scales);
    const double scale = resized ? scale_of(in, out[i], scales, i) : 1;
    for (int64_t k = 0; k < sizes[axis]; ++k)
      places[static_cast<size_t>(axis)].push_back(resized ? nearest_place(k, in, scale, exact) : k);
  }
  select_places(result, as_contiguous(t), places);
  return result;
}
Outputs resize_kernel(const Args& a) {
  const Tensor& t = a.tensor(0);
  check_resize(sizes_of(t), a.ints(1));
  const bool here = t.device().kind == DeviceKind::kCpu;
  const bool last = here && channels_lie_last(t) && static_cast<int>(a.ints(1).size()) == t.rank() - 2;
  const Tensor seen = last ? channels_moved_last(t) : t;
  const int first = last ? 1 : t.rank() - static_cast<int>(a.ints(1).size());
  const bool nearest = here && a.text_or(2, "nearest").starts_with("nearest");
  Tensor out = nearest ? take_nearest(seen, a, first) : resize(seen, a, sizes_of(seen), first, false, run_kernel);
  if (out.same(seen)) out = contiguous_copy(out);
  return {last ? channels_moved_back(out) : out};
}
constexpr OpDef resizing(const char* name, const char* signature, const char* grad_name, SamplesFn samples) {
  return {
      .name = name,
      .signature = signature,
      .doc = "Resizes the last axes: weights of neighbours, or means of windows.",
      .traits = kInternal | kKeepsFormat,
      .samples = samples,
      .infer = resize_infer,
      .kernel = resize_kernel,
      .grad =
          [](GradContext& c) { c.set(0, resize_last(c.grad_output(), c.attributes(), c.input_meta(0).sizes, true)); },
      .grad_name = grad_name,
      .decompose = [](const Args& a) -> Outputs {
        return {resize_last(a.tensor(0), a, sizes_of(a.tensor(0)), false)};
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

void check_adaptive(const SymSizes& sizes, size_t spatial) {
  std::string name = "adaptive_avg_pool" + std::to_string(spatial) + "d(): Expected ";
  if (sizes.size() != spatial + 1 && sizes.size() != spatial + 2)
    tensor_error(name + std::to_string(spatial + 1) + "D or " + std::to_string(spatial + 2) + "D tensor, but got " +
                 sizes_text(sizes));
  for (size_t i = sizes.size() - spatial; i < sizes.size(); ++i)
    if (sizes[i].hint() == 0)
      tensor_error(name + "input to have non-zero size for non-batch dimensions, but input has sizes " +
                   sizes_text(sizes) + " with dimension " + std::to_string(i) + " being empty");
}
Outputs adaptive(const Args& a, const IntList& wanted) {
  const Tensor& t = a.tensor(0);
  SymSizes sizes = sizes_of(t);
  IntList out = wanted;
  check_adaptive(sizes, out.size());
  bool ones = true;
  size_t first = sizes.size() - out.size();
  std::vector<int> axes;
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].hint() < 0) out[i] = sizes[first + i];
    ones = ones && is_one(out[i]);
    axes.push_back(-1 - static_cast<int>(i));
  }
  SymSizes result = sizes;
  std::copy(out.begin(), out.end(), result.begin() + static_cast<std::ptrdiff_t>(first));
  if (count_of(result).hint() == 0 && count_of(sizes).hint() != 0) return {f::zeros(meta_like(t, result, t.dtype()))};
  if (ones) return {f::mean(t, axes, true)};
  if (out.size() == 2) return call(op_adaptive_mean, {t, out});
  return call(op_adaptive_resize, {t, out, "adaptive", false, Arg()});
}
template <size_t spatial>
Outputs adaptive_of(const Args& a) {
  if (a.ints(1).size() == spatial) return adaptive(a, a.ints(1));
  std::string n = std::to_string(spatial);
  tensor_error("adaptive_avg_pool" + n + "d: output_size must be " + n);
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

// Of integers PyTorch resizes bytes only, and not those along a line of weights.
void check_resized_type(const Tensor& t, const std::string& mode, int spatial) {
  if (t.dtype() == DType::kUInt8 && mode != "linear" && mode != "trilinear") return;
  std::string name = mode == "nearest-exact" ? "nearest" : mode;
  if (spatial == 2 && mode != "bicubic") {
    name = "upsample_" + name + "2d" + "_channels_last";
  } else {
    name = std::string("compute_indices_weights_") + (mode == "bicubic"   ? "cubic"
                                                      : name == "nearest" ? "nearest"
                                                                          : "linear");
  }
  tensor_error("\"" + name + "\" not implemented for '" + dtype_scalar_name(t.dtype()) + "'", "NotImplementedError");
}

// F.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
Outputs interpolate(const Args& a) {
  const Tensor& t = a.tensor(0);
  SymSizes sizes = sizes_of(t);
  int spatial = std::max(t.rank() - 2, 0);
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
      std::ostringstream shown;
      for (size_t i = 0; i < list.size(); ++i) {
        shown << (i ? ", " : "");
        if constexpr (std::is_same_v<std::decay_t<decltype(list[i])>, SymInt>) shown << list[i].hint();
        else shown << list[i];
      }
      bool scaled = std::string_view(what) == "scale_factor";
      std::string form =
          scaled ? "scale_factor in (s1, s2, ...,sK) format." : "output size in (o1, o2, ...,oK) format.";
      tensor_error("Input and " + std::string(what) +
                       " must have the same number of spatial dimensions, but got input with spatial dimensions of " +
                       sizes_text(SymSizes(sizes.end() - spatial, sizes.end())) +
                       (scaled ? " and scale_factor of shape (" : " and output size of (") + shown.str() +
                       (list.size() == 1 ? ",)" : ")") +
                       ". Please provide input tensor in (N, C, d1, d2, ...,dK) format and " + form,
                   "ValueError");
    }
    return list;
  };
  if (a.has(1)) {
    out = per_axis(a.ints(1), "output");
    if (a.boolean_or(5, false))
      tensor_error("recompute_scale_factor is not meaningful with an explicit size.", "ValueError");
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
  bool known =
      spatial >= 1 && spatial <= 3 && (wanted || mode == "nearest" || mode == "nearest-exact" || mode == "area");
  if (known && wanted && wanted != spatial)
    tensor_error("Got " + std::to_string(t.rank()) + "D input, but " + mode + " mode needs " +
                     std::to_string(wanted + 2) + "D input",
                 "NotImplementedError");
  if (!known)
    tensor_error("Input Error: Only 3D, 4D and 5D input Tensors supported (got " + std::to_string(t.rank()) +
                     "D) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | "
                     "nearest-exact (got " +
                     mode + ")",
                 "NotImplementedError");
  bool smooth = a.boolean_or(6, false);
  if (smooth && !(mode == "bilinear" || mode == "bicubic"))
    tensor_error(
        "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input",
        "ValueError");
  bool align = a.boolean_or(4, false);
  if (mode == "area") return adaptive({t}, out);
  if (!is_floating(t.dtype()) && !t.is_fake()) check_resized_type(t, mode, spatial);
  const OpDef& op = !smooth             ? resizing_op(mode, spatial)
                    : mode == "bicubic" ? op_upsample_bicubic_aa
                                        : op_upsample_linear_aa;
  return call(op, {t, out, smooth ? mode + ", antialias" : mode, align, align ? Arg() : scales});
}

}  // namespace

constinit const OpDef op_along_axis = define({
    .name = "_along_axis",
    .signature = "_along_axis(Tensor self, Tensor matrix, int dim) -> Tensor",
    .doc = "A matrix, most of whose elements are zero, times the elements along an axis.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 2}), sample_tensor({4, 3}), 1}},
                                     {Args{sample_tensor({2, 3}), sample_tensor({2, 3}), 1}, "last"}};
        },
    .infer = along_infer,
    .kernel = along_kernel,
    .decompose = along_axis,
});
// clang-format off
#define VT_RESIZING(id, name, grad_name, samples)                                                              \
  constinit const OpDef id = define(resizing(                                                                 \
      name, name "(Tensor self, int[] output_size, str mode, bool align_corners, float[]? scales=None) -> Tensor", \
      grad_name, samples));
VT_RESIZING(op_adaptive_resize, "_adaptive_avg_pool", "AdaptiveAvgPool3DBackward0", adaptive_samples)
VT_RESIZING(op_upsample_nearest, "_upsample_nearest", "UpsampleNearest2DBackward0", nearest_samples)
VT_RESIZING(op_upsample_linear, "_upsample_linear", "UpsampleBilinear2DBackward0", bilinear_samples)
VT_RESIZING(op_upsample_nearest1d, "_upsample_nearest1d", "UpsampleNearest1DBackward0", nearest_samples)
VT_RESIZING(op_upsample_nearest3d, "_upsample_nearest3d", "UpsampleNearest3DBackward0", nearest_samples)
VT_RESIZING(op_upsample_exact1d, "_upsample_nearest_exact1d", "UpsampleNearestExact1DBackward0", nearest_samples)
VT_RESIZING(op_upsample_exact2d, "_upsample_nearest_exact2d", "UpsampleNearestExact2DBackward0", nearest_samples)
VT_RESIZING(op_upsample_exact3d, "_upsample_nearest_exact3d", "UpsampleNearestExact3DBackward0", nearest_samples)
VT_RESIZING(op_upsample_linear1d, "_upsample_linear1d", "UpsampleLinear1DBackward0", bilinear_samples)
VT_RESIZING(op_upsample_trilinear, "_upsample_trilinear", "UpsampleTrilinear3DBackward0", bilinear_samples)
VT_RESIZING(op_upsample_bicubic, "_upsample_bicubic", "UpsampleBicubic2DBackward0", bicubic_samples)
VT_RESIZING(op_upsample_linear_aa, "_upsample_bilinear2d_aa", "UpsampleBilinear2DAaBackward0", bilinear_samples)
VT_RESIZING(op_upsample_bicubic_aa, "_upsample_bicubic2d_aa", "UpsampleBicubic2DAaBackward0", bicubic_samples)
#undef VT_RESIZING
// clang-format on
constinit const OpDef op_adaptive_mean_backward = define({
    .name = "_adaptive_avg_pool2d_backward",
    .signature = "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "Spreads the gradient of means over their windows.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 2, 3}), sample_tensor({1, 2, 5, 4})}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_of(a.tensor(1))}; },
    .decompose = [](const Args& a) -> Outputs {
      SymSizes sizes = sizes_of(a.tensor(0));
      return {resize_last(a.tensor(0),
                          {Arg(), IntList{sizes[sizes.size() - 2], sizes.back()}, "adaptive", false, Arg()},
                          sizes_of(a.tensor(1)), true)};
    },
});
constinit const OpDef op_adaptive_mean = define({
    .name = "_adaptive_avg_pool2d",
    .signature = "_adaptive_avg_pool2d(Tensor self, int[2] output_size) -> Tensor",
    .doc = "Means of windows of planes.",
    .traits = kInternal | kAten | kKeepsFormat,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 5, 4}), IntList{2, 3}}}};
        },
    .infer = resize_infer,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_adaptive_mean_backward, {c.grad_output(), c.input(0)}));
        },
    .grad_name = "AdaptiveAvgPool2DBackward0",
    .saves_inputs = 1,
    .decompose =
        [](const Args& a) {
          return call(op_adaptive_resize, {a[0], a[1], "adaptive", false, Arg()});
        },
});
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
    .decompose = adaptive_of<2>,
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
      if (int rank = a.tensor(0).rank(); rank != 2 && rank != 3)
        tensor_error("Expected 2 to 3 dimensions, but got " + std::to_string(rank) +
                     "-dimensional tensor for argument #1 'self' (while checking arguments for adaptive_avg_pool1d)");
      if (size_t count = a.ints(1).size(); count != 1)
        tensor_error("adaptive_avg_pool1d() argument 'output_size' should contain one int (got " +
                     std::to_string(count) + ")");
      Tensor plane = f::unsqueeze(a.tensor(0), -2);  // of height 1
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
constinit const OpDef op_adaptive_avg_pool3d = define({
    .name = "adaptive_avg_pool3d",
    .signature = "adaptive_avg_pool3d(Tensor input, int[3] output_size) -> Tensor",
    .doc = "Means of windows of a volume that give an output of a size.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 1, 2, 4, 3}), IntList{1, 2, 2}}}};
        },
    .decompose = adaptive_of<3>,
});

VT_OPS(resizing, &op_along_axis, &op_adaptive_mean_backward, &op_adaptive_mean, &op_adaptive_resize,
       &op_upsample_nearest, &op_upsample_linear, &op_upsample_nearest1d, &op_upsample_nearest3d, &op_upsample_exact1d,
       &op_upsample_exact2d, &op_upsample_exact3d, &op_upsample_linear1d, &op_upsample_trilinear, &op_upsample_bicubic,
       &op_upsample_linear_aa, &op_upsample_bicubic_aa, &op_adaptive_avg_pool2d, &op_adaptive_avg_pool1d,
       &op_interpolate, &op_adaptive_avg_pool3d)

}  // namespace vt
