// Data structures of scripts: functions with a graph, classes with methods and attributes, and objects
// of these classes. After ir.h and schema.h.
#pragma once
#include "torchscript/script/schema.h"
#include "vm/interpreter.h"

namespace vt::script {

struct Function {
  std::string name;                 // "forward"
  std::string qualified;            // "__torch__.Net.forward"
  std::vector<Argument> arguments;  // including self
  TypePtr result;
  std::shared_ptr<Graph> graph;
  ClassType* owner = nullptr;  // class of a method; null for a function
  vm::Value python;            // the Python function, if there is one
  enum class State : uint8_t { kDeclared, kCompiling, kReady } state = State::kDeclared;
  std::function<void()> compile;  // compiles a kDeclared function
  bool traced = false;
  std::string declaration() const { return script::declaration(name, arguments, result); }
  std::shared_ptr<Graph> inlined();  // with calls replaced by their bodies; computed once
  // The inlined graph with constants propagated, which callers inline.
  std::shared_ptr<Graph> prepared();
  // Caches of inlined() and prepared().
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
  std::map<std::string, vm::Value> constants;  // readable at compile time only
  std::map<std::string, std::string> refused;  // attributes without a script type, with the reason
  std::map<std::string, FunctionPtr> methods;
  std::vector<std::string> method_order;
  bool plain = false;      // a script class, not the class of a module
  bool interface = false;  // an interface: declares methods, has no bodies
  vm::Value python;        // the module that it was made from; for a script class, the Python class
  TypePtr type;            // type of its objects
  int find(const std::string& name) const;
  FunctionPtr method(const std::string& name) const;
};
std::shared_ptr<ClassType> make_class(const std::string& qualified);
std::shared_ptr<ClassType> class_named(const std::string& qualified);  // the qualified name may be taken already
// "__torch__.Net"; if the name is taken, with ___torch_mangle_N inserted.
std::string unique_name(const std::string& qualified);
// At the end of a run: releases its functions, empties its classes (they are part of reference cycles), and
// frees their names.
void forget_scripts();

constexpr vm::Kind kScriptObject = static_cast<vm::Kind>(100);
constexpr vm::Kind kScriptGraph = static_cast<vm::Kind>(101);
constexpr vm::Kind kScriptNode = static_cast<vm::Kind>(102);
constexpr vm::Kind kScriptValue = static_cast<vm::Kind>(103);
constexpr vm::Kind kScriptBlock = static_cast<vm::Kind>(104);
constexpr vm::Kind kScriptFunction = static_cast<vm::Kind>(105);
constexpr vm::Kind kScriptType = static_cast<vm::Kind>(106);
constexpr vm::Kind kScriptFuture = static_cast<vm::Kind>(107);

// A module or class object at run time: the values of its attributes, in the order of the class.
struct ScriptObject : vm::Object {
  explicit ScriptObject(std::shared_ptr<ClassType> cls);
  static bool is_kind(vm::Kind k) { return k == kScriptObject; }
  void traverse(vm::Visitor& visitor) const override;
  void clear() override;
  std::shared_ptr<ClassType> cls;
  std::vector<vm::Value> slots;
};
// A script function as a Python object (torch.jit.ScriptFunction).
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
  vm::Value self;  // for a method: the module's object
  vm::Value attributes;
};

// Compiling (compile.cpp).
FunctionPtr compile_function(vm::Interpreter& vm, const vm::Value& function);
void ensure_ready(Function& function);
// Declares the method `name` of the Python module behind `cls`; null if there is no such plain method.
FunctionPtr declare_method(vm::Interpreter& vm, ClassType& cls, const std::string& name);
// The same for a given function (the getter of a property). With `signature`, an overload, whose
// signature is that of another function.
FunctionPtr declare_getter(vm::Interpreter& vm, ClassType& cls, const std::string& name, const vm::Value& function,
                           const vm::Value& signature = {});
// The functions that declare the overloads of a Python function; and compiles one of them.
std::vector<vm::Value> overloads_of(vm::Interpreter& vm, const vm::Value& function);
FunctionPtr compile_overload(vm::Interpreter& vm, const vm::Value& signature, const vm::Value& implementation);
// Types (annotations.cpp).
std::optional<TypePtr> infer_type(vm::Interpreter& vm, const vm::Value& value, std::string* reason);
std::optional<TypePtr> type_from_annotation(vm::Interpreter& vm, const vm::Value& annotation);
// Script classes (classes.cpp). script_class: the class for a Python type, compiled at least up to its attributes;
// null if the type cannot be one. find_script_class: only among the existing ones.
std::shared_ptr<ClassType> script_class(vm::Interpreter& vm, vm::Type* type);
std::shared_ptr<ClassType> find_script_class(const vm::Type* type);
void compile_class(vm::Interpreter& vm, vm::Type* type);  // with all its methods
// Interfaces (interfaces.cpp). interface_class: null for other types. unlike_interface: why a class lacks the methods
// (compiled ones count). compile_for_interface: compiles those methods of a module.
std::shared_ptr<ClassType> interface_class(vm::Interpreter& vm, vm::Type* type);
std::string unlike_interface(const ClassType& cls, const ClassType& interface);
bool has_interface(ClassType& cls, const ClassType& interface);
void compile_for_interface(vm::Interpreter& vm, ClassType& cls, const ClassType& interface);
// Converts a Python instance to a script object (null if an attribute does not fit), and back.
vm::Value to_script_object(vm::Interpreter& vm, const vm::Value& value, const std::shared_ptr<ClassType>& cls);
// Names the attribute of an object that does not fit, with the reason.
std::string unfit_attribute(vm::Interpreter& vm, const vm::Value& object, const ClassType& cls);
vm::Value from_script_value(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);
// Raises the Python exception for an error in a script.
[[noreturn]] void raise_script_error(vm::Interpreter& vm, const ScriptError& error);

// Running (interpreter.cpp).
vm::Value run_function(vm::Interpreter& vm, Function& function, std::vector<vm::Value> arguments);
// Binds the arguments of a call to the signature, with TorchScript's checks and error messages.
std::vector<vm::Value> bind_to_signature(vm::Interpreter& vm, const Function& function, const vm::Arguments& arguments,
                                         const vm::Value* self);
bool fits_type(const vm::Value& value, const TypePtr& type);
// Converts a Python value to a script type, copying containers; null if it does not fit.
vm::Value to_script_value(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);

// Passes (passes.cpp and others).
void convert_to_ssa(Graph& graph);
void transform_exits(Graph& graph);
void cleanup(Graph& graph);  // standard passes of every compiled function
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
