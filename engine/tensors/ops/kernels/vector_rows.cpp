#include "ops/kernels/vector_rows.h"

#include <limits>

#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_formulas.h"
#include "ops/kernels/vector_wide.h"

namespace vt {
namespace {

constexpr int kLanes = 64;

// In so many lanes, whose halves are then compared.
template <int lanes>
VT_INLINE float lane_max_of(const float* in, int64_t n) {
  float largest[lanes];
  for (int k = 0; k < lanes; ++k) largest[k] = in[k];
  int64_t i = lanes;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k) largest[k] = larger_of(largest[k], in[i + k]);
#pragma GCC unroll 8
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) largest[k] = larger_of(largest[k], largest[k + half]);
  float result = largest[0];
  for (; i < n; ++i) result = larger_of(result, in[i]);
  return result;
}
VT_INLINE float row_max_of(const float* in, int64_t n) {
  if (n >= kLanes) return lane_max_of<kLanes>(in, n);
  if (n >= kLanes / 4) return lane_max_of<kLanes / 4>(in, n);
  float result = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < n; ++i) result = larger_of(result, in[i]);
  return result;
}
// The sum of all lanes, in double: halves are added, as vectors, for as long as there are two.
VT_INLINE double sum_of_lanes(const float (&lanes)[kLanes]) {
  double sums[kLanes / 2];
  for (int k = 0; k < kLanes / 2; ++k)
    sums[k] = static_cast<double>(lanes[k]) + static_cast<double>(lanes[k + kLanes / 2]);
  for (int k = 0; k < kLanes / 4; ++k) sums[k] += sums[k + kLanes / 4];
  for (int k = 0; k < kLanes / 8; ++k) sums[k] += sums[k + kLanes / 8];
  double sum = 0;
  for (int k = 0; k < kLanes / 8; ++k) sum += sums[k];
  return sum;
}
// In sixteen lanes, whose halves are added: the order of PyTorch's vectors.
constexpr int kSumLanes = 16;
VT_INLINE float lane_sum_of(const float* row, int64_t n) {
  if (n < kSumLanes) {
    float sum = row[0];
    for (int64_t i = 1; i < n; ++i) sum += row[i];
    return sum;
  }
  float lanes[kSumLanes];
  for (int k = 0; k < kSumLanes; ++k) lanes[k] = row[k];
  int64_t i = kSumLanes;
  for (; i + kSumLanes <= n; i += kSumLanes)
    for (int k = 0; k < kSumLanes; ++k) lanes[k] += row[i + k];
  for (int k = 0; i + k < n; ++k) lanes[k] += row[i + k];
  for (int half = kSumLanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) lanes[k] += lanes[k + half];
  return lanes[0];
}
template <class F>
VT_INLINE float exp_row_of(const float* in, float shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = exp_of<F>(in[i] - shift);
  return lane_sum_of(out, n);
}

VT_VERSIONS(row_max_best, float, (const float* in, int64_t n), (in, n), row_max_of(in, n), row_max_of(in, n))

// The sum of a term over rows of n elements: up to 1024 in lanes of float, of these in double.
template <class F, class... Rows>
VT_INLINE double sum_row(int64_t n, F term, Rows... rows) {
  constexpr int64_t kChunk = 1024;
  double total = 0;
  for (int64_t start = 0; start < n; start += kChunk) {
    int64_t end = start + kChunk < n ? start + kChunk : n, i = start;
    float sums[kLanes] = {};
    for (; i + kLanes <= end; i += kLanes)
      for (int k = 0; k < kLanes; ++k) sums[k] += term(rows[i + k]...);
    if (end - start >= kLanes) total += sum_of_lanes(sums);
    for (; i < end; ++i) total += static_cast<double>(term(rows[i]...));
  }
  return total;
}
VT_INLINE void softmax_gradient(const float* grad, const float* result, float sum, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = (grad[i] - sum) * result[i];
}
template <class F>
VT_INLINE void log_softmax_gradient(const float* grad, const float* result, float sum, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(-exp_of<F>(result[i]), sum, grad[i]);
}
// With g = grad * weight and x^ = (in - mean) * scale: scale * (g - mean(g) - x^ * mean(g * x^)), as PyTorch
// arranges and rounds it.
template <class F>
VT_INLINE void norm_gradient(const float* grad, const float* in, float mean, float scale, const float* weight,
                             const NormGradients& out, const NormSums& sums, int64_t n) {
  if (out.input) {
    const float part = 1.0f / static_cast<float>(n);
    const float slope = F::of(sums.grad, mean, -sums.along) * scale * scale * scale * part;
    const float level = F::of(-slope, mean, -(sums.grad * scale * part));
    if (weight)
      for (int64_t i = 0; i < n; ++i) out.input[i] = F::of(slope, in[i], scale * grad[i] * weight[i]) + level;
    else
      for (int64_t i = 0; i < n; ++i) out.input[i] = F::of(slope, in[i], scale * grad[i]) + level;
  }
  const float shift = -scale * mean;
  if (out.weight)
    for (int64_t i = 0; i < n; ++i) out.weight[i] = F::of(grad[i], F::of(scale, in[i], shift), out.weight[i]);
  if (out.bias)
    for (int64_t i = 0; i < n; ++i) out.bias[i] += grad[i];
}
// Two passes with sums in double, of squares that are rounded each: as PyTorch's batch norm has them.
VT_INLINE double total_of(const float* in, int64_t n) {
  double total = 0, lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>(in[i + k]);
  for (double lane : lanes) total += lane;
  for (; i < n; ++i) total += static_cast<double>(in[i]);
  return total;
}
VT_INLINE double squares_of(const float* in, float mean, int64_t n) {
  double total = 0, lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>((in[i + k] - mean) * (in[i + k] - mean));
  for (double lane : lanes) total += lane;
  for (; i < n; ++i) total += static_cast<double>((in[i] - mean) * (in[i] - mean));
  return total;
}
// What is not there counts as 1 and as 0; which it is, each loop knows.
template <class F, bool weighted, bool biased>
VT_INLINE void normalize_by(const float* in, float mean, float scale, const float* weight, const float* bias,
                            float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float shift = biased ? bias[i] : 0.0f;
    if constexpr (weighted) out[i] = F::of((in[i] - mean) * scale, weight[i], shift);
    else out[i] = F::of(in[i] - mean, scale, shift);
  }
}
template <class F>
VT_INLINE void normalize(const float* in, float mean, float scale, const float* weight, const float* bias, float* out,
                         int64_t n) {
  if (weight && bias) normalize_by<F, true, true>(in, mean, scale, weight, bias, out, n);
  else if (weight) normalize_by<F, true, false>(in, mean, scale, weight, bias, out, n);
  else if (bias) normalize_by<F, false, true>(in, mean, scale, weight, bias, out, n);
  else normalize_by<F, false, false>(in, mean, scale, weight, bias, out, n);
}
template <class F>
VT_INLINE void scale_of(const float* in, float scale, float shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(in[i], scale, shift);
}
template <class F>
VT_INLINE void scale_columns_of(const float* in, const float* scale, const float* shift, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = F::of(in[i], scale[i], shift[i]);
}
template <class F>
VT_INLINE void add_deviations_of(const float* in, const float* mean, float* sums, int64_t n) {
  for (int64_t i = 0; i < n; ++i) sums[i] = F::of(in[i] - mean[i], in[i] - mean[i], sums[i]);
}
VT_INLINE GradientSums gradient_sums_of(const float* grad, const float* in, float mean, int64_t n) {
  return {sum_row(
              n, [](float g) VT_LAMBDA { return g; }, grad),
          sum_row(
              n, [=](float g, float x) VT_LAMBDA { return g * (x - mean); }, grad, in)};
}
VT_INLINE void combine_of(const float* grad, const float* in, float scale, float slope, float mean, float level,
                          float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = grad[i] * scale + (in[i] - mean) * slope + level;
}
VT_INLINE void multiply(float* row, float by, int64_t n) {
  for (int64_t i = 0; i < n; ++i) row[i] *= by;
}
VT_VERSIONS(total_best, double, (const float* in, int64_t n), (in, n), total_of(in, n), total_of(in, n))
VT_VERSIONS(squares_best, double, (const float* in, float mean, int64_t n), (in, mean, n), squares_of(in, mean, n),
            squares_of(in, mean, n))
VT_VERSIONS(normalize_best, void,
            (const float* in, float mean, float scale, const float* weight, const float* bias, float* out, int64_t n),
            (in, mean, scale, weight, bias, out, n), normalize<Fused>(in, mean, scale, weight, bias, out, n),
            normalize<FusedInDouble>(in, mean, scale, weight, bias, out, n))
VT_VERSIONS(scale_best, void, (const float* in, float scale, float shift, float* out, int64_t n),
            (in, scale, shift, out, n), scale_of<Fused>(in, scale, shift, out, n),
            scale_of<FusedInDouble>(in, scale, shift, out, n))
VT_VERSIONS(scale_columns_best, void, (const float* in, const float* scale, const float* shift, float* out, int64_t n),
            (in, scale, shift, out, n), scale_columns_of<Fused>(in, scale, shift, out, n),
            scale_columns_of<FusedInDouble>(in, scale, shift, out, n))
VT_VERSIONS(add_deviations_best, void, (const float* in, const float* mean, float* sums, int64_t n),
            (in, mean, sums, n), add_deviations_of<Fused>(in, mean, sums, n),
            add_deviations_of<FusedInDouble>(in, mean, sums, n))
VT_VERSIONS(gradient_sums_best, GradientSums, (const float* grad, const float* in, float mean, int64_t n),
            (grad, in, mean, n), gradient_sums_of(grad, in, mean, n), gradient_sums_of(grad, in, mean, n))
VT_VERSIONS(combine_best, void,
            (const float* grad, const float* in, float scale, float slope, float mean, float level, float* out,
             int64_t n),
            (grad, in, scale, slope, mean, level, out, n), combine_of(grad, in, scale, slope, mean, level, out, n),
            combine_of(grad, in, scale, slope, mean, level, out, n))
VT_INLINE void subtract(const float* in, float first, float second, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] - first - second;
}
VT_VERSIONS(subtract_best, void, (const float* in, float first, float second, float* out, int64_t n),
            (in, first, second, out, n), subtract(in, first, second, out, n), subtract(in, first, second, out, n))
VT_VERSIONS(multiply_best, void, (float* row, float by, int64_t n), (row, by, n), multiply(row, by, n),
            multiply(row, by, n))

VT_VERSIONS(softmax_gradient_best, void, (const float* grad, const float* result, float sum, float* out, int64_t n),
            (grad, result, sum, out, n), softmax_gradient(grad, result, sum, out, n),
            softmax_gradient(grad, result, sum, out, n))
VT_VERSIONS(lane_sum_best, float, (const float* row, int64_t n), (row, n), lane_sum_of(row, n), lane_sum_of(row, n))
VT_VERSIONS(log_softmax_gradient_best, void, (const float* grad, const float* result, float sum, float* out, int64_t n),
            (grad, result, sum, out, n), log_softmax_gradient<Fused>(grad, result, sum, out, n),
            log_softmax_gradient<FusedInDouble>(grad, result, sum, out, n))
VT_VERSIONS(norm_gradient_best, void,
            (const float* grad, const float* in, float mean, float scale, const float* weight, const NormGradients& out,
             const NormSums& sums, int64_t n),
            (grad, in, mean, scale, weight, out, sums, n),
            norm_gradient<Fused>(grad, in, mean, scale, weight, out, sums, n),
            norm_gradient<FusedInDouble>(grad, in, mean, scale, weight, out, sums, n))

VT_VERSIONS(exp_row_best, float, (const float* in, float shift, float* out, int64_t n), (in, shift, out, n),
            exp_row_of<Fused>(in, shift, out, n), exp_row_of<FusedInDouble>(in, shift, out, n))

}  // namespace

static const WideRows& wide() {
  static const WideRows rows = wide_rows();
  return rows;
}
float row_max(const float* in, int64_t n) { return wide().largest ? wide().largest(in, n) : row_max_best(in, n); }
float exp_row(const float* in, float shift, float* out, int64_t n) {
  return wide().exp ? wide().exp(in, shift, out, n) : exp_row_best(in, shift, out, n);
}
void multiply_row(float* row, float by, int64_t n) { multiply_best(row, by, n); }
void subtract_row(const float* in, float first, float second, float* out, int64_t n) {
  subtract_best(in, first, second, out, n);
}
void softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n) {
  softmax_gradient_best(grad, result, lane_dot(grad, result, n), out, n);
}
void log_softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n) {
  const float sum = lane_sum_best(grad, n);
  if (wide().log_gradient) wide().log_gradient(grad, result, sum, out, n);
  else log_softmax_gradient_best(grad, result, sum, out, n);
}
void norm_gradient_row(const float* grad, const float* in, float mean, float scale, const float* weight,
                       const NormGradients& out, int64_t n) {
  const NormSums sums = out.input ? norm_sums(grad, in, weight, n) : NormSums{};
  norm_gradient_best(grad, in, mean, scale, weight, out, sums, n);
}
double row_total(const float* in, int64_t n) { return total_best(in, n); }
double row_squares(const float* in, float mean, int64_t n) { return squares_best(in, mean, n); }
void scale_row(const float* in, float scale, float shift, float* out, int64_t n) {
  scale_best(in, scale, shift, out, n);
}
void scale_columns(const float* in, const float* scale, const float* shift, float* out, int64_t n) {
  scale_columns_best(in, scale, shift, out, n);
}
void add_deviations(const float* in, const float* mean, float* sums, int64_t n) {
  add_deviations_best(in, mean, sums, n);
}
GradientSums gradient_sums(const float* grad, const float* in, float mean, int64_t n) {
  return gradient_sums_best(grad, in, mean, n);
}
void combine_row(const float* grad, const float* in, float scale, float slope, float mean, float level, float* out,
                 int64_t n) {
  combine_best(grad, in, scale, slope, mean, level, out, n);
}
void normalize_row(const float* in, float mean, float scale, const float* weight, const float* bias, float* out,
                   int64_t n) {
  normalize_best(in, mean, scale, weight, bias, out, n);
}

}  // namespace vt
