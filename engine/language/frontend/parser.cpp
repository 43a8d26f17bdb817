#include "frontend/parser.h"

#include <optional>

#include "frontend/lexer.h"
#include "frontend/parser_state.h"

namespace vt {

const char* expr_kind_name(ExprKind kind) {
  static constexpr const char* kNames[] = {
#define X(name) #name,
      VT_EXPRESSIONS(X)
#undef X
  };
  return kNames[static_cast<uint8_t>(kind)];
}

const char* stmt_kind_name(StmtKind kind) {
  static constexpr const char* kNames[] = {
#define X(name) #name,
      VT_STATEMENTS(X)
#undef X
  };
  return kNames[static_cast<uint8_t>(kind)];
}

const char* comparator_symbol(Comparator comparator) {
  static constexpr const char* kSymbols[] = {"<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in"};
  return kSymbols[static_cast<uint8_t>(comparator)];
}

void Parser::advance() {
  if (at_ + 1 < tokens_.size()) ++at_;
  if (at_ > furthest_) furthest_ = at_;
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

const Token& Parser::expect(Tok kind) {
  if (!at(kind)) fail();
  const Token& token = current();
  advance();
  return token;
}

const Token& Parser::expect_forced(Tok kind) {
  if (!at(kind)) fail_at(current().span, std::string("expected '") + token_text(kind) + "'");
  return expect(kind);
}

std::string_view Parser::expect_name() { return text(expect(Tok::kName)); }

bool Parser::starts_expression(Tok kind) const {
  switch (kind) {
    case Tok::kName:
    case Tok::kNumber:
    case Tok::kString:
    case Tok::kFStringStart:
    case Tok::kLeftParen:
    case Tok::kLeftBracket:
    case Tok::kLeftBrace:
    case Tok::kMinus:
    case Tok::kPlus:
    case Tok::kTilde:
    case Tok::kNot:
    case Tok::kLambda:
    case Tok::kEllipsis:
    case Tok::kNone:
    case Tok::kTrue:
    case Tok::kFalse:
    case Tok::kAwait: return true;
    default: return false;
  }
}

SourceSpan Parser::range(SourceSpan start, SourceSpan end) {
  return {start.line, start.column, end.end_line, end.end_column};
}
SourceSpan Parser::from(SourceSpan start) const { return range(start, previous().span); }

SourceSpan Parser::place_of_surprise() const {
  size_t i = at_;
  while (tokens_[i].kind == Tok::kDedent) ++i;
  if (tokens_[i].kind != Tok::kEndMarker) return current().span;
  i = at_;
  while (i > 0 && tokens_[i].kind != Tok::kNewline) --i;
  return tokens_[i].span;
}

Expr* Parser::make_tuple(const std::vector<Expr*>& elements, SourceSpan span) {
  auto* tuple = make<TupleExpr>(span);
  tuple->elements = ast_.arena.copy(elements);
  return tuple;
}

void Parser::fail_at(SourceSpan span, std::string message, const char* kind) {
  throw SyntaxFailure{{kind, std::move(message), span, ""}};
}

void Parser::fail() {
  const Token& token = current();
  if (token.kind == Tok::kIndent) {
    int32_t last = std::max(0, token.span.end_column - 1);
    fail_at({token.span.line, last, token.span.line, last + 1}, "unexpected indent", "IndentationError");
  }
  if (token.kind == Tok::kDedent) fail_at(token.span, "unexpected unindent", "IndentationError");
  fail_at(token.span, "invalid syntax");
}

void Parser::parse_file() {
  std::vector<Stmt*> statements;
  while (!at(Tok::kEndMarker)) statement(statements);
  ast_.body = ast_.arena.copy(statements);
}

void Parser::parse_eval() {
  while (accept(Tok::kNewline)) {
  }
  ast_.expression = star_expressions();
  while (accept(Tok::kNewline)) {
  }
  if (!at(Tok::kEndMarker)) fail();
}

static Error finish_error(Error error, const TokenList& list, int furthest_line) {
  if (list.unclosed.empty() || furthest_line <= list.unclosed.back().span.line) {
    bool at_end = !list.unclosed.empty() && error.message == "invalid syntax" &&
                  error.span.line == list.tokens.back().span.line &&
                  error.span.column == list.tokens.back().span.column;
    if (!at_end) return error;
  }
  const OpenBracket& open = list.unclosed.back();
  return {"SyntaxError", std::string("'") + open.bracket + "' was never closed", open.span, ""};
}

// What is wrong with a text for mode "single": not one compound statement, nor simple ones on one line.
static std::optional<Error> more_than_one_statement(const Ast& ast) {
  const int only_line = ast.file->text().empty() ? 0 : 1;
  if (ast.body.empty()) return Error{"SyntaxError", "invalid syntax", {only_line, 0, only_line, 0}, ""};
  for (size_t i = 1; i < ast.body.size(); ++i) {
    const SourceSpan &before = ast.body[i - 1]->span, &here = ast.body[i]->span;
    if (here.line <= before.end_line) continue;
    if (before.end_line > before.line) return Error{"SyntaxError", "invalid syntax", here, ""};
    return Error{"SyntaxError", "multiple statements found while compiling a single statement", {1, 0, 1, 0}, ""};
  }
  return std::nullopt;
}

// CPython reads tokens as its parser asks for them, and after a mistake of the grammar it looks for
// brackets and literals that are wrong further on, but not at the layout.
static bool is_of_layout(const Error& error) {
  return error.kind != "SyntaxError" || error.message.rfind("unexpected character after line", 0) == 0;
}

Result<std::shared_ptr<const Ast>> parse_source(std::shared_ptr<const SourceFile> file, CompileMode mode) {
  const TokenList tokens = lex_to_mistake(*file);
  auto ast = std::make_shared<Ast>();
  ast->file = file;
  Parser parser(*file, tokens.tokens, *ast);
  try {
    if (mode == CompileMode::kExpression) parser.parse_eval();
    else parser.parse_file();
    if (mode == CompileMode::kInteractive)
      if (std::optional<Error> error = more_than_one_statement(*ast)) return *error;
  } catch (SyntaxFailure& failure) {
    if (tokens.failure && (parser.read_all() || !is_of_layout(*tokens.failure))) return *tokens.failure;
    return finish_error(std::move(failure.error), tokens, parser.furthest_line());
  }
  if (tokens.failure) return *tokens.failure;
  return std::shared_ptr<const Ast>(std::move(ast));
}

}  // namespace vt
