// How results lie in memory: the order of axes that the operands of an elementwise loop agree on.
// Apart from pointwise.h, for ops that have kernels of their own.
#pragma once
#include <vector>

#include "ops/op.h"

namespace vt {

// The strides of a result of these sizes, as PyTorch's iterator gives them; empty: contiguous.
// Tensors that are smaller are broadcast; an axis of stride 0 has no say.
SymSizes result_strides(const SymSizes& sizes, const std::vector<Tensor>& tensors);

}  // namespace vt
