// Folds of dense rows in whole vectors, for operations that do not care for brackets.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "support/isa.h"

namespace vt {

// A fold: kBrackets, whether it gives the same however it is bracketed; kRepeats, whether an element may come twice;
// kNansWin, whether NaN wins over everything. take_number, of vectors too, is for those who look for NaN themselves:
// one instruction instead of four.
template <class T, bool largest>
struct Extreme {
  static constexpr bool kBrackets = true, kNansWin = std::is_floating_point_v<T>, kRepeats = true;
  static T first() {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::has_infinity) return largest ? -Limits::infinity() : Limits::infinity();
    else return largest ? Limits::lowest() : Limits::max();
  }
  template <class V>
  VT_INLINE static void take_number(V& total, const V& value) {
    if constexpr (largest) total = total > value ? total : value;
    else total = total < value ? total : value;
  }
  static T fold(T a, T b) {
    T extreme = a;
    take_number(extreme, b);
    return a != a ? a : extreme;
  }
};
template <class T>
using Largest = Extreme<T, true>;
template <class T>
using Smallest = Extreme<T, false>;

template <class T>
struct FoldVector {
  static constexpr int kLanes = 64 / sizeof(T);
  typedef T Type __attribute__((vector_size(64)));
};

// Elements that lie apart, side by side.
template <class From>
VT_INLINE void collect(const From* in, int64_t stride, int64_t count, From* to) {
  if (stride == 2)
    for (int64_t i = 0; i < count; ++i) to[i] = in[2 * i];
  else
    for (int64_t i = 0; i < count; ++i) to[i] = in[i * stride];
}
template <int by, class V, size_t... kAt>
VT_INLINE void turn_lanes(const V& in, V& out, std::index_sequence<kAt...>) {
  out = __builtin_shufflevector(in, in, ((kAt + by) % sizeof...(kAt))...);
}
// f of all lanes, in each lane.
template <int lanes, int half, class V, class F>
VT_INLINE void join_lanes(V& value, const F& f) {
  V other;
  turn_lanes<half>(value, other, std::make_index_sequence<lanes>());
  f(value, other);
  if constexpr (half > 1) join_lanes<lanes, half / 2>(value, f);
}

template <class T, class V>
VT_INLINE void load_part(const T* from, int64_t count, T rest, V& value) {
  value = V{} + rest;
  std::memcpy(&value, from, sizeof(T) * static_cast<size_t>(std::min<int64_t>(count, FoldVector<T>::kLanes)));
}

// `size` elements, at least a vector of them, at each of the offsets of each row; totals are taken on. Where it may
// meet elements twice, the last vector reaches back.
template <int kRows, class Op, class T>
VT_INLINE void fold_vector_rows(const T* in, int64_t row_step, const int64_t* offsets, int64_t runs, int64_t size,
                                T* out, int64_t out_step) {
  using Vector = typename FoldVector<T>::Type;
  constexpr int kLanes = FoldVector<T>::kLanes, kHalf = kLanes / 2;
  const auto load = [](const T* from, Vector& value) VT_LAMBDA { std::memcpy(&value, from, sizeof value); };
  const auto join = [](Vector& total, const Vector& value) VT_LAMBDA { Op::take_number(total, value); };
  const auto note = []([[maybe_unused]] Vector& nans, [[maybe_unused]] const Vector& value) VT_LAMBDA {
    if constexpr (Op::kNansWin) nans = value != value ? value : nans;
  };
  Vector totals[kRows], nans[kRows], any_nans{};
  for (int r = 0; r < kRows; ++r) {
    Vector one = Vector{} + Op::first(), two = one, nans_of_one{}, nans_of_two{}, x, y;
    for (int64_t run = 0; run < runs; ++run) {
      const T* row = in + r * row_step + offsets[run];
      int64_t i = 0;
      for (; i + 2 * kLanes <= size; i += 2 * kLanes) {
        load(row + i, x), load(row + i + kLanes, y);
        note(nans_of_one, x), note(nans_of_two, y);
        join(one, x), join(two, y);
      }
      for (; i < size; i += kLanes) {
        if constexpr (Op::kRepeats) load(row + (i + kLanes <= size ? i : size - kLanes), x);
        else load_part(row + i, size - i, Op::first(), x);
        note(nans_of_one, x);
        join(one, x);
      }
    }
    join(one, two);
    totals[r] = one;
    if constexpr (Op::kNansWin) nans[r] = nans_of_one + nans_of_two, any_nans += nans[r];
  }
  for (int r = 0; r < kRows; ++r) join_lanes<kLanes, kHalf>(totals[r], join);
  for (int r = 0; r < kRows; ++r) out[r * out_step] = Op::fold(out[r * out_step], totals[r][0]);
  if constexpr (Op::kNansWin) {
    const auto add = [](Vector& sum, const Vector& value) VT_LAMBDA { sum += value; };
    join_lanes<kLanes, kHalf>(any_nans, add);
    if (any_nans[0] == any_nans[0]) return;
    for (int r = 0; r < kRows; ++r) {
      join_lanes<kLanes, kHalf>(nans[r], add);
      if (nans[r][0] != nans[r][0]) out[r * out_step] = nans[r][0];
    }
  }
}

}  // namespace vt
