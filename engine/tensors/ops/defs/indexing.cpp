// Advanced indexing: positions and masks on several axes at once.

#include <algorithm>
#include <optional>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/parallel.h"
#include "tensor/unbacked.h"
#include "tensor/visit.h"

namespace vt {

namespace {

Metas same_infer(const Args& args) {
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype())};
}
// As the tensor itself lies, if it has no gaps.
Tensor copy_of(const Tensor& t) {
  if (t.is_contiguous() || is_on_device(t)) return contiguous_copy(t);
  Tensor copy = empty_for(meta_preserving(t, t.dtype()));
  copy_tensor(copy, t);
  return copy;
}

// Where a tensor of at least one axis is not zero: int64 of [count, rank].
Tensor true_positions(const Tensor& t) {
  if (is_on_device(t)) return device_routines()->true_positions(as_dtype(t, DType::kBool));
  Tensor mask = as_contiguous(as_dtype(t, DType::kBool));
  int rank = mask.rank();
  // In rows along the last axis, or pieces of the only one.
  int64_t total = mask.numel(), width = rank == 1 ? 4096 : std::max<int64_t>(mask.sizes().back(), 1);
  int64_t rows = (total + width - 1) / width, grain = std::max<int64_t>(kGrain / width, 1);
  const bool* holds = total ? mask.data<bool>() : nullptr;
  std::vector<int64_t> first(static_cast<size_t>(rows) + 1, 0);
  parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      first[static_cast<size_t>(row) + 1] =
          std::count(holds + row * width, holds + std::min(total, (row + 1) * width), true);
  });
  for (size_t row = 0; row < static_cast<size_t>(rows); ++row) first[row + 1] += first[row];
  // Column by column, as PyTorch lays them.
  int64_t count = first.back();
  Tensor places = empty_strided(Dims{count, rank}, Dims{1, count}, DType::kInt64);
  int64_t* out = places.data<int64_t>();
  parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t *to = out + first[static_cast<size_t>(row)], *stop = out + first[static_cast<size_t>(row) + 1];
      const bool* here = holds + row * width;
      if (rank == 1) {
        for (int64_t k = row * width; to != stop; ++k, ++here) *to = k, to += *here;
        continue;
      }
      int64_t outer[kMaxRank], rest = row;
      for (int d = rank - 2; d >= 0; --d) outer[d] = rest % mask.size(d), rest /= mask.size(d);
      for (int64_t k = 0; to != stop; ++k, ++here) {
        for (int d = 0; d < rank - 1; ++d) to[d * count] = outer[d];
        to[(rank - 1) * count] = k;
        to += *here;
      }
    }
  });
  return places;
}
// Bool and uint8 masks become the positions of their true elements, one tensor per axis.
std::vector<Tensor> mask_positions(const Tensor& mask) {
  std::vector<Tensor> axes;
  if (mask.rank() == 0) return axes;
  Tensor places = true_positions(mask);
  for (int d = 0; d < mask.rank(); ++d)
    axes.push_back(view_of(places, Dims{places.size(0)}, Dims{places.strides()[0]}, d * places.strides()[1]));
  return axes;
}
// The elements where a mask of the tensor's own sizes holds.
Outputs taken(const Tensor& t, const Tensor& mask) {
  Tensor from = as_contiguous(t), flat = as_contiguous(as_dtype(mask, DType::kBool));
  const bool* holds = flat.data<bool>();
  Tensor out = empty_tensor(Dims{std::count(holds, holds + flat.numel(), true)}, t.dtype());
  visit_dtype(t.dtype(), [&]<class T>() {
    const T* in = from.data<T>();
    T* to = out.data<T>();
    T* end = to + out.numel();
    for (int64_t k = 0; to != end; ++k) {
      *to = in[k];
      to += holds[k];
    }
  });
  return {out};
}
// masked_scatter(self, mask, source): self and mask broadcast.
Metas masked_scatter_infer(const Args& args) {
  const Tensor &t = args.tensor(0), &mask = args.tensor(1), &source = args.tensor(2);
  if (mask.dtype() != DType::kBool)
    tensor_error(std::string("masked_scatter_ only supports boolean masks, but got mask with dtype ") +
                 dtype_scalar_name(mask.dtype()));
  if (source.dtype() != t.dtype())
    tensor_error(std::string("masked_scatter: expected self and source to have same dtypes but got") +
                 dtype_scalar_name(t.dtype()) + " and " + dtype_scalar_name(source.dtype()));
  SymSizes own = sizes_of(t), wide = sizes_of(mask);
  for (size_t i = 1; i <= std::min(own.size(), wide.size()); ++i) {
    int64_t a = own[own.size() - i].hint(), b = wide[wide.size() - i].hint();
    if (a != b && a != 1 && b != 1)
      tensor_error("The size of tensor a (" + std::to_string(b) + ") must match the size of tensor b (" +
                   std::to_string(a) + ") at non-singleton dimension " +
                   std::to_string(std::max(own.size(), wide.size()) - i));
  }
  return {meta_like(t, broadcast_sizes(own, wide), t.dtype())};
}
bool is_mask(const Tensor& t) { return t.defined() && (t.dtype() == DType::kBool || t.dtype() == DType::kUInt8); }

std::string plain_sizes(const Tensor& t) { return sizes_text(sizes_of(t)); }

// One int64 tensor (or none) per axis of `t`, masks resolved.
std::vector<Tensor> resolve(const Tensor& t, const TensorList& indices) {
  std::vector<Tensor> result;
  for (const Tensor& index : indices) {
    if (!index.defined()) {
      result.emplace_back();
    } else if (is_mask(index)) {
      for (int d = 0; d < index.rank(); ++d) {
        int axis = static_cast<int>(result.size()) + d;
        if (axis >= t.rank() || index.size(d) != t.size(axis))
          tensor_error("The shape of the mask " + plain_sizes(index) + " at index " + std::to_string(d) +
                           " does not match the shape of the indexed tensor " + plain_sizes(t) + " at index " +
                           std::to_string(axis),
                       "IndexError");
      }
      for (Tensor& places : mask_positions(index)) result.push_back(std::move(places));
    } else {
      if (is_floating(index.dtype()))
        tensor_error("tensors used as indices must be long, int, byte or bool tensors", "IndexError");
      result.push_back(as_dtype(index, DType::kInt64));
    }
  }
  if (static_cast<int>(result.size()) > t.rank())
    tensor_error("too many indices for tensor of dimension " + std::to_string(t.rank()), "IndexError");
  while (static_cast<int>(result.size()) < t.rank()) result.emplace_back();
  // All broadcast to one shape.
  SymSizes shape;
  try {
    for (const Tensor& index : result)
      if (index.defined()) shape = broadcast_sizes(shape, sizes_of(index));
  } catch (const TensorError&) {
    std::string all;
    for (const Tensor& index : result)
      if (index.defined()) all += (all.empty() ? "" : ", ") + plain_sizes(index);
    tensor_error("shape mismatch: indexing tensors could not be broadcast together with shapes " + all, "IndexError");
  }
  return result;
}
// Whether every axis is taken whole.
bool takes_all(const std::vector<Tensor>& resolved) {
  return std::none_of(resolved.begin(), resolved.end(), [](const Tensor& index) { return index.defined(); });
}
// Where the indexed axes' result goes: at the first one if they are neighbours, else in front.
struct IndexLayout {
  size_t first = 0, count = 0;
  bool adjacent = true;
  SymSizes shape;  // of the broadcast indices
};
IndexLayout index_layout(const TensorList& indices) {
  IndexLayout layout;
  size_t last = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!indices[i].defined()) continue;
    if (layout.count == 0) layout.first = i;
    else if (i != last + 1) layout.adjacent = false;
    last = i;
    ++layout.count;
    layout.shape = broadcast_sizes(layout.shape, sizes_of(indices[i]));
  }
  return layout;
}
// An axis that is not indexed has the strides of the tensor, those of the result of indexing have
// the strides of the positions; the two have no order among each other.
SymSizes index_result_strides(const Tensor& t, const TensorList& indices, const Dims& sizes) {
  bool plain = t.is_contiguous() || is_on_device(t);
  for (const Tensor& index : indices) plain = plain && (!index.defined() || index.is_contiguous());
  if (plain) return {};
  IndexLayout layout = index_layout(indices);
  Dims strides;
  size_t at = layout.adjacent ? layout.first : 0, wide = layout.shape.size();
  if (!layout.adjacent) strides.resize(wide, 0);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (layout.adjacent && i == layout.first) strides.resize(strides.size() + wide, 0);
    if (!indices[i].defined()) strides.push_back(t.strides()[static_cast<int>(i)]);
  }
  std::vector<Tensor> operands{view_of(t, sizes, strides, t.impl()->offset)};
  for (const Tensor& index : indices) {
    if (!index.defined()) continue;
    Dims own;
    own.resize(sizes.size(), 0);
    for (int d = 0; d < index.rank(); ++d)
      if (index.size(d) > 1) own[static_cast<int>(at + wide) - index.rank() + d] = index.strides()[d];
    operands.push_back(view_of(index, sizes, own, index.impl()->offset));
  }
  return result_strides(SymSizes(sizes.begin(), sizes.end()), operands);
}
Metas index_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  TensorList indices = args.tensors(1);
  bool fake = t.is_fake();
  for (const Tensor& index : indices)
    if (index.defined() && index.is_fake()) fake = true;
  if (!fake) {
    std::vector<Tensor> resolved = resolve(t, indices);
    Dims sizes = index_result_sizes(t, resolved);
    return {meta_like(t, SymSizes(sizes.begin(), sizes.end()), t.dtype())};
  }
  for (const Tensor& index : indices)
    if (is_mask(index))
      tensor_error("the result's size of indexing by a mask depends on its values", "NotImplementedError");
  if (static_cast<int>(indices.size()) > t.rank())
    tensor_error("too many indices for tensor of dimension " + std::to_string(t.rank()), "IndexError");
  IndexLayout layout = index_layout(indices);
  SymSizes sizes = sizes_of(t), result;
  if (!layout.adjacent) result = layout.shape;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i < indices.size() && indices[i].defined()) {
      if (layout.adjacent && i == layout.first) result.insert(result.end(), layout.shape.begin(), layout.shape.end());
      continue;
    }
    result.push_back(sizes[i]);
  }
  return {meta_like(t, result, t.dtype())};
}
void put(const Tensor& out, const Args& args) {
  std::vector<Tensor> resolved = resolve(out, args.tensors(1));
  Dims target = index_result_sizes(out, resolved);
  SymSizes wanted(target.begin(), target.end()), given = sizes_of(args.tensor(2));
  bool fits = given.size() <= wanted.size() || count_of(given).hint() == count_of(wanted).hint();
  for (size_t i = 0; fits && i < given.size() && i < wanted.size(); ++i) {
    const SymInt& size = given[given.size() - 1 - i];
    fits = is_one(size) || size == wanted[wanted.size() - 1 - i];
  }
  if (!fits)
    tensor_error("shape mismatch: value tensor of shape " + sizes_text(given) +
                 " cannot be broadcast to indexing result of shape " + sizes_text(wanted));
  if (args.tensor(2).dtype() != out.dtype())
    tensor_error(std::string("Index put requires the source and destination dtypes match, got ") +
                 dtype_scalar_name(out.dtype()) + " for the destination and " +
                 dtype_scalar_name(args.tensor(2).dtype()) + " for the source.");
  if (takes_all(resolved)) {
    copy_tensor(out, args.boolean_or(3, false) ? op_add.kernel({out, args[2], 1})[0] : args.tensor(2));
    return;
  }
  index_put_into(out, resolved, args.tensor(2), args.boolean_or(3, false));
}

void index_lower(LowerContext& c, const Args& args) {
  const TensorList& given = args.tensors(1);
  auto positions = [](const Tensor& t) { return !t.defined() || !(is_mask(t) || is_floating(t.dtype())); };
  if (!c.looks_up() || !std::all_of(given.begin(), given.end(), positions) || takes_all(given))
    return c.define_extern();
  const IndexLayout layout = index_layout(given);
  std::vector<Loader> loaders(given.size());
  std::vector<std::vector<SymInt>> sizes(given.size());
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i].defined()) loaders[i] = c.input(1, i), sizes[i] = c.input_meta(1, i).sizes;
  const size_t rank = c.input_meta(0).sizes.size();
  c.define_pointwise(0, [=, element = c.look_up(0, true)](loop::ExprGraph& g, const Index& at) {
    const size_t wide = layout.shape.size(), start = layout.adjacent ? layout.first : 0;
    std::vector<LowerContext::Place> places(rank);
    size_t next = layout.adjacent ? 0 : wide;
    for (size_t axis = 0; axis < rank; ++axis) {
      if (layout.adjacent && axis == start) next += wide;
      if (axis >= given.size() || !loaders[axis]) {
        places[axis].index = at[next++];
        continue;
      }
      Index index;
      for (size_t d = 0; d < sizes[axis].size(); ++d)
        index.push_back(is_one(sizes[axis][d]) ? sym_constant(0) : at[start + wide - sizes[axis].size() + d]);
      places[axis].position = g.cast(loaders[axis](g, index), DType::kInt64);
    }
    return element(g, places);
  });
}

}  // namespace

constinit const OpDef op_index = define({
    .name = "index",
    .signature = "index(Tensor self, Tensor?[] indices) -> Tensor",
    .doc = "Advanced indexing: a tensor of positions or a mask per axis, None for a whole axis.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3, 4}), TensorList{sample_ints({2}, {2, 0})}}},
              {Args{sample_tensor({3, 4}), TensorList{Tensor(), sample_ints({2, 2}, {2, 0, 3, 3})}}, "second axis"},
              {Args{sample_tensor({3, 4}), TensorList{sample_ints({2}, {2, 0}), sample_ints({2}, {1, -1})}}, "both"}};
        },
    .infer = index_infer,
    .kernel = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      const TensorList& given = args.tensors(1);
      if (!is_on_device(t) && given.size() == 1 && is_mask(given[0]) && given[0].sizes() == t.sizes() && t.rank() > 0 &&
          t.numel() > 0)
        return taken(t, given[0]);
      std::vector<Tensor> resolved = resolve(t, given);
      if (takes_all(resolved)) {
        if (given.empty()) tensor_error("at least one index must be provided", "IndexError");
        return {copy_of(t)};
      }
      Outputs outputs;
      Dims sizes = index_result_sizes(t, resolved);
      SymSizes strides = index_result_strides(t, resolved, sizes);
      if (strides.empty()) outputs.push_back(empty_tensor(sizes, t.dtype(), t.device()));
      else outputs.push_back(empty_strided(sizes, hints_of(strides), t.dtype(), t.device()));
      index_into(outputs[0], t, resolved);
      return outputs;
    },
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          Tensor zeros =
              call1(op_new_zeros_of_formula, {c.grad_output(), IntList(meta.sizes), meta.dtype, meta.device});
          c.set(0, call1(op_index_put, {zeros, c.input_list(1), c.grad_output(), true}));
        },
    .grad_name = "IndexBackward0",
    .saves_inputs = 2,
    .lower = index_lower,
});
constinit const OpDef op_index_put = define({
    .name = "index_put",
    .signature = "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
    .doc = "Writes (or adds) values at the places that advanced indexing reads.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3, 4}), TensorList{sample_ints({2}, {2, 0})}, sample_tensor({2, 4}, -1, 1), false}},
              {Args{sample_tensor({3, 4}), TensorList{sample_ints({2}, {2, 2})}, sample_tensor({4}, -1, 1), true},
               "adding"}};
        },
    .infer = same_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = copy_of(args.tensor(0));
      put(out, args);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          bool accumulate = c.attributes().boolean_or(3, false);
          if (c.needs(0)) {
            if (accumulate) c.set(0, c.grad_output());
            else
              c.set(0, call1(op_index_put, {c.grad_output(), c.input_list(1),
                                            f::full({}, 0, c.output_meta().dtype, c.output_meta().device), false}));
          }
          if (c.needs(2)) c.set(2, f::reduce_to(call1(op_index, {c.grad_output(), c.input_list(1)}), c.input_meta(2)));
        },
    .grad_name = "IndexPutBackward0",
    .saves_inputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_nonzero = define({
    .name = "nonzero",
    .signature = "nonzero(Tensor self) -> Tensor",
    .doc = "Positions of the elements that are not zero, a row each.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({2, 3}, {1, 0, 2})}}};
        },
    .infer = [](const Args& a) -> Metas {
      if (a.tensor(0).is_fake()) {
        std::optional<SymInt> found = data_size(count_of(sizes_of(a.tensor(0))), a.tensor(0).impl());
        if (!found) tensor_error("the size of nonzero depends on values", "NotImplementedError");
        TensorMeta meta = meta_like(a.tensor(0), {*found, a.tensor(0).rank()}, DType::kInt64);
        meta.strides = {SymInt(1), *found};
        return {meta};
      }
      std::vector<Tensor> places = mask_positions(a.tensor(0));
      int64_t count = a.tensor(0).rank() == 0 ? read_element(a.tensor(0), Dims{}) != 0 : places[0].numel();
      TensorMeta meta = meta_like(a.tensor(0), {count, a.tensor(0).rank()}, DType::kInt64);
      if (a.tensor(0).device().kind == DeviceKind::kCpu) meta.strides = {SymInt(1), SymInt(count)};
      return {meta};
    },
    .kernel = [](const Args& a) -> Outputs {
      const Tensor& t = a.tensor(0);
      if (t.rank() > 0) return {true_positions(t)};
      if (is_on_device(t)) {
        Tensor places = true_positions(view_of(t, Dims{1}, Dims{1}, t.impl()->offset));
        return {empty_tensor(Dims{places.size(0), 0}, DType::kInt64, t.device())};
      }
      int64_t holds = read_element(t, Dims{}) != 0 ? 1 : 0;
      return {empty_strided(Dims{holds, 0}, Dims{1, holds}, DType::kInt64)};
    },
    .no_grad = "integer result",
    .lower = extern_lower,
});
constinit const OpDef op_masked_select = define({
    .name = "masked_select",
    .signature = "masked_select(Tensor self, Tensor mask) -> Tensor",
    .doc = "The elements where the mask holds, as a vector.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3})}}};
        },
    .infer = [](const Args& a) -> Metas {
      if (a.tensor(1).is_fake()) {
        std::optional<SymInt> found =
            data_size(count_of(broadcast_sizes(sizes_of(a.tensor(1)), sizes_of(a.tensor(0)))));
        if (!found) tensor_error("the size of masked_select depends on values", "NotImplementedError");
        return {meta_like(a.tensor(0), {*found}, a.tensor(0).dtype())};
      }
      return {meta_of(op_masked_select.kernel(a)[0])};
    },
    .kernel = [](const Args& a) -> Outputs {
      if (a.tensor(1).dtype() != DType::kBool) tensor_error("masked_select: expected BoolTensor for mask");
      Dims sizes = hints_of(broadcast_sizes(sizes_of(a.tensor(1)), sizes_of(a.tensor(0))));
      Device device = a.tensor(0).device();
      Tensor t = empty_tensor(sizes, a.tensor(0).dtype(), device), mask = empty_tensor(sizes, DType::kBool, device);
      copy_tensor(t, a.tensor(0));
      copy_tensor(mask, a.tensor(1));
      Dims flat{t.numel()}, one{1};
      return op_index.kernel({view_of(t, flat, one, 0), TensorList{view_of(mask, flat, one, 0)}});
    },
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          Tensor mask = c.input(1);
          SymSizes joint = broadcast_sizes(meta.sizes, sizes_of(mask));
          Tensor zeros = f::full(joint, 0, meta.dtype, meta.device);
          c.set(0, f::reduce_to(call1(op_masked_scatter, {zeros, f::expand(mask, joint), c.grad_output()}), meta));
        },
    .grad_name = "MaskedSelectBackward0",
    .saves_inputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_masked_scatter = define({
    .name = "masked_scatter",
    .signature = "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
    .doc = "Writes the elements of source, in order, where the mask holds.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_bools({2, 3}), sample_tensor({6}, -1, 1)}}};
        },
    .infer = masked_scatter_infer,
    .kernel = [](const Args& a) -> Outputs {
      Tensor out = empty_for(masked_scatter_infer(a)[0]);
      copy_tensor(out, a.tensor(0));
      Tensor mask = empty_tensor(out.sizes(), DType::kBool, out.device());
      copy_tensor(mask, a.tensor(1));
      Tensor source = as_contiguous(a.tensor(2));
      Dims flat{out.numel()}, one{1};
      std::vector<Tensor> places = mask_positions(view_of(mask, flat, one, 0));
      int64_t count = places[0].numel();
      if (count > source.numel()) tensor_error("Number of elements of source < number of ones in mask");
      Dims taken{count};
      index_put_into(view_of(out, flat, one, 0), places, view_of(source, taken, one, source.impl()->offset), false);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          Tensor mask = c.input(1);
          if (c.needs(0)) c.set(0, f::reduce_to(f::masked_fill(c.grad_output(), mask, 0), c.input_meta(0)));
          if (c.needs(2)) {
            const TensorMeta& meta = c.input_meta(2);
            Tensor taken = call1(op_masked_select, {c.grad_output(), mask});
            SymInt count = count_of(meta.sizes);
            Tensor padded = call1(op_constant_pad, {taken, IntList{SymInt(0), count - sizes_of(taken)[0]}, 0});
            c.set(2, f::reshape(padded, meta.sizes));
          }
        },
    .grad_name = "MaskedScatterBackward0",
    .saves_inputs = 2,
    .lower = extern_lower,
});

VT_OPS(indexing, &op_index, &op_index_put, &op_nonzero, &op_masked_select, &op_masked_scatter)

}  // namespace vt
