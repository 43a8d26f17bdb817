// Norms, summed as PyTorch sums them: the squares of innermost axes in lanes, all else one after the other.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/kernels/copy.h"
#include "ops/kernels/reduce.h"
#include "ops/kernels/reduction_plan.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/transpose.h"
#include "ops/kernels/vector_fold.h"
#include "ops/kernels/widest.h"

namespace vt {
namespace {

// What is summed.
struct Squares {
  template <class T>
  VT_INLINE T operator()(T v) const {
    return v * v;
  }
};
struct Magnitudes {
  template <class T>
  VT_INLINE T operator()(T v) const {
    return std::abs(v);
  }
};
struct NonZeros {
  template <class T>
  VT_INLINE T operator()(T v) const {
    return v != 0 ? T(1) : T(0);
  }
};
struct Powers {
  double p;
  template <class T>
  T operator()(T v) const {
    return std::pow(std::abs(v), static_cast<T>(p));
  }
};

template <class Term, class T>
class Chains {
 public:
  Chains(const ReductionPlan& of, const Term& f, const T* from, T* to) : plan(of), term(f), in(from), out(to) {}
  void run() const {
    if (plan.outputs == 1) return one();
    for_each_row_piece(plan, [this](int64_t first, int64_t count) {
      int64_t in_at, out_at;
      plan.locate(first, in_at, out_at);
      std::vector<T> totals(static_cast<size_t>(count), T(0));
      for (int64_t run = 0; run < plan.runs(); ++run) add_rows(in + in_at + plan.run_offset(run), count, totals.data());
      for (int64_t j = 0; j < count; ++j) out[out_at + j * plan.row_out()] = totals[static_cast<size_t>(j)];
    });
  }

 private:
  static constexpr int64_t kAcross = 64, kDown = 32;
  const ReductionPlan& plan;
  const Term& term;
  const T* const in;
  T* const out;

  // One after the other, of each thread's share.
  void one() const {
    std::vector<T> shares(static_cast<size_t>(threads_of_one_sum()), T(0));
    const int64_t threads = std::min<int64_t>(threads_of_one_sum(), (plan.length + kGrain - 1) / kGrain);
    const int64_t share = threads ? (plan.length + threads - 1) / threads : 1, size = plan.run_length();
    auto add_share = [&](int64_t begin, int64_t end) {
      T total = 0;
      for (int64_t at = begin; at < end;) {
        const T* from = in + plan.run_offset(at / size);
        const int64_t first = at % size, last = std::min(size, first + end - at);
        for (int64_t i = first; i < last; ++i) total += term(from[i * plan.run_stride()]);
        at += last - first;
      }
      shares[static_cast<size_t>(begin / share)] = total;
    };
    if (threads > 1) parallel_for(0, plan.length, kGrain, add_share);
    else add_share(0, plan.length);
    *out = 0;
    for (T part : shares) *out += part;
  }
  // totals[j] += the terms of row j, which begins plan.row_in() after the one before.
  void add_rows(const T* from, int64_t rows, T* totals) const {
    const int64_t size = plan.run_length(), stride = plan.run_stride(), step = plan.row_in();
    if (step == 1) return add_down(from, stride, size, rows, totals);
    if (stride != 1 && std::abs(stride) < std::abs(step)) return add_apart(from, rows, totals);
    T tile[kAcross * kDown];
    for (int64_t j = 0; j < rows; j += kAcross)
      for (int64_t i = 0; i < size; i += kDown) {
        const int64_t across = std::min(kAcross, rows - j), down = std::min(kDown, size - i);
        const T* corner = from + j * step + i * stride;
        if (stride == 1) transpose_rows(tile, kAcross, corner, step, 0, down, across);
        else
          for (int64_t k = 0; k < down; ++k) collect(corner + k * stride, step, across, tile + k * kAcross);
        add_down(tile, kAcross, down, across, totals + j);
      }
  }
  void add_apart(const T* from, int64_t rows, T* totals) const {
    constexpr int64_t kAtOnce = 8;
    const int64_t size = plan.run_length(), stride = plan.run_stride(), step = plan.row_in();
    int64_t j = 0;
    for (; j + kAtOnce <= rows; j += kAtOnce) {
      T own[kAtOnce];
      std::copy_n(totals + j, kAtOnce, own);
      for (int64_t i = 0; i < size; ++i)
        for (int64_t k = 0; k < kAtOnce; ++k) own[k] += term(from[(j + k) * step + i * stride]);
      std::copy_n(own, kAtOnce, totals + j);
    }
    for (; j < rows; ++j)
      for (int64_t i = 0; i < size; ++i) totals[j] += term(from[j * step + i * stride]);
  }
  void add_down(const T* from, int64_t stride, int64_t length, int64_t width, T* totals) const {
    constexpr int64_t kBlock = 8192 / sizeof(T);
    for (int64_t j = 0; j < width; j += kBlock)
      run_widest([=, n = std::min(kBlock, width - j), to = totals + j, f = term]() VT_LAMBDA {
        for (int64_t i = 0; i < length; ++i) {
          const T* row = from + j + i * stride;
          T* __restrict total = to;
          for (int64_t k = 0; k < n; ++k) total[k] += f(row[k]);
        }
      });
  }
};
template <class T, class Term>
void add_chains(const ReductionPlan& plan, const Tensor& in, const Tensor& out, const Term& term) {
  Chains<Term, T>(plan, term, in.data<T>(), out.data<T>()).run();
}

bool is_innermost(const ReductionPlan& plan) { return plan.runs() == 1 && plan.run_stride() == 1; }
template <class T, class From>
void sum_squares_of_rows(const ReductionPlan& plan, const From* in, T* out) {
  for_each_row_piece(plan, [&](int64_t first, int64_t count) {
    int64_t in_at, out_at;
    plan.locate(first, in_at, out_at);
    square_sums(in + in_at, SquareSums<T>{plan.row_in(), count, plan.length, out + out_at, plan.row_out()});
  });
}

template <class T, class F>
void change_each(const Tensor& t, const F& f) {
  T* values = t.data<T>();
  for (int64_t i = 0; i < t.numel(); ++i) values[i] = f(values[i]);
}

template <class T>
Tensor magnitudes_of(const Tensor& in) {
  const Tensor result = contiguous_copy(in);
  parallel_for(0, result.numel(), kGrain, [values = result.data<T>()](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) values[i] = std::abs(values[i]);
  });
  return result;
}

template <class T>
void norm_of(const Tensor& result, const Tensor& in, std::span<const int> axes, double p, bool in_lanes) {
  if (std::isinf(p)) return reduce_into(p > 0 ? Reduce::kMax : Reduce::kMin, result, magnitudes_of<T>(in), axes);
  const ReductionPlan plan = plan_reduction(in, result, axes);
  if (plan.length == 1 && p != 0) return reduce_into(Reduce::kSum, result, magnitudes_of<T>(in), axes);
  if (p == 2) {
    if (in_lanes && is_innermost(plan)) sum_squares_of_rows(plan, in.data<T>(), result.data<T>());
    else add_chains<T>(plan, in, result, Squares());
    return change_each<T>(result, [](T v) { return std::sqrt(v); });
  }
  if (p == 1) return add_chains<T>(plan, in, result, Magnitudes());
  if (p == 0) return add_chains<T>(plan, in, result, NonZeros());
  add_chains<T>(plan, in, result, Powers{p});
  change_each<T>(result, [p](T v) { return std::pow(v, T(1) / static_cast<T>(p)); });
}

}  // namespace

void reduce_norm(const Tensor& out, const Tensor& in, std::span<const int> axes, double p) {
  if (out.numel() == 0) return;
  const DType dtype = opmath_type(out.dtype());
  const Tensor result = out.dtype() == dtype && out.is_contiguous() ? out : empty_tensor(out.sizes(), dtype);
  const ReductionPlan plan = plan_reduction(in, result, axes);
  if (in.dtype() == DType::kBFloat16 && p == 2 && plan.length != 1 && is_innermost(plan)) {
    sum_squares_of_rows(plan, in.data<BFloat16>(), result.data<float>());
    change_each<float>(result, [](float v) { return std::sqrt(v); });
    return copy_tensor(out, result);
  }
  const Tensor source = cast_as_it_lies(in, dtype);
  const bool in_lanes = in.dtype() != DType::kFloat16;  // PyTorch has no lanes for halves
  if (dtype == DType::kFloat64) norm_of<double>(result, source, axes, p, in_lanes);
  else norm_of<float>(result, source, axes, p, in_lanes);
  if (!result.same(out)) copy_tensor(out, result);
}

}  // namespace vt
