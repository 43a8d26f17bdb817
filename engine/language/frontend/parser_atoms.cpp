// Atoms, displays, comprehensions, subscripts.
#include "frontend/literals.h"
#include "frontend/parser_state.h"

namespace vt {

Expr* Parser::primary() {
  SourceSpan start = current().span;
  Depth depth(*this);
  Expr* value = atom();
  while (true) {
    switch (kind()) {
      case Tok::kDot: {
        advance();
        std::string_view name = expect_name();
        auto* node = make<AttributeExpr>(from(start));
        node->object = value;
        node->name = name;
        value = node;
        break;
      }
      case Tok::kLeftParen: {
        value = call(value);
        value->span = from(start);
        break;
      }
      case Tok::kLeftBracket: {
        value = subscript(value);
        value->span = from(start);
        break;
      }
      default: return value;
    }
    depth.deeper();
  }
}

Expr* Parser::constant(ConstantKind type) {
  auto* node = make<ConstantExpr>(current().span);
  node->type = type;
  advance();
  return node;
}

Expr* Parser::number() {
  auto* node = make<ConstantExpr>(current().span);
  parse_number(text(current()), *node, ast_.arena);
  const size_t digits = node->type == ConstantKind::kBigInt && node->text[0] != '0' ? node->text.size() : 0;
  if (digits > kMaxDecimalDigits)
    fail_at(node->span, "Exceeds the limit (" + std::to_string(kMaxDecimalDigits) +
                            " digits) for integer string conversion: value has " + std::to_string(digits) +
                            " digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal "
                            "for huge integer literals to avoid decimal conversion limits.");
  advance();
  return node;
}

Expr* Parser::atom() {
  switch (kind()) {
    case Tok::kName: {
      auto* node = make<NameExpr>(current().span);
      node->id = text(current());
      advance();
      return node;
    }
    case Tok::kTrue: return constant(ConstantKind::kTrue);
    case Tok::kFalse: return constant(ConstantKind::kFalse);
    case Tok::kNone: return constant(ConstantKind::kNone);
    case Tok::kEllipsis: return constant(ConstantKind::kEllipsis);
    case Tok::kNumber: return number();
    case Tok::kString:
    case Tok::kFStringStart: return strings();
    case Tok::kLeftParen: return group();
    case Tok::kLeftBracket: return list_display();
    case Tok::kLeftBrace: return brace_display();
    default: fail();
  }
}

std::span<Comprehension> Parser::comprehension_clauses() {
  std::vector<Comprehension> clauses;
  Depth depth(*this);
  for (; at_comprehension(); depth.deeper()) {
    Comprehension clause;
    clause.is_async = accept(Tok::kAsync);
    expect(Tok::kFor);
    clause.target = target_list();
    expect(Tok::kIn);
    clause.iterable = disjunction();
    std::vector<Expr*> conditions;
    while (accept(Tok::kIf)) conditions.push_back(disjunction());
    if (starts_expression(kind())) after_disjunction(conditions.empty() ? clause.iterable : conditions.back(), at_ - 1);
    clause.conditions = ast_.arena.copy(conditions);
    clauses.push_back(clause);
  }
  return ast_.arena.copy(clauses);
}

void Parser::check_comprehension_element(Expr* element, Tok open, SourceSpan open_span) {
  if (element->kind == ExprKind::kStarred) fail_at(element->span, "iterable unpacking cannot be used in comprehension");
}

// The elements after a first one, up to (not including) the closing bracket.
Exprs Parser::more_elements(std::vector<Expr*> elements, Tok close) {
  while (accept(Tok::kComma)) {
    if (at(close)) break;
    elements.push_back(star_named_expression());
  }
  if (at_comprehension() && close != Tok::kRightParen && elements.size() > 1)
    fail_at(range(elements.front()->span, elements.back()->span),
            "did you forget parentheses around the comprehension target?");
  return ast_.arena.copy(elements);
}

Expr* Parser::group() {
  SourceSpan start = expect(Tok::kLeftParen).span;
  if (accept(Tok::kRightParen)) return make_tuple({}, from(start));
  if (at(Tok::kYield)) {
    Expr* value = yield_expression();
    expect(Tok::kRightParen);
    value->parenthesized = true;
    return value;
  }
  if (at(Tok::kDoubleStar)) {
    SourceSpan stars = current().span;
    advance();
    expression();
    if (at(Tok::kRightParen)) fail_at(stars, "cannot use double starred expression here");
    fail();
  }
  Expr* first = star_named_expression();
  if (at_comprehension()) {
    check_comprehension_element(first, Tok::kLeftParen, start);
    std::span<Comprehension> clauses = comprehension_clauses();
    expect(Tok::kRightParen);
    auto* node = make<GeneratorExpExpr>(from(start));
    node->element = first;
    node->generators = clauses;
    return node;
  }
  if (at(Tok::kComma)) {
    Exprs elements = more_elements({first}, Tok::kRightParen);
    expect(Tok::kRightParen);
    auto* node = make<TupleExpr>(from(start));
    node->elements = elements;
    node->parenthesized = true;
    return node;
  }
  if (at(Tok::kRightParen) && first->kind == ExprKind::kStarred)
    fail_at(first->span, "cannot use starred expression here");
  expect(Tok::kRightParen);
  first->parenthesized = true;
  return first;
}

Expr* Parser::list_display() {
  SourceSpan start = expect(Tok::kLeftBracket).span;
  if (accept(Tok::kRightBracket)) return make<ListExpr>(from(start));
  Expr* first = star_named_expression();
  if (at_comprehension()) {
    check_comprehension_element(first, Tok::kLeftBracket, start);
    std::span<Comprehension> clauses = comprehension_clauses();
    expect(Tok::kRightBracket);
    auto* node = make<ListCompExpr>(from(start));
    node->element = first;
    node->generators = clauses;
    return node;
  }
  Exprs elements = more_elements({first}, Tok::kRightBracket);
  expect(Tok::kRightBracket);
  auto* node = make<ListExpr>(from(start));
  node->elements = elements;
  return node;
}

// A set, a dict, or a comprehension of either.
Expr* Parser::brace_display() {
  SourceSpan start = expect(Tok::kLeftBrace).span;
  if (at(Tok::kRightBrace) || at(Tok::kDoubleStar)) return dict_display(start, nullptr);
  Expr* first = star_named_expression();
  if (at(Tok::kColon)) {
    bool bare_assignment = first->kind == ExprKind::kNamedExpr && !first->parenthesized;
    if (bare_assignment || first->kind == ExprKind::kStarred) fail();
    return dict_display(start, first);
  }
  if (at_comprehension()) {
    check_comprehension_element(first, Tok::kLeftBrace, start);
    std::span<Comprehension> clauses = comprehension_clauses();
    expect(Tok::kRightBrace);
    auto* node = make<SetCompExpr>(from(start));
    node->element = first;
    node->generators = clauses;
    return node;
  }
  Exprs elements = more_elements({first}, Tok::kRightBrace);
  if (at(Tok::kColon)) fail();
  expect(Tok::kRightBrace);
  auto* node = make<SetExpr>(from(start));
  node->elements = elements;
  return node;
}

static SourceSpan last_character(SourceSpan span) {
  return {span.end_line, span.end_column - 1, span.end_line, span.end_column};
}

Expr* Parser::dict_value(Expr* key) {
  if (!at(Tok::kColon)) {
    if (key->kind == ExprKind::kStarred) fail();
    fail_at(last_character(previous().span), "':' expected after dictionary key");
  }
  SourceSpan colon = current().span;
  advance();
  if (at(Tok::kStar)) fail_at(current().span, "cannot use a starred expression in a dictionary value");
  if (at(Tok::kRightBrace) || at(Tok::kComma)) fail_at(colon, "expression expected after dictionary key and ':'");
  return expression();
}

// `first` is a key that has been parsed already, or null.
Expr* Parser::dict_display(SourceSpan start, Expr* first) {
  std::vector<Expr*> keys, values;
  while (first || !at(Tok::kRightBrace)) {
    SourceSpan item = current().span;
    if (!first && accept(Tok::kDoubleStar)) {
      keys.push_back(nullptr);
      values.push_back(binary(0));
      if (keys.size() == 1 && at_comprehension()) fail_at(item, "dict unpacking cannot be used in dict comprehension");
    } else {
      // A key of a later pair without its colon is reported as such, not as a missing comma.
      if (!first && !quiet_ && speculate([&] { return expression(); }) &&
          starts_expression(tokens_[speculated_to_].kind))
        fail_at(last_character(tokens_[speculated_to_ - 1].span), "':' expected after dictionary key");
      Expr* key = first ? first : expression();
      first = nullptr;
      keys.push_back(key);
      values.push_back(dict_value(key));
    }
    if (keys.size() == 1 && keys[0] && at_comprehension()) {
      std::span<Comprehension> clauses = comprehension_clauses();
      expect(Tok::kRightBrace);
      auto* node = make<DictCompExpr>(from(start));
      node->element = keys[0];
      node->value = values[0];
      node->generators = clauses;
      return node;
    }
    if (!accept(Tok::kComma)) break;
  }
  expect(Tok::kRightBrace);
  auto* node = make<DictExpr>(from(start));
  node->keys = ast_.arena.copy(keys);
  node->values = ast_.arena.copy(values);
  return node;
}

Expr* Parser::slice() {
  if (at(Tok::kStar)) return star_expression();
  SourceSpan start = current().span;
  Expr* lower = at(Tok::kColon) ? nullptr : named_expression();
  if (!at(Tok::kColon)) return lower;
  advance();
  auto ends = [&] { return at(Tok::kColon) || at(Tok::kComma) || at(Tok::kRightBracket); };
  Expr* upper = ends() ? nullptr : expression();
  Expr* step = nullptr;
  if (accept(Tok::kColon) && !ends()) step = expression();
  auto* node = make<SliceExpr>(from(start));
  node->lower = lower;
  node->upper = upper;
  node->step = step;
  return node;
}

Expr* Parser::subscript(Expr* object) {
  expect(Tok::kLeftBracket);
  SourceSpan start = current().span;
  Expr* index = slice();
  if (at(Tok::kComma) || index->kind == ExprKind::kStarred) {
    std::vector<Expr*> elements{index};
    while (accept(Tok::kComma)) {
      if (at(Tok::kRightBracket)) break;
      elements.push_back(slice());
    }
    index = make_tuple(elements, from(start));
  }
  expect(Tok::kRightBracket);
  auto* node = make<SubscriptExpr>(object->span);
  node->object = object;
  node->index = index;
  return node;
}

}  // namespace vt
