// Distances between all pairs of rows, and their gradients, by the norms that are cheap: p is 1, 2 or infinity.
// Of contiguous float32 or float64.
#pragma once
#include <cstdint>

namespace vt {

// The rows of `batch` pairs of matrices: x[left, width] and y[right, width].
struct RowPairs {
  int64_t batch, left, right, width;
};
bool has_distance_kernel(double p);
template <class T>
void pair_distances(const RowPairs& pairs, double p, const T* x, const T* y, T* out);
// The gradient by the rows of x. `grad` and `distances` are [batch, left, right], or, transposed, [batch, right, left].
template <class T>
void pair_gradients(const RowPairs& pairs, double p, const T* grad, const T* distances, bool transposed, const T* x,
                    const T* y, T* grad_x);

}  // namespace vt
