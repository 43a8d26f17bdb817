// One launch for many tensors: a pointwise nest over "n" elements, applied to each row of a
// table of tensors. For optimiser steps (cuda_adam.cpp, cuda_sgd.cpp).
#pragma once
#include <map>
#include <memory>

#include "device/cuda.h"
#include "runtime/cuda/executable.h"

namespace vt {

class CudaForeach {
 public:
  // The nest's last buffer is float32 numbers that serve all tensors.
  explicit CudaForeach(loop::LoopNest nest) : nest_(std::move(nest)) {}
  // lists[i][j] is buffer i of tensor j, all packed float32. False where it cannot be compiled.
  bool run(const std::vector<const TensorList*>& lists, const std::vector<double>& numbers, Device device);

 private:
  const CudaCode* code(int device, bool aligned);
  loop::LoopNest nest_;
  std::map<std::pair<int, bool>, CudaCode> codes_;
};

// Packed float32 tensors of `device`.
bool fits_foreach(const TensorList& list, Device device);

}  // namespace vt
