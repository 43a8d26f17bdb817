// LAPACK, loaded when first needed and where it is installed: factors have PyTorch's signs then. Matrices lie
// column by column. False: not there, or it failed.
#pragma once

#include <cstdint>

namespace vt {

// A function of OpenBLAS, the BLAS and LAPACK of Debian's PyTorch; null where it is not installed.
void* open_blas_symbol(const char* name);

// a (rows x columns, lost) = u (rows x k) * diagonal s * vh (k x columns).
bool lapack_singular(float* a, float* s, float* u, float* vh, int64_t rows, int64_t columns);
bool lapack_singular(double* a, double* s, double* u, double* vh, int64_t rows, int64_t columns);
// Of one triangle of a symmetric matrix, which becomes its eigenvectors; values in ascending order.
bool lapack_symmetric(float* a, float* values, int64_t n, bool upper);
bool lapack_symmetric(double* a, double* values, int64_t n, bool upper);

}  // namespace vt
