// A scalar expression made ready to run over tensors: one loop per operation, constants
// laid out in blocks. run_pointwise keeps the programs of recent calls.
#pragma once
#include <span>
#include <vector>

#include "ops/families/evaluate_steps.h"
#include "ops/families/pointwise.h"

namespace vt {

// Memory of blocks: vector loads and stores do not straddle cache lines.
struct alignas(64) BlockLine {
  std::byte bytes[64];
};

// One operation, input or constant of a program.
struct PointwiseNode {
  EvaluateStep step = nullptr;
  EvaluateStep by_number = nullptr, of_number = nullptr;  // the same, whose right or left operand is one element
  EvaluateStep wrap = nullptr;                            // of an operation on 16-bit floats: rounds its results
  loop::ScalarOp op = loop::ScalarOp::kConstant;
  bool composite = false;  // `step` computes more than `op`
  int operands[3] = {-1, -1, -1};
  int input = -1;
  int slot = -1;  // the block it is computed or loaded into
  std::vector<BlockLine> constant;
  DType dtype = DType::kFloat32;
};

class PointwiseProgram {
 public:
  static constexpr int64_t kBlockBytes = 8192;
  static constexpr size_t kMostNodes = 256;
  PointwiseProgram(const ExprGraph& graph, ExprId result);
  // Inputs are broadcast to `out` and cast to the dtypes that the expression gives them.
  void run(std::span<const Tensor> inputs, const Tensor& out) const;

 private:
  friend class PointwiseRun;
  void add_node(const ExprGraph& graph, const loop::Expr& expr, const std::vector<int>& place);
  bool run_single(std::span<const Tensor> inputs, const Tensor& out) const;
  void join_clamp();
  bool is_number(int node) const;  // a constant that is not NaN
  void assign_slots();
  std::vector<PointwiseNode> nodes_;
  size_t result_ = 0, slots_ = 0;
  int steps_ = 0;
  int64_t block_ = 1024;  // elements
  bool reads_constant_blocks_ = false;
  bool chains_ = false;  // a Chain can run it
  bool single_ = false;  // one step, on types that memory holds as registers
};

}  // namespace vt
