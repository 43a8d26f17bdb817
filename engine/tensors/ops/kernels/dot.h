// The scalar product of two rows, rounded as PyTorch's is: its BLAS sums blocks of four registers in lanes with fused
// multiply-adds; what is left is summed in float64, before the blocks' sum of float32 and after that of float64.
// Optimisers that divide by such products (LBFGS) follow the same path only then.
#pragma once
#include <cstdint>

namespace vt {

float dot_row(const float* a, const float* b, int64_t n);
double dot_row(const double* a, const double* b, int64_t n);
// A piece of longer ones, which PyTorch shares among its threads: of float or double, in an order of its own.
template <class T>
T dot_piece(const T* a, const T* b, int64_t n);

}  // namespace vt
