#include "ops/kernels/dot.h"

#include "support/isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vt {
namespace {

constexpr int kSums = 4;
template <class T>
constexpr int kLanes = 32 / sizeof(T);
template <class T>
constexpr int kBlock = kLanes<T>* kSums;

// Four sums of lanes to one number: halves of each, then the sums, then neighbours.
template <class T>
T add_lanes(const T (&sums)[kSums][kLanes<T>]) {
  constexpr int kHalf = kLanes<T> / 2;
  T all[kHalf];
  for (int i = 0; i < kHalf; ++i) {
    T half[kSums];
    for (int s = 0; s < kSums; ++s) half[s] = sums[s][i] + sums[s][i + kHalf];
    all[i] = (half[0] + half[1]) + (half[2] + half[3]);
  }
  if constexpr (kHalf == 2) return all[0] + all[1];
  else return (all[0] + all[1]) + (all[2] + all[3]);
}

// As a fused multiply-add has it: the product of two floats is exact in float64, where the sum is rounded a first time.
float add_product(float a, float b, float sum) {
  return static_cast<float>(static_cast<double>(a) * b + static_cast<double>(sum));
}
double add_product(double a, double b, double sum) { return a * b + sum; }

template <class T>
T blocks_plain(const T* a, const T* b, int64_t n) {
  T sums[kSums][kLanes<T>] = {};
  for (int64_t i = 0; i < n; i += kBlock<T>)
    for (int s = 0; s < kSums; ++s)
      for (int lane = 0; lane < kLanes<T>; ++lane) {
        const int64_t at = i + s * kLanes<T> + lane;
        sums[s][lane] = add_product(a[at], b[at], sums[s][lane]);
      }
  return add_lanes(sums);
}

#if defined(__x86_64__)
VT_AVX2 float blocks_fused(const float* a, const float* b, int64_t n) {
  __m256 sums[kSums] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
  for (int64_t i = 0; i < n; i += kBlock<float>)
    for (int s = 0; s < kSums; ++s)
      sums[s] = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + s * 8), _mm256_loadu_ps(b + i + s * 8), sums[s]);
  float lanes[kSums][8];
  for (int s = 0; s < kSums; ++s) _mm256_storeu_ps(lanes[s], sums[s]);
  return add_lanes(lanes);
}
VT_AVX2 double blocks_fused(const double* a, const double* b, int64_t n) {
  __m256d sums[kSums] = {_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
  for (int64_t i = 0; i < n; i += kBlock<double>)
    for (int s = 0; s < kSums; ++s)
      sums[s] = _mm256_fmadd_pd(_mm256_loadu_pd(a + i + s * 4), _mm256_loadu_pd(b + i + s * 4), sums[s]);
  double lanes[kSums][4];
  for (int s = 0; s < kSums; ++s) _mm256_storeu_pd(lanes[s], sums[s]);
  return add_lanes(lanes);
}
#endif

template <class T>
T blocks(const T* a, const T* b, int64_t n) {
  if (n == 0) return 0;
#if defined(__x86_64__)
  if (isa() != Isa::kPlain) return blocks_fused(a, b, n);
#endif
  return blocks_plain(a, b, n);
}

// The sum of products, each rounded before it is added.
template <class T>
double add_rest(const T* a, const T* b, int64_t n, double sum) {
  for (int64_t i = 0; i < n; ++i) {
    volatile T product = a[i] * b[i];
    sum += product;
  }
  return sum;
}

// The sums of eight registers, which no addition waits for.
template <class T, int kBytes>
VT_INLINE T sum_wide(const T* a, const T* b, int64_t n) {
  typedef T Vector __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  constexpr int kRegisters = 8;
  constexpr int64_t kWidth = kBytes / static_cast<int64_t>(sizeof(T));
  Vector sums[kRegisters] = {};
  int64_t i = 0;
  for (; i + kRegisters * kWidth <= n; i += kRegisters * kWidth)
    for (int r = 0; r < kRegisters; ++r)
      sums[r] +=
          *reinterpret_cast<const Vector*>(a + i + r * kWidth) * *reinterpret_cast<const Vector*>(b + i + r * kWidth);
  const Vector all = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  T total = 0;
  for (int lane = 0; lane < kWidth; ++lane) total += all[lane];
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}
#if defined(__x86_64__)
template <class T>
VT_AVX512 T sum_avx512(const T* a, const T* b, int64_t n) {
  return sum_wide<T, 64>(a, b, n);
}
template <class T>
VT_AVX2 T sum_avx2(const T* a, const T* b, int64_t n) {
  return sum_wide<T, 32>(a, b, n);
}
#endif

}  // namespace

template <class T>
T dot_piece(const T* a, const T* b, int64_t n) {
#if defined(__x86_64__)
  if (isa() == Isa::kAvx512) return sum_avx512(a, b, n);
  if (isa() == Isa::kAvx2) return sum_avx2(a, b, n);
#endif
  return sum_wide<T, 16>(a, b, n);
}
template float dot_piece(const float*, const float*, int64_t);
template double dot_piece(const double*, const double*, int64_t);
float dot_row(const float* a, const float* b, int64_t n) {
  const int64_t rest = n % kBlock<float>, whole = n - rest;
  return static_cast<float>(add_rest(a + whole, b + whole, rest, 0) + blocks(a, b, whole));
}
double dot_row(const double* a, const double* b, int64_t n) {
  const int64_t rest = n % kBlock<double>, whole = n - rest;
  return add_rest(a + whole, b + whole, rest, blocks(a, b, whole));
}

}  // namespace vt
