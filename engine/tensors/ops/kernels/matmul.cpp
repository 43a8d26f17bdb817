#include "ops/kernels/matmul.h"

#include "ops/kernels/copy.h"
#include "ops/kernels/gemm_bf16.h"
#include "ops/kernels/gemv_half.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/parallel.h"
#include "support/check.h"

namespace vt {
namespace {

struct Batches {
  Dims sizes;
  std::array<Dims, 3> strides;
  int64_t count = 1;
  void locate(int64_t batch, int64_t (&offsets)[3]) const {
    offsets[0] = offsets[1] = offsets[2] = 0;
    if (sizes.size() == 1) {
      for (size_t which = 0; which < 3; ++which) offsets[which] = batch * strides[which][0];
      return;
    }
    for (int i = sizes.size() - 1; i >= 0; --i) {
      int64_t at = batch % sizes[i];
      batch /= sizes[i];
      for (size_t which = 0; which < 3; ++which) offsets[which] += at * strides[which][i];
    }
  }
};

Batches batches_of(const Tensor& out, const Tensor& a, const Tensor& b) {
  Batches batches;
  int rank = out.rank();
  const Tensor* tensors[3] = {&out, &a, &b};
  for (int axis = 0; axis < rank - 2; ++axis) {
    batches.sizes.push_back(out.size(axis));
    batches.count *= out.size(axis);
    for (size_t which = 0; which < 3; ++which) {
      const Tensor& t = *tensors[which];
      int own = axis - (rank - t.rank());
      batches.strides[which].push_back(own < 0 || t.size(own) == 1 ? 0 : t.strides()[own]);
    }
  }
  return batches;
}

// Batches of tiny products go one element after the other in PyTorch, each product rounded.
constexpr int64_t kTiny = 400;
void gemm_tiny(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<float> a, MatrixView<float> b, float beta,
               float* c, int64_t c_row_stride) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum += a.data[i * a.row_stride + p * a.column_stride] * b.data[p * b.row_stride + j * b.column_stride];
      float& to = c[i * c_row_stride + j];
      to = (alpha == 1 ? sum : alpha * sum) + (beta == 0 ? 0 : beta * to);
    }
}

template <class T, class C = T, class Factor, class Gemm>
void multiply_batches(const Tensor& out, const Tensor& a, const Tensor& b, Factor alpha, Factor beta,
                      const Gemm& gemm) {
  int rank = out.rank();
  int64_t m = out.size(rank - 2), n = out.size(rank - 1), k = a.size(a.rank() - 1);
  int64_t a_row = a.strides()[a.rank() - 2], a_column = a.strides()[a.rank() - 1];
  int64_t b_row = b.strides()[b.rank() - 2], b_column = b.strides()[b.rank() - 1];
  if (rank == 2)
    return gemm(m, n, k, alpha, MatrixView<T>{a.data<T>(), a_row, a_column},
                MatrixView<T>{b.data<T>(), b_row, b_column}, beta, out.data<C>(), out.strides()[0]);
  Batches batches = batches_of(out, a, b);
  int64_t work = std::max<int64_t>(m * n * k, 1);
  // Threads share the batches, or each large product where there are too few of them to go round.
  bool inside = work > (int64_t{1} << 20) && batches.count % thread_count() != 0 && batches.count < 4 * thread_count();
  int64_t grain = inside ? batches.count : std::max<int64_t>((int64_t{1} << 18) / work, 1);
  parallel_for(0, batches.count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t batch = begin; batch < end; ++batch) {
      int64_t at[3];
      batches.locate(batch, at);
      gemm(m, n, k, alpha, MatrixView<T>{a.data<T>() + at[1], a_row, a_column},
           MatrixView<T>{b.data<T>() + at[2], b_row, b_column}, beta, out.data<C>() + at[0], out.strides()[rank - 2]);
    }
  });
}

// Through unsigned numbers, whose overflow is defined.
template <class T>
void multiply_integers(const Tensor& out, const Tensor& a, const Tensor& b, double alpha, double beta) {
  auto number = [](double x) { return static_cast<T>(static_cast<int64_t>(x)); };
  multiply_batches<T>(out, a, b, number(alpha), number(beta), gemm_integer<T>);
}

// In another dtype, as it lies in memory: a transposed matrix stays one.
Tensor widened(const Tensor& t, DType dtype) {
  const int rank = t.rank();
  if (t.strides()[rank - 2] != 1 || t.strides()[rank - 1] == 1) return as_dtype(t, dtype);
  auto swapped = [rank](const Tensor& x) {
    Dims sizes = x.sizes(), strides = x.strides();
    std::swap(sizes[rank - 2], sizes[rank - 1]);
    std::swap(strides[rank - 2], strides[rank - 1]);
    return view_of(x, sizes, strides, x.impl()->offset);
  };
  return swapped(as_dtype(swapped(t), dtype));
}

bool is_plain_vector_product(const Tensor& out, const Tensor& a, const Tensor& b) {
  const int rank = out.rank(), left = a.rank(), right = b.rank();
  const int64_t m = out.size(rank - 2), n = out.size(rank - 1);
  auto view = [](const Tensor& t, int axes) {
    return MatrixView<Half>{nullptr, t.strides()[axes - 2], t.strides()[axes - 1]};
  };
  return (m == 1 || n == 1) && VectorProduct<Half>(m, n, view(a, left), view(b, right)).is_plain();
}

}  // namespace

void matmul_into(const Tensor& out, const Tensor& a, const Tensor& b, double alpha, double beta) {
  if (out.numel() == 0) return;
  VT_CHECK(out.strides().back() == 1 || out.sizes().back() == 1, "rows of a product are contiguous");
  switch (out.dtype()) {
    case DType::kFloat32:
      if (out.rank() > 2 && out.size(out.rank() - 2) * out.size(out.rank() - 1) * a.size(a.rank() - 1) < kTiny)
        return multiply_batches<float>(out, a, b, static_cast<float>(alpha), static_cast<float>(beta), gemm_tiny);
      return multiply_batches<float>(out, a, b, static_cast<float>(alpha), static_cast<float>(beta), gemm_float);
    case DType::kFloat64: return multiply_batches<double>(out, a, b, alpha, beta, gemm_double);
    case DType::kInt64: return multiply_integers<uint64_t>(out, a, b, alpha, beta);
    case DType::kInt32: return multiply_integers<uint32_t>(out, a, b, alpha, beta);
    case DType::kInt16: return multiply_integers<uint16_t>(out, a, b, alpha, beta);
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8: break;
  }
  const int64_t depth = a.size(a.rank() - 1);
  if (out.dtype() == DType::kBFloat16 && has_bf16_products() && beta == 0 && depth > 0 && depth <= kMostRoundedDepth)
    return multiply_batches<BFloat16>(out, a, b, static_cast<float>(alpha), 0.0f, gemm_bf16_rounded);
  DType wide = is_floating(out.dtype()) ? DType::kFloat32 : out.dtype() == DType::kBool ? DType::kInt64 : DType::kInt16;
  Tensor result = beta == 0 ? empty_tensor(out.sizes(), wide) : as_dtype(out, wide);
  if (out.dtype() == DType::kBFloat16 && has_bf16_products())
    multiply_batches<BFloat16, float>(result, a, b, static_cast<float>(alpha), static_cast<float>(beta), gemm_bf16);
  else if (out.dtype() == DType::kFloat16 && has_half_products() && is_plain_vector_product(out, a, b))
    multiply_batches<Half, float>(result, a, b, static_cast<float>(alpha), static_cast<float>(beta), gemv_half);
  else matmul_into(result, widened(a, wide), widened(b, wide), alpha, beta);
  copy_tensor(out, result);
}

}  // namespace vt
