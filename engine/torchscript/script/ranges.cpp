// Source ranges of constructs, counted as TorchScript's own parser does: most constructs begin with
// their first token and end with their last operand, which excludes closing
// brackets.
#include <algorithm>

#include "torchscript/script/emitter.h"

namespace vt::script {

size_t Emitter::offset(int line, int column) const {
  int at = line - parsed_.source->first_line;
  if (at < 0 || at >= static_cast<int>(line_starts_.size())) return 0;
  return std::min(line_starts_[static_cast<size_t>(at)] + static_cast<size_t>(column), parsed_.source->text.size());
}

Range Emitter::keyword_range(SourceSpan span, size_t length) const {
  size_t begin = offset(span.line, span.column);
  return {parsed_.source, begin, begin + length};
}

Range Emitter::merged(Range first, const Range& second) const {
  first.begin = std::min(first.begin, second.begin);
  first.end = std::max(first.end, second.end);
  return first;
}

// The length of a constant in the source, as PyTorch computes it.
static size_t constant_length(const ConstantExpr& constant, vm::Interpreter& vm) {
  switch (constant.type) {
    case ConstantKind::kNone:
    case ConstantKind::kTrue: return 4;
    case ConstantKind::kFalse: return 5;
    case ConstantKind::kString: return constant.text.size() + 1;
    case ConstantKind::kInt: return std::to_string(constant.integer).size();
    case ConstantKind::kFloat: return vm.repr(vm::Value::real(constant.real)).size();
    case ConstantKind::kEllipsis:
    case ConstantKind::kBigInt: return constant.text.size();
    case ConstantKind::kImaginary:
    case ConstantKind::kBytes: break;
  }
  return 1;
}

Range Emitter::attribute_range(const AttributeExpr& expr) const {
  Range base = range(expr.object);
  size_t at = base.end;
  while (at < parsed_.source->text.size() && std::isspace(static_cast<unsigned char>(parsed_.source->text[at]))) ++at;
  base.end = std::min(at + 1 + expr.name.size(), parsed_.source->text.size());
  return base;
}

Range Emitter::range(const Expr* expr) const {
  auto over = [&](Range r, Exprs items) {
    for (const Expr* item : items)
      if (item) r = merged(r, range(item));
    return r;
  };
  switch (expr->kind) {
    case ExprKind::kName: return keyword_range(expr->span, as<NameExpr>(expr).id.size());
    case ExprKind::kConstant: return keyword_range(expr->span, constant_length(as<ConstantExpr>(expr), vm_));
    case ExprKind::kAttribute: return attribute_range(as<AttributeExpr>(expr));
    case ExprKind::kCall: {
      const CallExpr& c = as<CallExpr>(expr);
      Range r = over(range(c.callee), c.arguments);
      for (const Keyword& keyword : c.keywords) r = merged(r, range(keyword.value));
      return r;
    }
    case ExprKind::kSubscript: {
      const SubscriptExpr& s = as<SubscriptExpr>(expr);
      Range r = range(s.object);
      if (s.index->kind == ExprKind::kTuple && !s.index->parenthesized) r = over(r, as<TupleExpr>(s.index).elements);
      else r = merged(r, range(s.index));
      ++r.end;  // the bracket
      return r;
    }
    case ExprKind::kSlice: {
      const SliceExpr& s = as<SliceExpr>(expr);
      Expr* parts[] = {s.lower, s.upper, s.step};
      Range r = keyword_range(expr->span, 1);
      for (Expr* part : parts)
        if (part) r = merged(r, range(part));
      return r;
    }
    case ExprKind::kBinOp: return merged(range(as<BinOpExpr>(expr).left), range(as<BinOpExpr>(expr).right));
    case ExprKind::kCompare: return over(range(as<CompareExpr>(expr).left), as<CompareExpr>(expr).comparators);
    case ExprKind::kBoolOp: return over(range(as<BoolOpExpr>(expr).values[0]), as<BoolOpExpr>(expr).values);
    case ExprKind::kUnaryOp: {
      const UnaryOpExpr& u = as<UnaryOpExpr>(expr);
      return merged(keyword_range(expr->span, u.op == UnaryOperator::kNot ? 3 : 1), range(u.operand));
    }
    case ExprKind::kIfExp: {
      const IfExpExpr& e = as<IfExpExpr>(expr);
      return merged(merged(range(e.test), range(e.body)), range(e.orelse));
    }
    case ExprKind::kTuple: {
      const TupleExpr& t = as<TupleExpr>(expr);
      return over(keyword_range(expr->span, 1), t.elements);
    }
    case ExprKind::kList: return over(keyword_range(expr->span, 1), as<ListExpr>(expr).elements);
    case ExprKind::kDict:
      return over(over(keyword_range(expr->span, 1), as<DictExpr>(expr).keys), as<DictExpr>(expr).values);
    case ExprKind::kStarred: return merged(keyword_range(expr->span, 1), range(as<StarredExpr>(expr).value));
    case ExprKind::kListComp: {
      const ListCompExpr& c = as<ListCompExpr>(expr);
      return merged(merged(keyword_range(expr->span, 0), range(c.element)), range(c.generators[0].iterable));
    }
    case ExprKind::kGeneratorExp: {
      const GeneratorExpExpr& c = as<GeneratorExpExpr>(expr);
      return merged(merged(keyword_range(expr->span, 0), range(c.element)), range(c.generators[0].iterable));
    }
    case ExprKind::kJoinedStr:
    case ExprKind::kFormattedValue:
    case ExprKind::kSet:
    case ExprKind::kLambda:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kNamedExpr:
    case ExprKind::kYield:
    case ExprKind::kYieldFrom:
    case ExprKind::kAwait: return keyword_range(expr->span, 1);
  }
  return {};
}

Range Emitter::range(const Stmt* stmt) const {
  auto body = [&](Range r, Body statements) {
    for (const Stmt* inner : statements) r = merged(r, range(inner));
    return r;
  };
  switch (stmt->kind) {
    case StmtKind::kExpr: return range(as<ExprStmt>(stmt).value);
    case StmtKind::kAssign: return merged(range(as<AssignStmt>(stmt).targets[0]), range(as<AssignStmt>(stmt).value));
    case StmtKind::kAnnAssign: {
      const AnnAssignStmt& a = as<AnnAssignStmt>(stmt);
      return a.value ? merged(range(a.target), range(a.value)) : range(a.target);
    }
    case StmtKind::kAugAssign:
      return merged(range(as<AugAssignStmt>(stmt).target), range(as<AugAssignStmt>(stmt).value));
    case StmtKind::kReturn: {
      Range r = keyword_range(stmt->span, 6);
      return as<ReturnStmt>(stmt).value ? merged(r, range(as<ReturnStmt>(stmt).value)) : r;
    }
    case StmtKind::kIf: {
      const IfStmt& s = as<IfStmt>(stmt);
      return body(body(merged(keyword_range(stmt->span, 2), range(s.test)), s.body), s.orelse);
    }
    case StmtKind::kWhile: {
      const WhileStmt& s = as<WhileStmt>(stmt);
      return body(merged(keyword_range(stmt->span, 5), range(s.test)), s.body);
    }
    case StmtKind::kFor: {
      const ForStmt& s = as<ForStmt>(stmt);
      return body(merged(keyword_range(stmt->span, 3), range(s.iterable)), s.body);
    }
    case StmtKind::kRaise: {
      Range r = keyword_range(stmt->span, 5);
      return as<RaiseStmt>(stmt).exception ? merged(r, range(as<RaiseStmt>(stmt).exception)) : r;
    }
    case StmtKind::kAssert: {
      Range r = merged(keyword_range(stmt->span, 6), range(as<AssertStmt>(stmt).test));
      return as<AssertStmt>(stmt).message ? merged(r, range(as<AssertStmt>(stmt).message)) : r;
    }
    case StmtKind::kWith: return body(keyword_range(stmt->span, 4), as<WithStmt>(stmt).body);
    case StmtKind::kDelete: return keyword_range(stmt->span, 3);
    case StmtKind::kPass: return keyword_range(stmt->span, 4);
    case StmtKind::kBreak: return keyword_range(stmt->span, 5);
    case StmtKind::kContinue: return keyword_range(stmt->span, 8);
    case StmtKind::kFunctionDef: return body(keyword_range(stmt->span, 3), as<FunctionDefStmt>(stmt).body);
    case StmtKind::kTry: return keyword_range(stmt->span, 3);
    case StmtKind::kImport:
    case StmtKind::kImportFrom:
    case StmtKind::kGlobal: return keyword_range(stmt->span, 6);
    case StmtKind::kNonlocal: return keyword_range(stmt->span, 8);
    case StmtKind::kClassDef: return keyword_range(stmt->span, 5);
    case StmtKind::kTypeAlias: return keyword_range(stmt->span, 4);
    case StmtKind::kMatch: return keyword_range(stmt->span, 5);
  }
  return {};
}

}  // namespace vt::script
