#include "ops/families/evaluate_real.h"
#include "ops/kernels/vector_library.h"
#include "ops/kernels/vector_math.h"

namespace vt {
EvaluateLoops double_loops(loop::ScalarOp op) {
  EvaluateLoops loops = vector_library_double_loops(op);
  if (!loops.step) loops = vector_double_loops(op);
  return loops.step ? loops : real_loops<double>(op);
}
EvaluateStep double_clamp() { return best_step<ClampLoop<double>>(); }
}  // namespace vt
