// Factors of matrices that no factors exist for.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "catch.h"
#include "eager/autograd.h"
#include "ops/dispatch.h"
#include "ops/table.h"

using namespace vt;

TEST_CASE("singular values of a matrix with infinities come to an end", "[ops]") {
  install_eager();
  // LAPACK's own search has none for this one.
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double columns[] = {-1.774, -3.31,  -1.848, 1.226, kInf,  1.982, 0.308, 1.0,    3.842, -1.508, 3.63,  2.8,
                            -2.51,  -2.334, 0.0,    -kInf, 2.264, -1.71, kInf,  -0.368, 2.84,  1.0,    1.052, 1.0};
  const std::vector<int64_t> sizes = {8, 3};
  Tensor a = empty_tensor(sizes, DType::kFloat64);
  std::copy(std::begin(columns), std::end(columns), a.data<double>());
  const OpDef& svd = *find_op("linalg__svd");
  for (bool full : {false, true}) {
    try {
      Outputs factors = call(svd, {call1(*find_op("t"), {a}), full});
      for (int64_t i = 0; i < 3; ++i) CHECK(std::isnan(factors[1].data<double>()[i]));
    } catch (const TensorError& error) {  // where there is no LAPACK
      CHECK(error.message.find("non-finite") != std::string::npos);
    }
  }
}
