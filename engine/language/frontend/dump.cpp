// Stable text of tokens and tree, for --dump and the panels.
#include <algorithm>

#include "frontend/frontend.h"
#include "frontend/lexer.h"
#include "frontend/parser.h"

namespace vt {

static std::string place(SourceSpan span) {
  return std::to_string(span.line) + ":" + std::to_string(span.column) + "-" + std::to_string(span.end_line) + ":" +
         std::to_string(span.end_column);
}

static std::string escaped(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (c == '\'' || c == '\\') (out += '\\') += c;
    else out += c;
  }
  return out += "'";
}

Result<std::vector<std::string>> dump_tokens(const SourceFile& file) {
  Result<TokenList> list = lex(file);
  if (!list) return list.error();
  std::vector<std::string> lines;
  for (const Token& token : list.value().tokens) {
    bool layout = token.kind <= Tok::kFStringEnd;
    std::string line = place(token.span);
    line.resize(std::max<size_t>(line.size() + 1, 16), ' ');
    line += layout ? token_text(token.kind) : token.kind >= Tok::kFalse ? "KEYWORD" : "OP";
    size_t width = 32;
    line.resize(std::max(line.size() + 1, width), ' ');
    line += escaped(std::string_view(file.text()).substr(token.begin, token.end - token.begin));
    lines.push_back(std::move(line));
  }
  return lines;
}

namespace {

// One line per node: role, kind, its plain fields, and its place.
class TreeDumper {
 public:
  std::vector<std::string> run(const Ast& ast) {
    line("Module", "", {});
    ++depth_;
    body("", ast.body);
    return std::move(lines_);
  }

 private:
  void line(std::string_view head, std::string detail, SourceSpan span) {
    std::string text(static_cast<size_t>(depth_) * 2, ' ');
    text += head;
    if (!detail.empty()) (text += ' ') += detail;
    if (span.valid()) (text += "  @") += place(span);
    lines_.push_back(std::move(text));
  }
  std::string role(std::string_view role, const char* kind) const {
    return role.empty() ? kind : std::string(role) + ": " + kind;
  }

  void body(std::string_view title, Body statements) {
    if (statements.empty()) return;
    if (!title.empty()) {
      line(title, "", {});
      ++depth_;
    }
    for (Stmt* node : statements) statement(node);
    if (!title.empty()) --depth_;
  }
  void list(std::string_view title, Exprs items) {
    for (Expr* item : items) expression(title, item);
  }
  void parameters(const Parameters& list);
  void one_parameter(const char* kind, const FormalParameter& parameter);
  void keywords(std::span<Keyword> list) {
    for (Keyword& keyword : list) {
      line("keyword", keyword.name.empty() ? "**" : std::string(keyword.name), keyword.span);
      ++depth_;
      expression("", keyword.value);
      --depth_;
    }
  }
  void statement(const Stmt* node);
  void statement_parts(const Stmt* node);
  void pattern(const Pattern& node);
  void expression(std::string_view title, const Expr* node);
  void expression_parts(const Expr* node);
  void generators(std::span<Comprehension> clauses) {
    for (Comprehension& clause : clauses) {
      expression(clause.is_async ? "async for" : "for", clause.target);
      expression("in", clause.iterable);
      list("if", clause.conditions);
    }
  }
  template <class T>
  void comprehension(const T& node) {
    expression("element", node.element);
    expression("value", node.value);
    generators(node.generators);
  }

  int depth_ = 0;
  std::vector<std::string> lines_;
};

void TreeDumper::one_parameter(const char* kind, const FormalParameter& parameter) {
  line(kind, std::string(parameter.name), parameter.span);
  ++depth_;
  expression("annotation", parameter.annotation);
  expression("default", parameter.default_value);
  --depth_;
}

void TreeDumper::parameters(const Parameters& list) {
  for (FormalParameter& parameter : list.positional_only) one_parameter("positional-only", parameter);
  for (FormalParameter& parameter : list.positional) one_parameter("parameter", parameter);
  if (list.rest) one_parameter("*parameter", *list.rest);
  for (FormalParameter& parameter : list.keyword_only) one_parameter("keyword-only", parameter);
  if (list.keywords) one_parameter("**parameter", *list.keywords);
}

static std::string joined(std::span<std::string_view> names) {
  std::string out;
  for (std::string_view name : names) (out += out.empty() ? "" : ", ") += name;
  return out;
}

static std::string statement_detail(const Stmt* node) {
  switch (node->kind) {
    case StmtKind::kAugAssign: return binary_op_symbol(static_cast<uint32_t>(as<AugAssignStmt>(node).op) + kInplace);
    case StmtKind::kGlobal: return joined(as<GlobalStmt>(node).names);
    case StmtKind::kNonlocal: return joined(as<NonlocalStmt>(node).names);
    case StmtKind::kFunctionDef: return std::string(as<FunctionDefStmt>(node).name);
    case StmtKind::kClassDef: return std::string(as<ClassDefStmt>(node).name);
    case StmtKind::kImportFrom:
      return std::string(static_cast<size_t>(as<ImportFromStmt>(node).level), '.') +
             std::string(as<ImportFromStmt>(node).module);
    default: return "";
  }
}

static bool is_async(const Stmt* node) {
  return (node->kind == StmtKind::kFunctionDef && as<FunctionDefStmt>(node).is_async) ||
         (node->kind == StmtKind::kFor && as<ForStmt>(node).is_async) ||
         (node->kind == StmtKind::kWith && as<WithStmt>(node).is_async);
}

void TreeDumper::statement(const Stmt* node) {
  line(std::string(is_async(node) ? "Async" : "") + stmt_kind_name(node->kind), statement_detail(node), node->span);
  ++depth_;
  statement_parts(node);
  --depth_;
}

void TreeDumper::pattern(const Pattern& node) {
  static constexpr const char* kNames[] = {"MatchValue", "MatchSingleton", "MatchSequence", "MatchMapping",
                                           "MatchClass", "MatchStar",      "MatchAs",       "MatchOr"};
  line(kNames[static_cast<size_t>(node.kind)], std::string(node.name), node.span);
  ++depth_;
  expression("", node.value);
  list("key", node.keys);
  if (node.inner) pattern(*node.inner);
  for (const Pattern* inner : node.patterns) pattern(*inner);
  --depth_;
}

void TreeDumper::statement_parts(const Stmt* node) {
  switch (node->kind) {
    case StmtKind::kExpr: return expression("", as<ExprStmt>(node).value);
    case StmtKind::kAssign:
      list("target", as<AssignStmt>(node).targets);
      return expression("value", as<AssignStmt>(node).value);
    case StmtKind::kAugAssign:
      expression("target", as<AugAssignStmt>(node).target);
      return expression("value", as<AugAssignStmt>(node).value);
    case StmtKind::kAnnAssign:
      expression("target", as<AnnAssignStmt>(node).target);
      expression("annotation", as<AnnAssignStmt>(node).annotation);
      return expression("value", as<AnnAssignStmt>(node).value);
    case StmtKind::kReturn: return expression("", as<ReturnStmt>(node).value);
    case StmtKind::kDelete: return list("", as<DeleteStmt>(node).targets);
    case StmtKind::kIf:
      expression("test", as<IfStmt>(node).test);
      body("body", as<IfStmt>(node).body);
      return body("else", as<IfStmt>(node).orelse);
    case StmtKind::kWhile:
      expression("test", as<WhileStmt>(node).test);
      body("body", as<WhileStmt>(node).body);
      return body("else", as<WhileStmt>(node).orelse);
    case StmtKind::kFor:
      expression("target", as<ForStmt>(node).target);
      expression("in", as<ForStmt>(node).iterable);
      body("body", as<ForStmt>(node).body);
      return body("else", as<ForStmt>(node).orelse);
    case StmtKind::kTry:
      body("body", as<TryStmt>(node).body);
      for (ExceptHandler& handler : as<TryStmt>(node).handlers) {
        line("except", std::string(handler.name), handler.span);
        ++depth_;
        expression("type", handler.type);
        body("", handler.body);
        --depth_;
      }
      body("else", as<TryStmt>(node).orelse);
      return body("finally", as<TryStmt>(node).finalbody);
    case StmtKind::kWith:
      for (WithItem& item : as<WithStmt>(node).items) {
        expression("item", item.context);
        expression("as", item.target);
      }
      return body("body", as<WithStmt>(node).body);
    case StmtKind::kRaise:
      expression("", as<RaiseStmt>(node).exception);
      return expression("from", as<RaiseStmt>(node).cause);
    case StmtKind::kAssert:
      expression("test", as<AssertStmt>(node).test);
      return expression("message", as<AssertStmt>(node).message);
    case StmtKind::kImport:
      for (ImportAlias& alias : as<ImportStmt>(node).names)
        line("alias", std::string(alias.name) + (alias.alias.empty() ? "" : " as " + std::string(alias.alias)),
             alias.span);
      return;
    case StmtKind::kImportFrom:
      for (ImportAlias& alias : as<ImportFromStmt>(node).names)
        line("alias", std::string(alias.name) + (alias.alias.empty() ? "" : " as " + std::string(alias.alias)),
             alias.span);
      return;
    case StmtKind::kFunctionDef: {
      const auto& function = as<FunctionDefStmt>(node);
      list("decorator", function.decorators);
      parameters(*function.parameters);
      expression("returns", function.returns);
      return body("body", function.body);
    }
    case StmtKind::kClassDef: {
      const auto& type = as<ClassDefStmt>(node);
      list("decorator", type.decorators);
      list("base", type.bases);
      keywords(type.keywords);
      return body("body", type.body);
    }
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal: return;
    case StmtKind::kTypeAlias: return expression("value", as<TypeAliasStmt>(node).value);
    case StmtKind::kMatch:
      expression("subject", as<MatchStmt>(node).subject);
      for (const MatchCase& one : as<MatchStmt>(node).cases) {
        line("case", "", one.span);
        ++depth_;
        pattern(*one.pattern);
        expression("if", one.guard);
        body("", one.body);
        --depth_;
      }
      return;
  }
}

static std::string constant_detail(const ConstantExpr& node) {
  switch (node.type) {
    case ConstantKind::kNone: return "None";
    case ConstantKind::kTrue: return "True";
    case ConstantKind::kFalse: return "False";
    case ConstantKind::kEllipsis: return "...";
    case ConstantKind::kInt: return std::to_string(node.integer);
    case ConstantKind::kBigInt:
    case ConstantKind::kImaginary: return std::string(node.text);
    case ConstantKind::kFloat: return std::to_string(node.real);
    case ConstantKind::kString: return escaped(node.text);
    case ConstantKind::kBytes: return "b" + escaped(node.text);
  }
  return "";
}

static std::string expression_detail(const Expr* node) {
  static constexpr const char* kUnary[] = {"not", "-", "+", "~"};
  switch (node->kind) {
    case ExprKind::kName: return std::string(as<NameExpr>(node).id);
    case ExprKind::kConstant: return constant_detail(as<ConstantExpr>(node));
    case ExprKind::kAttribute: return "." + std::string(as<AttributeExpr>(node).name);
    case ExprKind::kUnaryOp: return kUnary[static_cast<size_t>(as<UnaryOpExpr>(node).op)];
    case ExprKind::kBinOp: return binary_op_symbol(static_cast<uint32_t>(as<BinOpExpr>(node).op));
    case ExprKind::kBoolOp: return as<BoolOpExpr>(node).is_or ? "or" : "and";
    case ExprKind::kCompare: {
      std::string out;
      for (Comparator op : as<CompareExpr>(node).operators) (out += out.empty() ? "" : ", ") += comparator_symbol(op);
      return out;
    }
    case ExprKind::kFormattedValue:
      return as<FormattedValueExpr>(node).conversion ? std::string("!") + as<FormattedValueExpr>(node).conversion : "";
    default: return "";
  }
}

void TreeDumper::expression(std::string_view title, const Expr* node) {
  if (!node) return;
  line(role(title, expr_kind_name(node->kind)), expression_detail(node), node->span);
  ++depth_;
  expression_parts(node);
  --depth_;
}

void TreeDumper::expression_parts(const Expr* node) {
  switch (node->kind) {
    case ExprKind::kName:
    case ExprKind::kConstant: return;
    case ExprKind::kJoinedStr: return list("", as<JoinedStrExpr>(node).values);
    case ExprKind::kFormattedValue:
      expression("", as<FormattedValueExpr>(node).value);
      return expression("spec", as<FormattedValueExpr>(node).spec);
    case ExprKind::kTuple: return list("", as<TupleExpr>(node).elements);
    case ExprKind::kList: return list("", as<ListExpr>(node).elements);
    case ExprKind::kSet: return list("", as<SetExpr>(node).elements);
    case ExprKind::kDict:
      for (size_t i = 0; i < as<DictExpr>(node).values.size(); ++i) {
        expression("key", as<DictExpr>(node).keys[i]);
        expression(as<DictExpr>(node).keys[i] ? "value" : "**", as<DictExpr>(node).values[i]);
      }
      return;
    case ExprKind::kAttribute: return expression("", as<AttributeExpr>(node).object);
    case ExprKind::kSubscript:
      expression("", as<SubscriptExpr>(node).object);
      return expression("index", as<SubscriptExpr>(node).index);
    case ExprKind::kSlice:
      expression("lower", as<SliceExpr>(node).lower);
      expression("upper", as<SliceExpr>(node).upper);
      return expression("step", as<SliceExpr>(node).step);
    case ExprKind::kStarred: return expression("", as<StarredExpr>(node).value);
    case ExprKind::kCall:
      expression("callee", as<CallExpr>(node).callee);
      list("argument", as<CallExpr>(node).arguments);
      return keywords(as<CallExpr>(node).keywords);
    case ExprKind::kUnaryOp: return expression("", as<UnaryOpExpr>(node).operand);
    case ExprKind::kBinOp: expression("", as<BinOpExpr>(node).left); return expression("", as<BinOpExpr>(node).right);
    case ExprKind::kBoolOp: return list("", as<BoolOpExpr>(node).values);
    case ExprKind::kCompare:
      expression("", as<CompareExpr>(node).left);
      return list("", as<CompareExpr>(node).comparators);
    case ExprKind::kIfExp:
      expression("test", as<IfExpExpr>(node).test);
      expression("then", as<IfExpExpr>(node).body);
      return expression("else", as<IfExpExpr>(node).orelse);
    case ExprKind::kLambda:
      parameters(*as<LambdaExpr>(node).parameters);
      return expression("body", as<LambdaExpr>(node).body);
    case ExprKind::kListComp: return comprehension(as<ListCompExpr>(node));
    case ExprKind::kSetComp: return comprehension(as<SetCompExpr>(node));
    case ExprKind::kDictComp: return comprehension(as<DictCompExpr>(node));
    case ExprKind::kGeneratorExp: return comprehension(as<GeneratorExpExpr>(node));
    case ExprKind::kNamedExpr:
      expression("target", as<NamedExprExpr>(node).target);
      return expression("value", as<NamedExprExpr>(node).value);
    case ExprKind::kYield: return expression("", as<YieldExpr>(node).value);
    case ExprKind::kYieldFrom: return expression("", as<YieldFromExpr>(node).value);
    case ExprKind::kAwait: return expression("", as<AwaitExpr>(node).value);
  }
}

}  // namespace

Result<std::vector<std::string>> dump_ast(const SourceFile& file) {
  auto shared = std::make_shared<const SourceFile>(file);
  Result<std::shared_ptr<const Ast>> ast = parse_source(shared);
  if (!ast) return ast.error();
  return TreeDumper().run(*ast.value());
}

}  // namespace vt
