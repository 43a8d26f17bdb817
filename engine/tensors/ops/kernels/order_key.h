// Numbers that stand for elements where only their order matters. For order.cpp and
// unstable_order.cpp.
#pragma once
#include <cstdint>
#include <type_traits>

#include "tensor/visit.h"

namespace vt {

// Whole numbers in the order of the elements.
template <class Key, class F>
Key key_of_float(F value) {
  constexpr int kSign = 8 * sizeof(Key) - 1;
  Key bits = __builtin_bit_cast(Key, value + F{0});  // -0 + 0 is 0
  Key key = bits ^ (static_cast<Key>(-static_cast<Key>(bits >> kSign)) | Key{1} << kSign);
  return key | static_cast<Key>(-static_cast<Key>(value != value));  // NaN last, and no branch in the way of vectors
}
template <class T>
auto key_of(T value) {
  if constexpr (std::is_same_v<T, double>) return key_of_float<uint64_t>(value);
  else if constexpr (std::is_same_v<T, int64_t>) return static_cast<uint64_t>(value) ^ uint64_t { 1 } << 63;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<uint32_t>(static_cast<int32_t>(value)) ^ uint32_t { 1 } << 31;
  else return key_of_float<uint32_t>(convert<float>(value));
}

}  // namespace vt
