// Views of a part: select, slice, diagonal, windows.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"
#include "tensor/unbacked.h"

namespace vt {

namespace {

constexpr uint32_t kViewOp = kFunction | kMethod | kView;
using loop::ExprGraph;

int axis_of(const Args& args, size_t rank) { return wrap_axis(args.integer(1), static_cast<int>(rank)); }

SymInt select_index(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("select() cannot be applied to a 0-dim tensor.", "IndexError");
  size_t axis = static_cast<size_t>(axis_of(args, sizes.size()));
  SymInt index = args.scalar(2).integer;
  if (index < SymInt(0) - sizes[axis] || index >= sizes[axis])
    tensor_error("select(): index " + std::to_string(index.hint()) + " out of range for tensor of size " +
                     sizes_text(sizes) + " at dimension " + std::to_string(axis),
                 "IndexError");
  return index < 0 ? index + sizes[axis] : index;
}
ViewSpec select_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec{sizes_of(t), strides_of(t)};
  SymInt index = select_index(args, spec.sizes);
  int axis = axis_of(args, spec.sizes.size());
  spec.offset = index * spec.strides[static_cast<size_t>(axis)];
  spec.sizes.erase(spec.sizes.begin() + axis);
  spec.strides.erase(spec.strides.begin() + axis);
  return spec;
}

struct Bounds {
  size_t axis;
  SymInt start, end;
  int64_t step;
};
// Bounds that only a run tells: as they are where they are known to lie inside, else as many as there may be.
Bounds unknown_bounds(Bounds b, const SymInt& size) {
  auto at_most = [](const SymInt& low, const SymInt& high) {
    return sym_range(sym_sub(high.expr(), low.expr())).low >= 0;
  };
  if (at_most(0, b.start) && at_most(b.start, b.end) && at_most(b.end, size)) return b;
  std::optional<SymInt> length = data_size(size);
  if (!length) tensor_error("the size of a slice depends on values", "NotImplementedError");
  b.start = 0;
  b.end = b.step == 1 ? *length : *length * SymInt(b.step);
  return b;
}
// Arguments: self, dim, start, end, step.
Bounds slice_bounds(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("slice() cannot be applied to a 0-dim tensor.");
  Bounds b;
  b.axis = static_cast<size_t>(axis_of(args, sizes.size()));
  b.start = args.has(2) ? args.scalar(2).integer : SymInt(0);
  b.end = args.has(3) ? args.scalar(3).integer : sizes[b.axis];
  b.step = args.integer_or(4, 1);
  if (b.step <= 0) tensor_error("slice step must be positive");
  if (only_a_run_tells(b.start) || only_a_run_tells(b.end)) return unknown_bounds(b, sizes[b.axis]);
  normalize_slice(b.start, b.end, sizes[b.axis]);
  return b;
}
ViewSpec slice_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec{sizes_of(t), strides_of(t)};
  Bounds b = slice_bounds(args, spec.sizes);
  spec.offset = b.start * spec.strides[b.axis];
  spec.sizes[b.axis] = slice_length(b.start, b.end, b.step);
  spec.strides[b.axis] = spec.strides[b.axis] * SymInt(b.step);
  return spec;
}
void slice_lower(LowerContext& c, const Args& args) {
  Bounds b = slice_bounds(args, c.input_meta(0).sizes);
  Loader in = c.input(0);
  c.define_pointwise(0, [=](ExprGraph& g, Index i) {
    i[b.axis] = sym_add(b.start.expr(), sym_mul(i[b.axis], sym_constant(b.step)));
    return in(g, i);
  });
}

ViewSpec diagonal_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  int64_t offset = args.integer_or(1, 0);
  int first = wrap_axis(args.integer_or(2, 0), t.rank()), second = wrap_axis(args.integer_or(3, 1), t.rank());
  if (first == second)
    tensor_error("diagonal dimensions cannot be identical " + std::to_string(args.integer_or(2, 0)) + ", " +
                 std::to_string(args.integer_or(3, 1)));
  SymSizes sizes = sizes_of(t), strides = strides_of(t);
  size_t a = static_cast<size_t>(first), b = static_cast<size_t>(second);
  SymInt length =
      offset >= 0 ? sym_min(sizes[a], sizes[b] - SymInt(offset)) : sym_min(sizes[a] + SymInt(offset), sizes[b]);
  if (length.hint() < 0) length = 0;
  ViewSpec spec;
  if (length.hint() > 0) spec.offset = offset >= 0 ? SymInt(offset) * strides[b] : SymInt(-offset) * strides[a];
  for (size_t i = 0; i < sizes.size(); ++i)
    if (i != a && i != b) {
      spec.sizes.push_back(sizes[i]);
      spec.strides.push_back(strides[i]);
    }
  spec.sizes.push_back(length);
  spec.strides.push_back(strides[a] + strides[b]);
  return spec;
}

ViewSpec unfold_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  size_t axis = static_cast<size_t>(axis_of(args, static_cast<size_t>(t.rank())));
  int64_t size = args.integer(2), step = args.integer(3);
  ViewSpec spec{sizes_of(t), strides_of(t)};
  bool single = t.rank() == 0;  // a number counts as an axis of one element
  SymInt extent = single ? SymInt(1) : spec.sizes[axis];
  if (size > extent.hint())
    tensor_error("maximum size for tensor at dimension " + std::to_string(axis) + " is " +
                 std::to_string(extent.hint()) + " but size is " + std::to_string(size));
  if (size < 0) tensor_error("size is " + std::to_string(size) + " but must be >= 0");
  if (step <= 0) tensor_error("step is " + std::to_string(step) + " but must be > 0");
  spec.sizes.push_back(size);
  spec.strides.push_back(single ? SymInt(1) : spec.strides[axis]);
  if (single) return spec;
  spec.sizes[axis] = floor_div(spec.sizes[axis] - SymInt(size), SymInt(step)) + SymInt(1);
  spec.strides[axis] = spec.strides[axis] * SymInt(step);
  return spec;
}

ViewSpec as_strided_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec{args.ints(1), args.ints(2)};
  if (spec.sizes.size() != spec.strides.size()) tensor_error("mismatch in length of strides and shape");
  if (args.has(3)) spec.offset = args.scalar(3).integer - SymInt(t.is_fake() ? 0 : t.impl()->offset);
  if (t.is_fake() || !t.impl()->storage) return spec;
  const int64_t offset = t.impl()->offset + spec.offset.hint();
  if (offset < 0) tensor_error("Tensor: invalid storage offset " + std::to_string(offset));
  for (const SymInt& stride : spec.strides)
    if (stride.hint() < 0)
      tensor_error("as_strided: Negative strides are not supported at the moment, got strides: " +
                   sizes_text(spec.strides));
  return spec;
}

// The gradient of a view of a part: zeros of the whole with the gradient written into the
// same view. `view` is the view's op, `args` its arguments after the tensor.
template <const OpDef& view>
void part_grad(GradContext& c) {
  std::vector<Arg> args = {c.grad_output(), c.input_meta(0).sizes};
  for (size_t i = 1; i < c.attributes().size(); ++i) args.push_back(c.attributes()[i]);
  c.set(0, call1(view, Args(std::move(args))));
}

// Arguments of a NAME_backward: the gradient, the whole's sizes, then the view's own.
Metas whole_infer(const Args& args) { return {meta_like(args.tensor(0), args.ints(1), args.tensor(0).dtype())}; }
template <ViewSpec (*rule)(const Args&)>
Outputs whole_kernel(const Args& args) {
  Tensor whole = empty_for(whole_infer(args)[0]);
  fill_tensor(whole, Scalar::of(int64_t{0}));
  std::vector<Arg> view_args = {whole};
  for (size_t i = 2; i < args.size(); ++i) view_args.push_back(args[i]);
  Tensor part = make_view(whole, rule(Args(std::move(view_args))));
  copy_tensor(part, args.tensor(0));
  return {whole};
}
// The other direction of part_grad: the gradient of the gradient takes the part again.
template <const OpDef& view>
void whole_grad(GradContext& c) {
  std::vector<Arg> args = {c.grad_output()};
  for (size_t i = 2; i < c.attributes().size(); ++i) args.push_back(c.attributes()[i]);
  c.set(0, call1(view, Args(std::move(args))));
}
Args shifted(const Args& args) {
  std::vector<Arg> own = {Arg()};
  for (size_t i = 2; i < args.size(); ++i) own.push_back(args[i]);
  return Args(std::move(own));
}

// Each element is the sum of what the windows over it hold of it. On the CPU the kernel is the
// better one: it reads only those.
void unfold_backward_lower(LowerContext& c, const Args& args) {
  TensorMeta grad = c.input_meta(0), whole = c.output_meta();
  if (whole.device.kind != DeviceKind::kCuda || !is_floating(whole.dtype)) return c.define_extern();
  size_t axis = static_cast<size_t>(wrap_axis(args.integer(2), static_cast<int>(whole.sizes.size())));
  int64_t step = args.integer(4);
  SymInt count = grad.sizes[axis];
  Loader in = c.input(0);
  std::vector<SymExpr> kept;
  for (const SymInt& size : whole.sizes) kept.push_back(size.expr());
  // Of the windows over an element the last one that starts at or before it is the first here.
  int64_t size = args.integer(3), windows = (size + step - 1) / step;
  Loader element = [=, dtype = whole.dtype](ExprGraph& g, Index i) {
    SymExpr last = sym_floordiv(i[axis], sym_constant(step)), window = sym_sub(last, i.back()),
            place = sym_sub(i[axis], sym_mul(window, sym_constant(step)));
    ExprId inside = g.binary(S::kAnd, index_compare(g, S::kGreaterEqual, window, sym_constant(0)),
                             index_compare(g, S::kLess, window, count.expr()));
    if (size % step != 0) inside = g.binary(S::kAnd, inside, index_compare(g, S::kLess, place, sym_constant(size)));
    i[axis] = clamp_index(window, count);
    i.back() = size % step != 0 ? clamp_index(place, SymInt(size)) : place;
    return g.select(inside, in(g, i), g.constant(0, dtype));
  };
  c.define_pointwise(0, c.reduce(ReductionKind::kSum, kept, {sym_constant(windows)}, whole.dtype, element));
}

void select_backward_lower(LowerContext& c, const Args& args) {
  Args own = shifted(args);
  SymSizes sizes = c.output_meta().sizes;
  int axis = axis_of(own, sizes.size());
  SymExpr index = select_index(own, sizes).expr();
  DType dtype = c.output_meta().dtype;
  Loader in = c.input(0);
  c.define_pointwise(0, [=](ExprGraph& g, Index i) {
    ExprId chosen = index_compare(g, S::kEqual, i[static_cast<size_t>(axis)], index);
    i.erase(i.begin() + axis);
    if (g.at(chosen).op == S::kConstant && !g.at(chosen).integer) return g.constant(0, dtype);
    return g.select(chosen, in(g, i), g.constant(0, dtype));
  });
}
void slice_backward_lower(LowerContext& c, const Args& args) {
  Args own = shifted(args);
  SymSizes sizes = c.output_meta().sizes;
  Bounds b = slice_bounds(own, sizes);
  SymInt length = slice_length(b.start, b.end, b.step);
  DType dtype = c.output_meta().dtype;
  if (length.hint() == 0)
    return c.define_pointwise(0, [=](ExprGraph& g, const Index&) { return g.constant(0, dtype); });
  Loader in = c.input(0);
  c.define_pointwise(0, [=](ExprGraph& g, Index i) {
    SymExpr at = sym_sub(i[b.axis], b.start.expr());
    ExprId inside = g.binary(S::kAnd, index_compare(g, S::kGreaterEqual, i[b.axis], b.start.expr()),
                             index_compare(g, S::kLess, i[b.axis], b.end.expr()));
    if (b.step != 1) {
      inside =
          g.binary(S::kAnd, inside, index_compare(g, S::kEqual, sym_mod(at, sym_constant(b.step)), sym_constant(0)));
      at = sym_floordiv(at, sym_constant(b.step));
    }
    i[b.axis] = clamp_index(at, length);
    return g.select(inside, in(g, i), g.constant(0, dtype));
  });
}

}  // namespace

constinit const OpDef op_select = define({
    .name = "select",
    .signature = "select(Tensor self, int dim, int index) -> Tensor",
    .doc = "The part at one position of an axis, which goes away.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, 2}}, {Args{sample_tensor({2, 3}), 0, -1}}};
        },
    .infer = view_infer<select_rule>,
    .kernel = view_kernel<select_rule>,
    .grad = part_grad<op_select_backward>,
    .grad_name = "SelectBackward0",
    .lower =
        [](LowerContext& c, const Args& args) {
          SymSizes sizes = c.input_meta(0).sizes;
          int axis = axis_of(args, sizes.size());
          SymExpr index = select_index(args, sizes).expr();
          Loader in = c.input(0);
          c.define_pointwise(0, [=](ExprGraph& g, Index i) {
            i.insert(i.begin() + axis, index);
            return in(g, i);
          });
        },
});
constinit const OpDef op_select_backward = define({
    .name = "select_backward",
    .signature = "select_backward(Tensor grad_output, int[] input_sizes, int dim, int index) -> Tensor",
    .doc = "Zeros with a gradient at one position of an axis.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2}), IntList{2, 3}, 1, 2}}};
        },
    .infer = whole_infer,
    .kernel = whole_kernel<select_rule>,
    .grad = whole_grad<op_select>,
    .grad_name = "SelectBackwardBackward0",
    .lower = select_backward_lower,
});
constinit const OpDef op_slice = define({
    .name = "slice",
    .signature = "slice(Tensor self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor",
    .doc = "Every step-th position of an axis from start up to end.",
    .traits = kInternal | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 1, 4, 2}},
                                     {Args{sample_tensor({2, 5}), 0, Arg(), 1, 1}}};
        },
    .infer = view_infer<slice_rule>,
    .kernel = view_kernel<slice_rule>,
    .grad = part_grad<op_slice_backward>,
    .grad_name = "SliceBackward0",
    .lower = slice_lower,
});
constinit const OpDef op_slice_backward = define({
    .name = "slice_backward",
    .signature =
        "slice_backward(Tensor grad_output, int[] input_sizes, int dim, int? start, int? end, int step) -> Tensor",
    .doc = "Zeros with a gradient in a slice.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 2}), IntList{2, 5}, 1, 1, 4, 2}}};
        },
    .infer = whole_infer,
    .kernel = whole_kernel<slice_rule>,
    .grad = whole_grad<op_slice>,
    .grad_name = "SliceBackwardBackward0",
    .lower = slice_backward_lower,
});
constinit const OpDef op_narrow = define({
    .name = "narrow",
    .signature = "narrow(Tensor self, int dim, int start, int length) -> Tensor",
    .doc = "A part of an axis, from start, of a length.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 1, 3}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      if (t.rank() == 0) tensor_error("narrow() cannot be applied to a 0-dim tensor.");
      SymInt start = args.scalar(2).integer, length = args.scalar(3).integer;
      if (!only_a_run_tells(length) && length < 0) tensor_error("narrow(): length must be non-negative.");
      int axis = wrap_axis(args.integer(1), t.rank());
      SymInt size = sizes_of(t)[static_cast<size_t>(axis)];
      if (only_a_run_tells(start) || only_a_run_tells(length)) {
        for (const SymInt& low : {start, length}) assume(SymRelation::kLessEqual, 0, low);
        assume(SymRelation::kLessEqual, start + length, size);
        return {f::slice(t, axis, start, start + length)};
      }
      if (start < SymInt(0) - size || start > size)
        tensor_error("start out of range (expected to be in range of [" + std::to_string(-size.hint()) + ", " +
                         std::to_string(size.hint()) + "], but got " + std::to_string(start.hint()) + ")",
                     "IndexError");
      if (start < 0) start = start + size;
      if (length > size - start)
        tensor_error("start (" + std::to_string(start.hint()) + ") + length (" + std::to_string(length.hint()) +
                     ") exceeds dimension size (" + std::to_string(size.hint()) + ").");
      return {f::slice(t, axis, start, start + length)};
    },
});
constinit const OpDef op_diagonal = define({
    .name = "diagonal",
    .signature = "diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "The diagonal of two axes, as a last axis.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 3}), 0, 0, 1}}, {Args{sample_tensor({2, 3, 4}), 1, 1, 2}}};
        },
    .infer = view_infer<diagonal_rule>,
    .kernel = view_kernel<diagonal_rule>,
    .grad = part_grad<op_diagonal_backward>,
    .grad_name = "DiagonalBackward0",
    .lower =
        [](LowerContext& c, const Args& args) {
          int rank = static_cast<int>(c.input_meta(0).sizes.size());
          int64_t offset = args.integer_or(1, 0);
          int a = wrap_axis(args.integer_or(2, 0), rank), b = wrap_axis(args.integer_or(3, 1), rank);
          Loader in = c.input(0);
          c.define_pointwise(0, [=](ExprGraph& g, const Index& i) {
            Index from(static_cast<size_t>(rank));
            size_t at = 0;
            for (int k = 0; k < rank; ++k) {
              if (k == a)
                from[static_cast<size_t>(k)] = offset < 0 ? sym_add(i.back(), sym_constant(-offset)) : i.back();
              else if (k == b)
                from[static_cast<size_t>(k)] = offset > 0 ? sym_add(i.back(), sym_constant(offset)) : i.back();
              else from[static_cast<size_t>(k)] = i[at++];
            }
            return in(g, from);
          });
        },
});
constinit const OpDef op_diagonal_backward = define({
    .name = "diagonal_backward",
    .signature = "diagonal_backward(Tensor grad_output, int[] input_sizes, int offset, int dim1, int dim2) -> Tensor",
    .doc = "Zeros with a gradient on a diagonal.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), IntList{3, 3}, 0, 0, 1}}};
        },
    .infer = whole_infer,
    .kernel = whole_kernel<diagonal_rule>,
    .grad = whole_grad<op_diagonal>,
    .grad_name = "DiagonalBackwardBackward0",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_unfold = define({
    .name = "unfold",
    .signature = "unfold(Tensor self, int dimension, int size, int step) -> Tensor",
    .doc = "All windows of a size along an axis, as a last axis.",
    .traits = kMethod | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 3, 2}}};
        },
    .infer = view_infer<unfold_rule>,
    .kernel = view_kernel<unfold_rule>,
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          if (c.input_meta(0).sizes.empty()) return c.set(0, f::sum(c.grad_output()));
          c.set(0, call1(op_unfold_backward, {c.grad_output(), c.input_meta(0).sizes, a[1], a[2], a[3]}));
        },
    .grad_name = "UnfoldBackward0",
    .lower =
        [](LowerContext& c, const Args& args) {
          size_t axis = static_cast<size_t>(axis_of(args, c.input_meta(0).sizes.size()));
          int64_t step = args.integer(3);
          Loader in = c.input(0);
          c.define_pointwise(0, [=](ExprGraph& g, Index i) {
            SymExpr within = i.back();
            i.pop_back();
            if (i.empty()) return in(g, i);
            i[axis] = sym_add(sym_mul(i[axis], sym_constant(step)), within);
            return in(g, i);
          });
        },
});
constinit const OpDef op_unfold_backward = define({
    .name = "unfold_backward",
    .signature = "unfold_backward(Tensor grad_in, int[] input_sizes, int dim, int size, int step) -> Tensor",
    .doc = "Adds the gradients of windows up where they overlap.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 2, 3}), IntList{2, 5}, 1, 3, 2}}};
        },
    .infer = whole_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor whole = empty_for(whole_infer(args)[0]);
      fill_tensor(whole, Scalar::of(int64_t{0}));
      const Tensor& grad = args.tensor(0);
      int axis = wrap_axis(args.integer(2), whole.rank());
      int64_t size = args.integer(3), step = args.integer(4);
      int64_t windows = grad.size(axis);
      auto add_to = [](const Tensor& part, const Tensor& from) {
        copy_tensor(part, op_add.kernel({part, from, 1})[0]);
      };
      if (size <= windows) {  // the elements at one place of all windows never meet
        for (int64_t at = size - 1; at >= 0; --at)
          add_to(make_view(whole, slice_rule({whole, axis, at, at + (windows - 1) * step + 1, step})),
                 make_view(grad, select_rule({grad, grad.rank() - 1, at})));
        return {whole};
      }
      for (int64_t window = 0; window < windows; ++window) {
        Tensor from = make_view(grad, select_rule({grad, axis, window}));  // the window's axis is last
        SymSizes sizes = sizes_of(from), strides = strides_of(from);
        std::rotate(sizes.begin() + axis, sizes.end() - 1, sizes.end());
        std::rotate(strides.begin() + axis, strides.end() - 1, strides.end());
        add_to(make_view(whole, slice_rule({whole, axis, window * step, window * step + size, 1})),
               view_of(from, hints_of(sizes), hints_of(strides), from.impl()->offset));
      }
      return {whole};
    },
    .grad = whole_grad<op_unfold>,
    .grad_name = "UnfoldBackwardBackward0",
    .lower = unfold_backward_lower,
});
// Every place that is added to lies inside the whole.
static Metas as_strided_backward_infer(const Args& args) {
  Metas metas = whole_infer(args);
  SymSizes sizes = sizes_of(args.tensor(0));
  std::vector<int64_t> strides = args.plain_ints(3);
  if (strides.size() != sizes.size())
    tensor_error("mismatch in length of strides and shape. Shape length is " + std::to_string(sizes.size()) +
                 ", strides length is " + std::to_string(strides.size()));
  int64_t end, room = count_of(metas[0].sizes).hint();
  if (!end_of_view(hints_of(sizes), strides, args.integer_or(4, 0), end) || end > room)
    tensor_error("setStorage: the gradient lies outside a storage of " + std::to_string(room) + " elements");
  return metas;
}

constinit const OpDef op_as_strided = define({
    .name = "as_strided",
    .signature = "as_strided(Tensor self, int[] size, int[] stride, int? storage_offset=None) -> Tensor",
    .doc = "Any view of the storage; elements may overlap.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({6}), IntList{2, 2}, IntList{3, 1}, 1}}};
        },
    .infer = view_infer<as_strided_rule>,
    .kernel = view_kernel<as_strided_rule>,
    .grad =
        [](GradContext& c) {
          const Args& a = c.attributes();
          c.set(0, call1(op_as_strided_backward, {c.grad_output(), c.input_meta(0).sizes, a[1], a[2], a[3]}));
        },
    .grad_name = "AsStridedBackward0",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_as_strided_backward = define({
    .name = "as_strided_backward",
    .signature = "as_strided_backward(Tensor grad, int[] input_sizes, int[] size, int[] stride, int? "
                 "storage_offset=None) -> Tensor",
    .doc = "Adds a gradient up at the places that as_strided read, of a contiguous tensor.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 2}), IntList{6}, IntList{2, 2}, IntList{3, 1}, 1}}};
        },
    .infer = as_strided_backward_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor whole = empty_for(as_strided_backward_infer(args)[0]);
      fill_tensor(whole, Scalar::of(int64_t{0}));
      Tensor grad = as_contiguous(args.tensor(0));
      Dims sizes = grad.sizes();
      std::vector<int64_t> strides = args.plain_ints(3), index(strides.size(), 0);
      for (int64_t k = 0; k < grad.numel(); ++k) {
        int64_t at = args.integer_or(4, 0);
        for (size_t d = 0; d < index.size(); ++d) at += index[d] * strides[d];
        Tensor place = view_of(whole, Dims{}, Dims{}, at);
        Tensor value = view_of(grad, Dims{}, Dims{}, grad.impl()->offset + k);
        copy_tensor(place, op_add.kernel({place, value})[0]);
        for (size_t d = index.size(); d-- > 0;) {
          if (++index[d] < sizes[static_cast<int>(d)]) break;
          index[d] = 0;
        }
      }
      return {whole};
    },
    .no_grad = "second derivatives through as_strided are not implemented",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});

VT_OPS(slicing, &op_select, &op_select_backward, &op_slice, &op_slice_backward, &op_narrow, &op_diagonal,
       &op_diagonal_backward, &op_unfold, &op_unfold_backward, &op_as_strided, &op_as_strided_backward)

}  // namespace vt
