// The largest element of each window, and where it is.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/views.h"
#include "ops/families/windows.h"
#include "ops/kernels/copy.h"

namespace vt {
namespace {

using S = loop::ScalarOp;

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

Outputs max_backward_kernel(const Args& a) {
  const Tensor &grad = a.tensor(0), &t = a.tensor(1), &places = a.tensor(7);
  const bool plain = t.device().kind == DeviceKind::kCpu && places.device() == t.device() &&
                     (t.dtype() == DType::kFloat32 || t.dtype() == DType::kFloat64) && grad.dtype() == t.dtype() &&
                     places.dtype() == DType::kInt64 && grad.sizes() == places.sizes() && grad.numel() > 0;
  if (!plain) return max_backward(a);
  const int rank = t.rank();
  const int64_t size = t.size(rank - 2) * t.size(rank - 1);
  if (pools_channels_last(t)) {
    Tensor result = with_channels_last(meta_of(t));
    if (max_windows_backward(as_contiguous(channels_moved_last(grad)), as_contiguous(channels_moved_last(places)),
                             result, size, t.size(1)))
      return {channels_moved_back(result)};
    return max_backward(a);
  }
  Tensor result = empty_tensor(t.sizes(), t.dtype());
  if (max_windows_backward(as_contiguous(grad), as_contiguous(places), result, size)) return {result};
  return max_backward(a);
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
    .kernel = max_backward_kernel,
    .decompose = max_backward,
});
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

VT_OPS(max_pooling, &op_max_pool_backward, &op_max_pool2d_indices, &op_max_pool2d, &op_max_pool1d)

}  // namespace vt
