// Mean and variance in one pass over memory: a sum, and in the next phase the sum of squared deviations from
// its mean, become a sum and a running Reduce::kDeviations in one phase. For loops whose second phase would
// load everything from memory again; for a row that is still in the cache or in registers, two passes are
// faster.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

void join_moments(loop::LoopNest& nest);

}  // namespace vt::codegen
