#include <algorithm>
#include <cstring>
#include <vector>

#include "ops/kernels/conv_shape.h"
#include "ops/kernels/padded_plane.h"
#include "ops/kernels/parallel.h"
#include "support/isa.h"

namespace vt {
namespace {

constexpr int64_t kLanes = kPlaneLanes;
typedef float Lanes __attribute__((vector_size(4 * kLanes)));
constexpr int64_t kSums = 8;
typedef float Sums __attribute__((vector_size(4 * kSums)));

#ifdef __x86_64__
namespace avx512 {
#define ISA VT_AVX512
#include "ops/kernels/depthwise_rows.inc"
#undef ISA
}  // namespace avx512
namespace avx2 {
#define ISA VT_AVX2
#include "ops/kernels/depthwise_rows.inc"
#undef ISA
}  // namespace avx2
#endif
namespace plain {
#define ISA
#include "ops/kernels/depthwise_rows.inc"
#undef ISA
}  // namespace plain

struct Rows {
  decltype(&plain::filter_row) filter;
  decltype(&plain::correlate_row) correlate;
};
Rows rows() {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return {avx512::filter_row, avx512::correlate_row};
  if (isa() == Isa::kAvx2) return {avx2::filter_row, avx2::correlate_row};
#endif
  return {plain::filter_row, plain::correlate_row};
}

// One filter over a plane that lies in `layout`; `out` has the sizes `out_sizes`.
void filter_plane(const PlaneLayout& layout, const float* plane, const std::vector<int64_t>& taps, const float* weights,
                  float first, bool add, const PlaneAxes& out_sizes, float* out) {
  const auto row = rows().filter;
  for (int64_t d = 0; d < out_sizes[0]; ++d)
    for (int64_t h = 0; h < out_sizes[1]; ++h, out += out_sizes[2])
      row(plane + layout.start(d, h), taps.data(), weights, static_cast<int64_t>(taps.size()), first, add, out,
          out_sizes[2]);
}

int64_t grain_of(const ConvShape& s) {
  return std::max<int64_t>(1, kGrain / std::max<int64_t>(1, s.out_size() * s.kernel_size() * s.group_out()));
}

}  // namespace

void depthwise_forward(const ConvShape& s, const float* x, const float* weight, const float* bias, float* out) {
  PlaneLayout layout(s.in, {1, 1, 1}, s.padding, s.stride, s.kernel, s.dilation, s.out);
  std::vector<int64_t> taps = taps_of(s, layout);
  parallel_for(0, s.batch * s.in_channels, grain_of(s), [&](int64_t begin, int64_t end) {
    std::vector<float> plane(static_cast<size_t>(layout.size()));
    for (int64_t i = begin; i < end; ++i) {
      int64_t image = i / s.in_channels, channel = i % s.in_channels;
      layout.fill(x + i * s.in_size(), plane.data());
      for (int64_t o = channel * s.group_out(); o < (channel + 1) * s.group_out(); ++o)
        filter_plane(layout, plane.data(), taps, weight + o * s.kernel_size(), bias ? bias[o] : 0, false, s.out,
                     out + (image * s.out_channels + o) * s.out_size());
    }
  });
}

// The filters turned round, over the gradient with zeros where strides passed over the input.
void depthwise_backward_input(const ConvShape& s, const float* grad, const float* weight, float* grad_x) {
  PlaneAxes padding;
  for (size_t i = 0; i < 3; ++i) padding[i] = s.dilation[i] * (s.kernel[i] - 1) - s.padding[i];
  PlaneLayout layout(s.out, s.stride, padding, {1, 1, 1}, s.kernel, s.dilation, s.in);
  std::vector<int64_t> taps = taps_of(s, layout);
  std::reverse(taps.begin(), taps.end());
  parallel_for(0, s.batch * s.in_channels, grain_of(s), [&](int64_t begin, int64_t end) {
    std::vector<float> plane(static_cast<size_t>(layout.size()));
    for (int64_t i = begin; i < end; ++i) {
      int64_t image = i / s.in_channels, channel = i % s.in_channels;
      for (int64_t k = 0; k < s.group_out(); ++k) {
        int64_t o = channel * s.group_out() + k;
        layout.fill(grad + (image * s.out_channels + o) * s.out_size(), plane.data());
        filter_plane(layout, plane.data(), taps, weight + o * s.kernel_size(), 0, k > 0, s.in,
                     grad_x + i * s.in_size());
      }
    }
  });
}

void depthwise_backward_weight(const ConvShape& s, const float* grad, const float* x, float* grad_weight) {
  PlaneLayout layout(s.in, {1, 1, 1}, s.padding, s.stride, s.kernel, s.dilation, s.out);
  std::vector<int64_t> taps = taps_of(s, layout);
  const auto correlate = rows().correlate;
  int64_t count = s.kernel_size();
  parallel_for(0, s.in_channels, 1, [&](int64_t begin, int64_t end) {
    std::vector<float> plane(static_cast<size_t>(layout.size())), sums(static_cast<size_t>(count * kSums));
    std::vector<double> totals(static_cast<size_t>(s.group_out() * count));
    for (int64_t channel = begin; channel < end; ++channel) {
      std::fill(totals.begin(), totals.end(), 0.0);
      for (int64_t image = 0; image < s.batch; ++image) {
        layout.fill(x + (image * s.in_channels + channel) * s.in_size(), plane.data());
        for (int64_t k = 0; k < s.group_out(); ++k) {
          const float* from = grad + (image * s.out_channels + channel * s.group_out() + k) * s.out_size();
          std::fill(sums.begin(), sums.end(), 0.0f);
          for (int64_t d = 0; d < s.out[0]; ++d)
            for (int64_t h = 0; h < s.out[1]; ++h, from += s.out[2])
              correlate(plane.data() + layout.start(d, h), taps.data(), count, from, sums.data(), s.out[2]);
          for (int64_t t = 0; t < count * kSums; ++t)
            totals[static_cast<size_t>(k * count + t / kSums)] += static_cast<double>(sums[static_cast<size_t>(t)]);
        }
      }
      for (size_t t = 0; t < totals.size(); ++t)
        grad_weight[channel * s.group_out() * count + static_cast<int64_t>(t)] = static_cast<float>(totals[t]);
    }
  });
}

}  // namespace vt
