// Convolutions of 1 to 3 spatial axes by way of matrix products over unfolded patches.
#pragma once
#include <array>

#include "tensor/tensor.h"

namespace vt {

// Spatial parameters, outermost axis first; unused leading axes keep the defaults.
struct ConvGeometry {
  std::array<int64_t, 3> stride = {1, 1, 1}, padding = {0, 0, 0}, dilation = {1, 1, 1};
  int64_t groups = 1;
};
// x[N, C, spatial...], weight[O, C / groups, kernel...]; out is new, contiguous, of the
// right size. float and double; `bias` may be undefined.
void conv_forward(const Tensor& out, const Tensor& x, const Tensor& weight, const Tensor& bias,
                  const ConvGeometry& geometry);
// The transposed convolution: also the gradient of the input.
void conv_backward_input(const Tensor& grad_x, const Tensor& grad_out, const Tensor& weight,
                         const ConvGeometry& geometry);
void conv_backward_weight(const Tensor& grad_weight, const Tensor& grad_out, const Tensor& x,
                          const ConvGeometry& geometry);
// Patches of planes as columns: x[N, C, H, W] to columns[N, C * kernel area, positions], and columns added up where
// they were taken from. `kernel` and `positions` of the last two axes.
struct PatchGrid {
  std::array<int64_t, 2> kernel, positions, stride, padding, dilation;
};
void take_patches(const Tensor& columns, const Tensor& x, const PatchGrid& grid);
void add_patches(const Tensor& x, const Tensor& columns, const PatchGrid& grid);

}  // namespace vt
