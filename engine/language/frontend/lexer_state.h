// The state of the lexer, shared by lexer.cpp (layout, names, numbers) and lexer_strings.cpp.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "frontend/lexer.h"

namespace vt {

// Thrown at a lexical error; lex() catches it and returns it as a value.
struct LexFailure {
  Error error;
};

class Lexer {
 public:
  explicit Lexer(const SourceFile& file) : file_(file), text_(file.text()) {}
  TokenList run();
  TokenList before(Error failure);

 private:
  struct Mark {
    uint32_t offset;
    int32_t line, column;
  };
  struct Indentation {
    int width;      // tabs advance to the next multiple of 8
    int alternate;  // tabs count as one column: both widths must agree
  };
  // One replacement field: the bracket level inside its braces, and whether its format specification has begun (whose
  // text is literal again).
  struct Field {
    size_t level;
    bool in_spec;
  };
  struct FString {
    char quote;
    bool triple, raw;
    Mark start;
    std::vector<Field> fields;
  };

  // lexer.cpp
  void line_start();
  void indentation(int width, int alternate);
  void token();
  void newline();
  void name();
  void number();
  void radix_number(int radix, const char* kind);
  void digits();
  void number_end(const char* kind);
  void operators();
  void open_bracket(Tok kind);
  void close_bracket(Tok kind);
  void unexpected_character();
  void end_of_file();
  void continuation();

  void check_encoding();
  // lexer_strings.cpp
  void string_literal(size_t prefix_length);
  void fstring_text();
  bool in_fstring_text() const;
  bool at_field_level() const;
  void fstring_field_token(Tok kind);

  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  bool at_newline() const { return peek() == '\n' || peek() == '\r'; }
  void consume_newline();
  Mark mark() const { return {at_, line_, static_cast<int32_t>(at_ - line_begin_)}; }
  void add(Tok kind, Mark start);
  [[noreturn]] void fail(std::string message, const char* kind = "SyntaxError");  // at the last byte read
  [[noreturn]] void fail_at(Mark start, std::string message, const char* kind = "SyntaxError");

  const SourceFile& file_;
  std::string_view text_;
  uint32_t at_ = 0;
  uint32_t line_begin_ = 0;
  int32_t line_ = 1;
  std::vector<Token> tokens_;
  std::vector<OpenBracket> brackets_;
  std::vector<Indentation> indents_{{0, 0}};
  std::vector<FString> fstrings_;
  bool line_has_tokens_ = false;
};

}  // namespace vt
