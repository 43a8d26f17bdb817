#include "ops/kernels/dot.h"

#include "support/isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vt {
namespace {

constexpr int kLanes = 8, kSums = 4, kBlock = kLanes * kSums;

// Four sums of eight lanes to one number: halves of each, then the sums, then neighbours.
float add_lanes(const float (&sums)[kSums][kLanes]) {
  float half[kSums][4];
  for (int s = 0; s < kSums; ++s)
    for (int i = 0; i < 4; ++i) half[s][i] = sums[s][i] + sums[s][i + 4];
  float all[4];
  for (int i = 0; i < 4; ++i) all[i] = (half[0][i] + half[1][i]) + (half[2][i] + half[3][i]);
  return (all[0] + all[1]) + (all[2] + all[3]);
}

// The product is exact in float64; the sum is rounded there and again, which a fused
// multiply-add does once.
float blocks_plain(const float* a, const float* b, int64_t n) {
  float sums[kSums][kLanes] = {};
  for (int64_t i = 0; i < n; i += kBlock)
    for (int s = 0; s < kSums; ++s)
      for (int lane = 0; lane < kLanes; ++lane) {
        int64_t at = i + s * kLanes + lane;
        sums[s][lane] = static_cast<float>(static_cast<double>(a[at]) * b[at] + sums[s][lane]);
      }
  return add_lanes(sums);
}

#if defined(__x86_64__)
VT_AVX2 float blocks_fused(const float* a, const float* b, int64_t n) {
  __m256 sums[kSums] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
  for (int64_t i = 0; i < n; i += kBlock)
    for (int s = 0; s < kSums; ++s)
      sums[s] = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + s * kLanes), _mm256_loadu_ps(b + i + s * kLanes), sums[s]);
  float lanes[kSums][kLanes];
  for (int s = 0; s < kSums; ++s) _mm256_storeu_ps(lanes[s], sums[s]);
  return add_lanes(lanes);
}
#endif

float blocks(const float* a, const float* b, int64_t n) {
#if defined(__x86_64__)
  if (isa() != Isa::kPlain) return blocks_fused(a, b, n);
#endif
  return blocks_plain(a, b, n);
}

}  // namespace

float dot_row(const float* a, const float* b, int64_t n) {
  int64_t whole = n - n % kBlock;
  double rest = 0;
  for (int64_t i = whole; i < n; ++i) {
    volatile float product = a[i] * b[i];  // rounded before it is added
    rest += product;
  }
  return static_cast<float>(rest + (whole > 0 ? blocks(a, b, whole) : 0.0f));
}

}  // namespace vt
