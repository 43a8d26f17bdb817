// Statements that begin with an expression: plain, augmented and annotated assignment.
#include "frontend/parser_state.h"

namespace vt {

static bool augmented_operator(Tok kind, BinaryOp& op) {
  switch (kind) {
    case Tok::kPlusEqual: op = BinaryOp::kAdd; return true;
    case Tok::kMinusEqual: op = BinaryOp::kSubtract; return true;
    case Tok::kStarEqual: op = BinaryOp::kMultiply; return true;
    case Tok::kSlashEqual: op = BinaryOp::kTrueDivide; return true;
    case Tok::kDoubleSlashEqual: op = BinaryOp::kFloorDivide; return true;
    case Tok::kPercentEqual: op = BinaryOp::kRemainder; return true;
    case Tok::kAtEqual: op = BinaryOp::kMatrixMultiply; return true;
    case Tok::kDoubleStarEqual: op = BinaryOp::kPower; return true;
    case Tok::kAmpersandEqual: op = BinaryOp::kAnd; return true;
    case Tok::kPipeEqual: op = BinaryOp::kOr; return true;
    case Tok::kCaretEqual: op = BinaryOp::kXor; return true;
    case Tok::kLeftShiftEqual: op = BinaryOp::kLshift; return true;
    case Tok::kRightShiftEqual: op = BinaryOp::kRshift; return true;
    default: return false;
  }
}

Stmt* Parser::expression_statement() {
  SourceSpan start = current().span;
  Expr* value = yield_or_star_expressions();
  BinaryOp op;
  if (at(Tok::kEqual)) return assignment(value, start);
  if (at(Tok::kColon)) return annotated_assignment(value, start);
  if (augmented_operator(kind(), op)) return augmented_assignment(value, start);
  if (at(Tok::kColonEqual) && value->kind != ExprKind::kName)
    fail_at(value->span, std::string("cannot use assignment expressions with ") + target_kind_name(value));
  auto* node = make<ExprStmt>(from(start));
  node->value = value;
  return node;
}

Stmt* Parser::assignment(Expr* first, SourceSpan start) {
  std::vector<Expr*> parts{first};
  const size_t first_equal = at_;
  while (accept(Tok::kEqual)) parts.push_back(yield_or_star_expressions());
  Expr* value = parts.back();
  parts.pop_back();
  for (Expr* target : parts) {
    if (target->kind == ExprKind::kYield || target->kind == ExprKind::kYieldFrom)
      if (!target->parenthesized) fail_at(target->span, "assignment to yield expression not possible");
    Expr* invalid = invalid_target(target, TargetUse::kAssign);
    if (!invalid) continue;
    if (parts.size() > 1 && target != first) {  // `a = 1, b = 2`
      at_ = first_equal;
      check_misplaced_equal(first);
    }
    bool word = invalid->kind == ExprKind::kConstant && (as<ConstantExpr>(invalid).type == ConstantKind::kTrue ||
                                                         as<ConstantExpr>(invalid).type == ConstantKind::kFalse ||
                                                         as<ConstantExpr>(invalid).type == ConstantKind::kNone);
    bool binds_less = invalid->kind == ExprKind::kBoolOp || invalid->kind == ExprKind::kCompare ||
                      invalid->kind == ExprKind::kLambda || invalid->kind == ExprKind::kIfExp ||
                      (invalid->kind == ExprKind::kUnaryOp && as<UnaryOpExpr>(invalid).op == UnaryOperator::kNot);
    bool loose = invalid->kind == ExprKind::kGeneratorExp || (binds_less && !invalid->parenthesized);
    bool last_of_tuple =
        target->kind == ExprKind::kTuple && !target->parenthesized && as<TupleExpr>(target).elements.back() == invalid;
    if (parts.size() == 1 && (invalid == target || last_of_tuple) && !word && !loose)
      fail_at(invalid->span, std::string("cannot assign to ") + target_kind_name(invalid) +
                                 " here. Maybe you meant '==' instead of '='?");
    fail_at(invalid->span, std::string("cannot assign to ") + target_kind_name(invalid));
  }
  auto* node = make<AssignStmt>(from(start));
  node->targets = ast_.arena.copy(parts);
  node->value = value;
  return node;
}

Stmt* Parser::annotated_assignment(Expr* target, SourceSpan start) {
  bool single =
      target->kind == ExprKind::kName || target->kind == ExprKind::kAttribute || target->kind == ExprKind::kSubscript;
  SourceSpan colon = current().span;
  advance();
  Expr* annotation = starts_expression(kind()) ? expression() : nullptr;
  if (!single) {
    if (!annotation) fail_at(colon, "invalid syntax");
    const bool bare_tuple =
        target->kind == ExprKind::kTuple && !target->parenthesized && !as<TupleExpr>(target).elements.empty();
    if (target->kind == ExprKind::kList || target->kind == ExprKind::kTuple)
      fail_at(bare_tuple ? as<TupleExpr>(target).elements[0]->span : target->span,
              std::string("only single target (not ") + target_kind_name(target) + ") can be annotated");
    fail_at(target->span, "illegal target for annotation");
  }
  if (!annotation) fail();
  Expr* value = accept(Tok::kEqual) ? yield_or_star_expressions() : nullptr;
  auto* node = make<AnnAssignStmt>(from(start));
  node->target = target;
  node->annotation = annotation;
  node->value = value;
  node->simple = target->kind == ExprKind::kName && !target->parenthesized;
  return node;
}

Stmt* Parser::augmented_assignment(Expr* target, SourceSpan start) {
  BinaryOp op = BinaryOp::kAdd;
  augmented_operator(kind(), op);
  advance();
  Expr* value = yield_or_star_expressions();
  bool single =
      target->kind == ExprKind::kName || target->kind == ExprKind::kAttribute || target->kind == ExprKind::kSubscript;
  if (!single)
    fail_at(target->span,
            std::string("'") + target_kind_name(target) + "' is an illegal expression for augmented assignment");
  auto* node = make<AugAssignStmt>(from(start));
  node->target = target;
  node->op = op;
  node->value = value;
  return node;
}

}  // namespace vt
