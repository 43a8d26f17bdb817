// Mean and variance in one pass over memory: a sum, and in the next phase the sum of squared
// distances from the mean that it gives, become a sum and a running Reduce::kDeviations of
// one phase. For loops that would read everything twice; a row that is still in the cache or
// in registers is better read twice.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

void join_moments(loop::LoopNest& nest);

}  // namespace vt::codegen
