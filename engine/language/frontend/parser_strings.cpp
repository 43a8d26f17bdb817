// String literals: adjacent ones join, f-strings become JoinedStr with FormattedValues.
#include "frontend/literals.h"
#include "frontend/parser_state.h"

namespace vt {

void Parser::plain_string(const Token& token, std::string& out, bool& bytes) {
  std::string_view literal = text(token);
  StringPrefix prefix = string_prefix(literal);
  std::string_view body = literal.substr(prefix.length);
  size_t quotes = body.size() >= 6 && body[0] == body[1] && body[1] == body[2] ? 3 : 1;
  std::string problem = decode_literal(body.substr(quotes, body.size() - 2 * quotes), prefix.raw, prefix.bytes, out);
  if (!problem.empty()) fail_at(token.span, problem);
  bytes = prefix.bytes;
}

void Parser::flush_text(std::vector<Expr*>& parts, std::string& pending, SourceSpan& span) {
  if (pending.empty()) {
    span = {};
    return;
  }
  auto* node = make<ConstantExpr>(span);
  node->type = ConstantKind::kString;
  node->text = ast_.arena.copy(std::string_view(pending));
  parts.push_back(node);
  pending.clear();
  span = {};
}

static void extend(SourceSpan& span, SourceSpan by) {
  if (!span.valid()) span = by;
  span.end_line = by.end_line;
  span.end_column = by.end_column;
}

Expr* Parser::strings() {
  SourceSpan start = current().span;
  std::vector<Expr*> parts;
  std::string pending;
  SourceSpan pending_span;
  bool any_format = false, any_bytes = false, any_text = false;
  while (at(Tok::kString) || at(Tok::kFStringStart)) {
    if (at(Tok::kFStringStart)) {
      any_format = any_text = true;
      fstring(parts, pending, pending_span);
    } else {
      bool bytes = false;
      plain_string(current(), pending, bytes);
      (bytes ? any_bytes : any_text) = true;
      if (!string_prefix(text(current())).bytes) extend(pending_span, current().span);
      advance();
    }
  }
  SourceSpan span = from(start);
  if (any_bytes && any_text) fail_at(current().span, "cannot mix bytes and nonbytes literals");
  if (!any_format) {
    auto* node = make<ConstantExpr>(span);
    node->type = any_bytes ? ConstantKind::kBytes : ConstantKind::kString;
    node->text = ast_.arena.copy(std::string_view(pending));
    return node;
  }
  flush_text(parts, pending, pending_span);
  auto* node = make<JoinedStrExpr>(span);
  node->values = ast_.arena.copy(parts);
  return node;
}

void Parser::fstring(std::vector<Expr*>& parts, std::string& pending, SourceSpan& pending_span) {
  bool raw = string_prefix(text(expect(Tok::kFStringStart))).raw;
  fstring_parts(raw, false, parts, pending, pending_span);
  expect(Tok::kFStringEnd);
}

void Parser::fstring_parts(bool raw, bool spec, std::vector<Expr*>& parts, std::string& pending,
                           SourceSpan& pending_span) {
  while (true) {
    if (at(Tok::kFStringMiddle)) {
      std::string_view body = text(current());
      std::string halved;
      if (!spec && body.find_first_of("{}") != std::string_view::npos) {
        for (size_t i = 0; i < body.size(); ++i) {
          if (!raw && body[i] == '\\' && i + 2 < body.size() && body[i + 1] == 'N' && body[i + 2] == '{') {
            size_t close = body.find('}', i);
            size_t stop = close == std::string_view::npos ? body.size() - 1 : close;
            halved += body.substr(i, stop - i + 1);
            i = stop;
            continue;
          }
          halved += body[i];
          if ((body[i] == '{' || body[i] == '}') && i + 1 < body.size() && body[i + 1] == body[i]) ++i;
        }
        body = halved;
      }
      std::string problem = decode_literal(body, raw, false, pending);
      if (!problem.empty()) fail_at(current().span, problem);
      extend(pending_span, current().span);
      advance();
    } else if (at(Tok::kLeftBrace)) {
      fstring_field(raw, parts, pending, pending_span);
    } else {
      return;
    }
  }
}

void Parser::fstring_expects(const char* alternatives, bool ok) {
  if (!ok) fail_at(current().span, std::string("f-string: expecting ") + alternatives);
}

char Parser::fstring_conversion() {
  const Token& mark = current();
  advance();
  if (at(Tok::kColon) || at(Tok::kRightBrace)) fail_at(current().span, "f-string: missing conversion character");
  if (!at(Tok::kName)) fail_at(current().span, "f-string: invalid conversion character");
  if (mark.end != current().begin)
    fail_at(range(mark.span, current().span), "f-string: conversion type must come right after the exclamation mark");
  std::string_view name = text(current());
  if (name != "s" && name != "r" && name != "a")
    fail_at(current().span,
            "f-string: invalid conversion character '" + std::string(name) + "': expected 's', 'r', or 'a'");
  advance();
  return name[0];
}

void Parser::fstring_field(bool raw, std::vector<Expr*>& parts, std::string& pending, SourceSpan& pending_span) {
  Depth depth(*this, 4);
  const Token open = expect(Tok::kLeftBrace);
  for (Tok early : {Tok::kEqual, Tok::kExclamation, Tok::kColon, Tok::kRightBrace})
    if (at(early))
      fail_at(current().span, std::string("f-string: valid expression required before '") + token_text(early) + "'");
  if (!starts_expression(kind()) && !at(Tok::kYield) && !(at(Tok::kStar) && starts_expression(ahead().kind)) &&
      !at(Tok::kEndMarker))
    fail_at(current().span, "f-string: expecting a valid expression after '{'");
  auto closes = [&] { return at(Tok::kExclamation) || at(Tok::kColon) || at(Tok::kRightBrace) || at(Tok::kEndMarker); };
  const size_t first = at_;
  Expr* value = nullptr;
  try {
    value = yield_or_star_expressions();
  } catch (SyntaxFailure& failure) {
    // `{1 +}`: an operator without its right side ends the expression before it.
    const bool cut_short = failure.error.message == "invalid syntax" && closes() && at_ > first + 1 &&
                           failure.error.span.line == current().span.line &&
                           failure.error.span.column == current().span.column;
    if (!cut_short) throw;
    --at_;
    fstring_expects("'=', or '!', or ':', or '}'", false);
  }
  bool debug = false;
  if (at(Tok::kEqual)) {
    debug = true;
    advance();
    fstring_expects("'!', or ':', or '}'", closes());
    pending += text_.substr(open.end, current().begin - open.end);
    extend(pending_span,
           range({open.span.line, open.span.end_column, 0, 0}, {0, 0, current().span.line, current().span.column}));
  }
  fstring_expects("'=', or '!', or ':', or '}'", closes());
  char conversion = 0;
  if (at(Tok::kExclamation)) {
    conversion = fstring_conversion();
    fstring_expects("':' or '}'", at(Tok::kColon) || at(Tok::kRightBrace));
  }
  flush_text(parts, pending, pending_span);
  Expr* spec = nullptr;
  if (at(Tok::kColon)) {
    SourceSpan colon = current().span;
    advance();
    std::vector<Expr*> spec_parts;
    std::string spec_text;
    SourceSpan spec_span;
    fstring_parts(raw, true, spec_parts, spec_text, spec_span);
    flush_text(spec_parts, spec_text, spec_span);
    auto* joined = make<JoinedStrExpr>(from(colon));
    joined->values = ast_.arena.copy(spec_parts);
    spec = joined;
  }
  if (!at(Tok::kRightBrace)) fail_at(current().span, "f-string: expecting '}'");
  advance();
  if (debug && !conversion && !spec) conversion = 'r';
  auto* node = make<FormattedValueExpr>(from(open.span));
  node->value = value;
  node->conversion = conversion;
  node->spec = spec;
  parts.push_back(node);
}

}  // namespace vt
