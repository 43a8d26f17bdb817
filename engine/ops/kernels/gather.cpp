#include "ops/kernels/gather.h"

#include <cstring>

#include "ops/kernels/copy.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/parallel.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt {
namespace {

std::byte* start(const Tensor& t) { return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()); }
Tensor as_index(const Tensor& index) { return as_contiguous(as_dtype(index, DType::kInt64)); }

// Counts from the end when negative, as indexing does.
int64_t wrap_position(int64_t at, int64_t size, int axis) {
  if (at < -size || at >= size) {
    tensor_error("index " + std::to_string(at) + " is out of bounds for dimension " + std::to_string(axis) +
                     " with size " + std::to_string(size),
                 "IndexError");
  }
  return at < 0 ? at + size : at;
}
void check_position(int64_t at, int64_t size, const char* what) {
  if (at < 0 || at >= size) tensor_error(what, "IndexError");
}

// One slice of `t` at a position along `axis`: what select gives, without bookkeeping.
Tensor slice_at(const Tensor& t, int axis, int64_t at) {
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t offset = t.impl()->offset;
  if (t.rank() > 0) {
    offset += at * strides[axis];
    sizes.erase(axis);
    strides.erase(axis);
  }
  return view_of(t, sizes, strides, offset);
}

template <class T>
void combine(T& to, T value, Scatter how) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    float sum = to_float(to);
    combine(sum, to_float(value), how);
    to = convert<T>(sum);
  } else {
    switch (how) {
      case Scatter::kSet: to = value; break;
      case Scatter::kAdd: to = static_cast<T>(to + value); break;
      case Scatter::kMul: to = static_cast<T>(to * value); break;
      case Scatter::kMax: to = to != to || to > value ? to : value; break;
      case Scatter::kMin: to = to != to || to < value ? to : value; break;
    }
  }
}

DeviceRoutines* routines = nullptr;

// `t` where `other` is.
Tensor beside(const Tensor& t, const Tensor& other) {
  if (t.device() == other.device()) return t;
  Tensor there = empty_tensor(t.sizes(), t.dtype(), other.device());
  copy_tensor(there, t);
  return there;
}
Tensor positions_for(const Tensor& t, const Tensor& index) { return beside(as_dtype(index, DType::kInt64), t); }
// One position per slice along `axis`.
IndexedMove move_slices(const Tensor& data, const Tensor& other, int axis, const Tensor& index) {
  IndexedMove move;
  move.data = data, move.other = other;
  move.sizes = other.sizes(), move.other_strides = other.strides();
  if (other.rank() == 0) move.sizes = Dims{1}, move.other_strides = Dims{0};
  move.data_strides = data.rank() == 0 ? Dims{0} : data.strides();
  IndexedMove::Position p;
  p.index = as_contiguous(positions_for(data, index));
  p.strides.resize(move.sizes.size(), 0);
  p.axis = axis;
  p.extent = data.rank() == 0 ? 1 : data.size(axis);
  p.stride = move.data_strides[axis];
  p.strides[axis] = 1;
  move.data_strides[axis] = 0;
  move.positions.push_back(std::move(p));
  return move;
}
// One position per element, as gather and scatter have them.
IndexedMove move_elements(const Tensor& data, const Tensor& other, int axis, const Tensor& index) {
  IndexedMove move;
  move.data = data, move.other = other;
  IndexedMove::Position p;
  p.index = positions_for(data, index);
  p.axis = axis;
  move.sizes = p.index.sizes(), p.strides = p.index.strides();
  move.data_strides = data.strides(), move.other_strides = other.strides();
  int rank = move.sizes.size();
  if (rank > 0 && data.rank() > 0) {
    p.extent = data.size(axis), p.stride = data.strides()[axis];
    move.data_strides[axis] = 0;
  } else p.extent = 1;
  move.data_strides.resize(rank, 0);
  move.other_strides.resize(rank, 0);
  move.error = "RuntimeError";
  move.positions.push_back(std::move(p));
  return move;
}

}  // namespace

void install_device_routines(DeviceRoutines* made) { routines = made; }
DeviceRoutines* device_routines() { return routines; }

void index_select_into(const Tensor& out, const Tensor& in, int axis, const Tensor& index) {
  if (is_on_device(in)) {
    IndexedMove move = move_slices(in, out, axis, index);
    move.message = "index out of range in self";
    return routines->move(move);
  }
  Tensor positions = as_index(index);
  const int64_t* at = positions.data<int64_t>();
  int64_t size = in.rank() == 0 ? 1 : in.size(axis), count = positions.numel();
  // PyTorch has code of its own for axis 1.
  for (int64_t j = 0; j < count; ++j)
    if (axis == 1 && in.rank() > 1 && (at[j] < 0 || at[j] >= size))
      tensor_error("INDICES element is out of DATA bounds, id=" + std::to_string(at[j]) +
                   " axis_dim=" + std::to_string(size));
    else check_position(at[j], size, "index out of range in self");
  // Rows of a matrix (embeddings): plain copies.
  bool rows = axis == 0 && in.is_contiguous() && out.is_contiguous() && in.dtype() == out.dtype() && in.rank() > 0;
  if (rows) {
    int64_t bytes = (in.size(0) == 0 ? 0 : in.numel() / in.size(0)) * dtype_bytes(in.dtype());
    std::byte* to = start(out);
    const std::byte* from = start(in);
    parallel_for(0, count, std::max<int64_t>(kGrain / std::max<int64_t>(bytes, 1), 1), [&](int64_t begin, int64_t end) {
      for (int64_t j = begin; j < end; ++j)
        std::memcpy(to + j * bytes, from + at[j] * bytes, static_cast<size_t>(bytes));
    });
    return;
  }
  for (int64_t j = 0; j < count; ++j) copy_tensor(slice_at(out, axis, j), slice_at(in, axis, at[j]));
}

void index_copy_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in) {
  if (is_on_device(out)) {
    IndexedMove move = move_slices(out, as_dtype(in, out.dtype()), axis, index);
    move.writes = true;
    return routines->move(move);
  }
  Tensor positions = as_index(index);
  const int64_t* at = positions.data<int64_t>();
  int64_t size = out.rank() == 0 ? 1 : out.size(axis);
  for (int64_t j = 0; j < positions.numel(); ++j) {
    if (at[j] < 0 || at[j] >= size)
      tensor_error("index_copy_(): index " + std::to_string(at[j]) + " is out of bounds for dimension " +
                       std::to_string(axis) + " with size " + std::to_string(size),
                   "IndexError");
    copy_tensor(slice_at(out, axis, at[j]), slice_at(in, axis, j));
  }
}

namespace {
// to += alpha * from, same sizes.
void add_slice(const Tensor& to, const Tensor& from, double alpha) {
  StridedPlan plan = plan_strided(to.sizes(), {to.strides(), broadcast_strides(from, to.sizes())});
  visit_dtype(to.dtype(), [&]<class T>() {
    T* out = to.data<T>();
    const T* in = from.data<T>();
    for_each_row(plan, 0, plan.rows(), [&](const int64_t* at) {
      for (int64_t i = 0; i < plan.row_length(); ++i) {
        T& slot = out[at[0] + i * plan.row_stride(0)];
        T value = in[at[1] + i * plan.row_stride(1)];
        if constexpr (std::is_floating_point_v<T>) slot += static_cast<T>(alpha) * value;
        else if (alpha == 1) combine(slot, value, Scatter::kAdd);
        else slot = convert<T>(convert<double>(slot) + alpha * convert<double>(value));
      }
    });
  });
}
}  // namespace

void index_add_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in, double alpha) {
  // Along an outer axis PyTorch scatters rows, and says so of a position out of range.
  const bool outer = out.rank() > 1 && (axis == 0 || axis == out.rank() - 1);
  if (is_on_device(out)) {
    IndexedMove move = move_slices(out, as_dtype(in, out.dtype()), axis, index);
    move.writes = true, move.how = Scatter::kAdd, move.alpha = alpha;
    if (outer) move.error = "RuntimeError";
    else move.message = "index out of range in self";
    return routines->move(move);
  }
  Tensor positions = as_index(index), source = as_dtype(in, out.dtype());
  const int64_t* at = positions.data<int64_t>();
  int64_t size = out.rank() == 0 ? 1 : out.size(axis);
  for (int64_t j = 0; j < positions.numel(); ++j) {
    if (outer && (at[j] < 0 || at[j] >= size))
      tensor_error("index " + std::to_string(at[j]) + " is out of bounds for dimension " + std::to_string(axis) +
                   " with size " + std::to_string(size));
    check_position(at[j], size, "index out of range in self");
    add_slice(slice_at(out, axis, at[j]), slice_at(source, axis, j), alpha);
  }
}

namespace {
// Walks the elements of `index` with the offsets of two tensors that share its axes, the
// stride along `axis` taken out of the first.
struct IndexWalk {
  StridedPlan plan;
  int64_t axis_stride, axis_size;
  IndexWalk(const Tensor& indexed, const Tensor& other, const Tensor& index, int axis) {
    Dims first = indexed.strides(), second = other.strides();
    axis_stride = indexed.rank() == 0 ? 0 : first[axis];
    axis_size = indexed.rank() == 0 ? 1 : indexed.size(axis);
    first.resize(index.rank());
    second.resize(index.rank());
    if (index.rank() > 0 && indexed.rank() > 0) first[axis] = 0;
    plan = plan_strided(index.sizes(), {index.strides(), first, second});
  }
  template <class F>
  void run(const int64_t* index, int axis, const char* what, const F& f) const {
    for_each_row(plan, 0, plan.rows(), [&](const int64_t* at) {
      for (int64_t i = 0; i < plan.row_length(); ++i) {
        int64_t position = index[at[0] + i * plan.row_stride(0)];
        if (position < 0 || position >= axis_size) {
          tensor_error(std::string("index ") + std::to_string(position) + " is out of bounds for dimension " +
                           std::to_string(axis) + " with size " + std::to_string(axis_size),
                       what);
        }
        f(at[1] + i * plan.row_stride(1) + position * axis_stride, at[2] + i * plan.row_stride(2));
      }
    });
  }
};
}  // namespace

void gather_into(const Tensor& out, const Tensor& in, int axis, const Tensor& index) {
  if (out.numel() == 0) return;
  if (is_on_device(in)) return routines->move(move_elements(in, out, axis, index));
  Tensor positions = as_index(index);
  IndexWalk walk(in, out, positions, axis);
  visit_dtype(in.dtype(), [&]<class T>() {
    const T* from = in.data<T>();
    T* to = out.data<T>();
    walk.run(positions.data<int64_t>(), axis, "RuntimeError",
             [&](int64_t in_at, int64_t out_at) { to[out_at] = from[in_at]; });
  });
}

void scatter_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in, Scatter how) {
  if (index.numel() == 0) return;
  if (is_on_device(out)) {
    IndexedMove move = move_elements(out, as_dtype(in, out.dtype()), axis, index);
    move.writes = true, move.how = how;
    return routines->move(move);
  }
  Tensor positions = as_index(index), source = as_dtype(in, out.dtype());
  IndexWalk walk(out, source, positions, axis);
  visit_dtype(out.dtype(), [&]<class T>() {
    T* to = out.data<T>();
    const T* from = source.data<T>();
    walk.run(positions.data<int64_t>(), axis, "RuntimeError",
             [&](int64_t out_at, int64_t in_at) { combine(to[out_at], from[in_at], how); });
  });
}

namespace {

// The geometry of advanced indexing: result axes are the broadcast index axes and the
// untouched axes of the tensor, in PyTorch's order.
struct IndexPlan {
  Dims index_sizes;               // of the broadcast indices
  Dims kept_sizes, kept_strides;  // of axes without an index
  int insert_at = 0;              // where the index axes stand among the kept ones
  std::vector<Tensor> positions;  // wrapped, broadcast, contiguous
  std::vector<int64_t> strides;   // of the indexed axes
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

IndexPlan plan_index(const Tensor& in, const std::vector<Tensor>& indices, bool with_positions) {
  IndexPlan plan;
  plan.index_sizes = broadcast_index_sizes(indices);
  int first = -1, last = -1, kept_before = 0;
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
    plan.strides.push_back(in.strides()[axis]);
    if (!with_positions) continue;
    Tensor wrapped = empty_tensor(plan.index_sizes, DType::kInt64);
    copy_tensor(wrapped, indices[static_cast<size_t>(axis)]);
    int64_t* at = wrapped.data<int64_t>();
    // The message counts the axes that are indexed.
    int number = static_cast<int>(plan.positions.size());
    for (int64_t i = 0, n = wrapped.numel(); i < n; ++i) at[i] = wrap_position(at[i], in.size(axis), number);
    plan.positions.push_back(std::move(wrapped));
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

// f(offset in the indexed tensor, offset in the result) for every index position.
template <class F>
void for_each_position(const IndexPlan& plan, const ResultRows& rows, const F& f) {
  int64_t count = element_count(plan.index_sizes);
  for (int64_t i = 0; i < count; ++i) {
    int64_t in_at = 0, out_at = 0, rest = i;
    for (size_t k = 0; k < plan.positions.size(); ++k) in_at += plan.positions[k].data<int64_t>()[i] * plan.strides[k];
    for (int axis = plan.index_sizes.size() - 1; axis >= 0; --axis) {
      out_at += rest % plan.index_sizes[axis] * rows.index_strides[axis];
      rest /= plan.index_sizes[axis];
    }
    f(in_at, out_at);
  }
}

}  // namespace

Dims index_result_sizes(const Tensor& in, const std::vector<Tensor>& indices) {
  return plan_index(in, indices, false).result_sizes();
}

void index_into(const Tensor& out, const Tensor& in, const std::vector<Tensor>& indices) {
  if (is_on_device(in)) {
    IndexPlan plan = plan_index(in, indices, false);
    if (out.numel() > 0) routines->move(move_indexed(plan, in, indices, out, out.strides()));
    return;
  }
  IndexPlan plan = plan_index(in, indices, true);
  if (out.numel() == 0) return;
  ResultRows rows(out.strides(), plan);
  StridedPlan inner = plan_strided(plan.kept_sizes, {rows.kept_strides, plan.kept_strides});
  visit_dtype(in.dtype(), [&]<class T>() {
    const T* from = in.data<T>();
    T* to = out.data<T>();
    for_each_position(plan, rows, [&](int64_t in_at, int64_t out_at) {
      for_each_row(inner, 0, inner.rows(), [&](const int64_t* at) {
        for (int64_t i = 0; i < inner.row_length(); ++i)
          to[out_at + at[0] + i * inner.row_stride(0)] = from[in_at + at[1] + i * inner.row_stride(1)];
      });
    });
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
    return routines->move(move);
  }
  IndexPlan plan = plan_index(in, indices, true);
  Dims sizes = plan.result_sizes();
  if (element_count(sizes) == 0) return;
  Tensor source = as_dtype(values, in.dtype());
  ResultRows rows(broadcast_strides(source, sizes), plan);
  StridedPlan inner = plan_strided(plan.kept_sizes, {plan.kept_strides, rows.kept_strides});
  visit_dtype(in.dtype(), [&]<class T>() {
    T* to = in.data<T>();
    const T* from = source.data<T>();
    for_each_position(plan, rows, [&](int64_t in_at, int64_t value_at) {
      for_each_row(inner, 0, inner.rows(), [&](const int64_t* at) {
        for (int64_t i = 0; i < inner.row_length(); ++i) {
          combine(to[in_at + at[0] + i * inner.row_stride(0)], from[value_at + at[1] + i * inner.row_stride(1)],
                  accumulate ? Scatter::kAdd : Scatter::kSet);
        }
      });
    });
  });
}

}  // namespace vt
