#include "ops/families/evaluate_real.h"

namespace vt {
EvaluateLoops double_loops(loop::ScalarOp op) { return real_loops<double>(op); }
}  // namespace vt
