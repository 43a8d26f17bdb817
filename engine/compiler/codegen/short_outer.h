// A short outer axis of a reduction is unrolled where its results share work: what they read in common, or neighbours
// in memory that each of them reads one of. A loop then has several reductions in the place of one (forces in x, y and
// z).
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

// `least_points`: of the outer axes that must remain, so that there is enough to do at once.
void unroll_short_outer(loop::LoopNest& nest, int64_t least_points);

}  // namespace vt::codegen
