// Products of bfloat16 against sums in float64: sizes around the tiles, odd depths, both layouts and strides.
#include <array>
#include <cmath>

#include "catch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gemm_bf16.h"
#include "ops/kernels/matmul.h"
#include "tensor/random.h"

using namespace vt;

namespace {

Tensor random_matrix(int64_t rows, int64_t columns, Generator& generator) {
  Tensor t = empty_tensor(Dims{rows, columns}, DType::kFloat32);
  fill_uniform(t, -1, 1, generator);
  return as_dtype(t, DType::kBFloat16);
}
Tensor transposed(const Tensor& t) {
  return view_of(t, Dims{t.size(1), t.size(0)}, Dims{t.strides()[1], t.strides()[0]}, t.impl()->offset);
}
double at(const Tensor& t, int64_t row, int64_t column) {
  return static_cast<double>(to_float(t.data<BFloat16>()[row * t.strides()[0] + column * t.strides()[1]]));
}

}  // namespace

TEST_CASE("products of bfloat16 are the rounded sums", "[ops]") {
  if (!has_bf16_products()) return;
  Generator generator(3);
  for (auto [m, n, k] :
       {std::array<int64_t, 3>{1, 1, 1}, {2, 3, 4}, {13, 33, 65}, {1, 70, 33}, {70, 1, 34}, {25, 64, 1025}}) {
    for (int layout = 0; layout < 5; ++layout) {
      Tensor a = layout & 1 ? transposed(random_matrix(k, m, generator)) : random_matrix(m, k, generator);
      Tensor b = layout & 2 ? transposed(random_matrix(n, k, generator)) : random_matrix(k, n, generator);
      if (layout == 4) b = view_of(random_matrix(k, 2 * n, generator), Dims{k, n}, Dims{2 * n, 2}, 0);
      Tensor out = as_dtype(random_matrix(m, n, generator), DType::kFloat32), before = contiguous_copy(out);
      const bool plain = layout == 0 || layout == 3;  // which vectors have a kernel for
      const float alpha = plain ? 1.0f : 2.0f, beta = plain ? 0.0f : 0.5f;
      gemm_bf16(m, n, k, alpha, {a.data<BFloat16>(), a.strides()[0], a.strides()[1]},
                {b.data<BFloat16>(), b.strides()[0], b.strides()[1]}, beta, out.data<float>(), n);
      int64_t wrong = 0;
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          double sum = 0;
          for (int64_t p = 0; p < k; ++p) sum += at(a, i, p) * at(b, p, j);
          sum = sum * static_cast<double>(alpha) + static_cast<double>(beta * before.data<float>()[i * n + j]);
          wrong += std::abs(sum - static_cast<double>(out.data<float>()[i * n + j])) > 1e-4;
        }
      INFO(m << " x " << n << " x " << k << ", layout " << layout);
      CHECK(wrong == 0);
    }
  }
}
