// What every new node of a graph does with sizes that are 0 or 1 in the call that it is made for.
#pragma once
#include "ops/op.h"

namespace vt {

// A size that is 0 or 1 in this call is guarded to be so, and any other to be more, as an input's is: broadcasts and
// changes in place go by it, and what is recorded for the one would be wrong for the other.
Metas specialise_small_sizes(Metas metas);

}  // namespace vt
