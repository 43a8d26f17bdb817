// Convolutions. One op with a kernel; conv1d, conv2d and their transposes come down to it.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/device_kernels.h"
#include "ops/families/depthwise.h"
#include "ops/families/texts.h"
#include "ops/kernels/conv.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

// convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
struct Geometry {
  std::vector<int64_t> stride, padding, dilation, output_padding;
  bool transposed;
  int64_t groups;
};
Geometry geometry_of(const Args& args, size_t first = 3) {
  return {args.plain_ints(first),     args.plain_ints(first + 1), args.plain_ints(first + 2),
          args.plain_ints(first + 4), args.boolean(first + 3),    args.integer(first + 5)};
}
ConvGeometry kernel_geometry(const Geometry& g) {
  ConvGeometry result;
  for (size_t i = 0; i < g.stride.size(); ++i) {
    result.stride[i] = g.stride[i];
    result.padding[i] = g.padding[i];
    result.dilation[i] = g.dilation[i];
  }
  result.groups = g.groups;
  return result;
}

void check_channels(const SymSizes& x, const SymSizes& w, const Geometry& g) {
  auto refuse = [](int64_t number, const char* what, const std::string& text) {
    tensor_error("Given " + std::string(what) + "=" + std::to_string(number) + text);
  };
  const std::string groups = std::to_string(g.groups), size = sizes_text(w);
  if (w[0].hint() < g.groups)
    refuse(
        g.groups, "groups",
        ", expected weight to be at least " + groups + " at dimension 0, but got weight of size " + size + " instead");
  if (w[0].hint() % g.groups != 0)
    refuse(g.groups, "groups",
           ", expected weight to be divisible by " + groups + " at dimension 0, but got weight of size [" + size +
               "] instead");
  const SymInt expected = g.transposed ? w[0] : w[1] * SymInt(g.groups);
  if (x[1] != expected)
    refuse(g.transposed ? 1 : g.groups, g.transposed ? "transposed" : "groups",
           ", weight of size " + size + ", expected input" + sizes_text(x) + " to have " +
               std::to_string(expected.hint()) + " channels, but got " + std::to_string(x[1].hint()) +
               " channels instead");
}
[[noreturn]] void refuse_output_padding(const Geometry& g) {
  std::string text = "output padding must be smaller than either stride or dilation, but got";
  size_t spatial = g.stride.size();
  // A line is computed as a plane of height 1.
  auto add = [&](const char* name, const std::vector<int64_t>& values, int64_t filler) {
    const char* axes[] = {"depth", "height", "width"};
    for (size_t i = std::min<size_t>(1, 3 - spatial); i < 3; ++i) {
      int64_t value = i + spatial < 3 ? filler : values[i + spatial - 3];
      text += std::string(" ") + name + "_" + axes[i] + ": " + std::to_string(value);
    }
  };
  add("output_padding", g.output_padding, 0);
  add("stride", g.stride, 1);
  add("dilation", g.dilation, 1);
  tensor_error(text);
}
void check_count(const char* name, const std::vector<int64_t>& values, size_t spatial) {
  if (values.size() == spatial) return;
  tensor_error(std::string("expected ") + name + " to be a single integer value or a list of " +
               std::to_string(spatial) + " values to match the convolution dimensions, but got " + name + "=" +
               sizes_text(std::span<const int64_t>(values)));
}
void check_geometry(const SymSizes& x, const SymSizes& w, const Geometry& g) {
  auto any = [](const std::vector<int64_t>& values, int64_t below) {
    return std::any_of(values.begin(), values.end(), [below](int64_t v) { return v < below; });
  };
  if (any(g.padding, 0)) tensor_error("negative padding is not supported");
  if (any(g.output_padding, 0)) tensor_error("negative output_padding is not supported");
  if (any(g.stride, 1)) tensor_error("non-positive stride is not supported");
  if (any(g.dilation, 1))
    tensor_error("dilation should be greater than zero, but got " + sizes_text(std::span<const int64_t>(g.dilation)));
  if (g.groups < 1) tensor_error("non-positive groups is not supported");
  if (w.size() < 3) tensor_error("weight should have at least three dimensions");
  if (x.size() != w.size() || w.size() < 3 || w.size() > 5)
    tensor_error("Expected " + std::to_string(w.size()) + "-dimensional input for " + std::to_string(w.size()) +
                 "-dimensional weight " + sizes_text(w) + ", but got " + std::to_string(x.size()) +
                 "-dimensional input of size " + sizes_text(x) + " instead");
  size_t spatial = x.size() - 2;
  check_count("stride", g.stride, spatial);
  check_count("padding", g.padding, spatial);
  if (g.transposed) check_count("output_padding", g.output_padding, spatial);
  check_count("dilation", g.dilation, spatial);
  for (size_t i = 0; g.transposed && i < spatial; ++i)
    if (g.output_padding[i] >= g.stride[i] && g.output_padding[i] >= g.dilation[i]) refuse_output_padding(g);
  for (size_t i = 0; i < spatial; ++i)
    if (w[i + 2].hint() < 1) tensor_error("weight with a kernel of no elements is not supported");
}
void check_bias(const Args& args, const SymSizes& w, const Geometry& g) {
  if (!args.has(2)) return;
  SymSizes bias = sizes_of(args.tensor(2));
  SymInt wanted = g.transposed ? w[1] * SymInt(g.groups) : w[0];
  if (bias.size() == 1 && bias[0] == wanted) return;
  tensor_error(std::string("Given ") + (g.transposed ? "transposed=1, " : "") + "weight of size " + sizes_text(w) +
               ", expected bias to be 1-dimensional with " + std::to_string(wanted.hint()) +
               " elements, but got bias of size " + sizes_text(bias) + " instead");
}
SymSizes conv_sizes(const SymSizes& x, const SymSizes& w, const Geometry& g) {
  check_geometry(x, w, g);
  check_channels(x, w, g);
  SymSizes sizes = {x[0], g.transposed ? w[1] * SymInt(g.groups) : w[0]};
  std::string padded, kernel;
  bool fits = true;
  for (size_t i = 0; i + 2 < x.size(); ++i) {
    SymInt reach = (w[i + 2] - SymInt(1)) * SymInt(g.dilation[i]) + SymInt(1);
    if (g.transposed) {
      sizes.push_back((x[i + 2] - SymInt(1)) * SymInt(g.stride[i]) - SymInt(2) * SymInt(g.padding[i]) + reach +
                      SymInt(g.output_padding[i]));
      continue;
    }
    SymInt wide = x[i + 2] + SymInt(2) * SymInt(g.padding[i]);
    padded += (i ? " x " : "") + std::to_string(wide.hint());
    kernel += (i ? " x " : "") + std::to_string(reach.hint());
    fits = fits && wide.hint() >= reach.hint();
    sizes.push_back(floor_div(wide - reach, SymInt(g.stride[i])) + SymInt(1));
  }
  if (!fits)
    tensor_error("Calculated padded input size per channel: (" + padded + "). Kernel size: (" + kernel +
                 "). Kernel size can't be greater than actual input size");
  return sizes;
}
// Padding alone is no input.
void check_has_places(SymSizes x) {
  bool empty = std::any_of(x.begin() + 2, x.end(), [](const SymInt& size) { return size.hint() == 0; });
  if (!empty || x[0].hint() == 0 || x[1].hint() == 0) return;
  if (x.size() == 3) x.insert(x.begin() + 2, SymInt(1));  // lines are planes of one row
  tensor_error("Only zero batch or zero channel inputs are supported, but got input shape: " + sizes_text(x));
}
// Where PyTorch's CPU calls oneDNN, which words operands of two types in its own way.
bool has_library_kernel(const Tensor& x, const Tensor& w, const Geometry& g) {
  if (x.device().kind != DeviceKind::kCpu || x.rank() < 3) return false;
  if (x.dtype() != DType::kFloat32) return x.dtype() == DType::kBFloat16;
  SymSizes sizes = sizes_of(x), kernel = sizes_of(w);
  int64_t first_four = 1;
  for (size_t i = 0; i < 4 && i < sizes.size(); ++i) first_four *= sizes[i].hint();
  bool wide = w.rank() > 3 && kernel.back().hint() > 3 && kernel[kernel.size() - 2].hint() > 3;
  return g.groups > 1 || wide || sizes[0].hint() > 1 || first_four > 20480;
}
void refuse_library_type(const Tensor& x, const Tensor& t, const std::string& what) {
  if (x.dtype() == t.dtype()) return;
  auto type_of = [](const Tensor& each) {
    std::string name = dtype_scalar_name(each.dtype());
    bool modern = each.dtype() == DType::kBFloat16 || each.dtype() == DType::kBool;
    return modern ? "CPU" + name + "Type" : "torch." + name + "Tensor";
  };
  tensor_error("Input type (" + type_of(x) + ") and " + what + " type (" + type_of(t) +
               ") should be the same or input should be a MKLDNN tensor and " + what + " is a dense tensor");
}
Metas conv_infer(const Args& args) {
  const Tensor &x = args.tensor(0), &w = args.tensor(1);
  auto differ = [&](const Tensor& t, const char* what) {
    if (x.dtype() != t.dtype())
      tensor_error(std::string("Input type (") + dtype_cpp_name(x.dtype()) + ") and " + what + " type (" +
                   dtype_cpp_name(t.dtype()) + ") should be the same");
  };
  Geometry geometry = geometry_of(args);
  const bool library = has_library_kernel(x, w, geometry);
  if (args.has(2)) {
    if (library && geometry.transposed) refuse_library_type(x, args.tensor(2), "bias");
    differ(args.tensor(2), "bias");
  }
  if (library) refuse_library_type(x, w, "weight");
  if (x.dtype() != w.dtype())
    tensor_error(std::string("expected scalar type ") + dtype_scalar_name(x.dtype()) + " but found " +
                 dtype_scalar_name(w.dtype()));
  if (geometry.transposed) check_has_places(sizes_of(x));
  SymSizes sizes = conv_sizes(sizes_of(x), sizes_of(w), geometry);
  if (!geometry.transposed) check_has_places(sizes_of(x));
  check_bias(args, sizes_of(w), geometry);
  return {meta_like(x, sizes, x.dtype())};
}
// The gradients are made for the sizes that the forward gave.
void check_gradient(const Args& args, const Geometry& g) {
  SymSizes out = conv_sizes(sizes_of(args.tensor(1)), sizes_of(args.tensor(2)), g), given = sizes_of(args.tensor(0));
  if (!same_sizes(out, given))
    tensor_error("convolution_backward: expected grad_output of size " + sizes_text(out) + ", but got " +
                 sizes_text(given));
}
Tensor wide(const Tensor& t) { return as_contiguous(as_dtype(t, opmath_type(t.dtype()))); }
Outputs conv_kernel(const Args& args) {
  TensorMeta meta = conv_infer(args)[0];
  Geometry g = geometry_of(args);
  Tensor x = wide(args.tensor(0)), w = wide(args.tensor(1)), bias = args.has(2) ? wide(args.tensor(2)) : Tensor();
  Tensor out = empty_tensor(hints_of(meta.sizes), x.dtype());
  if (!g.transposed) {
    conv_forward(out, x, w, bias, kernel_geometry(g));
    return {as_dtype(out, meta.dtype)};
  }
  fill_tensor(out, Scalar::of(int64_t{0}));
  conv_backward_input(out, x, w, kernel_geometry(g));
  if (bias.defined()) {
    Dims sizes, strides;
    for (int i = 0; i < out.rank(); ++i) {
      sizes.push_back(i == 1 ? bias.numel() : 1);
      strides.push_back(i == 1 ? 1 : 0);
    }
    out = op_add.kernel({out, view_of(bias, sizes, strides, bias.impl()->offset), 1})[0];
  }
  return {as_dtype(out, meta.dtype)};
}
void conv_grad(GradContext& c) {
  const Args& a = c.attributes();
  IntList bias_sizes = {c.input_list_size(2) > 0 ? c.output_meta().sizes[1] : SymInt(0)};
  Outputs grads = call(op_convolution_backward, {c.grad_output(), c.input(0), c.input(1), bias_sizes, a[3], a[4], a[5],
                                                 a[6], a[7], a[8], f::wanted_gradients(c, {0, 1, 2})});
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads[i]);
}
// (grad_output, input, weight, bias_sizes, geometry of six, output_mask)
Outputs conv_backward(const Args& a) {
  const Tensor& grad = a.tensor(0);
  Args parts{grad, a[1], a[2], a[4], a[5], a[6], a[7], a[8], a[9]};
  Outputs grads(3);
  if (f::is_wanted(a, 10, 0)) grads[0] = call1(op_convolution_backward_input, parts);
  if (f::is_wanted(a, 10, 1)) grads[1] = call1(op_convolution_backward_weight, parts);
  if (!f::is_wanted(a, 10, 2)) return grads;
  std::vector<int> axes;
  for (int i = 0; i < grad.rank(); ++i)
    if (i != 1) axes.push_back(i);
  grads[2] = f::sum(grad, axes, false);
  return grads;
}

// F.convNd(input, weight, bias, stride, padding, dilation, groups): unbatched inputs get a batch of one.
Outputs conv_nd(const Args& a, int spatial, const IntList& padding) {
  const Tensor& x = a.tensor(0);
  std::string name = "conv" + std::to_string(spatial) + "d";
  int rank = x.rank();
  if (rank != spatial + 1 && rank != spatial + 2)
    tensor_error("Expected " + std::to_string(spatial + 1) + "D (unbatched) or " + std::to_string(spatial + 2) +
                 "D (batched) input to " + name + ", but got input of size: " + sizes_text(sizes_of(x)));
  IntList zeros(static_cast<size_t>(spatial), SymInt(0));
  Tensor batched = rank == spatial + 1 ? f::unsqueeze(x, 0) : x;
  Tensor out = call1(op_convolution, {batched, a[1], a[2], a[3], padding, a[5], false, zeros, a[6]});
  return {rank == spatial + 1 ? f::squeeze(out, 0) : out};
}
// 'same' and 'valid'; an odd total is padded by hand on the right.
Outputs conv_named(const Args& a, int spatial) {
  std::string mode = a.text_or(4, "valid");
  IntList padding(static_cast<size_t>(spatial), SymInt(0)), extra;
  if (mode != "same" && mode != "valid") tensor_error("Invalid padding string: '" + mode + "'");
  Args plain = a;
  if (a.tensor(1).rank() < 3) tensor_error("weight should have at least three dimensions");
  if (mode == "same" && a.tensor(1).rank() == spatial + 2) {
    SymSizes w = sizes_of(a.tensor(1));
    check_count("stride", a.plain_ints(3), static_cast<size_t>(spatial));
    check_count("dilation", a.plain_ints(5), static_cast<size_t>(spatial));
    bool uneven = false;
    for (int i = 0; i < spatial; ++i) {
      if (a.plain_ints(3)[static_cast<size_t>(i)] != 1)
        tensor_error("padding='same' is not supported for strided convolutions");
      const SymInt dilation(a.plain_ints(5)[static_cast<size_t>(i)]);
      int64_t total = (dilation * (w[static_cast<size_t>(i) + 2] - SymInt(1))).hint();
      padding[static_cast<size_t>(i)] = total / 2;
      extra.insert(extra.begin(), {SymInt(0), SymInt(total % 2)});
      uneven = uneven || total % 2;
    }
    if (uneven) plain[0] = call1(op_constant_pad, {a[0], extra, 0});
  }
  return conv_nd(plain, spatial, padding);
}
// (input, weight, bias, stride, padding, output_padding, groups, dilation)
Outputs conv_transpose(const Args& a, int spatial) {
  const Tensor& x = a.tensor(0);
  bool single = x.rank() == spatial + 1;
  Tensor out = call1(op_convolution, {single ? f::unsqueeze(x, 0) : x, a[1], a[2], a[3], a[4], a[7], true, a[5], a[6]});
  return {single ? f::squeeze(out, 0) : out};
}

// What _convolution_channels_last computes, as arguments of `convolution`.
Args plain_call(const Args& a) {
  return {a[0], a[1], a[2], a[3], a[4], a[5], false, IntList(a.ints(3).size(), SymInt(0)), a[6]};
}

IntList pair(int64_t value) { return {value, value}; }
IntList triple(int64_t value) { return {value, value, value}; }
std::vector<Sample> conv_samples() {
  Tensor x = sample_tensor({2, 4, 5, 5}), w = sample_tensor({4, 2, 3, 3}, -1, 1), b = sample_tensor({4});
  return {{Args{x, w, b, pair(2), pair(1), pair(1), false, pair(0), 2}, "strided groups"},
          {Args{sample_tensor({1, 2, 3}), sample_tensor({3, 2, 2}), Arg(), IntList{1}, IntList{0}, IntList{1}, false,
                IntList{0}, 1},
           "one axis"},
          {Args{sample_tensor({1, 2, 3, 3}), sample_tensor({3, 2, 1, 1}), Arg(sample_tensor({3})), pair(1), pair(0),
                pair(1), false, pair(0), 1},
           "pointwise, one image"},
          {Args{sample_tensor({1, 2, 3, 3}), sample_tensor({2, 3, 2, 2}), b.defined() ? Arg(sample_tensor({3})) : Arg(),
                pair(2), pair(1), pair(1), true, pair(1), 1},
           "transposed"}};
}
std::vector<Sample> gradient_samples() {
  return {{Args{sample_tensor({1, 3, 2, 2}), sample_tensor({1, 2, 3, 3}), sample_tensor({3, 2, 2, 2}), pair(1), pair(0),
                pair(1), false, pair(0), 1}}};
}
std::vector<Sample> conv2d_samples() {
  return {{Args{sample_tensor({1, 2, 4, 4}), sample_tensor({3, 2, 3, 3}), sample_tensor({3}), pair(1), pair(1), pair(1),
                1}}};
}
std::vector<Sample> conv1d_samples() {
  return {{Args{sample_tensor({1, 2, 4}), sample_tensor({3, 2, 3}), sample_tensor({3}), IntList{1}, IntList{1},
                IntList{1}, 1}}};
}

}  // namespace

constinit const OpDef op_convolution = define({
    .name = "convolution",
    .signature = "convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, "
                 "bool transposed, int[] output_padding, int groups) -> Tensor",
    .doc = "Convolution of [N, C, spatial...] with [O, C / groups, kernel...], or its transpose.",
    .traits = kFunction | kMatrix | kKeepsFormat,
    .samples = conv_samples,
    .infer = conv_infer,
    .kernel = conv_kernel,
    .grad = conv_grad,
    .grad_name = "ConvolutionBackward0",
    .saves_inputs = 3,
    .lower = convolution_lower,
});
constinit const OpDef op_convolution_backward = define({
    .name = "convolution_backward",
    .signature =
        "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, int[]? bias_sizes, int[] stride, "
        "int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups, int[] output_mask) "
        "-> (Tensor, Tensor, Tensor)",
    .doc = "The gradients of a convolution in its input, weight and bias, as far as output_mask asks for them.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Args a = gradient_samples()[0].args;
          IntList bias = {3};
          auto sample = [&](IntList mask) {
            return Args{a[0], a[1], a[2], bias, a[3], a[4], a[5], a[6], a[7], a[8], mask};
          };
          return std::vector<Sample>{{sample({1, 1, 1})}, {sample({0, 1, 0}), "weight"}};
        },
    .infer = [](const Args& a) -> Metas {
      const Tensor &x = a.tensor(1), &w = a.tensor(2);
      return {meta_like(x, sizes_of(x), x.dtype()), meta_like(w, sizes_of(w), w.dtype()),
              meta_like(w, {sizes_of(a.tensor(0))[1]}, w.dtype())};
    },
    .decompose = conv_backward,
});
constinit const OpDef op_convolution_backward_input = define({
    .name = "convolution_backward_input",
    .signature = "convolution_backward_input(Tensor grad_output, Tensor input, Tensor weight, int[] stride, int[] "
                 "padding, int[] dilation, bool transposed, int[] output_padding, int groups) -> Tensor",
    .doc = "The gradient of a convolution in its input.",
    .traits = kInternal | kMatrix,
    .samples = gradient_samples,
    .infer = [](const Args& a) -> Metas {
      return {meta_like(a.tensor(1), sizes_of(a.tensor(1)), a.tensor(1).dtype())};
    },
    .kernel = [](const Args& a) -> Outputs {
      Geometry g = geometry_of(a);
      check_gradient(a, g);
      Tensor grad = wide(a.tensor(0)), w = wide(a.tensor(2)), out = empty_tensor(a.tensor(1).sizes(), grad.dtype());
      fill_tensor(out, Scalar::of(int64_t{0}));
      if (g.transposed) conv_forward(out, grad, w, Tensor(), kernel_geometry(g));
      else conv_backward_input(out, grad, w, kernel_geometry(g));
      return {as_dtype(out, a.tensor(1).dtype())};
    },
    .grad =
        [](GradContext& c) {  // linear in the gradient and in the weight
          const Args& a = c.attributes();
          Tensor h = c.grad_output();
          if (c.needs(0)) c.set(0, call1(op_convolution, {h, c.input(2), Arg(), a[3], a[4], a[5], a[6], a[7], a[8]}));
          if (c.needs(2))
            c.set(2, call1(op_convolution_backward_weight,
                           {c.input(0), h, c.input(2), a[3], a[4], a[5], a[6], a[7], a[8]}));
        },
    .grad_name = "ConvolutionBackwardBackward0",
    .saves_inputs = 5,
    .lower = convolution_backward_input_lower,
});
constinit const OpDef op_convolution_backward_weight = define({
    .name = "convolution_backward_weight",
    .signature = "convolution_backward_weight(Tensor grad_output, Tensor input, Tensor weight, int[] stride, int[] "
                 "padding, int[] dilation, bool transposed, int[] output_padding, int groups) -> Tensor",
    .doc = "The gradient of a convolution in its weight.",
    .traits = kInternal | kMatrix,
    .samples = gradient_samples,
    .infer = [](const Args& a) -> Metas {
      return {meta_like(a.tensor(2), sizes_of(a.tensor(2)), a.tensor(2).dtype())};
    },
    .kernel = [](const Args& a) -> Outputs {
      Geometry g = geometry_of(a);
      check_gradient(a, g);
      Tensor grad = wide(a.tensor(0)), x = wide(a.tensor(1)), out = empty_tensor(a.tensor(2).sizes(), grad.dtype());
      fill_tensor(out, Scalar::of(int64_t{0}));
      if (g.transposed) conv_backward_weight(out, x, grad, kernel_geometry(g));
      else conv_backward_weight(out, grad, x, kernel_geometry(g));
      return {as_dtype(out, a.tensor(2).dtype())};
    },
    .grad =
        [](GradContext& c) {  // linear in the gradient and in the input
          const Args& a = c.attributes();
          Tensor h = c.grad_output();
          if (c.needs(0)) c.set(0, call1(op_convolution, {c.input(1), h, Arg(), a[3], a[4], a[5], a[6], a[7], a[8]}));
          if (c.needs(1))
            c.set(1, call1(op_convolution_backward_input,
                           {c.input(0), c.input(1), h, a[3], a[4], a[5], a[6], a[7], a[8]}));
        },
    .grad_name = "ConvolutionBackwardBackward0",
    .saves_inputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_convolution_channels_last = define({
    .name = "_convolution_channels_last",
    .signature = "_convolution_channels_last(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, "
                 "int[] dilation, int groups, bool relu) -> Tensor",
    .doc = "Convolution, and maybe its positive part, with the channels of the result innermost in memory.",
    .traits = kInternal | kMatrix,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4, 5, 5}), sample_tensor({4, 2, 3, 3}, -1, 1),
                                           sample_tensor({4}), pair(2), pair(1), pair(1), 2, true}}};
        },
    .infer = [](const Args& a) -> Metas {
      TensorMeta meta = conv_infer(plain_call(a))[0];
      meta.strides.assign(meta.sizes.size(), SymInt(1));
      SymInt step = meta.sizes[1];
      for (size_t i = meta.sizes.size(); i-- > 2; step = step * meta.sizes[i]) meta.strides[i] = step;
      meta.strides[0] = step;
      return {meta};
    },
    .kernel = [](const Args& a) -> Outputs {
      Outputs out = conv_kernel(plain_call(a));
      return a.boolean(7) ? op_relu.kernel({out[0]}) : out;
    },
    .no_grad = "made after the gradient graphs are",
    .lower = extern_lower,
});
constinit const OpDef op_conv1d = define({
    .name = "conv1d",
    .signature = "conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] "
                 "dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution along one axis.",
    .traits = kFunction | kFunctional,
    .samples = conv1d_samples,
    .decompose = [](const Args& a) { return conv_nd(a, 1, a.ints(4)); },
});
constinit const OpDef op_conv1d_named = define({
    .name = "conv1d.padding",
    .signature = "conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str padding='valid', "
                 "int[1] dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution along one axis with padding 'same' or 'valid'.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 4}), sample_tensor({3, 2, 2}), Arg(), IntList{1}, "same", IntList{1}, 1}}};
        },
    .decompose = [](const Args& a) { return conv_named(a, 1); },
});
constinit const OpDef op_conv2d = define({
    .name = "conv2d",
    .signature = "conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
                 "dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution over a plane.",
    .traits = kFunction | kFunctional,
    .samples = conv2d_samples,
    .decompose = [](const Args& a) { return conv_nd(a, 2, a.ints(4)); },
});
constinit const OpDef op_conv2d_named = define({
    .name = "conv2d.padding",
    .signature = "conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding='valid', "
                 "int[2] dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution over a plane with padding 'same' or 'valid'.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 4, 4}), sample_tensor({3, 2, 3, 3}), Arg(), pair(1), "same", pair(1), 1}}};
        },
    .decompose = [](const Args& a) { return conv_named(a, 2); },
});
constinit const OpDef op_conv_transpose1d = define({
    .name = "conv_transpose1d",
    .signature = "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, "
                 "int[1] output_padding=0, int groups=1, int[1] dilation=1) -> Tensor",
    .doc = "Transposed convolution along one axis.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 3}), sample_tensor({2, 3, 2}), Arg(), IntList{2},
                                           IntList{0}, IntList{0}, 1, IntList{1}}}};
        },
    .decompose = [](const Args& a) { return conv_transpose(a, 1); },
});
constinit const OpDef op_conv_transpose2d = define({
    .name = "conv_transpose2d",
    .signature = "conv_transpose2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, "
                 "int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor",
    .doc = "Transposed convolution over a plane.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 2, 2}), sample_tensor({2, 3, 2, 2}), sample_tensor({3}),
                                           pair(2), pair(0), pair(0), 1, pair(1)}}};
        },
    .decompose = [](const Args& a) { return conv_transpose(a, 2); },
});
constinit const OpDef op_conv3d = define({
    .name = "conv3d",
    .signature = "conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
                 "dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution over a volume.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 2, 3, 3}), sample_tensor({2, 2, 1, 2, 2}), Arg(),
                                           triple(1), triple(0), triple(1), 1}}};
        },
    .decompose = [](const Args& a) { return conv_nd(a, 3, a.ints(4)); },
});
constinit const OpDef op_conv3d_named = define({
    .name = "conv3d.padding",
    .signature = "conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding='valid', "
                 "int[3] dilation=1, int groups=1) -> Tensor",
    .doc = "Convolution over a volume with padding 'same' or 'valid'.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 1, 2, 3, 3}), sample_tensor({2, 1, 1, 3, 3}), Arg(),
                                           triple(1), "same", triple(1), 1}}};
        },
    .decompose = [](const Args& a) { return conv_named(a, 3); },
});
constinit const OpDef op_conv_transpose3d = define({
    .name = "conv_transpose3d",
    .signature = "conv_transpose3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, "
                 "int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor",
    .doc = "Transposed convolution over a volume.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 2, 2, 2, 2}), sample_tensor({2, 1, 1, 2, 2}),
                                           sample_tensor({1}), triple(1), triple(0), triple(0), 1, triple(1)}}};
        },
    .decompose = [](const Args& a) { return conv_transpose(a, 3); },
});

VT_OPS(convolutions, &op_convolution_backward, &op_convolution, &op_convolution_channels_last,
       &op_convolution_backward_input, &op_convolution_backward_weight, &op_conv1d, &op_conv1d_named, &op_conv2d,
       &op_conv2d_named, &op_conv_transpose1d, &op_conv_transpose2d, &op_conv3d, &op_conv3d_named, &op_conv_transpose3d)

}  // namespace vt
