// Tensors as text, exactly as PyTorch prints them.
#pragma once
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace vt {

// torch.set_printoptions.
struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000;  // more elements are summarised
  int64_t edge_items = 3;
  int64_t line_width = 80;
  enum class Scientific : uint8_t { kAutomatic, kNever, kAlways } scientific = Scientific::kAutomatic;
  DeviceKind home = DeviceKind::kCpu;  // the device whose tensors are printed without a device
};
PrintOptions& print_options();

// "tensor([1., 2.], dtype=torch.float64, grad_fn=<AddBackward0>)". The caller supplies the autograd suffix
// (requires_grad or grad_fn) in `suffixes`.
std::string tensor_text(const Tensor& t, const std::vector<std::string>& suffixes = {}, const char* prefix = "tensor(");

}  // namespace vt
