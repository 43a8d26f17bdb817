// LAPACK's factors of batches of matrices, from OpenBLAS as in PyTorch: the same digits and signs. All of it works on
// float32 or float64 in place, on matrices that lie column by column, one behind the other.
#pragma once
#include <vector>

#include "tensor/tensor.h"

namespace vt {

bool has_lapack(DType dtype);

// For each matrix what LAPACK says of it: 0 is success.
using Infos = std::vector<int>;

// Pivots are int32, counted from 1.
Infos lapack_lu(const Tensor& a, const Tensor& pivots);
// b becomes A^-1 b, from the factors; A^-T b where `transposed`.
void lapack_solve(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool transposed = false);
// The same for a triangle of a, whose diagonal is taken for ones where `unit`.
void lapack_substitute(const Tensor& a, const Tensor& b, bool upper, bool transposed, bool unit);
Infos lapack_cholesky(const Tensor& a);  // the lower triangle
// `a` gets R and the reflections, `tau` their scales; what holds the reflections then becomes Q.
void lapack_qr(const Tensor& a, const Tensor& tau);
void lapack_complete(const Tensor& q, const Tensor& tau);
// `a` becomes the vectors, if they are wanted.
Infos lapack_eigen(const Tensor& a, const Tensor& values, bool vectors, bool upper);
// How much of U and Vh: 'A' all, 'S' what belongs to singular values, 'N' nothing. `a` is used up.
Infos lapack_singular(const Tensor& a, const Tensor& u, const Tensor& s, const Tensor& vh, char how);

}  // namespace vt
