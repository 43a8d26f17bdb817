#include "ops/kernels/row_sums.h"

#include <array>
#include <cmath>
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
VT_INLINE ISA void load_some(const float* from, int64_t n, Lanes& to) {
  to = _mm256_maskz_loadu_ps(static_cast<__mmask8>(n < kLanes ? (1 << n) - 1 : 255), from);
}
#include "ops/kernels/row_sums.inc"
#undef ISA
}  // namespace avx512
namespace avx2 {
#define ISA VT_AVX2
constexpr int kChains = 4;
VT_INLINE ISA void add_product(float& sum, float a, float b) { sum = __builtin_fmaf(a, b, sum); }
VT_INLINE ISA void add_product(Lanes& sum, const Lanes& a, const Lanes& b) { sum = _mm256_fmadd_ps(a, b, sum); }
VT_INLINE ISA void load_some(const float* from, int64_t n, Lanes& to) {
  const __m256i place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), count = _mm256_set1_epi32(static_cast<int>(n));
  to = _mm256_maskload_ps(from, _mm256_cmpgt_epi32(count, place));
}
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
VT_INLINE void load_some(const float* from, int64_t n, Lanes& to) {
  to = Lanes{};
  for (int k = 0; k < (n < kLanes ? n : kLanes); ++k) to[k] = from[k];
}
#include "ops/kernels/row_sums.inc"
#undef ISA
}  // namespace plain

VT_INLINE void add_square(float& sum, float v) { plain::add_product(sum, v, v); }
VT_INLINE void add_square(double& sum, double v) { sum = std::fma(v, v, sum); }

template <class Several, class T>
VT_INLINE void load_lanes(const T* from, Several& to) {
  std::memcpy(&to, from, sizeof to);
}
template <class Several>
VT_INLINE void load_lanes(const BFloat16* from, Several& to) {
  uint32_t wide[kLanes];
  for (int64_t k = 0; k < kLanes; ++k) wide[k] = static_cast<uint32_t>(from[k].bits) << 16;
  std::memcpy(&to, wide, sizeof to);
}
VT_INLINE float value_of(BFloat16 v) { return to_float(v); }
VT_INLINE float value_of(float v) { return v; }
VT_INLINE double value_of(double v) { return v; }

// Of several rows, each of which waits for its own last sum only.
template <int count, class T, class From>
VT_INLINE void square_lanes(const From* rows, const SquareSums<T>& of, T* sums) {
  constexpr int64_t kWidth = 32 / sizeof(T);
  typedef T Several __attribute__((vector_size(32)));
  const int64_t n = of.n, step = of.step, whole = n / kWidth * kWidth;
  Several lanes[count] = {};
  for (int64_t i = 0; i < whole; i += kWidth)
    for (int row = 0; row < count; ++row) {
      Several x;
      load_lanes(rows + row * step + i, x);
      lanes[row] += x * x;
    }
  T sum[count];
  for (int row = 0; row < count; ++row) sum[row] = lanes[row][0];
  for (int k = 1; k < kWidth; ++k)
    for (int row = 0; row < count; ++row) sum[row] += lanes[row][k];
  // What is left goes by fours, and the very last by fused multiply-adds, as PyTorch's compiler made it.
  int64_t i = whole;
  for (; i + 4 <= n; i += 4)
    for (int64_t k = i; k < i + 4; ++k)
      for (int row = 0; row < count; ++row) {
        const T value = value_of(rows[row * step + k]);
        sum[row] += value * value;
      }
  for (; i < n; ++i)
    for (int row = 0; row < count; ++row) add_square(sum[row], value_of(rows[row * step + i]));
  for (int row = 0; row < count; ++row) sums[row * of.sums_step] = sum[row];
}
template <class T, class From>
void square_sums_of(const From* rows, const SquareSums<T>& of) {
  run_widest([=]() VT_LAMBDA {
    constexpr int kAtOnce = 4;
    int64_t row = 0;
    for (; row + kAtOnce <= of.count; row += kAtOnce)
      square_lanes<kAtOnce>(rows + row * of.step, of, of.sums + row * of.sums_step);
    for (; row < of.count; ++row) square_lanes<1>(rows + row * of.step, of, of.sums + row * of.sums_step);
  });
}

}  // namespace

void square_sums(const float* rows, const SquareSums<float>& of) { square_sums_of(rows, of); }
void square_sums(const BFloat16* rows, const SquareSums<float>& of) { square_sums_of(rows, of); }
void square_sums(const double* rows, const SquareSums<double>& of) { square_sums_of(rows, of); }
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
