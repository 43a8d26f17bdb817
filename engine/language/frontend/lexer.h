// Source text to tokens, the whole file at once: layout (indentation, continuation lines), names, numbers, strings and
// the contents of f-strings, tokenized as in CPython 3.12. Before the parser. Lexical errors are Errors with CPython's
// messages.
#pragma once
#include <optional>
#include <vector>

#include "frontend/token.h"
#include "support/result.h"

namespace vt {

struct OpenBracket {
  char bracket;
  SourceSpan span;
};

struct TokenList {
  std::vector<Token> tokens;          // ends with kEndMarker
  std::vector<OpenBracket> unclosed;  // still open at the end of the file
  std::optional<Error> failure;       // the lexical error after the last token
};

Result<TokenList> lex(const SourceFile& file);
// Also returns the tokens before a lexical error: the parser may find an earlier error in them.
TokenList lex_to_mistake(const SourceFile& file);

}  // namespace vt
