#include "ops/kernels/copy.h"

#include <algorithm>
#include <cstring>

#include "device/cuda.h"
#include "ops/device_kernels.h"
#include "ops/families/evaluate_loops.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "tensor/allocator.h"
#include "tensor/visit.h"

namespace vt {
namespace {

template <class To, class From>
void cast_loop(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride, int64_t n) {
  To* out = reinterpret_cast<To*>(to);
  const From* in = reinterpret_cast<const From*>(from);
  if (to_stride == 1 && from_stride == 1) return convert_row<To>(out, in, n);
  for (int64_t i = 0; i < n; ++i) out[i * to_stride] = convert<To>(in[i * from_stride]);
}

// out[-i] = in[i], in vectors turned around.
template <class Word>
VT_INLINE void reverse_loop(Word* __restrict out, const Word* __restrict in, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[-i] = in[i];
}
#ifdef __x86_64__
template <class Word>
VT_AVX512 void reverse_avx512(Word* out, const Word* in, int64_t n) {
  reverse_loop(out, in, n);
}
template <class Word>
VT_AVX2 void reverse_avx2(Word* out, const Word* in, int64_t n) {
  reverse_loop(out, in, n);
}
#endif
template <class Word>
void reverse(Word* out, const Word* in, int64_t n) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return reverse_avx512(out, in, n);
  if (isa() == Isa::kAvx2) return reverse_avx2(out, in, n);
#endif
  int64_t i = 0;
  if constexpr (sizeof(Word) == 1)
    for (; i + 8 <= n; i += 8) {
      uint64_t eight;
      std::memcpy(&eight, in + i, 8);
      eight = __builtin_bswap64(eight);
      std::memcpy(out - i - 7, &eight, 8);
    }
  for (; i < n; ++i) out[-i] = in[i];
}

template <class Word>
void move_loop(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride, int64_t n) {
  Word* out = reinterpret_cast<Word*>(to);
  const Word* in = reinterpret_cast<const Word*>(from);
  if (from_stride == 0) {
    Word value = in[0];
    for (int64_t i = 0; i < n; ++i) out[i * to_stride] = value;
    return;
  }
  if (from_stride == 1 && to_stride == -1) return reverse(out, in, n);
  for (int64_t i = 0; i < n; ++i) out[i * to_stride] = in[i * from_stride];
}

void move_strided(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride, int64_t n,
                  int64_t bytes) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, static_cast<size_t>(n * bytes));
    return;
  }
  switch (bytes) {
    case 1: return move_loop<uint8_t>(to, to_stride, from, from_stride, n);
    case 2: return move_loop<uint16_t>(to, to_stride, from, from_stride, n);
    case 4: return move_loop<uint32_t>(to, to_stride, from, from_stride, n);
    default: return move_loop<uint64_t>(to, to_stride, from, from_stride, n);
  }
}

std::byte* start(const Tensor& t) { return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()); }

// Transposed copies in tiles, so that both sides use whole cache lines. A tile is turned in
// memory of its own: rows a power of two apart would push each other out of the cache.
constexpr int64_t kTile = 16;
typedef uint32_t Quad __attribute__((vector_size(16), aligned(4), may_alias));

void turn_tile(const uint32_t* from, int64_t from_column, uint32_t* tile) {
  for (int64_t c = 0; c < kTile; c += 4) {
    for (int64_t r = 0; r < kTile; r += 4) {
      auto column = [&](int64_t k) { return *reinterpret_cast<const Quad*>(from + (c + k) * from_column + r); };
      auto row = [&](int64_t k) -> Quad& { return *reinterpret_cast<Quad*>(tile + (r + k) * kTile + c); };
      Quad q0 = column(0), q1 = column(1), q2 = column(2), q3 = column(3);
      Quad low01 = __builtin_shufflevector(q0, q1, 0, 4, 1, 5), low23 = __builtin_shufflevector(q2, q3, 0, 4, 1, 5);
      Quad high01 = __builtin_shufflevector(q0, q1, 2, 6, 3, 7), high23 = __builtin_shufflevector(q2, q3, 2, 6, 3, 7);
      row(0) = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
      row(1) = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
      row(2) = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
      row(3) = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
    }
  }
}
void turn_tile(const uint64_t* from, int64_t from_column, uint64_t* tile) {
  for (int64_t c = 0; c < kTile; ++c)
    for (int64_t r = 0; r < kTile; ++r) tile[r * kTile + c] = from[c * from_column + r];
}

template <class Word>
void transpose_tile(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t rows, int64_t columns) {
  if (rows == kTile && columns == kTile) {
    alignas(64) Word tile[kTile * kTile];
    turn_tile(from, from_column, tile);
    for (int64_t r = 0; r < kTile; ++r) std::memcpy(to + r * to_row, tile + r * kTile, sizeof(Word) * kTile);
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) to[r * to_row + c] = from[c * from_column + r];
  }
}

template <class Word>
void transpose_rows(Word* to, int64_t to_row, const Word* from, int64_t from_column, int64_t row_begin, int64_t row_end,
                    int64_t columns) {
  for (int64_t r = row_begin; r < row_end; r += kTile) {
    for (int64_t c = 0; c < columns; c += kTile) {
      transpose_tile(to + r * to_row + c, to_row, from + c * from_column + r, from_column, std::min(kTile, row_end - r),
                     std::min(kTile, columns - c));
    }
  }
}

// The two innermost axes are a transposition: the row is contiguous in `to`, the axis
// before it in `from`.
bool copy_transposed(const StridedPlan& plan, std::byte* to, const std::byte* from, int64_t bytes) {
  int rank = plan.sizes.size();
  if (rank < 2 || (bytes != 4 && bytes != 8) || plan.row_stride(0) != 1 || plan.strides[1][rank - 2] != 1) return false;
  if (plan.row_length() < 4 || plan.sizes[rank - 2] < 4) return false;
  int64_t rows = plan.sizes[rank - 2], matrices = plan.rows() / std::max<int64_t>(rows, 1);
  int64_t to_row = plan.strides[0][rank - 2], from_column = plan.row_stride(1), columns = plan.row_length();
  parallel_for(0, matrices * rows, std::max<int64_t>(kGrain / columns, 1), [&](int64_t begin, int64_t end) {
    while (begin < end) {
      int64_t matrix = begin / rows, first = begin % rows, last = std::min(rows, first + end - begin);
      RowCursor cursor(plan, matrix * rows);
      int64_t to_at = cursor.offsets()[0], from_at = cursor.offsets()[1];
      if (bytes == 4)
        transpose_rows(reinterpret_cast<uint32_t*>(to) + to_at, to_row,
                       reinterpret_cast<const uint32_t*>(from) + from_at, from_column, first, last, columns);
      else
        transpose_rows(reinterpret_cast<uint64_t*>(to) + to_at, to_row,
                       reinterpret_cast<const uint64_t*>(from) + from_at, from_column, first, last, columns);
      begin += last - first;
    }
  });
  return true;
}

void copy_long_row(const StridedPlan& plan, std::byte* to, DType to_dtype, const std::byte* from, DType from_dtype) {
  int64_t to_stride = plan.row_stride(0), from_stride = plan.row_stride(1);
  parallel_for(0, plan.row_length(), kGrain, [&](int64_t begin, int64_t end) {
    cast_strided(to + begin * to_stride * dtype_bytes(to_dtype), to_dtype, to_stride,
                 from + begin * from_stride * dtype_bytes(from_dtype), from_dtype, from_stride, end - begin);
  });
}

bool on_cuda(const Tensor& t) { return t.device().kind == DeviceKind::kCuda; }
Tensor packed(const Tensor& t, DType dtype) {
  if (t.is_contiguous() && t.dtype() == dtype) return t;
  Tensor result = empty_tensor(t.sizes(), dtype, t.device());
  copy_tensor(result, t);
  return result;
}

// Within one device: bytes where both are packed alike, else generated code, else the CPU's.
void copy_on_one_device(const Tensor& to, const Tensor& from) {
  bool plain = to.dtype() == from.dtype() && to.sizes() == from.sizes() &&
               (to.strides() == from.strides() ? is_dense(to) : to.is_contiguous() && from.is_contiguous());
  if (plain) {
    device::copy_on_device(start(to), start(from), to.numel() * dtype_bytes(to.dtype()), to.device().index);
    return;
  }
  if (DeviceKernels* kernels = device_kernels(); kernels && kernels->copy(to, from)) return;
  ++host_round_trips();
  Tensor result = empty_tensor(to.sizes(), to.dtype());
  copy_tensor(result, on_host(from));
  copy_tensor(to, result);
}

// Packed bytes cross; casting and spreading out happen where there are fewer bytes to send.
void copy_across(const Tensor& to, const Tensor& from) {
  if (on_cuda(from) && on_cuda(to)) return copy_across(to, on_host(from));
  if (on_cuda(from)) {
    Tensor there = packed(from, from.dtype()), here = empty_tensor(from.sizes(), from.dtype());
    device::copy_to_host(here.impl()->storage->data(), start(there), here.impl()->storage->bytes(),
                         from.device().index);
    return copy_tensor(to, here);
  }
  Tensor here = packed(from, to.dtype());
  bool direct = to.is_contiguous() && to.sizes() == here.sizes();
  Tensor there = direct ? to : empty_tensor(here.sizes(), here.dtype(), to.device());
  int64_t bytes = here.numel() * dtype_bytes(here.dtype());
  device::copy_to_device(start(there), start(here), bytes, to.device().index);
  if (direct) return;
  // A strided target without code for it: the CPU writes into a copy of its range.
  if (DeviceKernels* kernels = device_kernels(); kernels && kernels->copy(to, there)) return;
  ++host_round_trips();
  Tensor image = on_host(to);
  copy_tensor(image, here);
  device::copy_to_device(start(to), start(image), image.impl()->storage->bytes(), to.device().index);
}

}  // namespace

bool is_dense(const Tensor& t) {
  if (t.is_contiguous()) return true;
  std::vector<std::pair<int64_t, int64_t>> axes;  // stride, size
  for (int i = 0; i < t.rank(); ++i)
    if (t.size(i) != 1) axes.emplace_back(t.strides()[i], t.size(i));
  std::sort(axes.begin(), axes.end());
  int64_t expected = 1;
  for (auto [stride, size] : axes) {
    if (stride != expected) return false;
    expected *= size;
  }
  return true;
}

void cast_strided(std::byte* to, DType to_dtype, int64_t to_stride, const std::byte* from, DType from_dtype,
                  int64_t from_stride, int64_t n) {
  if (to_dtype == from_dtype) return move_strided(to, to_stride, from, from_stride, n, dtype_bytes(to_dtype));
  visit_dtype(to_dtype, [&]<class To>() {
    visit_dtype(from_dtype, [&]<class From>() { cast_loop<To, From>(to, to_stride, from, from_stride, n); });
  });
}

void copy_tensor(const Tensor& to, const Tensor& from) {
  if (to.numel() == 0) return;
  if (on_cuda(to) || on_cuda(from))
    return to.device() == from.device() ? copy_on_one_device(to, from) : copy_across(to, from);
  std::byte* out = start(to);
  const std::byte* in = start(from);
  int64_t to_bytes = dtype_bytes(to.dtype()), from_bytes = dtype_bytes(from.dtype());
  StridedPlan plan = plan_strided(to.sizes(), {to.strides(), broadcast_strides(from, to.sizes())});
  if (plan.rows() == 1) return copy_long_row(plan, out, to.dtype(), in, from.dtype());
  if (to.dtype() == from.dtype() && copy_transposed(plan, out, in, to_bytes)) return;
  parallel_for(0, plan.rows(), std::max<int64_t>(kGrain / plan.row_length(), 1), [&](int64_t begin, int64_t end) {
    for_each_row(plan, begin, end, [&](const int64_t* at) {
      cast_strided(out + at[0] * to_bytes, to.dtype(), plan.row_stride(0), in + at[1] * from_bytes, from.dtype(),
                   plan.row_stride(1), plan.row_length());
    });
  });
}

void fill_tensor(const Tensor& t, const Scalar& value) {
  if (t.is_fake() || on_cuda(t) || !t.is_contiguous()) return copy_tensor(t, scalar_tensor(value, t.dtype()));
  visit_dtype(t.dtype(), [&]<class T>() {
    T* data = t.data<T>();
    T element = value.is_float() ? convert<T>(value.number) : convert<T>(value.to_int());
    parallel_for(0, t.numel(), kGrain, [=](int64_t begin, int64_t end) {
      run_widest([=]() VT_LAMBDA { std::fill(data + begin, data + end, element); });
    });
  });
}

Tensor contiguous_copy(const Tensor& t) {
  Tensor result = empty_tensor(t.sizes(), t.dtype(), t.device());
  copy_tensor(result, t);
  return result;
}
Tensor as_contiguous(const Tensor& t) { return t.is_contiguous() ? t : contiguous_copy(t); }
Tensor as_dtype(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype) return t;
  Tensor result = empty_tensor(t.sizes(), dtype, t.device());
  copy_tensor(result, t);
  return result;
}

Tensor tensor_of(std::span<const int64_t> sizes, DType dtype, std::span<const double> values) {
  Tensor result = empty_tensor(sizes, dtype);
  visit_dtype(dtype, [&]<class T>() {
    for (size_t i = 0; i < values.size(); ++i) result.data<T>()[i] = convert<T>(values[i]);
  });
  return result;
}

Tensor scalar_tensor(const Scalar& value, DType dtype) {
  Tensor result = empty_tensor({}, dtype);
  visit_dtype(dtype, [&]<class T>() {
    result.data<T>()[0] = value.is_float() ? convert<T>(value.number) : convert<T>(value.integer.hint());
  });
  return result;
}

}  // namespace vt
