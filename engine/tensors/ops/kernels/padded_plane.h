// An input plane of a convolution, laid out so that a tap reads the same distance ahead for every output of a row.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "ops/kernels/conv_shape.h"
#include "ops/kernels/widest.h"

namespace vt {

using PlaneAxes = std::array<int64_t, 3>;
inline constexpr int64_t kPlaneLanes = 16;  // vectors of this many outputs may read beyond the last one

// A plane with zeros around it, and between its elements where `spread` is above 1. The elements
// of a row lie in `stride` groups, so that what neighbouring outputs read lies side by side.
struct PlaneLayout {
  PlaneAxes in, spread, padding, stride;
  PlaneAxes rows;   // positions along the outer two axes; of the last, those of one group
  int64_t row = 0;  // elements of a row, all groups
  PlaneLayout(const PlaneAxes& in_sizes, const PlaneAxes& spread_by, const PlaneAxes& padding_before,
              const PlaneAxes& step, const PlaneAxes& kernel, const PlaneAxes& dilation, const PlaneAxes& out)
      : in(in_sizes), spread(spread_by), padding(padding_before), stride(step) {
    for (size_t i = 0; i < 3; ++i) rows[i] = (out[i] - 1) * stride[i] + (kernel[i] - 1) * dilation[i] + 1;
    rows[2] = (out[2] + kPlaneLanes - 1) / kPlaneLanes * kPlaneLanes + (kernel[2] - 1) * dilation[2] / stride[2] + 1;
    row = rows[2] * stride[2];
  }
  int64_t size() const { return rows[0] * rows[1] * row; }
  // Where the output (d, h, 0) starts to read.
  int64_t start(int64_t d, int64_t h) const { return (d * stride[0] * rows[1] + h * stride[1]) * row; }
  int64_t tap(int64_t d, int64_t h, int64_t w) const {
    return (d * rows[1] + h) * row + w % stride[2] * rows[2] + w / stride[2];
  }
  // `plane` has zeros wherever no element goes; so it is once filled for all planes.
  void fill(const float* from, float* plane) const {
    run_widest([&]() VT_LAMBDA {
      if (spread[2] == 2) each_row(from, plane, [&](const float* x, float* to) VT_LAMBDA { spread_row<2>(x, to); });
      else if (spread[2] > 2) each_row(from, plane, [&](const float* x, float* to) VT_LAMBDA { spread_row<0>(x, to); });
      else if (stride[2] == 1) each_row(from, plane, [&](const float* x, float* to) VT_LAMBDA { deal_row<1>(x, to); });
      else if (stride[2] == 2) each_row(from, plane, [&](const float* x, float* to) VT_LAMBDA { deal_pairs(x, to); });
      else each_row(from, plane, [&](const float* x, float* to) VT_LAMBDA { deal_row<0>(x, to); });
    });
  }

 private:
  // f(a row of the input, where it goes) for those that go anywhere.
  template <class F>
  VT_INLINE void each_row(const float* from, float* plane, const F& f) const {
    for (int64_t d = 0; d < in[0]; ++d)
      for (int64_t h = 0; h < in[1]; ++h, from += in[2]) {
        const int64_t at_d = d * spread[0] + padding[0], at_h = h * spread[1] + padding[1];
        if (at_d < 0 || at_d >= rows[0] || at_h < 0 || at_h >= rows[1]) continue;
        f(from, plane + (at_d * rows[1] + at_h) * row);
      }
  }
  // The elements of a row go to its groups in turn. kStride 0: any.
  template <int kStride>
  VT_INLINE void deal_row(const float* from, float* to) const {
    const int64_t step = kStride ? kStride : stride[2];
    int64_t first = std::max<int64_t>(0, -padding[2]);
    for (int64_t k = 0; k < step; ++k) {
      int64_t w = first + k, at = (w + padding[2]) / step, group = (w + padding[2]) % step;
      int64_t count = std::min((in[2] - w + step - 1) / step, rows[2] - at);
      float* __restrict line = to + group * rows[2] + at;
      const float* source = from + w;
      for (int64_t i = 0; i < count; ++i) line[i] = source[i * step];
    }
  }
  VT_INLINE static void deal_piece(const float* from, float* __restrict even, float* __restrict odd, int64_t at) {
    for (int64_t i = at; i < at + kPlaneLanes; ++i) {
      even[i] = from[2 * i];
      odd[i] = from[2 * i + 1];
    }
  }
  // To two groups in turn, both at once: a pair of neighbours at a time.
  VT_INLINE void deal_pairs(const float* from, float* __restrict to) const {
    const int64_t first = std::max<int64_t>(0, -padding[2]), shift = first + padding[2];
    const int64_t odd = shift % 2, count = std::min(in[2] - first, row - shift);
    if (count <= 0) return;
    from += first;
    float* __restrict even_line = to + shift / 2 + odd;
    float* __restrict odd_line = to + rows[2] + shift / 2;
    if (odd) odd_line[0] = from[0];
    const int64_t pairs = (count - odd) / 2;
    from += odd, odd_line += odd;
    int64_t i = 0;
    if (pairs >= kPlaneLanes)  // the last piece may overlap the one before
      for (; i < pairs; i += kPlaneLanes) deal_piece(from, even_line, odd_line, std::min(i, pairs - kPlaneLanes));
    for (; i < pairs; ++i) {
      even_line[i] = from[2 * i];
      odd_line[i] = from[2 * i + 1];
    }
    if ((count - odd) % 2) even_line[pairs] = from[2 * pairs];
  }
  // Zeros stay between the elements of a row, which is one group.
  template <int kSpread>
  VT_INLINE void spread_row(const float* from, float* __restrict to) const {
    const int64_t step = kSpread ? kSpread : spread[2];
    int64_t first = padding[2] >= 0 ? 0 : (-padding[2] + step - 1) / step;
    int64_t last = std::min(in[2], (rows[2] - padding[2] + step - 1) / step);
    for (int64_t w = first; w < last; ++w) to[w * step + padding[2]] = from[w];
  }
};

// Where the taps of a filter read, from where an output starts.
inline std::vector<int64_t> taps_of(const ConvShape& s, const PlaneLayout& layout) {
  std::vector<int64_t> taps;
  for (int64_t d = 0; d < s.kernel[0]; ++d)
    for (int64_t h = 0; h < s.kernel[1]; ++h)
      for (int64_t w = 0; w < s.kernel[2]; ++w)
        taps.push_back(layout.tap(d * s.dilation[0], h * s.dilation[1], w * s.dilation[2]));
  return taps;
}

}  // namespace vt
