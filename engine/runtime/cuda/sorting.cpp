// Rows of a CUDA tensor in order. Blocks sort pieces in shared memory (Batcher's bitonic
// network); pieces are merged in passes, each element finding its rank in the other piece by
// bisection. Ties are broken by place, so the order is total and stable.
#ifndef __EMSCRIPTEN__
#include "device/cuda.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"

namespace vt {
namespace {

constexpr int64_t kPiece = 2048;

constexpr const char* kSort = R"(
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
extern "C" __global__ void sort_pieces(const T* in, T* keys, int* places, i64 n, i64 pieces) {
  __shared__ T key[SIZE];
  __shared__ int place[SIZE];
  i64 row = blockIdx.x / pieces, first = blockIdx.x % pieces * SIZE;
  int count = (int)(n - first < SIZE ? n - first : SIZE);
  in += row * n + first, keys += row * n + first, places += row * n + first;
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
  for (int i = threadIdx.x; i < count; i += blockDim.x) keys[i] = key[i], places[i] = (int)first + place[i];
}
// Neighbouring runs of `width` become one.
extern "C" __global__ void merge_runs(const T* keys, const int* places, T* to_keys, int* to_places, i64 n, i64 width, i64 total) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < total; e += step) {
    i64 row = e / n, at = e - row * n, run = at / width, start = run * width, base = row * n;
    i64 other = (run ^ 1) * width, low = other < n ? other : n, high = other + width < n ? other + width : n;
    T_WIDE mine = LOAD_T(keys + e);
    int place = places[e];
    i64 left = low, right = high;
    while (left < right) {
      i64 middle = (left + right) / 2;
      if (before(LOAD_T(keys + base + middle), places[base + middle], mine, place)) left = middle + 1;
      else right = middle;
    }
    i64 target = base + (start < other ? start : other) + (at - start) + (left - low);
    to_keys[target] = keys[e], to_places[target] = place;
  }
}
extern "C" __global__ void take_first(const T* keys, const int* places, T* values, i64* found, i64 n, i64 count, i64 total) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < total; e += step) {
    i64 from = e / count * n + e % count;
    values[e] = keys[from], found[e] = places[from];
  }
}
)";

}  // namespace

void sort_rows_on_cuda(const Tensor& given, bool descending, int64_t count, Tensor& values, Tensor& found) {
  int device = given.device().index;
  Tensor in = as_contiguous(given);
  int64_t n = in.sizes().back();
  Dims sizes = in.sizes();
  sizes[in.rank() - 1] = count;
  values = empty_tensor(sizes, in.dtype(), in.device());
  found = empty_tensor(sizes, DType::kInt64, in.device());
  if (in.numel() == 0 || count == 0) return;
  if (n > INT32_MAX) tensor_error("sort: rows of more than 2^31 - 1 elements are not supported on CUDA");
  if (selects_rows(n, count)) return select_rows_on_cuda(in, descending, count, values, found);
  int64_t rows = in.numel() / n, size = 2;
  while (size < n && size < kPiece) size *= 2;
  int64_t pieces = (n + size - 1) / size;
  auto text = [&] {
    return type_definitions("T", in.dtype()) + "#define SIZE " + std::to_string(size) + "\n#define DESCENDING " +
           (descending ? "true" : "false") + "\n" + kSort;
  };
  LibraryLaunch launch;
  launch.key = std::string("sort ") + dtype_name(in.dtype()) + std::to_string(size) + (descending ? "d" : "a");
  Tensor keys = empty_tensor(in.sizes(), in.dtype(), in.device()),
         places = empty_tensor(in.sizes(), DType::kInt32, in.device());
  launch.entry = "sort_pieces";
  launch.blocks = rows * pieces;
  launch.words = {word(in), word(keys), word(places), word(n), word(pieces)};
  launch_library_kernel(launch, device, text);
  if (pieces > 1) {
    Tensor other_keys = empty_tensor(in.sizes(), in.dtype(), in.device()),
           other_places = empty_tensor(in.sizes(), DType::kInt32, in.device());
    for (int64_t width = size; width < n; width *= 2) {
      launch.entry = "merge_runs";
      launch.blocks = blocks_for(in.numel(), 256, device);
      launch.words = {word(keys), word(places), word(other_keys), word(other_places),
                      word(n),    word(width),  word(in.numel())};
      launch_library_kernel(launch, device, text);
      std::swap(keys, other_keys), std::swap(places, other_places);
    }
  }
  launch.entry = "take_first";
  launch.blocks = blocks_for(values.numel(), 256, device);
  launch.words = {word(keys), word(places), word(values), word(found), word(n), word(count), word(values.numel())};
  launch_library_kernel(launch, device, text);
}

}  // namespace vt
#endif
