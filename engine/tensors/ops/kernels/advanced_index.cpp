// Reading and writing where several index tensors say.
#include "ops/kernels/copy.h"
#include "ops/kernels/gather_parts.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/check.h"

namespace vt {
namespace {

[[noreturn, gnu::cold, gnu::noinline]] void refuse_position(int64_t at, int axis, int64_t size) {
  tensor_error("index " + std::to_string(at) + " is out of bounds for dimension " + std::to_string(axis) +
                   " with size " + std::to_string(size),
               "IndexError");
}

// out[i] += stride * in[i], or = that; whether all positions are inside.
template <bool adds>
VT_INLINE bool put_wrapped(int64_t* __restrict out, const int64_t* __restrict in, int64_t step, int64_t n, int64_t size,
                           int64_t stride) {
  uint64_t outside = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = in[i * step], wrapped = at + (at >> 63 & size);
    outside |= static_cast<uint64_t>(wrapped) >= static_cast<uint64_t>(size) ? 1 : 0;
    if constexpr (adds) out[i] += wrapped * stride;
    else out[i] = wrapped * stride;
  }
  return outside == 0;
}

// The geometry of advanced indexing: result axes are the broadcast index axes and the
// untouched axes of the tensor, in PyTorch's order.
struct IndexPlan {
  Dims index_sizes;               // of the broadcast indices
  Dims kept_sizes, kept_strides;  // of axes without an index
  int insert_at = 0;              // where the index axes stand among the kept ones
  Tensor offsets;                 // of the positions, in the indexed tensor: int64, contiguous
  Dims result_sizes() const {
    Dims sizes;
    for (int i = 0; i < insert_at; ++i) sizes.push_back(kept_sizes[i]);
    for (int64_t size : index_sizes) sizes.push_back(size);
    for (int i = insert_at; i < kept_sizes.size(); ++i) sizes.push_back(kept_sizes[i]);
    return sizes;
  }
};

[[noreturn]] void refuse_index_sizes(const std::vector<Tensor>& indices) {
  std::string shapes;
  for (const Tensor& index : indices)
    if (index.defined()) shapes += (shapes.empty() ? "" : ", ") + sizes_text(index.sizes());
  tensor_error("shape mismatch: indexing tensors could not be broadcast together with shapes " + shapes, "IndexError");
}

Dims broadcast_index_sizes(const std::vector<Tensor>& indices) {
  Dims sizes;
  for (const Tensor& index : indices) {
    if (!index.defined()) continue;
    while (sizes.size() < index.rank()) sizes.insert(0, 1);
    for (int i = 0; i < index.rank(); ++i) {
      int64_t& size = sizes[sizes.size() - 1 - i];
      int64_t own = index.size(index.rank() - 1 - i);
      if (own == size || own == 1) continue;
      if (size != 1) refuse_index_sizes(indices);
      size = own;
    }
  }
  return sizes;
}

// The offsets of the positions along one more axis. The message counts the axes that are indexed.
void add_offsets(const Tensor& offsets, const Tensor& index, int64_t size, int64_t stride, int number) {
  const Tensor positions = as_dtype(index, DType::kInt64);
  StridedPlan walk =
      plan_strided(offsets.sizes(), {offsets.strides(), broadcast_strides(positions, offsets.sizes())}, true);
  const int64_t step = walk.row_stride(1), n = walk.row_length();
  parallel_for(0, walk.rows(), std::max<int64_t>(kGrain / n, 1), [&](int64_t begin, int64_t end) {
    for_each_row(walk, begin, end, [&](const int64_t* at) {
      int64_t* out = offsets.data<int64_t>() + at[0];
      const int64_t* in = positions.data<int64_t>() + at[1];
      const bool inside = run_widest([=]() VT_LAMBDA {
        if (number > 0) return put_wrapped<true>(out, in, step, n, size, stride);
        return step == 1 ? put_wrapped<false>(out, in, 1, n, size, stride)
                         : put_wrapped<false>(out, in, step, n, size, stride);
      });
      for (int64_t i = 0; i < n && !inside; ++i)
        if (in[i * step] < -size || in[i * step] >= size) refuse_position(in[i * step], number, size);
    });
  });
}

IndexPlan plan_index(const Tensor& in, const std::vector<Tensor>& indices, bool with_positions) {
  IndexPlan plan;
  plan.index_sizes = broadcast_index_sizes(indices);
  int first = -1, last = -1, kept_before = 0, number = 0;
  bool adjacent = true;
  for (int axis = 0; axis < in.rank(); ++axis) {
    bool indexed = axis < static_cast<int>(indices.size()) && indices[static_cast<size_t>(axis)].defined();
    if (!indexed) {
      plan.kept_sizes.push_back(in.size(axis));
      plan.kept_strides.push_back(in.strides()[axis]);
      continue;
    }
    if (first < 0) {
      first = axis;
      kept_before = plan.kept_sizes.size();
    }
    adjacent &= last < 0 || last == axis - 1;
    last = axis;
    if (!with_positions) continue;
    if (number == 0) plan.offsets = empty_tensor(plan.index_sizes, DType::kInt64);
    if (plan.offsets.numel() > 0)
      add_offsets(plan.offsets, indices[static_cast<size_t>(axis)], in.size(axis), in.strides()[axis], number);
    ++number;
  }
  plan.insert_at = adjacent ? kept_before : 0;
  return plan;
}

// The tensor `t` of the result's shape seen as [index axes flattened][kept axes].
struct ResultRows {
  Dims index_strides, kept_strides;
  ResultRows(const Dims& strides, const IndexPlan& plan) {
    int index_rank = plan.index_sizes.size();
    for (int i = 0; i < strides.size(); ++i) {
      bool of_index = i >= plan.insert_at && i < plan.insert_at + index_rank;
      (of_index ? index_strides : kept_strides).push_back(strides[i]);
    }
  }
};

// `other` has the strides of the result's axes.
IndexedMove move_indexed(const IndexPlan& plan, const Tensor& data, const std::vector<Tensor>& indices,
                         const Tensor& other, const Dims& other_strides) {
  IndexedMove move;
  move.data = data, move.other = other;
  move.sizes = plan.result_sizes(), move.other_strides = other_strides;
  move.wraps = true;
  int index_rank = plan.index_sizes.size();
  for (int i = 0, kept = 0; i < move.sizes.size(); ++i) {
    bool of_index = i >= plan.insert_at && i < plan.insert_at + index_rank;
    move.data_strides.push_back(of_index ? 0 : plan.kept_strides[kept++]);
  }
  for (int axis = 0; axis < static_cast<int>(indices.size()); ++axis) {
    const Tensor& index = indices[static_cast<size_t>(axis)];
    if (!index.defined()) continue;
    IndexedMove::Position p;
    p.index = positions_for(data, index);
    p.axis = axis, p.extent = data.size(axis), p.stride = data.strides()[axis];
    Dims strides = broadcast_strides(p.index, plan.index_sizes);
    for (int i = 0; i < move.sizes.size(); ++i) {
      bool of_index = i >= plan.insert_at && i < plan.insert_at + index_rank;
      p.strides.push_back(of_index ? strides[i - plan.insert_at] : 0);
    }
    move.positions.push_back(std::move(p));
  }
  return move;
}

// Offsets of the positions in a tensor of the result's shape: a number of steps each, or as they come.
struct PositionPlaces {
  int64_t step = 0;
  Tensor offsets;
  PositionPlaces(const IndexPlan& plan, const Dims& strides) {
    StridedPlan walk = plan_strided(plan.index_sizes, {strides}, true);
    if (walk.sizes.size() <= 1) {
      step = walk.sizes.empty() ? 0 : walk.row_stride(0);
      return;
    }
    offsets = empty_tensor(plan.index_sizes, DType::kInt64);
    int64_t* out = offsets.data<int64_t>();
    for_each_row(walk, 0, walk.rows(), [&](const int64_t* at) {
      for (int64_t k = 0; k < walk.row_length(); ++k) *out++ = at[0] + k * walk.row_stride(0);
    });
  }
};

// Calls f(offset in the indexed tensor, offset in the result) for all elements. Threads share the positions; where
// two of them may name one place, the elements of each.
template <class F>
void for_each_indexed(const IndexPlan& plan, const Dims& result_strides, bool writes, const F& f) {
  ResultRows rows(result_strides, plan);
  StridedPlan inner = plan_strided(plan.kept_sizes, {rows.kept_strides, plan.kept_strides});
  const PositionPlaces places(plan, rows.index_strides);
  const int64_t* data_at = plan.offsets.data<int64_t>();
  const int64_t* result_offsets = places.offsets.defined() ? places.offsets.data<int64_t>() : nullptr;
  auto result_at = [=, step = places.step](int64_t i) { return result_offsets ? result_offsets[i] : i * step; };
  int64_t count = plan.offsets.numel(), n = inner.row_length();
  int64_t result_step = inner.row_stride(0), data_step = inner.row_stride(1);
  int64_t between = plan.index_sizes.empty() ? 1 : rows.index_strides.back();
  // The loop inside goes along what lies closer in the result; where that is one element, in what is indexed.
  bool positions_inside = n == 1 || (between != 0 ? between < result_step : result_step == 0 && data_step != 1);
  auto part = [&](int64_t first, int64_t last, int64_t begin, int64_t end) {
    if (positions_inside) {
      for_each_row(inner, 0, inner.rows(), [&](const int64_t* at) {
        for (int64_t k = begin; k < end; ++k) {
          int64_t result = at[0] + k * result_step, data = at[1] + k * data_step;
          if (result_offsets)
            for (int64_t i = first; i < last; ++i) f(data + data_at[i], result + result_offsets[i]);
          else
            for (int64_t i = first; i < last; ++i) f(data + data_at[i], result + i * places.step);
        }
      });
      return;
    }
    auto row = [&](int64_t data, int64_t result) {
      if (result_step == 1 && data_step == 1)
        for (int64_t k = begin; k < end; ++k) f(data + k, result + k);
      else
        for (int64_t k = begin; k < end; ++k) f(data + k * data_step, result + k * result_step);
    };
    for (int64_t i = first; i < last; ++i) {
      if (inner.rows() == 1) row(data_at[i], result_at(i));
      else
        for_each_row(inner, 0, inner.rows(), [&](const int64_t* at) { row(data_at[i] + at[1], result_at(i) + at[0]); });
    }
  };
  int64_t others = inner.rows() * (writes ? count : n);
  int64_t grain = std::max<int64_t>(kGrain / 2 / std::max<int64_t>(others, 1), 1);
  if (!writes) parallel_for(0, count, grain, [&](int64_t first, int64_t last) { part(first, last, 0, n); });
  else if (n >= 64 && data_step != 0)
    parallel_for(0, n, std::max<int64_t>(grain, 16), [&](int64_t begin, int64_t end) { part(0, count, begin, end); });
  else part(0, count, 0, n);
}

}  // namespace

Dims index_result_sizes(const Tensor& in, const std::vector<Tensor>& indices) {
  return plan_index(in, indices, false).result_sizes();
}

void index_into(const Tensor& out, const Tensor& in, const std::vector<Tensor>& indices) {
  if (is_on_device(in)) {
    IndexPlan plan = plan_index(in, indices, false);
    if (out.numel() > 0) device_routines()->move(move_indexed(plan, in, indices, out, out.strides()));
    return;
  }
  IndexPlan plan = plan_index(in, indices, true);
  if (out.numel() == 0) return;
  visit_width(dtype_bytes(in.dtype()), [&]<class Word>() {
    const Word* from = reinterpret_cast<const Word*>(start_of(in));
    Word* to = reinterpret_cast<Word*>(start_of(out));
    for_each_indexed(plan, out.strides(), false, [=](int64_t in_at, int64_t out_at) { to[out_at] = from[in_at]; });
  });
}

void index_put_into(const Tensor& in, const std::vector<Tensor>& indices, const Tensor& values, bool accumulate) {
  if (is_on_device(in)) {
    IndexPlan plan = plan_index(in, indices, false);
    Dims sizes = plan.result_sizes();
    if (element_count(sizes) == 0) return;
    Tensor source = beside(as_dtype(values, in.dtype()), in);
    IndexedMove move = move_indexed(plan, in, indices, source, broadcast_strides(source, sizes));
    move.writes = true, move.how = accumulate ? Scatter::kAdd : Scatter::kSet;
    return device_routines()->move(move);
  }
  IndexPlan plan = plan_index(in, indices, true);
  Dims sizes = plan.result_sizes();
  if (element_count(sizes) == 0) return;
  Tensor source = as_dtype(values, in.dtype());
  Dims strides = broadcast_strides(source, sizes);
  auto put = [&]<class T, Scatter kHow>() {
    T* to = reinterpret_cast<T*>(start_of(in));
    const T* from = reinterpret_cast<const T*>(start_of(source));
    for_each_indexed(plan, strides, true,
                     [=](int64_t in_at, int64_t value_at) { combine<kHow>(to[in_at], from[value_at]); });
  };
  if (accumulate) visit_dtype(in.dtype(), [&]<class T>() { put.template operator()<T, Scatter::kAdd>(); });
  else visit_width(dtype_bytes(in.dtype()), [&]<class Word>() { put.template operator()<Word, Scatter::kSet>(); });
}

}  // namespace vt
