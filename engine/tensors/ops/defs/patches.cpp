// Patches of planes as columns, and a few functions of numbers and tensors.
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/kernels/conv.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"
#include "tensor/warning.h"

namespace vt {

namespace {

// From the first to the last tap of a window, both included.
int64_t window_reach(int64_t kernel, int64_t dilation) {
  return checked_add(checked_multiply(dilation, kernel - 1), 1);
}
// Height and width: lists of any length come from programs.
void check_pair(size_t count, std::string_view name) {
  if (count == 2) return;
  tensor_error("It is expected " + std::string(name) + (name == "kernel" ? "_size" : "") +
               " equals to 2, but got size " + std::to_string(count));
}
// Raises where windows of these sizes have no place on the last two axes.
void check_windows(const Tensor& t, const std::vector<int64_t>& kernel, const std::vector<int64_t>& dilation,
                   const std::vector<int64_t>& padding, const std::vector<int64_t>& stride) {
  auto demand = [](const std::vector<int64_t>& values, int64_t least, const char* what, const char* name) {
    check_pair(values.size(), name == std::string_view("pad") ? "padding" : name);
    if (values[0] < least || values[1] < least)
      tensor_error(std::string(what) + ", but got " + name + "_height: " + std::to_string(values[0]) + " " + name +
                   "_width: " + std::to_string(values[1]));
  };
  demand(kernel, 1, "kernel size should be greater than zero", "kernel");
  demand(dilation, 1, "dilation should be greater than zero", "dilation");
  demand(padding, 0, "padding should be non-negative", "pad");
  demand(stride, 1, "stride should be greater than zero", "stride");
  auto pair = [](int64_t a, int64_t b) { return "(" + std::to_string(a) + ", " + std::to_string(b) + ")"; };
  int64_t sizes[2] = {t.size(t.rank() - 2), t.size(t.rank() - 1)}, blocks[2];
  for (size_t i = 0; i < 2; ++i) {
    const int64_t room =
        checked_subtract(checked_add(sizes[i], checked_multiply(2, padding[i])), window_reach(kernel[i], dilation[i]));
    blocks[i] = (room < 0 ? -((-(room + 1)) / stride[i]) - 1 : room / stride[i]) + 1;
  }
  if (blocks[0] < 1 || blocks[1] < 1)
    tensor_error("Given input with spatial size " + pair(sizes[0], sizes[1]) +
                 ", kernel_size=" + pair(kernel[0], kernel[1]) + ", dilation=" + pair(dilation[0], dilation[1]) +
                 ", padding=" + pair(padding[0], padding[1]) + ", calculated shape of the array of sliding blocks as " +
                 pair(blocks[0], blocks[1]) + ", but its components must be at least one.");
}
void check_planes(const Tensor& t) {
  if (t.rank() == 3 || t.rank() == 4) return;
  tensor_error(
      "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but "
      "got: " +
      sizes_text(sizes_of(t)));
}
// self[N, C, H, W] to [N, C * kernel area, positions].
Outputs patches(const Args& a) {
  Tensor t = a.tensor(0);
  bool single = t.rank() == 3;
  check_planes(t);
  if (single) t = f::unsqueeze(t, 0);
  std::vector<int64_t> kernel = a.plain_ints(1), dilation = a.plain_ints(2), padding = a.plain_ints(3),
                       stride = a.plain_ints(4);
  check_windows(t, kernel, dilation, padding, stride);
  if (padding[0] || padding[1])
    t = call1(op_constant_pad, {t, IntList{padding[1], padding[1], padding[0], padding[0]}, 0});
  for (int i = 0; i < 2; ++i) {
    size_t k = static_cast<size_t>(i);
    int64_t reach = window_reach(kernel[k], dilation[k]);
    t = call1(op_unfold, {t, 2 + i, reach, stride[k]});
    if (dilation[k] > 1) t = f::slice(t, 4 + i, 0, reach, dilation[k]);
  }
  SymSizes sizes = sizes_of(t);
  Tensor columns =
      f::reshape(f::permute(t, {0, 1, 4, 5, 2, 3}), {sizes[0], sizes[1] * sizes[4] * sizes[5], sizes[2] * sizes[3]});
  return {single ? f::squeeze(columns, 0) : columns};
}

// Arguments from `first` on: kernel, dilation, padding and stride, over planes of these sizes.
PatchGrid grid_of(const Args& a, size_t first, int64_t height, int64_t width) {
  auto pair = [&](size_t i) { return std::array<int64_t, 2>{a.plain_ints(i)[0], a.plain_ints(i)[1]}; };
  PatchGrid grid{pair(first), {height, width}, pair(first + 3), pair(first + 2), pair(first + 1)};
  for (size_t i = 0; i < 2; ++i)
    grid.positions[i] = checked_subtract(checked_add(grid.positions[i], checked_multiply(2, grid.padding[i])),
                                         window_reach(grid.kernel[i], grid.dilation[i])) /
                            grid.stride[i] +
                        1;
  return grid;
}
Tensor with_batch(const Tensor& t, int rank) {
  if (t.rank() == rank) return t;
  Dims sizes = t.sizes(), strides = t.strides();
  sizes.insert(0, 1);
  strides.insert(0, 0);
  return view_of(t, sizes, strides, t.impl()->offset);
}
Metas patches_infer(const Args& a) {
  const Tensor& t = a.tensor(0);
  check_planes(t);
  check_windows(t, a.plain_ints(1), a.plain_ints(2), a.plain_ints(3), a.plain_ints(4));
  SymSizes sizes = sizes_of(t);
  SymInt positions = 1, area = 1;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t kernel = a.plain_ints(1)[i], reach = window_reach(kernel, a.plain_ints(2)[i]);
    const SymInt room = sizes[sizes.size() - 2 + i] + (SymInt(2) * SymInt(a.plain_ints(3)[i]) - SymInt(reach));
    positions = positions * (floor_div(room, SymInt(a.plain_ints(4)[i])) + SymInt(1));
    area = area * SymInt(kernel);
  }
  sizes.pop_back();
  sizes.back() = positions;
  sizes[sizes.size() - 2] = sizes[sizes.size() - 2] * area;
  return {meta_like(t, sizes, t.dtype())};
}
Outputs patches_kernel(const Args& a) {
  const Tensor& t = a.tensor(0);
  if (!is_floating(t.dtype()) || t.device().kind != DeviceKind::kCpu) return patches(a);
  Tensor out = empty_for(patches_infer(a)[0]);
  if (out.numel() > 0)
    take_patches(with_batch(out, 3), with_batch(t, 4), grid_of(a, 1, t.size(t.rank() - 2), t.size(t.rank() - 1)));
  return {out};
}
// (self, output_size, kernel, dilation, padding, stride): self[N, C * kernel area, positions]
Metas planes_infer(const Args& a) {
  constexpr const char* kNames[] = {"output_size", "kernel", "dilation", "padding", "stride"};
  for (size_t i = 1; i <= 5; ++i) check_pair(a.ints(i).size(), kNames[i - 1]);
  SymSizes sizes = sizes_of(a.tensor(0));
  const int64_t area = checked_multiply(a.plain_ints(2)[0], a.plain_ints(2)[1]);
  sizes[sizes.size() - 2] = floor_div(sizes[sizes.size() - 2], SymInt(area));
  sizes.back() = a.ints(1)[0];
  sizes.push_back(a.ints(1)[1]);
  return {meta_like(a.tensor(0), sizes, a.tensor(0).dtype())};
}
Outputs planes_kernel(const Args& a) {
  const Tensor& t = a.tensor(0);
  Tensor out = empty_for(planes_infer(a)[0]);
  const PatchGrid grid = grid_of(a, 2, out.size(out.rank() - 2), out.size(out.rank() - 1));
  if (t.sizes().back() != grid.positions[0] * grid.positions[1])
    tensor_error("col2im: the columns are not those of such patches");
  if (t.numel() == 0) fill_tensor(out, Scalar::of(int64_t{0}));
  else if (out.numel() > 0) add_patches(with_batch(out, 4), with_batch(t, 3), grid);
  return {out};
}

// (self, q, dim, keepdim, interpolation): values at places q * (n - 1) of the sorted elements.
Outputs quantiles(const Args& a, bool skip_nan) {
  const Tensor& self = a.tensor(0);
  std::string name = skip_nan ? "nanquantile" : "quantile", mode = a.text_or(4, "linear");
  if (self.numel() == 0) tensor_error("quantile() input tensor must be non-empty");
  if (!is_floating(self.dtype())) tensor_error(name + "() input tensor must be either float or double dtype");
  if (mode != "linear" && mode != "lower" && mode != "higher" && mode != "midpoint" && mode != "nearest")
    tensor_error(name + "() interpolation must be one of linear, lower, higher, midpoint or nearest, but got " + mode);
  bool one = !a[1].is_tensor() || a.tensor(1).rank() == 0;
  Tensor q;
  if (a[1].is_tensor()) {
    q = f::reshape(a.tensor(1), {count_of(sizes_of(a.tensor(1)))});
    if (q.dtype() != self.dtype()) tensor_error(name + "() q tensor must be same dtype as the input tensor");
    if (a.tensor(1).rank() > 1) tensor_error(name + "() q must be a scalar or 1D tensor");
    if (!q.is_fake() && q.device().kind == DeviceKind::kCpu && q.numel() > 0 &&
        read_element(op_all.kernel({op_logical_and.kernel({op_ge.kernel({q, 0})[0], op_le.kernel({q, 1})[0]})[0]})[0],
                     {}) == 0)
      tensor_error(name + "() q values must be in the range [0, 1]");
  } else {
    if (!(a.real(1) >= 0 && a.real(1) <= 1))
      tensor_error(name + "() q must be in the range [0, 1] but got " + number_text(a.real(1)));
    q = f::full({1}, a.real(1), self.dtype(), self.device());
  }
  int axis = a.has(2) ? wrap_axis(a.integer(2), self.rank()) : 0;
  Tensor t = a.has(2) ? self : f::reshape(self, {count_of(sizes_of(self))});
  if (t.rank() == 0) t = f::unsqueeze(t, 0);
  if (axis != t.rank() - 1) t = f::transpose(t, axis, -1);
  Tensor sorted = call(op_sort, {t, -1, false, false})[0];
  Tensor nan = call1(op_isnan, {sorted}), last;
  if (skip_nan) {
    Tensor count = f::sum(f::logical_not(nan), {t.rank() - 1}, true);
    last = f::to_dtype(f::sub(count, 1), DType::kFloat64);
    last = f::maximum(last, f::zeros_like(last));
  } else {
    SymSizes sizes = sizes_of(t);
    SymInt size = sizes.back();
    sizes.back() = 1;
    last = f::full(sizes, size - SymInt(1), DType::kFloat64, self.device());
  }
  // Places are float64, of a q that was rounded to the type of the elements.
  Tensor place = f::mul(last, f::to_dtype(q, DType::kFloat64));
  // NaNs sort last, and one of them makes every quantile NaN.
  if (!skip_nan) place = f::where(call1(op_any_dim, {nan, t.rank() - 1, true}), last, place);
  if (mode == "lower") place = call1(op_floor, {place});
  if (mode == "higher") place = call1(op_ceil, {place});
  if (mode == "nearest") place = call1(op_round, {place});
  Tensor value = f::gather(sorted, -1, f::to_dtype(place, DType::kInt64));
  if (mode == "linear" || mode == "midpoint") {
    Tensor above = call1(op_ceil, {place});
    Tensor weight = mode == "midpoint" ? f::full_like(place, 0.5) : f::sub(place, call1(op_floor, {place}));
    weight = f::to_dtype(weight, self.dtype());
    value = call1(op_lerp, {value, f::gather(sorted, -1, f::to_dtype(above, DType::kInt64)), weight});
  }
  // The reduced axis goes back to its place with size 1, and the axis of q comes first.
  value = f::unsqueeze(value, -2);
  if (axis != t.rank() - 1) value = f::transpose(value, axis, t.rank() - 1);
  std::vector<int> order = {value.rank() - 1};
  for (int i = 0; i + 1 < value.rank(); ++i) order.push_back(i);
  value = f::permute(value, order);
  if (!a.boolean_or(3, false)) value = call1(op_squeezed, {value, axis + 1});
  else if (!a.has(2)) {
    SymSizes kept(static_cast<size_t>(self.rank()) + 1, SymInt(1));
    kept[0] = sizes_of(q)[0];
    value = f::reshape(value, kept);
  }
  value = one ? call1(op_squeezed, {value, 0}) : value;
  // A number has no axis to keep.
  if (self.rank() == 0 && a.has(2) && a.boolean_or(3, false)) value = call1(op_squeezed, {value, -1});
  return {value};
}
std::vector<Sample> quantile_samples() {
  return {{Args{sample_tensor({2, 4}), 0.3, 1, false, "linear"}},
          {Args{sample_tensor({5}), 0.5, Arg(), false, "lower"}}};
}
std::vector<Sample> tensor_quantile_samples() {
  Tensor q = tensor_of(Dims{2}, DType::kFloat64, std::vector<double>{0.2, 0.7});
  return {{Args{sample_tensor({3, 4}), q, 0, true, "linear"}}, {Args{sample_tensor({5}), q, Arg(), false, "midpoint"}}};
}
constexpr OpDef quantile(const char* name, const char* signature, DecomposeFn decompose,
                         SamplesFn samples = quantile_samples) {
  return {.name = name,
          .signature = signature,
          .doc = "The value below which a share q of the elements lies.",
          .samples = samples,
          .decompose = decompose};
}

}  // namespace

constinit const OpDef op_im2col = define({
    .name = "unfold.functional",
    .signature = "unfold.functional(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] "
                 "stride=1) -> Tensor",
    .doc = "Patches of planes as columns: [N, C, H, W] to [N, C * kernel area, positions].",
    .traits = kFunctional,
    .samples =
        [] {
          IntList one = {1, 1}, zero = {0, 0};
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 3, 4}), IntList{2, 2}, one, zero, one}},
              {Args{sample_tensor({1, 1, 5, 5}), IntList{2, 2}, IntList{2, 2}, one, IntList{2, 1}}, "dilated"}};
        },
    .infer = patches_infer,
    .kernel = patches_kernel,
    .grad =
        [](GradContext& c) {
          SymSizes sizes = c.input_meta(0).sizes;
          const IntList plane(sizes.end() - 2, sizes.end());
          const Args& a = c.attributes();
          c.set(0, call1(op_col2im, {c.grad_output(), plane, a[1], a[2], a[3], a[4]}));
        },
    .grad_name = "Im2ColBackward0",
    .decompose = patches,
});
constinit const OpDef op_col2im = define({
    .name = "col2im",
    .signature = "col2im(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] "
                 "stride) -> Tensor",
    .doc = "Columns of patches added up in the planes that they are from.",
    .traits = kInternal,
    .samples =
        [] {
          IntList one = {1, 1}, zero = {0, 0};
          return std::vector<Sample>{
              {Args{sample_tensor({1, 8, 6}), IntList{3, 4}, IntList{2, 2}, one, zero, one}},
              {Args{sample_tensor({4, 15}), IntList{5, 5}, IntList{2, 2}, IntList{2, 2}, one, IntList{2, 1}},
               "dilated"}};
        },
    .infer = planes_infer,
    .kernel = planes_kernel,
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          c.set(0, call1(op_im2col, {c.grad_output(), a[2], a[3], a[4], a[5]}));
        },
    .grad_name = "Col2ImBackward0",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_remainder_number = define({
    .name = "remainder.Scalar_Tensor",
    .signature = "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    .doc = "A number modulo each element; the sign is the divisor's.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{5.5, sample_tensor({2, 3}, 0.4, 2)}}};
        },
    .infer = pointwise_infer<op_remainder_number>,
    .kernel = pointwise_kernel<op_remainder_number>,
    .grad =
        [](GradContext& c) {
          Tensor b = c.input(1);
          Tensor a = f::full({}, c.attributes()[0], b.dtype(), b.device());
          c.set(1, f::neg(f::mul(c.grad_output(), call1(op_div_mode, {a, b, "floor"}))));
        },
    .grad_name = "RemainderBackward1",
    .saves_inputs = 2,
    .pointwise = binary_expr<S::kRemainder>,
});
constinit const OpDef op_cross = define({
    .name = "cross",
    .signature = "cross(Tensor self, Tensor other, int? dim=None) -> Tensor",
    .doc = "The vector product along an axis of size 3, the first of them unless given.",
    .traits = kFunction | kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5), -1}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& a = args.tensor(0);
      if (args.has(2)) return call(op_linalg_cross, {args[0], args[1], args[2]});
      tensor_warning(
          "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or "
          "simply use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in "
          "a "
          "future release. (Triggered internally at ./aten/src/ATen/native/Cross.cpp:63.)",
          true);
      int axis = 0;
      while (axis < a.rank() && a.size(axis) != 3) ++axis;
      if (axis == a.rank()) tensor_error("no dimension of size 3 in input");
      return call(op_linalg_cross, {args[0], args[1], axis});
    },
});
constinit const OpDef op_linalg_cross = define({
    .name = "linalg_cross",
    .signature = "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
    .doc = "The vector product along an axis of size 3.",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5), -1}}};
        },
    .grad_name = "LinalgCrossBackward0",
    .decompose = [](const Args& args) -> Outputs {
      const Tensor &a = args.tensor(0), &b = args.tensor(1);
      if (a.rank() != b.rank()) tensor_error("linalg.cross: inputs must have the same number of dimensions.");
      int axis = wrap_axis(args.integer(2), a.rank());
      if (a.size(axis) != 3 || b.size(axis) != 3)
        tensor_error("linalg.cross: inputs dimension " + std::to_string(args.integer(2)) + " must have length 3. Got " +
                     std::to_string(a.size(axis)) + " and " + std::to_string(b.size(axis)));
      auto rolled = [&](const Tensor& t, int shift) { return call1(op_roll_axis, {t, shift, axis}); };
      return {f::sub(f::mul(rolled(a, -1), rolled(b, 1)), f::mul(rolled(a, 1), rolled(b, -1)))};
    },
});
constinit const OpDef op_quantile = define(quantile(
    "quantile.scalar",
    "quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    [](const Args& a) { return quantiles(a, false); }));
constinit const OpDef op_quantile_tensor = define(quantile(
    "quantile",
    "quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    [](const Args& a) { return quantiles(a, false); }, tensor_quantile_samples));
constinit const OpDef op_nanquantile =
    define(quantile("nanquantile.scalar",
                    "nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str "
                    "interpolation='linear') -> Tensor",
                    [](const Args& a) { return quantiles(a, true); }));
constinit const OpDef op_nanquantile_tensor = define(quantile(
    "nanquantile",
    "nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor",
    [](const Args& a) { return quantiles(a, true); }, tensor_quantile_samples));

// A tensor of one number is q before it is a number.
VT_OPS(patches, &op_im2col, &op_col2im, &op_remainder_number, &op_cross, &op_linalg_cross, &op_quantile_tensor,
       &op_quantile, &op_nanquantile_tensor, &op_nanquantile)

}  // namespace vt
