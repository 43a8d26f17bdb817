// What the moves by index share: gather.cpp (slices and elements) and advanced_index.cpp.
#pragma once
#include "ops/kernels/gather.h"
#include "tensor/visit.h"

namespace vt {

// `t` where `other` is; an index as int64 there.
Tensor beside(const Tensor& t, const Tensor& other);
Tensor positions_for(const Tensor& t, const Tensor& index);

inline std::byte* start_of(const Tensor& t) {
  return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
}

template <Scatter kHow, class T>
inline void combine(T& to, T value) {
  if constexpr (kHow == Scatter::kSet) to = value;
  else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    float result = to_float(to);
    combine<kHow>(result, to_float(value));
    to = convert<T>(result);
  } else if constexpr (kHow == Scatter::kAdd) to = static_cast<T>(to + value);
  else if constexpr (kHow == Scatter::kMul) to = static_cast<T>(to * value);
  else if constexpr (kHow == Scatter::kMax) to = to != to || to > value ? to : value;
  else to = to != to || to < value ? to : value;
}

// f.operator()<Word>() with an unsigned integer of so many bytes: for moves, whatever the dtype.
template <class F>
void visit_width(int64_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f.template operator()<uint8_t>();
    case 2: return f.template operator()<uint16_t>();
    case 4: return f.template operator()<uint32_t>();
    default: return f.template operator()<uint64_t>();
  }
}
// f.operator()<T, kHow>()
template <class F>
void visit_combining(DType dtype, Scatter how, const F& f) {
  if (how == Scatter::kSet)
    return visit_width(dtype_bytes(dtype), [&]<class Word>() { f.template operator()<Word, Scatter::kSet>(); });
  visit_dtype(dtype, [&]<class T>() {
    switch (how) {
      case Scatter::kSet: return;
      case Scatter::kAdd: return f.template operator()<T, Scatter::kAdd>();
      case Scatter::kMul: return f.template operator()<T, Scatter::kMul>();
      case Scatter::kMax: return f.template operator()<T, Scatter::kMax>();
      case Scatter::kMin: return f.template operator()<T, Scatter::kMin>();
    }
  });
}

}  // namespace vt
