// What a script is made of: functions with a graph, classes of modules with methods and
// attributes, and objects of such classes. After ir.h and schema.h.
#pragma once
#include "torchscript/script/schema.h"
#include "vm/interpreter.h"

namespace vt::script {

struct Function {
  std::string name;                 // "forward"
  std::string qualified;            // "__torch__.Net.forward"
  std::vector<Argument> arguments;  // self included
  TypePtr result;
  std::shared_ptr<Graph> graph;
  ClassType* owner = nullptr;  // of a method
  vm::Value python;            // the function of the language, if there is one
  enum class State : uint8_t { kDeclared, kCompiling, kReady } state = State::kDeclared;
  std::function<void()> compile;  // what kDeclared still needs
  bool traced = false;
  std::string declaration() const { return script::declaration(name, arguments, result); }
  std::shared_ptr<Graph> inlined();  // calls replaced by their bodies; made once
  // The same with constants propagated: what callers inline.
  std::shared_ptr<Graph> prepared();
  // The graph that the interpreter runs: inlined where that is safe.
  std::shared_ptr<Graph> inlined_graph, prepared_graph;
};
using FunctionPtr = std::shared_ptr<Function>;

enum class AttributeKind : uint8_t { kAttribute, kParameter, kBuffer, kModule };
struct ClassAttribute {
  std::string name;
  TypePtr type;
  AttributeKind kind = AttributeKind::kAttribute;
};

// The class of a scripted or traced module, or a script class.
struct ClassType {
  std::string qualified;      // "__torch__.Net"
  std::string original_name;  // "Net"
  std::vector<ClassAttribute> attributes;
  std::map<std::string, vm::Value> constants;  // read at compile time
  std::map<std::string, std::string> refused;  // attributes of the module that have no script type, and why
  std::map<std::string, FunctionPtr> methods;
  std::vector<std::string> method_order;
  bool plain = false;      // a script class, not a module's
  bool interface = false;  // declares methods that classes have
  vm::Value python;        // the module it was made from; of a script class, the class
  TypePtr type;            // of its objects
  int find(const std::string& name) const;
  FunctionPtr method(const std::string& name) const;
};
std::shared_ptr<ClassType> make_class(const std::string& qualified);
std::shared_ptr<ClassType> class_named(const std::string& qualified);  // the name may be taken
// "__torch__.Net", with ___torch_mangle_N inserted when the name is taken.
std::string unique_name(const std::string& qualified);
// At the end of a run: lets go of its functions, empties its classes, which lead back to
// themselves, and frees their names.
void forget_scripts();

constexpr vm::Kind kScriptObject = static_cast<vm::Kind>(100);
constexpr vm::Kind kScriptGraph = static_cast<vm::Kind>(101);
constexpr vm::Kind kScriptNode = static_cast<vm::Kind>(102);
constexpr vm::Kind kScriptValue = static_cast<vm::Kind>(103);
constexpr vm::Kind kScriptBlock = static_cast<vm::Kind>(104);
constexpr vm::Kind kScriptFunction = static_cast<vm::Kind>(105);
constexpr vm::Kind kScriptType = static_cast<vm::Kind>(106);
constexpr vm::Kind kScriptFuture = static_cast<vm::Kind>(107);

// A module at run time: the values of its attributes, in the order of the class.
struct ScriptObject : vm::Object {
  explicit ScriptObject(std::shared_ptr<ClassType> cls);
  static bool is_kind(vm::Kind k) { return k == kScriptObject; }
  void traverse(vm::Visitor& visitor) const override;
  void clear() override;
  std::shared_ptr<ClassType> cls;
  std::vector<vm::Value> slots;
};
// A function as the language sees it (torch.jit.ScriptFunction).
struct FunctionObject : vm::Object {
  explicit FunctionObject(FunctionPtr function);
  static bool is_kind(vm::Kind k) { return k == kScriptFunction; }
  void traverse(vm::Visitor& visitor) const override {
    visitor.visit(attributes);
    visitor.visit(self);
  }
  void clear() override { attributes = self = vm::Value(); }
  vm::Value* attributes_slot() override;
  const vm::Value* attributes_if_any() override { return &attributes; }
  FunctionPtr function;
  vm::Value self;  // of a method: the module's object
  vm::Value attributes;
};

// Compiling (compile.cpp).
FunctionPtr compile_function(vm::Interpreter& vm, const vm::Value& function);
void ensure_ready(Function& function);
// Declares `name` of the Python module behind `cls`; null if it is no plain method.
FunctionPtr declare_method(vm::Interpreter& vm, ClassType& cls, const std::string& name);
// The same for a function that is given: the getter of a property.
// With a signature: an overload, which is declared by that function.
FunctionPtr declare_getter(vm::Interpreter& vm, ClassType& cls, const std::string& name, const vm::Value& function,
                           const vm::Value& signature = {});
// The functions that declare the overloads of a function of the language, and one of them.
std::vector<vm::Value> overloads_of(vm::Interpreter& vm, const vm::Value& function);
FunctionPtr compile_overload(vm::Interpreter& vm, const vm::Value& signature, const vm::Value& implementation);
// Types (annotations.cpp).
std::optional<TypePtr> infer_type(vm::Interpreter& vm, const vm::Value& value, std::string* reason);
std::optional<TypePtr> type_from_annotation(vm::Interpreter& vm, const vm::Value& annotation);
// Script classes (classes.cpp). The class of a type of the language, compiled so far as its
// attributes are known; null if it can be none. `find_` looks among those that were made.
std::shared_ptr<ClassType> script_class(vm::Interpreter& vm, vm::Type* type);
std::shared_ptr<ClassType> find_script_class(const vm::Type* type);
void compile_class(vm::Interpreter& vm, vm::Type* type);  // with all its methods
// Interfaces (interfaces.cpp). The class of one, null for other types; why a class does not have
// the methods, among those that are compiled; those of a module compiled because of it.
std::shared_ptr<ClassType> interface_class(vm::Interpreter& vm, vm::Type* type);
std::string unlike_interface(const ClassType& cls, const ClassType& interface);
bool has_interface(ClassType& cls, const ClassType& interface);
void compile_for_interface(vm::Interpreter& vm, ClassType& cls, const ClassType& interface);
// An instance of the language as an object of scripts (null: an attribute does not fit), and back.
vm::Value to_script_object(vm::Interpreter& vm, const vm::Value& value, const std::shared_ptr<ClassType>& cls);
// Which attribute of an object does not fit, and why.
std::string unfit_attribute(vm::Interpreter& vm, const vm::Value& object, const ClassType& cls);
vm::Value from_script_value(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);
// Raises the exception of the language for a mistake in a script.
[[noreturn]] void raise_script_error(vm::Interpreter& vm, const ScriptError& error);

// Running (interpreter.cpp).
vm::Value run_function(vm::Interpreter& vm, Function& function, std::vector<vm::Value> arguments);
// Binds the arguments of a call to the signature, with TorchScript's checks and messages.
std::vector<vm::Value> bind_to_signature(vm::Interpreter& vm, const Function& function, const vm::Arguments& arguments,
                                         const vm::Value* self);
bool fits_type(const vm::Value& value, const TypePtr& type);
// A value of the language as a value of a type, containers copied; null if it does not fit.
vm::Value to_script_value(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);

// Passes (passes.cpp and its kin).
void convert_to_ssa(Graph& graph);
void transform_exits(Graph& graph);
void cleanup(Graph& graph);  // what every compiled function gets
void eliminate_dead_code(Graph& graph);
bool propagate_constants(Graph& graph, bool tensors_too);
void pool_constants(Graph& graph);
void lower_simple_tuples(Graph& graph);
void canonicalize_loops(Graph& graph);
void inline_calls(Graph& graph);
void merge_common(Graph& graph);
void simplify_by_types(Graph& graph);
std::string code_text(Function& function, std::vector<vm::Value>* constants);

}  // namespace vt::script
