// Shapes in other words: ops that come down to view, reshape, permute and expand.
#include <algorithm>

#include "ops/defs/composed.h"
#include "ops/defs/prelude.h"
#include "tensor/extent.h"
#include "tensor/warning.h"

namespace vt {

namespace {

std::vector<Sample> matrix_samples() { return {{Args{sample_tensor({2, 3})}}}; }
std::vector<Sample> alike_samples() { return {{Args{sample_tensor({6}), sample_tensor({2, 3})}}}; }

// The order of axes that moves `source` to `destination` and keeps the rest.
std::vector<int> moved_axes(int rank, const IntList& source, const IntList& destination) {
  if (source.size() != destination.size())
    tensor_error("movedim: Invalid source or destination dims: source (" + sizes_text(source) +
                 " dims) should contain the same number of dims as destination (" + sizes_text(destination) + " dims)");
  // A tensor without axes takes the number of one, and has none to move.
  std::vector<int> order(static_cast<size_t>(std::max(rank, 1)), -1), rest;
  std::vector<bool> taken(order.size(), false);
  for (size_t i = 0; i < source.size(); ++i) {
    int from = wrap_axis(source[i].guard_int(), rank), to = wrap_axis(destination[i].guard_int(), rank);
    if (taken[static_cast<size_t>(from)])
      tensor_error("movedim: repeated dim in `source` (" + sizes_text(source) + ")");
    if (order[static_cast<size_t>(to)] >= 0)
      tensor_error("movedim: repeated dim in `destination` (" + sizes_text(destination) + ")");
    order[static_cast<size_t>(to)] = from;
    taken[static_cast<size_t>(from)] = true;
  }
  if (rank == 0) return {};
  for (int i = 0; i < rank; ++i)
    if (!taken[static_cast<size_t>(i)]) rest.push_back(i);
  size_t next = 0;
  for (int& axis : order)
    if (axis < 0) axis = rest[next++];
  return order;
}
Outputs move(const Args& a, const IntList& source, const IntList& destination) {
  return {f::permute(a.tensor(0), moved_axes(a.tensor(0).rank(), source, destination))};
}

Tensor flattened(const Tensor& t, int64_t start, int64_t end) {
  int rank = t.rank();
  int first = wrap_axis(start, rank), last = wrap_axis(end, rank);
  if (first > last) tensor_error("flatten() has invalid args: start_dim cannot come after end_dim");
  SymSizes sizes = sizes_of(t), result;
  if (rank == 0) return f::reshape(t, {SymInt(1)});
  if (first == last) return t;
  for (int i = 0; i < first; ++i) result.push_back(sizes[static_cast<size_t>(i)]);
  SymInt folded = 1;
  for (int i = first; i <= last; ++i) folded = folded * sizes[static_cast<size_t>(i)];
  result.push_back(folded);
  for (int i = last + 1; i < rank; ++i) result.push_back(sizes[static_cast<size_t>(i)]);
  return call1(op_reshape, {t, result});
}

Tensor at_least(const Tensor& t, int rank) {
  Tensor result = t;
  if (rank >= 1 && result.rank() == 0) result = f::reshape(result, {SymInt(1)});
  if (rank >= 2 && result.rank() == 1) result = f::unsqueeze(result, 0);
  if (rank >= 3 && result.rank() == 2) result = f::unsqueeze(result, -1);
  return result;
}

// Even, or given, pieces along an axis chosen by name.
void check_split_rank(const Tensor& t, const char* name) {
  int needed = name[0] == 'h' ? 1 : 2;
  if (t.rank() < needed)
    tensor_error(std::string("torch.") + name + " requires a tensor with at least " + std::to_string(needed) +
                 " dimension, but got a tensor with " + std::to_string(t.rank()) + " dimensions!");
}
int horizontal_axis(const Tensor& t) { return t.rank() == 1 ? 0 : 1; }
Outputs split_between(const Args& a, int axis, const char* name) {
  check_split_rank(a.tensor(0), name);
  return call(op_tensor_split_indices, {a[0], a[1], axis});
}
Outputs split_evenly(const Args& a, int axis, const char* name) {
  const Tensor& t = a.tensor(0);
  int64_t sections = a.integer(1);
  check_split_rank(t, name);
  int64_t size = sizes_of(t)[static_cast<size_t>(axis)].hint();
  if (sections <= 0 || size % sections != 0)
    tensor_error(std::string("torch.") + name + " attempted to split along dimension " + std::to_string(axis) +
                 ", but the size of the dimension " + std::to_string(size) + " is not divisible by the split_size " +
                 std::to_string(sections) + "!");
  return call(op_tensor_split, {a[0], a[1], axis});
}

Outputs meshgrid(const TensorList& tensors, bool swap) {
  SymSizes sizes;
  TensorList ordered = tensors;
  if (swap && ordered.size() > 1) std::swap(ordered[0], ordered[1]);
  if (tensors.empty()) tensor_error("meshgrid expects a non-empty TensorList");
  for (const Tensor& t : tensors)
    if (t.dtype() != tensors[0].dtype()) tensor_error("meshgrid expects all tensors to have the same dtype");
  for (const Tensor& t : ordered) {
    if (t.rank() > 1)
      tensor_error("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: " + sizes_text(sizes_of(t)));
    sizes.push_back(count_of(sizes_of(t)));
  }
  Outputs grids;
  for (size_t i = 0; i < ordered.size(); ++i) {
    SymSizes own(sizes.size(), SymInt(1));
    own[i] = sizes[i];
    grids.push_back(f::expand(f::view(ordered[i], own), sizes));
  }
  if (swap && grids.size() > 1) std::swap(grids[0], grids[1]);
  return grids;
}

Outputs at_least_each(const Args& args, int rank) {
  Outputs grown;
  for (const Tensor& t : args.tensors(0)) grown.push_back(at_least(t, rank));
  return grown;
}
std::vector<Sample> list_samples() { return {{Args{TensorList{sample_tensor({2}), sample_tensor({})}}}}; }

}  // namespace

VT_ALIAS(
    op_flatten, "flatten", "flatten(Tensor self, int start_dim=0, int end_dim=-1) -> Tensor",
    "Folds a range of axes into one.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3, 4}), 1, -1}}});
    },
    { return {flattened(a.tensor(0), a.integer(1), a.integer(2))}; });
VT_ALIAS(op_ravel, "ravel", "ravel(Tensor self) -> Tensor", "All elements as a vector.", kFunction | kMethod,
         matrix_samples, { return {f::view(f::contiguous(a.tensor(0)), {count_of(sizes_of(a.tensor(0)))})}; });
VT_ALIAS(op_view_as, "view_as", "view_as(Tensor self, Tensor other) -> Tensor", "view in the sizes of another tensor.",
         kMethod, alike_samples, {
           return call(op_view, {a[0], sizes_of(a.tensor(1))});
         });
VT_ALIAS(op_reshape_as, "reshape_as", "reshape_as(Tensor self, Tensor other) -> Tensor",
         "reshape to the sizes of another tensor.", kMethod, alike_samples, {
           return call(op_reshape, {a[0], sizes_of(a.tensor(1))});
         });
VT_ALIAS(
    op_expand_as, "expand_as", "expand_as(Tensor self, Tensor other) -> Tensor",
    "expand to the sizes of another tensor.", kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({3}), sample_tensor({2, 3})}}});
    },
    {
      return call(op_expand, {a[0], sizes_of(a.tensor(1)), false});
    });
VT_ALIAS(
    op_broadcast_to, "broadcast_to", "broadcast_to(Tensor self, int[] size) -> Tensor", "expand under another name.",
    kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({3}), IntList{2, 3}}}});
    },
    {
      return call(op_expand, {a[0], a[1], false});
    });
VT_ALIAS(
    op_broadcast_tensors, "broadcast_tensors", "broadcast_tensors(Tensor[] tensors) -> Tensor[]",
    "All tensors in their common sizes.", kFunction,
    [] {
      return std::vector<Sample>({{Args{TensorList{sample_tensor({3}), sample_tensor({2, 1})}}}});
    },
    {
      SymSizes sizes;
      for (const Tensor& t : a.tensors(0)) sizes = broadcast_sizes(sizes, sizes_of(t));
      Outputs wide;
      for (const Tensor& t : a.tensors(0)) wide.push_back(call1(op_expand, {t, sizes, false}));
      return wide;
    });
VT_ALIAS(
    op_swapaxes, "swapaxes", "swapaxes(Tensor self, int axis0, int axis1) -> Tensor", "transpose under another name.",
    kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3}), 0, 1}}});
    },
    { return call(op_transpose, a); });
VT_ALIAS(
    op_swapdims, "swapdims", "swapdims(Tensor self, int dim0, int dim1) -> Tensor", "transpose under another name.",
    kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3}), 0, 1}}});
    },
    { return call(op_transpose, a); });
VT_ALIAS(op_adjoint, "adjoint", "adjoint(Tensor self) -> Tensor", "Exchanges the last two axes.", kFunction | kMethod,
         matrix_samples, {
           if (a.tensor(0).rank() == 0) return {f::transpose(a.tensor(0), 0, 0)};
           if (int rank = a.tensor(0).rank(); rank < 2)
             tensor_error("tensor.adjoint() is only supported on matrices or batches of matrices. Got " +
                          std::to_string(rank) + "-D tensor.");
           return {f::transpose(a.tensor(0), -2, -1)};
         });
VT_ALIAS(
    op_movedim, "movedim", "movedim(Tensor self, int[] source, int[] destination) -> Tensor",
    "Moves axes to other places.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3, 4}), IntList{0, 1}, IntList{2, 0}}}});
    },
    { return move(a, a.ints(1), a.ints(2)); });
VT_ALIAS(
    op_movedim_int, "movedim.int", "movedim.int(Tensor self, int source, int destination) -> Tensor",
    "Moves an axis to another place.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3, 4}), 0, -1}}});
    },
    { return move(a, {a.scalar(1).integer}, {a.scalar(2).integer}); });
VT_ALIAS(
    op_moveaxis, "moveaxis", "moveaxis(Tensor self, int[] source, int[] destination) -> Tensor",
    "movedim under another name.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3, 4}), IntList{0, 1}, IntList{2, 0}}}});
    },
    { return move(a, a.ints(1), a.ints(2)); });
VT_ALIAS(
    op_moveaxis_int, "moveaxis.int", "moveaxis.int(Tensor self, int source, int destination) -> Tensor",
    "movedim of one axis under another name.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3, 4}), 0, -1}}});
    },
    { return move(a, {a.scalar(1).integer}, {a.scalar(2).integer}); });
VT_ALIAS(
    op_unflatten, "unflatten", "unflatten(Tensor self, int dim, int[] sizes) -> Tensor",
    "Unfolds an axis into several; one size may be -1.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 6}), 1, IntList{2, -1}}}});
    },
    {
      const Tensor& t = a.tensor(0);
      if (t.rank() == 0)
        tensor_error("unflatten got an unexpected error:\nDimension specified as " + std::to_string(a.integer(1)) +
                     " but tensor has no dimensions");
      int axis = wrap_axis(a.integer(1), t.rank());
      SymSizes sizes = sizes_of(t);
      size_t at = static_cast<size_t>(axis);
      if (a.ints(2).empty()) tensor_error("unflatten: sizes must be non-empty");
      SymInt known = 1;
      bool open = false;
      for (const SymInt& size : a.ints(2)) {
        if (size.hint() == -1) open = true;
        else known = known * size;
      }
      bool fits = open ? known.hint() != 0 && sizes[at].hint() % known.hint() == 0 : known == sizes[at];
      if (!fits)
        tensor_error("unflatten: Provided sizes " + sizes_text(a.ints(2)) + " don't multiply up to the size of dim " +
                     std::to_string(axis) + " (" + std::to_string(sizes[at].hint()) + ") in the input tensor");
      SymSizes parts = infer_view_sizes(a.ints(2), {sizes[at]});
      sizes.erase(sizes.begin() + axis);
      sizes.insert(sizes.begin() + axis, parts.begin(), parts.end());
      return {f::view(t, sizes)};
    });
VT_ALIAS(op_atleast_1d, "atleast_1d", "atleast_1d(Tensor self) -> Tensor", "Adds axes up to one.", kFunction,
         matrix_samples, { return {at_least(a.tensor(0), 1)}; });
VT_ALIAS(op_atleast_2d, "atleast_2d", "atleast_2d(Tensor self) -> Tensor", "Adds axes up to two.", kFunction,
         matrix_samples, { return {at_least(a.tensor(0), 2)}; });
VT_ALIAS(op_atleast_3d, "atleast_3d", "atleast_3d(Tensor self) -> Tensor", "Adds axes up to three.", kFunction,
         matrix_samples, { return {at_least(a.tensor(0), 3)}; });
VT_ALIAS(op_atleast_1d_list, "atleast_1d.Sequence", "atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]",
         "Adds axes up to one, to each.", kFunction, list_samples, { return at_least_each(a, 1); });
VT_ALIAS(op_atleast_2d_list, "atleast_2d.Sequence", "atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]",
         "Adds axes up to two, to each.", kFunction, list_samples, { return at_least_each(a, 2); });
VT_ALIAS(op_atleast_3d_list, "atleast_3d.Sequence", "atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]",
         "Adds axes up to three, to each.", kFunction, list_samples, { return at_least_each(a, 3); });
VT_ALIAS(
    op_hsplit, "hsplit", "hsplit(Tensor self, int sections) -> Tensor[]", "Pieces along axis 1 (0 of a vector).",
    kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 4}), 2}}});
    },
    { return split_evenly(a, horizontal_axis(a.tensor(0)), "hsplit"); });
VT_ALIAS(
    op_hsplit_array, "hsplit.array", "hsplit.array(Tensor self, int[] indices) -> Tensor[]",
    "Pieces along axis 1 (0 of a vector), between positions.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 4}), IntList{1, 3}}}});
    },
    { return split_between(a, horizontal_axis(a.tensor(0)), "hsplit"); });
VT_ALIAS(
    op_vsplit, "vsplit", "vsplit(Tensor self, int sections) -> Tensor[]", "Pieces along axis 0.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 4}), 2}}});
    },
    { return split_evenly(a, 0, "vsplit"); });
VT_ALIAS(
    op_vsplit_array, "vsplit.array", "vsplit.array(Tensor self, int[] indices) -> Tensor[]",
    "Pieces along axis 0, between positions.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({4, 2}), IntList{1, 3}}}});
    },
    { return split_between(a, 0, "vsplit"); });
VT_ALIAS(
    op_meshgrid, "meshgrid", "meshgrid(Tensor[] tensors, *, str? indexing=None) -> Tensor[]",
    "Grids of coordinates: 'ij' or 'xy' order.", kFunction,
    [] {
      return std::vector<Sample>({{Args{TensorList{sample_tensor({2}), sample_tensor({3})}, "ij"}},
                                  {Args{TensorList{sample_tensor({2}), sample_tensor({3})}, "xy"}}});
    },
    {
      if (!a.has(1))
        tensor_warning(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument. (Triggered "
            "internally at ./aten/src/ATen/native/TensorShape.cpp:4221.)",
            true);
      const std::string order = a.text_or(1, "ij");
      if (order != "ij" && order != "xy")
        tensor_error("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: " + order);
      return meshgrid(a.tensors(0), order == "xy");
    });
VT_ALIAS(
    op_cartesian_prod, "cartesian_prod", "cartesian_prod(Tensor[] tensors) -> Tensor",
    "All combinations of vectors' elements, a row each.", kFunction,
    [] {
      return std::vector<Sample>({{Args{TensorList{sample_tensor({2}), sample_tensor({3})}}}});
    },
    {
      for (const Tensor& t : a.tensors(0))
        if (t.rank() != 1) tensor_error("Expect a 1D vector, but got shape " + sizes_text(sizes_of(t)));
      if (a.tensors(0).size() == 1) return {a.tensors(0)[0]};
      TensorList columns;
      for (const Tensor& grid : meshgrid(a.tensors(0), false))
        columns.push_back(f::reshape(grid, {count_of(sizes_of(grid))}));
      return call(op_stack, {columns, 1});
    });
VT_ALIAS(
    op_sum_to_size, "sum_to_size", "sum_to_size(Tensor self, int[] size) -> Tensor",
    "Sums over broadcast axes until the sizes are as given.", kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3}), IntList{3}}}});
    },
    {
      TensorMeta meta = meta_like(a.tensor(0), a.ints(1), a.tensor(0).dtype());
      SymSizes own = sizes_of(a.tensor(0));
      bool fits = meta.sizes.size() <= own.size();
      for (size_t i = 0; fits && i < meta.sizes.size(); ++i) {
        const SymInt& wanted = meta.sizes[meta.sizes.size() - 1 - i];
        fits = is_one(wanted) || wanted == own[own.size() - 1 - i];
      }
      if (!fits)
        tensor_error("size {" + sizes_text(meta.sizes) + "} is not expandable to size {" + sizes_text(own) + "}.");
      return {f::reduce_to(a.tensor(0), meta)};
    });
VT_ALIAS(
    op_diff, "diff", "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor",
    "Differences of neighbours along an axis, n times.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 4}), 1, -1, Arg(), Arg()}},
                                  {Args{sample_tensor({2, 4}), 1, 1, sample_tensor({2, 1}), Arg()}}});
    },
    {
      Tensor t = a.tensor(0);
      if (t.rank() == 0) tensor_error("diff expects input to be at least one-dimensional");
      if (a.integer(1) < 0) tensor_error("order must be non-negative but got " + std::to_string(a.integer(1)));
      if (a.integer(1) == 0) return {f::clone(t)};
      int axis = wrap_axis(a.integer(2), t.rank());
      TensorList parts;
      if (a.has(3)) parts.push_back(a.tensor(3));
      parts.push_back(t);
      if (a.has(4)) parts.push_back(a.tensor(4));
      if (parts.size() > 1) t = call1(op_cat, {parts, axis});
      for (int64_t k = 0; k < a.integer(1); ++k) {
        SymInt size = sizes_of(t)[static_cast<size_t>(axis)];
        if (size.hint() == 0) break;
        Tensor later = f::slice(t, axis, 1, size), earlier = f::slice(t, axis, 0, size - SymInt(1));
        t = t.dtype() == DType::kBool ? call1(op_logical_xor, {later, earlier}) : f::sub(later, earlier);
      }
      return {t};
    });
VT_NAMED_ALIAS(
    op_pixel_shuffle, "pixel_shuffle", "PixelShuffleBackward0",
    "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
    "Moves channels into space: [*, C r r, H, W] to [*, C, H r, W r].", kFunction | kFunctional,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({1, 4, 2, 3}), 2}}});
    },
    {
      const Tensor& t = a.tensor(0);
      int64_t r = a.integer(1);
      SymSizes sizes = sizes_of(t);
      if (sizes.size() < 3)
        tensor_error("pixel_shuffle expects input to have at least 3 dimensions, but got input with " +
                     std::to_string(sizes.size()) + " dimension(s)");
      if (r <= 0) tensor_error("pixel_shuffle expects a positive upscale_factor, but got " + std::to_string(r));
      SymSizes front(sizes.begin(), sizes.end() - 3);
      SymInt c = sizes[sizes.size() - 3], h = sizes[sizes.size() - 2], w = sizes.back();
      const int64_t square = checked_multiply(r, r);
      if (c.hint() % square != 0)
        tensor_error(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            "but input.size(-3)=" +
            std::to_string(c.hint()) + " is not divisible by " + std::to_string(square));
      SymSizes split = front, order_sizes = front;
      for (const SymInt& size : {floor_div(c, square), SymInt(r), SymInt(r), h, w}) split.push_back(size);
      int n = static_cast<int>(front.size());
      std::vector<int> order;
      for (int i = 0; i < n; ++i) order.push_back(i);
      for (int i : {0, 3, 1, 4, 2}) order.push_back(n + i);
      for (const SymInt& size : {floor_div(c, square), h * SymInt(r), w * SymInt(r)}) order_sizes.push_back(size);
      return {f::reshape(f::permute(f::reshape(t, split), order), order_sizes)};
    });

VT_OPS(shapes, &op_flatten, &op_ravel, &op_view_as, &op_reshape_as, &op_expand_as, &op_broadcast_to,
       &op_broadcast_tensors, &op_swapaxes, &op_swapdims, &op_adjoint, &op_movedim_int, &op_movedim, &op_moveaxis,
       &op_moveaxis_int, &op_unflatten, &op_atleast_1d, &op_atleast_2d, &op_atleast_3d, &op_atleast_1d_list,
       &op_atleast_2d_list, &op_atleast_3d_list, &op_hsplit, &op_hsplit_array, &op_vsplit, &op_vsplit_array,
       &op_meshgrid, &op_cartesian_prod, &op_sum_to_size, &op_diff, &op_pixel_shuffle)

}  // namespace vt
