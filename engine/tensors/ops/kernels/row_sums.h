// Sums over a row of float32 in the lanes of PyTorch's vectors, to its last bit.
#pragma once
#include <cstdint>

#include "tensor/dtype.h"

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

// Of the squares of `count` rows a step apart: in lanes that are added one after the other, as PyTorch does along an
// innermost axis.
template <class T>
struct SquareSums {
  int64_t step, count, n;
  T* sums;
  int64_t sums_step;
};
void square_sums(const float* rows, const SquareSums<float>& of);
void square_sums(const BFloat16* rows, const SquareSums<float>& of);
void square_sums(const double* rows, const SquareSums<double>& of);

}  // namespace vt
