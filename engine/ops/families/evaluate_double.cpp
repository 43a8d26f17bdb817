#include "ops/families/evaluate_real.h"

namespace vt {
EvaluateStep double_step(loop::ScalarOp op) { return real_step<double>(op); }
}  // namespace vt
