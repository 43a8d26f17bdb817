// The syntax tree, with the node names of Python's `ast` module. After the parser, before
// the symbol tables and the compiler; scripting (capture/script) reads it too.
// Nodes are plain data in the Ast's arena, strings are views into it or the source text.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "frontend/arena.h"
#include "frontend/opcodes.h"
#include "support/source.h"

namespace vt {

// clang-format off
#define VT_EXPRESSIONS(X)                                                                                              \
  X(Name)                                                                                                              \
  X(Constant)                                                                                                          \
  X(JoinedStr) X(FormattedValue) X(Tuple) X(List) X(Set) X(Dict) X(Attribute) X(Subscript) X(Slice) X(Starred) X(Call) \
      X(UnaryOp) X(BinOp) X(BoolOp) X(Compare) X(IfExp) X(Lambda) X(ListComp) X(SetComp) X(DictComp) X(GeneratorExp)   \
          X(NamedExpr) X(Yield) X(YieldFrom) X(Await)
// clang-format on
enum class ExprKind : uint8_t {
#define X(name) k##name,
  VT_EXPRESSIONS(X)
#undef X
};

// clang-format off
#define VT_STATEMENTS(X)                                                                                        \
  X(Expr)                                                                                                       \
  X(Assign)                                                                                                     \
  X(AugAssign) X(AnnAssign) X(Return) X(Delete) X(If) X(While) X(For) X(Try) X(With) X(Raise) X(Assert) X(Pass) \
      X(Break) X(Continue) X(Import) X(ImportFrom) X(Global) X(Nonlocal) X(FunctionDef) X(ClassDef) X(Match) X(TypeAlias)
// clang-format on
enum class StmtKind : uint8_t {
#define X(name) k##name,
  VT_STATEMENTS(X)
#undef X
};

struct Expr {
  ExprKind kind;
  bool parenthesized = false;  // needed for error messages and for the rules about tuples
  SourceSpan span;
};
using Exprs = std::span<Expr*>;

struct Stmt {
  StmtKind kind;
  SourceSpan span;
};
using Body = std::span<Stmt*>;

// ---- parts that are neither expression nor statement ----

struct FormalParameter {
  std::string_view name;
  Expr* annotation = nullptr;
  Expr* default_value = nullptr;
  SourceSpan span;
};
struct Parameters {
  std::span<FormalParameter> positional_only, positional, keyword_only;
  FormalParameter* rest = nullptr;      // *args
  FormalParameter* keywords = nullptr;  // **kwargs
};
struct Keyword {
  std::string_view name;  // empty: **value
  Expr* value = nullptr;
  SourceSpan span;
};
struct Comprehension {
  Expr* target = nullptr;
  Expr* iterable = nullptr;
  Exprs conditions;
  bool is_async = false;
};
struct WithItem {
  Expr* context = nullptr;
  Expr* target = nullptr;
};
struct ExceptHandler {
  Expr* type = nullptr;
  std::string_view name;
  Body body;
  SourceSpan span;
};
// The hidden variable that holds Generic[T, ...], the implicit last base of a generic class.
inline constexpr std::string_view kGenericBase = ".generic_base";
struct TypeParameter {  // of `def f[T: int, *Ts, **P]`
  std::string_view name;
  std::string_view stars;  // "", "*" or "**"
  Expr* bound = nullptr;   // a Lambda, because it is evaluated lazily
  SourceSpan span;
};
struct ImportAlias {
  std::string_view name, alias;
  SourceSpan span;
};

// ---- expressions ----

enum class ConstantKind : uint8_t {
  kNone,
  kTrue,
  kFalse,
  kEllipsis,
  kInt,
  kBigInt,
  kFloat,
  kImaginary,
  kString,
  kBytes
};
enum class UnaryOperator : uint8_t { kNot, kNegative, kPositive, kInvert };
enum class Comparator : uint8_t {
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kGreater,
  kGreaterEqual,
  kIs,
  kIsNot,
  kIn,
  kNotIn
};

template <ExprKind K>
struct ExprNode : Expr {
  static constexpr ExprKind kKind = K;
};
struct NameExpr : ExprNode<ExprKind::kName> {
  std::string_view id;
};
struct ConstantExpr : ExprNode<ExprKind::kConstant> {
  ConstantKind type;
  int64_t integer = 0;
  double real = 0;
  std::string_view text;  // string, bytes, decimal digits of a big integer, or an imaginary literal with its j
};
struct JoinedStrExpr : ExprNode<ExprKind::kJoinedStr> {
  Exprs values;
};
struct FormattedValueExpr : ExprNode<ExprKind::kFormattedValue> {
  Expr* value = nullptr;
  char conversion = 0;  // 's', 'r', 'a' or 0
  Expr* spec = nullptr;
};
struct TupleExpr : ExprNode<ExprKind::kTuple> {
  Exprs elements;
};
struct ListExpr : ExprNode<ExprKind::kList> {
  Exprs elements;
};
struct SetExpr : ExprNode<ExprKind::kSet> {
  Exprs elements;
};
struct DictExpr : ExprNode<ExprKind::kDict> {
  Exprs keys, values;
};  // null key: **value
struct AttributeExpr : ExprNode<ExprKind::kAttribute> {
  Expr* object = nullptr;
  std::string_view name;
};
struct SubscriptExpr : ExprNode<ExprKind::kSubscript> {
  Expr *object = nullptr, *index = nullptr;
};
struct SliceExpr : ExprNode<ExprKind::kSlice> {
  Expr *lower = nullptr, *upper = nullptr, *step = nullptr;
};
struct StarredExpr : ExprNode<ExprKind::kStarred> {
  Expr* value = nullptr;
};
struct CallExpr : ExprNode<ExprKind::kCall> {
  Expr* callee = nullptr;
  Exprs arguments;
  std::span<Keyword> keywords;
};
struct UnaryOpExpr : ExprNode<ExprKind::kUnaryOp> {
  UnaryOperator op;
  Expr* operand = nullptr;
};
struct BinOpExpr : ExprNode<ExprKind::kBinOp> {
  BinaryOp op;
  Expr *left = nullptr, *right = nullptr;
};
struct BoolOpExpr : ExprNode<ExprKind::kBoolOp> {
  bool is_or = false;
  Exprs values;
};
struct CompareExpr : ExprNode<ExprKind::kCompare> {
  Expr* left = nullptr;
  std::span<Comparator> operators;
  Exprs comparators;
};
struct IfExpExpr : ExprNode<ExprKind::kIfExp> {
  Expr *test = nullptr, *body = nullptr, *orelse = nullptr;
};
struct LambdaExpr : ExprNode<ExprKind::kLambda> {
  Parameters* parameters = nullptr;
  Expr* body = nullptr;
};
// The four comprehensions share their shape: `value` is used by DictComp alone.
template <ExprKind K>
struct ComprehensionNode : ExprNode<K> {
  Expr* element = nullptr;
  Expr* value = nullptr;
  std::span<Comprehension> generators;
};
using ListCompExpr = ComprehensionNode<ExprKind::kListComp>;
using SetCompExpr = ComprehensionNode<ExprKind::kSetComp>;
using DictCompExpr = ComprehensionNode<ExprKind::kDictComp>;
using GeneratorExpExpr = ComprehensionNode<ExprKind::kGeneratorExp>;
struct NamedExprExpr : ExprNode<ExprKind::kNamedExpr> {
  NameExpr* target = nullptr;
  Expr* value = nullptr;
};
struct YieldExpr : ExprNode<ExprKind::kYield> {
  Expr* value = nullptr;
};
struct YieldFromExpr : ExprNode<ExprKind::kYieldFrom> {
  Expr* value = nullptr;
};
struct AwaitExpr : ExprNode<ExprKind::kAwait> {
  Expr* value = nullptr;
};

// ---- statements ----

template <StmtKind K>
struct StmtNode : Stmt {
  static constexpr StmtKind kKind = K;
};
struct ExprStmt : StmtNode<StmtKind::kExpr> {
  Expr* value = nullptr;
};
struct AssignStmt : StmtNode<StmtKind::kAssign> {
  Exprs targets;
  Expr* value = nullptr;
};
struct AugAssignStmt : StmtNode<StmtKind::kAugAssign> {
  Expr* target = nullptr;
  BinaryOp op;
  Expr* value = nullptr;
};
struct AnnAssignStmt : StmtNode<StmtKind::kAnnAssign> {
  Expr *target = nullptr, *annotation = nullptr, *value = nullptr;
  bool simple = false;  // a bare name: only those are recorded in __annotations__
};
struct ReturnStmt : StmtNode<StmtKind::kReturn> {
  Expr* value = nullptr;
};
struct DeleteStmt : StmtNode<StmtKind::kDelete> {
  Exprs targets;
};
struct IfStmt : StmtNode<StmtKind::kIf> {
  Expr* test = nullptr;
  Body body, orelse;
};
struct WhileStmt : StmtNode<StmtKind::kWhile> {
  Expr* test = nullptr;
  Body body, orelse;
};
struct ForStmt : StmtNode<StmtKind::kFor> {
  Expr *target = nullptr, *iterable = nullptr;
  Body body, orelse;
  bool is_async = false;
};
struct TryStmt : StmtNode<StmtKind::kTry> {
  Body body;
  std::span<ExceptHandler> handlers;
  Body orelse, finalbody;
  bool groups = false;  // except*
};
struct WithStmt : StmtNode<StmtKind::kWith> {
  std::span<WithItem> items;
  Body body;
  bool is_async = false;
};
struct RaiseStmt : StmtNode<StmtKind::kRaise> {
  Expr *exception = nullptr, *cause = nullptr;
};
struct AssertStmt : StmtNode<StmtKind::kAssert> {
  Expr *test = nullptr, *message = nullptr;
};
struct PassStmt : StmtNode<StmtKind::kPass> {};
struct BreakStmt : StmtNode<StmtKind::kBreak> {};
struct ContinueStmt : StmtNode<StmtKind::kContinue> {};
struct ImportStmt : StmtNode<StmtKind::kImport> {
  std::span<ImportAlias> names;
};
struct ImportFromStmt : StmtNode<StmtKind::kImportFrom> {
  std::string_view module;
  std::span<ImportAlias> names;
  int level = 0;
};
struct GlobalStmt : StmtNode<StmtKind::kGlobal> {
  std::span<std::string_view> names;
};
struct NonlocalStmt : StmtNode<StmtKind::kNonlocal> {
  std::span<std::string_view> names;
};
struct FunctionDefStmt : StmtNode<StmtKind::kFunctionDef> {
  std::string_view name;
  Parameters* parameters = nullptr;
  Body body;
  Exprs decorators;
  Expr* returns = nullptr;
  std::span<TypeParameter> type_parameters;
  bool is_async = false;
};
struct ClassDefStmt : StmtNode<StmtKind::kClassDef> {
  std::string_view name;
  Exprs bases;
  std::span<Keyword> keywords;
  Body body;
  Exprs decorators;
  std::span<TypeParameter> type_parameters;
};
struct TypeAliasStmt : StmtNode<StmtKind::kTypeAlias> {
  NameExpr* name = nullptr;
  std::span<TypeParameter> type_parameters;
  Expr* value = nullptr;  // a Lambda, because it is evaluated lazily
};

// ---- match ----

enum class PatternKind : uint8_t { kValue, kSingleton, kSequence, kMapping, kClass, kStar, kAs, kOr };
struct Pattern {
  PatternKind kind;
  Expr* value = nullptr;              // kValue, kSingleton; the class of kClass
  Pattern* inner = nullptr;           // kAs: the pattern before `as`, or null
  std::string_view name;              // kAs, kStar: empty for the wildcard `_`; kMapping: the name of **rest
  std::span<Pattern*> patterns;       // the alternatives, elements, values or attributes
  Exprs keys;                         // kMapping: one key per pattern
  std::span<std::string_view> names;  // kClass: attributes of the keyword patterns (the last ones)
  SourceSpan span;
};
struct MatchCase {
  Pattern* pattern = nullptr;
  Expr* guard = nullptr;
  Body body;
  SourceSpan span;
};
struct MatchStmt : StmtNode<StmtKind::kMatch> {
  Expr* subject = nullptr;
  std::span<MatchCase> cases;
};

// A parsed file (or, in expression mode, one expression).
struct Ast {
  std::shared_ptr<const SourceFile> file;
  Arena arena;
  Body body;
  Expr* expression = nullptr;
};

template <class T>
T& as(Expr* node) {
  return *static_cast<T*>(node);
}
template <class T>
const T& as(const Expr* node) {
  return *static_cast<const T*>(node);
}
template <class T>
T& as(Stmt* node) {
  return *static_cast<T*>(node);
}
template <class T>
const T& as(const Stmt* node) {
  return *static_cast<const T*>(node);
}

const char* expr_kind_name(ExprKind kind);
const char* stmt_kind_name(StmtKind kind);
const char* comparator_symbol(Comparator comparator);

}  // namespace vt
