// Products of bfloat16 by AVX-512's instruction for pairs of elements, with sums in float32. Each function is for one
// thread, and only where has_bf16_products() says so.
#pragma once
#include "ops/kernels/matmul.h"

namespace vt {

bool has_bf16_products();

// c = alpha * a b + beta * c
void gemm_bf16_pairs(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
                     const MatrixView<BFloat16>& b, float beta, float* c, int64_t c_row_stride);
// c = alpha * a b, rounded, of at most so many terms. No beta.
inline constexpr int64_t kMostRoundedDepth = 512;
void gemm_bf16_pairs(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
                     const MatrixView<BFloat16>& b, float beta, BFloat16* c, int64_t c_row_stride);
// out[m] = a x, the elements of x side by side, as are those of the rows or the columns of `a`.
void gemv_bf16_pairs(int64_t m, int64_t k, const MatrixView<BFloat16>& a, const BFloat16* x, float* out);

}  // namespace vt
