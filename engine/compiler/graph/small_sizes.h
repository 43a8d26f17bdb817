// 0/1 specialization of symbolic sizes, applied to the results of every new node.
#pragma once
#include "ops/op.h"

namespace vt {

// Adds a guard per size: a size that is 0 or 1 in this call must stay so, any other must be at least 2 (inputs follow
// the same rule). Broadcasting and in-place writes depend on it, so a recording for one case is wrong for the other.
Metas specialise_small_sizes(Metas metas);

}  // namespace vt
