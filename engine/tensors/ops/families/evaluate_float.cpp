#include "ops/families/evaluate_real.h"
#include "ops/kernels/vector_library.h"
#include "ops/kernels/vector_math.h"

namespace vt {
EvaluateLoops float_loops(loop::ScalarOp op) {
  EvaluateLoops loops = vector_library_loops(op);
  if (!loops.step) loops = vector_float_loops(op);
  return loops.step ? loops : real_loops<float>(op);
}
EvaluateStep float_clamp() { return best_step<ClampLoop<float>>(); }
}  // namespace vt
