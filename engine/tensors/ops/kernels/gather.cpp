#include "ops/kernels/gather.h"

#include <cstring>

#include "ops/kernels/copy.h"
#include "ops/kernels/gather_parts.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt {
namespace {

Tensor as_index(const Tensor& index) { return as_contiguous(as_dtype(index, DType::kInt64)); }

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

DeviceRoutines* routines = nullptr;

// A contiguous tensor as [outer][positions along the axis][inner].
struct Runs {
  int64_t outer = 1, inner = 1;
  Runs(const Tensor& t, int axis) {
    for (int i = 0; i < axis; ++i) outer *= t.size(i);
    for (int i = axis + 1; i < t.rank(); ++i) inner *= t.size(i);
  }
};

// Positions that follow each other, from `from` on, for those from `to` on.
struct Stretch {
  int64_t to, from, length;
};
std::vector<Stretch> stretches_of(const int64_t* at, int64_t count) {
  std::vector<Stretch> stretches;
  for (int64_t j = 0; j < count; ++j)
    if (j > 0 && at[j] == at[j - 1] + 1) ++stretches.back().length;
    else stretches.push_back({j, at[j], 1});
  return stretches;
}
template <class Word>
void copy_stretches(Word* to, const Word* from, const std::vector<Stretch>& stretches) {
  for (const Stretch& s : stretches)
    if (s.length < 8)
      for (int64_t j = 0; j < s.length; ++j) to[s.to + j] = from[s.from + j];
    else std::memcpy(to + s.to, from + s.from, static_cast<size_t>(s.length) * sizeof(Word));
}

void select_runs(const Tensor& out, const Tensor& in, int axis, const int64_t* at, int64_t count) {
  Runs runs(in, axis);
  int64_t bytes = runs.inner * dtype_bytes(in.dtype()), size = in.size(axis);
  std::byte* to = start_of(out);
  const std::byte* from = start_of(in);
  int64_t grain = std::max<int64_t>(kGrain / std::max<int64_t>(bytes, 1), 1);
  std::vector<Stretch> stretches;
  if (runs.inner == 1 && runs.outer > 1) stretches = stretches_of(at, count);
  const bool few = !stretches.empty() && static_cast<int64_t>(stretches.size()) * 4 <= count;
  visit_width(dtype_bytes(in.dtype()), [&]<class Word>() {
    if (few)
      return parallel_for(0, runs.outer, std::max<int64_t>(kGrain / count, 1), [&](int64_t begin, int64_t end) {
        for (int64_t o = begin; o < end; ++o)
          copy_stretches(reinterpret_cast<Word*>(to) + o * count, reinterpret_cast<const Word*>(from) + o * size,
                         stretches);
      });
    parallel_for(0, runs.outer * count, grain, [&](int64_t begin, int64_t end) {
      while (begin < end) {
        int64_t o = begin / count, first = begin % count, last = std::min(count, first + end - begin);
        if (runs.inner == 1) {
          Word* row = reinterpret_cast<Word*>(to) + o * count;
          const Word* source = reinterpret_cast<const Word*>(from) + o * size;
          for (int64_t j = first; j < last; ++j) row[j] = source[at[j]];
        } else {
          for (int64_t j = first; j < last; ++j)
            std::memcpy(to + (o * count + j) * bytes, from + (o * size + at[j]) * bytes, static_cast<size_t>(bytes));
        }
        begin += last - first;
      }
    });
  });
}

// Calls f(offset in `to`, offset in `from`, n) for runs of n neighbours, where from[j] goes to to[at[j]]: in the
// order of j for each place that is written, whichever thread writes it.
template <class F>
void scatter_runs(const Tensor& to, int axis, const int64_t* at, int64_t count, const F& f) {
  Runs runs(to, axis);
  int64_t size = to.size(axis), inner = runs.inner;
  auto range = [&](int64_t o, int64_t begin, int64_t end) {
    for (int64_t j = 0; j < count; ++j)
      f((o * size + at[j]) * inner + begin, (o * count + j) * inner + begin, end - begin);
  };
  if (runs.outer >= thread_count()) {
    parallel_for(0, runs.outer, std::max<int64_t>(kGrain / std::max<int64_t>(inner * count, 1), 1),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t o = begin; o < end; ++o) range(o, 0, inner);
                 });
    return;
  }
  for (int64_t o = 0; o < runs.outer; ++o)
    parallel_for(0, inner, std::max<int64_t>(kGrain / std::max<int64_t>(count, 1), 16),
                 [&](int64_t begin, int64_t end) { range(o, begin, end); });
}

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

Tensor beside(const Tensor& t, const Tensor& other) {
  if (t.device() == other.device()) return t;
  Tensor there = empty_tensor(t.sizes(), t.dtype(), other.device());
  copy_tensor(there, t);
  return there;
}
Tensor positions_for(const Tensor& t, const Tensor& index) { return beside(as_dtype(index, DType::kInt64), t); }

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
  // A new contiguous input is worth its while where most of it is read.
  bool packed = out.is_contiguous() && in.dtype() == out.dtype() && in.rank() > 0;
  if (packed && (in.is_contiguous() || 2 * out.numel() >= in.numel()))
    return select_runs(out, as_contiguous(in), axis, at, count);
  for (int64_t j = 0; j < count; ++j) copy_tensor(slice_at(out, axis, j), slice_at(in, axis, at[j]));
}

namespace {
// The positions along the last axis: in long stretches, or each so many times, or as they come.
struct Columns {
  std::vector<Stretch> stretches;
  std::vector<int64_t> at;
  int64_t times = 0;
  explicit Columns(const std::vector<int64_t>& places) : at(places) {
    const int64_t count = static_cast<int64_t>(at.size());
    std::vector<Stretch> found = stretches_of(at.data(), count);
    if (static_cast<int64_t>(found.size()) * 4 <= count + 12) stretches = std::move(found);
    for (int64_t k = 2; k <= 4 && !times; ++k) {
      bool each = count % k == 0;
      for (int64_t j = 0; j < count && each; ++j) each = at[static_cast<size_t>(j)] == j / k;
      if (each) times = k;
    }
  }
};
template <int times, class Word>
VT_INLINE void repeat_each(Word* __restrict to, const Word* __restrict from, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    for (int k = 0; k < times; ++k) to[i * times + k] = from[i];
}
template <class Word>
void select_columns(Word* to, const Word* from, const Columns& columns) {
  if (!columns.stretches.empty()) return copy_stretches(to, from, columns.stretches);
  const int64_t count = static_cast<int64_t>(columns.at.size()), times = columns.times;
  run_widest([=, at = columns.at.data()]() VT_LAMBDA {
    if (times == 2) return repeat_each<2>(to, from, count / 2);
    if (times == 3) return repeat_each<3>(to, from, count / 3);
    if (times == 4) return repeat_each<4>(to, from, count / 4);
    Word* __restrict out = to;
    for (int64_t j = 0; j < count; ++j) out[j] = from[at[j]];
  });
}
}  // namespace

void select_places(const Tensor& out, const Tensor& in, std::span<const std::vector<int64_t>> places) {
  if (out.numel() == 0) return;
  const int last = out.rank() - 1;
  const Columns columns(places.back());
  const int64_t width = out.size(last), rows = out.numel() / width;
  visit_width(dtype_bytes(in.dtype()), [&]<class Word>() {
    Word* to = reinterpret_cast<Word*>(start_of(out));
    const Word* from = reinterpret_cast<const Word*>(start_of(in));
    parallel_for(0, rows, std::max<int64_t>(kGrain / width, 1), [&](int64_t begin, int64_t end) {
      int64_t at[kMaxRank] = {}, offset = 0, before = -1, rest = begin;
      auto place = [&](int axis) { return places[static_cast<size_t>(axis)][static_cast<size_t>(at[axis])]; };
      for (int axis = last - 1; axis >= 0; rest /= out.size(axis--)) {
        at[axis] = rest % out.size(axis);
        offset += place(axis) * in.strides()[axis];
      }
      for (int64_t row = begin; row < end; ++row) {
        Word* line = to + row * width;
        if (offset == before) std::memcpy(line, line - width, static_cast<size_t>(width) * sizeof(Word));
        else select_columns(line, from + offset, columns);
        before = offset;
        for (int axis = last - 1; axis >= 0 && row + 1 < end; --axis) {  // to the next row
          offset -= place(axis) * in.strides()[axis];
          bool wraps = ++at[axis] == out.size(axis);
          if (wraps) at[axis] = 0;
          offset += place(axis) * in.strides()[axis];
          if (!wraps) break;
        }
      }
    });
  });
}

void index_copy_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in) {
  if (is_on_device(out)) {
    IndexedMove move = move_slices(out, as_dtype(in, out.dtype()), axis, index);
    move.writes = true;
    return routines->move(move);
  }
  Tensor positions = as_index(index);
  const int64_t* at = positions.data<int64_t>();
  int64_t size = out.rank() == 0 ? 1 : out.size(axis), count = positions.numel();
  for (int64_t j = 0; j < count; ++j)
    if (at[j] < 0 || at[j] >= size)
      tensor_error("index_copy_(): index " + std::to_string(at[j]) + " is out of bounds for dimension " +
                       std::to_string(axis) + " with size " + std::to_string(size),
                   "IndexError");
  if (out.rank() > 0 && out.is_contiguous() && in.is_contiguous() && in.dtype() == out.dtype()) {
    int64_t bytes = dtype_bytes(out.dtype());
    scatter_runs(out, axis, at, count,
                 [to = start_of(out), from = start_of(in), bytes](int64_t p, int64_t q, int64_t n) {
                   std::memcpy(to + p * bytes, from + q * bytes, static_cast<size_t>(n * bytes));
                 });
    return;
  }
  for (int64_t j = 0; j < count; ++j) copy_tensor(slice_at(out, axis, at[j]), slice_at(in, axis, j));
}

namespace {
template <class T>
void add_scaled(T& slot, T value, double alpha) {
  if constexpr (std::is_floating_point_v<T>) slot += static_cast<T>(alpha) * value;
  else if (alpha == 1) combine<Scatter::kAdd>(slot, value);
  else slot = convert<T>(convert<double>(slot) + alpha * convert<double>(value));
}
// to += alpha * from; the product is rounded, so it has no part in loops that may contract it with the sum.
template <class T>
void add_run(T* to, const T* from, int64_t n, double alpha) {
  if (alpha == 1)
    return run_widest([=]() VT_LAMBDA {
      for (int64_t i = 0; i < n; ++i) combine<Scatter::kAdd>(to[i], from[i]);
    });
  for (int64_t i = 0; i < n; ++i) add_scaled(to[i], from[i], alpha);
}
template <class T>
void add_elements(T* to, const T* from, const int64_t* at, int64_t n) {
  for (int64_t j = 0; j < n; ++j) combine<Scatter::kAdd>(to[at[j]], from[j]);
}
// to += alpha * from, same sizes.
void add_slice(const Tensor& to, const Tensor& from, double alpha) {
  StridedPlan plan = plan_strided(to.sizes(), {to.strides(), broadcast_strides(from, to.sizes())});
  visit_dtype(to.dtype(), [&]<class T>() {
    T* out = to.data<T>();
    const T* in = from.data<T>();
    for_each_row(plan, 0, plan.rows(), [&](const int64_t* at) {
      for (int64_t i = 0; i < plan.row_length(); ++i)
        add_scaled(out[at[0] + i * plan.row_stride(0)], in[at[1] + i * plan.row_stride(1)], alpha);
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
  // A gradient that is one number everywhere is laid out, so that rows are added as runs.
  Tensor positions = as_index(index), source = as_contiguous(as_dtype(in, out.dtype()));
  const int64_t* at = positions.data<int64_t>();
  int64_t size = out.rank() == 0 ? 1 : out.size(axis), count = positions.numel();
  for (int64_t j = 0; j < count; ++j) {
    if (outer && (at[j] < 0 || at[j] >= size))
      tensor_error("index " + std::to_string(at[j]) + " is out of bounds for dimension " + std::to_string(axis) +
                   " with size " + std::to_string(size));
    check_position(at[j], size, "index out of range in self");
  }
  if (out.rank() > 0 && out.is_contiguous()) {
    visit_dtype(out.dtype(), [&]<class T>() {
      T* to = out.data<T>();
      const T* from = source.data<T>();
      if (const Runs runs(out, axis); runs.inner == 1 && alpha == 1)
        return parallel_for(0, runs.outer, std::max<int64_t>(kGrain / std::max<int64_t>(count, 1), 1),
                            [&](int64_t begin, int64_t end) {
                              for (int64_t o = begin; o < end; ++o)
                                add_elements(to + o * size, from + o * count, at, count);
                            });
      scatter_runs(out, axis, at, count, [=](int64_t p, int64_t q, int64_t n) { add_run(to + p, from + q, n, alpha); });
    });
    return;
  }
  for (int64_t j = 0; j < count; ++j) add_slice(slice_at(out, axis, at[j]), slice_at(source, axis, j), alpha);
}

namespace {
[[noreturn, gnu::cold, gnu::noinline]] void refuse_position(int64_t position, int axis, int64_t size) {
  tensor_error("index " + std::to_string(position) + " is out of bounds for dimension " + std::to_string(axis) +
               " with size " + std::to_string(size));
}

void check_positions(const int64_t* where, int64_t begin, int64_t end, int axis, int64_t extent) {
  bool inside = run_widest([=]() VT_LAMBDA {
    uint64_t outside = 0;
    for (int64_t i = begin; i < end; ++i)
      outside |= static_cast<uint64_t>(where[i]) >= static_cast<uint64_t>(extent) ? 1 : 0;
    return outside == 0;
  });
  if (inside) return;
  for (int64_t i = begin; i < end; ++i)
    if (where[i] < 0 || where[i] >= extent) refuse_position(where[i], axis, extent);
}

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
  // Threads share rows, or columns where `writes` says that two rows may meet in one place.
  template <class F>
  void run(const int64_t* index, int axis, bool writes, const F& f) const {
    int64_t rows = plan.rows(), n = plan.row_length();
    int64_t step = plan.row_stride(0), first_step = plan.row_stride(1), second_step = plan.row_stride(2);
    // Positions side by side are checked apart; along the last axis of contiguous tensors the strides are known.
    bool packed = step == 1 && second_step == 1 && first_step == 0 && axis_stride == 1;
    auto part = [&](int64_t row_begin, int64_t row_end, int64_t begin, int64_t end) {
      for_each_row(plan, row_begin, row_end, [&](const int64_t* at) {
        const int64_t* where = index + at[0];
        int64_t first = at[1], second = at[2], extent = axis_size, stride = axis_stride;
        if (step == 1) {
          check_positions(where, begin, end, axis, extent);
          if (packed)
            for (int64_t i = begin; i < end; ++i) f(first + where[i], second + i);
          else
            for (int64_t i = begin; i < end; ++i)
              f(first + i * first_step + where[i] * stride, second + i * second_step);
          return;
        }
        for (int64_t i = begin; i < end; ++i) {
          int64_t position = where[i * step];
          if (static_cast<uint64_t>(position) >= static_cast<uint64_t>(extent)) refuse_position(position, axis, extent);
          f(first + i * first_step + position * stride, second + i * second_step);
        }
      });
    };
    bool row_apart = rows > 1 && plan.strides[1][0] != 0, column_apart = first_step != 0;
    if (rows > 1 && (!writes || row_apart)) {
      int64_t block = writes ? rows / plan.sizes[0] : 1;  // of rows that may meet
      parallel_for(0, rows / block, std::max<int64_t>(kGrain / 4 / (n * block), 1),
                   [&](int64_t begin, int64_t end) { part(begin * block, end * block, 0, n); });
    } else if (!writes || column_apart) {
      parallel_for(0, n, std::max<int64_t>(kGrain / 4 / rows, 64),
                   [&](int64_t begin, int64_t end) { part(0, rows, begin, end); });
    } else part(0, rows, 0, n);
  }
};
}  // namespace

void gather_into(const Tensor& out, const Tensor& in, int axis, const Tensor& index) {
  if (out.numel() == 0) return;
  if (is_on_device(in)) return routines->move(move_elements(in, out, axis, index));
  Tensor positions = as_index(index);
  IndexWalk walk(in, out, positions, axis);
  visit_width(dtype_bytes(in.dtype()), [&]<class Word>() {
    const Word* from = reinterpret_cast<const Word*>(start_of(in));
    Word* to = reinterpret_cast<Word*>(start_of(out));
    walk.run(positions.data<int64_t>(), axis, false, [=](int64_t in_at, int64_t out_at) { to[out_at] = from[in_at]; });
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
  visit_combining(out.dtype(), how, [&]<class T, Scatter kHow>() {
    T* to = reinterpret_cast<T*>(start_of(out));
    const T* from = reinterpret_cast<const T*>(start_of(source));
    walk.run(positions.data<int64_t>(), axis, true,
             [=](int64_t out_at, int64_t in_at) { combine<kHow>(to[out_at], from[in_at]); });
  });
}

}  // namespace vt
