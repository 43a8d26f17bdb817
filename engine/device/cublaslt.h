// Matrix products through cuBLASLt, loaded by soname. What to compute is a Product; the
// algorithm found for one is kept.
#pragma once
#include <cstdint>

namespace vt::device {

bool cublaslt_available();

enum class ProductType : uint8_t { kFloat32, kFloat64, kFloat16, kBFloat16 };
// A strided matrix of a batch; one of the two strides of a matrix is 1.
struct ProductMatrix {
  const void* data = nullptr;
  int64_t row_stride = 0, column_stride = 0, batch_stride = 0;  // elements
};
// out[b] = alpha * a[b] (m, k) @ b[b] (k, n) + beta * out[b] (+ bias, one number per column; then ReLU).
struct Product {
  ProductType type = ProductType::kFloat32;
  bool tf32 = false;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  ProductMatrix a, b;
  void* out = nullptr;  // row-major
  int64_t out_row_stride = 0, out_batch_stride = 0;
  double alpha = 1, beta = 0;
  const void* bias = nullptr;
  bool relu = false;
};
// On the current stream of `device`; false if the library is missing or has nothing for it.
bool run_product(const Product& product, int device);

}  // namespace vt::device
