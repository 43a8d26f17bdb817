// Factors by LAPACK, where it is installed: what they multiply to, and its signs.
#include "ops/kernels/lapack.h"

#include <cmath>

#include "catch.h"

using namespace vt;

TEST_CASE("lapack: singular values and symmetric eigenvalues") {
  // [[1, 2], [3, 4]], column by column.
  double a[] = {1, 3, 2, 4}, s[2], u[4], vh[4];
  if (!open_blas_symbol("dgesdd_")) {
    CHECK_FALSE(lapack_singular(a, s, u, vh, 2, 2));
    return;
  }
  REQUIRE(lapack_singular(a, s, u, vh, 2, 2));
  const double whole[] = {1, 3, 2, 4};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      CHECK(std::abs(u[i] * s[0] * vh[2 * j] + u[2 + i] * s[1] * vh[2 * j + 1] - whole[2 * j + i]) < 1e-12);
  CHECK(u[0] < 0);  // PyTorch's sign

  double symmetric[] = {2, 1, 9, 3}, values[2];  // the lower triangle of [[2, 1], [1, 3]]
  REQUIRE(lapack_symmetric(symmetric, values, 2, false));
  CHECK(std::abs(values[0] + values[1] - 5) < 1e-12);
  CHECK(std::abs(values[0] * values[1] - 5) < 1e-12);
  CHECK(symmetric[0] < 0);
  CHECK_FALSE(lapack_symmetric(symmetric, values, 0, false));
}
