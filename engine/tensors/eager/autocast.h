// Automatic mixed precision: which ops compute in the lower precision, which in float32,
// as PyTorch's autocast has them for
// the CPU and for CUDA.
#pragma once
#include <string_view>

#include "ops/dispatch.h"

namespace vt {

bool autocast_enabled(DeviceKind device = DeviceKind::kCpu);
void set_autocast_enabled(bool enabled, DeviceKind device = DeviceKind::kCpu);
DType autocast_dtype(DeviceKind device = DeviceKind::kCpu);
void set_autocast_dtype(DType dtype, DeviceKind device = DeviceKind::kCpu);
bool autocast_cache_enabled();
void set_autocast_cache_enabled(bool enabled);
// Leaving the outermost autocast region forgets the weights cast within.
void clear_autocast_cache();
int autocast_nesting(int change);  // returns the new depth

// Casts the tensors among `args` as the device's list for the op asks.
void apply_autocast(const OpDef& op, Args& args, DeviceKind device);
// Whether the CPU's list takes an op of that name to float32.
bool autocast_widens(std::string_view name);

}  // namespace vt
