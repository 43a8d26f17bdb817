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

struct NormSums {
  float grad, along;  // of g = grad[i] * weight[i], and of g * in[i]
};
// Those of the gradient of PyTorch's layer_norm; weight may be null.
NormSums norm_sums(const float* grad, const float* in, const float* weight, int64_t n);

// Of the squares of up to so many rows a step apart, of which each waits for its own last sum only: in lanes that are
// added one after the other, as PyTorch does along an innermost axis.
inline constexpr int kSquareRows = 4;
void square_sums(const float* rows, int64_t step, int count, int64_t n, float* sums);
void square_sums(const double* rows, int64_t step, int count, int64_t n, double* sums);

}  // namespace vt
