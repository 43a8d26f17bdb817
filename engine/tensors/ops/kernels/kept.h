// Numbers that PyTorch keeps in a 16-bit type between steps which compute in float32.
#pragma once
#include "tensor/dtype.h"

namespace vt {

inline float as_kept(float value, DType dtype) {
  if (dtype == DType::kBFloat16) return to_float(to_bfloat16(value));
  if (dtype == DType::kFloat16) return to_float(to_half(value));
  return value;
}
inline double as_kept(double value, DType) { return value; }

}  // namespace vt
