// Convolution without unfolding: for some outputs of a line at a time, and as many output channels as two vectors hold,
// the products of all taps are added up in registers.
#include <algorithm>
#include <vector>

#include "ops/kernels/conv_shape.h"
#include "ops/kernels/direct_tiles.h"
#include "ops/kernels/padded_plane.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/transpose.h"

namespace vt {
namespace {

// Channels whose products are added up before they join the sum of the others: oneDNN's for AVX-512, so that a
// convolution which PyTorch gives to it has the same last bit.
int64_t channel_block(const ConvShape& s) { return s.groups > 1 && s.group_in() % 16 != 0 ? 8 : 16; }

class DirectConvolution {
 public:
  // `turned`: the filters have been turned round; the sums keep the order of the filters as they were.
  DirectConvolution(const ConvShape& shape, const float* weight, const float* bias, bool turned = false)
      : s_(shape),
        bias_(bias),
        plane_(s_.in, {1, 1, 1}, s_.padding, s_.stride, s_.kernel, s_.dilation, s_.out),
        met_planes_(met(0, turned)),
        met_rows_(met(1, turned)) {
    const std::vector<int64_t> taps = taps_of(s_, plane_);
    for (int64_t tap = 0; tap < s_.kernel_size(); ++tap) order_.push_back(turned ? s_.kernel_size() - 1 - tap : tap);
    for_each_block([&](int64_t first, int64_t count) {
      for (const int64_t tap : order_)
        for (int64_t c = first; c < first + count; ++c)
          taps_.push_back(c * plane_.size() + taps[static_cast<size_t>(tap)]);
    });
    weights_.resize(static_cast<size_t>(s_.groups * panels() * s_.patch() * width_));
    parallel_for(0, s_.groups * panels(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) pack(weight, i / panels(), i % panels());
    });
  }
  void run(const float* x, float* out) const {
    const int64_t images = s_.batch * s_.groups, threads = thread_count();
    // Images are shared among threads, several at once where the weights are more than their planes; or the planes and
    // lines of few.
    if (images >= threads) {
      const int64_t share = (images + threads - 1) / threads;
      const int64_t at_once = std::clamp<int64_t>(kPlanes / std::max<int64_t>(image_size(), 1), 1, share);
      parallel_for(0, images, 1, [&](int64_t begin, int64_t end) {
        std::vector<float> planes(static_cast<size_t>(at_once * image_size()));
        for (int64_t i = begin; i < end; i += at_once) {
          const int64_t last = std::min(i + at_once, end);
          for (int64_t k = i; k < last; ++k) fill(x, k, 0, s_.group_in(), planes.data() + (k - i) * image_size());
          add_images(planes.data(), i, last, 0, s_.lines(), out);
        }
      });
      return;
    }
    std::vector<float> planes(static_cast<size_t>(image_size()));
    for (int64_t i = 0; i < images; ++i) {
      parallel_for(0, s_.group_in(), std::max<int64_t>(1, kGrain / s_.in_size()),
                   [&](int64_t begin, int64_t end) { fill(x, i, begin, end, planes.data()); });
      parallel_for(0, s_.lines(), (s_.lines() + threads - 1) / threads,
                   [&](int64_t begin, int64_t end) { add_images(planes.data(), i, i + 1, begin, end, out); });
    }
  }

 private:
  int64_t image_size() const { return s_.group_in() * plane_.size(); }
  int64_t panels() const { return (s_.group_out() + width_ - 1) / width_; }
  // f(first, count): the blocks of channels.
  template <class F>
  void for_each_block(const F& f) const {
    const int64_t block = channel_block(s_);
    for (int64_t c = 0; c < s_.group_in(); c += block) f(c, std::min(block, s_.group_in() - c));
  }
  // weights_[group][panel][tap][channel of the panel], 0 beyond the last channel.
  void pack(const float* weight, int64_t group, int64_t panel) {
    const int64_t first = panel * width_, channels = std::min(width_, s_.group_out() - first);
    const float* from = weight + (group * s_.group_out() + first) * s_.patch();
    float* to = weights_.data() + (group * panels() + panel) * s_.patch() * width_;
    std::vector<float> turned(static_cast<size_t>(channel_block(s_) * s_.kernel_size() * width_));
    for_each_block([&](int64_t c, int64_t count) {
      transpose_rows(reinterpret_cast<uint32_t*>(turned.data()), width_,
                     reinterpret_cast<const uint32_t*>(from + c * s_.kernel_size()), s_.patch(), 0,
                     count * s_.kernel_size(), channels);
      for (const int64_t tap : order_)
        for (int64_t i = 0; i < count; ++i, to += width_)
          std::copy_n(turned.data() + (i * s_.kernel_size() + tap) * width_, width_, to);
    });
  }
  // `planes` has zeros where no element goes.
  void fill(const float* x, int64_t image, int64_t begin, int64_t end, float* planes) const {
    for (int64_t c = begin; c < end; ++c)
      plane_.fill(x + (image * s_.group_in() + c) * s_.in_size(), planes + c * plane_.size());
  }
  // Some lines of some images; the weights of a panel are read for all of them before the next.
  void add_images(const float* planes, int64_t begin_image, int64_t end_image, int64_t begin, int64_t end,
                  float* out) const {
    const int64_t chunk = std::clamp<int64_t>(kChunk / s_.out[2], 1, std::max<int64_t>(end - begin, 1));
    std::vector<float> results(static_cast<size_t>(chunk * s_.out[2] * width_)), bias(static_cast<size_t>(width_));
    for (int64_t p = 0; p < panels(); ++p)
      for (int64_t image = begin_image; image < end_image; ++image) {
        const int64_t group = image % s_.groups, first = p * width_,
                      channels = std::min(width_, s_.group_out() - first);
        if (bias_) std::copy_n(bias_ + group * s_.group_out() + first, channels, bias.data());
        for (int64_t line = begin; line < end; line += chunk) {
          const int64_t last = std::min(line + chunk, end);
          add_panel(planes + (image - begin_image) * image_size(), line, last, group * panels() + p, channels,
                    bias.data(), results.data());
          float* to = out + (image * s_.group_out() + first) * s_.out_size() + line * s_.out[2];
          transpose_rows(reinterpret_cast<uint32_t*>(to), s_.out_size(),
                         reinterpret_cast<const uint32_t*>(results.data()), width_, 0, channels,
                         (last - line) * s_.out[2]);
        }
      }
  }
  // Positions of the filter along an axis, in the order of the sums.
  struct Range {
    int64_t begin, end;
    Range with(const Range& other) const { return {std::min(begin, other.begin), std::max(end, other.end)}; }
    int64_t size() const { return end - begin; }
  };
  // By the output, those that meet an element of the input: its padding is left out.
  std::vector<Range> met(size_t axis, bool turned) const {
    const int64_t step = s_.dilation[axis], size = s_.kernel[axis];
    std::vector<Range> ranges;
    for (int64_t output = 0; output < s_.out[axis]; ++output) {
      const int64_t first = output * s_.stride[axis] - s_.padding[axis];
      const int64_t begin = std::min(first < 0 ? (step - 1 - first) / step : 0, size);
      const int64_t end = std::clamp((s_.in[axis] - first + step - 1) / step, begin, size);
      ranges.push_back(turned ? Range{size - end, size - begin} : Range{begin, end});
    }
    return ranges;
  }
  // Of `taps`, those of `channels` channels, the ones in the planes and rows of the filter that meet the input for a
  // line or for the one behind it.
  Taps met_taps(const Taps& taps, int64_t channels, int64_t line, int64_t last) const {
    auto both = [](const std::vector<Range>& ranges, int64_t a, int64_t b) {
      return ranges[static_cast<size_t>(a)].with(ranges[static_cast<size_t>(b)]);
    };
    const Range planes = both(met_planes_, line / s_.out[1], last / s_.out[1]);
    const Range rows = both(met_rows_, line % s_.out[1], last % s_.out[1]);
    const int64_t row = s_.kernel[2] * channels, plane = s_.kernel[1] * row;
    const int64_t skipped = planes.begin * plane + rows.begin * row;
    const Taps some{taps.at + skipped, taps.weights + skipped * width_, rows.size() * row, planes.size(), plane};
    return rows.size() == s_.kernel[1] ? Taps{some.at, some.weights, some.count * some.runs} : some;
  }
  // The weights of a block of channels are read for all lines before the next.
  void add_panel(const float* planes, int64_t begin, int64_t end, int64_t panel, int64_t channels, const float* bias,
                 float* results) const {
    const Tiles& tiles = kinds_.of(channels);
    const int64_t block = channel_block(s_) * s_.kernel_size(), width = s_.out[2];
    auto start = [&](int64_t line) { return planes + plane_.start(line / s_.out[1], line % s_.out[1]); };
    for (int64_t t = 0; t < s_.patch(); t += block) {
      const Taps all{taps_.data() + t, weights_.data() + (panel * s_.patch() + t) * width_,
                     std::min(block, s_.patch() - t)};
      const float* before = t == 0 ? bias : results;
      const int64_t step = t == 0 ? 0 : width_;
      for (int64_t line = begin; line < end; ++line) {
        const int64_t at = (line - begin) * width;
        const float* from = start(line);
        const bool paired = width <= tiles.most[1] && line + 1 < end;
        const Taps taps = met_taps(all, all.count / s_.kernel_size(), line, line + paired);
        if (paired) {
          tiles.add[1][width - 1](from, start(++line) - from, taps, before + at * step, step, results + at * width_,
                                  width);
          continue;
        }
        add_line(tiles, from, taps, before + at * step, step, results + at * width_);
      }
    }
  }
  // A line is cut into tiles of about the same number of outputs.
  void add_line(const Tiles& tiles, const float* from, const Taps& taps, const float* before, int64_t step,
                float* results) const {
    const bool paired = s_.out[2] > tiles.most[0] && tiles.most[1] == tiles.most[0];
    const int64_t most = paired ? 2 * tiles.most[0] : tiles.most[0], pieces = (s_.out[2] + most - 1) / most;
    for (int64_t i = 0; i < pieces; ++i) {
      const int64_t begin = s_.out[2] * i / pieces, count = s_.out[2] * (i + 1) / pieces - begin;
      const int64_t run = paired ? (count + 1) / 2 : count, second = count - run;
      tiles.add[paired ? 1 : 0][run - 1](from + begin, second, taps, before + begin * step, step,
                                         results + begin * width_, second);
    }
  }

  static constexpr int64_t kPlanes = 1 << 18;  // floats of planes that are laid out at once, if images are small
  static constexpr int64_t kChunk = 128;       // outputs whose channels are turned at once
  const ConvShape& s_;
  const float* bias_;
  const TileKinds kinds_ = tile_kinds();
  const int64_t width_ = kinds_.panel();  // channels of a panel
  const PlaneLayout plane_;
  const std::vector<Range> met_planes_, met_rows_;
  std::vector<int64_t> order_, taps_;  // the taps of a filter; where those of all channels read
  std::vector<float> weights_;
};

}  // namespace

void direct_forward(const ConvShape& s, const float* x, const float* weight, const float* bias, float* out) {
  DirectConvolution(s, weight, bias).run(x, out);
}

// The convolution of the gradient by the filters turned round.
void direct_backward_input(const ConvShape& s, const float* grad, const float* weight, float* grad_x) {
  ConvShape turned = s;
  std::swap(turned.in_channels, turned.out_channels);
  std::swap(turned.in, turned.out);
  for (size_t i = 0; i < 3; ++i) turned.padding[i] = s.dilation[i] * (s.kernel[i] - 1) - s.padding[i];
  const int64_t taps = s.kernel_size();
  std::vector<float> filters(static_cast<size_t>(s.out_channels * s.patch()));
  parallel_for(0, s.out_channels, std::max<int64_t>(1, kGrain / s.patch()), [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o)
      for (int64_t c = 0; c < s.group_in(); ++c) {
        const int64_t group = o / s.group_out(), at = (group * s.group_in() + c) * s.group_out() + o % s.group_out();
        std::reverse_copy(weight + (o * s.group_in() + c) * taps, weight + (o * s.group_in() + c + 1) * taps,
                          filters.data() + at * taps);
      }
  });
  DirectConvolution(turned, filters.data(), nullptr, true).run(grad, grad_x);
}

}  // namespace vt
