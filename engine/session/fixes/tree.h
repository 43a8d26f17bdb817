// Queries on a syntax tree for the fixes: children, text, and the statements around a position.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ast.h"

namespace vt {

void each_child(const Expr& expr, const std::function<void(const Expr&)>& visit);
void each_expr(const Stmt& stmt, const std::function<void(const Expr&)>& visit);  // direct children
void each_body(const Stmt& stmt, const std::function<void(Body)>& visit);
// Visits the expression and all expressions below it, but not the bodies of nested functions.
void walk_exprs(const Expr& expr, const std::function<void(const Expr&)>& visit);
// Visits all statements below a body, depth first; those of nested functions and classes only if `nested`.
void walk_statements(Body body, bool nested, const std::function<void(const Stmt&)>& visit);

bool contains(SourceSpan outer, SourceSpan inner);
// The source text of an expression; several lines are joined.
std::string text_of(const SourceFile& file, const Expr& expr);
std::string indent_of(const SourceFile& file, int line);
bool alone_on_its_lines(const SourceFile& file, const Stmt& stmt);

// The bodies and statements that contain a position, from the module inwards.
struct Enclosing {
  Body body;
  size_t index = 0;  // of the statement in it
  const Stmt& statement() const { return *body[index]; }
};
std::vector<Enclosing> enclosing(const Ast& program, SourceSpan place);
const FunctionDefStmt* enclosing_function(const std::vector<Enclosing>& path);

std::set<std::string_view> parameter_names(const Parameters& parameters);
std::set<std::string_view> names_read(const Expr& expr);
std::set<std::string_view> names_stored(const Stmt& stmt);  // anywhere inside the statement
// The name of the torch module in the program; empty if it is not imported.
std::string torch_name(const Ast& program);
// "torch._dynamo.graph_break" for an attribute chain on a name, else empty.
std::string dotted(const Expr& expr);

}  // namespace vt
