// match statements: value, singleton, capture, or, class and sequence patterns.
#include "frontend/parser_state.h"

namespace vt {

// `match` is a name elsewhere: it opens a statement when its line ends in a colon and the
// next one is indented and starts with `case`.
bool Parser::at_match_statement() const {
  if (!at_name("match")) return false;
  Tok next = ahead().kind;
  if (!starts_expression(next) && next != Tok::kStar) return false;
  size_t i = at_ + 1;
  while (tokens_[i].kind != Tok::kNewline && tokens_[i].kind != Tok::kEndMarker) ++i;
  return tokens_[i].kind == Tok::kNewline && tokens_[i - 1].kind == Tok::kColon && i + 2 < tokens_.size() &&
         tokens_[i + 1].kind == Tok::kIndent && tokens_[i + 2].kind == Tok::kName && text(tokens_[i + 2]) == "case";
}

Stmt* Parser::match_statement() {
  refuse(current().span, "'match' statements are outside the language that Vitrine runs",
         "Use if/elif with ==, in or isinstance().");
}

}  // namespace vt
