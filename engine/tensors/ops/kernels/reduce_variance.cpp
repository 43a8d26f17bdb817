// Mean and variance in two passes in double: at least as exact as PyTorch's Welford in double.
#include <cmath>
#include <limits>

#include "ops/kernels/copy.h"
#include "ops/kernels/reduce.h"
#include "ops/kernels/reduction_plan.h"

namespace vt {
namespace {

// The sum of (value - shift), or of its square, in lanes.
template <bool squares, class T>
double sum_about(const T* values, int64_t n, int64_t stride, double shift) {
  constexpr int64_t kLanes = 16;
  auto term = [shift](T value) {
    double off = static_cast<double>(value) - shift;
    return squares ? off * off : off;
  };
  double lanes[kLanes] = {}, sum = 0;
  int64_t i = 0;
  if (stride == 1)
    for (; i + kLanes <= n; i += kLanes)
      for (int64_t k = 0; k < kLanes; ++k) lanes[k] += term(values[i + k]);
  for (; i < n; ++i) sum += term(values[i * stride]);
  for (double lane : lanes) sum += lane;
  return sum;
}

template <class T>
struct Variances {
  const ReductionPlan& plan;
  const T* source;
  double degrees;
  bool root;
  double *means, *spreads;

  double count() const { return static_cast<double>(plan.length); }
  void store(int64_t at, double average, double squares) const {
    double spread = plan.length == 0 ? std::numeric_limits<double>::quiet_NaN() : squares / degrees;
    means[at] = average;
    spreads[at] = root ? std::sqrt(spread) : spread;
  }
  // A few long sums: threads share each of them, in pieces that do not depend on their number.
  template <bool squares>
  double long_sum(const T* from, double shift) const {
    constexpr int64_t kPiece = 16384;
    int64_t size = plan.run_length(), per_run = (size + kPiece - 1) / kPiece, pieces = plan.runs() * per_run;
    std::vector<double> sums(static_cast<size_t>(pieces));
    parallel_for(0, pieces, 2, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        int64_t first = p % per_run * kPiece;
        sums[static_cast<size_t>(p)] =
            sum_about<squares>(from + plan.run_offset(p / per_run) + first * plan.run_stride(),
                               std::min(kPiece, size - first), plan.run_stride(), shift);
      }
    });
    double total = 0;
    for (double sum : sums) total += sum;
    return total;
  }
  void long_rows() const {
    for (int64_t j = 0; j < plan.outputs; ++j) {
      int64_t in_at, out_at;
      plan.locate(j, in_at, out_at);
      double average = long_sum<false>(source + in_at, 0) / count();
      store(out_at, average, long_sum<true>(source + in_at, average));
    }
  }
  void row(int64_t which) const {
    int64_t in_at, out_at;
    plan.locate(which, in_at, out_at);
    double sum = 0, squares = 0;
    for (int64_t run = 0; run < plan.runs(); ++run)
      sum += sum_about<false>(source + in_at + plan.run_offset(run), plan.run_length(), plan.run_stride(), 0.0);
    double average = sum / count();
    for (int64_t run = 0; run < plan.runs(); ++run)
      squares += sum_about<true>(source + in_at + plan.run_offset(run), plan.run_length(), plan.run_stride(), average);
    store(out_at, average, squares);
  }
  // Results that lie side by side, read row by row.
  static constexpr int64_t kColumns = 128;
  void columns(int64_t first, int64_t width) const {
    int64_t in_at, out_at, stride = plan.run_stride();
    plan.locate(first, in_at, out_at);
    double sums[kColumns] = {}, squares[kColumns] = {};
    auto each_row = [&](const auto& f) {
      for (int64_t run = 0; run < plan.runs(); ++run)
        for (int64_t i = 0; i < plan.run_length(); ++i) f(source + in_at + plan.run_offset(run) + i * stride);
    };
    each_row([&](const T* line) {
      for (int64_t c = 0; c < width; ++c) sums[c] += static_cast<double>(line[c]);
    });
    for (int64_t c = 0; c < width; ++c) sums[c] /= count();
    each_row([&](const T* line) {
      for (int64_t c = 0; c < width; ++c) {
        double off = static_cast<double>(line[c]) - sums[c];
        squares[c] += off * off;
      }
    });
    for (int64_t c = 0; c < width; ++c) store(out_at + c * plan.row_out(), sums[c], squares[c]);
  }
  void run() const {
    if (plan.outputs < threads_of_one_sum() && plan.length > kGrain) return long_rows();
    bool side_by_side = plan.row_in() == 1 && plan.run_stride() != 1;
    for_each_row_piece(plan, [&](int64_t first, int64_t count) {
      if (side_by_side)
        for (int64_t c = 0; c < count; c += kColumns) columns(first + c, std::min(kColumns, count - c));
      else
        for (int64_t j = 0; j < count; ++j) row(first + j);
    });
  }
};

}  // namespace

void reduce_variance(const Tensor& variance, const Tensor& mean, const Tensor& in, std::span<const int> axes,
                     double correction, bool root) {
  Tensor source = as_dtype(in, in.dtype() == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32);
  const Tensor& shape = variance.defined() ? variance : mean;
  Tensor means = empty_tensor(shape.sizes(), DType::kFloat64), spreads = empty_tensor(shape.sizes(), DType::kFloat64);
  ReductionPlan plan = plan_reduction(source, means, axes);
  double degrees = std::max(0.0, static_cast<double>(plan.length) - correction);
  double *m = means.data<double>(), *s = spreads.data<double>();
  if (source.dtype() == DType::kFloat64) Variances<double>{plan, source.data<double>(), degrees, root, m, s}.run();
  else Variances<float>{plan, source.data<float>(), degrees, root, m, s}.run();
  if (variance.defined()) copy_tensor(variance, spreads);
  if (mean.defined()) copy_tensor(mean, means);
}

}  // namespace vt
