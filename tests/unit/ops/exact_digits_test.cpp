// Rows that are normalised, to the last bit as PyTorch 2.14 has them on a processor with AVX-512: a sum of
// probabilities prints as 1. or as 1.0000, so users see that bit. The same on every instruction set.
#include <cmath>
#include <vector>

#include "catch.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_math.h"

namespace vt {
namespace {

std::vector<float> ramp(int64_t n) {
  std::vector<float> x;
  for (int64_t i = 0; i < n; ++i) x.push_back(static_cast<float>((i * 37) % 29) * 0.25f - 3.0f);
  return x;
}

}  // namespace

TEST_CASE("softmax has PyTorch's last bit", "[ops]") {
  const std::vector<std::vector<float>> wanted = {{0x1.17bff2p-9f, 0x1.0262c6p-6f, 0x1.281d7ap-8f},
                                                  {0x1.4745bep-13f, 0x1.2e478p-10f, 0x1.10f57ap-3f},
                                                  {0x1.48c0b8p-16f, 0x1.2fa588p-13f, 0x1.543662p-11f}};
  const int64_t sizes[] = {5, 37, 300};
  for (size_t k = 0; k < 3; ++k) {
    const int64_t n = sizes[k];
    std::vector<float> x = ramp(n), y(x.size());
    multiply_row(y.data(), 1 / exp_row(x.data(), row_max(x.data(), n), y.data(), n), n);
    CHECK(std::vector<float>{y[0], y[1], y.back()} == wanted[k]);
  }
}

TEST_CASE("the moments of layer norm have PyTorch's last bit", "[ops]") {
  struct Row {
    int64_t n;
    float mean, scale, second;
  };
  for (const Row& row : {Row{5, -0x1.ccccccp-2f, 0x1.d2e742p-2f, -0x1.00cbfep-2f},
                         Row{37, 0x1.e45308p-2f, 0x1.e06af4p-2f, -0x1.61d23ap-1f},
                         Row{300, 0x1.f5c29p-2f, 0x1.e94a88p-2f, -0x1.6c859cp-1f}}) {
    std::vector<float> x = ramp(row.n), y(x.size());
    RowMoments moments = row_moments(x.data(), row.n);
    const float mean = static_cast<float>(moments.mean),
                scale = 1 / std::sqrt(static_cast<float>(moments.variance) + 1e-5f);
    normalize_row(x.data(), mean, scale, nullptr, nullptr, y.data(), row.n);
    CHECK(mean == row.mean);
    CHECK(scale == row.scale);
    CHECK(y[1] == row.second);
  }
}

}  // namespace vt
