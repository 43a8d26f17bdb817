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
#include "tensor/extent.h"

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

  // c = alpha * result + before * c
  static VT_ALWAYS_INLINE void store(const T* result, int64_t height, int64_t width, T alpha, T before, T* c,
                                     int64_t c_row_stride) {
    for (int64_t r = 0; r < height; ++r, c += c_row_stride, result += kColumns) {
      if (before == T(0))
        for (int64_t x = 0; x < width; ++x) c[x] = static_cast<T>(Sum{0} + Sum{alpha} * result[x]);
      else if (before == T(1))
        for (int64_t x = 0; x < width; ++x) c[x] = static_cast<T>(c[x] + Sum{alpha} * result[x]);
      else
        for (int64_t x = 0; x < width; ++x)
          c[x] = static_cast<T>(static_cast<T>(Sum{c[x]} * before) + Sum{alpha} * result[x]);
    }
  }
  static VT_ALWAYS_INLINE void multiply_panels(int64_t rows, int64_t columns, int64_t depth, T alpha, T before,
                                               const T* a, const T* b, T* c, int64_t c_row_stride) {
    T result[kRows * kColumns];
    for (int64_t j = 0; j < columns; j += kColumns) {
      int64_t width = std::min<int64_t>(kColumns, columns - j);
      for (int64_t i = 0; i < rows; i += kRows) {
        tile(depth, a + i * depth, b + j * depth, result);
        const int64_t height = std::min<int64_t>(kRows, rows - i);
        T* to = c + i * c_row_stride + j;
        if (width == kColumns) store(result, height, kColumns, alpha, before, to, c_row_stride);
        else store(result, height, width, alpha, before, to, c_row_stride);
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

  // As many columns as a register has lanes: sums of kRows rows, whose elements are read where they lie. Packing a
  // matrix takes as long as multiplying it by so few columns.
  static VT_ALWAYS_INLINE void run_thin(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a,
                                        const MatrixView<T>& b, T beta, T* c, int64_t c_row_stride,
                                        int64_t c_column_stride) {
    std::vector<T> packed(buffer_size(checked_multiply(k, kLanes)));
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j)
        packed[static_cast<size_t>(p * kLanes + j)] = b.data[p * b.row_stride + j * b.column_stride];
    for (int64_t i = 0; i < m; i += kRows) {
      const int64_t height = std::min<int64_t>(kRows, m - i);
      const T* rows[kRows];  // the last one again where there are fewer
      for (int r = 0; r < kRows; ++r) rows[r] = a.data + (i + std::min<int64_t>(r, height - 1)) * a.row_stride;
      Vector sums[kRows] = {};
      for (int64_t p = 0; p < k; ++p) {
        const Vector columns = *reinterpret_cast<const Vector*>(packed.data() + p * kLanes);
        for (int r = 0; r < kRows; ++r) sums[r] += columns * rows[r][p * a.column_stride];
      }
      for (int64_t r = 0; r < height; ++r) {
        T* to = c + (i + r) * c_row_stride;
        for (int64_t j = 0; j < n; ++j, to += c_column_stride)
          *to = alpha * sums[r][j] + (beta == T(0) ? T(0) : beta * *to);
      }
    }
  }

  static VT_ALWAYS_INLINE void run(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a,
                                   const MatrixView<T>& b, T beta, T* c, int64_t c_row_stride) {
    if (m * n * k <= kTiny) return run_tiny(m, n, k, alpha, a, b, beta, c, c_row_stride);
    if constexpr (std::is_floating_point_v<T>) {
      if (n > 1 && n <= kLanes && m >= kRows) return run_thin(m, n, k, alpha, a, b, beta, c, c_row_stride, 1);
      // Few rows times columns that lie in one piece: the same, transposed.
      if (m > 1 && m <= kLanes && n >= kRows && b.row_stride == 1)
        return run_thin(n, m, k, alpha, {b.data, b.column_stride, 1}, {a.data, a.column_stride, a.row_stride}, beta, c,
                        1, c_row_stride);
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
          multiply_panels(rows, columns, depth, alpha, p == 0 ? beta : T(1), a_panel.data(), b_panel.data(),
                          c + i * c_row_stride + j, c_row_stride);
        }
      }
    }
  }
};

}  // namespace vt
