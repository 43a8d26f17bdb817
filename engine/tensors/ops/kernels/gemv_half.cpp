#include "ops/kernels/gemv_half.h"

#include <algorithm>
#include <vector>

#include "support/isa.h"
#include "tensor/extent.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vt {
#ifdef __x86_64__
namespace {

constexpr int64_t kLanes = 16, kSums = 4;

// Of the elements from `at` on; zero behind the end.
VT_INLINE VT_AVX512 __m512 floats(const Half* x, int64_t at, int64_t n) {
  if (at + kLanes <= n) return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + at)));
  if (at >= n) return _mm512_setzero_ps();
  return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(static_cast<__mmask16>((1u << (n - at)) - 1), x + at));
}

// `x` is filled up with zeros to whole vectors.
VT_AVX512 void dot_rows(int64_t m, int64_t k, const MatrixView<Half>& a, const float* x, float* out) {
  for (int64_t row = 0; row < m; ++row) {
    const Half* from = a.data + row * a.row_stride;
    __m512 sums[kSums] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    for (int64_t p = 0; p < k; p += kLanes * kSums)
#pragma GCC unroll 4
      for (int64_t s = 0; s < kSums; ++s) {
        const int64_t at = p + s * kLanes;
        if (at < k) sums[s] = _mm512_fmadd_ps(floats(from, at, k), _mm512_loadu_ps(x + at), sums[s]);
      }
    out[row] = _mm512_reduce_add_ps((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
}
VT_AVX512 void add_columns(int64_t m, int64_t k, const MatrixView<Half>& a, const float* x, float* out) {
  for (int64_t row = 0; row < m; row += kLanes * kSums) {
    __m512 sums[kSums] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    for (int64_t p = 0; p < k; ++p) {
      const Half* column = a.data + p * a.column_stride;
      const __m512 by = _mm512_set1_ps(x[p]);
#pragma GCC unroll 4
      for (int64_t s = 0; s < kSums; ++s) sums[s] = _mm512_fmadd_ps(floats(column, row + s * kLanes, m), by, sums[s]);
    }
    float together[kLanes * kSums];
    for (int64_t s = 0; s < kSums; ++s) _mm512_storeu_ps(together + s * kLanes, sums[s]);
    std::copy_n(together, std::min(kLanes * kSums, m - row), out + row);
  }
}

}  // namespace

bool has_half_products() { return isa() == Isa::kAvx512; }

void gemv_half_rows(int64_t m, int64_t k, const MatrixView<Half>& a, const Half* x, float* out) {
  std::vector<float> wide(buffer_size(checked_add(k, kLanes - 1) / kLanes * kLanes));
  std::transform(x, x + k, wide.begin(), [](Half h) { return to_float(h); });
  if (a.column_stride == 1) dot_rows(m, k, a, wide.data(), out);
  else add_columns(m, k, a, wide.data(), out);
}
#else
bool has_half_products() { return false; }
void gemv_half_rows(int64_t, int64_t, const MatrixView<Half>&, const Half*, float*) {}
#endif

}  // namespace vt
