// One composition for two uses: a kernel when each op's kernel runs, a decomposition when
// each op is called through the dispatcher.
#pragma once
#include "ops/dispatch.h"

namespace vt {

using Run = Tensor (*)(const OpDef&, Args);
Tensor run_kernel(const OpDef& op, Args args);  // on the device of its tensors
inline Tensor run_call(const OpDef& op, Args args) { return call1(op, std::move(args)); }

}  // namespace vt
