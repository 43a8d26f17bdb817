// Where an in-place call wants its result: an elementwise kernel that computes the same
// sizes and dtype writes there instead of allocating.
#pragma once
#include "tensor/tensor.h"

namespace vt {

// The target of the in-place call in progress if it fits, taken by the first who asks;
// otherwise undefined.
Tensor take_inplace_target(std::span<const int64_t> sizes, DType dtype);
class InplaceTargetScope {
 public:
  explicit InplaceTargetScope(const Tensor& target);
  ~InplaceTargetScope();
  InplaceTargetScope(const InplaceTargetScope&) = delete;

 private:
  Tensor previous_;
};

}  // namespace vt
