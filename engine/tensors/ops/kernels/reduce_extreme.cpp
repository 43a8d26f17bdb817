// Extremes with their positions.
#include <algorithm>
#include <vector>

#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/reduce.h"
#include "ops/kernels/transpose.h"
#include "ops/kernels/vector_fold.h"
#include "ops/kernels/widest.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// The dtypes in which extremes are looked for: the integers themselves, but in the browser, whose code everybody loads.
#ifdef __EMSCRIPTEN__
constexpr bool kEveryInteger = false;
#else
constexpr bool kEveryInteger = true;
#endif
DType searched_dtype(DType dtype) {
  if (dtype == DType::kFloat64) return dtype;
  if (is_floating(dtype)) return DType::kFloat32;
  return !kEveryInteger ? DType::kInt64 : dtype == DType::kBool ? DType::kUInt8 : dtype;
}
template <class F>
void visit_searched(DType dtype, const F& f) {
  if (dtype == DType::kFloat64) return f.template operator()<double>();
  if (dtype == DType::kFloat32) return f.template operator()<float>();
  if constexpr (kEveryInteger) {
    if (dtype == DType::kUInt8) return f.template operator()<uint8_t>();
    if (dtype == DType::kInt8) return f.template operator()<int8_t>();
    if (dtype == DType::kInt16) return f.template operator()<int16_t>();
    if (dtype == DType::kInt32) return f.template operator()<int32_t>();
  }
  f.template operator()<int64_t>();
}
Tensor searched(const Tensor& in) {
  const DType dtype = searched_dtype(in.dtype());
  return in.dtype() == DType::kBool && dtype == DType::kUInt8 ? in : cast_as_it_lies(in, dtype);
}
template <class T>
T* elements(const Tensor& t) {  // of bools too, as bytes
  return reinterpret_cast<T*>(t.impl()->storage->data()) + t.impl()->offset;
}

template <bool largest, class T>
VT_INLINE bool beats(T candidate, T best) {
  if (best != best) return false;
  return candidate != candidate || (largest ? candidate > best : candidate < best);
}
template <bool largest, class T>
VT_INLINE int64_t find_extreme(const T* in, int64_t stride, int64_t size) {
  int64_t best = 0;
  for (int64_t i = 1; i < size; ++i)
    if (beats<largest>(in[i * stride], in[best * stride])) best = i;
  return best;
}

// The type of what comparisons of T give, and so of what is chosen by them.
template <class T>
using Chosen = std::conditional_t<
    sizeof(T) == 1, int8_t,
    std::conditional_t<sizeof(T) == 2, int16_t, std::conditional_t<sizeof(T) == 4, int32_t, int64_t>>>;

// Side by side in memory: first the value, then its first place, in chunks that a position in one byte counts.
template <bool largest, class T>
VT_INLINE int64_t find_dense(const T* in, int64_t size) {
  using Vector = typename FoldVector<T>::Type;
  using Places = typename FoldVector<Chosen<T>>::Type;
  constexpr int kLanes = FoldVector<T>::kLanes;
  constexpr int64_t kChunk = 64, kNowhere = 127, kNoOffset = 0;
  if (size < kLanes) return find_extreme<largest>(in, 1, size);
  using Op = Extreme<T, largest>;
  T best = Op::first();
  fold_vector_rows<1, Op>(in, 0, &kNoOffset, 1, size, &best, 1);
  const auto is_there = [=](T value) VT_LAMBDA { return value == best || (best != best && value != value); };
  int64_t i = 0;
  while (i + kLanes <= size && best == best) {
    Places first = Places{} + static_cast<Chosen<T>>(kNowhere);
    const int64_t vectors = std::min(kChunk, (size - i) / kLanes);
    for (int64_t v = 0; v < vectors; ++v) {
      Vector x;
      std::memcpy(&x, in + i + v * kLanes, sizeof x);
      const Places at = Places{} + static_cast<Chosen<T>>(v);
      const Places candidate = x == Vector{} + best ? at : Places{} + static_cast<Chosen<T>>(kNowhere);
      first = candidate < first ? candidate : first;
    }
    join_lanes<kLanes, kLanes / 2>(
        first, [](Places& total, const Places& value) VT_LAMBDA { total = value < total ? value : total; });
    if (first[0] != kNowhere) {
      i += first[0] * kLanes;
      break;
    }
    i += vectors * kLanes;
  }
  while (i + 1 < size && !is_there(in[i])) ++i;
  return i;
}

// `count` neighbouring columns, at most kColumns.
constexpr int64_t kColumns = 64;
template <bool largest, class T>
VT_INLINE void find_few_columns(const T* in, int64_t stride, int64_t size, int64_t count, T* best, int64_t* at) {
  for (int64_t c = 0; c < count; ++c) best[c] = in[c], at[c] = 0;
  for (int64_t i = 1; i < size; ++i)
    for (int64_t c = 0; c < count; ++c) {
      const T candidate = in[i * stride + c];
      const bool wins = beats<largest>(candidate, best[c]);
      best[c] = wins ? candidate : best[c];
      at[c] = wins ? i : at[c];
    }
}
// Places are kept in a narrow type for as many rows as it counts. False where there are NaNs. Each comparison chooses
// at once: GCC takes vectors of truth values apart.
template <bool largest, int kVectors, class T>
VT_INLINE bool find_strip(const T* in, int64_t stride, int64_t size, T* best, int64_t* at) {
  using Vector = typename FoldVector<T>::Type;
  using Places = typename FoldVector<Chosen<T>>::Type;
  using Op = Extreme<T, largest>;
  constexpr int kLanes = FoldVector<T>::kLanes;
  constexpr int64_t kMost = std::min<int64_t>(std::numeric_limits<Chosen<T>>::max(), 1 << 30);
  Vector extreme[kVectors], nans[kVectors] = {}, any_nans{};
  for (int v = 0; v < kVectors; ++v) extreme[v] = Vector{} + Op::first();
  for (int k = 0; k < kVectors * kLanes; ++k) at[k] = 0;
  for (int64_t i = 0; i < size; i += kMost) {
    Places place[kVectors] = {};  // 0: none of these rows; else that of row i - 1 plus it
    const int64_t rows = std::min(kMost, size - i);
    for (int64_t r = 0; r < rows; ++r) {
      const Places here = Places{} + static_cast<Chosen<T>>(r + 1);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        Vector x;
        std::memcpy(&x, in + (i + r) * stride + v * kLanes, sizeof x);
        if constexpr (largest) place[v] = x > extreme[v] ? here : place[v];
        else place[v] = x < extreme[v] ? here : place[v];
        Op::take_number(extreme[v], x);
        if constexpr (Op::kNansWin) nans[v] = x != x ? x : nans[v];
      }
    }
    Chosen<T> found[kVectors * kLanes];
    std::memcpy(found, place, sizeof found);
    for (int k = 0; k < kVectors * kLanes; ++k) at[k] = found[k] ? i - 1 + found[k] : at[k];
  }
  std::memcpy(best, extreme, sizeof extreme);
  if constexpr (Op::kNansWin) {
    for (int v = 0; v < kVectors; ++v) any_nans += nans[v];
    join_lanes<kLanes, kLanes / 2>(any_nans, [](Vector& sum, const Vector& value) VT_LAMBDA { sum += value; });
    return any_nans[0] == any_nans[0];
  }
  return true;
}
template <bool largest, class T>
VT_INLINE void find_columns(const T* in, int64_t stride, int64_t size, int64_t count, T* best, int64_t* at) {
  constexpr int64_t kLanes = FoldVector<T>::kLanes;
  constexpr int kVectors = static_cast<int>(std::min<int64_t>(kColumns / kLanes, 4));
  if (count < kLanes) return find_few_columns<largest>(in, stride, size, count, best, at);
  bool numbers = true;
  int64_t c = 0;
  for (; c + kVectors * kLanes <= count; c += kVectors * kLanes)
    numbers &= find_strip<largest, kVectors>(in + c, stride, size, best + c, at + c);
  for (; c < count; c += kLanes) {  // the last ones may be some of those before
    const int64_t from = std::min(c, count - kLanes);
    numbers &= find_strip<largest, 1>(in + from, stride, size, best + from, at + from);
  }
  if (!numbers) find_few_columns<largest>(in, stride, size, count, best, at);
}

template <class T>
int64_t find_in_row(bool largest, const T* in, int64_t size) {
  return run_widest([=]() VT_LAMBDA { return largest ? find_dense<true>(in, size) : find_dense<false>(in, size); });
}
template <class T>
void find_in_columns(bool largest, const T* in, int64_t stride, int64_t size, int64_t count, T* best, int64_t* at) {
  run_widest([=]() VT_LAMBDA {
    if (largest) find_columns<true>(in, stride, size, count, best, at);
    else find_columns<false>(in, stride, size, count, best, at);
  });
}

// The rows along `axis`: where they begin, and where their results lie in row-major order. The axis whose rows begin
// side by side comes last, unless the elements of a row do.
struct AxisRows {
  Dims sizes, in, out;
  int64_t count = 1, size = 1, stride = 1;
  AxisRows(const Tensor& t, int axis) {
    if (t.rank() == 0) return;
    size = t.size(axis), stride = t.strides()[axis];
    int64_t place = 1, nearest = -1;
    for (int i = t.rank() - 1; i >= 0; --i) {
      if (i == axis) continue;
      if (t.strides()[i] == 1 && t.size(i) > 1 && stride != 1) nearest = sizes.size();
      sizes.push_back(t.size(i)), in.push_back(t.strides()[i]), out.push_back(place);
      place *= t.size(i);
    }
    count = place;
    if (nearest > 0)
      std::swap(sizes[0], sizes[nearest]), std::swap(in[0], in[nearest]), std::swap(out[0], out[nearest]);
  }
  int64_t columns() const { return sizes.empty() ? 1 : sizes[0]; }
  int64_t column_in() const { return sizes.empty() ? 1 : in[0]; }
  int64_t column_out() const { return sizes.empty() ? 1 : out[0]; }
  void locate(int64_t row, int64_t& from, int64_t& to) const {
    from = to = 0;
    for (int i = 0; i < sizes.size(); ++i) {
      from += row % sizes[i] * in[i];
      to += row % sizes[i] * out[i];
      row /= sizes[i];
    }
  }
};

template <class T>
class Search {
 public:
  Search(bool of_largest, const AxisRows& of_rows, const T* in, T* to_values, int64_t* to_places)
      : largest(of_largest), rows(of_rows), source(in), values(to_values), places(to_places) {}
  void run() const {
    parallel_for(0, rows.count, std::max<int64_t>(kGrain / std::max<int64_t>(rows.size, 1), 1),
                 [this](int64_t begin, int64_t end) {
                   for (int64_t row = begin; row < end;) {
                     const int64_t count = std::min(rows.columns() - row % rows.columns(), end - row);
                     find(row, count);
                     row += count;
                   }
                 });
  }

 private:
  const bool largest;
  const AxisRows& rows;
  const T* const source;
  T* const values;  // may be null
  int64_t* const places;

  // `count` rows that begin the same step apart.
  void find(int64_t row, int64_t count) const {
    constexpr int64_t kShort = 32, kCollected = 4096;
    const int64_t step = rows.column_in();
    int64_t at, to;
    rows.locate(row, at, to);
    const T* in = source + at;
    if (rows.stride == 1 && (rows.size >= kShort || count < 8)) {
      for (int64_t c = 0; c < count; ++c) find_one(in + c * step, to + c * rows.column_out());
    } else if (rows.stride == 1) {
      T turned[kShort * kColumns];
      for (int64_t c = 0; c < count; c += kColumns) {
        const int64_t some = std::min(kColumns, count - c);
        transpose_rows(turned, kColumns, in + c * step, step, 0, rows.size, some);
        find_some(turned, kColumns, some, to + c * rows.column_out());
      }
    } else if (step == 1) {
      for (int64_t c = 0; c < count; c += kColumns)
        find_some(in + c, rows.stride, std::min(kColumns, count - c), to + c * rows.column_out());
    } else if (std::abs(step) < std::abs(rows.stride) && rows.size <= kCollected && count >= 8) {
      std::vector<T> columns(static_cast<size_t>(rows.size * kColumns));
      for (int64_t c = 0; c < count; c += kColumns) {
        const int64_t some = std::min(kColumns, count - c);
        for (int64_t i = 0; i < rows.size; ++i)
          collect(in + c * step + i * rows.stride, step, some, columns.data() + i * kColumns);
        find_some(columns.data(), kColumns, some, to + c * rows.column_out());
      }
    } else {
      std::vector<T> row_of(static_cast<size_t>(rows.size));
      for (int64_t c = 0; c < count; ++c) {
        collect(in + c * step, rows.stride, rows.size, row_of.data());
        find_one(row_of.data(), to + c * rows.column_out());
      }
    }
  }
  void find_one(const T* in, int64_t to) const {
    const int64_t place = find_in_row(largest, in, rows.size);
    places[to] = place;
    if (values) values[to] = in[place];
  }
  void find_some(const T* in, int64_t stride, int64_t count, int64_t to) const {
    T extremes[kColumns];
    int64_t at[kColumns];
    find_in_columns(largest, in, stride, rows.size, count, extremes, at);
    for (int64_t c = 0; c < count; ++c) places[to + c * rows.column_out()] = at[c];
    if (values)
      for (int64_t c = 0; c < count; ++c) values[to + c * rows.column_out()] = extremes[c];
  }
};

}  // namespace

void reduce_extreme(bool largest, const Tensor& values, const Tensor& indices, const Tensor& in, int axis) {
  const Tensor source = searched(in);
  const auto or_new = [](const Tensor& wanted, const Tensor& shape, DType dtype) {
    return wanted.defined() && wanted.dtype() == dtype && wanted.is_contiguous() ? wanted
                                                                                 : empty_tensor(shape.sizes(), dtype);
  };
  const Tensor found = or_new(indices, indices.defined() ? indices : values, DType::kInt64);
  const Tensor best = values.defined() ? or_new(values, values, source.dtype()) : Tensor();
  const AxisRows rows(source, axis);
  visit_searched(searched_dtype(source.dtype()), [&]<class T>() {
    Search<T>(largest, rows, elements<T>(source), best.defined() ? elements<T>(best) : nullptr, found.data<int64_t>())
        .run();
  });
  if (indices.defined() && !found.same(indices)) copy_tensor(indices, found);
  if (values.defined() && !best.same(values)) copy_tensor(values, best);
}

void reduce_arg_flat(bool largest, const Tensor& index, const Tensor& in) {
  const Tensor flat = as_contiguous(searched(in));
  visit_searched(searched_dtype(flat.dtype()),
                 [&]<class T>() { index.data<int64_t>()[0] = find_in_row(largest, elements<T>(flat), flat.numel()); });
}

}  // namespace vt
