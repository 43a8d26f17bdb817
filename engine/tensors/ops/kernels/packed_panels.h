// The right side of a product that is used again and again, in panels of columns: packed once, then multiplied by a
// few rows at a time. A recurrent layer's weights are such (lstm.cpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/kernels/matmul.h"
#include "support/isa.h"

namespace vt {

// The registers of an instruction set: their bytes, and how many rows of two of them the sums of a tile take.
template <int bytes, int rows>
struct PanelTile {
  static constexpr int kBytes = bytes, kRows = rows;
};
#ifdef __x86_64__
template <class F>
VT_AVX512 void with_tile_avx512(const F& f) {
  f(PanelTile<64, 8>());
}
template <class F>
VT_AVX2 void with_tile_avx2(const F& f) {
  f(PanelTile<32, 6>());
}
#endif
// `f` is a VT_LAMBDA of a tile, compiled for each.
template <class F>
void with_best_tile(const F& f) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return with_tile_avx512(f);
  if (isa() == Isa::kAvx2) return with_tile_avx2(f);
#endif
  f(PanelTile<16, 4>());
}

class PackedPanels {
 public:
  static constexpr int64_t kWidth = 32;  // columns of a panel

  // The last panel is filled up with zeros.
  PackedPanels(MatrixView<float> right, int64_t depth, int64_t columns)
      : depth_(depth), elements_(static_cast<size_t>((columns + kWidth - 1) / kWidth * kWidth * depth)) {
    constexpr int64_t kSteps = 16;  // so many rows of a panel stay in the cache while columns are written
    float* to = elements_.data();
    for (int64_t first = 0; first < columns; first += kWidth) {
      const int64_t width = std::min(kWidth, columns - first);
      for (int64_t p = 0; p < depth; p += kSteps, to += kSteps * kWidth) {
        const int64_t steps = std::min(kSteps, depth - p);
        const float* from = right.data + p * right.row_stride + first * right.column_stride;
        for (int64_t column = 0; column < width; ++column)
          for (int64_t step = 0; step < steps; ++step)
            to[step * kWidth + column] = from[step * right.row_stride + column * right.column_stride];
        if (steps < kSteps) to -= (kSteps - steps) * kWidth;
      }
    }
  }

  // out (rows, kWidth) = left (rows, depth) * the panel.
  template <class Tile>
  VT_INLINE void multiply(int64_t panel, const float* left, int64_t left_stride, int64_t rows, float* out) const {
    const float* right = elements_.data() + panel * depth_ * kWidth;
    for (int64_t row = 0; row < rows;) {
      const int64_t blocks = (rows - row + Tile::kRows - 1) / Tile::kRows, take = (rows - row + blocks - 1) / blocks;
      some_rows<Tile::kBytes, Tile::kRows>(take, right, left + row * left_stride, left_stride, out + row * kWidth);
      row += take;
    }
  }

 private:
  template <int kBytes, int kRows>
  VT_INLINE void some_rows(int64_t rows, const float* right, const float* left, int64_t stride, float* out) const {
    if constexpr (kRows > 1)
      if (rows < kRows) return some_rows<kBytes, kRows - 1>(rows, right, left, stride, out);
    constexpr int kLanes = kBytes / static_cast<int>(sizeof(float)), kVectors = 2;
    typedef float Vector __attribute__((vector_size(kBytes), aligned(alignof(float)), may_alias));
    for (int64_t column = 0; column < kWidth; column += kLanes * kVectors) {
      Vector sums[kRows][kVectors] = {};
      for (int64_t p = 0; p < depth_; ++p) {
        const Vector* from = reinterpret_cast<const Vector*>(right + p * kWidth + column);
        for (int i = 0; i < kRows; ++i) {
          const float scale = left[i * stride + p];
          for (int v = 0; v < kVectors; ++v) sums[i][v] += from[v] * scale;
        }
      }
      for (int i = 0; i < kRows; ++i)
        for (int v = 0; v < kVectors; ++v) reinterpret_cast<Vector*>(out + i * kWidth + column)[v] = sums[i][v];
    }
  }

  int64_t depth_;
  std::vector<float> elements_;
};

}  // namespace vt
