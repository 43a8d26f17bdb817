#include "ops/families/evaluate_real.h"

namespace vt {
EvaluateStep float_step(loop::ScalarOp op) { return real_step<float>(op); }
}  // namespace vt
