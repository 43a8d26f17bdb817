// String literals and the alternation of text and fields inside f-strings.
#include "frontend/lexer_state.h"

namespace vt {

bool Lexer::in_fstring_text() const {
  return !fstrings_.empty() && (fstrings_.back().fields.empty() || fstrings_.back().fields.back().in_spec);
}

// Directly inside the braces of a field, not in brackets of its expression.
bool Lexer::at_field_level() const {
  return !fstrings_.empty() && !fstrings_.back().fields.empty() && !fstrings_.back().fields.back().in_spec &&
         fstrings_.back().fields.back().level == brackets_.size();
}

// The tokens with a meaning of their own at field level: ':', '!' and '}'.
void Lexer::fstring_field_token(Tok kind) {
  Mark start = mark();
  ++at_;
  if (kind == Tok::kRightBrace) {
    brackets_.pop_back();
    fstrings_.back().fields.pop_back();
  }
  if (kind == Tok::kColon) fstrings_.back().fields.back().in_spec = true;
  add(kind, start);
}

void Lexer::string_literal(size_t prefix_length) {
  Mark start = mark();
  bool raw = false, format = false;
  for (; prefix_length > 0; --prefix_length, ++at_) {
    raw |= (peek() | 0x20) == 'r';
    format |= (peek() | 0x20) == 'f';
  }
  char quote = peek();
  bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  if (format) {
    fstrings_.push_back({quote, triple, raw, start, {}});
    return add(Tok::kFStringStart, start);
  }
  while (true) {
    if (at_end() || (!triple && at_newline())) {
      if (!fstrings_.empty() && fstrings_.back().triple == triple && fstrings_.back().quote == quote)
        fail_at(start, "f-string: expecting '}'");
      int last_line = line_;
      if (at_end() && at_ == line_begin_ && last_line > 1) --last_line;
      std::string what = triple ? "unterminated triple-quoted string literal" : "unterminated string literal";
      fail_at(start, what + " (detected at line " + std::to_string(last_line) + ")");
    }
    char c = peek();
    if (c == '\\') {
      ++at_;
      if (at_end()) continue;
      if (at_newline()) consume_newline();
      else ++at_;
    } else if (c == '\n' || c == '\r') {
      consume_newline();
    } else if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
      at_ += triple ? 3 : 1;
      return add(Tok::kString, start);
    } else {
      ++at_;
    }
  }
}

// Literal text of an f-string (or of a format specification) up to the next brace or the
// end of the string. Doubled braces stay doubled in the token; the parser halves them.
void Lexer::fstring_text() {
  FString& string = fstrings_.back();
  Mark start = mark();
  bool in_spec = !string.fields.empty();
  auto flush = [&] {
    if (at_ == start.offset) return;
    add(Tok::kFStringMiddle, start);
    tokens_.back().in_format_spec = in_spec;
  };
  while (true) {
    if (at_end() || (!string.triple && at_newline())) {
      if (in_spec && !at_end())
        fail("f-string: newlines are not allowed in format specifiers for single quoted f-strings");
      int last_line = line_;
      if (string.triple && at_ == line_begin_ && last_line > 1) --last_line;
      std::string what =
          string.triple ? "unterminated triple-quoted f-string literal" : "unterminated f-string literal";
      fail_at(string.start, what + " (detected at line " + std::to_string(last_line) + ")");
    }
    char c = peek();
    bool closes = c == string.quote && (!string.triple || (peek(1) == c && peek(2) == c));
    if (closes) {
      if (in_spec) {
        flush();
        Mark here = mark();
        fail_at(here, "f-string: expecting '}', or format specs");
      }
      flush();
      Mark end = mark();
      at_ += string.triple ? 3 : 1;
      add(Tok::kFStringEnd, end);
      fstrings_.pop_back();
      return;
    }
    if (c == '{') {
      if (!in_spec && peek(1) == '{') {
        at_ += 2;
        continue;
      }
      flush();
      constexpr size_t kMostNested = 3;  // as in CPython
      if (string.fields.size() == kMostNested) fail_at(mark(), "f-string: expressions nested too deeply");
      open_bracket(Tok::kLeftBrace);
      string.fields.push_back({brackets_.size(), false});
      return;
    }
    if (c == '}') {
      if (in_spec) {
        flush();
        string.fields.back().in_spec = false;
        return fstring_field_token(Tok::kRightBrace);
      }
      if (peek(1) != '}') {
        ++at_;
        fail("f-string: single '}' is not allowed");
      }
      at_ += 2;
      continue;
    }
    if (c == '\\') {
      ++at_;
      if (at_end()) continue;
      if (!string.raw && peek() == 'N' && peek(1) == '{') {
        while (!at_end() && !at_newline() && peek() != '}' && peek() != string.quote) ++at_;
        if (peek() == '}') ++at_;
        continue;
      }
      if (at_newline()) consume_newline();
      else if (peek() != '{' && peek() != '}') ++at_;
      continue;
    }
    if (c == '\n' || c == '\r') consume_newline();
    else ++at_;
  }
}

}  // namespace vt
