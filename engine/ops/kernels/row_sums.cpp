#include "ops/kernels/row_sums.h"

#include <array>
#include <cstring>

#include "ops/kernels/widest.h"
#include "support/isa.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vt {
namespace {

constexpr int64_t kLanes = 8, kChunk = 16;
typedef float Lanes __attribute__((vector_size(4 * kLanes)));

constexpr struct Parts {  // 1 / (j + 1)
  std::array<float, kChunk> of{};
  constexpr Parts() {
    for (size_t j = 0; j < of.size(); ++j) of[j] = 1.0f / static_cast<float>(j + 1);
  }
} kParts;

// sum += a * b, rounded once. The compiler makes vectors of a loop of such operations only where it
// runs over memory, not where it runs over the lanes of one vector: so these are written out.
#ifdef __x86_64__
namespace avx512 {
#define ISA VT_AVX512
constexpr int kChains = 8;
VT_INLINE ISA void add_product(float& sum, float a, float b) { sum = __builtin_fmaf(a, b, sum); }
VT_INLINE ISA void add_product(Lanes& sum, const Lanes& a, const Lanes& b) { sum = _mm256_fmadd_ps(a, b, sum); }
#include "ops/kernels/row_sums.inc"
#undef ISA
}  // namespace avx512
namespace avx2 {
#define ISA VT_AVX2
constexpr int kChains = 4;
VT_INLINE ISA void add_product(float& sum, float a, float b) { sum = __builtin_fmaf(a, b, sum); }
VT_INLINE ISA void add_product(Lanes& sum, const Lanes& a, const Lanes& b) { sum = _mm256_fmadd_ps(a, b, sum); }
#include "ops/kernels/row_sums.inc"
#undef ISA
}  // namespace avx2
#endif
namespace plain {  // double holds the whole product
#define ISA
constexpr int kChains = 1;
VT_INLINE void add_product(float& sum, float a, float b) {
  sum = static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(sum));
}
VT_INLINE void add_product(Lanes& sum, const Lanes& a, const Lanes& b) {
  for (int k = 0; k < kLanes; ++k)
    sum[k] = static_cast<float>(static_cast<double>(a[k]) * static_cast<double>(b[k]) + static_cast<double>(sum[k]));
}
#include "ops/kernels/row_sums.inc"
#undef ISA
}  // namespace plain

template <int count>
VT_INLINE void square_lanes(const float* const* rows, int64_t n, float* sums) {
  Lanes lanes[count] = {};
  int64_t whole = n / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes)
    for (int row = 0; row < count; ++row) {
      Lanes x;
      std::memcpy(&x, rows[row] + i, sizeof x);
      lanes[row] += x * x;
    }
  for (int row = 0; row < count; ++row) {
    const float* in = rows[row];
    float sum = lanes[row][0];
    for (int k = 1; k < kLanes; ++k) sum += lanes[row][k];
    // What is left goes by fours, and the very last by fused multiply-adds, as PyTorch's compiler made it.
    int64_t i = whole;
    for (; i + 4 <= n; i += 4)
      for (int64_t k = 0; k < 4; ++k) sum += in[i + k] * in[i + k];
    for (; i < n; ++i) plain::add_product(sum, in[i], in[i]);
    sums[row] = sum;
  }
}

}  // namespace

void square_sums(const float* const* rows, int count, int64_t n, float* sums) {
  run_widest([=]() VT_LAMBDA {
    if (count == kSquareRows) return square_lanes<kSquareRows>(rows, n, sums);
    for (int row = 0; row < count; ++row) square_lanes<1>(rows + row, n, sums + row);
  });
}
float lane_dot(const float* a, const float* b, int64_t n) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return avx512::lane_dot(a, b, n);
  if (isa() == Isa::kAvx2) return avx2::lane_dot(a, b, n);
#endif
  return plain::lane_dot(a, b, n);
}
RowMoments row_moments(const float* in, int64_t n) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return avx512::row_moments(in, n);
  if (isa() == Isa::kAvx2) return avx2::row_moments(in, n);
#endif
  return plain::row_moments(in, n);
}
NormSums norm_sums(const float* grad, const float* in, const float* weight, int64_t n) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return avx512::norm_sums(grad, in, weight, n);
  if (isa() == Isa::kAvx2) return avx2::norm_sums(grad, in, weight, n);
#endif
  return plain::norm_sums(grad, in, weight, n);
}

}  // namespace vt
