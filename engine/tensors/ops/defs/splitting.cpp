// Splitting a tensor into pieces along an axis: several views at once.
#include <algorithm>

#include "ops/defs/prelude.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "tensor/allocator.h"
#include "tensor/extent.h"

namespace vt {

namespace {

constexpr uint32_t kViewOp = kFunction | kMethod | kView;

// Pieces along an axis; the views are slices.
std::vector<SymInt> even_pieces(const SymInt& size, const SymInt& piece) {
  int64_t count = floor_div(size + piece - SymInt(1), piece).guard_int();
  if (count == 0) return {SymInt(0)};
  require_memory(count, sizeof(TensorImpl));
  std::vector<SymInt> pieces(buffer_size(count), piece);
  pieces.back() = size - piece * SymInt(count - 1);
  return pieces;
}
std::vector<SymInt> split_pieces(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("split expects at least a 1-dimensional tensor");
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), static_cast<int>(sizes.size())));
  SymInt piece = args.scalar(1).integer;
  if (piece.hint() < 0)
    tensor_error("split expects split_size be non-negative, but got split_size=" + std::to_string(piece.hint()));
  if (piece.hint() == 0 && sizes[axis].hint() != 0)
    tensor_error("split_size can only be 0 if dimension size is 0, but got dimension size of " +
                 std::to_string(sizes[axis].hint()));
  return even_pieces(sizes[axis], piece.hint() == 0 ? SymInt(1) : piece);
}
std::vector<SymInt> section_pieces(const Args& args, const SymSizes& sizes) {
  if (sizes.empty()) tensor_error("split_with_sizes expects at least a 1-dimensional tensor");
  size_t axis = static_cast<size_t>(wrap_axis(args.integer_or(2, 0), static_cast<int>(sizes.size())));
  SymInt sum = 0;
  std::string text = sizes_text(args.ints(1));
  for (const SymInt& piece : args.ints(1)) {
    if (piece.hint() < 0)
      tensor_error("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" + text);
    sum = sum + piece;
  }
  if (sum != sizes[axis])
    tensor_error("split_with_sizes expects split_sizes to sum exactly to " + std::to_string(sizes[axis].hint()) +
                 " (input tensor's size at dimension " + std::to_string(args.integer_or(2, 0)) +
                 "), but got split_sizes=" + text);
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
  int axis = wrap_axis(args.integer_or(1, 0), t.rank());
  if (t.rank() == 0) tensor_error("Dimension specified as 0 but tensor has no dimensions", "IndexError");
  std::vector<ViewSpec> specs;
  int64_t count = sizes_of(t)[static_cast<size_t>(axis)].guard_int();
  require_memory(count, sizeof(TensorImpl));
  for (int64_t i = 0; i < count; ++i) {
    ViewSpec spec{sizes_of(t), strides_of(t)};
    spec.offset = SymInt(i) * spec.strides[static_cast<size_t>(axis)];
    spec.sizes.erase(spec.sizes.begin() + axis);
    spec.strides.erase(spec.strides.begin() + axis);
    specs.push_back(std::move(spec));
  }
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

constinit const OpDef op_split = define({
    .name = "split",
    .signature = "split(Tensor self, int split_size, int dim=0) -> Tensor[]",
    .doc = "Pieces of a size along an axis; the last may be smaller.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), 2, 0}}};
        },
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
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), IntList{2, 3}, 0}}};
        },
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
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), 2, 0}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      if (t.rank() == 0) tensor_error("chunk expects at least a 1-dimensional tensor");
      int64_t chunks = args.integer(1);
      if (chunks <= 0) tensor_error("chunk expects `chunks` to be greater than 0, got: " + std::to_string(chunks));
      int axis = wrap_axis(args.integer_or(2, 0), t.rank());
      SymInt size = sizes_of(t)[static_cast<size_t>(axis)];
      SymInt piece = floor_div(size + SymInt(chunks - 1), SymInt(chunks));
      if (piece == SymInt(0)) return call(op_split_sizes, {t, IntList(static_cast<size_t>(chunks), SymInt(0)), axis});
      if (!size.symbolic()) return call(op_split, {t, piece.hint(), axis});
      return call(op_split_sizes, {t, even_pieces(size, piece), axis});
    },
});
constinit const OpDef op_unbind = define({
    .name = "unbind",
    .signature = "unbind(Tensor self, int dim=0) -> Tensor[]",
    .doc = "Every position of an axis as a tensor of its own.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1}}};
        },
    .infer = many_infer<unbind_rules>,
    .kernel = many_kernel<unbind_rules>,
    .grad =
        [](GradContext& c) {
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
namespace {
void check_splits(const Tensor& t) {
  if (t.rank() == 0)
    tensor_error("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
}
}  // namespace
constinit const OpDef op_tensor_split = define({
    .name = "tensor_split",
    .signature = "tensor_split(Tensor self, int sections, int dim=0) -> Tensor[]",
    .doc = "So many pieces along an axis, the first ones one longer where it does not divide.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), 3, 0}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      check_splits(t);
      int axis = wrap_axis(args.integer_or(2, 0), t.rank());
      SymInt size = sizes_of(t)[static_cast<size_t>(axis)], at = 0;
      int64_t sections = args.integer(1);
      if (sections <= 0) tensor_error("number of sections must be larger than 0, got " + std::to_string(sections));
      require_memory(sections, sizeof(TensorImpl));
      Outputs pieces;
      for (int64_t i = 0; i < sections; ++i) {
        SymInt end = at + floor_div(size + SymInt(sections - 1 - i), SymInt(sections));
        pieces.push_back(f::slice(t, axis, at, end));
        at = end;
      }
      return pieces;
    },
});
constinit const OpDef op_tensor_split_indices = define({
    .name = "tensor_split.indices",
    .signature = "tensor_split.indices(Tensor self, int[] indices, int dim=0) -> Tensor[]",
    .doc = "Pieces along an axis, cut before the given positions.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), IntList{1, 3}, 0}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      check_splits(t);
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

constinit const OpDef op_tensor_split_tensor = define({
    .name = "tensor_split.tensor_indices_or_sections",
    .signature = "tensor_split.tensor_indices_or_sections(Tensor self, Tensor tensor_indices_or_sections, int dim=0) "
                 "-> Tensor[]",
    .doc = "Pieces along an axis, cut where a tensor says.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5, 2}), sample_ints({2}, {1, 3}), 0}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& where = args.tensor(1);
      if (where.dtype() != DType::kInt64)
        tensor_error("tensor_split expected tensor_indices_or_sections to have dtype of long, but got " +
                     std::string(dtype_scalar_name(where.dtype())));
      if (where.rank() > 1)
        tensor_error(
            "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
            "tensor, but got a tensor with " +
            std::to_string(where.rank()) + " dims");
      Tensor host = as_contiguous(on_host(where));
      const int64_t* values = host.data<int64_t>();
      if (where.rank() == 0) return call(op_tensor_split, {args[0], values[0], args[2]});
      IntList cuts;
      for (int64_t i = 0; i < host.numel(); ++i) cuts.push_back(values[i]);
      return call(op_tensor_split_indices, {args[0], cuts, args[2]});
    },
});

VT_OPS(splitting, &op_split, &op_split_sizes, &op_chunk, &op_unbind, &op_tensor_split, &op_tensor_split_indices,
       &op_tensor_split_tensor)

}  // namespace vt
