// Rows that are normalised, to the last bit as PyTorch 2.14 has them on a processor with AVX-512: a sum of
// probabilities prints as 1. or as 1.0000, so users see that bit. The same on every instruction set.
#include <cmath>
#include <vector>

#include "catch.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_math.h"
#include "ops/kernels/vector_rows.h"

namespace vt {
namespace {

std::vector<float> ramp(int64_t n) {
  std::vector<float> x;
  for (int64_t i = 0; i < n; ++i) x.push_back(static_cast<float>((i * 37) % 29) * 0.25f - 3.0f);
  return x;
}
std::vector<float> incoming(int64_t n) {
  std::vector<float> x;
  for (int64_t i = 0; i < n; ++i) x.push_back(static_cast<float>((i * 17) % 23) * 0.125f - 1.0f);
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

TEST_CASE("the gradient of layer norm has PyTorch's last bit", "[ops]") {
  struct Row {
    int64_t n;
    std::vector<float> plain, weighted, weight;
  };
  const std::vector<Row> rows = {{5,
                                  {-0x1.bc18bcp+0f, 0x1.c089f8p-3f, 0x1.75dc0cp-2f},
                                  {-0x1.fa6ap+0f, 0x1.31c758p-3f, -0x1.98934cp+0f},
                                  {0x1.28ccccp+1f, -0x1.08999ap+0f, -0x1.91ccccp+1f}},
                                 {37,
                                  {-0x1.3121dcp-1f, 0x1.4da7bap-1f, -0x1.71b2c8p-3f},
                                  {0x1.cc2e9cp-2f, 0x1.61a7ccp+0f, 0x1.fbe87cp-1f},
                                  {0x1.28ccccp+1f, -0x1.08999ap+0f, 0x1.cep+0f}},
                                 {300,
                                  {-0x1.a99b5cp-1f, 0x1.286a5cp-1f, -0x1.eede24p-1f},
                                  {0x1.d9fe08p-2f, 0x1.65ea3p+0f, -0x1.0dc80ep-3f},
                                  {0x1.28ccccp+1f, -0x1.08999ap+0f, -0x1.0cccccp-3f}}};
  for (const Row& row : rows) {
    const int64_t n = row.n;
    std::vector<float> x = ramp(n), grad = incoming(n), weight, dx(x.size()), dw(x.size());
    for (int64_t i = 0; i < n; ++i) weight.push_back(static_cast<float>((i * 13) % 7) * 0.5f - 1.0f);
    auto ends = [](const std::vector<float>& v) { return std::vector<float>{v[0], v[1], v.back()}; };
    norm_gradient_row(grad.data(), x.data(), 0.3125f, 0.7f, nullptr, {dx.data(), nullptr, nullptr}, n);
    CHECK(ends(dx) == row.plain);
    norm_gradient_row(grad.data(), x.data(), 0.3125f, 0.7f, weight.data(), {dx.data(), dw.data(), nullptr}, n);
    CHECK(ends(dx) == row.weighted);
    CHECK(ends(dw) == row.weight);
  }
}

TEST_CASE("the gradients of silu and tanh have PyTorch's last bit", "[ops]") {
  const VectorComposites loops = vector_composites();
  if (!loops.silu_gradient) SKIP("no fused multiply-add on this machine");
  constexpr int64_t n = 37;  // the last five through the C library
  std::vector<float> x = ramp(n), grad = incoming(n), out(x.size());
  auto run = [&](EvaluateStep step) {
    auto bytes = [](std::vector<float>& v) { return reinterpret_cast<std::byte*>(v.data()); };
    step(bytes(out), bytes(grad), bytes(x), nullptr, n);
    return std::vector<float>{out[1], out[2], out.back()};
  };
  CHECK(run(loops.silu_gradient) == std::vector<float>{0x1.4d4b56p-4f, 0x1.6439bap-2f, 0x1.9780fap-1f});
  for (float& value : x) value /= 4;
  CHECK(run(loops.tanh_gradient) == std::vector<float>{0x1.0ep+0f, 0x1.68p-2f, 0x1.74p-4f});
}

}  // namespace vt
