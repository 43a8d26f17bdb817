// Tokens, passed from the lexer to the parser: a kind and a source range. The text is read from the source.
#pragma once
#include <cstdint>

#include "support/source.h"

namespace vt {

// TOKEN(id, text): layout and literals, operators, keywords, in this order.
// clang-format off
#define VT_TOKENS(TOKEN)                                                                                      \
  TOKEN(kEndMarker, "ENDMARKER") TOKEN(kNewline, "NEWLINE") TOKEN(kIndent, "INDENT") TOKEN(kDedent, "DEDENT") \
  TOKEN(kName, "NAME") TOKEN(kNumber, "NUMBER") TOKEN(kString, "STRING") TOKEN(kFStringStart, "FSTRING_START") \
  TOKEN(kFStringMiddle, "FSTRING_MIDDLE") TOKEN(kFStringEnd, "FSTRING_END")                                   \
  TOKEN(kLeftParen, "(") TOKEN(kRightParen, ")") TOKEN(kLeftBracket, "[") TOKEN(kRightBracket, "]")           \
  TOKEN(kLeftBrace, "{") TOKEN(kRightBrace, "}") TOKEN(kColon, ":") TOKEN(kComma, ",") TOKEN(kSemicolon, ";") \
  TOKEN(kPlus, "+") TOKEN(kMinus, "-") TOKEN(kStar, "*") TOKEN(kSlash, "/") TOKEN(kPipe, "|")                 \
  TOKEN(kAmpersand, "&") TOKEN(kLess, "<") TOKEN(kGreater, ">") TOKEN(kEqual, "=") TOKEN(kDot, ".")           \
  TOKEN(kPercent, "%") TOKEN(kEqualEqual, "==") TOKEN(kNotEqual, "!=") TOKEN(kLessEqual, "<=")                \
  TOKEN(kGreaterEqual, ">=") TOKEN(kTilde, "~") TOKEN(kCaret, "^") TOKEN(kLeftShift, "<<")                    \
  TOKEN(kRightShift, ">>") TOKEN(kDoubleStar, "**") TOKEN(kPlusEqual, "+=") TOKEN(kMinusEqual, "-=")          \
  TOKEN(kStarEqual, "*=") TOKEN(kSlashEqual, "/=") TOKEN(kPercentEqual, "%=") TOKEN(kAmpersandEqual, "&=")    \
  TOKEN(kPipeEqual, "|=") TOKEN(kCaretEqual, "^=") TOKEN(kLeftShiftEqual, "<<=")                              \
  TOKEN(kRightShiftEqual, ">>=") TOKEN(kDoubleStarEqual, "**=") TOKEN(kDoubleSlash, "//")                     \
  TOKEN(kDoubleSlashEqual, "//=") TOKEN(kAt, "@") TOKEN(kAtEqual, "@=") TOKEN(kArrow, "->")                   \
  TOKEN(kEllipsis, "...") TOKEN(kColonEqual, ":=") TOKEN(kExclamation, "!")                                   \
  TOKEN(kFalse, "False") TOKEN(kNone, "None") TOKEN(kTrue, "True") TOKEN(kAnd, "and") TOKEN(kAs, "as")        \
  TOKEN(kAssert, "assert") TOKEN(kAsync, "async") TOKEN(kAwait, "await") TOKEN(kBreak, "break")               \
  TOKEN(kClass, "class") TOKEN(kContinue, "continue") TOKEN(kDef, "def") TOKEN(kDel, "del")                   \
  TOKEN(kElif, "elif") TOKEN(kElse, "else") TOKEN(kExcept, "except") TOKEN(kFinally, "finally")               \
  TOKEN(kFor, "for") TOKEN(kFrom, "from") TOKEN(kGlobal, "global") TOKEN(kIf, "if") TOKEN(kImport, "import")  \
  TOKEN(kIn, "in") TOKEN(kIs, "is") TOKEN(kLambda, "lambda") TOKEN(kNonlocal, "nonlocal") TOKEN(kNot, "not")  \
  TOKEN(kOr, "or") TOKEN(kPass, "pass") TOKEN(kRaise, "raise") TOKEN(kReturn, "return") TOKEN(kTry, "try")    \
  TOKEN(kWhile, "while") TOKEN(kWith, "with") TOKEN(kYield, "yield")
// clang-format on

enum class Tok : uint8_t {
#define TOKEN(id, text) id,
  VT_TOKENS(TOKEN)
#undef TOKEN
};
const char* token_text(Tok kind);

struct Token {
  Tok kind;
  bool in_format_spec = false;  // of kFStringMiddle: doubled braces are no escapes in a format spec
  uint16_t level = 0;           // number of open brackets after the token
  uint32_t begin = 0, end = 0;  // byte range in the source
  SourceSpan span;
};

}  // namespace vt
