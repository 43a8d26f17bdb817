#include "lower/choices.h"

#include <map>
#include <optional>

namespace vt {

using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::ScalarOp;

namespace {

class Folder {
 public:
  Folder(ExprGraph& graph, const IndexRanges& ranges) : g_(graph), ranges_(ranges) {}

  ExprId fold(ExprId id) {
    auto known = done_.find(id);
    if (known != done_.end()) return known->second;
    Expr e = g_.at(id);
    ExprId result = id;
    std::optional<bool> condition;
    if (e.op == ScalarOp::kSelect) condition = decide(e.operands[0]);
    if (condition) {
      result = fold(e.operands[*condition ? 1 : 2]);
    } else {
      bool changed = false;
      for (ExprId& operand : e.operands) {
        if (operand == loop::kNoExpr) continue;
        ExprId folded = fold(operand);
        changed |= folded != operand;
        operand = folded;
      }
      if (changed) result = g_.add(std::move(e));
    }
    return done_[id] = result;
  }

 private:
  static bool place(const Expr& e, SymExpr* value) {
    if (e.op == ScalarOp::kIndex) *value = e.index;
    else if (e.op == ScalarOp::kConstant && e.dtype == DType::kInt64) *value = sym_constant(e.integer);
    else return false;
    return true;
  }
  std::optional<bool> decide(ExprId id) {
    const Expr e = g_.at(id);
    if (e.op == ScalarOp::kConstant) return e.integer != 0;
    if (e.op == ScalarOp::kAnd) {
      std::optional<bool> left = decide(e.operands[0]), right = decide(e.operands[1]);
      if (left && right) return *left && *right;
      if ((left && !*left) || (right && !*right)) return false;
      return std::nullopt;
    }
    if (e.op != ScalarOp::kEqual && e.op != ScalarOp::kLess && e.op != ScalarOp::kGreaterEqual) return std::nullopt;
    SymExpr left, right;
    int64_t apart;
    if (!place(g_.at(e.operands[0]), &left) || !place(g_.at(e.operands[1]), &right)) return std::nullopt;
    if (!sym_is_constant(sym_sub(simplify_index(left, ranges_), simplify_index(right, ranges_)), &apart))
      return std::nullopt;
    return e.op == ScalarOp::kEqual ? apart == 0 : e.op == ScalarOp::kLess ? apart < 0 : apart >= 0;
  }
  ExprGraph& g_;
  const IndexRanges& ranges_;
  std::map<ExprId, ExprId> done_;
};

}  // namespace

ExprId fold_choices(ExprGraph& graph, ExprId root, const IndexRanges& ranges) {
  return Folder(graph, ranges).fold(root);
}

SymExpr choice_width(const ExprGraph& graph, const std::string& variable, const IndexRanges& ranges) {
  for (size_t i = 0; i < graph.size(); ++i) {
    const Expr& e = graph.at(ExprId(i));
    if (e.op != ScalarOp::kIndex) continue;
    SymExpr place = simplify_index(e.index, ranges);
    if (SymExpr width = divisor_of(place, variable)) return width;
    if (place->op == SymOp::kSymbol && place->name == variable) return sym_constant(1);
  }
  return {};
}

}  // namespace vt
