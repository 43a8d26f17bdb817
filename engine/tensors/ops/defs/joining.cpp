// Putting tensors together: cat, stack and their kin, and repetition.
#include <algorithm>
#include <cstring>

#include "ops/defs/prelude.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"

namespace vt {

namespace {

// PyTorch skips empty one-dimensional tensors.
bool skipped(const SymSizes& sizes) { return sizes.size() == 1 && !sizes[0].symbolic() && sizes[0].hint() == 0; }

int cat_axis(const Args& args, int rank) { return wrap_axis(args.integer_or(1, 0), rank); }

Metas cat_infer(const Args& args) {
  const TensorList& tensors = args.tensors(0);
  if (tensors.empty()) tensor_error("torch.cat(): expected a non-empty list of Tensors", "ValueError");
  ResultType type;
  SymSizes sizes;
  bool first = true;
  int axis = 0;
  Tensor like = tensors[0];
  for (size_t i = 0; i < tensors.size(); ++i) {
    type.add(tensors[i]);
    SymSizes own = sizes_of(tensors[i]);
    if (own.empty())
      tensor_error("zero-dimensional tensor (at position " + std::to_string(i) + ") cannot be concatenated");
    if (skipped(own)) continue;
    if (first) {
      sizes = own;
      axis = cat_axis(args, static_cast<int>(sizes.size()));
      like = tensors[i];
      first = false;
      continue;
    }
    if (own.size() != sizes.size())
      tensor_error("Tensors must have same number of dimensions: got " + std::to_string(sizes.size()) + " and " +
                   std::to_string(own.size()));
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (static_cast<int>(d) == axis) continue;
      if (own[d] != sizes[d])
        tensor_error("Sizes of tensors must match except in dimension " + std::to_string(axis) + ". Expected size " +
                     std::to_string(sizes[d].hint()) + " but got size " + std::to_string(own[d].hint()) +
                     " for tensor number " + std::to_string(i) + " in the list.");
      if (sizes[d].symbolic()) sizes[d] = own[d];
    }
    sizes[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(axis)] + own[static_cast<size_t>(axis)];
  }
  if (first) sizes = {SymInt(0)};
  return {meta_like(like, sizes, type.get())};
}
// Tensors without gaps that differ in the axis only: long pieces one after the other. Undefined if it is not so.
Tensor cat_pieces(const TensorList& tensors, int64_t axis_argument) {
  if (tensors.empty() || tensors[0].rank() == 0) return {};
  const Tensor& first = tensors[0];
  int rank = first.rank();
  if (axis_argument < -rank || axis_argument >= rank) return {};
  int axis = static_cast<int>(axis_argument < 0 ? axis_argument + rank : axis_argument);
  Dims sizes = first.sizes();
  sizes[axis] = 0;
  for (const Tensor& t : tensors) {
    if (t.rank() != rank || t.dtype() != first.dtype() || t.device().kind != DeviceKind::kCpu || !t.is_contiguous())
      return {};
    for (int d = 0; d < rank; ++d)
      if (d != axis && t.size(d) != first.size(d)) return {};
    sizes[axis] += t.size(axis);
  }
  Tensor out = empty_tensor(sizes, first.dtype());
  int64_t width = dtype_bytes(first.dtype()), outer = 1;
  for (int d = 0; d < axis; ++d) outer *= sizes[d];
  int64_t row = outer ? out.numel() / outer * width : 0, at = 0;
  std::byte* to = out.impl()->storage->data();
  for (const Tensor& t : tensors) {
    int64_t piece = outer ? t.numel() / outer * width : 0;
    const std::byte* from = t.impl()->storage->data() + t.impl()->offset * width;
    if (piece > 0)
      parallel_for(0, outer, std::max<int64_t>(1, kGrain * 4 / piece), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          std::memcpy(to + i * row + at, from + i * piece, static_cast<size_t>(piece));
      });
    at += piece;
  }
  return out;
}
Outputs cat_kernel(const Args& args) {
  if (Tensor joined = cat_pieces(args.tensors(0), args.integer_or(1, 0)); joined.defined()) return {joined};
  Tensor out = empty_for(cat_infer(args)[0]);
  int axis = cat_axis(args, out.rank());
  int64_t at = 0;
  for (const Tensor& t : args.tensors(0)) {
    if (skipped(sizes_of(t))) continue;
    Dims sizes = t.sizes();
    copy_tensor(view_of(out, sizes, out.strides(), out.impl()->offset + at * out.strides()[axis]), t);
    at += t.size(axis);
  }
  return {out};
}
void cat_grad(GradContext& c) {
  int axis = cat_axis(c.attributes(), static_cast<int>(c.output_meta().sizes.size()));
  SymInt at = 0;
  for (size_t i = 0; i < c.input_list_size(0); ++i) {
    const TensorMeta& meta = c.input_meta(0, i);
    if (skipped(meta.sizes)) {
      if (c.needs(0, i)) c.set(0, f::zeros(meta), i);
      continue;
    }
    SymInt end = at + meta.sizes[static_cast<size_t>(axis)];
    if (c.needs(0, i)) c.set(0, f::to_dtype(f::slice(c.grad_output(), axis, at, end), meta.dtype), i);
    at = end;
  }
}
size_t list_size(LowerContext& c, const Args& args) {
  (void)c;
  return args.tensors(0).size();
}
void cat_lower(LowerContext& c, const Args& args) {
  size_t axis = static_cast<size_t>(cat_axis(args, static_cast<int>(c.output_meta().sizes.size())));
  struct Source {
    Loader load;
    SymInt size;
    SymExpr start, end;
  };
  std::vector<Source> pieces;
  SymInt at = 0;
  for (size_t i = 0; i < list_size(c, args); ++i) {
    SymSizes sizes = c.input_meta(0, i).sizes;
    if (skipped(sizes) || (!sizes[axis].symbolic() && sizes[axis].hint() == 0)) continue;
    SymInt end = at + sizes[axis];
    pieces.push_back({c.input(0, i), sizes[axis], at.expr(), end.expr()});
    at = end;
  }
  DType dtype = c.output_meta().dtype;
  c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
    // From the last piece inwards: each takes what lies before its end.
    ExprId result = loop::kNoExpr;
    for (size_t k = pieces.size(); k-- > 0;) {
      const Source& piece = pieces[k];
      Index own = i;
      SymExpr within = sym_sub(i[axis], piece.start);
      own[axis] = pieces.size() == 1 ? within : clamp_index(within, piece.size);
      ExprId value = g.cast(piece.load(g, own), dtype);
      result =
          result == loop::kNoExpr ? value : g.select(index_compare(g, S::kLess, i[axis], piece.end), value, result);
    }
    if (result == loop::kNoExpr) result = is_floating(dtype) ? g.constant(0, dtype) : g.constant_int(0, dtype);
    return result;
  });
  std::vector<LowerContext::Piece> parts;
  for (const Source& piece : pieces)
    parts.push_back(
        {[load = piece.load, dtype](loop::ExprGraph& g, const Index& i) { return g.cast(load(g, i), dtype); },
         piece.start, piece.size.expr()});
  c.define_pieces(0, axis, std::move(parts));
}

Metas stack_infer(const Args& args) {
  const TensorList& tensors = args.tensors(0);
  if (tensors.empty()) tensor_error("stack expects a non-empty TensorList");
  SymSizes sizes = sizes_of(tensors[0]);
  ResultType type;
  for (size_t i = 0; i < tensors.size(); ++i) {
    type.add(tensors[i]);
    if (!same_sizes(sizes, sizes_of(tensors[i])))
      tensor_error("stack expects each tensor to be equal size, but got " + sizes_text(sizes) + " at entry 0 and " +
                   sizes_text(sizes_of(tensors[i])) + " at entry " + std::to_string(i));
  }
  int axis = wrap_axis(args.integer_or(1, 0), static_cast<int>(sizes.size()) + 1);
  sizes.insert(sizes.begin() + axis, SymInt(static_cast<int64_t>(tensors.size())));
  return {meta_like(tensors[0], sizes, type.get())};
}

TensorList at_least(const TensorList& tensors, int rank) {
  TensorList result;
  for (const Tensor& t : tensors) {
    Tensor wide = t;
    if (rank >= 1 && wide.rank() == 0) wide = f::reshape(wide, {SymInt(1)});
    if (rank >= 2 && wide.rank() == 1) wide = f::unsqueeze(wide, 0);
    if (rank >= 3 && wide.rank() == 2) wide = f::unsqueeze(wide, 2);
    result.push_back(wide);
  }
  return result;
}

std::vector<Sample> list_samples() {
  return {{Args{TensorList{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1)}, 0}},
          {Args{TensorList{sample_tensor({2, 3}), sample_tensor({2, 3}, 0, 1)}, 1}}};
}
std::vector<Sample> only_list_samples() {
  return {{Args{TensorList{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1)}}}};
}

SymSizes repeat_sizes(const Tensor& t, const IntList& repeats) {
  SymSizes sizes = sizes_of(t);
  if (repeats.size() < sizes.size())
    tensor_error("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  SymSizes result = repeats;
  size_t extra = repeats.size() - sizes.size();
  for (size_t i = extra; i < result.size(); ++i) result[i] = repeats[i] * sizes[i - extra];
  for (const SymInt& size : result)
    if (size.hint() < 0)
      tensor_error("Trying to create tensor with negative dimension " + std::to_string(size.hint()) + ": " +
                   sizes_text(result));
  return result;
}

}  // namespace

constinit const OpDef op_cat = define({
    .name = "cat",
    .signature = "cat(Tensor[] tensors, int dim=0) -> Tensor",
    .doc = "Joins tensors along an axis; other sizes must agree.",
    .traits = kFunction | kHasOut | kKeepsFormat,
    .samples = list_samples,
    .infer = cat_infer,
    .kernel = cat_kernel,
    .grad = cat_grad,
    .grad_name = "CatBackward0",
    .lower = cat_lower,
});
constinit const OpDef op_concat = define({
    .name = "concat",
    .signature = "concat(Tensor[] tensors, int dim=0) -> Tensor",
    .doc = "Another name of cat.",
    .traits = kFunction,
    .samples = list_samples,
    .decompose = [](const Args& args) { return call(op_cat, args); },
});
constinit const OpDef op_stack = define({
    .name = "stack",
    .signature = "stack(Tensor[] tensors, int dim=0) -> Tensor",
    .doc = "Joins tensors of equal sizes along a new axis.",
    .traits = kFunction | kHasOut,
    .samples = list_samples,
    .infer = stack_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(stack_infer(args)[0]);
      int axis = wrap_axis(args.integer_or(1, 0), out.rank());
      Dims sizes = out.sizes(), strides = out.strides();
      int64_t step = strides[axis];
      sizes.erase(axis);
      strides.erase(axis);
      int64_t at = out.impl()->offset;
      for (const Tensor& t : args.tensors(0)) {
        copy_tensor(view_of(out, sizes, strides, at), t);
        at += step;
      }
      return {out};
    },
    .grad =
        [](GradContext& c) {
          int axis = wrap_axis(c.attributes().integer_or(1, 0), static_cast<int>(c.output_meta().sizes.size()));
          for (size_t i = 0; i < c.input_list_size(0); ++i)
            if (c.needs(0, i)) c.set(0, f::select(c.grad_output(), axis, static_cast<int64_t>(i)), i);
        },
    .grad_name = "StackBackward0",
    .decompose = [](const Args& args) -> Outputs {
      stack_infer(args);
      int axis = wrap_axis(args.integer_or(1, 0), args.tensors(0)[0].rank() + 1);
      TensorList wide;
      for (const Tensor& t : args.tensors(0)) wide.push_back(f::unsqueeze(t, axis));
      return {f::cat(wide, axis)};
    },
});
constinit const OpDef op_hstack = define({
    .name = "hstack",
    .signature = "hstack(Tensor[] tensors) -> Tensor",
    .doc = "Joins tensors side by side: along axis 1, vectors along axis 0.",
    .traits = kFunction,
    .samples = only_list_samples,
    .decompose = [](const Args& args) -> Outputs {
      TensorList wide = at_least(args.tensors(0), 1);
      return {f::cat(wide, wide.empty() || wide[0].rank() == 1 ? 0 : 1)};
    },
});
constinit const OpDef op_vstack = define({
    .name = "vstack",
    .signature = "vstack(Tensor[] tensors) -> Tensor",
    .doc = "Joins tensors one below the other: along axis 0, vectors as rows.",
    .traits = kFunction,
    .samples = only_list_samples,
    .decompose = [](const Args& args) -> Outputs { return {f::cat(at_least(args.tensors(0), 2), 0)}; },
});
constinit const OpDef op_dstack = define({
    .name = "dstack",
    .signature = "dstack(Tensor[] tensors) -> Tensor",
    .doc = "Joins tensors along axis 2.",
    .traits = kFunction,
    .samples = only_list_samples,
    .decompose = [](const Args& args) -> Outputs { return {f::cat(at_least(args.tensors(0), 3), 2)}; },
});
constinit const OpDef op_repeat = define({
    .name = "repeat",
    .signature = "repeat(Tensor self, int[] repeats) -> Tensor",
    .doc = "Repeats the whole tensor along its axes.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{2, 2}}},
                                     {Args{sample_tensor({3}), IntList{2, 2}}, "a new axis"}};
        },
    .infer = [](const Args& args) -> Metas {
      return {meta_like(args.tensor(0), repeat_sizes(args.tensor(0), args.ints(1)), args.tensor(0).dtype())};
    },
    .kernel = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      Tensor out = empty_for(meta_like(t, repeat_sizes(t, args.ints(1)), t.dtype()));
      if (out.numel() == 0) return {out};
      std::vector<int64_t> repeats = args.plain_ints(1);
      // Each axis as (repeat, size), both sides as views of these pairs.
      Dims sizes, to, from;
      int extra = static_cast<int>(repeats.size()) - t.rank();
      for (int i = 0; i < static_cast<int>(repeats.size()); ++i) {
        int64_t size = i < extra ? 1 : t.size(i - extra);
        sizes.push_back(repeats[static_cast<size_t>(i)]);
        sizes.push_back(size);
        to.push_back(out.strides()[i] * size);
        to.push_back(out.strides()[i]);
        from.push_back(0);
        from.push_back(i < extra ? 0 : t.strides()[i - extra]);
      }
      copy_tensor(view_of(out, sizes, to, out.impl()->offset), view_of(t, sizes, from, t.impl()->offset));
      return {out};
    },
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          const IntList& repeats = c.attributes().ints(1);
          SymSizes split;
          std::vector<int> axes;
          size_t extra = repeats.size() - meta.sizes.size();
          for (size_t i = 0; i < repeats.size(); ++i) {
            if (i < extra || !is_one(repeats[i])) {
              axes.push_back(static_cast<int>(split.size()));
              split.push_back(repeats[i]);
            }
            if (i >= extra) split.push_back(meta.sizes[i - extra]);
          }
          c.set(0, axes.empty() ? c.grad_output() : f::sum(f::reshape(c.grad_output(), split), axes, false));
        },
    .grad_name = "RepeatBackward0",
    .lower =
        [](LowerContext& c, const Args&) {
          SymSizes from = c.input_meta(0).sizes;
          Loader in = c.input(0);
          c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
            Index own(i.end() - static_cast<std::ptrdiff_t>(from.size()), i.end());
            for (size_t k = 0; k < own.size(); ++k) own[k] = wrap_index(own[k], from[k]);
            return in(g, own);
          });
        },
});
constinit const OpDef op_tile = define({
    .name = "tile",
    .signature = "tile(Tensor self, int[] dims) -> Tensor",
    .doc = "repeat, with missing leading counts taken as 1.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{2}}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      IntList repeats = args.ints(1);
      while (static_cast<int>(repeats.size()) < args.tensor(0).rank()) repeats.insert(repeats.begin(), SymInt(1));
      return call(op_repeat, {args[0], repeats});
    },
});

VT_OPS(joining, &op_cat, &op_concat, &op_stack, &op_hstack, &op_vstack, &op_dstack, &op_repeat, &op_tile)

}  // namespace vt
