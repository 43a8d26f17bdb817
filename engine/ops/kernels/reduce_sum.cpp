// Sums of floats in the order in which PyTorch adds them: a cascade of four levels over
// four interleaved rows, 32 bytes of lanes at a time. The error grows with the logarithm
// of the length, and the printed digits agree.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ops/kernels/reduction_plan.h"
#include "support/isa.h"

namespace vt {
namespace {

template <class T, int kLanes>
struct VectorOf {
  typedef T Type __attribute__((vector_size(sizeof(T) * kLanes)));
};
template <class T>
struct VectorOf<T, 1> {  // a vector of one would live in memory
  using Type = T;
};

template <class T, int kLanes>
struct Lanes {
  using Vector = typename VectorOf<T, kLanes>::Type;
  Vector lane;
  VT_INLINE T at(int k) const {
    T value;
    std::memcpy(&value, reinterpret_cast<const T*>(&lane) + k, sizeof value);
    return value;
  }
  VT_INLINE void clear() { lane = Vector{}; }
  VT_INLINE void add(const Lanes& other) { lane += other.lane; }
  VT_INLINE void read(const T* from) { std::memcpy(&lane, from, sizeof lane); }
  VT_INLINE void read(const BFloat16* from) {
    uint32_t wide[kLanes];
    for (int i = 0; i < kLanes; ++i) wide[i] = static_cast<uint32_t>(from[i].bits) << 16;
    std::memcpy(&lane, wide, sizeof lane);
  }
  VT_INLINE void drop_nans() { lane = lane == lane ? lane : Vector{}; }
};

template <SumOf of, class T, int kLanes, class From>
VT_INLINE void load_add(Lanes<T, kLanes>& sum, const From* from) {
  Lanes<T, kLanes> value;
  value.read(from);
  if constexpr (of == SumOf::kNumbers) value.drop_nans();
  sum.add(value);
}

int ceil_log2(int64_t n) { return n <= 1 ? 0 : 64 - std::countl_zero(static_cast<uint64_t>(n - 1)); }

// Sums down `size` rows of kRows groups of lanes; groups lie `group_stride` apart.
template <SumOf of, class T, int kLanes, int kRows, class From>
VT_INLINE void cascade(const From* in, int64_t row_stride, int64_t group_stride, int64_t size,
                       Lanes<T, kLanes> (&result)[kRows]) {
  constexpr int kLevels = 4;
  int power = std::max(4, ceil_log2(size) / kLevels);
  int64_t step = int64_t{1} << power, mask = step - 1;
  if (size < step * step) {  // two levels, which stay in registers
    Lanes<T, kLanes> rest[kRows], steps[kRows];
    for (int k = 0; k < kRows; ++k) rest[k].clear(), steps[k].clear();
    int64_t i = 0;
    while (i + step <= size) {
      Lanes<T, kLanes> running[kRows];
      for (auto& sum : running) sum.clear();
      for (int64_t j = 0; j < step; ++j, ++i)
        for (int k = 0; k < kRows; ++k) load_add<of>(running[k], in + i * row_stride + k * group_stride);
      for (int k = 0; k < kRows; ++k) steps[k].add(running[k]);
    }
    for (; i < size; ++i)
      for (int k = 0; k < kRows; ++k) load_add<of>(rest[k], in + i * row_stride + k * group_stride);
    for (int k = 0; k < kRows; ++k) {
      rest[k].add(steps[k]);
      result[k] = rest[k];
    }
    return;
  }
  Lanes<T, kLanes> sums[kLevels][kRows];
  for (auto& level : sums)
    for (auto& sum : level) sum.clear();
  int64_t i = 0;
  while (i + step <= size) {
    Lanes<T, kLanes> running[kRows];  // level 0: stays in registers, as the others with their variable level do not
    for (auto& sum : running) sum.clear();
    for (int64_t j = 0; j < step; ++j, ++i) {
      const From* row = in + i * row_stride;
      for (int k = 0; k < kRows; ++k) load_add<of>(running[k], row + k * group_stride);
    }
    for (int k = 0; k < kRows; ++k) sums[1][k].add(running[k]);
    for (int level = 2; level < kLevels && (i & (mask << ((level - 1) * power))) == 0; ++level) {
      for (int k = 0; k < kRows; ++k) {
        sums[level][k].add(sums[level - 1][k]);
        sums[level - 1][k].clear();
      }
    }
  }
  for (; i < size; ++i) {
    for (int k = 0; k < kRows; ++k) load_add<of>(sums[0][k], in + i * row_stride + k * group_stride);
  }
  for (int level = 1; level < kLevels; ++level) {
    for (int k = 0; k < kRows; ++k) sums[0][k].add(sums[level][k]);
  }
  for (int k = 0; k < kRows; ++k) result[k] = sums[0][k];
}

// One row of `size` groups, read as four interleaved ones.
template <SumOf of, class T, int kLanes, class From>
VT_INLINE void sum_row(const From* in, int64_t stride, int64_t size, Lanes<T, kLanes>& sum) {
  Lanes<T, kLanes> parts[4];
  cascade<of, T, kLanes, 4>(in, stride * 4, stride, size / 4, parts);
  for (int64_t i = size / 4 * 4; i < size; ++i) load_add<of>(parts[0], in + i * stride);
  for (int k = 1; k < 4; ++k) parts[0].add(parts[k]);
  sum = parts[0];
}

template <SumOf of, class T, class From>
VT_INLINE T sum_contiguous(const From* in, int64_t size) {
  constexpr int kLanes = 32 / sizeof(T);
  Lanes<T, kLanes> vector;
  sum_row<of>(in, kLanes, size / kLanes, vector);
  Lanes<T, 1> total;
  total.clear();
  for (int64_t i = size / kLanes * kLanes; i < size; ++i) load_add<of>(total, in + i);
  for (int lane = 0; lane < kLanes; ++lane) total.lane += vector.at(lane);
  return total.lane;
}

template <SumOf of, class T, class From>
VT_INLINE T sum_strided(const From* in, int64_t stride, int64_t size) {
  Lanes<T, 1> sum;
  sum_row<of>(in, stride, size, sum);
  return sum.lane;
}

// One output from one run along the innermost reduced axis.
template <SumOf of, class T, class From>
VT_INLINE T sum_run(const From* in, int64_t stride, int64_t size) {
  if (stride == 1 && size >= static_cast<int64_t>(32 / sizeof(T))) return sum_contiguous<of, T>(in, size);
  return sum_strided<of, T>(in, stride, size);
}

template <class T, int kLanes, int kRows>
VT_INLINE void store(const Lanes<T, kLanes> (&sums)[kRows], T* out, int64_t stride) {
  for (int k = 0; k < kRows; ++k) {
    for (int lane = 0; lane < kLanes; ++lane) out[(k * kLanes + lane) * stride] += sums[k].at(lane);
  }
}

// Columns side by side: whole groups of four vectors, then single vectors, then scalars.
template <SumOf of, class T, class From>
VT_INLINE void sum_columns(const From* in, int64_t run_stride, int64_t length, int64_t columns, T* out,
                           int64_t out_stride) {
  constexpr int kLanes = 32 / sizeof(T);
  int64_t j = 0;
  for (; j + 4 * kLanes <= columns; j += 4 * kLanes) {
    Lanes<T, kLanes> sums[4];
    cascade<of, T, kLanes, 4>(in + j, run_stride, kLanes, length, sums);
    store(sums, out + j * out_stride, out_stride);
  }
  for (; j + kLanes <= columns; j += kLanes) {
    Lanes<T, kLanes> sums[1];
    sum_row<of>(in + j, run_stride, length, sums[0]);
    store(sums, out + j * out_stride, out_stride);
  }
  for (; j < columns; ++j) out[j * out_stride] += sum_strided<of, T>(in + j, run_stride, length);
}

// Columns apart: four scalars at a time.
template <SumOf of, class T, class From>
VT_INLINE void sum_scattered_columns(const From* in, int64_t run_stride, int64_t length, int64_t column_stride,
                                     int64_t columns, T* out, int64_t out_stride) {
  int64_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    Lanes<T, 1> sums[4];
    cascade<of, T, 1, 4>(in + j * column_stride, run_stride, column_stride, length, sums);
    store(sums, out + j * out_stride, out_stride);
  }
  for (; j < columns; ++j) out[j * out_stride] += sum_strided<of, T>(in + j * column_stride, run_stride, length);
}

template <SumOf of, class T, class From>
VT_INLINE void sum_piece(const ReductionPlan& plan, const From* in, T* out, int64_t first, int64_t count) {
  int64_t in_at, out_at;
  plan.locate(first, in_at, out_at);
  int64_t size = plan.run_length(), stride = plan.run_stride();
  constexpr int64_t kLanes = 32 / sizeof(T);
  for (int64_t j = 0; j < count; ++j) out[out_at + j * plan.row_out()] = 0;
  bool one_run = plan.reduced_sizes.size() <= 1;
  bool contiguous_run = stride == 1 && size >= kLanes;
  if (one_run && !contiguous_run && plan.row_in() == 1 && plan.row() >= kLanes) {
    return sum_columns<of>(in + in_at, stride, size, count, out + out_at, plan.row_out());
  }
  if (one_run && !contiguous_run && !plan.kept_sizes.empty() && stride >= plan.row_in()) {
    return sum_scattered_columns<of>(in + in_at, stride, size, plan.row_in(), count, out + out_at, plan.row_out());
  }
  int64_t runs = plan.runs();
  for (int64_t run = 0; run < runs; ++run) {
    const From* from = in + in_at + plan.run_offset(run);
    for (int64_t j = 0; j < count; ++j)
      out[out_at + j * plan.row_out()] += sum_run<of, T>(from + j * plan.row_in(), stride, size);
  }
}

#ifdef __x86_64__
template <SumOf of, class T, class From>
VT_AVX2 void sum_piece_avx2(const ReductionPlan& plan, const From* in, T* out, int64_t first, int64_t count) {
  sum_piece<of>(plan, in, out, first, count);
}
template <SumOf of, class T, class From>
VT_AVX2 T sum_run_avx2(const From* in, int64_t stride, int64_t size) {
  return sum_run<of, T>(in, stride, size);
}
#endif
template <SumOf of, class T, class From>
void best_sum_piece(const ReductionPlan& plan, const From* in, T* out, int64_t first, int64_t count) {
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return sum_piece_avx2<of>(plan, in, out, first, count);
#endif
  sum_piece<of>(plan, in, out, first, count);
}
template <SumOf of, class T, class From>
T best_sum_run(const From* in, int64_t stride, int64_t size) {
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return sum_run_avx2<of, T>(in, stride, size);
#endif
  return sum_run<of, T>(in, stride, size);
}

// One output: each thread sums its share, then the shares are summed.
template <SumOf of, class T, class From>
void sum_all(const ReductionPlan& plan, const From* in, T* out) {
  std::vector<T> shares(static_cast<size_t>(thread_count()), T(0));
  int64_t threads = std::min<int64_t>(thread_count(), (plan.length + kGrain - 1) / kGrain);
  int64_t share = (plan.length + threads - 1) / threads;
  parallel_for(0, plan.length, kGrain, [&](int64_t begin, int64_t end) {
    T sum = best_sum_run<of, T>(in + begin * plan.run_stride(), plan.run_stride(), end - begin);
    shares[static_cast<size_t>(begin / share)] = sum;
  });
  *out = sum_run<of, T>(shares.data(), 1, static_cast<int64_t>(shares.size()));
}

template <SumOf of, class T, class From>
void sum_of(const ReductionPlan& plan, const From* in, T* out) {
  if (plan.outputs == 1 && plan.length >= kGrain && plan.reduced_sizes.size() == 1 && thread_count() > 1)
    return sum_all<of>(plan, in, out);
  for_each_row_piece(plan, [&](int64_t first, int64_t count) { best_sum_piece<of>(plan, in, out, first, count); });
}

template <class T, class From>
void sum_any(const ReductionPlan& plan, SumOf of, const From* in, T* out) {
  switch (of) {
    case SumOf::kValues: return sum_of<SumOf::kValues>(plan, in, out);
    case SumOf::kNumbers: return sum_of<SumOf::kNumbers>(plan, in, out);
  }
}

}  // namespace

void sum_float(const ReductionPlan& plan, SumOf of, const float* in, float* out) { sum_any(plan, of, in, out); }
void sum_bfloat16(const ReductionPlan& plan, SumOf of, const BFloat16* in, float* out) { sum_any(plan, of, in, out); }
void sum_double(const ReductionPlan& plan, SumOf of, const double* in, double* out) { sum_any(plan, of, in, out); }

}  // namespace vt
