// Fixes that move, remove or add whole statements.
#include <algorithm>

#include "session/fixes/break_fix.h"
#include "session/fixes/tree.h"

namespace vt {
namespace {

bool is_logging(const Stmt& stmt) {
  if (stmt.kind != StmtKind::kExpr || as<ExprStmt>(&stmt).value->kind != ExprKind::kCall) return false;
  std::string name = dotted(*as<CallExpr>(as<ExprStmt>(&stmt).value).callee);
  if (name == "print" || name == "warnings.warn") return true;
  size_t dot = name.rfind('.');
  if (dot == name.npos) return false;
  std::string object = name.substr(0, dot), method = name.substr(dot + 1);
  static constexpr std::string_view kMethods[] = {"debug", "info", "warning", "error", "critical"};
  return (object == "logging" || object == "logger" || object == "log") &&
         std::find(std::begin(kMethods), std::end(kMethods), method) != std::end(kMethods);
}

bool is_compiled(const FunctionDefStmt& function, const std::string& torch) {
  return function.decorators.size() == 1 &&
         std::all_of(function.decorators.begin(), function.decorators.end(), [&](const Expr* decorator) {
           const Expr* name = decorator->kind == ExprKind::kCall ? as<CallExpr>(decorator).callee : decorator;
           return dotted(*name) == torch + ".compile";
         });
}

// Whether the statement may change a value without storing to its name.
bool changes_in_place(const Stmt& stmt) {
  bool found = stmt.kind == StmtKind::kAugAssign || stmt.kind == StmtKind::kDelete;
  if (stmt.kind == StmtKind::kAssign)
    for (const Expr* target : as<AssignStmt>(&stmt).targets) found = found || target->kind != ExprKind::kName;
  each_expr(stmt, [&](const Expr& expr) {
    walk_exprs(expr, [&](const Expr& each) {
      if (each.kind != ExprKind::kCall || as<CallExpr>(&each).callee->kind != ExprKind::kAttribute) return;
      std::string_view method = as<AttributeExpr>(as<CallExpr>(&each).callee).name;
      found = found || (method.ends_with('_') && !method.ends_with("__")) || method == "append" || method == "extend" ||
              method == "update" || method == "pop" || method == "insert" || method == "clear";
    });
  });
  return found;
}

std::string source_lines(const SourceFile& file, int first, int last) {
  std::string text;
  for (int n = first; n <= last; ++n) text += std::string(file.line(n)) + "\n";
  return text;
}

std::string unused_name(const Ast& program, std::string name) {
  std::set<std::string> used;
  walk_statements(program.body, true, [&](const Stmt& stmt) {
    for (std::string_view stored : names_stored(stmt)) used.insert(std::string(stored));
    if (stmt.kind == StmtKind::kFunctionDef)
      for (std::string_view each : parameter_names(*as<FunctionDefStmt>(&stmt).parameters))
        used.insert(std::string(each));
  });
  while (used.count(name)) name += "_";
  return name;
}

// The arguments by which the outer function passes its parameters on to the compiled one.
std::string handed_on(const Parameters& parameters) {
  std::string text;
  auto add = [&](const std::string& argument) { text += (text.empty() ? "" : ", ") + argument; };
  for (const FormalParameter& parameter : parameters.positional_only) add(std::string(parameter.name));
  for (const FormalParameter& parameter : parameters.positional) add(std::string(parameter.name));
  if (parameters.rest) add("*" + std::string(parameters.rest->name));
  for (const FormalParameter& parameter : parameters.keyword_only)
    add(std::string(parameter.name) + "=" + std::string(parameter.name));
  if (parameters.keywords) add("**" + std::string(parameters.keywords->name));
  return text;
}

// Moves the prints of one compiled function into a new outer function.
class PrintMover {
 public:
  PrintMover(const Ast& program, const FunctionDefStmt& function)
      : file_(*program.file),
        program_(program),
        function_(function),
        parameters_(parameter_names(*function.parameters)) {}

  std::optional<BreakFix> move(const Stmt& broken) {
    if (!collect(broken) || !find_values()) return std::nullopt;
    int def_line = function_.span.line;
    while (def_line < function_.body.front()->span.line && !head_of(def_line)) ++def_line;
    std::string def(file_.line(def_line));
    size_t at = def.find("def " + std::string(function_.name));
    int last_head = function_.body.front()->span.line - 1;
    // The `def` must be on one line; a docstring and comments below it stay in place.
    if (at == def.npos || def.back() != ':' || last_head < def_line) return std::nullopt;
    std::string inner = unused_name(program_, std::string(function_.name) + "_compiled");
    std::string renamed = def;
    renamed.replace(at + 4, function_.name.size(), inner);
    if (size_t arrow = renamed.find("->"); arrow != renamed.npos && !values_.empty())
      renamed = renamed.substr(0, renamed.find_last_not_of(' ', arrow - 1) + 1) + ":";
    BreakFix fix{"move the print behind the compiled function", {{def_line, def_line, renamed + "\n"}}};
    for (const Stmt* print : prints_) fix.edits.push_back({print->span.line, print->span.end_line, ""});
    add_caller(fix, def, inner, add_return(fix));
    return fix;
  }

 private:
  bool head_of(int line) const {
    std::string_view text = file_.line(line);
    return text.find("def " + std::string(function_.name)) != text.npos;
  }

  // Collects all prints directly in the function's body; the one that broke must be among them.
  bool collect(const Stmt& broken) {
    Body body = function_.body;
    for (const Stmt* stmt : body) {
      if (is_logging(*stmt) && alone_on_its_lines(file_, *stmt)) prints_.push_back(stmt);
      else rest_.push_back(stmt);
    }
    if (rest_.empty() || std::find(prints_.begin(), prints_.end(), &broken) == prints_.end()) return false;
    size_t returns = 0;
    bool odd = false;
    walk_statements(body, false, [&](const Stmt& stmt) {
      returns += stmt.kind == StmtKind::kReturn;
      odd = odd || stmt.kind == StmtKind::kGlobal || stmt.kind == StmtKind::kNonlocal;
      each_expr(stmt, [&](const Expr& expr) {
        walk_exprs(expr, [&](const Expr& each) {
          odd = odd || each.kind == ExprKind::kYield || each.kind == ExprKind::kYieldFrom ||
                each.kind == ExprKind::kAwait ||
                (each.kind == ExprKind::kName && as<NameExpr>(&each).id == function_.name);
        });
      });
    });
    if (body.back()->kind == StmtKind::kReturn) return_ = &as<ReturnStmt>(body.back());
    return !odd && returns == (return_ ? 1u : 0u) && (!return_ || alone_on_its_lines(file_, *return_));
  }

  // Finds the locals that the prints read; the compiled function returns them with its result.
  bool find_values() {
    std::set<std::string_view> locals = parameters_;
    for (const Stmt* stmt : function_.body) locals.merge(names_stored(*stmt));
    for (const Stmt* print : prints_) {
      std::set<std::string_view> read = names_read(*as<ExprStmt>(print).value);
      auto after = std::find(function_.body.begin(), function_.body.end(), print) + 1;
      bool reads_local = false;
      for (std::string_view name : read) {
        if (!locals.count(name)) continue;
        reads_local = true;
        bool stored = std::any_of(function_.body.begin(), function_.body.end(),
                                  [&](const Stmt* stmt) { return names_stored(*stmt).count(name) > 0; });
        for (auto stmt = after; stmt != function_.body.end(); ++stmt)
          if (names_stored(**stmt).count(name)) return false;
        bool there = parameters_.count(name) && !stored;
        if (!there && std::find(values_.begin(), values_.end(), name) == values_.end()) values_.push_back(name);
      }
      bool changed = false;
      for (auto stmt = after; reads_local && stmt != function_.body.end(); ++stmt) {
        Stmt* each = *stmt;
        walk_statements(Body(&each, 1), false,
                        [&](const Stmt& inner) { changed = changed || changes_in_place(inner); });
      }
      if (changed) return false;
    }
    return true;
  }

  // Adds these values to the return statement; returns a new return statement if there was none.
  std::string add_return(BreakFix& fix) const {
    if (values_.empty()) return {};
    std::string text;
    if (return_) {
      const Expr* value = return_->value;
      text = value ? text_of(file_, *value) : "None";
      if (value && value->kind == ExprKind::kTuple && text[0] != '(') text = "(" + text + ")";
    }
    for (std::string_view name : values_) text += (text.empty() ? "" : ", ") + std::string(name);
    std::string line = indent_of(file_, function_.body.front()->span.line) + "return " + text + "\n";
    if (!return_) return line;
    fix.edits.push_back({return_->span.line, return_->span.end_line, line});
    return {};
  }

  void add_caller(BreakFix& fix, const std::string& def, const std::string& inner, std::string text) const {
    std::string indent = indent_of(file_, function_.body.front()->span.line);
    std::string result = unused_name(program_, "result"), targets = return_ ? result : "";
    for (std::string_view name : values_) targets += (targets.empty() ? "" : ", ") + std::string(name);
    text += "\n\n" + def + "\n" + indent;
    if (!targets.empty()) text += targets + " = ";
    text += inner + "(" + handed_on(*function_.parameters) + ")\n";
    for (const Stmt* print : prints_) text += source_lines(file_, print->span.line, print->span.end_line);
    if (return_) text += indent + "return " + result + "\n";
    fix.edits.push_back({function_.span.end_line + 1, function_.span.end_line, text});
  }

  const SourceFile& file_;
  const Ast& program_;
  const FunctionDefStmt& function_;
  std::set<std::string_view> parameters_;
  std::vector<const Stmt*> prints_, rest_;
  std::vector<std::string_view> values_;
  const ReturnStmt* return_ = nullptr;
};

}  // namespace

std::optional<BreakFix> fix_print(const Ast& program, SourceSpan place) {
  std::vector<Enclosing> path = enclosing(program, place);
  // Only for a function of the module, because callers then reach the outer function by its name.
  if (path.size() != 2 || path[0].statement().kind != StmtKind::kFunctionDef || !is_logging(path[1].statement()))
    return std::nullopt;
  const FunctionDefStmt& function = as<FunctionDefStmt>(&path[0].statement());
  if (!is_compiled(function, torch_name(program))) return std::nullopt;
  return PrintMover(program, function).move(path[1].statement());
}

std::optional<BreakFix> fix_break_call(const Ast& program, SourceSpan place) {
  std::vector<Enclosing> path = enclosing(program, place);
  if (path.empty()) return std::nullopt;
  const Stmt& stmt = path.back().statement();
  if (stmt.kind != StmtKind::kExpr || as<ExprStmt>(&stmt).value->kind != ExprKind::kCall) return std::nullopt;
  std::string name = dotted(*as<CallExpr>(as<ExprStmt>(&stmt).value).callee);
  if (!name.ends_with("graph_break") || !alone_on_its_lines(*program.file, stmt)) return std::nullopt;
  std::string instead = path.back().body.size() > 1 ? "" : indent_of(*program.file, stmt.span.line) + "pass\n";
  return BreakFix{"remove the call", {{stmt.span.line, stmt.span.end_line, instead}}};
}

std::optional<BreakFix> fix_item(const Ast& program, SourceSpan place) {
  std::string torch = torch_name(program);
  if (torch.empty() || !enclosing_function(enclosing(program, place))) return std::nullopt;
  int after = 0;  // line of the last import at the top
  for (const Stmt* stmt : program.body) {
    bool import = stmt->kind == StmtKind::kImport || stmt->kind == StmtKind::kImportFrom;
    bool docstring = stmt->kind == StmtKind::kExpr && after == 0;
    if (!import && !docstring) break;
    after = stmt->span.end_line;
  }
  if (after == 0) return std::nullopt;
  return BreakFix{"let .item() be part of the graph",
                  {{after + 1, after, "\n" + torch + "._dynamo.config.capture_scalar_outputs = True\n"}}};
}

}  // namespace vt
