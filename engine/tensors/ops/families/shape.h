// Sizes, strides and axes that may be symbolic: what the shape rules of all families share.
// Above tensor/symbolic.h, below the families and the op files.
#pragma once
#include <string>
#include <vector>

#include "ops/op.h"

namespace vt {

using SymSizes = std::vector<SymInt>;

SymSizes sizes_of(const Tensor& t);
SymSizes strides_of(const Tensor& t);
SymSizes contiguous_strides_of(const SymSizes& sizes);
SymInt count_of(const SymSizes& sizes);
// True without recording a guard: symbols are never 1.
bool is_one(const SymInt& size);
// PyTorch's broadcasting, with its error.
SymSizes broadcast_sizes(const SymSizes& a, const SymSizes& b);
bool same_sizes(const SymSizes& a, const SymSizes& b);
// Counts from the end when negative; IndexError outside [-rank, rank - 1]. A rank of 0 allows 0 and -1.
int wrap_axis(int64_t axis, int rank);
// Wrapped and checked for repeats; an empty or missing list means all axes.
std::vector<int> wrap_axes(const IntList& axes, int rank);
std::vector<int> axes_or_all(const Args& args, size_t i, int rank);
std::string sizes_text(const SymSizes& sizes);    // "[2, 3]"
std::string sizes_text_x(const SymSizes& sizes);  // "2x3"
Dims hints_of(const SymSizes& sizes);
TensorMeta meta_like(const Tensor& t, SymSizes sizes, DType dtype);
// Same sizes and dense layout as the input (torch.preserve_format).
TensorMeta meta_preserving(const Tensor& t, DType dtype);
// The sizes of the input in a memory format, by name: "preserve_format", "contiguous_format",
// "channels_last" or "channels_last_3d"; PyTorch's error where the rank does not fit.
TensorMeta meta_in_format(const Tensor& t, DType dtype, const std::string& format);
SymSizes strides_in_format(const SymSizes& sizes, const std::string& format);  // none where contiguous
bool lies_in_format(const Tensor& t, const std::string& format);
// Memory for NAME_like of a real tensor whose result does not simply lie contiguous; else undefined.
Tensor empty_in_layout(const Tensor& t, DType dtype, Device device, const std::string& format);
Tensor empty_for(const TensorMeta& meta);
// Sizes of reducing `axes` away, or to 1.
SymSizes reduced_sizes(const SymSizes& sizes, const std::vector<int>& axes, bool keepdim);
SymSizes to_sizes(const IntList& list);
// Replaces one -1 of a view's sizes by what is left; PyTorch's error if it does not fit.
SymSizes infer_view_sizes(const IntList& wanted, const SymSizes& sizes);
// The size argument with "-1" texts of Python: "(2, 3)" and so on stays with the caller.

}  // namespace vt
