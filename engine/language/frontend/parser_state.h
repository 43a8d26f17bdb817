// The state of the parser, shared by its sources: recursive descent for statements, operator precedence for
// expressions. No backtracking, except for look-ahead that selects an error message. parser_statements,
// parser_definitions: statements; parser_expressions, parser_atoms, parser_calls, parser_strings: expressions;
// parser_targets: assignment targets.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ast.h"
#include "frontend/token.h"
#include "support/result.h"

namespace vt {

// Thrown at a syntax error, only within the parser: parse_source() returns it as a value.
struct SyntaxFailure {
  Error error;
};

class Parser {
 public:
  Parser(const SourceFile& file, const std::vector<Token>& tokens, Ast& ast)
      : text_(file.text()), tokens_(tokens), ast_(ast) {}
  void parse_file();
  void parse_eval();
  // The last line from which a token was read; used for the error "was never closed".
  bool read_all() const { return tokens_[furthest_].kind == Tok::kEndMarker; }
  int furthest_line() const { return tokens_[furthest_].span.line; }

 private:
  // ---- parser.cpp: tokens, nodes, errors ----
  const Token& current() const { return tokens_[at_]; }
  const Token& ahead(size_t count = 1) const { return tokens_[std::min(at_ + count, tokens_.size() - 1)]; }
  const Token& previous() const { return tokens_[at_ - 1]; }
  Tok kind() const { return tokens_[at_].kind; }
  bool at(Tok kind) const { return tokens_[at_].kind == kind; }
  std::string_view text(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  void advance();
  bool accept(Tok kind);
  const Token& expect(Tok kind);
  const Token& expect_forced(Tok kind);  // "expected ':'", whatever the current token is
  std::string_view expect_name();
  bool at_name(std::string_view word) const { return at(Tok::kName) && text(current()) == word; }
  bool starts_expression(Tok kind) const;
  SourceSpan from(SourceSpan start) const;
  SourceSpan place_of_surprise() const;  // the current token; at the end of the file, the end of its last line
  static SourceSpan range(SourceSpan start, SourceSpan end);
  template <class T>
  T* make(SourceSpan span) {
    T* node = ast_.arena.make<T>();
    node->kind = T::kKind;
    node->span = span;
    return node;
  }
  Expr* make_tuple(const std::vector<Expr*>& elements, SourceSpan span);
  [[noreturn]] void fail();  // "invalid syntax" (or an indentation error) at the current token
  [[noreturn]] void fail_at(SourceSpan span, std::string message, const char* kind = "SyntaxError");
  // Parses ahead and resets the position; returns null if that failed. Its errors are not reported.
  template <class F>
  Expr* speculate(F parse) {
    size_t start = at_;
    bool was_quiet = quiet_;
    int depth = depth_;
    quiet_ = true;
    Expr* result = nullptr;
    try {
      result = parse();
      speculated_to_ = at_;
    } catch (SyntaxFailure&) {
    }
    at_ = start;
    quiet_ = was_quiet;
    depth_ = depth;
    return result;
  }
  class Depth;

  // ---- parser_statements.cpp ----
  void statement(std::vector<Stmt*>& out);
  void simple_statements(std::vector<Stmt*>& out);
  Stmt* simple_statement();
  Stmt* compound_statement();
  Stmt* async_statement(Exprs decorators);
  Body block(const char* what, const Token& opener);
  void header_colon();  // "expected ':'" only at the end of the line
  Stmt* if_statement();
  Stmt* while_statement();
  Stmt* for_statement();
  Stmt* try_statement();
  ExceptHandler except_clause(bool& groups);
  Stmt* with_statement();
  bool parenthesized_with_items() const;
  void with_item(std::vector<WithItem>& items);
  Body else_block();
  Stmt* return_statement();
  Stmt* raise_statement();
  Stmt* delete_statement();
  Stmt* assert_statement();
  template <class T>
  Stmt* name_list();
  // ---- parser_assignments.cpp ----
  Stmt* expression_statement();
  Stmt* assignment(Expr* first, SourceSpan start);
  Stmt* annotated_assignment(Expr* target, SourceSpan start);
  Stmt* augmented_assignment(Expr* target, SourceSpan start);
  // ---- parser_imports.cpp ----
  Stmt* import_statement();
  Stmt* import_from_statement();
  std::string_view dotted_name();
  ImportAlias import_alias(bool dotted);
  // ---- parser_definitions.cpp ----
  Stmt* decorated();
  Stmt* function_definition(Exprs decorators);
  Stmt* class_definition(Exprs decorators);
  Parameters* parameters(Tok close, bool lambda);
  struct ParameterLists;
  void one_parameter(ParameterLists& lists, Tok close, bool lambda);
  void star_parameter(ParameterLists& lists, Tok close, bool lambda);
  void slash_parameter(ParameterLists& lists, Tok close);
  FormalParameter parameter(bool lambda, bool starred);
  Expr* default_value(Tok close);
  std::span<TypeParameter> type_parameters();
  Stmt* type_alias();
  Expr* evaluated_later(Expr* value);
  // ---- parser_match.cpp ----
  bool at_match_statement() const;
  Stmt* match_statement();
  Pattern* make_pattern(PatternKind kind, SourceSpan span);
  Pattern* open_pattern();
  Pattern* star_or_pattern();
  Pattern* pattern();
  Pattern* closed_pattern();
  Pattern* literal_pattern();
  Pattern* bracketed_pattern();
  Pattern* mapping_pattern();
  Pattern* class_pattern(Expr* type);

  // ---- parser_expressions.cpp ----
  Expr* yield_or_star_expressions();
  Expr* yield_expression();
  Expr* star_expressions();
  Expr* star_expression();
  Expr* star_named_expression();
  Expr* named_expression();
  Expr* expression();
  Expr* after_disjunction(Expr* left, size_t first);
  Expr* lambda();
  Expr* disjunction();
  Expr* conjunction();
  Expr* inversion();
  Expr* comparison();
  bool comparator(Comparator& out);
  Expr* binary(int minimum);
  Expr* unary();
  Expr* power();
  void check_misplaced_equal(Expr* left);
  // ---- parser_atoms.cpp ----
  Expr* primary();
  Expr* atom();
  Expr* constant(ConstantKind kind);
  Expr* number();
  Expr* group();
  Expr* list_display();
  Expr* brace_display();
  Expr* dict_display(SourceSpan start, Expr* first);
  Expr* dict_value(Expr* key);
  Expr* subscript(Expr* object);
  Expr* slice();
  bool at_comprehension() const { return at(Tok::kFor) || at(Tok::kAsync); }
  std::span<Comprehension> comprehension_clauses();
  Exprs more_elements(std::vector<Expr*> elements, Tok close);
  void check_comprehension_element(Expr* element, Tok open, SourceSpan open_span);
  // ---- parser_calls.cpp ----
  Expr* call(Expr* callee);
  void call_arguments(std::vector<Expr*>& arguments, std::vector<Keyword>& keywords, bool generators = true);
  void one_argument(std::vector<Expr*>& arguments, std::vector<Keyword>& keywords);
  void keyword_argument(std::vector<Keyword>& keywords);
  // ---- parser_strings.cpp ----
  Expr* strings();
  void plain_string(const Token& token, std::string& out, bool& bytes);
  void fstring(std::vector<Expr*>& parts, std::string& pending, SourceSpan& pending_span);
  void fstring_parts(bool raw, bool spec, std::vector<Expr*>& parts, std::string& pending, SourceSpan& pending_span);
  void fstring_field(bool raw, std::vector<Expr*>& parts, std::string& pending, SourceSpan& pending_span);
  char fstring_conversion();
  void flush_text(std::vector<Expr*>& parts, std::string& pending, SourceSpan& span);
  void fstring_expects(const char* alternatives, bool ok);
  // ---- parser_targets.cpp ----
  enum class TargetUse : uint8_t { kAssign, kFor, kDelete };
  Expr* invalid_target(Expr* target, TargetUse use);
  void check_target(Expr* target, TargetUse use);
  Expr* target_list();

  std::string_view text_;
  const std::vector<Token>& tokens_;
  Ast& ast_;
  size_t at_ = 0;
  size_t furthest_ = 0;
  size_t speculated_to_ = 0;
  int depth_ = 0;
  bool quiet_ = false;
};

// Limits the nesting depth, so that no source can overflow the C++ stack (here or in later stages, which recurse over
// the same tree).
class Parser::Depth {
 public:
  explicit Depth(Parser& parser, int weight = 1) : parser_(parser), weight_(weight) {
    parser_.depth_ += weight_;
    if (parser_.depth_ > kLimit) {
      // The destructor does not run if a constructor throws.
      parser_.depth_ -= weight_;
      parser_.fail_at(parser_.current().span, "too deeply nested");
    }
  }
  ~Depth() { parser_.depth_ -= weight_; }
  // One more level of a left-recursive tree that a loop builds.
  void deeper() {
    ++weight_;
    if (++parser_.depth_ > kLimit) parser_.fail_at(parser_.current().span, "too deeply nested");
  }

 private:
  static constexpr int kLimit = 1000;
  Parser& parser_;
  int weight_;
};

const char* target_kind_name(const Expr* expr);  // "function call", as in "cannot assign to ..."

}  // namespace vt
