#include "ops/families/windows.h"

#include <algorithm>

#include "ops/families/formula.h"
#include "ops/families/layout.h"
#include "tensor/extent.h"

namespace vt {

std::vector<Window> windows_of(const Args& args, bool dilated) {
  std::vector<int64_t> kernel = args.plain_ints(1), stride = args.has(2) ? args.plain_ints(2) : std::vector<int64_t>{},
                       padding = args.plain_ints(3), dilation = dilated ? args.plain_ints(4) : std::vector<int64_t>{1};
  // Any of them may be one number for all axes.
  padding.resize(std::max({padding.size(), kernel.size(), stride.size()}), padding.size() == 1 ? padding[0] : 0);
  auto spread = [&](std::vector<int64_t>& values, const char* what) {
    if (values.size() == 1) values.resize(padding.size(), values[0]);
    if (values.size() == padding.size()) return;
    bool planes = padding.size() == 2;
    tensor_error(std::string(dilated ? "max" : "avg") + "_pool" + std::to_string(padding.size()) + "d: " + what +
                 " must " +
                 (std::string_view(what) == "dilation" ? "be either "
                  : planes || dilated                  ? "either be "
                                                       : "be ") +
                 "a single int, or a tuple of " + (planes ? "two" : "three") + " ints");
  };
  spread(kernel, "kernel_size");
  if (stride.empty()) stride = kernel;
  spread(stride, "stride");
  spread(dilation, "dilation");
  std::vector<Window> windows;
  auto refuse = [&](std::string what, const char* letter, const std::vector<int64_t>& values) {
    what += " should be greater than zero, but got";
    for (size_t k = 0; k < values.size(); ++k)
      what += std::string(" ") + letter + "THW"[k + 3 - values.size()] + ": " + std::to_string(values[k]);
    tensor_error(what);
  };
  if (std::find(stride.begin(), stride.end(), 0) != stride.end()) tensor_error("stride should not be zero");
  for (size_t i = 0; i < kernel.size(); ++i) {
    if (kernel[i] <= 0) refuse("kernel size", "k", kernel);
    windows.push_back({kernel[i], stride[i], padding[i], dilation[i]});
    if (windows.back().dilation <= 0) refuse("dilation", "dilation", dilation);
    if (stride[i] < 0) refuse("stride", "d", stride);
    if (padding[i] < 0) tensor_error("pad must be non-negative, but got pad: " + std::to_string(padding[i]));
    if (padding[i] > kernel[i] / 2)
      tensor_error("pad should be at most half of effective kernel size, but got pad=" + std::to_string(padding[i]) +
                   ", kernel_size=" + std::to_string(kernel[i]) +
                   " and dilation=" + std::to_string(windows.back().dilation));
  }
  return windows;
}
SymInt pooled_size(const SymInt& size, const Window& w, bool ceil_mode) {
  SymInt reach = SymInt(w.dilation) * SymInt(w.kernel - 1);
  SymInt span = size + (SymInt(w.padding) * SymInt(2) - reach - SymInt(1));
  if (ceil_mode) span = span + SymInt(w.stride - 1);
  SymInt count = floor_div(span, SymInt(w.stride)) + SymInt(1);
  // The last window must start inside the input or its left padding.
  if (ceil_mode && checked_multiply(count.hint() - 1, w.stride) >= checked_add(size.hint(), w.padding))
    count = count - SymInt(1);
  return count;
}
namespace {

// Pooling over `count` axes takes one more axis, or two: channels and perhaps a batch, which may be empty.
void check_rank(const SymSizes& sizes, int count, const char* name) {
  int rank = static_cast<int>(sizes.size());
  bool fits = rank == count + 1 || rank == count + 2, average = std::string(name).starts_with("avg");
  std::string ranks = std::to_string(count + 1) + "D or " + std::to_string(count + 2) + "D (batch mode) tensor ";
  if (!fits && (count == 3 || !average)) tensor_error("non-empty " + ranks + "expected for input");
  if (!fits && rank < count + 1) wrap_axis(-(count + 1), rank);
  int first = rank == count + 2 ? 1 : 0;
  for (int i = first; i < rank; ++i) {
    if (sizes[static_cast<size_t>(i)].hint() != 0 && fits) continue;
    if (count == 3)
      tensor_error(std::string(name) + "(): Expected input's non-batch dimensions to have positive length, but " +
                   "input has a shape of " + sizes_text(sizes) + " and non-batch dimension " +
                   std::to_string(i - first) + " has length zero!");
    tensor_error("Expected " + ranks + "with optional 0 dim batch size for input, but got:" + sizes_text(sizes));
  }
}

}  // namespace

SymSizes pooled_sizes(const SymSizes& sizes, const std::vector<Window>& windows, bool ceil_mode, const char* name) {
  check_rank(sizes, static_cast<int>(windows.size()), name);
  SymSizes result = sizes;
  size_t first = sizes.size() - windows.size();
  bool small = false;
  for (size_t i = 0; i < windows.size(); ++i) {
    result[first + i] = pooled_size(sizes[first + i], windows[i], ceil_mode);
    small = small || result[first + i].hint() < 1;
  }
  if (small) {
    auto text = [&](const SymSizes& s) {
      std::string t = std::to_string(s[first - 1].hint());
      for (size_t i = first; i < s.size(); ++i) t += "x" + std::to_string(s[i].hint());
      return "(" + t + ")";
    };
    tensor_error("Given input size: " + text(sizes) + ". Calculated output size: " + text(result) +
                 ". Output size is too small");
  }
  return result;
}

PoolAxes pool_axes(const std::vector<Window>& windows, const Dims& in, const Dims& out) {
  PoolAxes axes;
  for (size_t i = 0; i < windows.size(); ++i) {
    const Window& w = windows[i];
    int axis = in.size() - static_cast<int>(windows.size() - i);
    axes[3 - windows.size() + i] = {w.kernel, w.stride, w.padding, w.dilation, in[axis], out[axis]};
  }
  return axes;
}

bool pools_channels_last(const Tensor& t) {
  return (t.dtype() == DType::kFloat32 || t.dtype() == DType::kFloat64) && channels_lie_last(t) && t.size(1) > 1;
}
Tensor with_channels_last(const TensorMeta& meta) {
  Dims sizes = hints_of(meta.sizes);
  const int64_t channels = sizes[1];
  sizes.erase(1);
  sizes.push_back(channels);
  return empty_tensor(sizes, meta.dtype);
}

Tensor as_plane(const Tensor& t) { return f::unsqueeze(t, -2); }
IntList with_one(const Arg& value, int64_t other) {
  IntList list = std::get<IntList>(value.value);
  list.insert(list.begin(), SymInt(other));
  return list;
}

const Arg& stride_of_line(const Args& a) { return a.has(2) && !a.ints(2).empty() ? a[2] : a[1]; }

Metas like_input(const Args& a) {
  const Tensor& x = a.tensor(1);
  return {meta_like(x, sizes_of(x), x.dtype())};
}

}  // namespace vt
