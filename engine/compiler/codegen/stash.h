// Values that two passes over a row both need, and that are dear (an exp), are kept in the
// row's place in the output between them: softmax computes each exponential once.
#pragma once
#include "loop/nest.h"

namespace vt::codegen {

// Before expand_math. Changes nothing where the output might overwrite what is still read.
void stash_shared_values(loop::LoopNest& nest);

// x / s with s the same for the whole row becomes x * (1 / s).
void divide_once_per_row(loop::LoopNest& nest);

}  // namespace vt::codegen
