#include "frontend/symbols_state.h"

namespace vt {

void symbol_error(std::string message, SourceSpan span) {
  throw SymbolFailure{{"SyntaxError", std::move(message), span, ""}};
}

std::string_view SymbolTable::mangle(std::string_view class_name, std::string_view name) {
  if (class_name.empty() || name.size() < 3 || name[0] != '_' || name[1] != '_') return name;
  if (name.substr(name.size() - 2) == "__" || name.find('.') != std::string_view::npos) return name;
  size_t first = class_name.find_first_not_of('_');
  if (first == std::string_view::npos) return name;
  std::string mangled = "_" + std::string(class_name.substr(first)) + std::string(name);
  return names.copy(std::string_view(mangled));
}

namespace {

class Builder {
 public:
  explicit Builder(SymbolTable& table) : table_(table) {}

  void build(const Ast& ast) {
    enter(ScopeKind::kModule, &ast);
    body(ast.body);
    if (ast.expression) expression(ast.expression);
  }

 private:
  void enter(ScopeKind kind, const void* node) {
    Scope& scope = table_.scopes.emplace_back();
    scope.kind = kind;
    scope.parent = scope_;
    if (scope_) {
      scope.class_name = scope_->class_name;
      scope_->children.push_back(&scope);
    }
    table_.by_node[node] = &scope;
    scope_ = &scope;
  }
  void leave() { scope_ = scope_->parent; }

  Symbol& define(std::string_view name, uint16_t flags, SourceSpan span) {
    return define_in(*scope_, name, flags, span);
  }
  Symbol& define_in(Scope& scope, std::string_view name, uint16_t flags, SourceSpan span) {
    std::string_view mangled = table_.mangle(scope_->class_name, name);
    Symbol& symbol = scope.get(mangled);
    if ((flags & kDefParameter) && name == "__debug__") symbol_error("cannot assign to __debug__", span);
    if ((flags & kDefParameter) && (symbol.flags & kDefParameter))
      symbol_error("duplicate argument '" + std::string(name) + "' in function definition", span);
    if (scope.iteration_target) {
      if (symbol.flags & (kDefGlobal | kDefNonlocal))
        symbol_error("comprehension inner loop cannot rebind assignment expression target '" + std::string(name) + "'",
                     span);
      flags |= kDefIteration;
    }
    symbol.flags |= flags;
    if (flags & kDefParameter) scope.parameters.push_back(mangled);
    if (flags & kDefGlobal) table_.scopes.front().get(mangled).flags |= kDefGlobal;
    return symbol;
  }

  void body(Body statements) {
    for (Stmt* statement : statements) visit(statement);
  }
  void expressions(Exprs list, bool store = false) {
    for (Expr* item : list) expression(item, store);
  }
  void keywords(std::span<Keyword> list) {
    for (Keyword& keyword : list) expression(keyword.value);
  }

  void visit(Stmt* node);
  void function(FunctionDefStmt& node);
  void class_body(ClassDefStmt& node);
  void type_alias(TypeAliasStmt& node);
  void enter_type_parameters(std::span<TypeParameter> list);
  void leave_type_parameters(std::span<TypeParameter> list);
  void parameters(Parameters& list, SourceSpan span);
  void defaults(Parameters& list);
  void annotations(Parameters& list);
  void try_statement(TryStmt& node);
  void imports(std::span<ImportAlias> names, bool from, SourceSpan span);
  void annotated(AnnAssignStmt& node);
  void pattern(Pattern& node);
  void global_names(std::span<std::string_view> names, uint16_t flag, SourceSpan span);

  void expression(Expr* node, bool store = false);
  void name(NameExpr& node, bool store);
  void named(NamedExprExpr& node);
  void extend_named(NamedExprExpr& node);
  void comprehension(Expr* node, Expr* element, Expr* value, std::span<Comprehension> generators, const char* what);
  void yield(Expr* value, SourceSpan span);

  SymbolTable& table_;
  Scope* scope_ = nullptr;
};

void Builder::parameters(Parameters& list, SourceSpan span) {
  for (std::span<FormalParameter> group : {list.positional_only, list.positional, list.keyword_only})
    for (FormalParameter& parameter : group) define(parameter.name, kDefParameter, parameter.span);
  if (list.rest) define(list.rest->name, kDefParameter, list.rest->span);
  if (list.keywords) define(list.keywords->name, kDefParameter, list.keywords->span);
}

void Builder::defaults(Parameters& list) {
  for (std::span<FormalParameter> group : {list.positional_only, list.positional, list.keyword_only})
    for (FormalParameter& parameter : group) expression(parameter.default_value);
}

void Builder::annotations(Parameters& list) {
  for (std::span<FormalParameter> group : {list.positional_only, list.positional, list.keyword_only})
    for (FormalParameter& parameter : group) expression(parameter.annotation);
  if (list.rest) expression(list.rest->annotation);
  if (list.keywords) expression(list.keywords->annotation);
}

void Builder::function(FunctionDefStmt& node) {
  define(node.name, kDefLocal, node.span);
  expressions(node.decorators);
  defaults(*node.parameters);
  enter_type_parameters(node.type_parameters);
  annotations(*node.parameters);
  expression(node.returns);
  enter(ScopeKind::kFunction, &node);
  scope_->coroutine = scope_->async_function = node.is_async;
  parameters(*node.parameters, node.span);
  body(node.body);
  leave();
  leave_type_parameters(node.type_parameters);
}

void Builder::class_body(ClassDefStmt& node) {
  define(node.name, kDefLocal, node.span);
  expressions(node.decorators);
  enter_type_parameters(node.type_parameters);
  if (!node.type_parameters.empty()) define(kGenericBase, kDefLocal, node.span);
  expressions(node.bases);
  keywords(node.keywords);
  enter(ScopeKind::kClass, &node);
  scope_->class_name = node.name;
  body(node.body);
  leave();
  leave_type_parameters(node.type_parameters);
}

void Builder::type_alias(TypeAliasStmt& node) {
  define(node.name->id, kDefLocal, node.name->span);
  enter_type_parameters(node.type_parameters);
  expression(node.value);
  leave_type_parameters(node.type_parameters);
}

// A hidden function around what has type parameters: they are its variables.
void Builder::enter_type_parameters(std::span<TypeParameter> list) {
  if (list.empty()) return;
  enter(ScopeKind::kFunction, list.data());
  scope_->type_parameters = true;
  for (TypeParameter& one : list) {
    Symbol* known = scope_->find(table_.mangle(scope_->class_name, one.name));
    if (known && (known->flags & kDefLocal))
      symbol_error("duplicate type parameter '" + std::string(one.name) + "'", one.span);
    define(one.name, kDefLocal, one.span);
  }
  for (TypeParameter& one : list) expression(one.bound);
}
void Builder::leave_type_parameters(std::span<TypeParameter> list) {
  if (!list.empty()) leave();
}

void Builder::try_statement(TryStmt& node) {
  body(node.body);
  body(node.orelse);
  for (ExceptHandler& handler : node.handlers) {
    expression(handler.type);
    if (!handler.name.empty()) define(handler.name, kDefLocal, handler.span);
    body(handler.body);
  }
  body(node.finalbody);
}

void Builder::imports(std::span<ImportAlias> names, bool from, SourceSpan span) {
  for (ImportAlias& alias : names) {
    if (from && alias.name == "*") {
      if (scope_->kind != ScopeKind::kModule) symbol_error("import * only allowed at module level", alias.span);
      continue;
    }
    std::string_view bound = !alias.alias.empty() ? alias.alias
                             : from               ? alias.name
                                                  : alias.name.substr(0, alias.name.find('.'));
    define(bound, kDefImport, alias.span);
  }
}

void Builder::pattern(Pattern& node) {
  expression(node.value);
  expressions(node.keys);
  if (node.inner) pattern(*node.inner);
  for (Pattern* inner : node.patterns) pattern(*inner);
  if (!node.name.empty()) define(node.name, kDefLocal, node.span);
}

void Builder::annotated(AnnAssignStmt& node) {
  if (node.target->kind == ExprKind::kName) {
    std::string_view id = as<NameExpr>(node.target).id;
    Symbol* known = scope_->find(table_.mangle(scope_->class_name, id));
    if (known && (known->flags & (kDefGlobal | kDefNonlocal)) && scope_->kind != ScopeKind::kModule && node.simple)
      symbol_error(
          "annotated name '" + std::string(id) + "' can't be " + (known->flags & kDefGlobal ? "global" : "nonlocal"),
          node.span);
    if (node.simple) define(id, kDefAnnotation | kDefLocal, node.target->span);
    else if (node.value) define(id, kDefLocal, node.target->span);
  } else {
    expression(node.target, true);
  }
  expression(node.annotation);
  expression(node.value);
}

void Builder::global_names(std::span<std::string_view> names, uint16_t flag, SourceSpan span) {
  const char* what = flag == kDefGlobal ? "global" : "nonlocal";
  for (std::string_view id : names) {
    std::string_view mangled = table_.mangle(scope_->class_name, id);
    Symbol* known = scope_->find(mangled);
    uint16_t flags = known ? known->flags : 0;
    std::string quoted = "'" + std::string(id) + "'";
    if (flags & kDefParameter) symbol_error("name " + quoted + " is parameter and " + what, span);
    if (flags & kUsed) symbol_error("name " + quoted + " is used prior to " + what + " declaration", span);
    if (flags & kDefAnnotation) symbol_error("annotated name " + quoted + " can't be " + what, span);
    if (flags & (kDefLocal | kDefImport))
      symbol_error("name " + quoted + " is assigned to before " + what + " declaration", span);
    define(id, flag, span);
    scope_->directives.push_back({mangled, span});
  }
}

void Builder::visit(Stmt* statement) {
  switch (statement->kind) {
    case StmtKind::kExpr: return expression(as<ExprStmt>(statement).value);
    case StmtKind::kAssign: {
      auto& node = as<AssignStmt>(statement);
      expressions(node.targets, true);
      return expression(node.value);
    }
    case StmtKind::kAugAssign: {
      auto& node = as<AugAssignStmt>(statement);
      expression(node.target, true);
      return expression(node.value);
    }
    case StmtKind::kAnnAssign: return annotated(as<AnnAssignStmt>(statement));
    case StmtKind::kReturn: return expression(as<ReturnStmt>(statement).value);
    case StmtKind::kDelete: return expressions(as<DeleteStmt>(statement).targets, true);
    case StmtKind::kIf: {
      auto& node = as<IfStmt>(statement);
      expression(node.test);
      body(node.body);
      return body(node.orelse);
    }
    case StmtKind::kWhile: {
      auto& node = as<WhileStmt>(statement);
      expression(node.test);
      body(node.body);
      return body(node.orelse);
    }
    case StmtKind::kFor: {
      auto& node = as<ForStmt>(statement);
      expression(node.target, true);
      expression(node.iterable);
      body(node.body);
      return body(node.orelse);
    }
    case StmtKind::kTry: return try_statement(as<TryStmt>(statement));
    case StmtKind::kWith: {
      auto& node = as<WithStmt>(statement);
      for (WithItem& item : node.items) {
        expression(item.context);
        expression(item.target, true);
      }
      return body(node.body);
    }
    case StmtKind::kRaise:
      expression(as<RaiseStmt>(statement).exception);
      return expression(as<RaiseStmt>(statement).cause);
    case StmtKind::kAssert:
      expression(as<AssertStmt>(statement).test);
      return expression(as<AssertStmt>(statement).message);
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue: return;
    case StmtKind::kImport: return imports(as<ImportStmt>(statement).names, false, statement->span);
    case StmtKind::kImportFrom: return imports(as<ImportFromStmt>(statement).names, true, statement->span);
    case StmtKind::kGlobal: return global_names(as<GlobalStmt>(statement).names, kDefGlobal, statement->span);
    case StmtKind::kNonlocal: return global_names(as<NonlocalStmt>(statement).names, kDefNonlocal, statement->span);
    case StmtKind::kFunctionDef: return function(as<FunctionDefStmt>(statement));
    case StmtKind::kClassDef: return class_body(as<ClassDefStmt>(statement));
    case StmtKind::kTypeAlias: return type_alias(as<TypeAliasStmt>(statement));
    case StmtKind::kMatch:
      expression(as<MatchStmt>(statement).subject);
      for (MatchCase& one : as<MatchStmt>(statement).cases) {
        pattern(*one.pattern);
        expression(one.guard);
        body(one.body);
      }
      return;
  }
}

// ---- expressions ----

void Builder::name(NameExpr& node, bool store) {
  define(node.id, store ? kDefLocal : kUsed, node.span);
  if (!store && scope_->function_like() && node.id == "super") define("__class__", kUsed, node.span);
}

// `(y := f(x)) for x in ...` binds y in the function around the comprehension.
void Builder::extend_named(NamedExprExpr& node) {
  std::string_view id = node.target->id;
  std::string_view mangled = table_.mangle(scope_->class_name, id);
  for (Scope* scope = scope_; scope; scope = scope->parent) {
    if (scope->comprehension) {
      Symbol* known = scope->find(mangled);
      if (known && (known->flags & kDefIteration) && (known->flags & kDefLocal))
        symbol_error("assignment expression cannot rebind comprehension iteration variable '" + std::string(id) + "'",
                     node.target->span);
      continue;
    }
    if (scope->kind == ScopeKind::kClass)
      symbol_error("assignment expression within a comprehension cannot be used in a class body", node.target->span);
    bool function = scope->kind == ScopeKind::kFunction;
    Symbol* known = scope->find(mangled);
    bool global = !function || (known && (known->flags & kDefGlobal));
    define(id, global ? kDefGlobal : kDefNonlocal, node.target->span);
    scope_->directives.push_back({mangled, node.target->span});
    define_in(*scope, id, function ? kDefLocal : kDefGlobal, node.target->span);
    return;
  }
}

void Builder::named(NamedExprExpr& node) {
  if (scope_->iterable_depth > 0)
    symbol_error("assignment expression cannot be used in a comprehension iterable expression", node.span);
  if (scope_->comprehension) extend_named(node);
  expression(node.value);
  expression(node.target, true);
}

void Builder::comprehension(Expr* node, Expr* element, Expr* value, std::span<Comprehension> generators,
                            const char* what) {
  Comprehension& outermost = generators[0];
  ++scope_->iterable_depth;
  expression(outermost.iterable);
  --scope_->iterable_depth;
  enter(ScopeKind::kFunction, node);
  scope_->comprehension = true;
  define(".0", kDefParameter, node->span);
  for (size_t i = 0; i < generators.size(); ++i) {
    scope_->iteration_target = true;
    expression(generators[i].target, true);
    scope_->iteration_target = false;
    if (i > 0) {
      ++scope_->iterable_depth;
      expression(generators[i].iterable);
      --scope_->iterable_depth;
    }
    expressions(generators[i].conditions);
    scope_->coroutine |= generators[i].is_async;
  }
  expression(value);
  expression(element);
  if (scope_->generator) symbol_error(std::string("'yield' inside ") + what, scope_->yield_span);
  scope_->generator = node->kind == ExprKind::kGeneratorExp;
  bool waits = scope_->coroutine && !scope_->generator;
  leave();
  scope_->coroutine |= waits;
}

void Builder::yield(Expr* value, SourceSpan span) {
  expression(value);
  scope_->yield_span = span;
  scope_->generator = true;
}

void Builder::expression(Expr* node, bool store) {
  if (!node) return;
  switch (node->kind) {
    case ExprKind::kName: return name(as<NameExpr>(node), store);
    case ExprKind::kConstant: return;
    case ExprKind::kJoinedStr: return expressions(as<JoinedStrExpr>(node).values);
    case ExprKind::kFormattedValue:
      expression(as<FormattedValueExpr>(node).value);
      return expression(as<FormattedValueExpr>(node).spec);
    case ExprKind::kTuple: return expressions(as<TupleExpr>(node).elements, store);
    case ExprKind::kList: return expressions(as<ListExpr>(node).elements, store);
    case ExprKind::kSet: return expressions(as<SetExpr>(node).elements);
    case ExprKind::kDict: expressions(as<DictExpr>(node).keys); return expressions(as<DictExpr>(node).values);
    case ExprKind::kAttribute: return expression(as<AttributeExpr>(node).object);
    case ExprKind::kSubscript:
      expression(as<SubscriptExpr>(node).object);
      return expression(as<SubscriptExpr>(node).index);
    case ExprKind::kSlice:
      expression(as<SliceExpr>(node).lower);
      expression(as<SliceExpr>(node).upper);
      return expression(as<SliceExpr>(node).step);
    case ExprKind::kStarred: return expression(as<StarredExpr>(node).value, store);
    case ExprKind::kCall: {
      auto& call = as<CallExpr>(node);
      expression(call.callee);
      expressions(call.arguments);
      return keywords(call.keywords);
    }
    case ExprKind::kUnaryOp: return expression(as<UnaryOpExpr>(node).operand);
    case ExprKind::kBinOp: expression(as<BinOpExpr>(node).left); return expression(as<BinOpExpr>(node).right);
    case ExprKind::kBoolOp: return expressions(as<BoolOpExpr>(node).values);
    case ExprKind::kCompare:
      expression(as<CompareExpr>(node).left);
      return expressions(as<CompareExpr>(node).comparators);
    case ExprKind::kIfExp:
      expression(as<IfExpExpr>(node).test);
      expression(as<IfExpExpr>(node).body);
      return expression(as<IfExpExpr>(node).orelse);
    case ExprKind::kLambda: {
      auto& lambda = as<LambdaExpr>(node);
      defaults(*lambda.parameters);
      enter(ScopeKind::kFunction, node);
      parameters(*lambda.parameters, node->span);
      expression(lambda.body);
      return leave();
    }
    case ExprKind::kListComp: {
      auto& list = as<ListCompExpr>(node);
      return comprehension(node, list.element, nullptr, list.generators, "list comprehension");
    }
    case ExprKind::kSetComp: {
      auto& set = as<SetCompExpr>(node);
      return comprehension(node, set.element, nullptr, set.generators, "set comprehension");
    }
    case ExprKind::kDictComp: {
      auto& dict = as<DictCompExpr>(node);
      return comprehension(node, dict.element, dict.value, dict.generators, "dict comprehension");
    }
    case ExprKind::kGeneratorExp: {
      auto& generator = as<GeneratorExpExpr>(node);
      return comprehension(node, generator.element, nullptr, generator.generators, "generator expression");
    }
    case ExprKind::kNamedExpr: return named(as<NamedExprExpr>(node));
    case ExprKind::kYield: return yield(as<YieldExpr>(node).value, node->span);
    case ExprKind::kYieldFrom: return yield(as<YieldFromExpr>(node).value, node->span);
    case ExprKind::kAwait:
      expression(as<AwaitExpr>(node).value);
      scope_->coroutine = true;
      return;
  }
}

}  // namespace

Result<std::unique_ptr<SymbolTable>> build_symbols(const Ast& ast) {
  auto table = std::make_unique<SymbolTable>();
  try {
    Builder(*table).build(ast);
    resolve_scopes(table->scopes.front());
  } catch (SymbolFailure& failure) {
    return std::move(failure.error);
  }
  return table;
}

}  // namespace vt
