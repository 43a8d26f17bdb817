// Transposed copies in tiles, so that both sides use whole cache lines.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "support/isa.h"

namespace vt {

// A tile is turned in memory of its own: rows a power of two apart would push each other out of the cache.
template <class Word>
constexpr int64_t kTransposeTile = sizeof(Word) <= 2 ? 32 : 16;
template <class Word>
constexpr int64_t kTransposeSquare = 16 / sizeof(Word);  // what is turned in vectors of 16 bytes

// After each round the lanes of vector 2 i and 2 i + 1 are those of vectors i and i + half in turn: as many rounds as
// an index has bits exchange vectors and lanes.
template <class Word, size_t... kAt>
VT_INLINE void turn_square(const Word* from, int64_t from_column, Word* to, int64_t to_row,
                           std::index_sequence<kAt...>) {
  constexpr int kSide = static_cast<int>(sizeof...(kAt)), kHalf = kSide / 2;
  typedef Word Vector __attribute__((vector_size(16)));
  Vector v[kSide], turned[kSide];
  for (int i = 0; i < kSide; ++i) std::memcpy(&v[i], from + i * from_column, sizeof(Vector));
#pragma GCC unroll 4
  for (int round = 1; round < kSide; round *= 2) {
#pragma GCC unroll 8
    for (int i = 0; i < kHalf; ++i) {
      turned[2 * i] = __builtin_shufflevector(v[i], v[i + kHalf], (kAt / 2 + kAt % 2 * kSide)...);
      turned[2 * i + 1] = __builtin_shufflevector(v[i], v[i + kHalf], (kHalf + kAt / 2 + kAt % 2 * kSide)...);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kSide; ++i) v[i] = turned[i];
  }
  for (int i = 0; i < kSide; ++i) std::memcpy(to + i * to_row, &v[i], sizeof(Vector));
}

#ifdef __x86_64__
// A tile of 16 by 16 words of 4 bytes by wide vectors: each is put together of four columns' pieces, so that all which
// is left to turn lies inside its quarters.
template <size_t... kAt>
VT_AVX512 inline void turn_tile_avx512(uint32_t* to, int64_t to_row, const uint32_t* from, int64_t from_column,
                                       std::index_sequence<kAt...>) {
  typedef uint32_t Quarter __attribute__((vector_size(16)));
  typedef uint32_t Vector __attribute__((vector_size(64)));
  for (int64_t r = 0; r < 16; r += 4) {
    Vector v[4];
#pragma GCC unroll 4
    for (int64_t k = 0; k < 4; ++k) {
      Quarter quarter[4];
#pragma GCC unroll 4
      for (int64_t i = 0; i < 4; ++i) std::memcpy(&quarter[i], from + (4 * i + k) * from_column + r, sizeof(Quarter));
      const auto low = __builtin_shufflevector(quarter[0], quarter[1], 0, 1, 2, 3, 4, 5, 6, 7);
      const auto high = __builtin_shufflevector(quarter[2], quarter[3], 0, 1, 2, 3, 4, 5, 6, 7);
      v[k] = __builtin_shufflevector(low, high, kAt...);
    }
    // Lanes 0 and 1 of each quarter, and lanes 2 and 3, of two vectors in turn; then halves of quarters.
    const Vector low02 = __builtin_shufflevector(v[0], v[2], (kAt / 4 * 4 + kAt % 4 / 2 + kAt % 2 * 16)...);
    const Vector high02 = __builtin_shufflevector(v[0], v[2], (kAt / 4 * 4 + 2 + kAt % 4 / 2 + kAt % 2 * 16)...);
    const Vector low13 = __builtin_shufflevector(v[1], v[3], (kAt / 4 * 4 + kAt % 4 / 2 + kAt % 2 * 16)...);
    const Vector high13 = __builtin_shufflevector(v[1], v[3], (kAt / 4 * 4 + 2 + kAt % 4 / 2 + kAt % 2 * 16)...);
    const Vector rows[4] = {__builtin_shufflevector(low02, low13, (kAt / 4 * 4 + kAt % 4 / 2 + kAt % 2 * 16)...),
                            __builtin_shufflevector(low02, low13, (kAt / 4 * 4 + 2 + kAt % 4 / 2 + kAt % 2 * 16)...),
                            __builtin_shufflevector(high02, high13, (kAt / 4 * 4 + kAt % 4 / 2 + kAt % 2 * 16)...),
                            __builtin_shufflevector(high02, high13, (kAt / 4 * 4 + 2 + kAt % 4 / 2 + kAt % 2 * 16)...)};
#pragma GCC unroll 4
    for (int64_t i = 0; i < 4; ++i) std::memcpy(to + (r + i) * to_row, &rows[i], sizeof(Vector));
  }
}
#endif

template <class Word>
void transpose_tile(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t rows, int64_t columns) {
  constexpr int64_t side = kTransposeSquare<Word>, width = kTransposeTile<Word>;
#ifdef __x86_64__
  if constexpr (std::is_same_v<Word, uint32_t>)
    if (rows == width && columns == width && isa() == Isa::kAvx512)
      return turn_tile_avx512(to, to_row, from, from_column, std::make_index_sequence<16>());
#endif
  alignas(64) Word tile[width * width];
  int64_t r = 0;
  for (; r + side <= rows; r += side) {
    int64_t c = 0;
    for (; c + side <= columns; c += side)
      turn_square(from + c * from_column + r, from_column, tile + r * width + c, width,
                  std::make_index_sequence<static_cast<size_t>(side)>());
    for (; c < columns; ++c)
      for (int64_t i = r; i < r + side; ++i) tile[i * width + c] = from[c * from_column + i];
  }
  for (; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) tile[r * width + c] = from[c * from_column + r];
  if (columns == width)
    for (r = 0; r < rows; ++r) std::memcpy(to + r * to_row, tile + r * width, sizeof(Word) * width);
  else
    for (r = 0; r < rows; ++r)
      std::memcpy(to + r * to_row, tile + r * width, sizeof(Word) * static_cast<size_t>(columns));
}

// to[r * to_row + c] = from[c * from_column + r] for the rows from row_begin to row_end.
template <class Word>
void transpose_rows(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t row_begin, int64_t row_end,
                    int64_t columns) {
  constexpr int64_t width = kTransposeTile<Word>;
  for (int64_t r = row_begin; r < row_end; r += width) {
    for (int64_t c = 0; c < columns; c += width) {
      transpose_tile(to + r * to_row + c, to_row, from + c * from_column + r, from_column, std::min(width, row_end - r),
                     std::min(width, columns - c));
    }
  }
}

}  // namespace vt
