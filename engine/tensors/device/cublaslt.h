// Matrix products through cuBLASLt, loaded by soname. What to compute is a Product; the
// algorithm found for one is kept.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vt::device {

bool cublaslt_available();

enum class ProductType : uint8_t { kFloat32, kFloat64, kFloat16, kBFloat16 };
// A strided matrix of a batch; one of the two strides of a matrix is 1.
struct ProductMatrix {
  const void* data = nullptr;
  int64_t row_stride = 0, column_stride = 0, batch_stride = 0;  // elements
};
// out[b] = alpha * a[b] (m, k) @ b[b] (k, n) + beta * added[b] (+ bias[b], one number per column; then ReLU).
struct Product {
  ProductType type = ProductType::kFloat32;    // of the factors
  ProductType result = ProductType::kFloat32;  // of the rest
  bool tf32 = false;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  ProductMatrix a, b;
  void* out = nullptr;  // row-major
  int64_t out_row_stride = 0, out_batch_stride = 0;
  double alpha = 1, beta = 0;
  const void* added = nullptr;  // laid out like the result; null: what `out` holds
  const void* bias = nullptr;
  int64_t bias_batch_stride = 0;
  bool relu = false;
};
// On the current stream of `device`; false if the library is missing or has nothing for it.
bool run_product(const Product& product, int device);

// The library's own suggestions for a product, best first, for max-autotune to measure. The
// first is what run_product takes until another one is chosen.
struct ProductAlgorithm {
  int id = 0, tile = 0, stages = 0, split = 1;  // as the library numbers them
  int64_t workspace_bytes = 0;
};
std::vector<ProductAlgorithm> product_algorithms(const Product& product, int device);
bool run_product_with(const Product& product, int device, size_t algorithm);
void choose_product_algorithm(const Product& product, int device, size_t algorithm);

}  // namespace vt::device
