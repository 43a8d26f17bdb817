// What may stand on the left of '=', after `for` and after `del`, and the texts when it may not.
#include "frontend/parser_state.h"

namespace vt {

static const char* constant_kind_name(ConstantKind kind) {
  switch (kind) {
    case ConstantKind::kNone: return "None";
    case ConstantKind::kTrue: return "True";
    case ConstantKind::kFalse: return "False";
    case ConstantKind::kEllipsis: return "ellipsis";
    case ConstantKind::kInt:
    case ConstantKind::kBigInt:
    case ConstantKind::kFloat:
    case ConstantKind::kImaginary:
    case ConstantKind::kString:
    case ConstantKind::kBytes: return "literal";
  }
  return "literal";
}

const char* target_kind_name(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kAttribute: return "attribute";
    case ExprKind::kSubscript: return "subscript";
    case ExprKind::kStarred: return "starred";
    case ExprKind::kName: return "name";
    case ExprKind::kList: return "list";
    case ExprKind::kTuple: return "tuple";
    case ExprKind::kLambda: return "lambda";
    case ExprKind::kCall: return "function call";
    case ExprKind::kBoolOp:
    case ExprKind::kBinOp:
    case ExprKind::kUnaryOp: return "expression";
    case ExprKind::kGeneratorExp: return "generator expression";
    case ExprKind::kYield:
    case ExprKind::kYieldFrom: return "yield expression";
    case ExprKind::kAwait: return "await expression";
    case ExprKind::kListComp: return "list comprehension";
    case ExprKind::kSetComp: return "set comprehension";
    case ExprKind::kDictComp: return "dict comprehension";
    case ExprKind::kDict: return "dict literal";
    case ExprKind::kSet: return "set display";
    case ExprKind::kJoinedStr:
    case ExprKind::kFormattedValue: return "f-string expression";
    case ExprKind::kConstant: return constant_kind_name(as<ConstantExpr>(expr).type);
    case ExprKind::kCompare: return "comparison";
    case ExprKind::kIfExp: return "conditional expression";
    case ExprKind::kNamedExpr: return "named expression";
    case ExprKind::kSlice: return "slice";
  }
  return "expression";
}

// The first part of `target` that cannot be assigned to, or null.
Expr* Parser::invalid_target(Expr* target, TargetUse use) {
  switch (target->kind) {
    case ExprKind::kName:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript: return nullptr;
    case ExprKind::kStarred:
      return use == TargetUse::kDelete ? target : invalid_target(as<StarredExpr>(target).value, use);
    case ExprKind::kList:
    case ExprKind::kTuple: {
      Exprs elements = target->kind == ExprKind::kList ? as<ListExpr>(target).elements : as<TupleExpr>(target).elements;
      for (Expr* element : elements)
        if (Expr* invalid = invalid_target(element, use)) return invalid;
      return nullptr;
    }
    default: return target;
  }
}

void Parser::check_target(Expr* target, TargetUse use) {
  Expr* invalid = invalid_target(target, use);
  if (!invalid) return;
  fail_at(invalid->span,
          std::string(use == TargetUse::kDelete ? "cannot delete " : "cannot assign to ") + target_kind_name(invalid));
}

// The targets of `for`: they end at `in`, so nothing looser than '|' may stand there.
Expr* Parser::target_list() {
  SourceSpan start = current().span;
  std::vector<Expr*> targets;
  bool comma = false;
  size_t first = at_;
  do {
    if (at(Tok::kIn) && comma) break;
    SourceSpan item = current().span;
    first = at_;
    if (accept(Tok::kStar)) {
      Expr* value = binary(0);
      auto* starred = make<StarredExpr>(from(item));
      starred->value = value;
      targets.push_back(starred);
    } else {
      targets.push_back(binary(0));
    }
  } while (accept(Tok::kComma) && (comma = true));
  Expr* result = comma ? make_tuple(targets, from(start)) : targets[0];
  check_target(result, TargetUse::kFor);
  if (!at(Tok::kIn)) {
    after_disjunction(targets.back(), first);
    fail();
  }
  return result;
}

}  // namespace vt
