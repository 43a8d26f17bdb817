#pragma once
#include <initializer_list>

#include "ops/ops.h"

namespace vt {

// A norm of 16-bit floats may have parameters of 32 bits, no other mixture is computed on the CPU.
inline void check_norm_types(const Args& args, std::initializer_list<size_t> parameters) {
  const Tensor& input = args.tensor(0);
  if (input.is_fake() || input.device().kind != DeviceKind::kCpu) return;
  bool first = true;
  for (size_t i : parameters) {
    if (!args.has(i) || !is_floating(args.tensor(i).dtype())) continue;  // whole statistics are widened
    if (first && args.tensor(i).dtype() == input.dtype()) return;
    first = false;
    if (args.tensor(i).dtype() != DType::kFloat32)
      tensor_error("mixed dtype (CPU): expect parameter to have scalar type of Float");
  }
  bool narrow = input.dtype() == DType::kFloat16 || input.dtype() == DType::kBFloat16;
  if (!first && !narrow) tensor_error("mixed dtype (CPU): all inputs must share same datatype.");
}

}  // namespace vt
