// import and from ... import.
#include <algorithm>

#include "frontend/parser_state.h"

namespace vt {

std::string_view Parser::dotted_name() {
  const Token& first = expect(Tok::kName);
  bool plain = true;
  std::string joined(text(first));
  while (at(Tok::kDot)) {
    plain = false;
    advance();
    joined += '.';
    joined += expect_name();
  }
  return plain ? text(first) : ast_.arena.copy(std::string_view(joined));
}

ImportAlias Parser::import_alias(bool dotted) {
  SourceSpan start = current().span;
  ImportAlias alias;
  alias.name = dotted ? dotted_name() : expect_name();
  if (accept(Tok::kAs)) alias.alias = expect_name();
  alias.span = from(start);
  return alias;
}

Stmt* Parser::import_statement() {
  SourceSpan start = current().span;
  advance();
  std::vector<ImportAlias> names;
  do names.push_back(import_alias(true));
  while (accept(Tok::kComma));
  if (at(Tok::kFrom) && ahead().kind == Tok::kName &&
      std::all_of(names.begin(), names.end(), [](const ImportAlias& name) { return name.alias.empty(); })) {
    advance();
    dotted_name();
    fail_at(from(start), "Did you mean to use 'from ... import ...' instead?");
  }
  auto* node = make<ImportStmt>(from(start));
  node->names = ast_.arena.copy(names);
  return node;
}

Stmt* Parser::import_from_statement() {
  SourceSpan start = current().span;
  advance();
  int level = 0;
  for (; at(Tok::kDot) || at(Tok::kEllipsis); advance()) level += at(Tok::kDot) ? 1 : 3;
  std::string_view module;
  if (level == 0 || !at(Tok::kImport)) module = dotted_name();
  expect(Tok::kImport);
  std::vector<ImportAlias> names;
  if (at(Tok::kStar)) {
    names.push_back({"*", {}, current().span});
    advance();
  } else {
    bool brackets = accept(Tok::kLeftParen);
    do {
      if (brackets && at(Tok::kRightParen) && !names.empty()) break;
      if (!brackets && at(Tok::kNewline) && !names.empty())
        fail_at(current().span, "trailing comma not allowed without surrounding parentheses");
      names.push_back(import_alias(false));
    } while (accept(Tok::kComma));
    if (brackets) expect(Tok::kRightParen);
  }
  auto* node = make<ImportFromStmt>(from(start));
  node->module = module;
  node->names = ast_.arena.copy(names);
  node->level = level;
  return node;
}

}  // namespace vt
