// AST to script IR: one Emitter compiles one function. After schema.h and sugared.h.
#pragma once
#include <set>
#include <unordered_map>

#include "frontend/ast.h"
#include "torchscript/script/sugared.h"

namespace vt::script {

// The syntax tree of one function, with its source for error ranges.
struct ParsedFunction {
  std::shared_ptr<const Ast> ast;
  const FunctionDefStmt* def = nullptr;
  std::shared_ptr<const SourceText> source;
};
// Parses a Python function; raises OSError if its source is not available.
ParsedFunction parse_function(vm::Interpreter& vm, const vm::Function& function);

class Emitter {
 public:
  Emitter(vm::Interpreter& vm, Function& target, ParsedFunction parsed, vm::Value function, ClassType* cls);
  void declare();               // sets arguments and annotated result
  void declare_from_comment();  // `# type: (int, Tensor) -> Tensor`
  void take_declaration(const Emitter& other) { declared_result_ = other.declared_result_; }
  void emit();
  // Whether the name is a special form, whose calls the emitter handles itself: "zip", "jit.annotate".
  static bool is_special_form(std::string_view name);

 private:
  struct Frame {
    Block* block;
    std::map<std::string, TypePtr> types;
    std::map<std::string, SugaredPtr> values;
    std::map<std::string, std::function<std::string()>> errors;
  };
  using Refinements = std::map<std::string, TypePtr>;
  struct Condition {
    Value* value = nullptr;
    Refinements when_true, when_false;
    std::optional<bool> fixed;
  };

  // ranges.cpp
  Range range(const Expr* expr) const;
  Range range(const Stmt* stmt) const;
  Range attribute_range(const AttributeExpr& expr) const;
  Range keyword_range(SourceSpan span, size_t length) const;
  Range merged(Range first, const Range& second) const;
  size_t offset(int line, int column) const;

  // environment (emit_function.cpp)
  void push(Block* block) { frames_.push_back(std::make_unique<Frame>(Frame{block, {}, {}, {}})); }
  std::unique_ptr<Frame> pop();
  void set_variable(const std::string& name, SugaredPtr value, const Range& range, TypePtr annotated = nullptr);
  SugaredPtr get_variable(const std::string& name, const Range& range, bool required = true);
  SugaredPtr look_up(const std::string& name, const Range& range, size_t depth);
  void forget_variable(const std::string& name) {
    frames_.back()->types.erase(name);
    frames_.back()->values.erase(name);
  }
  bool defined(const std::string& name, size_t from = 0) const;
  bool defined_in(const Frame& frame, const std::string& name) const;
  SugaredPtr resolve(const std::string& name, const Range& range);
  vm::Value lookup(const std::string& name);  // null: not found in Python
  SugaredPtr python_value(const vm::Value& value, const Range& range, const std::string& name, bool constant);

  // emit_statements.cpp
  void emit_body(Body body);
  void emit_statement(Stmt* stmt);
  void emit_return(const Range& range, Value* value);
  void emit_assign(const AssignStmt& stmt);
  void assign(Expr* target, SugaredPtr value, const Range& range, TypePtr annotated = nullptr);
  void assign_tuple(const TupleExpr& target, SugaredPtr value, const Range& range, Exprs elements);
  void assign_subscript(const SubscriptExpr& target, Value* value, const Range& range);
  void assign_attribute(const AttributeExpr& target, SugaredPtr value, const Range& range);
  bool assign_property(const SugaredPtr& object, const std::string& name, const SugaredPtr& value, const Range& range);
  void emit_augmented(const AugAssignStmt& stmt);
  void emit_assert(const AssertStmt& stmt);
  void emit_raise(const RaiseStmt& stmt);
  void emit_delete(const DeleteStmt& stmt);
  void emit_with(const WithStmt& stmt);
  TypePtr entered_type(ClassType& cls, const Range& range);
  Value* store_into_tensor(Value* sliced, const std::vector<Value*>& indices, Value* value, const Range& range);

  // emit_control.cpp
  void emit_if(const Range& range, Condition condition, const std::function<void()>& on_true,
               const std::function<void()>& on_false);
  void emit_for(const std::function<SugaredPtr()>& iterable, const std::function<void(SugaredPtr)>& bind,
                const std::function<void()>& body, const Range& range, const Range& iterable_range);
  void emit_while(const WhileStmt& stmt);
  void loop(const Range& range, const SugaredPtr& iterable, const std::function<void(SugaredPtr)>& bind, Expr* test,
            const std::function<void()>& body);
  Condition emit_condition(Expr* expr);
  Condition plain_condition(Value* value, const Range& range);
  Condition none_check(const CompareExpr& expr, bool negated);
  Condition instance_check(const CallExpr& expr);
  void refine(const Refinements& refinements, const Range& range);
  Value* to_bool(Value* value, const Range& range);
  Condition logical(const BoolOpExpr& expr, size_t count);
  Value* if_expression(const Range& range, const Condition& condition, const std::function<Value*()>& on_true,
                       const std::function<Value*()>& on_false);
  Value* emit_list_comprehension(Expr* element, Comprehension& part, const Range& range, TypePtr hint);
  Value* emit_dict_comprehension(const DictCompExpr& expr, TypePtr hint);

  // emit_expressions.cpp
  Value* emit(Expr* expr, TypePtr hint = nullptr);
  SugaredPtr emit_sugared(Expr* expr, TypePtr hint = nullptr);
  Value* as_value(const SugaredPtr& value, const Range& range);
  Value* emit_constant(const ConstantExpr& expr);
  Value* number(int64_t value, const Range& range);
  Value* front_constant(vm::Value value, TypePtr type, const Range& range);
  Value* emit_list(const ListExpr& expr, TypePtr hint);
  Value* emit_dict(const DictExpr& expr, TypePtr hint);
  Value* emit_tuple(const std::vector<Value*>& items);
  Value* concatenate(Value* left, Value* right, const Range& range);  // of tuples
  SugaredPtr emit_subscript(const SubscriptExpr& expr);
  Value* index_tensor(Value* tensor, Exprs indices, const Range& range, std::vector<Value*>* gathered);
  Value* slice(Value* value, const SliceExpr& expr, Value* dim, const Range& range);
  SugaredPtr module_item(const SugaredPtr& container, Value* index, const Range& range);
  SugaredPtr item(const SugaredPtr& container, Value* index, const Range& range, const Expr* source);
  std::vector<SugaredPtr> unpack(const SugaredPtr& value, const Range& range, size_t count);
  Value* binary(const char* op, Value* left, Value* right, const Range& range);
  SugaredPtr emit_tuple_display(const TupleExpr& expr, const Range& range, const TypePtr& hint);
  SugaredPtr emit_joined_text(const JoinedStrExpr& expr, const Range& range);
  SugaredPtr emit_binary(const BinOpExpr& expr, const Range& range);
  SugaredPtr emit_unary(Expr* expr, const Range& range);
  SugaredPtr emit_comparison(Expr* expr, const Range& range);
  Value* emit_comparison_of(Comparator op, Expr* left, Expr* right);
  Value* emit_membership(Comparator op, Expr* item, Expr* container, const Range& range);

  // emit_calls.cpp
  SugaredPtr attribute(const SugaredPtr& object, const std::string& name, const Range& range);
  SugaredPtr module_attribute(const SugaredPtr& module, const std::string& name, const Range& range);
  SugaredPtr module_slot(const SugaredPtr& module, const ClassAttribute& attribute);
  SugaredPtr module_walk(const SugaredPtr& module, const std::string& name);
  std::optional<AttributeKind> container_content(const ClassType& cls);
  SugaredPtr module_member(const SugaredPtr& module, const std::string& name, const Range& range);
  SugaredPtr module_overloads(const SugaredPtr& module, const std::string& name, const vm::Value& function,
                              const std::vector<vm::Value>& signatures);
  [[noreturn]] void no_attribute(const ClassType& cls, const std::string& name, const Range& range);
  Value* module_constant(const vm::Value& value, const Range& range);
  SugaredPtr instance(Value* value);  // wraps a value of class type, to access its members
  SugaredPtr construct(const SugaredPtr& cls, const Range& range, const std::vector<NamedValue>& positional,
                       const std::vector<NamedValue>& keywords);
  // Calls value.name(...) if the value's class has that method; else null.
  SugaredPtr call_special(Value* value, const char* name, const std::vector<Value*>& arguments, const Range& range);
  SugaredPtr value_attribute(Value* value, const std::string& name, const Range& range);
  [[noreturn]] void no_member(const ClassType& cls, const std::string& name, const Range& range);
  SugaredPtr object_member(const SugaredPtr& object, const std::string& name, const Range& range);
  SugaredPtr emit_call(const CallExpr& expr, TypePtr hint);
  SugaredPtr call(const SugaredPtr& callee, const Range& range, const std::vector<NamedValue>& positional,
                  const std::vector<NamedValue>& keywords, TypePtr hint);
  Value* call_function(Function& callee, const FunctionPtr& pointer, const Range& range,
                       const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords, Value* self);
  void call_as_statement(Value* result);
  SugaredPtr call_python(const Sugared& callee, const Range& range, const std::vector<NamedValue>& positional,
                         const std::vector<NamedValue>& keywords);
  SugaredPtr library_manager(vm::Type& type, const Range& range, const std::vector<NamedValue>& positional,
                             const std::vector<NamedValue>& keywords);
  std::vector<vm::Value> hooks_of(const ClassType& cls, const char* table);
  FunctionPtr pick_overload(const std::vector<FunctionPtr>& overloads, const Range& range,
                            const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                            Value* self);
  SugaredPtr call_module(const SugaredPtr& module, const Range& range, std::vector<NamedValue> positional,
                         const std::vector<NamedValue>& keywords);
  Value* emit_dict_call(const CallExpr& expr, const Range& range, TypePtr hint);
  Value* emit_dict_of_pairs(const SugaredPtr& pairs, const Range& range, TypePtr hint);
  void check_pair(const TypePtr& declared, const Value* key, const Value* value, const Range& range);
  SugaredPtr emit_fork(const CallExpr& expr, const Range& range);
  std::vector<NamedValue> emit_arguments(const CallExpr& expr);
  std::vector<NamedValue> emit_keywords(const CallExpr& expr);
  SugaredPtr iterable(const SugaredPtr& value, const Range& range);
  std::optional<int64_t> static_length(const SugaredPtr& value);
  bool unrolls(const SugaredPtr& value);
  Value* length(const SugaredPtr& value, const Range& range);
  FunctionPtr container_method(const SugaredPtr& module, const std::string& name, const Range& range);
  SugaredPtr walk_module(const SugaredPtr& module, const std::string& what, const Range& range);
  SugaredPtr module_items(const SugaredPtr& module, const std::string& what, const Range& range);

  // emit_special.cpp
  SugaredPtr emit_special(const SugaredPtr& callee, const CallExpr& expr, const Range& range, TypePtr hint);
  struct SpecialCall;
  using SpecialForm = SugaredPtr (Emitter::*)(const SpecialCall&);
  static const std::unordered_map<std::string_view, SpecialForm>& special_forms();
  SugaredPtr special_print(const SpecialCall& call);
  SugaredPtr special_range(const SpecialCall& call);
  SugaredPtr special_enumerate(const SpecialCall& call);
  SugaredPtr special_zip(const SpecialCall& call);
  SugaredPtr special_reversed(const SpecialCall& call);
  SugaredPtr special_isinstance(const SpecialCall& call);
  SugaredPtr special_getattr(const SpecialCall& call);
  SugaredPtr special_list(const SpecialCall& call);
  SugaredPtr special_tuple(const SpecialCall& call);
  SugaredPtr special_dict(const SpecialCall& call);
  SugaredPtr special_sorted(const SpecialCall& call);
  SugaredPtr special_annotate(const SpecialCall& call);
  SugaredPtr special_fork(const SpecialCall& call);
  SugaredPtr special_wait(const SpecialCall& call);
  SugaredPtr special_is_scripting(const SpecialCall& call);
  SugaredPtr special_unwrap_optional(const SpecialCall& call);
  SugaredPtr special_walk(const SpecialCall& call);
  SugaredPtr special_items(const SpecialCall& call);
  void check_count(const SpecialCall& call, size_t least, size_t most);
  void insert_unread_range(const Range& range);
  bool has_attribute(const SugaredPtr& object, const std::string& name, const Range& range);

  // annotations.cpp
  TypePtr annotation(Expr* expr);

  [[noreturn]] void fail(const std::string& message, const Range& range, const char* kind = "RuntimeError");
  [[noreturn]] void unsupported(const char* what, const Range& range);
  Graph& graph() { return *target_.graph; }
  Value* insert(const char* kind, std::vector<Value*> inputs, TypePtr type, const Range& range);
  Block* block() { return frames_.back()->block; }

  vm::Interpreter& vm_;
  Function& target_;
  ParsedFunction parsed_;
  vm::Value function_;
  ClassType* class_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::set<const Block*> exited_;
  TypePtr declared_result_, merged_result_;
  int loop_depth_ = 0;  // -1 inside an unrolled loop
  std::vector<size_t> line_starts_;
  std::vector<Value*> numbers_;
};

// Converts an annotation; `lookup` resolves names. Null if it is no type.
TypePtr annotation_type(const Expr* expr, const std::function<vm::Value(const std::string&)>& lookup,
                        vm::Interpreter& vm);

}  // namespace vt::script
