#include "ops/families/evaluate_real.h"
#include "ops/kernels/vector_math.h"

namespace vt {
EvaluateStep float_step(loop::ScalarOp op) {
  EvaluateStep step = vector_float_step(op);
  return step ? step : real_step<float>(op);
}
}  // namespace vt
