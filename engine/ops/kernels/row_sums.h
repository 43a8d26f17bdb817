// Sums over a row of float32 in the lanes of PyTorch's vectors, to its last bit.
#pragma once
#include <cstdint>

namespace vt {

// Of a[i] * b[i], which are not rounded on their own: sixteen lanes, whose halves are added.
float lane_dot(const float* a, const float* b, int64_t n);

struct RowMoments {
  double mean, variance;  // of all elements, without correction
};
// Those of PyTorch's layer_norm and group_norm.
RowMoments row_moments(const float* in, int64_t n);

}  // namespace vt
