// The arguments of a call (and of a class definition).
#include "frontend/parser_state.h"

namespace vt {

Expr* Parser::call(Expr* callee) {
  expect(Tok::kLeftParen);
  std::vector<Expr*> arguments;
  std::vector<Keyword> keywords;
  call_arguments(arguments, keywords);
  expect(Tok::kRightParen);
  auto* node = make<CallExpr>(callee->span);
  node->callee = callee;
  node->arguments = ast_.arena.copy(arguments);
  node->keywords = ast_.arena.copy(keywords);
  return node;
}

void Parser::call_arguments(std::vector<Expr*>& arguments, std::vector<Keyword>& keywords, bool generators) {
  SourceSpan open = previous().span;
  while (!at(Tok::kRightParen)) {
    SourceSpan start = current().span;
    size_t before = arguments.size();
    one_argument(arguments, keywords);
    if (at_comprehension() && arguments.size() > before) {
      if (!generators) fail();
      Expr* element = arguments.back();
      check_comprehension_element(element, Tok::kLeftParen, start);
      std::span<Comprehension> clauses = comprehension_clauses();
      bool alone = arguments.size() == 1 && keywords.empty() && at(Tok::kRightParen);
      if (!alone) {
        if (at(Tok::kComma) || at(Tok::kRightParen))
          fail_at(from(element->span), "Generator expression must be parenthesized");
        fail();
      }
      auto* generator = make<GeneratorExpExpr>(range(open, current().span));
      generator->element = element;
      generator->generators = clauses;
      arguments.back() = generator;
      return;
    }
    if (!accept(Tok::kComma)) return;
  }
}

void Parser::one_argument(std::vector<Expr*>& arguments, std::vector<Keyword>& keywords) {
  SourceSpan start = current().span;
  if (at(Tok::kDoubleStar)) {
    advance();
    Expr* value = expression();
    keywords.push_back({{}, value, from(start)});
    return;
  }
  if (at(Tok::kStar)) {
    advance();
    Expr* value = expression();
    for (const Keyword& keyword : keywords)
      if (keyword.name.empty()) fail_at(from(start), "iterable argument unpacking follows keyword argument unpacking");
    auto* starred = make<StarredExpr>(from(start));
    starred->value = value;
    arguments.push_back(starred);
    return;
  }
  if (at(Tok::kName) && ahead().kind == Tok::kEqual) return keyword_argument(keywords);
  bool named = at(Tok::kName) && ahead().kind == Tok::kColonEqual;
  Expr* value = named ? named_expression() : expression();
  if (at(Tok::kColonEqual))
    fail_at(value->span, std::string("cannot use assignment expressions with ") + target_kind_name(value));
  if (at(Tok::kEqual)) {
    bool word = value->kind == ExprKind::kConstant && !value->parenthesized &&
                (previous().kind == Tok::kTrue || previous().kind == Tok::kFalse || previous().kind == Tok::kNone);
    SourceSpan until = current().span;
    if (word) fail_at(range(value->span, until), std::string("cannot assign to ") + target_kind_name(value));
    fail_at(range(value->span, until), "expression cannot contain assignment, perhaps you meant \"==\"?");
  }
  if (!keywords.empty() && !at_comprehension()) {
    // CPython reports this at the bracket or the argument that follows last.
    if (at(Tok::kComma) || at(Tok::kRightParen)) {
      bool unpacking = keywords.back().name.empty();
      while (accept(Tok::kComma) && !at(Tok::kRightParen)) one_argument(arguments, keywords);
      fail_at(current().span, unpacking ? "positional argument follows keyword argument unpacking"
                                        : "positional argument follows keyword argument");
    }
  }
  arguments.push_back(value);
}

void Parser::keyword_argument(std::vector<Keyword>& keywords) {
  SourceSpan start = current().span;
  std::string_view name = text(current());
  advance();
  SourceSpan equal = current().span;
  advance();
  if (at(Tok::kComma) || at(Tok::kRightParen)) fail_at(range(start, equal), "expected argument value expression");
  Expr* value = expression();
  if (at_comprehension()) fail_at(range(start, equal), "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  if (at(Tok::kEqual)) fail();
  keywords.push_back({name, value, from(start)});
}

}  // namespace vt
