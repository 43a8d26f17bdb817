// Transposed copies in tiles, so that both sides use whole cache lines.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace vt {

// A tile is turned in memory of its own: rows a power of two apart would push each other out of the cache.
inline constexpr int64_t kTransposeTile = 16;
typedef uint32_t TransposeQuad __attribute__((vector_size(16), aligned(4), may_alias));

inline void turn_tile(const uint32_t* from, int64_t from_column, uint32_t* tile) {
  for (int64_t c = 0; c < kTransposeTile; c += 4) {
    for (int64_t r = 0; r < kTransposeTile; r += 4) {
      auto column = [&](int64_t k) {
        return *reinterpret_cast<const TransposeQuad*>(from + (c + k) * from_column + r);
      };
      auto row = [&](int64_t k) -> TransposeQuad& {
        return *reinterpret_cast<TransposeQuad*>(tile + (r + k) * kTransposeTile + c);
      };
      TransposeQuad q0 = column(0), q1 = column(1), q2 = column(2), q3 = column(3);
      TransposeQuad low01 = __builtin_shufflevector(q0, q1, 0, 4, 1, 5),
                    low23 = __builtin_shufflevector(q2, q3, 0, 4, 1, 5);
      TransposeQuad high01 = __builtin_shufflevector(q0, q1, 2, 6, 3, 7),
                    high23 = __builtin_shufflevector(q2, q3, 2, 6, 3, 7);
      row(0) = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
      row(1) = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
      row(2) = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
      row(3) = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
    }
  }
}
inline void turn_tile(const uint64_t* from, int64_t from_column, uint64_t* tile) {
  for (int64_t c = 0; c < kTransposeTile; ++c)
    for (int64_t r = 0; r < kTransposeTile; ++r) tile[r * kTransposeTile + c] = from[c * from_column + r];
}

template <class Word>
void transpose_tile(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t rows, int64_t columns) {
  if (rows == kTransposeTile && columns == kTransposeTile) {
    alignas(64) Word tile[kTransposeTile * kTransposeTile];
    turn_tile(from, from_column, tile);
    for (int64_t r = 0; r < kTransposeTile; ++r)
      std::memcpy(to + r * to_row, tile + r * kTransposeTile, sizeof(Word) * kTransposeTile);
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) to[r * to_row + c] = from[c * from_column + r];
  }
}

// to[r * to_row + c] = from[c * from_column + r] for the rows from row_begin to row_end.
template <class Word>
void transpose_rows(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t row_begin, int64_t row_end,
                    int64_t columns) {
  for (int64_t r = row_begin; r < row_end; r += kTransposeTile) {
    for (int64_t c = 0; c < columns; c += kTransposeTile) {
      transpose_tile(to + r * to_row + c, to_row, from + c * from_column + r, from_column,
                     std::min(kTransposeTile, row_end - r), std::min(kTransposeTile, columns - c));
    }
  }
}

}  // namespace vt
