// How results lie in memory: the order of axes that the operands of an elementwise loop agree on.
// Apart from pointwise.h, for ops that have kernels of their own.
#pragma once
#include <vector>

#include "ops/families/shape.h"

namespace vt {

// The strides of a result of these sizes, as PyTorch's iterator gives them; empty: contiguous.
// Tensors that are smaller are broadcast; an axis of stride 0 has no say.
SymSizes result_strides(const SymSizes& sizes, const std::vector<Tensor>& tensors);

// Channels innermost, by the strides alone: where both orders fit it is the usual one.
bool channels_lie_last(const Tensor& t);
// For kernels that work on them as they lie: channels behind the other axes, and back behind the first.
Tensor channels_moved_last(const Tensor& t);
Tensor channels_moved_back(const Tensor& t);

// A copy whose elements lie as dense strides say, made of ops that record too; undefined where strides leave gaps.
Tensor copy_with_strides(const Tensor& t, const SymSizes& strides);

}  // namespace vt
