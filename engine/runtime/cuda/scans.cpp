// Running sums, products and extremes along an axis of a CUDA tensor. A block takes a row, or
// a piece of a long one: then the totals of the pieces come first, and a piece starts from
// what stands before it.
#ifndef __EMSCRIPTEN__
#include <algorithm>

#include "device/cuda.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"

namespace vt {
namespace {

constexpr int64_t kTile = 1024;  // elements that a block takes at a time
constexpr int64_t kFewRows = 256, kMostPieces = 512;

// S is a value and its place; place -1 is nothing. `joined` combines two neighbours.
constexpr const char* kScan = R"(
struct S { A v; i64 at; };
INLINE S nothing() { S s; s.v = 0; s.at = -1; return s; }
INLINE S combine(S a, S b) {
  if (a.at < 0) return b;
  if (b.at < 0) return a;
  S r = b;
  JOIN
  return r;
}
INLINE S element(const I* in, i64 i, i64 n, i64 inner) {
  if (i >= n) return nothing();
  S s;
  s.v = (A)LOAD_I(in + i * inner);
  s.at = i;
  return s;
}
INLINE const I* row_of(const I* in, i64 row, i64 n, i64 inner) { return in + (row / inner) * n * inner + row % inner; }
// The scan of one value per thread, of its warp first; `all` gets the total. Lanes that differ in a bit of their numbers
// exchange what the lanes that agree with them in the bits above have in total.
INLINE S before_me(S mine, S* all, S* warps) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  S before = nothing(), total = mine;
#pragma unroll
  for (int bit = 1; bit < 32; bit *= 2) {
    S other = from_lane(total, bit);
    if (lane & bit) before = combine(other, before), total = combine(other, total);
    else total = combine(total, other);
  }
  if (lane == 0) warps[warp] = total;
  __syncthreads();
  S earlier = nothing(), sum = nothing();
#pragma unroll
  for (int w = 0; w < 8; ++w) {
    if (w == warp) earlier = sum;
    sum = combine(sum, warps[w]);
  }
  *all = sum;
  __syncthreads();
  return combine(earlier, before);
}
extern "C" __global__ void totals(const I* in, S* totals, i64 n, i64 inner, i64 piece, i64 pieces) {
  __shared__ S shared[8];
  i64 row = blockIdx.x / pieces, first = blockIdx.x % pieces * piece, last = first + piece < n ? first + piece : n;
  const I* from = row_of(in, row, n, inner);
  S sum = nothing();
  for (i64 tile = first; tile < last; tile += 1024) {
    S own = nothing(), all;
    for (int k = 0; k < 4; ++k) own = combine(own, element(from, tile + threadIdx.x * 4 + k, last, inner));
    before_me(own, &all, shared);
    sum = combine(sum, all);
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = sum;
}
extern "C" __global__ void carries(S* totals, i64 rows, i64 pieces) {
  i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  S sum = nothing();
  for (i64 i = 0; i < pieces; ++i) {
    S own = totals[row * pieces + i];
    totals[row * pieces + i] = sum;
    sum = combine(sum, own);
  }
}
extern "C" __global__ void scan(const I* in, O* out, i64* places, const S* carries, i64 n, i64 inner, i64 piece, i64 pieces) {
  __shared__ S shared[8];
  i64 row = blockIdx.x / pieces, first = blockIdx.x % pieces * piece, last = first + piece < n ? first + piece : n;
  const I* from = row_of(in, row, n, inner);
  i64 base = (row / inner) * n * inner + row % inner;
  S carry = carries ? carries[blockIdx.x] : nothing();
  for (i64 tile = first; tile < last; tile += 1024) {
    S own[4], sum = nothing(), all;
    for (int k = 0; k < 4; ++k) {
      own[k] = element(from, tile + threadIdx.x * 4 + k, last, inner);
      sum = combine(sum, own[k]);
    }
    S before = combine(carry, before_me(sum, &all, shared));
    for (int k = 0; k < 4; ++k) {
      i64 i = tile + threadIdx.x * 4 + k;
      before = combine(before, own[k]);
      if (i >= last) continue;
      STORE_O(out + base + i * inner, before.v);
      if (places) places[base + i * inner] = before.at;
    }
    carry = combine(carry, all);
  }
}
// Many rows: a thread each.
extern "C" __global__ void scan_rows(const I* in, O* out, i64* places, i64 rows, i64 n, i64 inner) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += step) {
    const I* from = row_of(in, row, n, inner);
    i64 base = (row / inner) * n * inner + row % inner;
    S sum = nothing();
    for (i64 i = 0; i < n; ++i) {
      sum = combine(sum, element(from, i, n, inner));
      STORE_O(out + base + i * inner, sum.v);
      if (places) places[base + i * inner] = sum.at;
    }
  }
}
)";

const char* join_text(Scan kind) {
  switch (kind) {
    case Scan::kSum: return "r.v = a.v + b.v;";
    case Scan::kProd: return "r.v = a.v * b.v;";
    // Ties move to the later place; so does a NaN, which then stays.
    case Scan::kMax: return "if (b.v != b.v || (a.v == a.v && b.v >= a.v)) r = b; else r = a;";
    case Scan::kMin: return "if (b.v != b.v || (a.v == a.v && b.v <= a.v)) r = b; else r = a;";
    case Scan::kLogSumExp:
      return "A high = a.v > b.v ? a.v : b.v, low = a.v > b.v ? b.v : a.v; bool none = a.v != a.v || b.v != b.v;"
             " r.v = none ? a.v + b.v : is_infinite(high) ? high : high + log1p(exp(low - high));";
  }
  return "";
}

}  // namespace

void scan_on_cuda(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& given, int axis) {
  int device = given.device().index;
  Tensor in = as_contiguous(given);
  if (!out.is_contiguous() || (indices.defined() && !indices.is_contiguous())) {
    Tensor dense = empty_tensor(out.sizes(), out.dtype(), out.device());
    Tensor places = indices.defined() ? empty_tensor(indices.sizes(), DType::kInt64, out.device()) : Tensor();
    scan_on_cuda(kind, dense, places, in, axis);
    copy_tensor(out, dense);
    if (indices.defined()) copy_tensor(indices, places);
    return;
  }
  int64_t n = in.rank() > 0 ? in.size(axis) : 1, inner = 1;
  for (int i = axis + 1; i < in.rank(); ++i) inner *= in.size(i);
  int64_t rows = in.numel() / n;
  auto text = [&] {
    // Floats are summed in double, as on the CPU; extremes keep their type.
    bool extreme = kind == Scan::kMax || kind == Scan::kMin;
    std::string source = type_definitions("I", in.dtype()) + type_definitions("O", out.dtype());
    source += extreme ? "typedef I_WIDE A;\n" : is_floating(out.dtype()) ? "typedef double A;\n" : "typedef i64 A;\n";
    return source + "#define JOIN " + join_text(kind) + "\n" + kScan;
  };
  LibraryLaunch launch;
  launch.key = "scan " + std::to_string(static_cast<int>(kind)) + dtype_name(in.dtype()) + dtype_name(out.dtype());
  uint64_t places = indices.defined() ? word(indices) : 0;
  if (rows >= kFewRows && (n <= 64 || rows >= 16 * kFewRows)) {
    launch.entry = "scan_rows";
    launch.blocks = blocks_for(rows, 256, device);
    launch.words = {word(in), word(out), places, word(rows), word(n), word(inner)};
    return launch_library_kernel(launch, device, text);
  }
  int64_t pieces = rows >= kFewRows ? 1 : std::clamp<int64_t>(n / (8 * kTile), 1, kMostPieces);
  int64_t piece = ((n + pieces - 1) / pieces + kTile - 1) / kTile * kTile;
  pieces = (n + piece - 1) / piece;
  Tensor totals;
  if (pieces > 1) {
    totals = empty_tensor(Dims{rows * pieces * 2}, DType::kInt64, in.device());  // 16 bytes for each piece
    launch.entry = "totals";
    launch.blocks = rows * pieces;
    launch.words = {word(in), word(totals), word(n), word(inner), word(piece), word(pieces)};
    launch_library_kernel(launch, device, text);
    launch.entry = "carries";
    launch.blocks = (rows + 255) / 256;
    launch.words = {word(totals), word(rows), word(pieces)};
    launch_library_kernel(launch, device, text);
  }
  launch.entry = "scan";
  launch.blocks = rows * pieces;
  launch.words = {word(in), word(out),   places,      pieces > 1 ? word(totals) : 0,
                  word(n),  word(inner), word(piece), word(pieces)};
  launch_library_kernel(launch, device, text);
}

}  // namespace vt
#endif
