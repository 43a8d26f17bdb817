// The first few of long rows of a CUDA tensor in order: a block reads its row for a histogram of leading bits until few
// enough elements are left that can be among the first, and sorts these. Ties are broken by place.
#ifndef __EMSCRIPTEN__
#include <algorithm>

#include "device/cuda.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"

namespace vt {
namespace {

constexpr int64_t kMostSelected = 1024, kShortest = 2048, kThreads = 512;

constexpr const char* kSelect = R"(
#define DIGIT 11
#define BINS (1 << DIGIT)
#define ROOM 2048
#define EACH 8
#define BITS ((int)sizeof(KEY) * 8)
INLINE bool before(KEY a, int place_a, KEY b, int place_b) { return a > b || (a == b && place_a < place_b); }
INLINE KEY leading(KEY k, int bits) { return bits == 0 ? (KEY)0 : k >> (BITS - bits); }
// Elements start ... start + length of a row are one block's: its first `count`, and their places in the row. `from`: what
// stands for a place of a row, where the row was selected before.
extern "C" __global__ void __launch_bounds__(512) first_of_rows(const T* in, const int* from, T* values, int* middle, i64* found, i64 n, i64 pieces, i64 count) {
  __shared__ unsigned bins[BINS], groups[BINS / 32];
  __shared__ KEY keys[ROOM];
  __shared__ int places[ROOM], equal[2][512];
  __shared__ int taken, bin, above;
  const i64 row = blockIdx.x / pieces, piece = blockIdx.x % pieces;
  const int start = (int)(n * piece / pieces), end = (int)(n * (piece + 1) / pieces), me = threadIdx.x;
  in += row * n;
  KEY prefix = 0;
  int known = 0, wanted = (int)count, total = 0;
  do {
    const int width = BITS - known < DIGIT ? BITS - known : DIGIT, rest = BITS - known - width;
    for (int i = me; i < BINS; i += 512) bins[i] = 0;
    __syncthreads();
    for (int base = start + me; base < end; base += 512 * EACH) {
      T raw[EACH];
#pragma unroll
      for (int j = 0; j < EACH; ++j) raw[j] = in[base + j * 512 < end ? base + j * 512 : start];
#pragma unroll
      for (int j = 0; j < EACH; ++j) {
        KEY k = key_of(raw + j);
        if (base + j * 512 < end && leading(k, known) == prefix) atomicAdd(&bins[(int)(k >> rest) & ((1 << width) - 1)], 1u);
      }
    }
    __syncthreads();
    if (me < BINS / 32) {
      unsigned sum = 0;
      for (int i = 0; i < 32; ++i) sum += bins[me * 32 + ((i + me) & 31)];
      groups[me] = sum;
    }
    __syncthreads();
    if (me == 0) {
      int more = 0, group = BINS / 32 - 1;
      while (more + (int)groups[group] < wanted) more += (int)groups[group--];
      int b = group * 32 + 31;
      while (more + (int)bins[b] < wanted) more += (int)bins[b--];
      bin = b, above = more, taken = 0;
    }
    __syncthreads();
    prefix = prefix << width | (KEY)bin;
    known += width;
    wanted -= above;
    total = (int)count - wanted + (int)bins[bin];
    __syncthreads();
  } while (total > ROOM && known < BITS);
  const bool many_equal = total > ROOM;  // then all whose key is `prefix` are equal, and the first places count
  for (int base = start + me; base < end; base += 512 * EACH) {
    T raw[EACH];
#pragma unroll
    for (int j = 0; j < EACH; ++j) raw[j] = in[base + j * 512 < end ? base + j * 512 : start];
#pragma unroll
    for (int j = 0; j < EACH; ++j) {
      KEY k = key_of(raw + j), lead = leading(k, known);
      if (base + j * 512 >= end || !(many_equal ? lead > prefix : lead >= prefix)) continue;
      int slot = atomicAdd(&taken, 1);
      keys[slot] = k, places[slot] = base + j * 512;
    }
  }
  __syncthreads();
  if (many_equal) {
    int had = (int)count - wanted;  // the greater ones
    for (int base = start; base < end && had < (int)count; base += 512) {
      const bool mine = base + me < end && key_of(in + base + me) == prefix;
      int side = 0;
      equal[0][me] = mine;
      __syncthreads();
      for (int d = 1; d < 512; d *= 2) {
        int v = equal[side][me] + (me >= d ? equal[side][me - d] : 0);
        side ^= 1;
        equal[side][me] = v;
        __syncthreads();
      }
      int slot = had + equal[side][me] - 1, all = equal[side][511];
      if (mine && slot < (int)count) keys[slot] = prefix, places[slot] = base + me;
      had += all;
      __syncthreads();
    }
    total = (int)count;
  }
  int size = 2;
  while (size < total) size *= 2;
  for (int i = total + me; i < size; i += 512) keys[i] = 0, places[i] = 0x7fffffff;
  for (int run = 2; run <= size; run *= 2)
    for (int step = run / 2; step > 0; step /= 2) {
      __syncthreads();
      for (int t = me; t < size / 2; t += 512) {
        int i = 2 * t - (t & (step - 1)), j = i + step;
        int first = (i & run) == 0 ? i : j, second = i + j - first;
        if (before(keys[second], places[second], keys[first], places[first])) {
          KEY k = keys[i];
          keys[i] = keys[j], keys[j] = k;
          int p = places[i];
          places[i] = places[j], places[j] = p;
        }
      }
    }
  __syncthreads();
  const i64 to = blockIdx.x * count;
  for (int i = me; i < (int)count; i += 512) {
    int place = places[i];
    values[to + i] = in[place];
    if (from) place = from[row * n + place];
    if (middle) middle[to + i] = place;
    else found[to + i] = place;
  }
}
)";

}  // namespace

std::string sort_key_text(DType dtype, bool descending) {
  std::string key, type = "unsigned";
  const std::string value = "  auto v = LOAD_T(p);\n";
  switch (dtype) {
    case DType::kFloat32:
    case DType::kFloat16:
    case DType::kBFloat16:
      key = value +
            "  unsigned b = v == 0 ? 0u : (unsigned)bits_to_i32(v);\n"
            "  KEY k = v != v ? ~0u : b >> 31 ? ~b : b | 0x80000000u;\n";
      break;
    case DType::kFloat64:
      type = "unsigned long long";
      key = value +
            "  KEY b = v == 0 ? 0 : (KEY)bits_to_i64(v);\n"
            "  KEY k = v != v ? ~(KEY)0 : b >> 63 ? ~b : b | (KEY)1 << 63;\n";
      break;
    case DType::kInt64:
      type = "unsigned long long";
      key = value + "  KEY k = (KEY)v ^ (KEY)1 << 63;\n";
      break;
    case DType::kBool:
    case DType::kUInt8: key = value + "  KEY k = (unsigned)v << 24;\n"; break;
    case DType::kInt8: key = value + "  KEY k = (unsigned)v << 24 ^ 0x80000000u;\n"; break;
    case DType::kInt16: key = value + "  KEY k = (unsigned)v << 16 ^ 0x80000000u;\n"; break;
    case DType::kInt32: key = value + "  KEY k = (unsigned)v ^ 0x80000000u;\n"; break;
  }
  return "typedef " + type + " KEY;\nINLINE KEY key_of(const T* p) {\n" + key + "  return " +
         (descending ? "k" : "~k") + ";\n}\n";
}

SortKeyBits sort_key_bits(DType dtype) {
  switch (dtype) {
    case DType::kInt64:
    case DType::kFloat64: return {0, 64};
    case DType::kFloat32:
    case DType::kInt32: return {0, 32};
    case DType::kFloat16: return {8, 32};  // as a float: the last 13 bits of its fraction are 0
    case DType::kBFloat16:
    case DType::kInt16: return {16, 32};
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8: return {24, 32};
  }
  return {};
}

bool selects_rows(int64_t length, int64_t count) {
  return count > 0 && count <= kMostSelected && length > kShortest && count * 4 <= length;
}

void select_rows_on_cuda(const Tensor& in, bool descending, int64_t count, const Tensor& values, const Tensor& found) {
  const int device = in.device().index;
  const int64_t n = in.sizes().back(), rows = in.numel() / n;
  LibraryLaunch launch;
  launch.key = std::string("select ") + dtype_name(in.dtype()) + (descending ? "d" : "a");
  launch.entry = "first_of_rows";
  launch.threads = static_cast<int>(kThreads);
  auto text = [&] { return type_definitions("T", in.dtype()) + sort_key_text(in.dtype(), descending) + kSelect; };
  // Few rows are cut, so that all of the device reads.
  const int64_t wanted = int64_t{device::cuda_properties(device).multiprocessors} * 2;
  const int64_t pieces = std::max<int64_t>(1, std::min(wanted / rows, n / std::max<int64_t>(4096, count * 8)));
  if (pieces == 1) {
    launch.blocks = rows;
    launch.words = {word(in), 0, word(values), 0, word(found), word(n), word(int64_t{1}), word(count)};
    return launch_library_kernel(launch, device, text);
  }
  const Dims sizes{rows, pieces * count};
  Tensor some = empty_tensor(sizes, in.dtype(), in.device()), places = empty_tensor(sizes, DType::kInt32, in.device());
  launch.blocks = rows * pieces;
  launch.words = {word(in), 0, word(some), word(places), 0, word(n), word(pieces), word(count)};
  launch_library_kernel(launch, device, text);
  launch.blocks = rows;
  launch.words = {word(some),  word(places),         word(values),     0,
                  word(found), word(pieces * count), word(int64_t{1}), word(count)};
  launch_library_kernel(launch, device, text);
}

}  // namespace vt
#endif
