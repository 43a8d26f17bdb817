#include "ops/kernels/gemm_bf16.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "ops/kernels/transpose.h"
#include "support/isa.h"
#include "tensor/extent.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vt {
#ifdef __x86_64__
namespace {

#ifdef __clang__
#define VT_BF16 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512bf16,fma")))
#else
#define VT_BF16 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512bf16,fma,prefer-vector-width=512")))
#endif
#define PAIRS VT_INLINE VT_BF16

// Two elements that follow one another in a sum, the first in the low bits.
using Pair = uint32_t;
PAIRS Pair pair_of(BFloat16 first, BFloat16 second) { return first.bits | static_cast<Pair>(second.bits) << 16; }
PAIRS Pair pair_at(const BFloat16* at) {
  Pair pair;
  std::memcpy(&pair, at, sizeof pair);
  return pair;
}
PAIRS __m512 add_products(__m512 sums, __m512i a, __m512i b) {
  return _mm512_dpbf16_ps(sums, __builtin_bit_cast(__m512bh, a), __builtin_bit_cast(__m512bh, b));
}

constexpr int64_t kRows = 12, kColumns = 32;  // of a tile, whose sums take 24 registers
constexpr int64_t kPairs = kMostRoundedDepth / 2, kPanelRows = kRows * 16, kPanelColumns = kColumns * 32;

// Rows of A or columns of B, `stride` apart, by `unit`: the pairs of a unit lie side by side. What is missing is zero.
template <int64_t unit>
VT_BF16 void pack(const BFloat16* from, int64_t stride, int64_t step, int64_t count, int64_t depth, Pair* to) {
  const int64_t whole = depth / 2, pairs = (depth + 1) / 2;
  for (int64_t first = 0; first < count; first += unit, from += unit * stride, to += unit * pairs) {
    const int64_t width = std::min(unit, count - first);
    if (width < unit) std::fill_n(to, unit * pairs, Pair{0});
    if (step == 1 && stride % 2 == 0 && reinterpret_cast<uintptr_t>(from) % sizeof(Pair) == 0)
      transpose_rows(to, unit, reinterpret_cast<const Pair*>(from), stride / 2, 0, whole, width);
    else if (step == 1)
      for (int64_t i = 0; i < width; ++i)
        for (int64_t p = 0; p < whole; ++p) to[p * unit + i] = pair_at(from + i * stride + 2 * p);
    else
      for (int64_t p = 0; p < whole; ++p) {
        const BFloat16* low = from + 2 * p * step;
        for (int64_t i = 0; i < width; ++i) to[p * unit + i] = pair_of(low[i * stride], low[i * stride + step]);
      }
    if (whole < pairs)
      for (int64_t i = 0; i < width; ++i)
        to[whole * unit + i] = pair_of(from[i * stride + (depth - 1) * step], BFloat16{0});
  }
}

VT_BF16 void tile(int64_t pairs, const Pair* a, const Pair* b, float* result) {
  __m512 sums[kRows][2];
#pragma GCC unroll 12
  for (int64_t i = 0; i < kRows; ++i) sums[i][0] = sums[i][1] = _mm512_setzero_ps();
  for (int64_t p = 0; p < pairs; ++p) {
    const __m512i low = _mm512_loadu_si512(b + p * kColumns), high = _mm512_loadu_si512(b + p * kColumns + 16);
#pragma GCC unroll 12
    for (int64_t i = 0; i < kRows; ++i) {
      const __m512i row = _mm512_set1_epi32(static_cast<int>(a[p * kRows + i]));
      sums[i][0] = add_products(sums[i][0], row, low);
      sums[i][1] = add_products(sums[i][1], row, high);
    }
  }
#pragma GCC unroll 12
  for (int64_t i = 0; i < kRows; ++i) {
    _mm512_storeu_ps(result + i * kColumns, sums[i][0]);
    _mm512_storeu_ps(result + i * kColumns + 16, sums[i][1]);
  }
}

PAIRS void store(const float* result, int64_t height, int64_t width, float alpha, float, BFloat16* c,
                 int64_t c_row_stride) {
  for (int64_t r = 0; r < height; ++r, c += c_row_stride, result += kColumns)
    for (int64_t x = 0; x < width; ++x) c[x] = to_bfloat16(0.0f + alpha * result[x]);
}
// c = alpha * result + before * c
PAIRS void store(const float* result, int64_t height, int64_t width, float alpha, float before, float* c,
                 int64_t c_row_stride) {
  for (int64_t r = 0; r < height; ++r, c += c_row_stride, result += kColumns) {
    if (before == 0)
      for (int64_t x = 0; x < width; ++x) c[x] = 0.0f + alpha * result[x];
    else
      for (int64_t x = 0; x < width; ++x) c[x] = before * c[x] + alpha * result[x];
  }
}
// A part of C of the product of panels.
template <class C>
VT_BF16 void multiply_panels(int64_t rows, int64_t columns, int64_t pairs, float alpha, float before, const Pair* a,
                             const Pair* b, C* c, int64_t c_row_stride) {
  float result[kRows * kColumns];
  for (int64_t j = 0; j < columns; j += kColumns) {
    const int64_t width = std::min(kColumns, columns - j);
    for (int64_t i = 0; i < rows; i += kRows) {
      tile(pairs, a + i * pairs, b + j * pairs, result);
      const int64_t height = std::min(kRows, rows - i);
      C* to = c + i * c_row_stride + j;
      if (width == kColumns) store(result, height, kColumns, alpha, before, to, c_row_stride);
      else store(result, height, width, alpha, before, to, c_row_stride);
    }
  }
}

// Elements of a vector from `at` on, in pairs of lanes; zero behind its end.
PAIRS __m512i elements(const BFloat16* x, int64_t at, int64_t n) {
  if (at + 32 <= n) return _mm512_loadu_si512(x + at);
  return _mm512_maskz_loadu_epi16(static_cast<__mmask32>((uint64_t{1} << (n - at)) - 1), x + at);
}
VT_BF16 void dot_rows(int64_t m, int64_t k, const MatrixView<BFloat16>& a, const BFloat16* x, float* out) {
  for (int64_t row = 0; row < m; ++row) {
    const BFloat16* from = a.data + row * a.row_stride;
    __m512 sums[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
    for (int64_t p = 0; p < k; p += 64) {
      sums[0] = add_products(sums[0], elements(from, p, k), elements(x, p, k));
      if (p + 32 < k) sums[1] = add_products(sums[1], elements(from, p + 32, k), elements(x, p + 32, k));
    }
    out[row] = _mm512_reduce_add_ps(sums[0] + sums[1]);
  }
}
// Of a matrix whose columns are contiguous: the sums of 32 rows side by side.
VT_BF16 void add_columns(int64_t m, int64_t k, const MatrixView<BFloat16>& a, const BFloat16* x, float* out) {
  // Interleaving goes by 128 bits: where the sums of rows 0 to 15 and of 16 to 31 are among both registers.
  const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23),
                second = _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  for (int64_t row = 0; row < m; row += 32) {
    __m512 low = _mm512_setzero_ps(), high = _mm512_setzero_ps();
    for (int64_t p = 0; p < k; p += 2) {
      const bool both = p + 1 < k;
      const BFloat16* column = a.data + p * a.column_stride;
      const __m512i left = elements(column, row, m),
                    right = both ? elements(column + a.column_stride, row, m) : _mm512_setzero_si512(),
                    by = _mm512_set1_epi32(static_cast<int>(pair_of(x[p], both ? x[p + 1] : BFloat16{0})));
      low = add_products(low, _mm512_unpacklo_epi16(left, right), by);
      high = add_products(high, _mm512_unpackhi_epi16(left, right), by);
    }
    float sums[32];
    _mm512_storeu_ps(sums, _mm512_permutex2var_ps(low, first, high));
    _mm512_storeu_ps(sums + 16, _mm512_permutex2var_ps(low, second, high));
    std::copy_n(sums, std::min<int64_t>(32, m - row), out + row);
  }
}

// Up to 16 vectors times rows whose elements lie side by side: packing the rows would take longer than that.
constexpr int64_t kFew = 16, kTogether = 8;
// sums[row * stride + i] = the product of a row and the i-th of `count` vectors, which are `length` apart and filled up
// with zeros.
template <int64_t count>
VT_BF16 void dot_several(int64_t rows, int64_t k, const BFloat16* from, int64_t row_stride, const BFloat16* vectors,
                         int64_t length, float* sums, int64_t stride) {
  for (int64_t row = 0; row < rows; ++row, from += row_stride, sums += stride) {
    __m512 totals[count];
#pragma GCC unroll 8
    for (int64_t i = 0; i < count; ++i) totals[i] = _mm512_setzero_ps();
    for (int64_t p = 0; p < k; p += 32) {
      const __m512i own = elements(from, p, k);
#pragma GCC unroll 8
      for (int64_t i = 0; i < count; ++i)
        totals[i] = add_products(totals[i], own, _mm512_loadu_si512(vectors + i * length + p));
    }
#pragma GCC unroll 8
    for (int64_t i = 0; i < count; ++i) sums[i] = _mm512_reduce_add_ps(totals[i]);
  }
}
template <int64_t most>
void dot_up_to(int64_t count, int64_t rows, int64_t k, const BFloat16* from, int64_t row_stride,
               const BFloat16* vectors, int64_t length, float* sums, int64_t stride) {
  if constexpr (most > 1)
    if (count < most) return dot_up_to<most - 1>(count, rows, k, from, row_stride, vectors, length, sums, stride);
  dot_several<most>(rows, k, from, row_stride, vectors, length, sums, stride);
}
void put(BFloat16& to, float product, float) { to = to_bfloat16(0.0f + product); }
void put(float& to, float product, float before) { to = product + (before == 0 ? 0 : before * to); }

// c[row * c_row + i * c_column] for the rows of `big` and the columns of `few`.
template <class C>
void multiply_few(int64_t rows, int64_t few_count, int64_t k, float alpha, const MatrixView<BFloat16>& big,
                  const MatrixView<BFloat16>& few, float beta, C* c, int64_t c_row, int64_t c_column) {
  constexpr int64_t kLanes = 32, kRowsAtOnce = 64;
  const int64_t length = (k + kLanes - 1) / kLanes * kLanes;
  std::vector<BFloat16> vectors(buffer_size(checked_multiply(few_count, length)));
  for (int64_t i = 0; i < few_count; ++i)
    for (int64_t p = 0; p < k; ++p)
      vectors[static_cast<size_t>(i * length + p)] = few.data[p * few.row_stride + i * few.column_stride];
  float sums[kRowsAtOnce * kFew];
  for (int64_t first = 0; first < rows; first += kRowsAtOnce) {
    const int64_t count = std::min(kRowsAtOnce, rows - first);
    for (int64_t i = 0; i < few_count; i += kTogether)
      dot_up_to<kTogether>(std::min(kTogether, few_count - i), count, k, big.data + first * big.row_stride,
                           big.row_stride, vectors.data() + i * length, length, sums + i, few_count);
    for (int64_t row = 0; row < count; ++row)
      for (int64_t i = 0; i < few_count; ++i)
        put(c[(first + row) * c_row + i * c_column], alpha * sums[row * few_count + i], beta);
  }
}

template <class C>
void multiply(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
              const MatrixView<BFloat16>& b, float beta, C* c, int64_t c_row_stride) {
  if (n <= kFew && m >= n && k >= 32 && a.column_stride == 1)
    return multiply_few(m, n, k, alpha, a, b, beta, c, c_row_stride, 1);
  if (m <= kFew && n > m && k >= 32 && b.row_stride == 1)
    return multiply_few(n, m, k, alpha, {b.data, b.column_stride, 1}, {a.data, a.column_stride, a.row_stride}, beta, c,
                        1, c_row_stride);
  const int64_t pairs_most = std::min((k + 1) / 2, kPairs);
  auto room = [&](int64_t count, int64_t unit) {
    return static_cast<size_t>((count + unit - 1) / unit * unit * pairs_most);
  };
  std::vector<Pair> a_panel(room(std::min(m, kPanelRows), kRows)), b_panel(room(std::min(n, kPanelColumns), kColumns));
  for (int64_t p = 0; p < k; p += 2 * kPairs) {
    const int64_t depth = std::min(2 * kPairs, k - p), pairs = (depth + 1) / 2;
    for (int64_t j = 0; j < n; j += kPanelColumns) {
      const int64_t columns = std::min(kPanelColumns, n - j);
      pack<kColumns>(b.data + p * b.row_stride + j * b.column_stride, b.column_stride, b.row_stride, columns, depth,
                     b_panel.data());
      for (int64_t i = 0; i < m; i += kPanelRows) {
        const int64_t rows = std::min(kPanelRows, m - i);
        pack<kRows>(a.data + i * a.row_stride + p * a.column_stride, a.row_stride, a.column_stride, rows, depth,
                    a_panel.data());
        multiply_panels(rows, columns, pairs, alpha, p == 0 ? beta : 1.0f, a_panel.data(), b_panel.data(),
                        c + i * c_row_stride + j, c_row_stride);
      }
    }
  }
}

}  // namespace

bool has_bf16_products() {
  static const bool found = isa() == Isa::kAvx512 && __builtin_cpu_supports("avx512bf16");
  return found;
}

void gemm_bf16_pairs(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
                     const MatrixView<BFloat16>& b, float beta, float* c, int64_t c_row_stride) {
  if (k > 0) return multiply(m, n, k, alpha, a, b, beta, c, c_row_stride);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) c[i * c_row_stride + j] = beta == 0 ? 0 : beta * c[i * c_row_stride + j];
}
void gemm_bf16_pairs(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
                     const MatrixView<BFloat16>& b, float, BFloat16* c, int64_t c_row_stride) {
  multiply(m, n, k, alpha, a, b, 0, c, c_row_stride);
}

void gemv_bf16_pairs(int64_t m, int64_t k, const MatrixView<BFloat16>& a, const BFloat16* x, float* out) {
  if (a.column_stride == 1) dot_rows(m, k, a, x, out);
  else add_columns(m, k, a, x, out);
}
#else
bool has_bf16_products() { return false; }
void gemm_bf16_pairs(int64_t, int64_t, int64_t, float, const MatrixView<BFloat16>&, const MatrixView<BFloat16>&, float,
                     float*, int64_t) {}
void gemm_bf16_pairs(int64_t, int64_t, int64_t, float, const MatrixView<BFloat16>&, const MatrixView<BFloat16>&, float,
                     BFloat16*, int64_t) {}
void gemv_bf16_pairs(int64_t, int64_t, const MatrixView<BFloat16>&, const BFloat16*, float*) {}
#endif

}  // namespace vt
