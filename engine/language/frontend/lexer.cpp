#include "frontend/lexer.h"

#include <algorithm>

#include "frontend/lexer_state.h"
#include "frontend/unicode.h"

namespace vt {

static constexpr size_t kMaxBrackets = 200;
static constexpr size_t kMaxIndents = 100;

const char* token_text(Tok kind) {
  static constexpr const char* kTexts[] = {
#define TOKEN(id, text) text,
      VT_TOKENS(TOKEN)
#undef TOKEN
  };
  return kTexts[static_cast<uint8_t>(kind)];
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
static bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

void Lexer::fail_at(Mark start, std::string message, const char* kind) {
  throw LexFailure{{kind, std::move(message), {start.line, start.column, start.line, start.column + 1}, ""}};
}

void Lexer::fail(std::string message, const char* kind) {
  Mark here = mark();
  if (here.column > 0) --here.column;
  fail_at(here, std::move(message), kind);
}

void Lexer::add(Tok kind, Mark start) {
  Token token{kind};
  token.level = static_cast<uint16_t>(brackets_.size());
  token.begin = start.offset;
  token.end = at_;
  token.span = {start.line, start.column, line_, static_cast<int32_t>(at_ - line_begin_)};
  tokens_.push_back(token);
  line_has_tokens_ = true;
}

void Lexer::consume_newline() {
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  ++at_;
  ++line_;
  line_begin_ = at_;
}

static std::string byte_escape(unsigned char byte) {
  static constexpr const char* kDigits = "0123456789abcdef";
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

// Once for the whole text, so that nothing after it meets half a character.
void Lexer::check_encoding() {
  for (size_t at = 0; at < text_.size();) {
    const auto byte = static_cast<unsigned char>(text_[at]);
    CodePoint next = decode_utf8(text_, at);
    at += next.length;
    if (byte && next.valid) continue;
    const auto line = 1 + static_cast<int32_t>(std::count(text_.begin(), text_.begin() + (at - 1), '\n'));
    if (!byte) fail_at({0, line, 0}, "source code cannot contain null bytes");
    // Without a place, as in CPython: the line cannot be printed.
    fail_at({}, "Non-UTF-8 code starting with '" + byte_escape(byte) + "' in file " + file_.name() + " on line " +
                    std::to_string(line) +
                    ", but no encoding declared; see https://peps.python.org/pep-0263/ for details");
  }
}

TokenList Lexer::run() {
  tokens_.reserve(text_.size() / 3 + 8);
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = line_begin_ = 3;
  check_encoding();
  while (!at_end()) {
    if (in_fstring_text()) {
      fstring_text();
    } else if (!line_has_tokens_ && brackets_.empty() && fstrings_.empty()) {
      line_start();
    } else {
      token();
    }
  }
  end_of_file();
  return {std::move(tokens_), std::move(brackets_), std::nullopt};
}

TokenList Lexer::before(Error failure) {
  add(Tok::kEndMarker, mark());
  return {std::move(tokens_), {}, std::move(failure)};
}

void Lexer::end_of_file() {
  if (!fstrings_.empty()) {
    const FString& open = fstrings_.back();
    if (in_fstring_text() || !open.fields.empty()) {
      std::string detected = " (detected at line " + std::to_string(line_) + ")";
      if (open.fields.empty())
        fail_at(
            open.start,
            (open.triple ? "unterminated triple-quoted f-string literal" : "unterminated f-string literal") + detected);
      return add(Tok::kEndMarker, mark());
    }
  }
  if (brackets_.empty()) {
    if (line_has_tokens_) {
      Mark here = mark();
      add(Tok::kNewline, here);
      tokens_.back().span.end_column = here.column + 1;
      ++line_;
      line_begin_ = at_;
    }
    for (; indents_.size() > 1; indents_.pop_back()) add(Tok::kDedent, mark());
  }
  add(Tok::kEndMarker, mark());
}

// The first token of a logical line: measures the indentation; blank lines and comments
// leave no trace.
void Lexer::line_start() {
  int width = 0, alternate = 0;
  for (;; ++at_) {
    char c = peek();
    if (c == ' ') {
      ++width, ++alternate;
    } else if (c == '\t') {
      width = (width / 8 + 1) * 8, ++alternate;
    } else if (c == '\f') {
      width = alternate = 0;
    } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      ++at_;
      consume_newline();
      --at_;
    } else {
      break;
    }
  }
  if (peek() == '#')
    while (!at_end() && !at_newline()) ++at_;
  if (at_end()) return;
  if (at_newline()) return consume_newline();
  indentation(width, alternate);
  token();
}

void Lexer::indentation(int width, int alternate) {
  const char* tabs = "inconsistent use of tabs and spaces in indentation";
  Mark whole_line{at_, line_, 0};
  if (width == indents_.back().width) {
    if (alternate != indents_.back().alternate) fail_at(whole_line, tabs, "TabError");
    return;
  }
  if (width > indents_.back().width) {
    if (indents_.size() + 1 > kMaxIndents) fail_at(whole_line, "too many levels of indentation", "IndentationError");
    if (alternate <= indents_.back().alternate) fail_at(whole_line, tabs, "TabError");
    indents_.push_back({width, alternate});
    Mark begin{line_begin_, line_, 0};
    return add(Tok::kIndent, begin);
  }
  while (indents_.size() > 1 && width < indents_.back().width) {
    indents_.pop_back();
    add(Tok::kDedent, mark());
  }
  if (width != indents_.back().width) {
    size_t line_end = text_.find_first_of("\r\n", at_);
    if (line_end == std::string_view::npos) line_end = text_.size();
    whole_line.column = static_cast<int32_t>(line_end - line_begin_);
    fail_at(whole_line, "unindent does not match any outer indentation level", "IndentationError");
  }
  if (alternate != indents_.back().alternate) fail_at(whole_line, tabs, "TabError");
}

void Lexer::newline() {
  Mark start = mark();
  bool significant = brackets_.empty() && fstrings_.empty() && line_has_tokens_;
  if (significant) {
    ++at_;
    add(Tok::kNewline, start);
    --at_;
  }
  consume_newline();
  if (significant) line_has_tokens_ = false;
}

void Lexer::continuation() {
  ++at_;
  if (at_end()) fail("unexpected EOF while parsing");
  if (!at_newline()) {
    ++at_;
    fail("unexpected character after line continuation character");
  }
  consume_newline();
  if (at_end()) fail("unexpected EOF while parsing");
}

void Lexer::token() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\f') ++at_;
  if (at_end()) return;
  char c = peek();
  if (c == '#') {
    while (!at_end() && !at_newline()) ++at_;
    return;
  }
  if (c == '\n' || c == '\r') return newline();
  if (c == '\\') return continuation();
  if (is_name_start(c)) return name();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (c == '"' || c == '\'') return string_literal(0);
  operators();
}

// ---- names ----

static Tok keyword_kind(std::string_view text) {
  if (text.size() < 2 || text.size() > 8) return Tok::kName;
  char first = text[0];
  for (uint8_t kind = static_cast<uint8_t>(Tok::kFalse); kind <= static_cast<uint8_t>(Tok::kYield); ++kind) {
    const char* word = token_text(static_cast<Tok>(kind));
    if (word[0] == first && text == word) return static_cast<Tok>(kind);
  }
  return Tok::kName;
}

static bool is_string_prefix(std::string_view text) {
  if (text.size() > 2) return false;
  bool b = false, u = false, r = false, f = false;
  for (char c : text) {
    switch (c | 0x20) {
      case 'b':
        if (b || u || f) return false;
        b = true;
        break;
      case 'u':
        if (b || u || r || f) return false;
        u = true;
        break;
      case 'r':
        if (r || u) return false;
        r = true;
        break;
      case 'f':
        if (f || b || u) return false;
        f = true;
        break;
      default: return false;
    }
  }
  return true;
}

void Lexer::name() {
  Mark start = mark();
  bool ascii = true;
  while (is_name_part(peek())) {
    if (static_cast<unsigned char>(peek()) < 0x80) {
      ++at_;
      continue;
    }
    ascii = false;
    CodePoint next = decode_utf8(text_, at_);
    if (!is_identifier_code_point(next.value)) {
      if (at_ == start.offset) return unexpected_character();
      unexpected_character();
    }
    at_ += next.length;
  }
  std::string_view text = text_.substr(start.offset, at_ - start.offset);
  if ((peek() == '"' || peek() == '\'') && is_string_prefix(text)) {
    at_ = start.offset;
    return string_literal(text.size());
  }
  add(ascii ? keyword_kind(text) : Tok::kName, start);
}

void Lexer::unexpected_character() {
  Mark here = mark();
  CodePoint bad = decode_utf8(text_, at_);
  std::string code = "U+" + hex_digits(bad.value, 4);
  if (is_printable_code_point(bad.value))
    fail_at(here, "invalid character '" + std::string(text_.substr(at_, bad.length)) + "' (" + code + ")");
  fail_at(here, "invalid non-printable character " + code);
}

// ---- numbers ----

void Lexer::digits() {
  while (true) {
    while (is_digit(peek())) ++at_;
    if (peek() != '_') return;
    ++at_;
    if (!is_digit(peek())) fail("invalid decimal literal");
  }
}

// After a number no name may follow, save for the keywords that may stand in an expression.
void Lexer::number_end(const char* kind) {
  if (!is_name_start(peek()) || static_cast<unsigned char>(peek()) >= 0x80) return;
  std::string_view rest = text_.substr(at_);
  for (std::string_view word : {"and", "else", "for", "if", "in", "is", "not", "or"})
    if (rest.substr(0, word.size()) == word) return;
  ++at_;
  Mark here = mark();
  here.column -= 2;
  fail_at(here, std::string("invalid ") + kind + " literal");
}

void Lexer::radix_number(int radix, const char* kind) {
  at_ += 2;
  auto valid = [&](char c) { return radix == 16 ? is_hex(c) : c >= '0' && c < '0' + radix; };
  do {
    if (peek() == '_') ++at_;
    if (!valid(peek())) {
      if (is_digit(peek())) {
        std::string digit(1, peek());
        ++at_;
        fail("invalid digit '" + digit + "' in " + kind + " literal");
      }
      fail(std::string("invalid ") + kind + " literal");
    }
    while (valid(peek())) ++at_;
  } while (peek() == '_');
  if (is_digit(peek())) {
    std::string digit(1, peek());
    ++at_;
    fail("invalid digit '" + digit + "' in " + kind + " literal");
  }
  number_end(kind);
}

void Lexer::number() {
  Mark start = mark();
  char marker = static_cast<char>(peek(1) | 0x20);
  if (peek() == '0' && (marker == 'x' || marker == 'o' || marker == 'b')) {
    if (marker == 'x') radix_number(16, "hexadecimal");
    if (marker == 'o') radix_number(8, "octal");
    if (marker == 'b') radix_number(2, "binary");
    return add(Tok::kNumber, start);
  }
  bool real = false;
  digits();
  if (peek() == '.') {
    real = true;
    ++at_;
    if (is_digit(peek())) digits();
  }
  if ((peek() | 0x20) == 'e') {
    size_t sign = peek(1) == '+' || peek(1) == '-';
    if (is_digit(peek(1 + sign))) {
      real = true;
      at_ += 1 + sign;
      digits();
    } else if (sign) {
      at_ += 2;
      Mark here = mark();
      here.column -= 1;
      fail_at(here, "invalid decimal literal");
    }
  }
  bool imaginary = (peek() | 0x20) == 'j';
  if (imaginary) ++at_;
  std::string_view text = text_.substr(start.offset, at_ - start.offset);
  if (!real && !imaginary && text[0] == '0' && text.find_first_not_of("0_") != std::string_view::npos)
    throw LexFailure{
        {"SyntaxError",
         "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
         {start.line, start.column, start.line, start.column + static_cast<int32_t>(text.find_first_not_of("0_"))},
         ""}};
  number_end(imaginary ? "imaginary" : "decimal");
  add(Tok::kNumber, start);
}

// ---- operators and brackets ----

void Lexer::open_bracket(Tok kind) {
  Mark start = mark();
  if (brackets_.size() >= kMaxBrackets) {
    ++at_;
    fail("too many nested parentheses");
  }
  char c = peek();
  ++at_;
  brackets_.push_back({c, {start.line, start.column, start.line, start.column + 1}});
  add(kind, start);
}

void Lexer::close_bracket(Tok kind) {
  Mark start = mark();
  char c = peek();
  if (kind == Tok::kRightBrace && at_field_level()) return fstring_field_token(kind);
  ++at_;
  std::string where = fstrings_.empty() || fstrings_.back().fields.empty() ? "" : "f-string: ";
  if (brackets_.empty()) fail_at(start, where + "unmatched '" + c + "'");
  OpenBracket open = brackets_.back();
  bool matches =
      (open.bracket == '(' && c == ')') || (open.bracket == '[' && c == ']') || (open.bracket == '{' && c == '}');
  if (!matches) {
    if (at_field_level() || (!where.empty() && brackets_.size() == fstrings_.back().fields.back().level))
      fail_at(start, where + "unmatched '" + c + "'");
    std::string line = open.span.line != line_ ? " on line " + std::to_string(open.span.line) : "";
    fail_at(start, std::string("closing parenthesis '") + c + "' does not match opening parenthesis '" + open.bracket +
                       "'" + line);
  }
  brackets_.pop_back();
  add(kind, start);
}

static Tok match_operator(std::string_view rest, size_t& length) {
  for (length = 3; length > 0; --length) {
    if (rest.size() < length) continue;
    std::string_view text = rest.substr(0, length);
    for (uint8_t kind = static_cast<uint8_t>(Tok::kColon); kind <= static_cast<uint8_t>(Tok::kExclamation); ++kind) {
      const char* symbol = token_text(static_cast<Tok>(kind));
      if (symbol[0] == text[0] && text == symbol) return static_cast<Tok>(kind);
    }
  }
  return Tok::kEndMarker;
}

void Lexer::operators() {
  switch (peek()) {
    case '(': return open_bracket(Tok::kLeftParen);
    case '[': return open_bracket(Tok::kLeftBracket);
    case '{': return open_bracket(Tok::kLeftBrace);
    case ')': return close_bracket(Tok::kRightParen);
    case ']': return close_bracket(Tok::kRightBracket);
    case '}': return close_bracket(Tok::kRightBrace);
    default: break;
  }
  Mark start = mark();
  if (at_field_level() && (peek() == ':' || (peek() == '!' && peek(1) != '=')))
    return fstring_field_token(peek() == ':' ? Tok::kColon : Tok::kExclamation);
  size_t length = 0;
  Tok kind = match_operator(text_.substr(at_, 3), length);
  if (kind == Tok::kEndMarker) {
    if (peek() == '$' || peek() == '?' || peek() == '`') {
      ++at_;
      return add(Tok::kExclamation, start);  // no rule takes it: "invalid syntax" at its place
    }
    return unexpected_character();
  }
  at_ += static_cast<uint32_t>(length);
  add(kind, start);
}

TokenList lex_to_mistake(const SourceFile& file) {
  Lexer lexer(file);
  try {
    return lexer.run();
  } catch (LexFailure& failure) {
    return lexer.before(std::move(failure.error));
  }
}

Result<TokenList> lex(const SourceFile& file) {
  TokenList list = lex_to_mistake(file);
  if (list.failure) return std::move(*list.failure);
  return list;
}

}  // namespace vt
