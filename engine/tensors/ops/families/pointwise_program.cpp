// Makes a program of a scalar expression: only what the result needs, composites found, blocks assigned.
#include "ops/families/pointwise_program.h"

#include <algorithm>
#include <cmath>

#include "ops/families/chain.h"
#include "ops/families/composites.h"
#include "support/check.h"

namespace vt {
namespace {

void fill_constant(const loop::Expr& expr, std::byte* block, int64_t count) {
  int64_t integer = expr.op == S::kIndex ? SymInt(0, expr.index).hint() : expr.integer;
  switch (register_type(expr.dtype)) {
#define REGISTER(name, type, meaning)                                                                                \
  case RegisterType::name:                                                                                           \
    std::fill_n(reinterpret_cast<type*>(block), count,                                                               \
                std::is_floating_point_v<type> ? static_cast<meaning>(expr.number) : static_cast<meaning>(integer)); \
    break;
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
}

// What is read for an operand: times 1 (a factor that was not given) is no operation.
ExprId unscaled(const ExprGraph& graph, ExprId operand) {
  auto is_one = [&](ExprId id) { return graph.at(id).op == S::kConstant && graph.at(id).number == 1; };
  while (operand != loop::kNoExpr && graph.at(operand).op == S::kMul && is_floating(graph.at(operand).dtype)) {
    const ExprId a = graph.at(operand).operands[0], b = graph.at(operand).operands[1];
    if (!is_one(a) && !is_one(b)) break;
    operand = is_one(a) ? b : a;
  }
  return operand;
}

}  // namespace

// Only what the result needs, in order.
PointwiseProgram::PointwiseProgram(const ExprGraph& graph, ExprId result) {
  std::vector<char> needed(graph.size(), 0);
  needed[static_cast<size_t>(result)] = 1;
  for (size_t i = graph.size(); i-- > 0;) {
    if (!needed[i]) continue;
    if (Composite whole = composite(graph, graph.at(ExprId(i))); whole.step) {
      needed[static_cast<size_t>(whole.operand)] = 1;
      if (whole.number != loop::kNoExpr) needed[static_cast<size_t>(whole.number)] = 1;
      continue;
    }
    for (ExprId operand : graph.at(ExprId(i)).operands)
      if (operand != loop::kNoExpr) needed[static_cast<size_t>(unscaled(graph, operand))] = 1;
  }
  std::vector<int> place(graph.size(), -1);
  // Of narrow elements a block has more: steps on few are over too soon.
  auto is_narrow = [&](size_t i) { return !needed[i] || register_bytes(graph.dtype(ExprId(i))) <= 2; };
  bool narrow = true;
  for (size_t i = 0; i < graph.size(); ++i) narrow = narrow && is_narrow(i);
  if (narrow) block_ = kBlockBytes / 2;
  for (size_t i = 0; i < graph.size(); ++i) {
    if (!needed[i]) continue;
    place[i] = static_cast<int>(nodes_.size());
    add_node(graph, graph.at(ExprId(i)), place);
  }
  VT_CHECK(nodes_.size() <= kMostNodes, "an elementwise op has at most 256 operations");
  result_ = static_cast<size_t>(place[static_cast<size_t>(result)]);
  join_clamp();
  chains_ = Chain::takes(nodes_);
  single_ = steps_ == 1 && !reads_constant_blocks_ && nodes_[result_].step && !nodes_[result_].wrap;
  for (const PointwiseNode& node : nodes_) single_ = single_ && stored_as_register(node.dtype);
  assign_slots();
}

bool PointwiseProgram::is_number(int node) const {
  if (node < 0 || nodes_[static_cast<size_t>(node)].constant.empty()) return false;
  const PointwiseNode& n = nodes_[static_cast<size_t>(node)];
  const std::byte* value = n.constant[0].bytes;
  return n.dtype == DType::kFloat64 ? !std::isnan(*reinterpret_cast<const double*>(value))
                                    : !is_floating(n.dtype) || !std::isnan(*reinterpret_cast<const float*>(value));
}

// Nothing but a lower and an upper limit: one loop from memory to memory.
void PointwiseProgram::join_clamp() {
  PointwiseNode& last = nodes_[result_];
  if (steps_ != 2 || last.op != S::kMin || last.wrap || last.composite || !is_number(last.operands[1])) return;
  const int inner = last.operands[0];
  const PointwiseNode& first = nodes_[static_cast<size_t>(inner)];
  EvaluateStep loop = clamp_step(register_type(last.dtype));
  if (!loop || first.op != S::kMax || first.composite || !is_number(first.operands[1])) return;
  if (nodes_[static_cast<size_t>(first.operands[0])].input < 0) return;
  last.step = loop;
  last.by_number = nullptr;
  last.composite = true;
  last.operands[2] = last.operands[1];
  for (int k : {0, 1}) last.operands[k] = first.operands[k];
  for (int& operand : last.operands) operand -= operand > inner;
  nodes_.erase(nodes_.begin() + inner);
  --result_;
  steps_ = 1;
  reads_constant_blocks_ = false;
}

// A block is free again after the last step that reads it, so that all of them stay in the first-level cache.
void PointwiseProgram::assign_slots() {
  std::vector<size_t> last_use(nodes_.size(), 0);
  for (size_t i = 0; i < nodes_.size(); ++i)
    for (int operand : nodes_[i].operands)
      if (operand >= 0) last_use[static_cast<size_t>(operand)] = i;
  last_use[result_] = nodes_.size();
  for (size_t i = 0; i < nodes_.size(); ++i)  // a chain reads all inputs at once
    if (chains_ && nodes_[i].input >= 0) last_use[i] = nodes_.size();
  std::vector<size_t> held;  // by slot, the last step that reads it
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].constant.empty() && i != result_) continue;  // a result is written somewhere even then
    size_t slot = 0;
    while (slot < held.size() && held[slot] >= i) ++slot;
    if (slot == held.size()) held.push_back(0);
    held[slot] = std::max(last_use[i], i);
    nodes_[i].slot = static_cast<int>(slot);
  }
  slots_ = held.size();
}

void PointwiseProgram::add_node(const ExprGraph& graph, const loop::Expr& expr, const std::vector<int>& place) {
  PointwiseNode node;
  node.op = expr.op;
  node.dtype = expr.dtype;
  if (Composite whole = composite(graph, expr); whole.step) {
    node.operands[0] = place[static_cast<size_t>(whole.operand)];
    if (whole.number != loop::kNoExpr) node.operands[1] = place[static_cast<size_t>(whole.number)];
    node.step = whole.step;
    node.composite = true;
    ++steps_;
    nodes_.push_back(std::move(node));
    return;
  }
  for (int k = 0; k < 3; ++k)
    if (expr.operands[k] != loop::kNoExpr)
      node.operands[k] = place[static_cast<size_t>(unscaled(graph, expr.operands[k]))];
  if (expr.op == S::kInput) {
    node.input = static_cast<int>(expr.integer);
  } else if (expr.op == S::kConstant || expr.op == S::kIndex) {
    node.constant.resize(static_cast<size_t>(block_ * register_bytes(expr.dtype)) / sizeof(BlockLine));
    fill_constant(expr, node.constant[0].bytes, block_);
  } else {
    DType from = graph.at(expr.operands[0]).dtype;
    // Of a select, the dtype of its branches.
    EvaluateLoops loops = evaluate_loops(expr.op, from, expr.dtype);
    auto constant = [&](int k) {
      return node.operands[k] >= 0 && !nodes_[static_cast<size_t>(node.operands[k])].constant.empty();
    };
    bool number = loops.with_number && constant(1);
    node.step = number ? loops.with_number : loops.step;
    node.by_number = loops.with_number;
    node.of_number = loops.of_number;
    if (constant(0) || (constant(1) && !number) || constant(2)) reads_constant_blocks_ = true;
    node.wrap = wrap_step(expr.dtype);
    if (node.wrap && expr.op == S::kCast && register_type(from) == register_type(expr.dtype))
      node.step = nullptr;  // there is nothing but wrapping to do
    ++steps_;
  }
  nodes_.push_back(std::move(node));
}

}  // namespace vt
