// The fused Adam step on a CUDA device: one launch for all tensors (cuda_foreach.h), the
// numbers that change from step to step in a buffer.
#pragma once
#include "ops/op.h"

namespace vt {

// False if the op is another one, or the tensors are not packed float32 tensors of a device.
bool run_cuda_adam(const OpDef& op, const Args& args, Outputs& outputs);

}  // namespace vt
