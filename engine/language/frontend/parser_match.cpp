// match statements and their patterns. The grammar of patterns is that of PEP 634.
#include "frontend/parser_state.h"

namespace vt {

// `match` is a name elsewhere: it opens a statement where an expression follows that cannot
// go on from a name, or any expression on a line that ends in a colon.
bool Parser::at_match_statement() const {
  if (!at_name("match")) return false;
  Tok next = ahead().kind;
  if (!starts_expression(next) && next != Tok::kStar) return false;
  if (next == Tok::kName || next == Tok::kNumber || next == Tok::kString) return true;
  size_t i = at_ + 1;
  while (tokens_[i].kind != Tok::kNewline && tokens_[i].kind != Tok::kEndMarker) ++i;
  return tokens_[i].kind == Tok::kNewline && tokens_[i - 1].kind == Tok::kColon;
}

Stmt* Parser::match_statement() {
  const Token& opener = current();
  Depth depth(*this);
  advance();
  auto* node = make<MatchStmt>(opener.span);
  SourceSpan start = current().span;
  Expr* subject = star_named_expression();
  if (at(Tok::kComma)) {
    Exprs elements = more_elements({subject}, Tok::kColon);
    auto* tuple = make<TupleExpr>(from(start));
    tuple->elements = elements;
    subject = tuple;
  } else if (subject->kind == ExprKind::kStarred) {
    fail();
  }
  node->subject = subject;
  header_colon();
  expect(Tok::kNewline);
  if (!at(Tok::kIndent))
    fail_at(place_of_surprise(),
            "expected an indented block after 'match' statement on line " + std::to_string(opener.span.line),
            "IndentationError");
  advance();
  std::vector<MatchCase> cases;
  do {
    if (!at_name("case")) fail();
    const Token& word = current();
    advance();
    MatchCase one;
    one.pattern = open_pattern();
    if (accept(Tok::kIf)) one.guard = named_expression();
    header_colon();
    one.body = block("'case' statement", word);
    one.span = range(word.span, one.body.empty() ? word.span : one.body.back()->span);
    cases.push_back(one);
  } while (!at(Tok::kDedent) && !at(Tok::kEndMarker));
  accept(Tok::kDedent);
  node->cases = ast_.arena.copy(cases);
  node->span = range(opener.span, cases.back().span);
  return node;
}

Pattern* Parser::make_pattern(PatternKind kind, SourceSpan span) {
  auto* pattern = ast_.arena.make<Pattern>();
  pattern->kind = kind;
  pattern->span = span;
  return pattern;
}

// `case a, *b:` is a sequence without brackets.
Pattern* Parser::open_pattern() {
  SourceSpan start = current().span;
  Pattern* first = star_or_pattern();
  if (!at(Tok::kComma)) {
    if (first->kind == PatternKind::kStar) fail();
    return first;
  }
  std::vector<Pattern*> items = {first};
  while (accept(Tok::kComma) && !at(Tok::kColon) && !at(Tok::kIf)) items.push_back(star_or_pattern());
  Pattern* sequence = make_pattern(PatternKind::kSequence, from(start));
  sequence->patterns = ast_.arena.copy(items);
  return sequence;
}

Pattern* Parser::star_or_pattern() {
  SourceSpan start = current().span;
  if (!accept(Tok::kStar)) return pattern();
  std::string_view name = expect_name();
  Pattern* star = make_pattern(PatternKind::kStar, from(start));
  if (name != "_") star->name = name;
  return star;
}

Pattern* Parser::pattern() {
  SourceSpan start = current().span;
  Depth depth(*this);
  Pattern* first = closed_pattern();
  if (at(Tok::kPipe)) {
    std::vector<Pattern*> items = {first};
    while (accept(Tok::kPipe)) items.push_back(closed_pattern());
    first = make_pattern(PatternKind::kOr, from(start));
    first->patterns = ast_.arena.copy(items);
  }
  if (!accept(Tok::kAs)) return first;
  if (at_name("_")) fail_at(current().span, "cannot use '_' as a target");
  if (!at(Tok::kName) || ahead().kind == Tok::kDot || ahead().kind == Tok::kLeftParen)
    fail_at(current().span, "invalid pattern target");
  Pattern* as = make_pattern(PatternKind::kAs, {});
  as->name = expect_name();
  as->inner = first;
  as->span = from(start);
  return as;
}

Pattern* Parser::literal_pattern() {
  SourceSpan start = current().span;
  bool singleton = at(Tok::kNone) || at(Tok::kTrue) || at(Tok::kFalse);
  Expr* value = nullptr;
  if (at(Tok::kString) || at(Tok::kFStringStart)) {
    value = strings();
    if (value->kind == ExprKind::kJoinedStr)
      fail_at(value->span, "patterns may only match literals and attribute lookups");
  } else if (accept(Tok::kMinus)) {
    if (!at(Tok::kNumber)) fail();
    auto* negative = make<UnaryOpExpr>(start);
    negative->op = UnaryOperator::kNegative;
    negative->operand = number();
    negative->span = from(start);
    value = negative;
  } else {
    value = atom();
  }
  // `1 + 2j`: the only sum that a pattern may be.
  if ((at(Tok::kPlus) || at(Tok::kMinus)) && tokens_[at_ - 1].kind == Tok::kNumber) {
    auto* sum = make<BinOpExpr>(start);
    const Expr* real = value->kind == ExprKind::kUnaryOp ? as<UnaryOpExpr>(value).operand : value;
    if (as<ConstantExpr>(real).type == ConstantKind::kImaginary)
      fail_at(real->span, "real number required in complex literal");
    sum->op = at(Tok::kPlus) ? BinaryOp::kAdd : BinaryOp::kSubtract;
    advance();
    if (!at(Tok::kNumber)) fail();
    sum->left = value;
    sum->right = number();
    if (as<ConstantExpr>(sum->right).type != ConstantKind::kImaginary)
      fail_at(sum->right->span, "imaginary number required in complex literal");
    sum->span = from(start);
    value = sum;
  }
  Pattern* literal = make_pattern(singleton ? PatternKind::kSingleton : PatternKind::kValue, value->span);
  literal->value = value;
  return literal;
}

Pattern* Parser::closed_pattern() {
  switch (kind()) {
    case Tok::kName: break;
    case Tok::kNone:
    case Tok::kTrue:
    case Tok::kFalse:
    case Tok::kNumber:
    case Tok::kString:
    case Tok::kFStringStart:
    case Tok::kMinus: return literal_pattern();
    case Tok::kLeftParen:
    case Tok::kLeftBracket: return bracketed_pattern();
    case Tok::kLeftBrace: return mapping_pattern();
    default: fail();
  }
  SourceSpan start = current().span;
  auto* name = make<NameExpr>(start);
  name->id = expect_name();
  if (!at(Tok::kDot) && !at(Tok::kLeftParen)) {
    Pattern* capture = make_pattern(PatternKind::kAs, start);
    if (name->id != "_") capture->name = name->id;
    return capture;
  }
  Expr* value = name;
  while (accept(Tok::kDot)) {
    auto* attribute = make<AttributeExpr>(start);
    attribute->object = value;
    attribute->name = expect_name();
    attribute->span = from(start);
    value = attribute;
  }
  if (at(Tok::kLeftParen)) return class_pattern(value);
  Pattern* found = make_pattern(PatternKind::kValue, from(start));
  found->value = value;
  return found;
}

// A group `(p)`, or a sequence: `(p,)`, `()`, `[p, *rest]`.
Pattern* Parser::bracketed_pattern() {
  SourceSpan start = current().span;
  bool round = at(Tok::kLeftParen), comma = false;
  Tok close = round ? Tok::kRightParen : Tok::kRightBracket;
  Depth depth(*this);
  advance();
  std::vector<Pattern*> items;
  while (!at(close)) {
    items.push_back(star_or_pattern());
    if (!accept(Tok::kComma)) break;
    comma = true;
  }
  expect(close);
  if (round && items.size() == 1 && !comma && items[0]->kind != PatternKind::kStar) return items[0];
  Pattern* sequence = make_pattern(PatternKind::kSequence, from(start));
  sequence->patterns = ast_.arena.copy(items);
  return sequence;
}

Pattern* Parser::mapping_pattern() {
  SourceSpan start = expect(Tok::kLeftBrace).span;
  Depth depth(*this);
  Pattern* mapping = make_pattern(PatternKind::kMapping, start);
  std::vector<Expr*> keys;
  std::vector<Pattern*> items;
  while (!at(Tok::kRightBrace)) {
    if (accept(Tok::kDoubleStar)) {
      if (at_name("_")) fail();
      mapping->name = expect_name();
      accept(Tok::kComma);
      break;
    }
    Pattern* key = closed_pattern();
    if (key->kind != PatternKind::kValue && key->kind != PatternKind::kSingleton) fail();
    keys.push_back(key->value);
    expect(Tok::kColon);
    items.push_back(pattern());
    if (!accept(Tok::kComma)) break;
  }
  expect(Tok::kRightBrace);
  mapping->keys = ast_.arena.copy(keys);
  mapping->patterns = ast_.arena.copy(items);
  mapping->span = from(start);
  return mapping;
}

Pattern* Parser::class_pattern(Expr* type) {
  Depth depth(*this);
  expect(Tok::kLeftParen);
  std::vector<Pattern*> items;
  std::vector<std::string_view> names;
  while (!at(Tok::kRightParen)) {
    if (at(Tok::kName) && ahead().kind == Tok::kEqual) {
      std::string_view name = expect_name();
      if (std::find(names.begin(), names.end(), name) != names.end())
        fail_at(previous().span, "attribute name repeated in class pattern: " + std::string(name));
      names.push_back(name);
      advance();
      items.push_back(pattern());
    } else {
      items.push_back(pattern());
      if (!names.empty()) fail_at(items.back()->span, "positional patterns follow keyword patterns");
    }
    if (!accept(Tok::kComma)) break;
  }
  expect(Tok::kRightParen);
  Pattern* made = make_pattern(PatternKind::kClass, from(type->span));
  made->value = type;
  made->patterns = ast_.arena.copy(items);
  made->names = ast_.arena.copy(names);
  return made;
}

}  // namespace vt
