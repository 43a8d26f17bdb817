// Elementary functions of float32 over long rows, in a form that the compiler turns into
// vector code: no branches, no tables. Within about one unit in the last place, as
// PyTorch's own. The steps of pointwise programs (families/evaluate_float.cpp) use them; whole rows: vector_rows.h.
#pragma once
#include <cstdint>

#include "ops/families/evaluate_steps.h"

namespace vt {

// The loops of an operation on float32, or none where plain loops are as good.
EvaluateLoops vector_float_loops(loop::ScalarOp op);
// Those on float64: of divisions with a rest.
EvaluateLoops vector_double_loops(loop::ScalarOp op);

// Expressions of several operations in one loop: 1 + erf and gelu as in loop/one_plus_erf.h,
// x / (1 + exp(-x)), the slopes of these two, and x or, below zero, x * b[0]. The gradients are of
// (incoming, input) of silu and (incoming, result) of tanh, to PyTorch's last bit. All null where there
// is no vector code.
struct VectorComposites {
  EvaluateStep one_plus_erf = nullptr, gelu = nullptr, gelu_slope = nullptr;
  EvaluateStep silu = nullptr, silu_slope = nullptr, leaky_relu = nullptr;
  EvaluateStep silu_gradient = nullptr, tanh_gradient = nullptr;
};
VectorComposites vector_composites();

}  // namespace vt
