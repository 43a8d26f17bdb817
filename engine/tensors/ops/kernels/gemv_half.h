// The product of a matrix and a vector of float16 by AVX-512, which converts elements as it reads them; sums are
// float32. For one thread, and only where has_half_products() says so.
#pragma once
#include "ops/kernels/matmul.h"

namespace vt {

bool has_half_products();

// out[m] = a x, the elements of x side by side, as are those of the rows or the columns of `a`.
void gemv_half_rows(int64_t m, int64_t k, const MatrixView<Half>& a, const Half* x, float* out);

}  // namespace vt
