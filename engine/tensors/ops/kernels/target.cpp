#include "ops/kernels/target.h"

#include <algorithm>
#include <utility>

namespace vt {
namespace {
thread_local Tensor target;
thread_local TensorList places;
}  // namespace

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

OutputPlacesScope::OutputPlacesScope(TensorList wanted) : previous_(std::move(places)) { places = std::move(wanted); }
OutputPlacesScope::~OutputPlacesScope() { places = std::move(previous_); }

Tensor place_of_output(size_t i, std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype,
                       Device device) {
  if (i < places.size() && places[i].defined()) {
    const Tensor& place = places[i];
    if (place.dtype() == dtype && place.device() == device &&
        std::equal(sizes.begin(), sizes.end(), place.sizes().begin(), place.sizes().end()) &&
        std::equal(strides.begin(), strides.end(), place.strides().begin(), place.strides().end()))
      return std::exchange(places[i], Tensor());
  }
  return empty_strided(sizes, strides, dtype, device);
}

}  // namespace vt
