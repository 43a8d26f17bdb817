// The order of the elements of rows, for sort, topk, median and their like: NaN is the largest
// number, both zeros are equal, and equal elements stay in the order in which they lie.
#pragma once
#include <type_traits>

#include "tensor/tensor.h"

namespace vt {

// `rows` is contiguous; each run of `length` elements is a row. `places` gets the positions
// within each row of its first `count` elements in order.
void first_places(const Tensor& rows, int64_t length, int64_t count, bool descending, int64_t* places);

// One position per row: of the middle element, the lower of two, or of the first NaN where there
// is one; or of the middle one of the numbers.
enum class Median : uint8_t { kOfAll, kOfNumbers };
void median_places(const Tensor& rows, int64_t length, Median which, int64_t* places);

// Equality of elements; 16-bit floats compare as floats.
template <class T>
bool same_number(T a, T b) {
  if constexpr (std::is_arithmetic_v<T>) return a == b;
  else return to_float(a) == to_float(b);
}

}  // namespace vt
