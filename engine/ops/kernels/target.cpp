#include "ops/kernels/target.h"

#include <algorithm>

namespace vt {
namespace {
thread_local Tensor target;
}

Tensor take_inplace_target(std::span<const int64_t> sizes, DType dtype) {
  if (!target.defined()) return {};
  Tensor taken = std::move(target);
  target = {};
  bool fits =
      taken.dtype() == dtype && std::equal(sizes.begin(), sizes.end(), taken.sizes().begin(), taken.sizes().end());
  return fits ? taken : Tensor();
}

InplaceTargetScope::InplaceTargetScope(const Tensor& wanted) : previous_(std::move(target)) { target = wanted; }
InplaceTargetScope::~InplaceTargetScope() { target = std::move(previous_); }

}  // namespace vt
