// Windows over the last axes of contiguous tensors: their largest elements and their means.
#pragma once
#include <array>

#include "tensor/tensor.h"

namespace vt {

struct PoolAxis {
  int64_t kernel = 1, stride = 1, padding = 0, dilation = 1, in = 1, out = 1;
};
using PoolAxes = std::array<PoolAxis, 3>;  // leading ones of size 1

// The spatial axes may stand before `channels` that lie innermost; 1: there are none.
// float, double or int64. `places` within a plane, if they are defined; the last NaN wins, else the first of equal
// ones.
void max_windows(const Tensor& in, const Tensor& out, const Tensor& places, const PoolAxis& rows,
                 const PoolAxis& columns, int64_t channels = 1);
// The gradient of that, added up at the places; false where one lies outside of its plane of `size` elements.
bool max_windows_backward(const Tensor& grad, const Tensor& places, const Tensor& grad_in, int64_t size,
                          int64_t channels = 1);
// Windows along the last axis, without their places.
void max_lines(const Tensor& in, const Tensor& out, const PoolAxis& columns);

struct AverageRule {
  bool padding_counts = true;
  int64_t divisor = 0;  // of every window; 0: what it covers
};
// float or double.
void average_windows(const Tensor& in, const Tensor& out, const PoolAxes& axes, const AverageRule& rule,
                     int64_t channels = 1);
void average_windows_backward(const Tensor& grad, const Tensor& grad_in, const PoolAxes& axes, const AverageRule& rule,
                              int64_t channels = 1);

}  // namespace vt
