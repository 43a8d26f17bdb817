// A snapshot of grad mode and autocast, which can be restored.
#pragma once
#include <array>
#include <utility>

#include "eager/autocast.h"
#include "eager/modes.h"

namespace vt::dynamo {

class Modes {
 public:
  Modes() : grad_(vt::grad_enabled()), cache_(autocast_cache_enabled()), nesting_(autocast_nesting(0)) {
    for (size_t i = 0; i < kDevices.size(); ++i)
      casts_[i] = {autocast_enabled(kDevices[i]), autocast_dtype(kDevices[i])};
  }
  void restore() const {
    set_grad_enabled(grad_);
    for (size_t i = 0; i < kDevices.size(); ++i) {
      set_autocast_enabled(casts_[i].first, kDevices[i]);
      set_autocast_dtype(casts_[i].second, kDevices[i]);
    }
    set_autocast_cache_enabled(cache_);
    // Leaving all autocast regions clears the cache of casted weights; a region aborted by an exception must do so too.
    if (autocast_nesting(0) != nesting_ && autocast_nesting(nesting_ - autocast_nesting(0)) == 0)
      clear_autocast_cache();
  }

 private:
  static constexpr std::array kDevices = {DeviceKind::kCpu, DeviceKind::kCuda};
  bool grad_, cache_;
  int nesting_;
  std::array<std::pair<bool, DType>, kDevices.size()> casts_;
};

// Tracing really switches grad mode and autocast; this restores both at the end, also after an exception.
class ModeKeeper : public Modes {
 public:
  ModeKeeper() = default;
  ModeKeeper(const ModeKeeper&) = delete;
  ~ModeKeeper() { restore(); }
};

}  // namespace vt::dynamo
