// The sizes of a convolution, for conv.cpp, direct_conv.cpp and depthwise.cpp.
#pragma once
#include <array>
#include <cstdint>

namespace vt {

// Everything as three spatial axes, leading ones of size 1.
struct ConvShape {
  int64_t batch, in_channels, out_channels, groups;
  std::array<int64_t, 3> in, out, kernel, stride, padding, dilation;
  int64_t in_size() const { return in[0] * in[1] * in[2]; }
  int64_t out_size() const { return out[0] * out[1] * out[2]; }
  int64_t lines() const { return out[0] * out[1]; }  // of output positions, each along the last axis
  int64_t kernel_size() const { return kernel[0] * kernel[1] * kernel[2]; }
  int64_t group_in() const { return in_channels / groups; }
  int64_t group_out() const { return out_channels / groups; }
  int64_t patch() const { return group_in() * kernel_size(); }
  // The unfolded input is the input itself.
  bool pointwise() const {
    return kernel_size() == 1 && stride == std::array<int64_t, 3>{1, 1, 1} &&
           padding == std::array<int64_t, 3>{0, 0, 0};
  }
  // Each input channel has a few filters of its own.
  bool depthwise() const { return group_in() == 1 && group_out() <= 4 && kernel_size() > 1; }
  bool empty() const { return batch * patch() * out_channels * in_size() * out_size() == 0; }
  // What PyTorch gives to oneDNN rather than to a product of small matrices, and is worth the packing of the weights.
  bool direct() const {
    return !empty() && kernel_size() > 1 && out[2] > 1 &&
           (batch * out_size() >= 64 || patch() * out_channels <= 16384) &&
           (batch > 1 || groups > 1 || (kernel[1] > 3 && kernel[2] > 3) || in_channels * in_size() > 20480);
  }
  // The gradient by the input is such a convolution too.
  bool direct_backward_input() const {
    bool fits = direct() && stride == std::array<int64_t, 3>{1, 1, 1} && in[2] > 1;
    for (size_t i = 0; i < 3; ++i) fits = fits && padding[i] <= dilation[i] * (kernel[i] - 1);
    return fits;
  }
  // The taps of a line lie side by side.
  bool direct_backward_weight() const { return direct() && (dilation[2] == 1 || kernel[2] == 1); }
};

// The convolution of contiguous float32 without unfolding.
void direct_forward(const ConvShape& s, const float* x, const float* weight, const float* bias, float* out);
void direct_backward_input(const ConvShape& s, const float* grad, const float* weight, float* grad_x);
void direct_backward_weight(const ConvShape& s, const float* grad, const float* x, float* grad_weight);

// Depthwise convolution of contiguous float32 by loops over shifted planes, for which unfolding
// would cost more than the products.
void depthwise_forward(const ConvShape& s, const float* x, const float* weight, const float* bias, float* out);
void depthwise_backward_input(const ConvShape& s, const float* grad, const float* weight, float* grad_x);
void depthwise_backward_weight(const ConvShape& s, const float* grad, const float* x, float* grad_weight);

}  // namespace vt
