// Rows of float64, for the factors of matrices.
#pragma once
#include <cstdint>

namespace vt {

// to[i] -= factor * from[i]
void subtract_row(double* to, const double* from, double factor, int64_t n);
double dot_rows(const double* a, const double* b, int64_t n);
// x, y = c * x - s * y, s * x + c * y
void turn_rows(double* x, double* y, double c, double s, int64_t n);

// The eigenvalues of a symmetric matrix, in no order, and their vectors as rows; `a` is used up.
void symmetric_eigen(double* a, double* values, double* vectors, int64_t n);

}  // namespace vt
