// Statements with blocks and the simple ones that are not assignments, imports or definitions.
#include "frontend/parser_state.h"

namespace vt {

void Parser::statement(std::vector<Stmt*>& out) {
  switch (kind()) {
    case Tok::kNewline: advance(); return;  // a file of nothing but an empty continuation
    case Tok::kIf:
    case Tok::kWhile:
    case Tok::kFor:
    case Tok::kTry:
    case Tok::kWith:
    case Tok::kDef:
    case Tok::kClass:
    case Tok::kAt:
    case Tok::kAsync: out.push_back(compound_statement()); return;
    case Tok::kName:
      if (at_match_statement()) return out.push_back(match_statement());
      break;
    default: break;
  }
  simple_statements(out);
}

Stmt* Parser::compound_statement() {
  Depth depth(*this, 4);
  switch (kind()) {
    case Tok::kIf: return if_statement();
    case Tok::kWhile: return while_statement();
    case Tok::kFor: return for_statement();
    case Tok::kTry: return try_statement();
    case Tok::kWith: return with_statement();
    case Tok::kDef: return function_definition({});
    case Tok::kClass: return class_definition({});
    case Tok::kAt: return decorated();
    default: return async_statement({});
  }
}

// `async` and the def, for or with behind it.
Stmt* Parser::async_statement(Exprs decorators) {
  SourceSpan start = expect(Tok::kAsync).span;
  Stmt* node = nullptr;
  if (at(Tok::kDef)) {
    node = function_definition(decorators);
    as<FunctionDefStmt>(node).is_async = true;
  } else if (at(Tok::kFor) && decorators.empty()) {
    node = for_statement();
    as<ForStmt>(node).is_async = true;
  } else if (at(Tok::kWith) && decorators.empty()) {
    node = with_statement();
    as<WithStmt>(node).is_async = true;
  } else {
    fail();
  }
  node->span = range(start, node->span);
  return node;
}

void Parser::simple_statements(std::vector<Stmt*>& out) {
  do {
    if (at(Tok::kNewline)) break;
    out.push_back(simple_statement());
  } while (accept(Tok::kSemicolon));
  expect(Tok::kNewline);
}

Stmt* Parser::simple_statement() {
  SourceSpan start = current().span;
  switch (kind()) {
    case Tok::kPass: advance(); return make<PassStmt>(start);
    case Tok::kBreak: advance(); return make<BreakStmt>(start);
    case Tok::kContinue: advance(); return make<ContinueStmt>(start);
    case Tok::kReturn: return return_statement();
    case Tok::kRaise: return raise_statement();
    case Tok::kDel: return delete_statement();
    case Tok::kAssert: return assert_statement();
    case Tok::kGlobal: return name_list<GlobalStmt>();
    case Tok::kNonlocal: return name_list<NonlocalStmt>();
    case Tok::kImport: return import_statement();
    case Tok::kFrom: return import_from_statement();
    case Tok::kName:
      if (at_name("type") && ahead().kind == Tok::kName) return type_alias();
      return expression_statement();
    default: return expression_statement();
  }
}

Body Parser::block(const char* what, const Token& opener) {
  std::vector<Stmt*> body;
  if (!at(Tok::kNewline)) {
    simple_statements(body);
    return ast_.arena.copy(body);
  }
  advance();
  if (!at(Tok::kIndent))
    fail_at(place_of_surprise(),
            std::string("expected an indented block after ") + what + " on line " + std::to_string(opener.span.line),
            "IndentationError");
  advance();
  while (!at(Tok::kDedent) && !at(Tok::kEndMarker)) statement(body);
  accept(Tok::kDedent);
  return ast_.arena.copy(body);
}

void Parser::header_colon() {
  if (at(Tok::kNewline)) fail_at(current().span, "expected ':'");
  expect(Tok::kColon);
}

Body Parser::else_block() {
  if (!at(Tok::kElse)) return {};
  const Token& opener = current();
  advance();
  expect_forced(Tok::kColon);
  return block("'else' statement", opener);
}

// `elif` is an If in the else part of the one before.
Stmt* Parser::if_statement() {
  std::vector<IfStmt*> chain;
  Body last_else;
  const char* what = "'if' statement";
  Depth depth(*this);
  do {
    const Token& opener = current();
    advance();
    Expr* test = named_expression();
    header_colon();
    auto* node = make<IfStmt>(opener.span);
    node->test = test;
    node->body = block(what, opener);
    chain.push_back(node);
    what = "'elif' statement";
    depth.deeper();
  } while (at(Tok::kElif));
  last_else = else_block();
  for (size_t i = chain.size(); i-- > 0;) {
    chain[i]->orelse = last_else;
    Stmt* last = !last_else.empty() ? last_else.back() : chain[i]->body.empty() ? nullptr : chain[i]->body.back();
    if (last) chain[i]->span = range(chain[i]->span, last->span);
    last_else = ast_.arena.copy(std::vector<Stmt*>{chain[i]});
  }
  return chain[0];
}

static SourceSpan end_of(Body body, SourceSpan fallback) { return body.empty() ? fallback : body.back()->span; }

Stmt* Parser::while_statement() {
  const Token& opener = current();
  advance();
  Expr* test = named_expression();
  header_colon();
  auto* node = make<WhileStmt>(opener.span);
  node->test = test;
  node->body = block("'while' statement", opener);
  node->orelse = else_block();
  node->span = range(opener.span, end_of(node->orelse, end_of(node->body, opener.span)));
  return node;
}

Stmt* Parser::for_statement() {
  const Token& opener = current();
  advance();
  Expr* target = target_list();
  expect(Tok::kIn);
  Expr* iterable = star_expressions();
  header_colon();
  auto* node = make<ForStmt>(opener.span);
  node->target = target;
  node->iterable = iterable;
  node->body = block("'for' statement", opener);
  node->orelse = else_block();
  node->span = range(opener.span, end_of(node->orelse, end_of(node->body, opener.span)));
  return node;
}

ExceptHandler Parser::except_clause(bool& groups) {
  const Token& opener = expect(Tok::kExcept);
  groups = accept(Tok::kStar);
  ExceptHandler handler;
  if (groups && !starts_expression(kind())) fail_at(current().span, "expected one or more exception types");
  if (!at(Tok::kColon)) {
    if (at(Tok::kNewline)) fail_at(current().span, "expected ':'");
    handler.type = expression();
    if (at(Tok::kComma)) {
      SourceSpan first = handler.type->span;
      while (accept(Tok::kComma) && starts_expression(kind())) expression();
      SourceSpan all = from(first);
      if (accept(Tok::kAs)) expect_name();
      if (at(Tok::kColon)) fail_at(all, "multiple exception types must be parenthesized");
      fail();
    }
    if (accept(Tok::kAs)) handler.name = expect_name();
  }
  header_colon();
  handler.body = block(groups ? "'except*' statement" : "'except' statement", opener);
  handler.span = range(opener.span, end_of(handler.body, opener.span));
  return handler;
}

Stmt* Parser::try_statement() {
  const Token& opener = current();
  advance();
  expect_forced(Tok::kColon);
  auto* node = make<TryStmt>(opener.span);
  node->body = block("'try' statement", opener);
  std::vector<ExceptHandler> handlers;
  while (at(Tok::kExcept)) {
    const Token& clause = current();
    bool groups = false;
    handlers.push_back(except_clause(groups));
    if (handlers.size() > 1 && groups != node->groups)
      fail_at(clause.span, "cannot have both 'except' and 'except*' on the same 'try'");
    node->groups = groups;
  }
  if (handlers.empty() && !at(Tok::kFinally)) fail_at(place_of_surprise(), "expected 'except' or 'finally' block");
  if (!handlers.empty()) node->orelse = else_block();
  if (at(Tok::kFinally)) {
    const Token& last = current();
    advance();
    expect_forced(Tok::kColon);
    node->finalbody = block("'finally' statement", last);
  }
  node->handlers = ast_.arena.copy(handlers);
  SourceSpan end = end_of(node->body, opener.span);
  if (!handlers.empty()) end = handlers.back().span;
  node->span = range(opener.span, end_of(node->finalbody, end_of(node->orelse, end)));
  return node;
}

// `with (a as b, c):` against `with (a, b):` and `with (a).b:`: the colon after the closing
// bracket and an `as` or a comma at its level decide, as in CPython's grammar. What follows an
// `as` can be nothing else.
bool Parser::parenthesized_with_items() const {
  size_t i = at_ + 1;
  size_t level = tokens_[at_].level;
  for (; i < tokens_.size() && !(tokens_[i].kind == Tok::kRightParen && tokens_[i].level == level - 1); ++i) {
    if (tokens_[i].kind == Tok::kNewline || tokens_[i].kind == Tok::kEndMarker) return false;
    if (tokens_[i].level == level && tokens_[i].kind == Tok::kAs) return true;
    if (tokens_[i].level == level &&
        (tokens_[i].kind == Tok::kYield || tokens_[i].kind == Tok::kFor || tokens_[i].kind == Tok::kColonEqual))
      return false;
  }
  return i > at_ + 1 && i + 1 < tokens_.size() && tokens_[i + 1].kind == Tok::kColon;
}

void Parser::with_item(std::vector<WithItem>& items) {
  WithItem item;
  item.context = expression();
  if (accept(Tok::kAs)) {
    SourceSpan start = current().span;
    if (accept(Tok::kStar)) {
      auto* starred = make<StarredExpr>(start);
      starred->value = primary();
      starred->span = from(start);
      item.target = starred;
    } else {
      item.target = primary();
    }
    if (!at(Tok::kComma) && !at(Tok::kRightParen) && !at(Tok::kColon) &&
        invalid_target(item.target, TargetUse::kAssign))
      fail();
    check_target(item.target, TargetUse::kAssign);
  }
  items.push_back(item);
}

Stmt* Parser::with_statement() {
  const Token& opener = current();
  advance();
  std::vector<WithItem> items;
  if (at(Tok::kLeftParen) && parenthesized_with_items()) {
    advance();
    do {
      if (at(Tok::kRightParen)) break;
      with_item(items);
    } while (accept(Tok::kComma));
    expect(Tok::kRightParen);
  } else {
    do with_item(items);
    while (accept(Tok::kComma));
  }
  header_colon();
  auto* node = make<WithStmt>(opener.span);
  node->items = ast_.arena.copy(items);
  node->body = block("'with' statement", opener);
  node->span = range(opener.span, end_of(node->body, opener.span));
  return node;
}

Stmt* Parser::return_statement() {
  SourceSpan start = current().span;
  advance();
  Expr* value = at(Tok::kNewline) || at(Tok::kSemicolon) ? nullptr : star_expressions();
  auto* node = make<ReturnStmt>(from(start));
  node->value = value;
  return node;
}

Stmt* Parser::raise_statement() {
  SourceSpan start = current().span;
  advance();
  Expr *exception = nullptr, *cause = nullptr;
  if (!at(Tok::kNewline) && !at(Tok::kSemicolon)) {
    exception = expression();
    if (accept(Tok::kFrom)) cause = expression();
  }
  auto* node = make<RaiseStmt>(from(start));
  node->exception = exception;
  node->cause = cause;
  return node;
}

Stmt* Parser::delete_statement() {
  SourceSpan start = current().span;
  advance();
  Expr* targets = star_expressions();
  if (at(Tok::kNewline) || at(Tok::kSemicolon)) check_target(targets, TargetUse::kDelete);
  auto* node = make<DeleteStmt>(from(start));
  bool bare_tuple = targets->kind == ExprKind::kTuple && !targets->parenthesized;
  node->targets = bare_tuple && !as<TupleExpr>(targets).elements.empty() ? as<TupleExpr>(targets).elements
                                                                         : ast_.arena.copy(std::vector<Expr*>{targets});
  return node;
}

Stmt* Parser::assert_statement() {
  SourceSpan start = current().span;
  advance();
  Expr* test = expression();
  Expr* message = accept(Tok::kComma) ? expression() : nullptr;
  auto* node = make<AssertStmt>(from(start));
  node->test = test;
  node->message = message;
  return node;
}

template <class T>
Stmt* Parser::name_list() {
  SourceSpan start = current().span;
  advance();
  std::vector<std::string_view> names;
  do names.push_back(expect_name());
  while (accept(Tok::kComma));
  auto* node = make<T>(from(start));
  node->names = ast_.arena.copy(names);
  return node;
}

}  // namespace vt
