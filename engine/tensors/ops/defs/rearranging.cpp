// Copies that move elements by a fixed rule: flip, roll, triangles, padding.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/texts.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"
#include "tensor/extent.h"

namespace vt {

namespace {

Metas same_infer(const Args& args) {
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype())};
}
Tensor part(const Tensor& t, int axis, int64_t start, int64_t length) {
  Dims sizes = t.sizes();
  sizes[axis] = length;
  return view_of(t, sizes, t.strides(), t.impl()->offset + start * t.strides()[axis]);
}

std::vector<int> flip_axes(const Args& args, int rank) {
  if (args.ints(1).empty()) return {};
  return wrap_axes(args.ints(1), rank);
}
// A copy with negative strides on the reading side.
Outputs flip_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  std::vector<int> axes = flip_axes(args, t.rank());
  Tensor out = empty_for(t.is_contiguous() ? same_infer(args)[0] : meta_preserving(t, t.dtype()));
  if (out.numel() == 0) return {out};
  Dims strides = out.strides();
  int64_t offset = out.impl()->offset;
  for (int axis : axes) {
    offset += (t.size(axis) - 1) * strides[axis];
    strides[axis] = -strides[axis];
  }
  copy_tensor(view_of(out, out.sizes(), strides, offset), t);
  return {out};
}

Outputs roll_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  int axis = wrap_axis(args.integer(2), t.rank());
  Tensor out = empty_for(same_infer(args)[0]);
  int64_t size = t.size(axis);
  if (t.numel() == 0) return {out};
  int64_t shift = ((args.integer(1) % size) + size) % size;
  copy_tensor(part(out, axis, shift, size - shift), part(t, axis, 0, size - shift));
  copy_tensor(part(out, axis, 0, shift), part(t, axis, size - shift, shift));
  return {out};
}

template <bool lower>
ExprId triangle(loop::ExprGraph& g, const Index& i, int64_t offset) {
  SymExpr row = sym_add(i[i.size() - 2], sym_constant(offset));
  return index_compare(g, lower ? S::kLessEqual : S::kGreaterEqual, i.back(), row);
}
template <bool lower>
Outputs triangle_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (t.rank() < 2)
    tensor_error(std::string(lower ? "tril" : "triu") + ": input tensor must have at least 2 dimensions");
  Tensor out = empty_for(same_infer(args)[0]);
  copy_tensor(out, t);
  int64_t rows = t.size(t.rank() - 2), columns = t.size(t.rank() - 1);
  int64_t offset = std::clamp(args.integer_or(1, 0), -rows - 1, columns + 1);  // beyond, all is one side
  // Rows of zeros, over all matrices of the batch at once.
  for (int64_t row = 0; row < rows; ++row) {
    int64_t from = lower ? std::clamp<int64_t>(row + offset + 1, 0, columns) : 0;
    int64_t to = lower ? columns : std::clamp<int64_t>(row + offset, 0, columns);
    if (from >= to) continue;
    Tensor line = part(part(out, t.rank() - 2, row, 1), t.rank() - 1, from, to - from);
    fill_tensor(line, Scalar::of(int64_t{0}));
  }
  return {out};
}
template <bool lower>
void triangle_lower(LowerContext& c, const Args& args) {
  int64_t offset = args.integer_or(1, 0);
  DType dtype = c.output_meta().dtype;
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
    return g.select(triangle<lower>(g, i, offset), in(g, i), scalar_constant(g, Scalar::of(int64_t{0}), dtype));
  });
}
std::vector<Sample> triangle_samples() {
  return {{Args{sample_tensor({3, 4}), 0}}, {Args{sample_tensor({2, 3, 3}), 1}}, {Args{sample_tensor({3, 3}), -1}}};
}

// Padding before and after each axis, from the last axis inwards as given.
struct Padding {
  SymInt before = 0, after = 0;
};
std::vector<Padding> paddings(const Args& args, size_t rank) {
  const IntList& pad = args.ints(1);
  if (pad.size() % 2 != 0) tensor_error("Padding length must be divisible by 2");
  if (pad.size() > rank * 2)
    tensor_error(
        "Padding length should be less than or equal to two times the input dimension but got padding length " +
        std::to_string(pad.size()) + " and input of dimension " + std::to_string(rank));
  std::vector<Padding> result(rank);
  for (size_t i = 0; i < pad.size() / 2; ++i) result[rank - 1 - i] = {pad[2 * i], pad[2 * i + 1]};
  return result;
}
Metas pad_infer(const Args& args) {
  SymSizes sizes = sizes_of(args.tensor(0));
  std::vector<Padding> pads = paddings(args, sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    // Negative padding cuts first, on one side after the other.
    int64_t left = sizes[i].hint() + std::min<int64_t>(0, pads[i].before.hint());
    if (left < 0 || left + std::min<int64_t>(0, pads[i].after.hint()) < 0)
      tensor_error("narrow(): length must be non-negative.");
    sizes[i] = sizes[i] + pads[i].before + pads[i].after;
  }
  return {meta_like(args.tensor(0), sizes, args.tensor(0).dtype())};
}
Outputs pad_kernel(const Args& args) {
  Tensor from = args.tensor(0);
  check_number_fits(args.scalar(2), from.dtype());
  Tensor out = empty_for(pad_infer(args)[0]);
  fill_tensor(out, args.scalar(2));
  std::vector<Padding> pads = paddings(args, static_cast<size_t>(from.rank()));
  Tensor into = out;
  for (int i = 0; i < from.rank(); ++i) {
    int64_t before = pads[static_cast<size_t>(i)].before.hint(), after = pads[static_cast<size_t>(i)].after.hint();
    from = part(from, i, std::max<int64_t>(0, -before),
                from.size(i) - std::max<int64_t>(0, -before) - std::max<int64_t>(0, -after));
    into = part(into, i, std::max<int64_t>(0, before),
                into.size(i) - std::max<int64_t>(0, before) - std::max<int64_t>(0, after));
  }
  copy_tensor(into, from);
  return {out};
}
void pad_lower(LowerContext& c, const Args& args) {
  SymSizes sizes = c.input_meta(0).sizes;
  std::vector<Padding> pads = paddings(args, sizes.size());
  DType dtype = c.output_meta().dtype;
  Scalar value = args.scalar(2);
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
    ExprId inside = loop::kNoExpr;
    auto also = [&](ExprId condition) {
      inside = inside == loop::kNoExpr ? condition : g.binary(S::kAnd, inside, condition);
    };
    for (size_t k = 0; k < i.size(); ++k) {
      if (!pads[k].before.symbolic() && pads[k].before.hint() == 0 && !pads[k].after.symbolic() &&
          pads[k].after.hint() == 0)
        continue;
      i[k] = sym_sub(i[k], pads[k].before.expr());
      also(index_compare(g, S::kGreaterEqual, i[k], sym_constant(0)));
      also(index_compare(g, S::kLess, i[k], sizes[k].expr()));
      i[k] = clamp_index(i[k], sizes[k]);
    }
    ExprId loaded = in(g, i);
    return inside == loop::kNoExpr ? loaded : g.select(inside, loaded, scalar_constant(g, value, dtype));
  });
}

// reflect, replicate and circular padding: the positions along one axis.
// Of several axes all but replicate may leave none.
std::vector<int64_t> border_places(const SymSizes& sizes, int axis, int64_t before, int64_t after,
                                   const std::string& mode, size_t axes) {
  int64_t size = sizes[static_cast<size_t>(axis)].guard_int();
  const int64_t padded = checked_add(checked_add(size, before), after);
  if (mode == "reflect" && (before >= size || after >= size))
    tensor_error("Argument #" + std::to_string(2 + 2 * (static_cast<int>(sizes.size()) - axis)) +
                 ": Padding size should be less than the corresponding input dimension, but got: padding (" +
                 std::to_string(before) + ", " + std::to_string(after) + ") at dimension " + std::to_string(axis) +
                 " of input " + sizes_text(sizes));
  if (mode == "circular" && (before > size || after > size))
    tensor_error("Padding value causes wrapping around more than once.");
  if (mode == "circular" && padded < 0) tensor_error("Negative padding value is resulting in an empty dimension");
  if (mode != "circular" && padded < (mode == "reflect" && axes > 1 ? 0 : 1))
    tensor_error("input (W: " + std::to_string(size) +
                 ") is too small. Calculated output W: " + std::to_string(padded));
  int64_t low = std::max<int64_t>(0, -before), kept = size - low - std::max<int64_t>(0, -after);
  require_memory(padded, sizeof(int64_t));
  std::vector<int64_t> places;
  for (int64_t i = -before; i < size + after; ++i) {
    int64_t at = i;
    if (mode == "reflect") at = i < 0 ? -i : i >= size ? 2 * size - 2 - i : i;
    else if (mode == "replicate") at = std::clamp<int64_t>(i, 0, size - 1);
    // Around what negative padding leaves; where that is nothing, PyTorch's elements are any.
    else at = kept > 0 ? low + ((i - low) % kept + kept) % kept : std::min(low, size - 1);
    places.push_back(at);
  }
  return places;
}
Tensor pad_by_index(const Tensor& t, int axis, const std::vector<int64_t>& places) {
  Tensor index = empty_tensor(Dims{static_cast<int64_t>(places.size())}, DType::kInt64);
  std::copy(places.begin(), places.end(), index.data<int64_t>());
  if (t.device().kind == DeviceKind::kCuda) index = call1(op_to_copy, {index, Arg(), t.device()});
  return call1(op_index_select, {t, axis, index});
}

}  // namespace

constinit const OpDef op_flip = define({
    .name = "flip",
    .signature = "flip(Tensor self, int[] dims) -> Tensor",
    .doc = "Reverses axes.",
    .traits = kFunction | kMethod | kKeepsFormat,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{0, 1}}}};
        },
    .infer =
        [](const Args& args) {
          flip_axes(args, args.tensor(0).rank());
          Metas metas = same_infer(args);
          metas[0].strides = result_strides(metas[0].sizes, {args.tensor(0)});
          return metas;
        },
    .kernel = flip_kernel,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_flip, {c.grad_output(), c.attributes()[1]}));
        },
    .grad_name = "FlipBackward0",
    .lower =
        [](LowerContext& c, const Args& args) {
          SymSizes sizes = c.input_meta(0).sizes;
          std::vector<int> axes = flip_axes(args, static_cast<int>(sizes.size()));
          Loader in = c.input(0);
          c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
            for (int axis : axes) {
              size_t k = static_cast<size_t>(axis);
              i[k] = sym_sub(sym_sub(sizes[k].expr(), sym_constant(1)), i[k]);
            }
            return in(g, i);
          });
        },
});
constinit const OpDef op_fliplr = define({
    .name = "fliplr",
    .signature = "fliplr(Tensor self) -> Tensor",
    .doc = "Reverses axis 1.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3})}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (a.tensor(0).rank() < 2) tensor_error("Input must be >= 2-d.");
      return {f::flip(a.tensor(0), {1})};
    },
});
constinit const OpDef op_flipud = define({
    .name = "flipud",
    .signature = "flipud(Tensor self) -> Tensor",
    .doc = "Reverses axis 0.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3})}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (a.tensor(0).rank() < 1) tensor_error("Input must be >= 1-d.");
      return {f::flip(a.tensor(0), {0})};
    },
});
constinit const OpDef op_roll_axis = define({
    .name = "_roll_axis",
    .signature = "_roll_axis(Tensor self, int shift, int dim) -> Tensor",
    .doc = "Moves elements along an axis, round the end.",
    .traits = kInternal | kKeepsFormat,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, 1}}, {Args{sample_tensor({4}), -1, 0}}};
        },
    .infer = same_infer,
    .kernel = roll_kernel,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_roll_axis,
                         {c.grad_output(), SymInt(0) - c.attributes().scalar(1).integer, c.attributes()[2]}));
        },
    .grad_name = "RollBackward0",
    .lower =
        [](LowerContext& c, const Args& args) {
          SymSizes sizes = c.input_meta(0).sizes;
          size_t axis = static_cast<size_t>(wrap_axis(args.integer(2), static_cast<int>(sizes.size())));
          SymExpr shift = args.scalar(1).integer.expr();
          Loader in = c.input(0);
          c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
            i[axis] = wrap_index(sym_sub(i[axis], shift), sizes[axis]);
            return in(g, i);
          });
        },
});
constinit const OpDef op_roll = define({
    .name = "roll",
    .signature = "roll(Tensor self, int[1] shifts, int[1]? dims=[]) -> Tensor",
    .doc = "Moves elements along axes, round the end; without axes, of the flat tensor.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{1}, IntList{}}},
                                     {Args{sample_tensor({2, 3}), IntList{1, -1}, IntList{0, 1}}}};
        },
    .grad_name = "RollBackward0",
    .decompose = [](const Args& args) -> Outputs {
      Tensor t = args.tensor(0);
      const IntList& shifts = args.ints(1);
      if (shifts.empty()) tensor_error("`shifts` required");
      if (!args.has(2) || args.ints(2).empty()) {
        if (shifts.size() != 1)
          tensor_error("shifts and dimensions must align. shifts: " + std::to_string(shifts.size()) + ", dims:0");
        SymSizes sizes = sizes_of(t);
        Tensor flat = f::reshape(t, {count_of(sizes)});
        return {f::reshape(call1(op_roll_axis, {flat, shifts[0], 0}), sizes)};
      }
      const IntList& axes = args.ints(2);
      if (shifts.size() != axes.size())
        tensor_error("shifts and dimensions must align. shifts: " + std::to_string(shifts.size()) +
                     ", dims:" + std::to_string(axes.size()));
      if (t.rank() == 0)
        tensor_error("Dimension specified as " + std::to_string(axes[0].hint()) + " but tensor has no dimensions",
                     "IndexError");
      for (size_t i = 0; i < axes.size(); ++i) t = call1(op_roll_axis, {t, shifts[i], axes[i].guard_int()});
      return {t};
    },
});
constinit const OpDef op_rot90 = define({
    .name = "rot90",
    .signature = "rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
    .doc = "Turns a plane of two axes by quarter turns.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, IntList{0, 1}}}};
        },
    .grad_name = "Rot90Backward0",
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      if (args.ints(2).size() != 2)
        tensor_error("expected total rotation dims == 2, but got dims = " + std::to_string(args.ints(2).size()));
      if (t.rank() < 2) tensor_error("expected total dims >= 2, but got total dims = " + std::to_string(t.rank()));
      int a = wrap_axis(args.ints(2)[0].guard_int(), t.rank()), b = wrap_axis(args.ints(2)[1].guard_int(), t.rank());
      if (a == b)
        tensor_error(
            "expected rotation dims to be different, but got dim0 = " + std::to_string(args.ints(2)[0].guard_int()) +
            " and dim1 = " + std::to_string(args.ints(2)[1].guard_int()));
      int64_t turns = ((args.integer(1) % 4) + 4) % 4;
      if (turns == 0) return {f::clone(t)};
      if (turns == 1) return {f::transpose(f::flip(t, {b}), a, b)};
      if (turns == 2) return {f::flip(t, {a, b})};
      return {f::transpose(f::flip(t, {a}), a, b)};
    },
});
constinit const OpDef op_tril = define({
    .name = "tril",
    .signature = "tril(Tensor self, int diagonal=0) -> Tensor",
    .doc = "Keeps the lower triangle of the last two axes.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = triangle_samples,
    .infer = same_infer,
    .kernel = triangle_kernel<true>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_tril, {c.grad_output(), c.attributes()[1]}));
        },
    .grad_name = "TrilBackward0",
    .lower = triangle_lower<true>,
});
constinit const OpDef op_triu = define({
    .name = "triu",
    .signature = "triu(Tensor self, int diagonal=0) -> Tensor",
    .doc = "Keeps the upper triangle of the last two axes.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = triangle_samples,
    .infer = same_infer,
    .kernel = triangle_kernel<false>,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_triu, {c.grad_output(), c.attributes()[1]}));
        },
    .grad_name = "TriuBackward0",
    .lower = triangle_lower<false>,
});
constinit const OpDef op_constant_pad = define({
    .name = "constant_pad_nd",
    .signature = "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor",
    .doc = "Adds a constant border; pairs (before, after) from the last axis on. Negative counts crop.",
    .traits = kFunction | kKeepsFormat,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{1, 2, 0, 1}, 0.5}},
                                     {Args{sample_tensor({2, 4}), IntList{-1, 1}, 0}, "crop"}};
        },
    .infer = pad_infer,
    .kernel = pad_kernel,
    .grad =
        [](GradContext& c) {
          IntList opposite;
          for (const SymInt& p : c.attributes().ints(1)) opposite.push_back(SymInt(0) - p);
          c.set(0, call1(op_constant_pad, {c.grad_output(), opposite, 0}));
        },
    .grad_name = "ConstantPadNdBackward0",
    .lower = pad_lower,
});
namespace {
constexpr const char* kBorderModes[] = {"reflect", "replicate", "circular"};
void check_replicated(const SymSizes& sizes, const std::vector<int64_t>& pad) {
  const size_t axes = pad.size() / 2;
  if (axes < 2) return;
  std::string out, in;
  bool small = false;
  for (size_t i = axes; i-- > 0;) {
    int64_t size = sizes[sizes.size() - 1 - i].hint(),
            padded = checked_add(checked_add(size, pad[2 * i]), pad[2 * i + 1]);
    small |= padded < 1;
    out += std::string(" ") + "WHD"[i] + ": " + std::to_string(padded);
    in += std::string(in.empty() ? "" : ", ") + "WHD"[i] + ": " + std::to_string(size);
  }
  if (small) tensor_error("Calculated output" + out + " must be >= 1 in every dimension (input " + in + ")");
}
// Sizes are refused before types.
template <int mode>
void check_border_type(const Tensor& t, size_t axes) {
  if (mode < 2 && t.dtype() == DType::kBool && !t.is_fake() && t.numel() > 0)
    tensor_error(std::string(mode == 0 ? "\"reflection" : "\"replication") + "_pad" + std::to_string(axes) +
                     "d\" not implemented for 'Bool'",
                 "NotImplementedError");
}
template <int mode>
Outputs bordered(const Args& args) {
  Tensor t = args.tensor(0);
  std::vector<int64_t> pad = args.plain_ints(1);
  const SymSizes sizes = sizes_of(t);
  if (mode == 1) check_replicated(sizes, pad);
  const size_t axes = pad.size() / 2;
  for (size_t i = 0; i < axes; ++i) {
    const int axis = t.rank() - 1 - static_cast<int>(i);
    t = pad_by_index(t, axis, border_places(sizes, axis, pad[2 * i], pad[2 * i + 1], kBorderModes[mode], axes));
  }
  check_border_type<mode>(t, pad.size() / 2);
  return {t};
}
// All axes at once: the positions along each, which are the axis itself where nothing is added.
template <int mode>
Outputs border_kernel(const Args& args) {
  if (args.tensor(0).device().kind == DeviceKind::kCuda) return bordered<mode>(args);
  Tensor t = as_contiguous(args.tensor(0));
  std::vector<int64_t> pad = args.plain_ints(1);
  if (mode == 1) check_replicated(sizes_of(t), pad);
  const int rank = t.rank();
  std::vector<std::vector<int64_t>> places(static_cast<size_t>(rank));
  Dims sizes = t.sizes();
  for (int axis = rank - 1; axis >= 0; --axis) {
    const size_t i = static_cast<size_t>(rank - 1 - axis), k = static_cast<size_t>(axis);
    const bool padded = 2 * i < pad.size();
    places[k] = border_places(sizes_of(t), axis, padded ? pad[2 * i] : 0, padded ? pad[2 * i + 1] : 0,
                              padded ? kBorderModes[mode] : "circular", pad.size() / 2);
    sizes[axis] = static_cast<int64_t>(places[k].size());
  }
  check_border_type<mode>(t, pad.size() / 2);
  Tensor out = empty_tensor(sizes, t.dtype());
  select_places(out, t, places);
  return {out};
}
template <int axes>
std::vector<Sample> border_samples() {
  return {{Args{sample_tensor({1, 3, 4, 3}), IntList(2 * axes, SymInt(1))}}};
}
}  // namespace

// clang-format off
#define VT_BORDER(id, text, grad, mode, axes)                            \
  constinit const OpDef id = define({                                    \
      .name = text,                                                      \
      .signature = text "(Tensor self, int[] padding) -> Tensor",        \
      .doc = "Adds a border of the tensor's own elements to its last axes.", \
      .traits = kInternal,                                               \
      .samples = border_samples<axes>,                                   \
      .kernel = border_kernel<mode>,                                     \
      .grad_name = grad,                                                 \
      .decompose = bordered<mode>,                                       \
  })
VT_BORDER(op_reflection_pad1d, "reflection_pad1d", "ReflectionPad1DBackward0", 0, 1);
VT_BORDER(op_reflection_pad2d, "reflection_pad2d", "ReflectionPad2DBackward0", 0, 2);
VT_BORDER(op_reflection_pad3d, "reflection_pad3d", "ReflectionPad3DBackward0", 0, 3);
VT_BORDER(op_replication_pad1d, "replication_pad1d", "ReplicationPad1DBackward0", 1, 1);
VT_BORDER(op_replication_pad2d, "replication_pad2d", "ReplicationPad2DBackward0", 1, 2);
VT_BORDER(op_replication_pad3d, "replication_pad3d", "ReplicationPad3DBackward0", 1, 3);
#undef VT_BORDER
// clang-format on

constinit const OpDef op_pad = define({
    .name = "pad",
    .signature = "pad(Tensor input, int[] pad, str mode='constant', float? value=None) -> Tensor",
    .doc = "Adds a border: 'constant', 'reflect', 'replicate' or 'circular'.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{1, 2}, "constant", 0.5}},
                                     {Args{sample_tensor({1, 2, 4}), IntList{1, 2}, "reflect", Arg()}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      Tensor t = args.tensor(0);
      std::string mode = args.text_or(2, "constant");
      if (mode == "constant") return call(op_constant_pad, {t, args[1], args.has(3) ? args[3] : Arg(0.0)});
      if (args.has(3)) tensor_error("Padding mode \"" + mode + "\" doesn't take in value argument");
      if (mode != "reflect" && mode != "replicate" && mode != "circular")
        tensor_error("Unrecognised padding mode " + mode, "NotImplementedError");
      std::vector<int64_t> pad = args.plain_ints(1);
      size_t axes = pad.size() / 2, rank = static_cast<size_t>(t.rank());
      if (pad.size() % 2 || axes == 0 || axes > 3 || (rank != axes + 1 && rank != axes + 2))
        tensor_error("Padding size " + std::to_string(pad.size()) + " is not supported for " + std::to_string(rank) +
                         "D input tensor.\nSupported combinations for non-constant padding:\n  - 2D or 3D input: "
                         "padding size = 2 (pads last dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 "
                         "dimensions)\n  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)",
                     "NotImplementedError");
      static const OpDef* const ops[2][3] = {{&op_reflection_pad1d, &op_reflection_pad2d, &op_reflection_pad3d},
                                             {&op_replication_pad1d, &op_replication_pad2d, &op_replication_pad3d}};
      if (mode == "circular") return bordered<2>({t, args[1]});
      return call(*ops[mode == "replicate"][axes - 1], {t, args[1]});
    },
});

VT_OPS(rearranging, &op_flip, &op_fliplr, &op_flipud, &op_roll_axis, &op_roll, &op_rot90, &op_tril, &op_triu,
       &op_constant_pad, &op_pad, &op_reflection_pad1d, &op_reflection_pad2d, &op_reflection_pad3d,
       &op_replication_pad1d, &op_replication_pad2d, &op_replication_pad3d)

}  // namespace vt
