// Views of a part: select, slice, diagonal, windows, and splitting into pieces.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

constexpr uint32_t kViewOp = kFunction | kMethod | kView;
using loop::ExprGraph;

int axis_of(const Args& args, size_t rank) { return wrap_axis(args.integer(1), static_cast<int>(rank)); }

SymInt select_index(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("select() cannot be applied to a 0-dim tensor.", "IndexError");
  size_t axis = static_cast<size_t>(axis_of(args, sizes.size()));
  SymInt index = args.scalar(2).integer;
  if (index.hint() < -sizes[axis].hint() || index.hint() >= sizes[axis].hint())
    tensor_error("index " + std::to_string(index.hint()) + " is out of bounds for dimension " + std::to_string(axis) + " with size " +
                     std::to_string(sizes[axis].hint()),
                 "IndexError");
  return index.hint() < 0 ? index + sizes[axis] : index;
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
// Arguments: self, dim, start, end, step.
Bounds slice_bounds(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("slice() cannot be applied to a 0-dim tensor.");
  Bounds b;
  b.axis = static_cast<size_t>(axis_of(args, sizes.size()));
  b.start = args.has(2) ? args.scalar(2).integer : SymInt(0);
  b.end = args.has(3) ? args.scalar(3).integer : sizes[b.axis];
  b.step = args.integer_or(4, 1);
  if (b.step <= 0) tensor_error("slice step must be positive");
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
  if (first == second) tensor_error("diagonal dimensions cannot be identical " + std::to_string(args.integer_or(2, 0)) + ", " + std::to_string(args.integer_or(3, 1)));
  SymSizes sizes = sizes_of(t), strides = strides_of(t);
  size_t a = static_cast<size_t>(first), b = static_cast<size_t>(second);
  SymInt length = offset >= 0 ? sym_min(sizes[a], sizes[b] - SymInt(offset)) : sym_min(sizes[a] + SymInt(offset), sizes[b]);
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
  if (size > spec.sizes[axis].hint())
    tensor_error("maximum size for tensor at dimension " + std::to_string(axis) + " is " + std::to_string(spec.sizes[axis].hint()) + " but size is " + std::to_string(size));
  if (step <= 0) tensor_error("step is " + std::to_string(step) + " but must be > 0");
  spec.sizes.push_back(size);
  spec.strides.push_back(spec.strides[axis]);
  spec.sizes[axis] = floor_div(spec.sizes[axis] - SymInt(size), SymInt(step)) + SymInt(1);
  spec.strides[axis] = spec.strides[axis] * SymInt(step);
  return spec;
}

ViewSpec as_strided_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec{args.ints(1), args.ints(2)};
  if (args.has(3)) spec.offset = args.scalar(3).integer - SymInt(t.is_fake() ? 0 : t.impl()->offset);
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
    return g.select(chosen, in(g, i), g.constant(0, dtype));
  });
}
void slice_backward_lower(LowerContext& c, const Args& args) {
  Args own = shifted(args);
  SymSizes sizes = c.output_meta().sizes;
  Bounds b = slice_bounds(own, sizes);
  SymInt length = slice_length(b.start, b.end, b.step);
  DType dtype = c.output_meta().dtype;
  if (length.hint() == 0) return c.define_pointwise(0, [=](ExprGraph& g, const Index&) { return g.constant(0, dtype); });
  Loader in = c.input(0);
  c.define_pointwise(0, [=](ExprGraph& g, Index i) {
    SymExpr at = sym_sub(i[b.axis], b.start.expr());
    ExprId inside = g.binary(S::kAnd, index_compare(g, S::kGreaterEqual, i[b.axis], b.start.expr()),
                             index_compare(g, S::kLess, i[b.axis], b.end.expr()));
    if (b.step != 1) {
      inside = g.binary(S::kAnd, inside, index_compare(g, S::kEqual, sym_mod(at, sym_constant(b.step)), sym_constant(0)));
      at = sym_floordiv(at, sym_constant(b.step));
    }
    i[b.axis] = clamp_index(at, length);
    return g.select(inside, in(g, i), g.constant(0, dtype));
  });
}

// Pieces along an axis; the views are slices.
std::vector<SymInt> even_pieces(const SymInt& size, int64_t piece) {
  std::vector<SymInt> pieces;
  int64_t total = size.guard_int();
  if (total == 0) return {SymInt(0)};
  for (int64_t at = 0; at < total; at += piece) pieces.push_back(std::min(piece, total - at));
  return pieces;
}
std::vector<SymInt> split_pieces(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("split expects at least a 1-dimensional tensor");
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), static_cast<int>(sizes.size())));
  int64_t piece = args.integer(1);
  if (piece < 0) tensor_error("split expects split_size be non-negative, but got split_size=" + std::to_string(piece));
  if (piece == 0 && sizes[axis].hint() != 0)
    tensor_error("split_size can only be 0 if dimension size is 0, but got dimension size of " + std::to_string(sizes[axis].hint()));
  return even_pieces(sizes[axis], std::max<int64_t>(piece, 1));
}
std::vector<SymInt> section_pieces(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("split_with_sizes expects at least a 1-dimensional tensor");
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), static_cast<int>(sizes.size())));
  SymInt sum = 0;
  std::string text = sizes_text(args.ints(1));
  for (const SymInt& piece : args.ints(1)) {
    if (piece.hint() < 0) tensor_error("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" + text);
    sum = sum + piece;
  }
  if (sum != sizes[axis])
    tensor_error("split_with_sizes expects split_sizes to sum exactly to " + std::to_string(sizes[axis].hint()) +
                 " (input tensor's size at dimension " + std::to_string(args.integer_or(2, 0)) + "), but got split_sizes=" + text);
  return args.ints(1);
}
using PiecesFn = std::vector<SymInt> (*)(const Args&, const SymSizes&);
template <PiecesFn pieces_of>
std::vector<ViewSpec> piece_rules(const Args& args) {
  const Tensor& t = args.tensor(0);
  std::vector<ViewSpec> specs;
  std::vector<SymInt> pieces = pieces_of(args, sizes_of(t));
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), t.rank()));
  SymInt at = 0;
  for (const SymInt& piece : pieces) {
    ViewSpec spec{sizes_of(t), strides_of(t)};
    spec.offset = at * spec.strides[axis];
    spec.sizes[axis] = piece;
    specs.push_back(std::move(spec));
    at = at + piece;
  }
  return specs;
}
std::vector<ViewSpec> unbind_rules(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (t.rank() == 0) tensor_error("Dimension specified as 0 but tensor has no dimensions", "IndexError");
  int axis = wrap_axis(args.integer_or(1, 0), t.rank());
  std::vector<ViewSpec> specs;
  int64_t count = sizes_of(t)[static_cast<size_t>(axis)].guard_int();
  for (int64_t i = 0; i < count; ++i) specs.push_back(select_rule({t, axis, i}));
  return specs;
}
using RulesFn = std::vector<ViewSpec> (*)(const Args&);
template <RulesFn rules>
Metas many_infer(const Args& args) {
  Metas metas;
  for (const ViewSpec& spec : rules(args)) metas.push_back(view_meta(args.tensor(0), spec));
  return metas;
}
template <RulesFn rules>
Outputs many_kernel(const Args& args) {
  Outputs outputs;
  for (const ViewSpec& spec : rules(args)) outputs.push_back(make_view(args.tensor(0), spec));
  return outputs;
}
template <PiecesFn pieces_of>
void pieces_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  std::vector<SymInt> pieces = pieces_of(c.attributes(), meta.sizes);
  int axis = wrap_axis(c.attributes().integer_or(2, 0), static_cast<int>(meta.sizes.size()));
  TensorList grads;
  for (size_t i = 0; i < pieces.size(); ++i) {
    Tensor grad = c.grad_output(i);
    grads.push_back(grad.defined() ? grad : f::zeros(c.output_meta(i)));
  }
  c.set(0, f::cat(grads, axis));
}
template <PiecesFn pieces_of>
void pieces_lower(LowerContext& c, const Args& args) {
  SymSizes sizes = c.input_meta(0).sizes;
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), static_cast<int>(sizes.size())));
  SymInt at = 0;
  std::vector<SymInt> pieces = pieces_of(args, sizes);
  for (size_t k = 0; k < pieces.size(); ++k) {
    Loader in = c.input(0);
    SymExpr start = at.expr();
    c.define_pointwise(k, [=](ExprGraph& g, Index i) {
      i[axis] = sym_add(i[axis], start);
      return in(g, i);
    });
    at = at + pieces[k];
  }
}
void unbind_lower(LowerContext& c, const Args& args) {
  SymSizes sizes = c.input_meta(0).sizes;
  int axis = wrap_axis(args.integer_or(1, 0), static_cast<int>(sizes.size()));
  int64_t count = sizes[static_cast<size_t>(axis)].hint();
  for (int64_t k = 0; k < count; ++k) {
    Loader in = c.input(0);
    c.define_pointwise(static_cast<size_t>(k), [=](ExprGraph& g, Index i) {
      i.insert(i.begin() + axis, sym_constant(k));
      return in(g, i);
    });
  }
}

}  // namespace

constinit const OpDef op_select = define({
    .name = "select",
    .signature = "select(Tensor self, int dim, int index) -> Tensor",
    .doc = "The part at one position of an axis, which goes away.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1, 2}}, {Args{sample_tensor({2, 3}), 0, -1}}}; },
    .infer = view_infer<select_rule>,
    .kernel = view_kernel<select_rule>,
    .grad = part_grad<op_select_backward>,
    .grad_name = "SelectBackward0",
    .lower = [](LowerContext& c, const Args& args) {
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2}), IntList{2, 3}, 1, 2}}}; },
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 1, 4, 2}}, {Args{sample_tensor({2, 5}), 0, Arg(), 1, 1}}}; },
    .infer = view_infer<slice_rule>,
    .kernel = view_kernel<slice_rule>,
    .grad = part_grad<op_slice_backward>,
    .grad_name = "SliceBackward0",
    .lower = slice_lower,
});
constinit const OpDef op_slice_backward = define({
    .name = "slice_backward",
    .signature = "slice_backward(Tensor grad_output, int[] input_sizes, int dim, int? start, int? end, int step) -> Tensor",
    .doc = "Zeros with a gradient in a slice.",
    .traits = kInternal,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 2}), IntList{2, 5}, 1, 1, 4, 2}}}; },
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 1, 3}}}; },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      if (t.rank() == 0) tensor_error("narrow() cannot be applied to a 0-dim tensor.");
      int axis = wrap_axis(args.integer(1), t.rank());
      SymInt size = sizes_of(t)[static_cast<size_t>(axis)], start = args.scalar(2).integer, length = args.scalar(3).integer;
      if (length.hint() < 0) tensor_error("narrow(): length must be non-negative.");
      if (start.hint() < -size.hint() || start.hint() > size.hint())
        tensor_error("start out of range (expected to be in range of [" + std::to_string(-size.hint()) + ", " + std::to_string(size.hint()) + "], but got " +
                         std::to_string(start.hint()) + ")",
                     "IndexError");
      if (start.hint() < 0) start = start + size;
      if (start.hint() + length.hint() > size.hint())
        tensor_error("start (" + std::to_string(start.hint()) + ") + length (" + std::to_string(length.hint()) + ") exceeds dimension size (" + std::to_string(size.hint()) + ").");
      return {f::slice(t, axis, start, start + length)};
    },
});
constinit const OpDef op_diagonal = define({
    .name = "diagonal",
    .signature = "diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "The diagonal of two axes, as a last axis.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({3, 3}), 0, 0, 1}}, {Args{sample_tensor({2, 3, 4}), 1, 1, 2}}}; },
    .infer = view_infer<diagonal_rule>,
    .kernel = view_kernel<diagonal_rule>,
    .grad = part_grad<op_diagonal_backward>,
    .grad_name = "DiagonalBackward0",
    .lower = [](LowerContext& c, const Args& args) {
      int rank = static_cast<int>(c.input_meta(0).sizes.size());
      int64_t offset = args.integer_or(1, 0);
      int a = wrap_axis(args.integer_or(2, 0), rank), b = wrap_axis(args.integer_or(3, 1), rank);
      Loader in = c.input(0);
      c.define_pointwise(0, [=](ExprGraph& g, const Index& i) {
        Index from(static_cast<size_t>(rank));
        size_t at = 0;
        for (int k = 0; k < rank; ++k) {
          if (k == a) from[static_cast<size_t>(k)] = offset < 0 ? sym_add(i.back(), sym_constant(-offset)) : i.back();
          else if (k == b) from[static_cast<size_t>(k)] = offset > 0 ? sym_add(i.back(), sym_constant(offset)) : i.back();
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({3}), IntList{3, 3}, 0, 0, 1}}}; },
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 5}), 1, 3, 2}}}; },
    .infer = view_infer<unfold_rule>,
    .kernel = view_kernel<unfold_rule>,
    .grad = [](GradContext& c) {
      const Args& a = c.attributes();
      c.set(0, call1(op_unfold_backward, {c.grad_output(), c.input_meta(0).sizes, a[1], a[2], a[3]}));
    },
    .grad_name = "UnfoldBackward0",
    .lower = [](LowerContext& c, const Args& args) {
      size_t axis = static_cast<size_t>(axis_of(args, c.input_meta(0).sizes.size()));
      int64_t step = args.integer(3);
      Loader in = c.input(0);
      c.define_pointwise(0, [=](ExprGraph& g, Index i) {
        SymExpr within = i.back();
        i.pop_back();
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
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 2, 3}), IntList{2, 5}, 1, 3, 2}}}; },
    .infer = whole_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor whole = empty_for(whole_infer(args)[0]);
      fill_tensor(whole, Scalar::of(int64_t{0}));
      const Tensor& grad = args.tensor(0);
      int axis = wrap_axis(args.integer(2), whole.rank());
      int64_t size = args.integer(3), step = args.integer(4);
      for (int64_t window = 0; window < grad.size(axis); ++window) {
        Tensor from = make_view(grad, select_rule({grad, axis, window}));  // the window's axis is last
        Tensor part = make_view(whole, slice_rule({whole, axis, window * step, window * step + size, 1}));
        SymSizes sizes = sizes_of(from), strides = strides_of(from);
        std::rotate(sizes.begin() + axis, sizes.end() - 1, sizes.end());
        std::rotate(strides.begin() + axis, strides.end() - 1, strides.end());
        Tensor moved = view_of(from, hints_of(sizes), hints_of(strides), from.impl()->offset);
        copy_tensor(part, op_add.kernel({part, moved})[0]);
      }
      return {whole};
    },
    .grad = whole_grad<op_unfold>,
    .grad_name = "UnfoldBackwardBackward0",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_as_strided = define({
    .name = "as_strided",
    .signature = "as_strided(Tensor self, int[] size, int[] stride, int? storage_offset=None) -> Tensor",
    .doc = "Any view of the storage; elements may overlap.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({6}), IntList{2, 2}, IntList{3, 1}, 1}}}; },
    .infer = view_infer<as_strided_rule>,
    .kernel = view_kernel<as_strided_rule>,
    .grad = [](GradContext& c) {
      const Args& a = c.attributes();
      c.set(0, call1(op_as_strided_backward, {c.grad_output(), c.input_meta(0).sizes, a[1], a[2], a[3]}));
    },
    .grad_name = "AsStridedBackward0",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_as_strided_backward = define({
    .name = "as_strided_backward",
    .signature = "as_strided_backward(Tensor grad, int[] input_sizes, int[] size, int[] stride, int? storage_offset=None) -> Tensor",
    .doc = "Adds a gradient up at the places that as_strided read, of a contiguous tensor.",
    .traits = kInternal,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 2}), IntList{6}, IntList{2, 2}, IntList{3, 1}, 1}}}; },
    .infer = whole_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor whole = empty_for(whole_infer(args)[0]);
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

constinit const OpDef op_split = define({
    .name = "split",
    .signature = "split(Tensor self, int split_size, int dim=0) -> Tensor[]",
    .doc = "Pieces of a size along an axis; the last may be smaller.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({5, 2}), 2, 0}}}; },
    .infer = many_infer<piece_rules<split_pieces>>,
    .kernel = many_kernel<piece_rules<split_pieces>>,
    .grad = pieces_grad<split_pieces>,
    .grad_name = "SplitBackward0",
    .lower = pieces_lower<split_pieces>,
});
constinit const OpDef op_split_sizes = define({
    .name = "split.sizes",
    .signature = "split.sizes(Tensor self, int[] split_size, int dim=0) -> Tensor[]",
    .doc = "Pieces of the given sizes along an axis.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({5, 2}), IntList{2, 3}, 0}}}; },
    .infer = many_infer<piece_rules<section_pieces>>,
    .kernel = many_kernel<piece_rules<section_pieces>>,
    .grad = pieces_grad<section_pieces>,
    .grad_name = "SplitWithSizesBackward0",
    .lower = pieces_lower<section_pieces>,
});
constinit const OpDef op_chunk = define({
    .name = "chunk",
    .signature = "chunk(Tensor self, int chunks, int dim=0) -> Tensor[]",
    .doc = "At most so many equal pieces along an axis.",
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({5, 2}), 2, 0}}}; },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      if (t.rank() == 0) tensor_error("chunk expects at least a 1-dimensional tensor");
      int64_t chunks = args.integer(1);
      if (chunks <= 0) tensor_error("chunk expects `chunks` to be greater than 0, got: " + std::to_string(chunks));
      int axis = wrap_axis(args.integer_or(2, 0), t.rank());
      int64_t size = sizes_of(t)[static_cast<size_t>(axis)].guard_int();
      int64_t piece = (size + chunks - 1) / chunks;
      if (piece == 0) return call(op_split_sizes, {t, IntList(static_cast<size_t>(chunks), SymInt(0)), axis});
      return call(op_split, {t, piece, axis});
    },
});
constinit const OpDef op_unbind = define({
    .name = "unbind",
    .signature = "unbind(Tensor self, int dim=0) -> Tensor[]",
    .doc = "Every position of an axis as a tensor of its own.",
    .traits = kViewOp,
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1}}}; },
    .infer = many_infer<unbind_rules>,
    .kernel = many_kernel<unbind_rules>,
    .grad = [](GradContext& c) {
      const TensorMeta& meta = c.input_meta(0);
      int axis = wrap_axis(c.attributes().integer_or(1, 0), static_cast<int>(meta.sizes.size()));
      TensorList grads;
      int64_t count = meta.sizes[static_cast<size_t>(axis)].hint();
      for (int64_t i = 0; i < count; ++i) {
        Tensor grad = c.grad_output(static_cast<size_t>(i));
        grads.push_back(grad.defined() ? grad : f::zeros(c.output_meta(static_cast<size_t>(i))));
      }
      c.set(0, call1(op_stack, {grads, axis}));
    },
    .grad_name = "UnbindBackward0",
    .lower = unbind_lower,
});
constinit const OpDef op_tensor_split = define({
    .name = "tensor_split",
    .signature = "tensor_split(Tensor self, int sections, int dim=0) -> Tensor[]",
    .doc = "So many pieces along an axis, the first ones one longer where it does not divide.",
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({5, 2}), 3, 0}}}; },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      int axis = wrap_axis(args.integer_or(2, 0), t.rank());
      int64_t size = sizes_of(t)[static_cast<size_t>(axis)].guard_int(), sections = args.integer(1), at = 0;
      Outputs pieces;
      for (int64_t i = 0; i < sections; ++i) {
        int64_t length = size / sections + (i < size % sections ? 1 : 0);
        pieces.push_back(f::slice(t, axis, at, at + length));
        at += length;
      }
      return pieces;
    },
});
constinit const OpDef op_tensor_split_indices = define({
    .name = "tensor_split.indices",
    .signature = "tensor_split.indices(Tensor self, int[] indices, int dim=0) -> Tensor[]",
    .doc = "Pieces along an axis, cut before the given positions.",
    .samples = [] { return std::vector<Sample>{{Args{sample_tensor({5, 2}), IntList{1, 3}, 0}}}; },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      int axis = wrap_axis(args.integer_or(2, 0), t.rank());
      Outputs pieces;
      SymInt at = 0;
      for (const SymInt& cut : args.ints(1)) {
        pieces.push_back(f::slice(t, axis, at, cut));
        at = cut;
      }
      pieces.push_back(f::slice(t, axis, at, sizes_of(t)[static_cast<size_t>(axis)]));
      return pieces;
    },
});

VT_OPS(slicing, &op_select, &op_select_backward, &op_slice, &op_slice_backward, &op_narrow, &op_diagonal,
       &op_diagonal_backward, &op_unfold, &op_unfold_backward, &op_as_strided, &op_as_strided_backward, &op_split,
       &op_split_sizes, &op_chunk, &op_unbind, &op_tensor_split, &op_tensor_split_indices)

}  // namespace vt
