// Rows of a CUDA tensor in order, and stable. Short rows are sorted in shared memory (Batcher's bitonic network, ties
// broken by place); longer ones digit by digit, the last one first. For a digit each block counts its tile of a row,
// finds from the counts of all tiles where each digit's elements go, and moves them there by way of shared memory, so
// that neighbours are written together. A row of one tile stays in the block for all digits.
#ifndef __EMSCRIPTEN__
#include <cstring>

#include "device/cuda.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"

namespace vt {
namespace {

constexpr int64_t kShort = 512;    // rows up to here are one bitonic network
constexpr int64_t kFewTiles = 32;  // up to here a block adds up the counts of its row alone
constexpr int kDigit = 8;          // bits

constexpr const char* kShortRows = R"(
// NaN counts as the largest number.
INLINE bool smaller(T_WIDE a, T_WIDE b) { return a != a ? false : b != b ? true : a < b; }
INLINE bool before(T_WIDE a, int place_a, T_WIDE b, int place_b) {
  if (DESCENDING ? smaller(b, a) : smaller(a, b)) return true;
  if (DESCENDING ? smaller(a, b) : smaller(b, a)) return false;
  return place_a < place_b;
}
// What is missing at the end comes last.
INLINE bool out_of_order(const T* keys, const int* places, int i, int j, int count) {
  if (places[i] >= count || places[j] >= count) return places[i] > places[j];
  return before(LOAD_T(keys + j), places[j], LOAD_T(keys + i), places[i]);
}
extern "C" __global__ void sort_short(const T* in, T* values, i64* found, i64 n, i64 kept) {
  __shared__ T key[SIZE];
  __shared__ int place[SIZE];
  const int count = (int)n;
  in += blockIdx.x * n, values += blockIdx.x * kept, found += blockIdx.x * kept;
  for (int i = threadIdx.x; i < SIZE; i += blockDim.x) {
    place[i] = i;
    if (i < count) key[i] = in[i];
  }
  for (int size = 2; size <= SIZE; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; t < SIZE / 2; t += blockDim.x) {
        int i = 2 * t - (t & (step - 1)), j = i + step;
        bool up = (i & size) == 0;
        if (out_of_order(key, place, up ? i : j, up ? j : i, count)) {
          T k = key[i];
          key[i] = key[j], key[j] = k;
          int p = place[i];
          place[i] = place[j], place[j] = p;
        }
      }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < (int)kept; i += blockDim.x) values[i] = key[i], found[i] = place[i];
}
)";

constexpr const char* kDigits = R"(
// EACH: elements of a thread; BLOCKS: of a multiprocessor at least, as registers allow.
#define TILE (256 * EACH)
// A warp's elements lie together, so that its ranks follow their order.
#define MINE(r) ((int)threadIdx.x / 32 * 32 * EACH + (r) * 32 + (int)threadIdx.x % 32)
INLINE int digit_of(T v, int shift) { return (int)(~key_of(&v) >> shift) & 255; }
// The lanes of the warp with the same digit.
INLINE unsigned equal_lanes(int digit) {
  unsigned equal = 0xffffffffu;
#pragma unroll
  for (int bit = 0; bit < 8; ++bit) {
    const unsigned set = __ballot_sync(0xffffffffu, digit >> bit & 1);
    equal &= digit >> bit & 1 ? set : ~set;
  }
  return equal;
}
// Of the values of 256 threads, those of the threads before; more threads repeat them.
INLINE int sum_before(int mine, int (*shared)[256]) {
  const int me = threadIdx.x % 256;
  int side = 0;
  shared[0][me] = mine;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int v = shared[side][me] + (me >= d ? shared[side][me - d] : 0);
    side ^= 1;
    shared[side][me] = v;
    __syncthreads();
  }
  return shared[side][me] - mine;
}
extern "C" __global__ void __launch_bounds__(256) count_digits(const T* keys, int* counts, i64 n, i64 tiles, i64 shift) {
  __shared__ int bins[8][256];
  const i64 row = quotient((i64)blockIdx.x, tiles), first = (blockIdx.x - row * tiles) * TILE;
  const int size = (int)(n - first < TILE ? n - first : TILE), me = threadIdx.x, lane = me % 32;
  keys += row * n + first;
  T raw[EACH];
#pragma unroll
  for (int r = 0; r < EACH; ++r) raw[r] = keys[MINE(r) < size ? MINE(r) : 0];
  for (int w = 0; w < 8; ++w) bins[w][me] = 0;
  __syncthreads();
#pragma unroll
  for (int r = 0; r < EACH; ++r) {
    const bool there = MINE(r) < size;
    const int digit = digit_of(raw[r], (int)shift);
    const unsigned equal = equal_lanes(digit) & __ballot_sync(0xffffffffu, there);
    if (there && (equal & ((1u << lane) - 1)) == 0) bins[me / 32][digit] += __popc(equal);
    __syncwarp();
  }
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < 8; ++w) sum += bins[w][me];
  counts[(i64)blockIdx.x * 256 + me] = sum;
}
// Counts become the places where the elements of each tile and digit begin; a block is a row, a quarter of its threads
// a quarter of the tiles.
extern "C" __global__ void __launch_bounds__(1024) begin_digits(int* counts, i64 tiles) {
  __shared__ int shared[2][256], parts[4][256];
  const int digit = threadIdx.x % 256, part = threadIdx.x / 256;
  const i64 first = tiles * part / 4, end = tiles * (part + 1) / 4;
  counts += blockIdx.x * tiles * 256 + digit;
  int sum = 0, all = 0, before = 0;
#pragma unroll 16
  for (i64 t = first; t < end; ++t) sum += counts[t * 256];
  parts[part][digit] = sum;
  __syncthreads();
  for (int p = 0; p < 4; ++p) all += parts[p][digit], before += p < part ? parts[p][digit] : 0;
  int begin = sum_before(all, shared) + before;
#pragma unroll 16
  for (i64 t = first; t < end; ++t) {
    const int count = counts[t * 256];
    counts[t * 256] = begin;
    begin += count;
  }
}
// `counts`: none, where a tile is a row, for all digits up to `last`; else what one of the kernels above left.
// `places`: none at the first digit. `found`: at the last one, for the first `kept` elements.
extern "C" __global__ void __launch_bounds__(256, BLOCKS) place_digits(const T* keys, const int* places, const int* counts, i64 begun, T* to_keys, int* to_places, i64* found, i64 n, i64 kept, i64 tiles, i64 shift, i64 last) {
  __shared__ int counters[8][256], sums[2][256], start[256], place[TILE];
  __shared__ T key[TILE];
  const i64 row = quotient((i64)blockIdx.x, tiles), tile = blockIdx.x - row * tiles, first = tile * TILE;
  const int size = (int)(n - first < TILE ? n - first : TILE), me = threadIdx.x, warp = me / 32, lane = me % 32;
  keys += row * n + first;
  T raw[EACH];
  int rank[EACH];  // with the digit in the upper half
#pragma unroll
  for (int r = 0; r < EACH; ++r) raw[r] = keys[MINE(r) < size ? MINE(r) : 0];
  for (bool again = false;; shift += 8, again = true) {
    for (int w = 0; w < 8; ++w) counters[w][me] = 0;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < EACH; ++r) {
      // What is missing at the end comes last.
      const int digit = MINE(r) < size ? digit_of(raw[r], (int)shift) : 255;
      const unsigned equal = equal_lanes(digit);
      const int before = __popc(equal & ((1u << lane) - 1)), had = counters[warp][digit];
      __syncwarp();
      if (before == 0) counters[warp][digit] = had + __popc(equal);
      __syncwarp();
      rank[r] = had + before | digit << 16;
    }
    int from[EACH];
#pragma unroll
    for (int r = 0; r < EACH; ++r) {
      const int i = MINE(r) < size ? MINE(r) : 0;
      from[r] = again ? place[MINE(r)] : places ? places[row * n + first + i] : (int)first + i;
    }
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < 8; ++w) {
      const int count = counters[w][me];
      counters[w][me] = sum;
      sum += count;
    }
    start[me] = sum_before(sum, sums);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < EACH; ++r) {
      const int digit = rank[r] >> 16, slot = start[digit] + counters[warp][digit] + (rank[r] & 0xffff);
      key[slot] = raw[r], place[slot] = from[r];
    }
    __syncthreads();
    if (shift >= last) break;
#pragma unroll
    for (int r = 0; r < EACH; ++r) raw[r] = key[MINE(r)];
  }
  int move = 0;
  if (counts && begun) {
    move = counts[(i64)blockIdx.x * 256 + me] - start[me];
  } else if (counts) {
    int all = 0;
    counts += row * tiles * 256 + me;
#pragma unroll 8
    for (i64 t = 0; t < tiles; ++t) {
      const int count = counts[t * 256];
      move += t < tile ? count : 0, all += count;
    }
    move += sum_before(all, sums) - start[me];
  }
  start[me] = move;
  __syncthreads();
  for (int i = me; i < size; i += 256) {
    const T v = key[i];
    const i64 target = i + (counts ? start[digit_of(v, (int)shift)] : 0);
    if (!found) to_keys[row * n + target] = v, to_places[row * n + target] = place[i];
    else if (target < kept) to_keys[row * kept + target] = v, found[row * kept + target] = place[i];
  }
}
)";

}  // namespace

static void sort_short_rows(const Tensor& in, bool descending, int64_t kept, const Tensor& values,
                            const Tensor& found) {
  const int64_t n = in.sizes().back();
  int64_t size = 2;
  while (size < n) size *= 2;
  LibraryLaunch launch;
  launch.key = std::string("sort ") + dtype_name(in.dtype()) + std::to_string(size) + (descending ? "d" : "a");
  launch.entry = "sort_short";
  launch.blocks = in.numel() / n;
  launch.words = {word(in), word(values), word(found), word(n), word(kept)};
  launch_library_kernel(launch, in.device().index, [&] {
    return type_definitions("T", in.dtype()) + "#define SIZE " + std::to_string(size) + "\n#define DESCENDING " +
           (descending ? "true" : "false") + "\n" + kShortRows;
  });
}

static void sort_long_rows(const Tensor& in, bool descending, int64_t kept, const Tensor& values, const Tensor& found) {
  const int device = in.device().index;
  const int64_t n = in.sizes().back(), rows = in.numel() / n;
  const int64_t each = n <= 1024                                               ? 4
                       : n > 2048 && n <= 4096 && dtype_bytes(in.dtype()) <= 4 ? 16
                                                                               : 8,
                tile = 256 * each;
  const int64_t tiles = (n + tile - 1) / tile;
  LibraryLaunch launch;
  launch.key = std::string("digits ") + dtype_name(in.dtype()) + std::to_string(each) + (descending ? "d" : "a");
  auto run = [&](const char* entry, int64_t blocks, std::vector<uint64_t> words) {
    launch.entry = entry, launch.blocks = blocks, launch.threads = std::strcmp(entry, "begin_digits") == 0 ? 1024 : 256;
    launch.words = std::move(words);
    launch_library_kernel(launch, device, [&] {
      return type_definitions("T", in.dtype()) + sort_key_text(in.dtype(), descending) + "#define EACH " +
             std::to_string(each) + "\n#define BLOCKS " + (each > 8 ? "2" : "4") + "\n" + kDigits;
    });
  };
  const SortKeyBits bits = sort_key_bits(in.dtype());
  if (tiles == 1)
    return run("place_digits", rows,
               {word(in), 0, 0, 0, word(values), 0, word(found), word(n), word(kept), word(tiles), word(bits.first),
                word(bits.end - kDigit)});
  Tensor counts = empty_tensor(Dims{rows * tiles * 256}, DType::kInt32, in.device()), keys = in, places;
  for (int64_t shift = bits.first; shift < bits.end; shift += kDigit) {
    const bool begun = tiles > kFewTiles, last = shift + kDigit >= bits.end;
    Tensor to_keys = last ? values : empty_tensor(in.sizes(), in.dtype(), in.device());
    Tensor to_places = last ? Tensor() : empty_tensor(in.sizes(), DType::kInt32, in.device());
    run("count_digits", rows * tiles, {word(keys), word(counts), word(n), word(tiles), word(shift)});
    if (begun) run("begin_digits", rows, {word(counts), word(tiles)});
    run("place_digits", rows * tiles,
        {word(keys), places.defined() ? word(places) : 0, word(counts), word(int64_t{begun}), word(to_keys),
         last ? 0 : word(to_places), last ? word(found) : 0, word(n), word(kept), word(tiles), word(shift),
         word(shift)});
    keys = to_keys, places = to_places;
  }
}

void sort_rows_on_cuda(const Tensor& given, bool descending, int64_t count, Tensor& values, Tensor& found) {
  Tensor in = as_contiguous(given);
  int64_t n = in.sizes().back();
  Dims sizes = in.sizes();
  sizes[in.rank() - 1] = count;
  values = empty_tensor(sizes, in.dtype(), in.device());
  found = empty_tensor(sizes, DType::kInt64, in.device());
  if (in.numel() == 0 || count == 0) return;
  if (n > INT32_MAX) tensor_error("sort: rows of more than 2^31 - 1 elements are not supported on CUDA");
  if (selects_rows(n, count)) return select_rows_on_cuda(in, descending, count, values, found);
  if (n <= kShort) return sort_short_rows(in, descending, count, values, found);
  sort_long_rows(in, descending, count, values, found);
}

}  // namespace vt
#endif
