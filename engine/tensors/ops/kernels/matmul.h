// Matrix products. float goes to OpenBLAS where it is small and to oneDNN where it is large, if the machine has
// them, else to our own blocked kernel; double and integers have kernels of ours; 16-bit floats compute in float, 8-bit
// integers in 16 bits.
#pragma once
#include "tensor/tensor.h"

namespace vt {

// C = alpha * A B + beta * C for one matrix; strides in elements. C's rows are contiguous.
template <class T>
struct MatrixView {
  const T* data;
  int64_t row_stride, column_stride;
};
void gemm_float(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<float> a, MatrixView<float> b, float beta,
                float* c, int64_t c_row_stride);
// out[m] = alpha * A x + beta * out, the elements of x `step` apart.
void gemv_float(int64_t m, int64_t k, float alpha, MatrixView<float> a, const float* x, int64_t step, float beta,
                float* out);
void gemv_double(int64_t m, int64_t k, double alpha, MatrixView<double> a, const double* x, int64_t step, double beta,
                 double* out);
void gemm_double(int64_t m, int64_t n, int64_t k, double alpha, MatrixView<double> a, MatrixView<double> b, double beta,
                 double* c, int64_t c_row_stride);
// Of bfloat16 into float, where has_bf16_products() (gemm_bf16.h).
void gemm_bf16(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<BFloat16> a, MatrixView<BFloat16> b, float beta,
               float* c, int64_t c_row_stride);
// The same rounded; k is 1 to kMostRoundedDepth, beta 0.
void gemm_bf16_rounded(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<BFloat16> a, MatrixView<BFloat16> b,
                       float beta, BFloat16* c, int64_t c_row_stride);
// A product one of whose sides is a vector: `count` rows times that vector. A row times a matrix is the matrix's
// columns times that row.
template <class T>
struct VectorProduct {
  MatrixView<T> rows;
  const T* vector;
  int64_t count, step;
  VectorProduct(int64_t m, int64_t n, const MatrixView<T>& a, const MatrixView<T>& b)
      : rows(n == 1 ? a : MatrixView<T>{b.data, b.column_stride, b.row_stride}),
        vector(n == 1 ? b.data : a.data),
        count(n == 1 ? m : n),
        step(n == 1 ? b.row_stride : a.column_stride) {}
  // Whether elements lie side by side: those of the vector, and of the rows or the columns.
  bool is_plain() const { return step == 1 && (rows.row_stride == 1 || rows.column_stride == 1); }
};
// Of float16 into float, where has_half_products() (gemv_half.h); m or n is 1, and the product plain.
void gemv_half(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<Half> a, MatrixView<Half> b, float beta,
               float* c, int64_t c_row_stride);
// Of integers, which wrap around: T is unsigned, of 16, 32 or 64 bits.
template <class T>
void gemm_integer(int64_t m, int64_t n, int64_t k, T alpha, MatrixView<T> a, MatrixView<T> b, T beta, T* c,
                  int64_t c_row_stride);

// out[..., m, n] = alpha * a[..., m, k] b[..., k, n] + beta * out, all of one dtype; batch
// axes of a and b are broadcast to those of out. `out` is new and contiguous.
void matmul_into(const Tensor& out, const Tensor& a, const Tensor& b, double alpha = 1, double beta = 0);

}  // namespace vt
