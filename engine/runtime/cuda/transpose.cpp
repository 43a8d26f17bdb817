#ifndef __EMSCRIPTEN__
#include "runtime/cuda/transpose.h"

#include "runtime/cuda/library.h"

namespace vt {
namespace {

constexpr int64_t kTile = 32;

// A row of a tile is one place longer, so that its columns lie in different banks.
const char* const kText = R"(
extern "C" __global__ void exchange(T* to, const T* from, i64 rows, i64 columns, i64 to_stride, i64 from_stride, i64 to_batch, i64 from_batch) {
  __shared__ T tile[32][33];
  i64 across = quotient(columns + 31, (i64)32), down = quotient(rows + 31, (i64)32);
  i64 b = quotient((i64)blockIdx.x, across * down), at = blockIdx.x - b * across * down, row = quotient(at, across);
  i64 column = (at - row * across) * 32;
  row *= 32;
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  from += b * from_batch;
  to += b * to_batch;
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    if (row + y + i < rows && column + x < columns) tile[y + i][x] = from[(row + y + i) * from_stride + column + x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    if (column + y + i < columns && row + x < rows) to[(column + y + i) * to_stride + row + x] = tile[x][y + i];
}
)";

const char* const kDense = R"(
extern "C" __global__ void dense(T* to, const T* from, i64 rows, i64 columns, i64 count, i64 by_batch, i64 by_row, i64 by_column) {
  i64 i = (i64)blockIdx.x * 256 + threadIdx.x;
  if (i >= count) return;
  i64 line = quotient(i, columns), b = quotient(line, rows);
  to[i] = from[b * by_batch + (line - b * rows) * by_row + (i - line * columns) * by_column];
}
)";
constexpr double kWorthCopying = 1e6;  // products of two numbers

// Measured on an H200: what a product in TF32 takes per operation with neither factor turned,
// what it saves if one is, and what the copy costs.
constexpr double kSavedPerOperation = 2.1e-15, kCopyPerByte = 1 / 2.5e12, kCopy = 2e-6;

bool sums_apart(const device::ProductMatrix& m, bool left) {
  return left ? m.row_stride == 1 && m.column_stride > 1 : m.column_stride == 1 && m.row_stride > 1;
}

}  // namespace

void run_exchange(const Exchange& e, int device) {
  const char* type = e.bytes == 1   ? "unsigned char"
                     : e.bytes == 2 ? "unsigned short"
                     : e.bytes == 4 ? "unsigned"
                                    : "i64";
  const int64_t tiles = (e.rows + kTile - 1) / kTile * ((e.columns + kTile - 1) / kTile);
  LibraryLaunch launch{std::string("exchange ") + type, "exchange", e.batch * tiles, 256, {e.to, e.from}};
  for (int64_t n : {e.rows, e.columns, e.to_stride, e.from_stride, e.to_batch, e.from_batch})
    launch.words.push_back(word(n));
  launch_library_kernel(launch, device, [&] { return "typedef " + std::string(type) + " T;" + kText; });
}

Ref<Storage> dense_factor(device::Product& p, bool left, int device) {
  device::ProductMatrix& f = left ? p.a : p.b;
  const int64_t rows = left ? p.m : p.k, columns = left ? p.k : p.n;
  const double work =
      static_cast<double>(p.batch) * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
  if (f.row_stride == 1 || f.column_stride == 1 || rows == 1 || columns == 1 || work < kWorthCopying ||
      !cuda_kernels_available())
    return {};
  const int bytes = p.type == device::ProductType::kFloat64 ? 8 : p.type == device::ProductType::kFloat32 ? 4 : 2;
  const int64_t batch = f.batch_stride == 0 ? 1 : p.batch, count = batch * rows * columns;
  Ref<Storage> copy = make_ref<Storage>(count * bytes, Device{DeviceKind::kCuda, static_cast<int16_t>(device)});
  const uint64_t to = reinterpret_cast<uint64_t>(copy->data()), from = reinterpret_cast<uint64_t>(f.data);
  if (f.batch_stride == 1 && f.row_stride == columns * f.column_stride) {  // the batch lies innermost
    Exchange e;
    e.to = to, e.from = from, e.bytes = bytes;
    e.rows = rows * columns, e.columns = batch;
    e.from_stride = f.column_stride, e.to_stride = rows * columns;
    run_exchange(e, device);
  } else {
    const char* type = bytes == 2 ? "unsigned short" : bytes == 4 ? "unsigned" : "i64";
    LibraryLaunch launch{std::string("dense ") + type, "dense", (count + 255) / 256, 256, {to, from}};
    for (int64_t n : {rows, columns, count, f.batch_stride, f.row_stride, f.column_stride})
      launch.words.push_back(word(n));
    launch_library_kernel(launch, device, [&] { return "typedef " + std::string(type) + " T;" + kDense; });
  }
  f.data = copy->data();
  f.row_stride = columns, f.column_stride = 1;
  f.batch_stride = f.batch_stride == 0 ? 0 : rows * columns;
  return copy;
}

Ref<Storage> turn_factor(device::Product& p, int device) {
  if (p.type != device::ProductType::kFloat32 || !p.tf32 || p.batch != 1 || !cuda_kernels_available()) return {};
  if (!sums_apart(p.a, true) || !sums_apart(p.b, false)) return {};
  const bool left = p.m < p.n;
  const int64_t bytes = std::min(p.m, p.n) * p.k * 4;
  const double operations = 2.0 * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
  if (operations * kSavedPerOperation < 2 * static_cast<double>(bytes) * kCopyPerByte + kCopy) return {};
  device::ProductMatrix& factor = left ? p.a : p.b;
  Ref<Storage> copy = make_ref<Storage>(bytes, Device{DeviceKind::kCuda, static_cast<int16_t>(device)});
  Exchange e;
  e.to = reinterpret_cast<uint64_t>(copy->data()), e.from = reinterpret_cast<uint64_t>(factor.data);
  e.rows = p.k, e.columns = left ? p.m : p.n;
  e.from_stride = left ? factor.column_stride : factor.row_stride;
  e.to_stride = p.k;
  run_exchange(e, device);
  factor.data = copy->data();
  (left ? factor.row_stride : factor.column_stride) = p.k;
  (left ? factor.column_stride : factor.row_stride) = 1;
  return copy;
}

}  // namespace vt
#endif
