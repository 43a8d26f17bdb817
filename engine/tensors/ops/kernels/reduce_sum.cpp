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

#ifdef __x86_64__
#include <immintrin.h>
#endif

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

int ceil_log2(int64_t n) { return n <= 1 ? 0 : 64 - std::countl_zero(static_cast<uint64_t>(n - 1)); }

#ifdef __x86_64__
namespace avx2 {  // no processor has AVX2 and not F16C
#define ISA __attribute__((target("avx2,fma,f16c")))
VT_INLINE ISA float widened(Half h) { return _cvtsh_ss(h.bits); }
typedef float Eight __attribute__((vector_size(32)));
VT_INLINE ISA void widen(const Half* from, Eight& to) {
  to = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}
#include "ops/kernels/reduce_sum.inc"
#undef ISA
}  // namespace avx2
#endif
namespace plain {
#define ISA
VT_INLINE float widened(Half h) { return to_float(h); }
template <class V>
VT_INLINE void widen(const Half* from, V& to) {
  for (size_t i = 0; i < sizeof(V) / sizeof(float); ++i) to[i] = to_float(from[i]);
}
#include "ops/kernels/reduce_sum.inc"
#undef ISA
}  // namespace plain

template <SumOf of, class T, class From>
void sum_rows_best(const ReductionPlan& plan, const From* in, T* out, int64_t first, int64_t count) {
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return avx2::sum_rows<of>(plan, in, out, first, count);
#endif
  plain::sum_rows<of>(plan, in, out, first, count);
}
template <SumOf of, class T, class From>
T sum_share_best(const From* in, int64_t stride, int64_t size) {
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return avx2::sum_share<of, T>(in, stride, size);
#endif
  return plain::sum_share<of, T>(in, stride, size);
}

// One output: each thread sums its share, then the shares are summed.
template <SumOf of, class T, class From>
void sum_all(const ReductionPlan& plan, const From* in, T* out) {
  std::vector<T> shares(static_cast<size_t>(thread_count()), T(0));
  int64_t threads = std::min<int64_t>(thread_count(), (plan.length + kGrain - 1) / kGrain);
  int64_t share = (plan.length + threads - 1) / threads, size = plan.run_length(), stride = plan.run_stride();
  parallel_for(0, plan.length, kGrain, [&](int64_t begin, int64_t end) {
    T sum = 0;
    for (int64_t at = begin; at < end;) {
      const int64_t first = at % size, count = std::min(size - first, end - at);
      sum += sum_share_best<of, T>(in + plan.run_offset(at / size) + first * stride, stride, count);
      at += count;
    }
    shares[static_cast<size_t>(begin / share)] = sum;
  });
  *out = sum_share_best<of, T>(shares.data(), 1, static_cast<int64_t>(shares.size()));
}

template <SumOf of, class T, class From>
void sum_of(const ReductionPlan& plan, const From* in, T* out) {
  if (plan.outputs == 1 && plan.length >= kGrain && plan.run_stride() != 0 && threads_of_one_sum() > 1)
    return sum_all<of>(plan, in, out);
  for_each_row_piece(plan, [&](int64_t first, int64_t count) { sum_rows_best<of>(plan, in, out, first, count); });
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
void sum_half(const ReductionPlan& plan, SumOf of, const Half* in, float* out) { sum_any(plan, of, in, out); }
void sum_double(const ReductionPlan& plan, SumOf of, const double* in, double* out) { sum_any(plan, of, in, out); }

}  // namespace vt
