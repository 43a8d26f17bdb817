// Calls: resolves the callee and emits functions, modules, overloads and Python calls.
#include <algorithm>
#include <cmath>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"

namespace vt::script {

SugaredPtr Emitter::python_value(const vm::Value& value, const Range& at, const std::string& name, bool constant) {
  if (FunctionObject* function = value.as<FunctionObject>()) {
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kFunction;
    made->function = function->function;
    return made;
  }
  if (torch::DTypeObject* dtype = value.as<torch::DTypeObject>())
    return sugared(graph().insert_int(dtype_number(dtype->dtype), at));
  if (torch::NamedConstant* named = value.as<torch::NamedConstant>()) {
    int64_t number = named->text == "torch.channels_last_3d"  ? 3
                     : named->text == "torch.channels_last"   ? 2
                     : named->text == "torch.preserve_format" ? 1
                                                              : 0;
    return sugared(graph().insert_int(number, at));
  }
  if (value.as<torch::DeviceObject>())
    return sugared(graph().insert_constant(value, simple_type(TypeKind::kDevice), at));
  if (SugaredPtr known = library_value(vm_, value)) return known;
  auto made = std::make_shared<Sugared>();
  made->python = value;
  made->name = name;
  made->constant = constant;
  if (vm::Type* type = value.as<vm::Type>()) {
    if (type->is_subtype_of(vm::types().BaseException)) {
      made->kind = Sugared::Kind::kException;
      made->name = type->module + "." + type->qualified_name;
      return made;
    }
    if (type == torch::torch_types().device) {
      made->kind = Sugared::Kind::kBuiltin;
      made->name = "aten::device";
      return made;
    }
    // Of the grad modes, only no_grad is a class in scripts; the others are operators.
    if (type->module == "torch.autograd.grad_mode" && type->name != "no_grad") {
      made->kind = Sugared::Kind::kBuiltin;
      made->name = "aten::" + type->name;
      return made;
    }
    // Scripts cannot construct modules, but may call static methods through a module class.
    vm::Value module_type = vm_.get_attribute(vm_.import_module("torch.nn"), "Module");
    if (type->is_subtype_of(module_type.as<vm::Type>()) || modifier_of(vm_, value) == "ignore") {
      made->kind = Sugared::Kind::kPython;
      return made;
    }
    std::optional<TypePtr> script_type = type_from_annotation(vm_, value);
    if (script_type && is(*script_type, TypeKind::kTuple)) {
      made->kind = Sugared::Kind::kTupleType;
      made->type = *script_type;
      return made;
    }
    if (script_type && is(*script_type, TypeKind::kEnum)) {
      made->kind = Sugared::Kind::kEnumType;
      made->type = *script_type;
      return made;
    }
    if (std::shared_ptr<ClassType> cls = script_class(vm_, type)) {
      made->kind = Sugared::Kind::kClassType;
      made->cls = cls.get();
      made->type = cls->type;
      return made;
    }
    made->kind = Sugared::Kind::kPython;
    return made;
  }
  if (value.as<vm::NativeFunction>()) {
    fail("Python builtin " + vm_.repr(value) + " is currently not supported in Torchscript", at);
  }
  if (value.as<vm::Function>()) {
    std::string modifier = modifier_of(vm_, value);
    if (modifier == "ignore" || modifier == "unused") {
      made->kind = Sugared::Kind::kPythonCall;
      made->name = modifier;
      return made;
    }
    // Compile at the point of the call, so that error messages have the call chain.
    made->kind = Sugared::Kind::kFunction;
    compile_stack().back().range = at;
    for (const vm::Value& each : overloads_of(vm_, value))
      made->overloads.push_back(compile_overload(vm_, each, value));
    if (made->overloads.empty()) made->function = compile_function(vm_, value);
    return made;
  }
  if (value.is_float() && std::isinf(value.as_float()))  // math.inf imported under another name
    return sugared(graph().insert_constant(value, simple_type(TypeKind::kFloat), at));
  if (constant) {
    std::string reason;
    std::optional<TypePtr> type = infer_type(vm_, value, &reason);
    if (type && (value.is_int() || value.is_float() || value.is_bool()))
      return sugared(graph().insert_constant(value, *type, at));
  }
  made->kind = Sugared::Kind::kPython;
  return made;
}

// --- calls ------------------------------------------------------------------------------

std::vector<NamedValue> Emitter::emit_arguments(const CallExpr& expr) {
  std::vector<NamedValue> made;
  for (Expr* argument : expr.arguments) {
    Range at = range(argument);
    if (argument->kind == ExprKind::kStarred) {
      for (const SugaredPtr& each : unpack(emit_sugared(as<StarredExpr>(argument).value), at, 0))
        made.push_back({"", as_value(each, at), at});
    } else {
      made.push_back({"", emit(argument), at});
    }
  }
  return made;
}

std::vector<NamedValue> Emitter::emit_keywords(const CallExpr& expr) {
  std::vector<NamedValue> made;
  for (const Keyword& keyword : expr.keywords) {
    Range at = range(keyword.value);
    if (keyword.name.empty())
      throw ScriptError{"keyword-arg expansion is not supported:\n" + at.highlight(), at, "NotSupportedError", true};
    made.push_back({std::string(keyword.name), emit(keyword.value), at});
  }
  return made;
}

SugaredPtr Emitter::emit_call(const CallExpr& expr, TypePtr hint) {
  Range at = range(expr.callee);
  SugaredPtr callee = emit_sugared(expr.callee);
  if (callee->kind == Sugared::Kind::kSpecial) {
    if (callee->name.rfind("tensor.", 0) == 0) {
      std::string what = callee->name.substr(7);
      if (what == "tolist") {
        if (!hint) fail("Expected type hint for result of tolist()", at);
        return sugared(insert("prim::tolist", {callee->values[0]}, hint, at));
      }
      static const std::map<std::string, int64_t> casts = {{"float", 6}, {"double", 7},   {"half", 5}, {"int", 3},
                                                           {"long", 4},  {"short", 2},    {"char", 1}, {"byte", 0},
                                                           {"bool", 11}, {"bfloat16", 15}};
      Value* number = graph().insert_int(casts.at(what), at);
      Value* blocking = graph().insert_bool(false, at);
      Value* copy = graph().insert_bool(false, at);
      Value* none = graph().insert_none(at);
      return sugared(emit_builtin(graph(), "aten::to", {callee->values[0], number, blocking, copy, none}, at));
    }
    return emit_special(callee, expr, at, hint);
  }
  if (callee->kind == Sugared::Kind::kBuiltin && callee->name == "aten::len" && expr.arguments.size() == 1)
    return sugared(length(emit_sugared(expr.arguments[0]), at));
  std::vector<NamedValue> positional = emit_arguments(expr);
  std::vector<NamedValue> keywords = emit_keywords(expr);
  return call(callee, at, positional, keywords, hint);
}

namespace {
// A max pool with the constant argument return_indices=True is another library function, because its result
// type differs. Null if the argument is absent or False.
FunctionPtr pooling_with_indices(vm::Interpreter& vm, const SugaredPtr& callee,
                                 const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords) {
  if (callee->name.find("max_pool") == std::string::npos) return nullptr;
  bool adaptive = callee->name.rfind("adaptive_", 0) == 0;
  size_t place = adaptive ? 2 : 6;
  Value* asked = place < positional.size() ? positional[place].value : nullptr;
  for (const NamedValue& each : keywords)
    if (each.name == "return_indices") asked = each.value;
  const vm::Value* constant = asked ? constant_of(asked) : nullptr;
  if (!constant || !constant->is_bool() || !constant->as_bool()) return nullptr;
  vm::Value found =
      vm.find_attribute(vm.import_module("torch.jit._functional"), vm::intern(callee->name + "_with_indices"));
  return found.is_null() ? nullptr : compile_function(vm, found);
}
}  // namespace

// The constructor of a named tuple in messages: PyTorch omits its result.
static std::string constructor_declaration(const Type& type, const std::vector<Argument>& formal) {
  std::string text = script::declaration(type.name.substr(type.name.rfind('.') + 1), formal, tuple_of({}));
  return text.substr(0, text.size() - 4) + "()";
}

SugaredPtr Emitter::call(const SugaredPtr& callee, const Range& at, const std::vector<NamedValue>& positional,
                         const std::vector<NamedValue>& keywords, TypePtr) {
  switch (callee->kind) {
    case Sugared::Kind::kBuiltin:
      if (callee->name == "aten::device" && positional.empty() && keywords.size() == 1 && keywords[0].name == "type")
        return call(callee, at, {{"", keywords[0].value, keywords[0].range}}, {}, nullptr);
      if (callee->name == "aten::str" && positional.size() == 1)
        if (SugaredPtr own = call_special(positional[0].value, "__str__", {}, at)) return own;
      if (callee->name == "aten::str" && !callee->self) graph().insert_int(0);  // as in to_bool()
      return sugared(emit_builtin(graph(), callee->name, positional, keywords, at, callee->self.get()));
    case Sugared::Kind::kCast: {
      if (positional.empty()) {
        if (callee->name == "int") return sugared(graph().insert_int(0, at));
        if (callee->name == "bool") return sugared(graph().insert_bool(false, at));
        return sugared(graph().insert_constant(vm::Value::real(0), simple_type(TypeKind::kFloat), at));
      }
      Value* value = positional[0].value;
      TypeKind kind = callee->name == "int"     ? TypeKind::kInt
                      : callee->name == "float" ? TypeKind::kFloat
                                                : TypeKind::kBool;
      if (kind == TypeKind::kBool) return sugared(to_bool(value, at));
      graph().insert_int(0);  // as in to_bool()
      if (is(value->type, kind)) return sugared(value);
      return sugared(emit_builtin(graph(), kind == TypeKind::kInt ? "aten::Int" : "aten::Float", {value}, at));
    }
    case Sugared::Kind::kFunction: {
      FunctionPtr function = callee->overloads.empty()
                                 ? pooling_with_indices(vm_, callee, positional, keywords)
                                 : pick_overload(callee->overloads, at, positional, keywords, nullptr);
      if (!function) function = callee->function;
      return sugared(call_function(*function, function, at, positional, keywords, nullptr));
    }
    case Sugared::Kind::kMethod: {
      FunctionPtr method = callee->overloads.empty()
                               ? callee->function
                               : pick_overload(callee->overloads, at, positional, keywords, callee->value);
      return sugared(call_function(*method, method, at, positional, keywords, callee->value));
    }
    case Sugared::Kind::kClassType: return construct(callee, at, positional, keywords);
    case Sugared::Kind::kValue: {
      if (!is(callee->value->type, TypeKind::kClass)) fail("cannot call a " + kind_text(*callee), at);
      return call(value_attribute(callee->value, "__call__", at), at, positional, keywords, nullptr);
    }
    case Sugared::Kind::kModule: return call_module(callee, at, positional, keywords);
    case Sugared::Kind::kException: {
      auto made = std::make_shared<Sugared>();
      made->kind = Sugared::Kind::kRaised;
      Value* message = positional.empty() ? graph().insert_text("", at) : positional[0].value;
      if (!is(message->type, TypeKind::kString)) message = emit_builtin(graph(), "aten::str", {message}, at);
      if (callee->name == "builtins.AssertionError") {
        Value* prefix = graph().insert_text("AssertionError: ", at);
        made->values = {emit_builtin(graph(), "aten::add", {prefix, message}, at), graph().insert_none(at)};
      } else {
        made->values = {message, graph().insert_text(callee->name, at)};
      }
      return made;
    }
    case Sugared::Kind::kTupleType: {
      std::vector<Argument> formal;
      size_t first_default = callee->type->fields.size() - callee->type->defaults.size();
      for (size_t i = 0; i < callee->type->fields.size(); ++i) {
        Argument a;
        a.name = callee->type->fields[i];
        a.type = callee->type->inside[i];
        if (i >= first_default) {
          a.has_default = true;
          a.default_value = callee->type->defaults[i - first_default];
        }
        formal.push_back(std::move(a));
      }
      std::string reasons;
      std::optional<Matched> matched =
          match_schema(formal, {callee->type}, constructor_declaration(*callee->type, formal), false, graph(), at,
                       positional, keywords, &reasons, nullptr, true);
      if (!matched) fail(reasons, at);
      return sugared(insert("prim::TupleConstruct", matched->inputs, callee->type, at));
    }
    case Sugared::Kind::kPythonCall: return call_python(*callee, at, positional, keywords);
    case Sugared::Kind::kPython: {
      if (callee->python.as<vm::Type>()) {
        vm::Type* type = callee->python.as<vm::Type>();
        if (type->module.rfind("torch", 0) == 0 && type->find(vm::intern("__enter__")))
          return library_manager(*type, at, positional, keywords);
        if (modifier_of(vm_, callee->python) == "ignore")
          throw ScriptError{"Cannot instantiate class '" + type->name + "' in a script function:\n" + at.highlight(),
                            at, "FrontendError", true};
        fail("Python type cannot be used as a value: class '" + type->name + "' is not a script class", at);
      }
      vm::Value object = vm_.find_attribute(callee->python, vm::intern("_c"));
      if (!object.is_null() && object.as<ScriptObject>())
        fail("Cannot call a ScriptModule that is not a submodule of the caller", at);
      return call_python(*callee, at, positional, keywords);
    }
    default: fail("cannot call a " + kind_text(*callee), at);
  }
}

// A context manager of the library: creates the object and calls its __init__, which runs in Python, with all
// arguments (defaults filled in).
SugaredPtr Emitter::library_manager(vm::Type& type, const Range& at, const std::vector<NamedValue>& positional,
                                    const std::vector<NamedValue>& keywords) {
  Node* made = graph().create("prim::CreateObject");
  made->constant = vm::Value::of(&type);
  made->output()->type = other_type("__torch__." + type.module + "." + type.name);
  made->range = at;
  Value* object = graph().insert(made)->output();
  std::vector<Value*> inputs = {object};
  const vm::Value* init = type.find(vm::intern("__init__"));
  if (const vm::Function* function = init ? init->as<vm::Function>() : nullptr) {
    const Code& code = *function->code_object()->code;
    const vm::Tuple* defaults = function->defaults.as<vm::Tuple>();
    const size_t count = static_cast<size_t>(code.argument_count);
    const size_t required = count - (defaults ? defaults->items.size() : 0);
    if (positional.size() >= count) fail(type.name + "() takes " + std::to_string(count - 1) + " arguments", at);
    for (size_t i = 1; i < count; ++i) {
      auto named = std::find_if(keywords.begin(), keywords.end(),
                                [&](const NamedValue& each) { return each.name == code.local_names[i]; });
      if (i <= positional.size()) inputs.push_back(positional[i - 1].value);
      else if (named != keywords.end()) inputs.push_back(named->value);
      else if (i < required) fail("Argument " + code.local_names[i] + " not provided.", at);
      else {
        const vm::Value& value = defaults->items[i - required];
        inputs.push_back(graph().insert_constant(value, *infer_type(vm_, value, nullptr)));
      }
    }
  }
  Node* node = graph().create("prim::CallMethod", inputs);
  node->set("name", "__init__");
  node->output()->type = simple_type(TypeKind::kNone);
  node->range = at;
  graph().insert(node);
  return sugared(object);
}

// The functions in one of the hook tables of the module behind a class.
std::vector<vm::Value> Emitter::hooks_of(const ClassType& cls, const char* table) {
  if (cls.interface) return {};
  vm::Value hooks = cls.python.is_null() ? cls.python : vm_.find_attribute(cls.python, vm::intern(table));
  return hooks.is_null() ? std::vector<vm::Value>() : vm_.to_vector(vm_.call_method(hooks, "values", {}));
}

// forward with its hooks. A hook is a function whose first argument is the module; it gets the call's
// arguments as one tuple.
SugaredPtr Emitter::call_module(const SugaredPtr& module, const Range& at, std::vector<NamedValue> positional,
                                const std::vector<NamedValue>& keywords) {
  ClassType& cls = *module->cls;
  const std::vector<vm::Value> before = hooks_of(cls, "_forward_pre_hooks"), after = hooks_of(cls, "_forward_hooks");
  auto call_hook = [&](const vm::Value& hook, std::vector<NamedValue> arguments) {
    if (!hook.as<vm::Function>()) fail("hook " + vm_.repr(hook) + " is no function of the program", at);
    std::string name = vm_.str(hook.as<vm::Function>()->name);
    FunctionPtr function = declare_getter(vm_, cls, name, hook);
    arguments.insert(arguments.begin(), {"", module->value, at});
    return call_function(*function, function, at, arguments, keywords, nullptr);
  };
  Value* input = nullptr;
  if (!before.empty() || !after.empty()) {
    std::vector<Value*> given;
    for (const NamedValue& each : positional) given.push_back(each.value);
    input = emit_tuple(given);
  }
  for (const vm::Value& hook : before) {
    Value* result = call_hook(hook, {{"", input, at}});
    if (is(result->type, TypeKind::kNone)) continue;
    input = is(result->type, TypeKind::kTuple) ? result : emit_tuple({result});
  }
  if (!before.empty() && !positional.empty()) {
    Node* unpack = graph().create("prim::TupleUnpack", {input}, input->type->inside.size());
    graph().insert(unpack);
    positional.clear();
    for (size_t i = 0; i < unpack->outputs.size(); ++i) {
      unpack->outputs[i]->type = input->type->inside[i];
      positional.push_back({"", unpack->outputs[i], at});
    }
  }
  // Recurrent layers accept a tensor or a packed sequence; scripts support only the tensor overload, forward__0.
  bool recurrent = !cls.interface && !vm_.find_attribute(cls.python, vm::intern("forward__0")).is_null();
  SugaredPtr forward = module_attribute(module, recurrent ? "forward__0" : "forward", at);
  SugaredPtr result = call(forward, at, positional, keywords, nullptr);
  for (const vm::Value& hook : after) {
    Value* output = as_value(result, at);
    Value* changed = call_hook(hook, {{"", input, at}, {"", output, at}});
    if (!is(changed->type, TypeKind::kNone)) result = sugared(changed);
  }
  return result;
}

// The first overload that accepts the arguments without conversions, otherwise the first one with conversions.
FunctionPtr Emitter::pick_overload(const std::vector<FunctionPtr>& overloads, const Range& at,
                                   const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                                   Value* self) {
  compile_stack().back().range = at;
  std::vector<NamedValue> arguments = positional;
  if (self) arguments.insert(arguments.begin(), {"", self, at});
  std::string reasons;
  for (bool conversions : {false, true}) {
    reasons.clear();
    for (const FunctionPtr& each : overloads) {
      ensure_ready(*each);
      const Node* before = graph().insert_point->previous;
      bool fits = match_schema(each->arguments, {each->result}, each->declaration(), false, graph(), at, arguments,
                               keywords, &reasons, nullptr, conversions)
                      .has_value();
      undo_insertions(graph(), before);
      if (fits) return each;
    }
  }
  fail("Arguments for call are not valid.\nThe following variants are available:\n" + prefixed(reasons) +
           "\nThe original call is",
       at);
}

Value* Emitter::call_function(Function& callee, const FunctionPtr& pointer, const Range& at,
                              const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                              Value* self) {
  compile_stack().back().range = at;
  if (callee.state == Function::State::kCompiling)
    fail(std::string(self ? " method" : " function") + " '" + callee.name +
             "' is called recursively. Recursive calls are not supported",
         at);
  ensure_ready(callee);
  std::vector<NamedValue> arguments;
  if (self) arguments.push_back({"", self, at});
  arguments.insert(arguments.end(), positional.begin(), positional.end());
  std::string reasons;
  NamedValue self_value{"self", self, at};
  std::optional<Matched> matched = match_schema(callee.arguments, {callee.result}, callee.declaration(), false, graph(),
                                                at, arguments, keywords, &reasons, nullptr, true);
  if (!matched) fail(reasons, at);
  Node* node;
  if (self) {
    node = graph().create("prim::CallMethod", matched->inputs);
    node->set("name", callee.name);
    node->function = pointer;
  } else {
    Node* constant = graph().create("prim::Constant");
    constant->function = pointer;
    constant->set("name", callee.name);
    constant->output()->type = simple_type(TypeKind::kFunction);
    graph().insert(constant);
    std::vector<Value*> inputs = {constant->output()};
    inputs.insert(inputs.end(), matched->inputs.begin(), matched->inputs.end());
    node = graph().create("prim::CallFunction", inputs);
  }
  node->output()->type = callee.result;
  node->range = at;
  return graph().insert(node)->output();
}

namespace {
// The declared signature of a Python function that a script calls without compiling it.
struct PythonSignature {
  std::vector<Argument> arguments;
  TypePtr result = tensor_type();
  std::string name;
  bool declared = false;  // at least one annotation
  bool open = false;      // accepts any number of arguments, or the signature is unknown
};

PythonSignature python_signature(vm::Interpreter& vm, const vm::Value& callable) {
  PythonSignature made;
  vm::Value plain = callable;
  if (const vm::BoundMethod* bound = plain.as<vm::BoundMethod>()) plain = bound->function;
  const vm::Function* function = plain.as<vm::Function>();
  made.open = !function;
  if (!function) return made;
  const Code& code = *function->code_object()->code;
  made.name = code.qualified_name;
  made.open = code.flags & (kHasVarArgs | kHasVarKeywords);
  vm::Dict* annotations = function->annotations.as<vm::Dict>();
  auto type_of = [&](const std::string& name) {
    const vm::Value* annotated = annotations ? annotations->table.find(vm::intern(name)) : nullptr;
    if (!annotated) return tensor_type();
    made.declared = true;
    std::optional<TypePtr> type = type_from_annotation(vm, *annotated);
    return type ? *type : tensor_type();
  };
  for (int i = 0; i < code.argument_count; ++i) {
    Argument a;
    a.name = code.local_names[static_cast<size_t>(i)];
    a.type = type_of(a.name);
    made.arguments.push_back(std::move(a));
  }
  made.result = type_of("return");
  return made;
}
}  // namespace

// Such a call used as a statement: without annotations, its result type is None.
void Emitter::call_as_statement(Value* result) {
  Node* node = result->node;
  if (node->is("prim::PythonOp") && !python_signature(vm_, node->constant).declared)
    result->type = simple_type(TypeKind::kNone);
}

SugaredPtr Emitter::call_python(const Sugared& callee, const Range& at, const std::vector<NamedValue>& positional,
                                const std::vector<NamedValue>& keywords) {
  PythonSignature signature = python_signature(vm_, callee.python);
  if (callee.name == "unused") {
    bool method = callee.python.as<vm::BoundMethod>();
    Value* message = graph().insert_text(
        method ? "Cannot call @unused methods" : "This Python function is annotated to be ignored and cannot be run",
        at);
    Value* cls = method ? graph().insert_text("builtins.RuntimeError", at) : graph().insert_none(at);
    emit_builtin(graph(), "prim::RaiseException", {message, cls}, at);
    return sugared(insert("prim::Uninitialized", {}, signature.result, {}));
  }
  std::vector<NamedValue> given = positional;
  vm::Value function = callee.python;
  if (callee.value) {  // a method: its self is the scripted module
    if (signature.arguments.empty() && !signature.open) fail("Non-static method does not have a self argument", at);
    if (!signature.arguments.empty()) signature.arguments[0].type = callee.value->type;
    signature.name = "lazy_bind.<locals>.lazy_binding_method";
    given.insert(given.begin(), {"", callee.value, at});
    function = function.as<vm::BoundMethod>()->function;
  }
  std::vector<Value*> inputs;
  std::string names;
  if (signature.open) {
    for (const NamedValue& each : given) inputs.push_back(each.value);
    for (const NamedValue& each : keywords) {
      inputs.push_back(each.value);
      names += (names.empty() ? "" : " ") + each.name;
    }
  } else {
    std::string text = signature.name + "(";
    for (size_t i = 0; i < signature.arguments.size(); ++i)
      text += (i ? ", " : "") + graph_text(signature.arguments[i].type) + " " + signature.arguments[i].name;
    text += ") -> " + graph_text(signature.result) + " 0";
    std::string reasons;
    std::optional<Matched> matched = match_schema(signature.arguments, {signature.result}, text, false, graph(), at,
                                                  given, keywords, &reasons, nullptr, true);
    if (!matched) fail(reasons, at);
    inputs = matched->inputs;
  }
  Node* node = graph().create("prim::PythonOp", inputs);
  if (!names.empty()) node->set("keywords", names);
  node->constant = function;
  node->output()->type = signature.result;
  node->range = at;
  return sugared(graph().insert(node)->output());
}

}  // namespace vt::script
