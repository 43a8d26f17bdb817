// The gradient by the weights of a convolution, without unfolding: of some taps and input channels at a time, and as
// many output channels as two vectors hold, the products at all positions are added up in registers.
#include <algorithm>
#include <vector>

#include "ops/kernels/conv_shape.h"
#include "ops/kernels/direct_tiles.h"
#include "ops/kernels/padded_plane.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/transpose.h"

namespace vt {
namespace {

class DirectWeightGradient {
 public:
  explicit DirectWeightGradient(const ConvShape& s) : s_(s), plane_(plane_of(s)) {
    for (int64_t d = 0; d < s.out[0]; ++d)
      for (int64_t h = 0; h < s.out[1]; ++h)
        for (int64_t w = 0; w < s.out[2]; ++w)
          positions_.push_back(plane_.start(d * s.stride[0], h * s.stride[1]) + w * s.stride[2]);
    sums_.resize(static_cast<size_t>(s.groups * panels() * s.patch() * width_));
  }
  void run(const float* grad, const float* x, float* grad_weight) {
    const int64_t image = s_.groups * panels() * s_.out_size() * width_;
    const int64_t at_once = std::clamp<int64_t>(kTurned / std::max<int64_t>(image, 1), 1, s_.batch);
    turned_.resize(static_cast<size_t>(at_once * image));
    // Threads share the channels of a group, or the groups.
    const int64_t share = (thread_count() + s_.groups - 1) / s_.groups, parts = std::min(share, s_.group_in());
    for (int64_t i = 0; i < s_.batch; i += at_once) {
      const int64_t images = std::min(at_once, s_.batch - i);
      parallel_for(0, images * s_.groups * panels(), 1, [&](int64_t begin, int64_t end) {
        for (int64_t at = begin; at < end; ++at) turn(grad + i * s_.out_channels * s_.out_size(), at);
      });
      parallel_for(0, s_.groups * parts, 1, [&](int64_t begin, int64_t end) {
        for (int64_t at = begin; at < end; ++at) {
          const int64_t group = at / parts, part = at % parts;
          add_channels(x + i * s_.in_channels * s_.in_size(), images, group, s_.group_in() * part / parts,
                       s_.group_in() * (part + 1) / parts);
        }
      });
    }
    parallel_for(0, s_.groups * panels(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end; ++at)
        transpose_rows(reinterpret_cast<uint32_t*>(grad_weight + first_channel(at) * s_.patch()), s_.patch(),
                       reinterpret_cast<const uint32_t*>(sums_.data() + at * s_.patch() * width_), width_, 0,
                       channels_of(at % panels()), s_.patch());
    });
  }

 private:
  // Of the elements that the filter meets, none dealt into groups: its taps along a line read side by side.
  static PlaneLayout plane_of(const ConvShape& s) {
    PlaneAxes reached;
    for (size_t i = 0; i < 3; ++i) reached[i] = (s.out[i] - 1) * s.stride[i] + 1;
    return {s.in, {1, 1, 1}, s.padding, {1, 1, 1}, s.kernel, s.dilation, reached};
  }
  int64_t panels() const { return (s_.group_out() + width_ - 1) / width_; }
  int64_t channels_of(int64_t panel) const { return std::min(width_, s_.group_out() - panel * width_); }
  // Of panel `at`, counted over all groups.
  int64_t first_channel(int64_t at) const { return at / panels() * s_.group_out() + at % panels() * width_; }
  // turned_[image][group][panel][position][channel of the panel], 0 beyond the last channel.
  void turn(const float* grad, int64_t at) {
    const int64_t image = at / (s_.groups * panels()), panel = at % (s_.groups * panels());
    const float* from = grad + (image * s_.out_channels + first_channel(panel)) * s_.out_size();
    transpose_rows(reinterpret_cast<uint32_t*>(turned_.data() + at * s_.out_size() * width_), width_,
                   reinterpret_cast<const uint32_t*>(from), s_.out_size(), 0, s_.out_size(),
                   channels_of(panel % panels()));
  }
  // The gradient by the weights of some input channels of a group.
  void add_channels(const float* x, int64_t images, int64_t group, int64_t begin, int64_t end) {
    std::vector<float> planes(static_cast<size_t>((end - begin) * plane_.size()));
    for (int64_t i = 0; i < images; ++i) {
      for (int64_t c = begin; c < end; ++c)
        plane_.fill(x + (i * s_.in_channels + group * s_.group_in() + c) * s_.in_size(),
                    planes.data() + (c - begin) * plane_.size());
      for (int64_t p = 0; p < panels(); ++p) {
        const float* grad = turned_.data() + ((i * s_.groups + group) * panels() + p) * s_.out_size() * width_;
        float* sums = sums_.data() + ((group * panels() + p) * s_.patch() + begin * s_.kernel_size()) * width_;
        for (int64_t at = 0; at < s_.out_size(); at += kPositions)
          add_positions(kinds_.of(channels_of(p)), planes.data(), end - begin, at, grad, sums);
      }
    }
  }
  // A row of the filter of several channels at a time.
  void add_positions(const Tiles& tiles, const float* planes, int64_t channels, int64_t at, const float* grad,
                     float* sums) const {
    const Taps positions{positions_.data() + at, grad + at * width_, std::min(kPositions, s_.out_size() - at)};
    const int64_t width = std::min(s_.kernel[2], tiles.most[0]);
    int64_t runs = 3;
    while (tiles.most[runs - 1] < width) --runs;
    for (int64_t c = 0; c < channels; c += runs) {
      const int64_t taken = std::min(runs, channels - c);
      for (int64_t d = 0; d < s_.kernel[0]; ++d)
        for (int64_t h = 0; h < s_.kernel[1]; ++h)
          for (int64_t w = 0; w < s_.kernel[2]; w += width) {
            float* to = sums + (((c * s_.kernel[0] + d) * s_.kernel[1] + h) * s_.kernel[2] + w) * width_;
            tiles.add[taken - 1][std::min(width, s_.kernel[2] - w) - 1](
                planes + c * plane_.size() + plane_.start(d * s_.dilation[0], h * s_.dilation[1]) + w, plane_.size(),
                positions, to, width_, to, s_.kernel_size());
          }
    }
  }

  static constexpr int64_t kTurned = 1 << 20;  // floats of the gradient that are turned at once, if images are small
  static constexpr int64_t kPositions = 256;   // whose gradients stay in the cache
  const ConvShape& s_;
  const TileKinds kinds_ = tile_kinds();
  const int64_t width_ = kinds_.panel();
  const PlaneLayout plane_;
  std::vector<int64_t> positions_;
  std::vector<float> sums_, turned_;
};

}  // namespace

void direct_backward_weight(const ConvShape& s, const float* grad, const float* x, float* grad_weight) {
  DirectWeightGradient(s).run(grad, x, grad_weight);
}

}  // namespace vt
