// Rewrites a branch on a tensor with torch.where, which computes both values. Only if both sides are free of side
// effects and the assigned name had a value before.
#include <algorithm>
#include <map>

#include "session/fixes/break_fix.h"
#include "session/fixes/tree.h"

namespace vt {
namespace {

// The effect of one side of the branch, as text.
struct Side {
  std::vector<std::pair<std::string, std::string>> values;  // name -> expression, in order of assignment
  std::string returned;
};

class BranchRewriter {
 public:
  BranchRewriter(const Ast& program, const FunctionDefStmt& function)
      : file_(*program.file), program_(program), function_(function), torch_(torch_name(program)) {}

  std::optional<BreakFix> rewrite(const std::vector<Enclosing>& path, SourceSpan place);

 private:
  std::optional<BreakFix> rewrite_statement(const Enclosing& at, const IfStmt& branch);
  std::optional<BreakFix> rewrite_expression(const Stmt& statement, const IfExpExpr& choice);
  std::optional<BreakFix> rewrite_returns(const Enclosing& at, const IfStmt& branch, const Side& taken);
  std::optional<Side> side(Body body);
  bool add_nested(Side& side, const IfStmt& branch);
  std::optional<std::string> condition(const Expr& test);
  std::string where(const std::string& test, const std::string& yes, const std::string& no) const {
    return torch_ + ".where(" + test + ", " + yes + ", " + no + ")";
  }
  bool pure(const Expr& expr, int depth = 0) const;
  bool pure_call(const CallExpr& call, int depth) const;
  bool may_be_tensor(const Expr& expr) const;
  bool has_value_before(const Enclosing& at, std::string_view name) const;
  std::string substituted(const Expr& expr, const Side& side) const;
  BreakFix made(const Stmt& statement, std::string text) const;

  const SourceFile& file_;
  const Ast& program_;
  const FunctionDefStmt& function_;
  std::string torch_;
};

// Functions with side effects; random functions too, because the order of draws matters.
bool has_effects(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "append",       "extend",  "insert",      "pop",      "remove",   "clear",       "update",    "add",
      "discard",      "sort",    "reverse",     "print",    "input",    "open",        "exec",      "eval",
      "setattr",      "delattr", "next",        "item",     "tolist",   "numpy",       "backward",  "dropout",
      "rand",         "randn",   "randint",     "normal",   "randperm", "multinomial", "rand_like", "randn_like",
      "randint_like", "seed",    "manual_seed", "bernoulli"};
  if (name == "add") return false;  // torch.add is far more common than set.add
  return (name.ends_with('_') && !name.ends_with("__")) ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool BranchRewriter::pure_call(const CallExpr& call, int depth) const {
  if (call.callee->kind == ExprKind::kAttribute) {
    const AttributeExpr& method = as<AttributeExpr>(call.callee);
    // A call of a module may draw random numbers or update statistics.
    return !has_effects(method.name) && !dotted(method).starts_with("self.");
  }
  if (call.callee->kind != ExprKind::kName) return false;
  std::string_view name = as<NameExpr>(call.callee).id;
  static constexpr std::string_view kBuiltins[] = {"abs", "min", "max", "len", "float", "int", "sum", "range", "tuple"};
  if (std::find(std::begin(kBuiltins), std::end(kBuiltins), name) != std::end(kBuiltins)) return true;
  if (depth > 3) return false;
  for (const Stmt* stmt : program_.body) {  // a function of the program without side effects
    if (stmt->kind != StmtKind::kFunctionDef || as<FunctionDefStmt>(stmt).name != name) continue;
    const FunctionDefStmt& called = as<FunctionDefStmt>(stmt);
    return called.decorators.empty() && std::all_of(called.body.begin(), called.body.end(), [&](const Stmt* each) {
             if (each->kind == StmtKind::kReturn)
               return !as<ReturnStmt>(each).value || pure(*as<ReturnStmt>(each).value, depth + 1);
             if (each->kind != StmtKind::kAssign) return false;
             const AssignStmt& assign = as<AssignStmt>(each);
             return assign.targets.size() == 1 && assign.targets[0]->kind == ExprKind::kName &&
                    pure(*assign.value, depth + 1);
           });
  }
  return false;
}

bool BranchRewriter::pure(const Expr& expr, int depth) const {
  switch (expr.kind) {
    case ExprKind::kLambda:
    case ExprKind::kNamedExpr:
    case ExprKind::kYield:
    case ExprKind::kYieldFrom:
    case ExprKind::kAwait:
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGeneratorExp: return false;
    case ExprKind::kCall:
      if (!pure_call(as<CallExpr>(&expr), depth)) return false;
      break;
    default: break;
  }
  bool all = true;
  each_child(expr, [&](const Expr& child) { all = all && pure(child, depth); });
  return all;
}

bool BranchRewriter::may_be_tensor(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::kName:
    case ExprKind::kCall:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript:
    case ExprKind::kBinOp:
    case ExprKind::kCompare: return true;
    case ExprKind::kUnaryOp: return as<UnaryOpExpr>(&expr).op != UnaryOperator::kNot;
    default: return false;
  }
}

bool is_number(const Expr& expr) {
  if (expr.kind == ExprKind::kUnaryOp) return is_number(*as<UnaryOpExpr>(&expr).operand);
  if (expr.kind != ExprKind::kConstant) return false;
  ConstantKind type = as<ConstantExpr>(&expr).type;
  return type == ConstantKind::kInt || type == ConstantKind::kFloat;
}

// The tensor inside `x.item()` or `bool(x)`, which torch.where can use directly.
const Expr& without_conversion(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return expr;
  const CallExpr& call = as<CallExpr>(&expr);
  if (call.callee->kind == ExprKind::kAttribute && as<AttributeExpr>(call.callee).name == "item" &&
      call.arguments.empty())
    return *as<AttributeExpr>(call.callee).object;
  if (call.callee->kind == ExprKind::kName && as<NameExpr>(call.callee).id == "bool" && call.arguments.size() == 1)
    return without_conversion(*call.arguments[0]);
  return expr;
}

// The condition for torch.where; nothing if the test is not a plain expression on tensors.
std::optional<std::string> BranchRewriter::condition(const Expr& test) {
  const Expr& expr = without_conversion(test);
  if (!pure(expr) && expr.kind != ExprKind::kCompare && expr.kind != ExprKind::kBoolOp) return std::nullopt;
  if (expr.kind == ExprKind::kBoolOp) {
    const BoolOpExpr& both = as<BoolOpExpr>(&expr);
    std::string text;
    for (const Expr* part : both.values) {
      std::optional<std::string> each = condition(*part);
      if (!each) return std::nullopt;
      text += (text.empty() ? "(" : both.is_or ? " | (" : " & (") + *each + ")";
    }
    return text;
  }
  if (expr.kind == ExprKind::kCompare) {
    const CompareExpr& compare = as<CompareExpr>(&expr);
    if (compare.operators.size() != 1) return std::nullopt;
    Comparator op = compare.operators[0];
    if (op == Comparator::kIs || op == Comparator::kIsNot || op == Comparator::kIn || op == Comparator::kNotIn)
      return std::nullopt;
    const Expr &left = without_conversion(*compare.left), &right = without_conversion(*compare.comparators[0]);
    if (!pure(left) || !pure(right)) return std::nullopt;
    return text_of(file_, left) + " " + comparator_symbol(op) + " " + text_of(file_, right);
  }
  if (expr.kind == ExprKind::kUnaryOp && as<UnaryOpExpr>(&expr).op == UnaryOperator::kNot) {
    std::optional<std::string> inner = condition(*as<UnaryOpExpr>(&expr).operand);
    if (!inner) return std::nullopt;
    return "~(" + *inner + ")";
  }
  std::string text = text_of(file_, expr);
  if (expr.kind == ExprKind::kCall && as<CallExpr>(&expr).callee->kind == ExprKind::kAttribute) {
    static constexpr std::string_view kBoolean[] = {"any", "all",         "isnan",      "isinf",      "isfinite",
                                                    "eq",  "ne",          "gt",         "lt",         "ge",
                                                    "le",  "logical_and", "logical_or", "logical_not"};
    std::string_view name = as<AttributeExpr>(as<CallExpr>(&expr).callee).name;
    if (std::find(std::begin(kBoolean), std::end(kBoolean), name) != std::end(kBoolean)) return text;
  }
  bool simple = expr.kind == ExprKind::kName || expr.kind == ExprKind::kCall || expr.kind == ExprKind::kAttribute ||
                expr.kind == ExprKind::kSubscript;
  return (simple ? text : "(" + text + ")") + " != 0";
}

// The text of `expr`, in which names that this side has assigned are replaced by their values.
std::string BranchRewriter::substituted(const Expr& expr, const Side& side) const {
  std::vector<const Expr*> names;
  walk_exprs(expr, [&](const Expr& each) {
    if (each.kind == ExprKind::kName) names.push_back(&each);
  });
  std::sort(names.begin(), names.end(), [](const Expr* a, const Expr* b) { return a->span.column > b->span.column; });
  std::string text = text_of(file_, expr);
  if (expr.span.line != expr.span.end_line) return side.values.empty() ? text : std::string();
  for (const Expr* name : names) {
    std::string_view id = as<NameExpr>(name).id;
    auto known = std::find_if(side.values.rbegin(), side.values.rend(), [&](const auto& v) { return v.first == id; });
    if (known == side.values.rend()) continue;
    bool whole = name == &expr;
    text.replace(static_cast<size_t>(name->span.column - expr.span.column), id.size(),
                 whole ? known->second : "(" + known->second + ")");
  }
  return text;
}

bool BranchRewriter::add_nested(Side& side, const IfStmt& branch) {
  std::optional<std::string> test = condition(*branch.test);
  std::optional<Side> yes = this->side(branch.body), no = this->side(branch.orelse);
  if (!test || !yes || !no || !yes->returned.empty() || !no->returned.empty() || !side.values.empty()) return false;
  std::set<std::string> names;
  for (const auto* each : {&*yes, &*no})
    for (const auto& [name, value] : each->values) names.insert(name);
  auto last = [](const Side& from, const std::string& name) {
    for (auto v = from.values.rbegin(); v != from.values.rend(); ++v)
      if (v->first == name) return v->second;
    return name;
  };
  for (const std::string& name : names) side.values.emplace_back(name, where(*test, last(*yes, name), last(*no, name)));
  return true;
}

std::optional<Side> BranchRewriter::side(Body body) {
  Side made;
  for (const Stmt* stmt : body) {
    if (!made.returned.empty()) return std::nullopt;
    if (stmt->kind == StmtKind::kPass) continue;
    if (stmt->kind == StmtKind::kIf) {
      if (body.size() != 1 || !add_nested(made, as<IfStmt>(stmt))) return std::nullopt;
      continue;
    }
    const Expr* value = nullptr;
    std::string name;
    if (stmt->kind == StmtKind::kAssign) {
      const AssignStmt& assign = as<AssignStmt>(stmt);
      if (assign.targets.size() != 1 || assign.targets[0]->kind != ExprKind::kName) return std::nullopt;
      name = as<NameExpr>(assign.targets[0]).id;
      value = assign.value;
    } else if (stmt->kind == StmtKind::kReturn) {
      value = as<ReturnStmt>(stmt).value;
    }
    if (!value || !pure(*value) || !(may_be_tensor(*value) || is_number(*value))) return std::nullopt;
    std::string text = substituted(*value, made);
    if (text.empty()) return std::nullopt;
    if (name.empty()) made.returned = text;
    else made.values.emplace_back(name, text);
  }
  return made;
}

bool BranchRewriter::has_value_before(const Enclosing& at, std::string_view name) const {
  if (parameter_names(*function_.parameters).count(name)) return true;
  for (size_t i = 0; i < at.index; ++i) {
    const Stmt& stmt = *at.body[i];
    if (stmt.kind == StmtKind::kAssign && names_stored(stmt).count(name)) return true;
  }
  for (const Stmt* stmt : function_.body) {  // a body around this one, before this statement
    if (stmt->span.line >= at.statement().span.line) break;
    if (stmt->kind == StmtKind::kAssign && names_stored(*stmt).count(name)) return true;
  }
  return false;
}

BreakFix BranchRewriter::made(const Stmt& statement, std::string text) const {
  // Keep comments of the branch, above the new statement.
  std::string indent = indent_of(file_, statement.span.line), comments;
  for (int n = statement.span.line; n <= statement.span.end_line; ++n) {
    std::string_view line = file_.line(n);
    size_t start = line.find_first_not_of(" \t");
    if (start != line.npos && line[start] == '#') comments += indent + std::string(line.substr(start)) + "\n";
  }
  return {"replace the branch by torch.where",
          {{statement.span.line, statement.span.end_line, comments + std::move(text)}}};
}

// `if c: return a`, where the other value is in `else` or after the branch.
std::optional<BreakFix> BranchRewriter::rewrite_returns(const Enclosing& at, const IfStmt& branch, const Side& taken) {
  std::optional<std::string> test = condition(*branch.test);
  if (!test) return std::nullopt;
  std::string indent = indent_of(file_, branch.span.line);
  if (!branch.orelse.empty()) {
    std::optional<Side> other = side(branch.orelse);
    if (!other || other->returned.empty() || at.index + 1 != at.body.size()) return std::nullopt;
    return made(branch, indent + "return " + where(*test, taken.returned, other->returned) + "\n");
  }
  // Between branch and return only plain assignments are allowed; they stay, and must not change a name that the test
  // or the first value reads.
  std::set<std::string_view> read = names_read(*branch.test);
  for (const Stmt* stmt : branch.body) each_expr(*stmt, [&](const Expr& expr) { read.merge(names_read(expr)); });
  for (size_t i = at.index + 1; i < at.body.size(); ++i) {
    const Stmt& stmt = *at.body[i];
    if (stmt.kind == StmtKind::kReturn) {
      const Expr* value = as<ReturnStmt>(&stmt).value;
      if (!value || !pure(*value) || !(may_be_tensor(*value) || is_number(*value)) || i + 1 != at.body.size() ||
          !alone_on_its_lines(file_, stmt))
        return std::nullopt;
      BreakFix fix = made(branch, "");
      fix.edits.push_back({stmt.span.line, stmt.span.end_line,
                           indent + "return " + where(*test, taken.returned, text_of(file_, *value)) + "\n"});
      return fix;
    }
    if (stmt.kind != StmtKind::kAssign || !pure(*as<AssignStmt>(&stmt).value)) return std::nullopt;
    for (const Expr* target : as<AssignStmt>(&stmt).targets)
      if (target->kind != ExprKind::kName || read.count(as<NameExpr>(target).id)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<BreakFix> BranchRewriter::rewrite_statement(const Enclosing& at, const IfStmt& branch) {
  std::string_view line = file_.line(branch.span.line);
  bool is_elif = line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("elif");
  if (is_elif || !alone_on_its_lines(file_, branch)) return std::nullopt;
  std::optional<Side> yes = side(branch.body);
  if (!yes) return std::nullopt;
  if (!yes->returned.empty()) return rewrite_returns(at, branch, *yes);
  Side whole;
  if (!add_nested(whole, branch) || whole.values.empty()) return std::nullopt;
  std::set<std::string> changed;
  std::string text, indent = indent_of(file_, branch.span.line);
  for (const auto& [name, value] : whole.values) changed.insert(name);
  std::set<std::string_view> test_reads = names_read(*branch.test);
  bool several = whole.values.size() > 1;
  for (const auto& [name, value] : whole.values) {
    auto assigned = [&name = name](Body body) {
      return std::any_of(body.begin(), body.end(), [&](const Stmt* s) { return names_stored(*s).count(name) > 0; });
    };
    bool both = assigned(branch.body) && assigned(branch.orelse);
    if (!both && !has_value_before(at, name)) return std::nullopt;
    // The lines run in sequence: a later one must not read a name that an earlier one has changed.
    if (several && test_reads.count(name)) return std::nullopt;
    text += indent + name + " = " + value + "\n";
  }
  if (several) {
    std::set<std::string_view> reads;
    walk_statements(branch.body, false, [&](const Stmt& s) {
      each_expr(s, [&](const Expr& e) {
        if (s.kind != StmtKind::kAssign || &e != as<AssignStmt>(&s).targets[0]) reads.merge(names_read(e));
      });
    });
    walk_statements(branch.orelse, false, [&](const Stmt& s) {
      each_expr(s, [&](const Expr& e) {
        if (s.kind != StmtKind::kAssign || &e != as<AssignStmt>(&s).targets[0]) reads.merge(names_read(e));
      });
    });
    for (const std::string& name : changed)
      if (reads.count(name)) return std::nullopt;
  }
  return made(branch, text);
}

std::optional<BreakFix> BranchRewriter::rewrite_expression(const Stmt& statement, const IfExpExpr& choice) {
  std::optional<std::string> test = condition(*choice.test);
  bool values = pure(*choice.body) && pure(*choice.orelse) &&
                (may_be_tensor(*choice.body) || is_number(*choice.body)) &&
                (may_be_tensor(*choice.orelse) || is_number(*choice.orelse)) &&
                !(is_number(*choice.body) && is_number(*choice.orelse));
  if (!test || !values || choice.span.line != choice.span.end_line) return std::nullopt;
  std::string line(file_.line(choice.span.line));
  line.replace(static_cast<size_t>(choice.span.column),
               static_cast<size_t>(choice.span.end_column - choice.span.column),
               where(*test, text_of(file_, *choice.body), text_of(file_, *choice.orelse)));
  return BreakFix{"replace the branch by torch.where", {{choice.span.line, choice.span.line, line + "\n"}}};
}

std::optional<BreakFix> BranchRewriter::rewrite(const std::vector<Enclosing>& path, SourceSpan place) {
  if (torch_.empty()) return std::nullopt;
  const Enclosing& at = path.back();
  const IfExpExpr* choice = nullptr;
  each_expr(at.statement(), [&](const Expr& expr) {
    walk_exprs(expr, [&](const Expr& each) {
      if (each.kind == ExprKind::kIfExp && contains(as<IfExpExpr>(&each).test->span, place))
        choice = &as<IfExpExpr>(&each);
    });
  });
  if (choice) return rewrite_expression(at.statement(), *choice);
  if (at.statement().kind != StmtKind::kIf) return std::nullopt;
  const IfStmt& branch = as<IfStmt>(&at.statement());
  if (!contains(branch.test->span, place)) return std::nullopt;
  return rewrite_statement(at, branch);
}

}  // namespace

std::optional<BreakFix> fix_branch(const Ast& program, SourceSpan place) {
  std::vector<Enclosing> path = enclosing(program, place);
  const FunctionDefStmt* function = enclosing_function(path);
  if (!function) return std::nullopt;
  return BranchRewriter(program, *function).rewrite(path, place);
}

}  // namespace vt
