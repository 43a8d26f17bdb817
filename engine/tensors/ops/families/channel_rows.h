// [N, C, ...] as rows of channels: what batch norm and group norm share.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <vector>

#include "ops/families/shape.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/vector_rows.h"

namespace vt {

// Weights and statistics are seen as [1, C, 1, ...].
inline SymSizes channel_sizes(const SymSizes& sizes) {
  SymSizes result(sizes.size(), SymInt(1));
  if (sizes.size() > 1) result[1] = sizes[1];
  return result;
}
inline std::vector<int> all_but_channel(size_t rank) {
  std::vector<int> axes;
  for (int i = 0; i < static_cast<int>(rank); ++i)
    if (i != 1) axes.push_back(i);
  return axes;
}

// float32 [N, C, ...], contiguous: every channel of a sample is a row. Groups of `width` rows
// share their statistics; of batch norm a group is the rows of one channel over all samples.
struct ChannelRows {
  int64_t samples, channels, length;
  explicit ChannelRows(const Tensor& x) : samples(x.size(0)), channels(x.size(1)), length(1) {
    for (int i = 2; i < x.rank(); ++i) length *= x.size(i);
  }
  int64_t rows() const { return samples * channels; }
  template <class F>
  void for_each(const F& f) const {
    parallel_for(0, rows(), std::max<int64_t>(1, kGrain / length), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) f(row);
    });
  }
};
inline bool plain_rows(const Tensor& x) {
  return x.rank() >= 2 && x.numel() > 0 && x.dtype() == DType::kFloat32 && x.is_contiguous();
}
inline bool long_rows(const Tensor& x) { return plain_rows(x) && x.rank() > 2 && ChannelRows(x).length >= 8; }
inline bool plain_or_none(const Args& args, std::initializer_list<size_t> places) {
  return std::all_of(places.begin(), places.end(),
                     [&](size_t i) { return !args.has(i) || args.tensor(i).dtype() == DType::kFloat32; });
}
// x * y + z, rounded once.
inline float fused(float x, float y, float z) {
  return static_cast<float>(static_cast<double>(x) * static_cast<double>(y) + static_cast<double>(z));
}
// Groups are rows of [N, G, rest].
inline SymSizes group_sizes(const SymSizes& sizes, int64_t groups) {
  return {sizes[0], groups, floor_div(count_of(sizes), sizes[0] * SymInt(groups))};
}
// (x - mean) * rstd * weight + bias, with the statistics of a row at place(row).
template <class Place>
inline Tensor normalised_rows(const Tensor& x, const ChannelRows& rows, const Tensor& mean, const Tensor& rstd,
                              const Tensor& weight, const Tensor& bias, const Place& place) {
  Tensor out = empty_tensor(x.sizes(), x.dtype());
  rows.for_each([&](int64_t row) {
    int64_t channel = row % rows.channels, at = place(row);
    float scale = rstd.data<float>()[at] * (weight.defined() ? weight.data<float>()[channel] : 1.0f);
    float shift = fused(-mean.data<float>()[at], scale, bias.defined() ? bias.data<float>()[channel] : 0.0f);
    scale_row(x.data<float>() + row * rows.length, scale, shift, out.data<float>() + row * rows.length, rows.length);
  });
  return out;
}
inline Tensor packed_or_none(const Args& args, size_t i) {
  return args.has(i) ? as_contiguous(args.tensor(i)) : Tensor();
}

}  // namespace vt
