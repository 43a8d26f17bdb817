// Our own matrix product: panels of A and B are packed so that the inner kernel reads them
// in order, and a small tile of C stays in registers. Used in the browser, for large double and
// small products, and where oneDNN is missing.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "ops/kernels/matmul.h"

namespace vt {

#if defined(__clang__) || defined(__GNUC__)
#define VT_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

// kBytes: width of a vector register; a tile has kRows rows of kVectors registers.
template <class T, int kBytes, int kRows, int kVectors>
struct BlockedGemm {
  typedef T Vector __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(T));
  static constexpr int kColumns = kLanes * kVectors;
  static constexpr int64_t kTiny = 128;
  // Narrow integers would be computed as int, whose overflow is undefined.
  using Sum = std::conditional_t<std::is_integral_v<T> && sizeof(T) < sizeof(uint32_t), uint32_t, T>;
  static constexpr int64_t kDepth = 256, kPanelRows = kRows * 16, kPanelColumns = kColumns * 32;

  // tile += A panel * B panel; both packed.
  static VT_ALWAYS_INLINE void tile(int64_t depth, const T* a, const T* b, T* result) {
    Vector sums[kRows][kVectors] = {};
    for (int64_t p = 0; p < depth; ++p) {
      const Vector* row = reinterpret_cast<const Vector*>(b + p * kColumns);
      for (int i = 0; i < kRows; ++i) {
        T scale = a[p * kRows + i];
        for (int v = 0; v < kVectors; ++v) sums[i][v] += row[v] * scale;
      }
    }
    for (int i = 0; i < kRows; ++i) {
      for (int v = 0; v < kVectors; ++v) reinterpret_cast<Vector*>(result)[i * kVectors + v] = sums[i][v];
    }
  }

  static void pack_a(const MatrixView<T>& a, int64_t row, int64_t rows, int64_t column, int64_t depth, T* to) {
    for (int64_t i = 0; i < rows; i += kRows) {
      for (int64_t p = 0; p < depth; ++p) {
        for (int64_t r = 0; r < kRows; ++r) {
          *to++ = i + r < rows ? a.data[(row + i + r) * a.row_stride + (column + p) * a.column_stride] : T(0);
        }
      }
    }
  }
  static void pack_b(const MatrixView<T>& b, int64_t row, int64_t depth, int64_t column, int64_t columns, T* to) {
    for (int64_t j = 0; j < columns; j += kColumns) {
      int64_t width = std::min<int64_t>(kColumns, columns - j);
      for (int64_t p = 0; p < depth; ++p, to += kColumns) {
        const T* from = b.data + (row + p) * b.row_stride + (column + j) * b.column_stride;
        for (int64_t c = 0; c < width; ++c) to[c] = from[c * b.column_stride];
        for (int64_t c = width; c < kColumns; ++c) to[c] = T(0);
      }
    }
  }

  static VT_ALWAYS_INLINE void multiply_panels(int64_t rows, int64_t columns, int64_t depth, T alpha, const T* a,
                                               const T* b, T* c, int64_t c_row_stride) {
    T result[kRows * kColumns];
    for (int64_t j = 0; j < columns; j += kColumns) {
      int64_t width = std::min<int64_t>(kColumns, columns - j);
      for (int64_t i = 0; i < rows; i += kRows) {
        tile(depth, a + i * depth, b + j * depth, result);
        int64_t height = std::min<int64_t>(kRows, rows - i);
        for (int64_t r = 0; r < height; ++r) {
          T* to = c + (i + r) * c_row_stride + j;
          for (int64_t x = 0; x < width; ++x) to[x] = static_cast<T>(to[x] + Sum{alpha} * result[r * kColumns + x]);
        }
      }
    }
  }

  // Without panels: packing a few elements takes longer than multiplying them. The sums are the same.
  static VT_ALWAYS_INLINE void run_tiny(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a,
                                        const MatrixView<T>& b, T beta, T* c, int64_t c_row_stride) {
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        Sum sum = 0;
        for (int64_t p = 0; p < k; ++p)
          sum += Sum{b.data[p * b.row_stride + j * b.column_stride]} * a.data[i * a.row_stride + p * a.column_stride];
        T& to = c[i * c_row_stride + j];
        Sum before = beta == T(0) ? Sum(0) : beta == T(1) ? Sum{to} : Sum{to} * beta;
        to = static_cast<T>(before + Sum{alpha} * sum);
      }
    }
  }

  static VT_ALWAYS_INLINE void run(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a,
                                   const MatrixView<T>& b, T beta, T* c, int64_t c_row_stride) {
    if (m * n * k <= kTiny) return run_tiny(m, n, k, alpha, a, b, beta, c, c_row_stride);
    for (int64_t i = 0; i < m; ++i) {
      T* row = c + i * c_row_stride;
      if (beta == T(0)) std::fill(row, row + n, T(0));
      else if (beta != T(1))
        for (int64_t j = 0; j < n; ++j) row[j] = static_cast<T>(Sum{row[j]} * beta);
    }
    int64_t depth_most = std::min(k, kDepth);
    auto padded = [](int64_t count, int64_t unit) { return (count + unit - 1) / unit * unit; };
    std::vector<T> a_panel(static_cast<size_t>(padded(std::min(m, kPanelRows), kRows) * depth_most));
    std::vector<T> b_panel(static_cast<size_t>(padded(std::min(n, kPanelColumns), kColumns) * depth_most));
    for (int64_t p = 0; p < k; p += kDepth) {
      int64_t depth = std::min(kDepth, k - p);
      for (int64_t j = 0; j < n; j += kPanelColumns) {
        int64_t columns = std::min(kPanelColumns, n - j);
        pack_b(b, p, depth, j, columns, b_panel.data());
        for (int64_t i = 0; i < m; i += kPanelRows) {
          int64_t rows = std::min(kPanelRows, m - i);
          pack_a(a, i, rows, p, depth, a_panel.data());
          multiply_panels(rows, columns, depth, alpha, a_panel.data(), b_panel.data(), c + i * c_row_stride + j,
                          c_row_stride);
        }
      }
    }
  }
};

}  // namespace vt
