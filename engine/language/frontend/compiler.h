// The state of the compiler: one Unit per code object, and one class implemented in
// compile_statements, compile_control, compile_match, compile_try, compile_functions,
// compile_expressions, compile_calls and compile_comprehensions.
// After the symbol tables, before flow_graph. Instruction selection follows CPython 3.12.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/flow_graph.h"
#include "frontend/symbols.h"

namespace vt {

struct CompileFailure {
  Error error;
};

// What break, continue and return must clean up when they leave nested statements.
enum class FrameBlockKind : uint8_t {
  kWhile,
  kFor,
  kTry,
  kFinally,
  kFinallyEnd,
  kWith,
  kExceptionHandler,
  kExceptionGroupHandler,
  kHandlerCleanup,
  kPopValue
};
struct FrameBlock {
  FrameBlockKind kind;
  BlockId block = kNoBlock;  // loops: the target of `continue`
  BlockId exit = kNoBlock;   // loops: the target of `break`
  std::string_view name;     // handlers: the variable to unbind
  const TryStmt* finally = nullptr;
  SourceSpan span;        // with: source location of the call of __exit__
  bool is_async = false;  // with: the result of __aexit__ is awaited
};

using NameIndex = std::unordered_map<std::string_view, uint32_t>;

struct Unit {
  Unit* parent = nullptr;
  Scope* scope = nullptr;
  std::shared_ptr<Code> code;
  FlowGraph graph;
  NameIndex names, locals, cells, free;       // name to index, per group
  std::vector<std::string_view> fast_hidden;  // comprehension variables in module and class code
  std::vector<FrameBlock> frame_blocks;
  SourceSpan last_span;  // of the innermost block statement, for errors about nesting
  int inlined_comprehensions = 0;
};

class Compiler {
 public:
  Compiler(const Ast& ast, SymbolTable& symbols) : ast_(ast), symbols_(symbols) {}
  std::shared_ptr<const Code> compile_module(bool interactive);
  std::shared_ptr<const Code> compile_eval();

 private:
  // ---- compiler.cpp: units, emitting, names ----
  void enter(std::string_view name, const void* node, int first_line);
  std::shared_ptr<const Code> leave();
  void layout_slots();
  std::string qualified_name(std::string_view name) const;
  void emit(Op op, SourceSpan span, uint32_t arg = 0);
  void emit_jump(Op op, BlockId target, SourceSpan span);
  void emit_pseudo(Pseudo pseudo, BlockId target = kNoBlock, SourceSpan span = {});
  void jump(BlockId target, SourceSpan span = {}) { emit_jump(Op::JUMP_FORWARD, target, span); }
  BlockId new_block() { return unit_->graph.new_block(); }
  void place(BlockId block) { unit_->graph.place(block); }
  void load_constant(Constant value, SourceSpan span);
  void load_none(SourceSpan span) { load_constant({}, span); }
  void load_string(std::string_view text, SourceSpan span) { load_constant({std::string(text)}, span); }
  uint32_t name_operand(std::string_view name);  // mangled
  enum class Access : uint8_t { kLoad, kStore, kDelete };
  void name_access(std::string_view name, Access access, SourceSpan span);
  uint32_t slot(NameIndex& group, std::string_view name);
  void emit_fast(Op op, std::string_view name, SourceSpan span);
  void emit_cell(Op op, std::string_view name, SourceSpan span);
  std::string_view mangle(std::string_view name) { return symbols_.mangle(unit_->scope->class_name, name); }
  [[noreturn]] void fail(std::string message, SourceSpan span);

  // ---- compile_statements.cpp ----
  void body(Body statements);
  void module_body(Body statements);
  bool docstring(Body statements, std::string_view& text) const;
  void statement(Stmt* node);
  void expression_statement(ExprStmt& node);
  void assign(AssignStmt& node);
  void augmented(AugAssignStmt& node);
  void annotated(AnnAssignStmt& node);
  void annotation(Expr* node);
  void check_annotation_target(Expr* target);
  void delete_target(Expr* target);
  void raise(RaiseStmt& node);
  void assertion(AssertStmt& node);
  void import_names(ImportStmt& node);
  void import_as(ImportAlias& alias, SourceSpan span);
  void import_from(ImportFromStmt& node);
  void check_future(ImportFromStmt& node);
  bool has_annotations(Body statements) const;
  // ---- compile_control.cpp ----
  void if_statement(IfStmt& node);
  void while_statement(WhileStmt& node);
  void for_statement(ForStmt& node);
  void break_statement(SourceSpan span);
  void continue_statement(SourceSpan span);
  void return_statement(ReturnStmt& node);
  void jump_if(Expr* test, BlockId target, bool when);
  void compare_jump(CompareExpr& node, BlockId target, bool when);
  void unwind(FrameBlock block, bool preserve_top, SourceSpan& span);
  void iterable(Expr* node);
  void async_for_statement(ForStmt& node);
  // Emits the cleanup of the enclosing statements: all, or up to a loop. Returns whether a loop was found.
  bool unwind_stack(SourceSpan& span, bool preserve_top, bool to_loop, FrameBlock& loop);
  // ---- compile_match.cpp ----
  struct PatternContext;
  void match_statement(MatchStmt& node);
  void pattern(Pattern& node, PatternContext& context);
  void pattern_inside(Pattern& node, PatternContext& context);
  void pattern_jump(Op op, PatternContext& context, SourceSpan span);
  void pattern_failed(PatternContext& context);
  void pattern_store(std::string_view name, PatternContext& context, SourceSpan span);
  void pattern_as(Pattern& node, PatternContext& context);
  void pattern_sequence(Pattern& node, PatternContext& context);
  void pattern_elements(Pattern& node, size_t star, PatternContext& context);
  void pattern_mapping(Pattern& node, PatternContext& context);
  void pattern_class(Pattern& node, PatternContext& context);
  void pattern_or(Pattern& node, PatternContext& context);
  void sink_top(size_t count, SourceSpan span);
  // ---- compile_try.cpp ----
  void try_statement(TryStmt& node);
  void try_except(TryStmt& node);
  void try_except_groups(TryStmt& node);
  void group_handler(ExceptHandler& handler, BlockId next, bool first);
  void try_finally(TryStmt& node);
  void except_handler(ExceptHandler& handler, BlockId end, BlockId next);
  void with_statement(WithStmt& node, size_t item);
  void call_exit_with_nones(SourceSpan span, bool is_async);
  void pop_except_and_reraise(SourceSpan span);
  void push(FrameBlockKind kind, BlockId block, BlockId exit = kNoBlock) {
    unit_->frame_blocks.push_back({kind, block, exit, {}, nullptr, {}, false});
    check_nesting();
  }
  void check_nesting();
  void pop() { unit_->frame_blocks.pop_back(); }
  // ---- compile_functions.cpp ----
  void function(FunctionDefStmt& node);
  void lambda(LambdaExpr& node);
  void function_object(FunctionDefStmt& node, int first_line, uint32_t flags);
  void class_definition(ClassDefStmt& node);
  void class_object(ClassDefStmt& node, int first_line);
  void type_alias(TypeAliasStmt& node);
  // Compiles `inside` in the hidden function that holds the type parameters, and pushes its result.
  template <class F>
  void with_type_parameters(std::span<TypeParameter> list, std::string_view name, SourceSpan span, F inside);
  void library_function(const char* module, const char* name, SourceSpan span);
  void type_parameter_tuple(std::span<TypeParameter> list, SourceSpan span);
  uint32_t defaults(Parameters& list, SourceSpan span);
  uint32_t annotations(Parameters& list, Expr* returns, SourceSpan span);
  void one_annotation(std::string_view name, Expr* node, uint32_t& count, SourceSpan span);
  void make_closure(const std::shared_ptr<const Code>& code, uint32_t flags, SourceSpan span);
  void parameter_counts(Parameters& list);
  void decorators(Exprs list);
  void apply_decorators(Exprs list);

  // ---- compile_expressions.cpp ----
  void expression(Expr* node);
  void expressions(Exprs list) {
    for (Expr* item : list) expression(item);
  }
  void store(Expr* target);
  void store_sequence(Exprs elements, SourceSpan span);
  void tuple_or_list(Exprs elements, bool list, SourceSpan span);
  void starred_sequence(Exprs elements, uint32_t pushed, Op build, Op add, Op extend, bool tuple, SourceSpan span);
  void dictionary(DictExpr& node);
  void dictionary_part(std::span<Expr*> keys, std::span<Expr*> values, SourceSpan span);
  void boolean(BoolOpExpr& node);
  void comparison(CompareExpr& node);
  void comparator(Comparator op, SourceSpan span);
  void conditional(IfExpExpr& node);
  void subscript(SubscriptExpr& node, Access access);
  bool two_element_slice(Expr* index) const;
  void slice(SliceExpr& node);
  void formatted(FormattedValueExpr& node);
  void joined(JoinedStrExpr& node);
  void unary(UnaryOpExpr& node);
  void yield(YieldExpr& node);
  void yield_from(Expr* value, SourceSpan span);
  void yield_top(SourceSpan span);
  void await(AwaitExpr& node);
  void delegate(SourceSpan span, uint32_t resume);
  void next_of_async(BlockId except, SourceSpan span);
  void check_async(const char* what, SourceSpan span);
  void attribute(AttributeExpr& node);
  void check_function(const char* what, SourceSpan span);
  // ---- compile_calls.cpp ----
  void call(CallExpr& node);
  bool method_call(CallExpr& node);
  bool super_attribute(AttributeExpr& node);
  void call_arguments(uint32_t pushed, Exprs arguments, std::span<Keyword> keywords, SourceSpan span);
  void call_ex(uint32_t pushed, Exprs arguments, std::span<Keyword> keywords, SourceSpan span);
  void keyword_dictionary(std::span<Keyword> keywords, SourceSpan span);
  void check_keywords(std::span<Keyword> keywords);
  // ---- compile_comprehensions.cpp ----
  struct InlinedState;
  struct ComprehensionParts {
    Expr *element, *value;
    std::span<Comprehension> generators;
    ExprKind kind;
    SourceSpan span;
  };
  void comprehension(Expr* node, const char* name, ComprehensionParts parts);
  void inlined_comprehension(const ComprehensionParts& parts, Scope& scope);
  void push_inlined(SourceSpan span, Scope& scope, InlinedState& state);
  void pop_inlined(SourceSpan span, InlinedState& state);
  void restore_inlined(SourceSpan span, const InlinedState& state);
  void comprehension_clause(const ComprehensionParts& parts, size_t index, int depth, bool iterator_on_stack);
  void comprehension_element(const ComprehensionParts& parts, int depth);

  const Ast& ast_;
  SymbolTable& symbols_;
  std::vector<std::unique_ptr<Unit>> units_;
  Unit* unit_ = nullptr;
  size_t emitted_ = 0;
  bool future_annotations_ = false;
  bool interactive_ = false;    // values of expression statements outside functions are printed
  bool future_allowed_ = true;  // only `from __future__` imports seen so far
};

SourceSpan attribute_span(SourceSpan span, const AttributeExpr& node);

// fold.cpp: folds an expression of literals to a constant, for the expressions that CPython folds.
bool constant_value(const Expr* node, Constant& out);
// A list or set display of constants that is only iterated or searched becomes a tuple or frozenset.
bool constant_iterable(const Expr* node, Constant& out);
Constant literal_value(const ConstantExpr& node);
bool constant_truth(const Constant& value);

}  // namespace vt
