// The values of number and string literals. Called by the parser on single tokens.
#pragma once
#include <string>
#include <string_view>

#include "frontend/ast.h"

namespace vt {

void parse_number(std::string_view text, ConstantExpr& out, Arena& arena);
// The limit on decimal digits, because decimal conversions take quadratic time: CPython's limit for literals, and the
// initial one of int() and str().
inline constexpr size_t kMaxDecimalDigits = 4300;
// As decimal text; digits beyond the bound keep their radix, as in "0xff".
std::string to_decimal(std::string_view digits, int radix);

struct StringPrefix {
  bool bytes = false, raw = false, format = false;
  size_t length = 0;
};
StringPrefix string_prefix(std::string_view literal);

// Appends the value of literal text (without prefix and quotes). Returns the message of
// the SyntaxError, empty when there is none.
std::string decode_literal(std::string_view text, bool raw, bool bytes, std::string& out);

}  // namespace vt
