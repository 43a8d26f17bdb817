// OpenBLAS, found when it is first needed: products (gemm.cpp) and LAPACK's factors (lapack.cpp).
#pragma once

namespace vt {

// A function of the library by its Fortran name; null where the library is not there.
void* open_blas_function(const char* name);

}  // namespace vt
