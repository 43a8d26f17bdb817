// Source text to tokens, the whole file at once: layout (indentation, continuation lines),
// names, numbers, strings and the inside of f-strings as CPython 3.12 cuts them.
// Before the parser. Lexical mistakes are Errors with CPython's texts.
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
  std::optional<Error> failure;       // the mistake behind the last token
};

Result<TokenList> lex(const SourceFile& file);
// The tokens before a mistake too: the parser may find one that lies before it.
TokenList lex_to_mistake(const SourceFile& file);

}  // namespace vt
