#include "ops/kernels/copy.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "device/cuda.h"
#include "ops/device_kernels.h"
#include "ops/families/evaluate_loops.h"
#include "ops/kernels/iterate.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/transpose.h"
#include "ops/kernels/widest.h"
#include "tensor/accelerator.h"
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

template <class T>
void fill_row(T* to, T value, int64_t n) {
  if constexpr (std::is_class_v<T>) fill_row(&to->bits, value.bits, n);  // of numbers compilers make vectors
  else
    run_widest([=]() VT_LAMBDA {
      for (int64_t i = 0; i < n; ++i) to[i] = value;
    });
}

template <class Word>
void move_loop(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride, int64_t n) {
  Word* out = reinterpret_cast<Word*>(to);
  const Word* in = reinterpret_cast<const Word*>(from);
  if (from_stride == 0) {
    Word value = in[0];
    if (to_stride == 1) return fill_row(out, value, n);
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

// f.operator()<Word>() with an unsigned integer of so many bytes.
template <class F>
void visit_word(int64_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f.template operator()<uint8_t>();
    case 2: return f.template operator()<uint16_t>();
    case 4: return f.template operator()<uint32_t>();
    default: return f.template operator()<uint64_t>();
  }
}

// The axis of the plan to stand before the innermost one.
void put_next_to_row(StridedPlan& plan, int axis) {
  for (int next = axis + 1; next + 1 < plan.sizes.size(); ++axis, ++next) {
    std::swap(plan.sizes[axis], plan.sizes[next]);
    for (int k = 0; k < plan.operands; ++k)
      std::swap(plan.strides[static_cast<size_t>(k)][axis], plan.strides[static_cast<size_t>(k)][next]);
  }
}

// A transposition: the row is contiguous in `to`, another axis in `from`.
bool copy_transposed(StridedPlan& plan, std::byte* to, const std::byte* from, int64_t bytes) {
  int rank = plan.sizes.size();
  if (rank < 2 || plan.row_stride(0) != 1 || plan.row_stride(1) == 1 || plan.row_stride(1) == 0) return false;
  if (plan.row_length() < 4) return false;
  int along = rank - 2;
  while (along >= 0 && plan.strides[1][along] != 1) --along;
  if (along < 0 || plan.sizes[along] < 4) return false;
  put_next_to_row(plan, along);
  int64_t rows = plan.sizes[rank - 2], matrices = plan.rows() / std::max<int64_t>(rows, 1);
  int64_t to_row = plan.strides[0][rank - 2], from_column = plan.row_stride(1), columns = plan.row_length();
  visit_word(bytes, [&]<class Word>() {
    parallel_for(0, matrices * rows, std::max<int64_t>(kGrain / columns, 1), [&](int64_t begin, int64_t end) {
      while (begin < end) {
        int64_t matrix = begin / rows, first = begin % rows, last = std::min(rows, first + end - begin);
        RowCursor cursor(plan, matrix * rows);
        transpose_rows(reinterpret_cast<Word*>(to) + cursor.offsets()[0], to_row,
                       reinterpret_cast<const Word*>(from) + cursor.offsets()[1], from_column, first, last, columns);
        begin += last - first;
      }
    });
  });
  return true;
}

// Rows of a few elements, many of them: the loop goes over the rows, for all elements of one at a time.
constexpr int64_t kShortRow = 16;

// to[i * width + j] = from[i + j * apart]: `width` rows woven into one.
template <int width, class Word>
VT_INLINE void weave(Word* __restrict to, const Word* __restrict from, int64_t apart, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int j = 0; j < width; ++j) to[i * width + j] = from[i + j * apart];
}
template <int width, class Word>
VT_INLINE void pick(Word* __restrict to, const Word* __restrict from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = from[i * width];
}

struct ShortRows {
  int64_t width, to_step, from_step;  // of the elements of one row
  int64_t count, to_row, from_row;    // of the rows
};
template <class Word>
void copy_short_column(const ShortRows& s, Word* out, const Word* in, int64_t count) {
  if (s.to_row == 1 && s.from_row == 1) std::memcpy(out, in, static_cast<size_t>(count) * sizeof(Word));
  else if (s.to_row == 1 && s.from_row == 2) run_widest([=]() VT_LAMBDA { pick<2>(out, in, count); });
  else
    for (int64_t i = 0; i < count; ++i) out[i * s.to_row] = in[i * s.from_row];
}
constexpr int64_t kRowsInCache = 64;  // so many are gone over again for each of their elements
template <class Word>
void copy_short_rows(const ShortRows& s, Word* to, const Word* from) {
  if (s.to_step == 1 && s.to_row == s.width && s.from_row == 1 && (s.width == 2 || s.width == 3 || s.width == 4))
    return run_widest([=]() VT_LAMBDA {
      if (s.width == 2) weave<2>(to, from, s.from_step, s.count);
      else if (s.width == 3) weave<3>(to, from, s.from_step, s.count);
      else weave<4>(to, from, s.from_step, s.count);
    });
  const bool side_by_side = s.to_row == 1 && (s.from_row == 1 || s.from_row == 2);
  const int64_t piece = side_by_side ? s.count : kRowsInCache;
  for (int64_t i = 0; i < s.count; i += piece)
    for (int64_t j = 0; j < s.width; ++j)
      copy_short_column(s, to + j * s.to_step + i * s.to_row, from + j * s.from_step + i * s.from_row,
                        std::min(piece, s.count - i));
}
bool copy_short_rows(const StridedPlan& plan, std::byte* to, const std::byte* from, int64_t bytes) {
  int rank = plan.sizes.size();
  if (rank < 2 || plan.row_length() > kShortRow || plan.sizes[rank - 2] <= plan.row_length()) return false;
  ShortRows s{plan.row_length(),    plan.row_stride(0),        plan.row_stride(1),
              plan.sizes[rank - 2], plan.strides[0][rank - 2], plan.strides[1][rank - 2]};
  int64_t work = s.width * s.count;
  StridedPlan outer = plan;
  outer.sizes.resize(rank - 1);
  for (int64_t k = 0; k < 2; ++k) outer.strides[static_cast<size_t>(k)].resize(rank - 1);
  visit_word(bytes, [&]<class Word>() {
    parallel_for(0, outer.rows(), std::max<int64_t>(kGrain / work, 1), [&](int64_t begin, int64_t end) {
      for_each_row(outer, begin, end, [&](const int64_t* at) {
        copy_short_rows(s, reinterpret_cast<Word*>(to) + at[0], reinterpret_cast<const Word*>(from) + at[1]);
      });
    });
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

bool is_elsewhere(const Tensor& t) { return is_accelerator(t.device().kind); }
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
  if (plain && to.device().kind == DeviceKind::kCuda) {
    device::copy_on_device(start(to), start(from), to.numel() * dtype_bytes(to.dtype()), to.device().index);
    return;
  }
  if (DeviceKernels* kernels = device_kernels(to.device()); kernels && kernels->copy(to, from)) return;
  ++host_round_trips();
  Tensor result = empty_tensor(to.sizes(), to.dtype());
  copy_tensor(result, on_host(from));
  copy_tensor(to, result);
}

// Packed bytes cross; casting and spreading out happen where there are fewer bytes to send.
void copy_across(const Tensor& to, const Tensor& from) {
  if (is_elsewhere(from) && is_elsewhere(to)) return copy_across(to, on_host(from));
  if (is_elsewhere(from)) {
    Tensor there = packed(from, from.dtype()), here = empty_tensor(from.sizes(), from.dtype());
    device_memory(from.device())
        .to_host(here.impl()->storage->data(), start(there), here.impl()->storage->bytes(), from.device());
    return copy_tensor(to, here);
  }
  Tensor here = packed(from, to.dtype());
  bool direct = to.is_contiguous() && to.sizes() == here.sizes();
  Tensor there = direct ? to : empty_tensor(here.sizes(), here.dtype(), to.device());
  int64_t bytes = here.numel() * dtype_bytes(here.dtype());
  device_memory(to.device()).from_host(start(there), start(here), bytes, to.device());
  if (direct) return;
  // A strided target without code for it: the CPU writes into a copy of its range.
  if (DeviceKernels* kernels = device_kernels(to.device()); kernels && kernels->copy(to, there)) return;
  ++host_round_trips();
  Tensor image = on_host(to);
  copy_tensor(image, here);
  device_memory(to.device()).from_host(start(to), start(image), image.impl()->storage->bytes(), to.device());
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
  if (is_elsewhere(to) || is_elsewhere(from))
    return to.device() == from.device() ? copy_on_one_device(to, from) : copy_across(to, from);
  std::byte* out = start(to);
  const std::byte* in = start(from);
  int64_t to_bytes = dtype_bytes(to.dtype()), from_bytes = dtype_bytes(from.dtype());
  StridedPlan plan = plan_strided(to.sizes(), {to.strides(), broadcast_strides(from, to.sizes())});
  if (plan.rows() == 1) return copy_long_row(plan, out, to.dtype(), in, from.dtype());
  if (to.dtype() == from.dtype() &&
      (copy_transposed(plan, out, in, to_bytes) || copy_short_rows(plan, out, in, to_bytes)))
    return;
  bool bytes = to.dtype() == from.dtype() && plan.row_stride(0) == 1 && plan.row_stride(1) == 1;
  size_t row_bytes = static_cast<size_t>(plan.row_length() * to_bytes);
  parallel_for(0, plan.rows(), std::max<int64_t>(kGrain / plan.row_length(), 1), [&](int64_t begin, int64_t end) {
    for_each_row(plan, begin, end, [&](const int64_t* at) {
      if (bytes) std::memcpy(out + at[0] * to_bytes, in + at[1] * from_bytes, row_bytes);
      else
        cast_strided(out + at[0] * to_bytes, to.dtype(), plan.row_stride(0), in + at[1] * from_bytes, from.dtype(),
                     plan.row_stride(1), plan.row_length());
    });
  });
}

void fill_tensor(const Tensor& t, const Scalar& value) {
  if (t.is_fake() || is_elsewhere(t) || !t.is_contiguous()) return copy_tensor(t, scalar_tensor(value, t.dtype()));
  visit_dtype(t.dtype(), [&]<class T>() {
    T* data = t.data<T>();
    T element = value.is_float() ? convert<T>(value.number) : convert<T>(value.to_int());
    parallel_for(0, t.numel(), kGrain,
                 [&](int64_t begin, int64_t end) { fill_row(data + begin, element, end - begin); });
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
Tensor cast_as_it_lies(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype || t.is_contiguous() || !is_dense(t)) return as_dtype(t, dtype);
  Tensor result = empty_strided(t.sizes(), t.strides(), dtype);
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
