// Functions of float32 and float64 over long rows by the C library's own vector code (libmvec of glibc on
// x86-64): sin, log, pow and their like, within 4 units in the last place. The rest of a row
// goes through the same code, so an element's result does not depend on where it lies.
// Elsewhere, and on machines without the instructions, there is none and plain loops run.
#pragma once
#include "ops/families/evaluate_steps.h"

namespace vt {

EvaluateLoops vector_library_loops(loop::ScalarOp op);
EvaluateLoops vector_library_double_loops(loop::ScalarOp op);
EvaluateStep vector_library_double_silu();  // x / (1 + exp(-x))

}  // namespace vt
