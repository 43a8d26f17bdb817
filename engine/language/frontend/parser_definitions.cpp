// def, class, decorators, and the parameters that def and lambda share.
#include "frontend/parser_state.h"

namespace vt {

struct Parser::ParameterLists {
  std::vector<FormalParameter> positional_only, positional, keyword_only;
  FormalParameter *rest = nullptr, *keywords = nullptr;
  bool seen_slash = false, seen_star = false, seen_default = false;
  SourceSpan bare_star;
};

Expr* Parser::default_value(Tok close) {
  if (!at(Tok::kEqual)) return nullptr;
  SourceSpan equal = current().span;
  advance();
  if (at(Tok::kComma) || at(close)) fail_at(equal, "expected default value expression");
  return expression();
}

FormalParameter Parser::parameter(bool lambda, bool starred) {
  if (at(Tok::kLeftParen)) {
    SourceSpan open = current().span;
    Expr* group = speculate([&] { return primary(); });
    if (group)
      fail_at(range(open, tokens_[speculated_to_ - 1].span),
              lambda ? "Lambda expression parameters cannot be parenthesized"
                     : "Function parameters cannot be parenthesized");
    fail();
  }
  FormalParameter out;
  SourceSpan start = current().span;
  out.name = expect_name();
  if (!lambda && accept(Tok::kColon)) out.annotation = starred && at(Tok::kStar) ? star_expression() : expression();
  out.span = from(start);
  return out;
}

void Parser::slash_parameter(ParameterLists& lists, Tok close) {
  SourceSpan slash = current().span;
  if (lists.seen_star) fail_at(slash, "/ must be ahead of *");
  if (lists.seen_slash) fail_at(slash, "/ may appear only once");
  if (lists.positional.empty()) {
    if (ahead().kind != Tok::kComma) fail();
    fail_at(slash, "at least one argument must precede /");
  }
  advance();
  if (at(Tok::kStar)) fail_at(current().span, "expected comma between / and *");
  lists.seen_slash = true;
  lists.positional_only = std::move(lists.positional);
  lists.positional.clear();
}

void Parser::star_parameter(ParameterLists& lists, Tok close, bool lambda) {
  SourceSpan star = current().span;
  if (lists.seen_star) fail_at(star, "* argument may appear only once");
  lists.seen_star = true;
  advance();
  if (at(Tok::kComma) || at(close)) {
    lists.bare_star = star;
    bool alone = at(close) || ahead().kind == close || ahead().kind == Tok::kDoubleStar;
    if (alone)
      fail_at(at(close) || ahead().kind == close || ahead().kind == Tok::kDoubleStar ? star : current().span,
              "named arguments must follow bare *");
    return;
  }
  FormalParameter rest = parameter(lambda, true);
  if (at(Tok::kEqual)) fail_at(current().span, "var-positional argument cannot have default value");
  lists.rest = ast_.arena.make<FormalParameter>();
  *lists.rest = rest;
}

void Parser::one_parameter(ParameterLists& lists, Tok close, bool lambda) {
  if (lists.keywords) fail_at(current().span, "arguments cannot follow var-keyword argument");
  if (at(Tok::kSlash)) return slash_parameter(lists, close);
  if (at(Tok::kStar)) return star_parameter(lists, close, lambda);
  if (accept(Tok::kDoubleStar)) {
    FormalParameter keywords = parameter(lambda, false);
    if (at(Tok::kEqual)) fail_at(current().span, "var-keyword argument cannot have default value");
    lists.keywords = ast_.arena.make<FormalParameter>();
    *lists.keywords = keywords;
    return;
  }
  FormalParameter plain = parameter(lambda, false);
  plain.default_value = default_value(close);
  if (lists.seen_star) return lists.keyword_only.push_back(plain);
  if (plain.default_value) lists.seen_default = true;
  else if (lists.seen_default) fail_at(plain.span, "parameter without a default follows parameter with a default");
  lists.positional.push_back(plain);
}

Parameters* Parser::parameters(Tok close, bool lambda) {
  ParameterLists lists;
  while (!at(close)) {
    one_parameter(lists, close, lambda);
    if (!accept(Tok::kComma)) break;
  }
  auto* out = ast_.arena.make<Parameters>();
  out->positional_only = ast_.arena.copy(lists.positional_only);
  out->positional = ast_.arena.copy(lists.positional);
  out->keyword_only = ast_.arena.copy(lists.keyword_only);
  out->rest = lists.rest;
  out->keywords = lists.keywords;
  return out;
}

// Bounds and aliases are evaluated when they are asked for: a function without parameters.
Expr* Parser::evaluated_later(Expr* value) {
  auto* lambda = make<LambdaExpr>(value->span);
  lambda->parameters = ast_.arena.make<Parameters>();
  lambda->body = value;
  return lambda;
}

std::span<TypeParameter> Parser::type_parameters() {
  if (!accept(Tok::kLeftBracket)) return {};
  if (at(Tok::kRightBracket)) fail_at(current().span, "Type parameter list cannot be empty");
  std::vector<TypeParameter> list;
  do {
    if (at(Tok::kRightBracket)) break;
    TypeParameter one;
    SourceSpan start = current().span;
    one.stars = accept(Tok::kStar) ? "*" : accept(Tok::kDoubleStar) ? "**" : "";
    one.name = expect_name();
    if (accept(Tok::kColon)) {
      if (!one.stars.empty())
        fail_at(previous().span,
                one.stars == "*" ? "cannot use bound with TypeVarTuple" : "cannot use bound with ParamSpec");
      one.bound = evaluated_later(expression());
    }
    one.span = from(start);
    list.push_back(one);
  } while (accept(Tok::kComma));
  expect(Tok::kRightBracket);
  return ast_.arena.copy(list);
}

Stmt* Parser::type_alias() {
  SourceSpan start = current().span;
  advance();
  auto* node = make<TypeAliasStmt>(start);
  node->name = make<NameExpr>(current().span);
  node->name->id = expect_name();
  node->type_parameters = type_parameters();
  expect(Tok::kEqual);
  node->value = evaluated_later(expression());
  node->span = from(start);
  return node;
}

Stmt* Parser::decorated() {
  std::vector<Expr*> decorators;
  while (accept(Tok::kAt)) {
    decorators.push_back(named_expression());
    expect(Tok::kNewline);
  }
  Exprs list = ast_.arena.copy(decorators);
  if (at(Tok::kDef)) return function_definition(list);
  if (at(Tok::kClass)) return class_definition(list);
  if (at(Tok::kAsync)) return async_statement(list);
  fail();
}

Stmt* Parser::function_definition(Exprs decorators) {
  const Token& opener = expect(Tok::kDef);
  std::string_view name = expect_name();
  auto* node = make<FunctionDefStmt>(opener.span);
  node->name = name;
  node->type_parameters = type_parameters();
  expect_forced(Tok::kLeftParen);
  node->parameters = parameters(Tok::kRightParen, false);
  expect(Tok::kRightParen);
  if (at(Tok::kArrow) && starts_expression(ahead().kind)) {
    advance();
    node->returns = expression();
  }
  expect_forced(Tok::kColon);
  node->decorators = decorators;
  node->body = block("function definition", opener);
  node->span = range(opener.span, node->body.empty() ? opener.span : node->body.back()->span);
  return node;
}

Stmt* Parser::class_definition(Exprs decorators) {
  const Token& opener = expect(Tok::kClass);
  std::string_view name = expect_name();
  auto* node = make<ClassDefStmt>(opener.span);
  node->name = name;
  node->type_parameters = type_parameters();
  std::vector<Expr*> bases;
  if (accept(Tok::kLeftParen)) {
    std::vector<Keyword> keywords;
    call_arguments(bases, keywords, false);
    expect(Tok::kRightParen);
    node->keywords = ast_.arena.copy(keywords);
  }
  if (!node->type_parameters.empty()) {
    auto* generic = make<NameExpr>(opener.span);
    generic->id = kGenericBase;
    bases.push_back(generic);
  }
  node->bases = ast_.arena.copy(bases);
  header_colon();
  node->decorators = decorators;
  node->body = block("class definition", opener);
  node->span = range(opener.span, node->body.empty() ? opener.span : node->body.back()->span);
  return node;
}

}  // namespace vt
