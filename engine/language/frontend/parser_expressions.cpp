// Expressions down to the operators: yield, starred, named, conditional, lambda, boolean,
// comparison and arithmetic by precedence.
#include "frontend/parser_state.h"

namespace vt {

Expr* Parser::yield_or_star_expressions() { return at(Tok::kYield) ? yield_expression() : star_expressions(); }

Expr* Parser::yield_expression() {
  SourceSpan start = expect(Tok::kYield).span;
  if (accept(Tok::kFrom)) {
    Expr* value = expression();
    auto* node = make<YieldFromExpr>(from(start));
    node->value = value;
    return node;
  }
  Expr* value = starts_expression(kind()) || at(Tok::kStar) ? star_expressions() : nullptr;
  auto* node = make<YieldExpr>(from(start));
  node->value = value;
  return node;
}

Expr* Parser::star_expressions() {
  SourceSpan start = current().span;
  Expr* first = star_expression();
  if (!at(Tok::kComma)) return first;
  std::vector<Expr*> elements{first};
  while (accept(Tok::kComma)) {
    if (!starts_expression(kind()) && !at(Tok::kStar)) break;
    elements.push_back(star_expression());
  }
  return make_tuple(elements, from(start));
}

Expr* Parser::star_expression() {
  if (!at(Tok::kStar)) return expression();
  SourceSpan start = current().span;
  advance();
  Expr* value = binary(0);
  auto* node = make<StarredExpr>(from(start));
  node->value = value;
  return node;
}

Expr* Parser::star_named_expression() { return at(Tok::kStar) ? star_expression() : named_expression(); }

Expr* Parser::named_expression() {
  if (at(Tok::kName) && ahead().kind == Tok::kColonEqual) {
    Depth depth(*this);
    auto* target = make<NameExpr>(current().span);
    target->id = text(current());
    advance();
    advance();
    Expr* value = expression();
    auto* node = make<NamedExprExpr>(from(target->span));
    node->target = target;
    node->value = value;
    return node;
  }
  Expr* value = expression();
  if (at(Tok::kColonEqual) && !quiet_)
    fail_at(value->span, std::string("cannot use assignment expressions with ") + target_kind_name(value));
  if (at(Tok::kEqual) && !quiet_) check_misplaced_equal(value);
  return value;
}

// `if x = 3:`: an '=' where only expressions may stand.
void Parser::check_misplaced_equal(Expr* left) {
  if (left->kind == ExprKind::kBoolOp || left->kind == ExprKind::kCompare || left->kind == ExprKind::kLambda ||
      left->kind == ExprKind::kIfExp)
    return;
  Expr* right = speculate([&] {
    advance();
    return binary(0);
  });
  if (!right) return;
  Tok after = tokens_[speculated_to_].kind;
  if (after == Tok::kEqual || after == Tok::kColonEqual) return;
  if (left->kind == ExprKind::kName && !left->parenthesized)
    fail_at(range(left->span, right->span), "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  if (left->kind == ExprKind::kList || left->kind == ExprKind::kTuple || left->kind == ExprKind::kGeneratorExp) return;
  if (left->kind == ExprKind::kConstant) {
    ConstantKind type = as<ConstantExpr>(left).type;
    if (type == ConstantKind::kTrue || type == ConstantKind::kFalse || type == ConstantKind::kNone) return;
  }
  fail_at(left->span,
          std::string("cannot assign to ") + target_kind_name(left) + " here. Maybe you meant '==' instead of '='?");
}

Expr* Parser::expression() {
  Depth depth(*this);
  if (at(Tok::kLambda)) return lambda();
  size_t first = at_;
  Expr* body = disjunction();
  if (!at(Tok::kIf)) return after_disjunction(body, first);
  advance();
  Expr* test = disjunction();
  if (!at(Tok::kElse)) {
    if (!at(Tok::kColon)) fail_at(range(body->span, test->span), "expected 'else' after 'if' expression");
    fail();
  }
  advance();
  Expr* orelse = expression();
  auto* node = make<IfExpExpr>(range(body->span, orelse->span));
  node->span = from(tokens_[first].span);
  node->test = test;
  node->body = body;
  node->orelse = orelse;
  return node;
}

// No valid program has an expression right after another one: find out what was meant.
Expr* Parser::after_disjunction(Expr* left, size_t first) {
  if (!starts_expression(kind()) || quiet_) return left;
  const Token& start = tokens_[first];
  bool legacy_name = left->kind == ExprKind::kName && !left->parenthesized &&
                     (as<NameExpr>(left).id == "print" || as<NameExpr>(left).id == "exec");
  if (legacy_name) {
    Expr* operands = speculate([&] { return star_expressions(); });
    if (!operands) return left;
    std::string name(as<NameExpr>(left).id);
    fail_at(range(left->span, operands->span),
            "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
  }
  bool prefix = start.kind == Tok::kName &&
                (tokens_[first + 1].kind == Tok::kString || tokens_[first + 1].kind == Tok::kFStringStart);
  std::string_view word = start.kind == Tok::kName ? text(start) : std::string_view();
  if (prefix || word == "match" || word == "case" || word == "_" || word == "type") return left;
  Expr* right = speculate([&] { return expression(); });
  if (right && tokens_[speculated_to_ - 1].level > 0)
    fail_at(range(left->span, right->span), "invalid syntax. Perhaps you forgot a comma?");
  return left;
}

Expr* Parser::lambda() {
  SourceSpan start = expect(Tok::kLambda).span;
  bool bare = at(Tok::kColon) || !at(Tok::kName);
  Parameters* list = parameters(Tok::kColon, true);
  const Token& colon = bare ? expect_forced(Tok::kColon) : expect(Tok::kColon);
  if (at(Tok::kFStringMiddle) || at(Tok::kRightBrace))
    fail_at(range(start, colon.span), "f-string: lambda expressions are not allowed without parentheses");
  Expr* body = expression();
  auto* node = make<LambdaExpr>(from(start));
  node->parameters = list;
  node->body = body;
  return node;
}

Expr* Parser::disjunction() {
  SourceSpan start = current().span;
  Expr* left = conjunction();
  if (!at(Tok::kOr)) return left;
  std::vector<Expr*> values{left};
  while (accept(Tok::kOr)) values.push_back(conjunction());
  auto* node = make<BoolOpExpr>(from(start));
  node->is_or = true;
  node->values = ast_.arena.copy(values);
  return node;
}

Expr* Parser::conjunction() {
  SourceSpan start = current().span;
  Expr* left = inversion();
  if (!at(Tok::kAnd)) return left;
  std::vector<Expr*> values{left};
  while (accept(Tok::kAnd)) values.push_back(inversion());
  auto* node = make<BoolOpExpr>(from(start));
  node->values = ast_.arena.copy(values);
  return node;
}

Expr* Parser::inversion() {
  if (!at(Tok::kNot)) return comparison();
  Depth depth(*this);
  SourceSpan start = current().span;
  advance();
  Expr* operand = inversion();
  auto* node = make<UnaryOpExpr>(from(start));
  node->op = UnaryOperator::kNot;
  node->operand = operand;
  return node;
}

bool Parser::comparator(Comparator& out) {
  switch (kind()) {
    case Tok::kLess: out = Comparator::kLess; break;
    case Tok::kLessEqual: out = Comparator::kLessEqual; break;
    case Tok::kEqualEqual: out = Comparator::kEqual; break;
    case Tok::kNotEqual: out = Comparator::kNotEqual; break;
    case Tok::kGreater: out = Comparator::kGreater; break;
    case Tok::kGreaterEqual: out = Comparator::kGreaterEqual; break;
    case Tok::kIn: out = Comparator::kIn; break;
    case Tok::kIs:
      advance();
      out = accept(Tok::kNot) ? Comparator::kIsNot : Comparator::kIs;
      return true;
    case Tok::kNot:
      if (ahead().kind != Tok::kIn) fail_at(ahead().span, "invalid syntax");
      advance();
      out = Comparator::kNotIn;
      break;
    default: return false;
  }
  advance();
  return true;
}

Expr* Parser::comparison() {
  SourceSpan start = current().span;
  Expr* left = binary(0);
  Comparator op;
  if (!comparator(op)) return left;
  std::vector<Comparator> operators;
  std::vector<Expr*> comparators;
  do {
    operators.push_back(op);
    comparators.push_back(binary(0));
  } while (comparator(op));
  auto* node = make<CompareExpr>(from(start));
  node->left = left;
  node->operators = ast_.arena.copy(operators);
  node->comparators = ast_.arena.copy(comparators);
  return node;
}

struct Binding {
  int power;
  BinaryOp op;
};

static Binding binding_of(Tok kind) {
  switch (kind) {
    case Tok::kPipe: return {1, BinaryOp::kOr};
    case Tok::kCaret: return {2, BinaryOp::kXor};
    case Tok::kAmpersand: return {3, BinaryOp::kAnd};
    case Tok::kLeftShift: return {4, BinaryOp::kLshift};
    case Tok::kRightShift: return {4, BinaryOp::kRshift};
    case Tok::kPlus: return {5, BinaryOp::kAdd};
    case Tok::kMinus: return {5, BinaryOp::kSubtract};
    case Tok::kStar: return {6, BinaryOp::kMultiply};
    case Tok::kSlash: return {6, BinaryOp::kTrueDivide};
    case Tok::kDoubleSlash: return {6, BinaryOp::kFloorDivide};
    case Tok::kPercent: return {6, BinaryOp::kRemainder};
    case Tok::kAt: return {6, BinaryOp::kMatrixMultiply};
    default: return {0, BinaryOp::kAdd};
  }
}

Expr* Parser::binary(int minimum) {
  Depth depth(*this);
  SourceSpan start = current().span;
  Expr* left = unary();
  while (true) {
    Binding binding = binding_of(kind());
    if (binding.power <= minimum) return left;
    depth.deeper();
    advance();
    Expr* right = binary(binding.power);
    auto* node = make<BinOpExpr>(from(start));
    node->op = binding.op;
    node->left = left;
    node->right = right;
    left = node;
  }
}

Expr* Parser::unary() {
  UnaryOperator op;
  if (at(Tok::kMinus)) op = UnaryOperator::kNegative;
  else if (at(Tok::kPlus)) op = UnaryOperator::kPositive;
  else if (at(Tok::kTilde)) op = UnaryOperator::kInvert;
  else return power();
  Depth depth(*this);
  SourceSpan start = current().span;
  advance();
  Expr* operand = unary();
  auto* node = make<UnaryOpExpr>(from(start));
  node->op = op;
  node->operand = operand;
  return node;
}

Expr* Parser::power() {
  SourceSpan start = current().span;
  Expr* base = accept(Tok::kAwait) ? nullptr : primary();
  if (!base) {
    Expr* value = primary();
    auto* node = make<AwaitExpr>(from(start));
    node->value = value;
    base = node;
  }
  if (!at(Tok::kDoubleStar)) return base;
  Depth depth(*this);
  advance();
  Expr* exponent = unary();
  auto* node = make<BinOpExpr>(from(start));
  node->op = BinaryOp::kPower;
  node->left = base;
  node->right = exponent;
  return node;
}

}  // namespace vt
