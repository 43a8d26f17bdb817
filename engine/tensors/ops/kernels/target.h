// Where an in-place call wants its result: an elementwise kernel that computes the same
// sizes and dtype writes there instead of allocating.
#pragma once
#include "ops/arg.h"

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

// Where the steps of a program want the results of an op's kernel: a device's kernel that
// asks writes there, what others return is copied.
class OutputPlacesScope {
 public:
  explicit OutputPlacesScope(TensorList places);
  ~OutputPlacesScope();
  OutputPlacesScope(const OutputPlacesScope&) = delete;

 private:
  TensorList previous_;
};
// Result `i`'s place if it is laid out so, else a new tensor.
Tensor place_of_output(size_t i, std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype,
                       Device device);

}  // namespace vt
