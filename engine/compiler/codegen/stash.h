// If two phases over a row use the same expensive value (an exp), the first stores it in the row's
// output, and the second loads it: softmax computes each exponential once.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

// Runs before expand_math. Changes nothing if the stored value could overwrite elements that are still read.
void stash_shared_values(loop::LoopNest& nest);

// Replaces x / s, where s is constant for a row, by x * (1 / s).
void divide_once_per_row(loop::LoopNest& nest);

}  // namespace vt::codegen
