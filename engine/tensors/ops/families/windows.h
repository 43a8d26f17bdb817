// What all pooling ops share: the windows that their arguments say, the sizes of results, and which memory is pooled
// as it lies. Before the op files of pooling.
#pragma once
#include <vector>

#include "ops/families/shape.h"
#include "ops/kernels/pool.h"

namespace vt {

// One spatial axis of a window.
struct Window {
  int64_t kernel, stride, padding, dilation;
};
// pool(self, kernel_size, stride, padding, ...): an empty stride is the kernel's.
std::vector<Window> windows_of(const Args& args, bool dilated);
SymInt pooled_size(const SymInt& size, const Window& w, bool ceil_mode);
SymSizes pooled_sizes(const SymSizes& sizes, const std::vector<Window>& windows, bool ceil_mode, const char* name);
PoolAxes pool_axes(const std::vector<Window>& windows, const Dims& in, const Dims& out);

// Images with their channels last are pooled as they lie.
bool pools_channels_last(const Tensor& t);
// Memory for a result of these sizes, its channels moved behind the other axes.
Tensor with_channels_last(const TensorMeta& meta);

// A line is a plane of height 1; a list of its arguments gets a number for that axis.
Tensor as_plane(const Tensor& t);
IntList with_one(const Arg& value, int64_t other);
// Windows of a line follow each other without gaps where no stride is given.
const Arg& stride_of_line(const Args& a);

// Of gradients (grad_output, self, ...): as self.
Metas like_input(const Args& a);

}  // namespace vt
