// Whole rows of float32 at once: what softmax, the normalisations and their gradients compute of a row, in
// PyTorch's order of sums.
#pragma once
#include <cstdint>

namespace vt {

// The largest of n elements; NaN if one is.
float row_max(const float* in, int64_t n);
// out[i] = exp(in[i] - shift); returns the sum. Both to the last bit as PyTorch's softmax has them.
float exp_row(const float* in, float shift, float* out, int64_t n);
void multiply_row(float* row, float by, int64_t n);
// out[i] = in[i] - first - second
void subtract_row(const float* in, float first, float second, float* out, int64_t n);
// The sums of elements, and of squares of their distances from a mean: PyTorch's of batch norm.
double row_total(const float* in, int64_t n);
double row_squares(const float* in, float mean, int64_t n);
// The gradients of a row of softmax and log_softmax from the incoming one and the result.
void softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n);
void log_softmax_gradient_row(const float* grad, const float* result, float* out, int64_t n);
struct NormGradients {
  float* input;   // of this row
  float* weight;  // added to, over rows; each of the three may be null
  float* bias;
};
// The gradients of a row of layer norm; weight may be null.
void norm_gradient_row(const float* grad, const float* in, float mean, float scale, const float* weight,
                       const NormGradients& out, int64_t n);
// out[i] = in[i] * scale + shift
void scale_row(const float* in, float scale, float shift, float* out, int64_t n);
// out[i] = in[i] * scale[i] + shift[i]
void scale_columns(const float* in, const float* scale, const float* shift, float* out, int64_t n);
// sums[i] += (in[i] - mean[i])²
void add_deviations(const float* in, const float* mean, float* sums, int64_t n);
struct GradientSums {
  double grad = 0, along = 0;  // along: of grad * (in - mean)
};
GradientSums gradient_sums(const float* grad, const float* in, float mean, int64_t n);
// out[i] = grad[i] * scale + (in[i] - mean) * slope + level
void combine_row(const float* grad, const float* in, float scale, float slope, float mean, float level, float* out,
                 int64_t n);
// out[i] = (in[i] - mean) * scale * weight[i] + bias[i]; weight and bias may be null.
void normalize_row(const float* in, float mean, float scale, const float* weight, const float* bias, float* out,
                   int64_t n);

}  // namespace vt
