// The scalar product of two rows of float32, rounded as PyTorch's is: its BLAS sums blocks of 32 in
// lanes with fused multiply-adds, and what is left in float64. Optimisers that divide by such
// products (LBFGS) follow the same path only then.
#pragma once
#include <cstdint>

namespace vt {

float dot_row(const float* a, const float* b, int64_t n);

}  // namespace vt
