#include "session/fixes/tree.h"

#include <tuple>

namespace vt {
namespace {

using Visit = std::function<void(const Expr&)>;

void visit_all(Exprs exprs, const Visit& visit) {
  for (const Expr* expr : exprs)
    if (expr) visit(*expr);
}
void visit_one(const Expr* expr, const Visit& visit) {
  if (expr) visit(*expr);
}

template <class Node>
void visit_comprehension(const Expr& expr, const Visit& visit) {
  const Node& node = as<Node>(&expr);
  visit_one(node.element, visit);
  visit_one(node.value, visit);
  for (const Comprehension& part : node.generators) {
    visit_one(part.target, visit);
    visit_one(part.iterable, visit);
    visit_all(part.conditions, visit);
  }
}

void visit_parameters(const Parameters& parameters, const Visit& visit) {
  for (auto group : {parameters.positional_only, parameters.positional, parameters.keyword_only})
    for (const FormalParameter& parameter : group) visit_one(parameter.default_value, visit);
}

}  // namespace

void each_child(const Expr& expr, const Visit& visit) {
  switch (expr.kind) {
    case ExprKind::kName:
    case ExprKind::kConstant: break;
    case ExprKind::kJoinedStr: visit_all(as<JoinedStrExpr>(&expr).values, visit); break;
    case ExprKind::kFormattedValue:
      visit_one(as<FormattedValueExpr>(&expr).value, visit);
      visit_one(as<FormattedValueExpr>(&expr).spec, visit);
      break;
    case ExprKind::kTuple: visit_all(as<TupleExpr>(&expr).elements, visit); break;
    case ExprKind::kList: visit_all(as<ListExpr>(&expr).elements, visit); break;
    case ExprKind::kSet: visit_all(as<SetExpr>(&expr).elements, visit); break;
    case ExprKind::kDict:
      visit_all(as<DictExpr>(&expr).keys, visit);
      visit_all(as<DictExpr>(&expr).values, visit);
      break;
    case ExprKind::kAttribute: visit_one(as<AttributeExpr>(&expr).object, visit); break;
    case ExprKind::kSubscript:
      visit_one(as<SubscriptExpr>(&expr).object, visit);
      visit_one(as<SubscriptExpr>(&expr).index, visit);
      break;
    case ExprKind::kSlice:
      visit_one(as<SliceExpr>(&expr).lower, visit);
      visit_one(as<SliceExpr>(&expr).upper, visit);
      visit_one(as<SliceExpr>(&expr).step, visit);
      break;
    case ExprKind::kStarred: visit_one(as<StarredExpr>(&expr).value, visit); break;
    case ExprKind::kCall: {
      const CallExpr& call = as<CallExpr>(&expr);
      visit_one(call.callee, visit);
      visit_all(call.arguments, visit);
      for (const Keyword& keyword : call.keywords) visit_one(keyword.value, visit);
      break;
    }
    case ExprKind::kUnaryOp: visit_one(as<UnaryOpExpr>(&expr).operand, visit); break;
    case ExprKind::kBinOp:
      visit_one(as<BinOpExpr>(&expr).left, visit);
      visit_one(as<BinOpExpr>(&expr).right, visit);
      break;
    case ExprKind::kBoolOp: visit_all(as<BoolOpExpr>(&expr).values, visit); break;
    case ExprKind::kCompare:
      visit_one(as<CompareExpr>(&expr).left, visit);
      visit_all(as<CompareExpr>(&expr).comparators, visit);
      break;
    case ExprKind::kIfExp:
      visit_one(as<IfExpExpr>(&expr).test, visit);
      visit_one(as<IfExpExpr>(&expr).body, visit);
      visit_one(as<IfExpExpr>(&expr).orelse, visit);
      break;
    case ExprKind::kLambda:
      visit_parameters(*as<LambdaExpr>(&expr).parameters, visit);
      visit_one(as<LambdaExpr>(&expr).body, visit);
      break;
    case ExprKind::kListComp: visit_comprehension<ListCompExpr>(expr, visit); break;
    case ExprKind::kSetComp: visit_comprehension<SetCompExpr>(expr, visit); break;
    case ExprKind::kDictComp: visit_comprehension<DictCompExpr>(expr, visit); break;
    case ExprKind::kGeneratorExp: visit_comprehension<GeneratorExpExpr>(expr, visit); break;
    case ExprKind::kNamedExpr:
      visit_one(as<NamedExprExpr>(&expr).target, visit);
      visit_one(as<NamedExprExpr>(&expr).value, visit);
      break;
    case ExprKind::kYield: visit_one(as<YieldExpr>(&expr).value, visit); break;
    case ExprKind::kYieldFrom: visit_one(as<YieldFromExpr>(&expr).value, visit); break;
    case ExprKind::kAwait: visit_one(as<AwaitExpr>(&expr).value, visit); break;
  }
}

void each_expr(const Stmt& stmt, const Visit& visit) {
  switch (stmt.kind) {
    case StmtKind::kExpr: visit_one(as<ExprStmt>(&stmt).value, visit); break;
    case StmtKind::kAssign:
      visit_all(as<AssignStmt>(&stmt).targets, visit);
      visit_one(as<AssignStmt>(&stmt).value, visit);
      break;
    case StmtKind::kAugAssign:
      visit_one(as<AugAssignStmt>(&stmt).target, visit);
      visit_one(as<AugAssignStmt>(&stmt).value, visit);
      break;
    case StmtKind::kAnnAssign:
      visit_one(as<AnnAssignStmt>(&stmt).target, visit);
      visit_one(as<AnnAssignStmt>(&stmt).value, visit);
      break;
    case StmtKind::kReturn: visit_one(as<ReturnStmt>(&stmt).value, visit); break;
    case StmtKind::kDelete: visit_all(as<DeleteStmt>(&stmt).targets, visit); break;
    case StmtKind::kIf: visit_one(as<IfStmt>(&stmt).test, visit); break;
    case StmtKind::kWhile: visit_one(as<WhileStmt>(&stmt).test, visit); break;
    case StmtKind::kFor:
      visit_one(as<ForStmt>(&stmt).target, visit);
      visit_one(as<ForStmt>(&stmt).iterable, visit);
      break;
    case StmtKind::kWith:
      for (const WithItem& item : as<WithStmt>(&stmt).items) {
        visit_one(item.context, visit);
        visit_one(item.target, visit);
      }
      break;
    case StmtKind::kRaise:
      visit_one(as<RaiseStmt>(&stmt).exception, visit);
      visit_one(as<RaiseStmt>(&stmt).cause, visit);
      break;
    case StmtKind::kAssert:
      visit_one(as<AssertStmt>(&stmt).test, visit);
      visit_one(as<AssertStmt>(&stmt).message, visit);
      break;
    case StmtKind::kFunctionDef: visit_all(as<FunctionDefStmt>(&stmt).decorators, visit); break;
    case StmtKind::kClassDef:
      visit_all(as<ClassDefStmt>(&stmt).decorators, visit);
      visit_all(as<ClassDefStmt>(&stmt).bases, visit);
      break;
    case StmtKind::kMatch:
      visit_one(as<MatchStmt>(&stmt).subject, visit);
      for (const MatchCase& each : as<MatchStmt>(&stmt).cases) visit_one(each.guard, visit);
      break;
    case StmtKind::kTry:
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kImport:
    case StmtKind::kImportFrom:
    case StmtKind::kGlobal:
    case StmtKind::kTypeAlias:
    case StmtKind::kNonlocal: break;
  }
}

void each_body(const Stmt& stmt, const std::function<void(Body)>& visit) {
  switch (stmt.kind) {
    case StmtKind::kIf: visit(as<IfStmt>(&stmt).body), visit(as<IfStmt>(&stmt).orelse); break;
    case StmtKind::kWhile: visit(as<WhileStmt>(&stmt).body), visit(as<WhileStmt>(&stmt).orelse); break;
    case StmtKind::kFor: visit(as<ForStmt>(&stmt).body), visit(as<ForStmt>(&stmt).orelse); break;
    case StmtKind::kTry: {
      const TryStmt& node = as<TryStmt>(&stmt);
      visit(node.body);
      for (const ExceptHandler& handler : node.handlers) visit(handler.body);
      visit(node.orelse), visit(node.finalbody);
      break;
    }
    case StmtKind::kWith: visit(as<WithStmt>(&stmt).body); break;
    case StmtKind::kFunctionDef: visit(as<FunctionDefStmt>(&stmt).body); break;
    case StmtKind::kClassDef: visit(as<ClassDefStmt>(&stmt).body); break;
    case StmtKind::kMatch:
      for (const MatchCase& each : as<MatchStmt>(&stmt).cases) visit(each.body);
      break;
    case StmtKind::kExpr:
    case StmtKind::kAssign:
    case StmtKind::kAugAssign:
    case StmtKind::kAnnAssign:
    case StmtKind::kReturn:
    case StmtKind::kDelete:
    case StmtKind::kRaise:
    case StmtKind::kAssert:
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kImport:
    case StmtKind::kImportFrom:
    case StmtKind::kGlobal:
    case StmtKind::kTypeAlias:
    case StmtKind::kNonlocal: break;
  }
}

void walk_exprs(const Expr& expr, const Visit& visit) {
  visit(expr);
  each_child(expr, [&](const Expr& child) { walk_exprs(child, visit); });
}

void walk_statements(Body body, bool nested, const std::function<void(const Stmt&)>& visit) {
  for (const Stmt* stmt : body) {
    visit(*stmt);
    bool own_scope = stmt->kind == StmtKind::kFunctionDef || stmt->kind == StmtKind::kClassDef;
    if (nested || !own_scope) each_body(*stmt, [&](Body inner) { walk_statements(inner, nested, visit); });
  }
}

bool contains(SourceSpan outer, SourceSpan inner) {
  return std::tuple(outer.line, outer.column) <= std::tuple(inner.line, inner.column) &&
         std::tuple(inner.end_line, inner.end_column) <= std::tuple(outer.end_line, outer.end_column);
}

std::string text_of(const SourceFile& file, const Expr& expr) {
  std::string text;
  for (int n = expr.span.line; n <= expr.span.end_line; ++n) {
    std::string_view line = file.line(n);
    size_t begin = n == expr.span.line ? static_cast<size_t>(expr.span.column)
                                       : std::min(line.find_first_not_of(' '), line.size());
    size_t end = n == expr.span.end_line ? static_cast<size_t>(expr.span.end_column) : line.size();
    if (!text.empty()) text += ' ';
    text += line.substr(begin, end - begin);
  }
  return text;
}

std::string indent_of(const SourceFile& file, int line) {
  std::string_view text = file.line(line);
  return std::string(text.substr(0, std::min(text.find_first_not_of(" \t"), text.size())));
}

bool alone_on_its_lines(const SourceFile& file, const Stmt& stmt) {
  std::string_view first = file.line(stmt.span.line), last = file.line(stmt.span.end_line);
  std::string_view before = first.substr(0, static_cast<size_t>(stmt.span.column));
  if (before.find_first_not_of(" \t") != before.npos) return false;
  std::string_view after = last.substr(std::min(static_cast<size_t>(stmt.span.end_column), last.size()));
  return after.find_first_not_of(" \t") == after.npos;
}

std::vector<Enclosing> enclosing(const Ast& program, SourceSpan place) {
  std::vector<Enclosing> path;
  Body body = program.body;
  for (bool found = true; found;) {
    found = false;
    for (size_t i = 0; i < body.size() && !found; ++i) {
      const Stmt& stmt = *body[i];
      if (place.line < stmt.span.line || place.line > stmt.span.end_line) continue;
      // Decorators and tests are on lines of the statement too (a test even on a line of its body), so the innermost
      // body that contains the position decides.
      path.push_back({body, i});
      Body inner;
      each_body(stmt, [&](Body each) {
        if (each.empty() || place.line > each.back()->span.end_line) return;
        const SourceSpan& first = each.front()->span;
        if (std::tie(place.line, place.column) >= std::tie(first.line, first.column)) inner = each;
      });
      if (!inner.empty()) body = inner, found = true;
      else return path;
    }
  }
  return path;
}

const FunctionDefStmt* enclosing_function(const std::vector<Enclosing>& path) {
  for (auto at = path.rbegin(); at != path.rend(); ++at)
    if (at->statement().kind == StmtKind::kFunctionDef) return &as<FunctionDefStmt>(&at->statement());
  return nullptr;
}

std::set<std::string_view> parameter_names(const Parameters& parameters) {
  std::set<std::string_view> names;
  for (auto group : {parameters.positional_only, parameters.positional, parameters.keyword_only})
    for (const FormalParameter& parameter : group) names.insert(parameter.name);
  if (parameters.rest) names.insert(parameters.rest->name);
  if (parameters.keywords) names.insert(parameters.keywords->name);
  return names;
}

std::set<std::string_view> names_read(const Expr& expr) {
  std::set<std::string_view> names;
  walk_exprs(expr, [&](const Expr& each) {
    if (each.kind == ExprKind::kName) names.insert(as<NameExpr>(&each).id);
  });
  return names;
}

static void add_captures(const Pattern& pattern, std::set<std::string_view>& names) {
  if (!pattern.name.empty()) names.insert(pattern.name);
  if (pattern.inner) add_captures(*pattern.inner, names);
  for (const Pattern* inner : pattern.patterns) add_captures(*inner, names);
}

std::set<std::string_view> names_stored(const Stmt& stmt) {
  std::set<std::string_view> names;
  auto add_targets = [&](const Expr* target) {
    if (target)
      walk_exprs(*target, [&](const Expr& each) {
        if (each.kind == ExprKind::kName) names.insert(as<NameExpr>(&each).id);
      });
  };
  Stmt* self = const_cast<Stmt*>(&stmt);
  walk_statements(Body(&self, 1), false, [&](const Stmt& each) {
    switch (each.kind) {
      case StmtKind::kAssign:
        for (const Expr* target : as<AssignStmt>(&each).targets) add_targets(target);
        break;
      case StmtKind::kAugAssign: add_targets(as<AugAssignStmt>(&each).target); break;
      case StmtKind::kAnnAssign: add_targets(as<AnnAssignStmt>(&each).target); break;
      case StmtKind::kFor: add_targets(as<ForStmt>(&each).target); break;
      case StmtKind::kWith:
        for (const WithItem& item : as<WithStmt>(&each).items) add_targets(item.target);
        break;
      case StmtKind::kDelete:
        for (const Expr* target : as<DeleteStmt>(&each).targets) add_targets(target);
        break;
      case StmtKind::kFunctionDef: names.insert(as<FunctionDefStmt>(&each).name); break;
      case StmtKind::kClassDef: names.insert(as<ClassDefStmt>(&each).name); break;
      case StmtKind::kImport:
        for (const ImportAlias& name : as<ImportStmt>(&each).names)
          names.insert(name.alias.empty() ? name.name : name.alias);
        break;
      case StmtKind::kImportFrom:
        for (const ImportAlias& name : as<ImportFromStmt>(&each).names)
          names.insert(name.alias.empty() ? name.name : name.alias);
        break;
      case StmtKind::kExpr:
      case StmtKind::kReturn:
      case StmtKind::kIf:
      case StmtKind::kWhile:
      case StmtKind::kTry:
      case StmtKind::kRaise:
      case StmtKind::kAssert:
      case StmtKind::kPass:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kGlobal:
      case StmtKind::kNonlocal: break;
      case StmtKind::kTypeAlias: names.insert(as<TypeAliasStmt>(&each).name->id); break;
      case StmtKind::kMatch:
        for (const MatchCase& one : as<MatchStmt>(&each).cases) add_captures(*one.pattern, names);
        break;
    }
    each_expr(each, [&](const Expr& expr) {
      walk_exprs(expr, [&](const Expr& inner) {
        if (inner.kind == ExprKind::kNamedExpr) names.insert(as<NamedExprExpr>(&inner).target->id);
      });
    });
  });
  return names;
}

std::string torch_name(const Ast& program) {
  for (const Stmt* stmt : program.body) {
    if (stmt->kind != StmtKind::kImport) continue;
    for (const ImportAlias& name : as<ImportStmt>(stmt).names) {
      if (name.name == "torch") return std::string(name.alias.empty() ? name.name : name.alias);
      if (name.name.starts_with("torch.") && name.alias.empty()) return "torch";
    }
  }
  return {};
}

std::string dotted(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return std::string(as<NameExpr>(&expr).id);
  if (expr.kind != ExprKind::kAttribute) return {};
  std::string object = dotted(*as<AttributeExpr>(&expr).object);
  return object.empty() ? object : object + "." + std::string(as<AttributeExpr>(&expr).name);
}

}  // namespace vt
