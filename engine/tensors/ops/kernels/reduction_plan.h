// How a reduction walks its input; shared by the sources of reduce.h.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "ops/kernels/parallel.h"
#include "tensor/tensor.h"

namespace vt {

// Axes innermost first, merged where possible. Strides in elements.
struct ReductionPlan {
  Dims reduced_sizes, reduced_strides;
  Dims kept_sizes, kept_in, kept_out;
  int64_t outputs = 1;  // product of kept_sizes
  int64_t length = 1;   // product of reduced_sizes

  // Input and output offsets of kept element `index`.
  void locate(int64_t index, int64_t& in, int64_t& out) const;
  // Offset of the run number `run` over all reduced axes but the innermost.
  int64_t run_offset(int64_t run) const;
  int64_t run_length() const { return reduced_sizes.empty() ? 1 : reduced_sizes[0]; }
  int64_t run_stride() const { return reduced_sizes.empty() ? 1 : reduced_strides[0]; }
  int64_t runs() const { return run_length() == 0 ? 0 : length / run_length(); }
  // Kept elements lie side by side along the innermost kept axis.
  int64_t row() const { return kept_sizes.empty() ? 1 : kept_sizes[0]; }
  int64_t row_in() const { return kept_sizes.empty() ? 0 : kept_in[0]; }
  int64_t row_out() const { return kept_sizes.empty() ? 0 : kept_out[0]; }
};
ReductionPlan plan_reduction(const Tensor& in, const Tensor& out, std::span<const int> axes);

// How many threads share one sum, whose last bit depends on their number. In the browser a program prints the same on
// every machine.
inline int threads_of_one_sum() {
#ifdef __EMSCRIPTEN__
  return 1;
#else
  return thread_count();
#endif
}

// f(first kept element, count) over pieces of rows, in parallel; pieces begin at multiples
// of 32 within a row, so that vector groups stay whole.
template <class F>
void for_each_row_piece(const ReductionPlan& plan, const F& f) {
  int64_t row = plan.row(), rows = row == 0 ? 0 : plan.outputs / row;
  int64_t pieces_per_row = rows >= 4 * thread_count() ? 1 : (row + 31) / 32;
  int64_t piece = pieces_per_row == 1 ? row : 32;
  int64_t work = std::max<int64_t>(piece * std::max<int64_t>(plan.length, 1), 1);
  parallel_for(0, rows * pieces_per_row, std::max<int64_t>(kGrain / work, 1), [&](int64_t begin, int64_t end) {
    while (begin < end) {
      int64_t which = begin / pieces_per_row, first = begin % pieces_per_row;
      int64_t last = std::min(pieces_per_row, first + end - begin);
      f(which * row + first * piece, std::min(row, last * piece) - first * piece);
      begin += last - first;
    }
  });
}

// Float sums as PyTorch cascades them (reduce_sum.cpp).
enum class SumOf : uint8_t { kValues, kNumbers };
void sum_float(const ReductionPlan& plan, SumOf of, const float* in, float* out);
void sum_bfloat16(const ReductionPlan& plan, SumOf of, const BFloat16* in, float* out);
void sum_half(const ReductionPlan& plan, SumOf of, const Half* in, float* out);
void sum_double(const ReductionPlan& plan, SumOf of, const double* in, double* out);

}  // namespace vt
