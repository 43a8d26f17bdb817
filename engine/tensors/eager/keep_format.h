// Results that lie channels last because the tensors they come from do, as PyTorch's kernels
// leave them. After a kernel on the CPU, before the dispatcher's bookkeeping.
#pragma once
#include "ops/dispatch.h"

namespace vt {

void keep_format(const OpDef& op, const Args& args, Outputs& outputs);

}  // namespace vt
