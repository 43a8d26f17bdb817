// Calls and attributes: which function a call means, and the special forms.
#include <algorithm>

#include "capture/script/emitter.h"
#include "capture/script/library.h"
#include "torch/objects.h"

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
    // Compiled when it is called, so that the chain of calls is known.
    made->kind = Sugared::Kind::kFunction;
    compile_stack().back().range = at;
    made->function = compile_function(vm_, value);
    return made;
  }
  if (constant) {
    std::string reason;
    std::optional<TypePtr> type = infer_type(vm_, value, &reason);
    if (type && (value.is_int() || value.is_float() || value.is_bool()))
      return sugared(graph().insert_constant(value, *type, at));
  }
  made->kind = Sugared::Kind::kPython;
  return made;
}

// --- attributes -------------------------------------------------------------------------

SugaredPtr Emitter::attribute(const SugaredPtr& object, const std::string& name, const Range& at) {
  switch (object->kind) {
    case Sugared::Kind::kModule: return module_attribute(object, name, at);
    case Sugared::Kind::kValue: return value_attribute(object->value, name, at);
    case Sugared::Kind::kEnumType: {
      vm::Value member = vm_.find_attribute(object->python, vm::intern(name));
      if (member.is_null()) fail("Enum '" + object->type->name + "' has no attribute '" + name + "'", at);
      return sugared(graph().insert_constant(member, object->type, at));
    }
    case Sugared::Kind::kClassType: {
      vm::Value found = vm_.find_attribute(object->python, vm::intern(name));
      if (found.is_null()) fail("type object '" + object->cls->original_name + "' has no attribute '" + name + "'", at);
      return python_value(found, at, name, true);
    }
    case Sugared::Kind::kPython: {
      vm::Value found = vm_.find_attribute(object->python, vm::intern(name));
      const vm::Module* module = object->python.as<vm::Module>();
      if (found.is_null() && module && module->name.rfind("torch", 0) == 0 && !schemas("aten::" + name).empty()) {
        auto made = std::make_shared<Sugared>();
        made->kind = Sugared::Kind::kBuiltin;
        made->name = "aten::" + name;
        return made;
      }
      if (found.is_null() && module) fail("object has no attribute " + name, at);
      if (found.is_null())
        fail("python value of type '" + std::string(vm::type_name(object->python)) +
                 "' cannot be used as a value. "
                 "Perhaps it is a closed over global variable? If so, please consider passing it in as an argument or "
                 "use a "
                 "local variable instead.",
             at);
      return python_value(found, at, name, object->python.as<vm::Module>() != nullptr);
    }
    default: return value_attribute(as_value(object, at), name, at);
  }
}

SugaredPtr Emitter::value_attribute(Value* value, const std::string& name, const Range& at) {
  const TypePtr& type = value->type;
  if (is(type, TypeKind::kTensor)) {
    static const std::map<std::string, std::string> properties = {{"dtype", "prim::dtype"},
                                                                  {"device", "prim::device"},
                                                                  {"grad", "prim::grad"},
                                                                  {"data", "aten::detach"},
                                                                  {"shape", "aten::size"},
                                                                  {"is_cuda", "prim::is_cuda"},
                                                                  {"layout", "prim::layout"},
                                                                  {"T", "aten::numpy_T"},
                                                                  {"requires_grad", "prim::requires_grad"},
                                                                  {"ndim", "aten::dim"},
                                                                  {"mT", "aten::mT"},
                                                                  {"H", "aten::matrix_H"},
                                                                  {"mH", "aten::mH"},
                                                                  {"is_leaf", "aten::is_leaf"},
                                                                  {"is_sparse", "prim::is_sparse"},
                                                                  {"is_quantized", "prim::is_quantized"},
                                                                  {"is_meta", "prim::is_meta"},
                                                                  {"itemsize", "prim::itemsize"},
                                                                  {"nbytes", "prim::nbytes"},
                                                                  {"names", "prim::name"}};
    auto found = properties.find(name);
    if (found != properties.end()) return sugared(emit_builtin(graph(), found->second, {value}, at));
  }
  if (is(type, TypeKind::kTuple)) {
    auto field = std::find(type->fields.begin(), type->fields.end(), name);
    if (field != type->fields.end()) {
      size_t i = static_cast<size_t>(field - type->fields.begin());
      Value* index = graph().insert_int(static_cast<int64_t>(i), at);
      return sugared(insert("prim::TupleIndex", {value, index}, type->inside[i], at));
    }
  }
  if (is(type, TypeKind::kEnum) && (name == "name" || name == "value")) {
    TypePtr result = name == "name" || type->inside.empty() ? simple_type(TypeKind::kString) : type->inside[0];
    return sugared(insert(name == "name" ? "prim::EnumName" : "prim::EnumValue", {value}, result, at));
  }
  if (is(type, TypeKind::kClass)) return module_attribute(instance(value), name, at);
  auto method = std::make_shared<Sugared>();
  method->kind = Sugared::Kind::kBuiltin;
  method->self = std::make_shared<NamedValue>(NamedValue{"self", value, at});
  if (is(type, TypeKind::kTensor)) {
    static const std::map<std::string, int64_t> casts = {{"float", 6}, {"double", 7},   {"half", 5}, {"int", 3},
                                                         {"long", 4},  {"short", 2},    {"char", 1}, {"byte", 0},
                                                         {"bool", 11}, {"bfloat16", 15}};
    auto cast = casts.find(name);
    if (cast != casts.end()) {
      method->kind = Sugared::Kind::kSpecial;
      method->name = "tensor." + name;
      method->values = {value};
      return method;
    }
    if (name == "type") {
      method->name = "aten::to";
      return method;
    }
    if (name == "tolist") {
      method->kind = Sugared::Kind::kSpecial;
      method->name = "tensor.tolist";
      method->values = {value};
      return method;
    }
  }
  if (is(type, TypeKind::kFuture) && name == "wait") {
    method->name = "aten::wait";
    return method;
  }
  // A builtin method: an op whose self takes the value.
  auto fits = [&](const std::string& op) {
    for (const Schema& schema : schemas(op))
      for (const Argument& a : schema.arguments) {
        if (a.name != "self") continue;
        TypeVariables variables;
        std::string reason;
        if (match_variables(a.type, type, variables, &reason) && is_subtype(type, substitute(a.type, variables)))
          return true;
      }
    return false;
  };
  for (const char* space : {"aten::", "prim::"}) {
    if (!fits(space + name)) continue;
    method->name = space + name;
    return method;
  }
  fail("'" + message_text(type) + "' object has no attribute or method '" + name + "'.", at);
}

SugaredPtr Emitter::module_attribute(const SugaredPtr& module, const std::string& name, const Range& at) {
  ClassType& cls = *module->cls;
  int slot = cls.find(name);
  if (slot >= 0) {
    const ClassAttribute& a = cls.attributes[static_cast<size_t>(slot)];
    Node* node = graph().create("prim::GetAttr", {module->value});
    node->set("name", name);
    node->output()->type = a.type;
    Value* value = graph().insert(node)->output();
    bool digits = name.find_first_not_of("0123456789") == std::string::npos;
    value->set_name(digits ? "_" + name : name);
    if (!is(a.type, TypeKind::kClass) || a.type->cls->plain) return sugared(value);
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kModule;
    made->value = value;
    made->cls = a.type->cls.get();
    return made;
  }
  auto constant = cls.constants.find(name);
  if (constant != cls.constants.end()) {
    std::string reason;
    if (constant->second.as<torch::DTypeObject>()) return python_value(constant->second, at, name, true);
    std::optional<TypePtr> type = infer_type(vm_, constant->second, &reason);
    if (!type) fail(reason, at);
    return sugared(graph().insert_constant(constant->second, *type, at));
  }
  if (cls.plain) return object_member(module, name, at);
  vm::Value python = cls.python;
  const vm::Value* declared = python.is_null() ? nullptr : vm::type_of(python)->find(vm::intern(name));
  if (declared && vm::type_of(*declared)->name == "property") {
    FunctionPtr getter = declare_getter(vm_, cls, "__" + name + "_getter", vm_.get_attribute(*declared, "fget"));
    return sugared(call_function(*getter, getter, at, {}, {}, module->value));
  }
  bool container = !python.is_null() && !module_items(module, "check", at)->items.empty();
  if (container && (name == "values" || name == "keys" || name == "items" || name == "named_children" ||
                    name == "children" || name == "modules" || name == "named_modules")) {
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kSpecial;
    made->name = "module." + name;
    made->items = {module};
    return made;
  }
  FunctionPtr method = cls.method(name);
  if (!method && !python.is_null()) {
    vm::Value found = vm_.find_attribute(python, vm::intern(name));
    if (!found.is_null()) {
      if (const vm::BoundMethod* bound = found.as<vm::BoundMethod>()) {
        std::string modifier = modifier_of(vm_, bound->function);
        if (modifier == "ignore" || modifier == "unused") {
          auto made = std::make_shared<Sugared>();
          made->kind = Sugared::Kind::kPythonCall;
          made->python = found;
          made->name = modifier;
          return made;
        }
        method = declare_method(vm_, cls, name);
      } else if (found.as<vm::Function>() || found.as<vm::NativeFunction>() || found.as<FunctionObject>()) {
        return python_value(found, at, name, true);
      }
    }
  }
  if (method) {
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kMethod;
    made->value = module->value;
    made->cls = &cls;
    made->name = name;
    made->function = method;
    return made;
  }
  std::string message = "Module '" + cls.original_name + "' has no attribute '" + name + "' ";
  auto refused = cls.refused.find(name);
  if (refused != cls.refused.end())
    message += "(This attribute exists on the Python module, but we failed to convert Python type: '" +
               refused->second +
               "' to a TorchScript type. Only tensors and (possibly nested) tuples of tensors, lists, or dicts are "
               "supported as inputs or outputs of traced functions, but instead got value of type " +
               refused->second + ".. Its type was inferred; try adding a type annotation for the attribute.)";
  fail(message, at);
}

// The children of a container of modules; empty for other modules.
SugaredPtr Emitter::module_items(const SugaredPtr& module, const std::string& what, const Range& at) {
  auto made = std::make_shared<Sugared>();
  made->kind = Sugared::Kind::kTuple;
  ClassType& cls = *module->cls;
  vm::Value nn = vm_.import_module("torch.nn");
  bool container = false;
  AttributeKind kind = AttributeKind::kModule;
  for (const char* name : {"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"}) {
    if (cls.python.is_null() || !vm_.is_instance(cls.python, vm_.get_attribute(nn, name))) continue;
    container = true;
    if (name[0] == 'P') kind = AttributeKind::kParameter;
  }
  if (!container) {
    if (what == "check") return made;
    fail("Only constant Sequential, ModuleList, ModuleDict, or ParameterList can be used as an iterable", at);
  }
  for (const ClassAttribute& a : cls.attributes) {
    if (a.kind != kind) continue;
    if (what == "check") {
      made->items.push_back(nullptr);
      return made;
    }
    SugaredPtr key = sugared(graph().insert_text(a.name, at));
    if (kind == AttributeKind::kParameter) module_attribute(module, a.name, at);  // read twice, as in PyTorch
    SugaredPtr value = what == "keys" ? nullptr : module_attribute(module, a.name, at);
    if (what == "keys") made->items.push_back(key);
    else if (what == "values") made->items.push_back(value);
    else {
      auto pair = std::make_shared<Sugared>();
      pair->kind = Sugared::Kind::kTuple;
      pair->items = {key, value};
      made->items.push_back(pair);
    }
  }
  if (what == "check") made->items.push_back(nullptr);  // an empty container
  return made;
}

// --- iteration --------------------------------------------------------------------------

SugaredPtr Emitter::iterable(const SugaredPtr& value, const Range& at) {
  switch (value->kind) {
    case Sugared::Kind::kTuple:
    case Sugared::Kind::kRange:
    case Sugared::Kind::kZip: return value;
    case Sugared::Kind::kModule: {
      vm::Value nn = vm_.import_module("torch.nn");
      bool dict =
          !value->cls->python.is_null() && vm_.is_instance(value->cls->python, vm_.get_attribute(nn, "ModuleDict"));
      return module_items(value, dict ? "keys" : "values", at);
    }
    case Sugared::Kind::kEnumType: {  // its members, in order
      std::vector<Value*> members;
      vm::Value table = vm_.get_attribute(value->python, "__members__");
      for (const vm::Value& member : vm_.to_vector(vm_.call_method(table, "values", {})))
        members.push_back(graph().insert_constant(member, value->type, at));
      return sugared(insert("prim::ListConstruct", members, list_of(value->type), at));
    }
    default: break;
  }
  Value* v = as_value(value, at);
  switch (v->type->kind) {
    case TypeKind::kList:
    case TypeKind::kString:
    case TypeKind::kTensor: return sugared(v);
    case TypeKind::kDict: return sugared(emit_builtin(graph(), "aten::keys", {v}, at));
    case TypeKind::kTuple: {
      auto made = std::make_shared<Sugared>();
      made->kind = Sugared::Kind::kTuple;
      made->items = unpack(sugared(v), at, 0);
      return made;
    }
    case TypeKind::kEnum:
    default: fail("'" + message_text(v->type) + "' object is not iterable", at);
  }
}

std::optional<int64_t> Emitter::static_length(const SugaredPtr& value) {
  if (value->kind == Sugared::Kind::kTuple) return static_cast<int64_t>(value->items.size());
  if (value->kind != Sugared::Kind::kZip) return std::nullopt;
  std::optional<int64_t> shortest;
  for (const SugaredPtr& part : value->items)
    if (std::optional<int64_t> n = static_length(part)) shortest = shortest ? std::min(*shortest, *n) : *n;
  return shortest;
}

bool Emitter::unrolls(const SugaredPtr& value) { return static_length(value).has_value(); }

Value* Emitter::length(const SugaredPtr& value, const Range& at) {
  switch (value->kind) {
    case Sugared::Kind::kTuple: return graph().insert_int(static_cast<int64_t>(value->items.size()), at);
    case Sugared::Kind::kModule:
      return graph().insert_int(static_cast<int64_t>(module_items(value, "keys", at)->items.size()), at);
    case Sugared::Kind::kRange:
      if (value->values.size() == 1) return value->values[0];
      return emit_builtin(graph(), "aten::__range_length", {value->values[0], value->values[1], value->values[2]}, at);
    case Sugared::Kind::kZip: {
      std::vector<Value*> lengths;
      for (const SugaredPtr& part : value->items) lengths.push_back(length(part, at));
      Value* list = insert("prim::ListConstruct", lengths, list_of(simple_type(TypeKind::kInt)), {});
      return emit_builtin(graph(), "prim::min", {list}, at);
    }
    default: {
      Value* v = as_value(value, at);
      if (SugaredPtr own = call_special(v, "__len__", {}, at)) return own->value;
      if (is(v->type, TypeKind::kTuple)) return graph().insert_int(static_cast<int64_t>(v->type->inside.size()), at);
      return emit_builtin(graph(), "aten::len", {v}, at);
    }
  }
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
// Pooling that is asked for the places of its maxima, by a constant, is another function of the
// library: its result has another type. Null if it is not asked.
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

SugaredPtr Emitter::call(const SugaredPtr& callee, const Range& at, const std::vector<NamedValue>& positional,
                         const std::vector<NamedValue>& keywords, TypePtr) {
  switch (callee->kind) {
    case Sugared::Kind::kBuiltin:
      if (callee->name == "aten::str" && positional.size() == 1)
        if (SugaredPtr own = call_special(positional[0].value, "__str__", {}, at)) return own;
      if (callee->name == "aten::str" && !callee->self) graph().insert_int(0);  // a conversion, as to_bool()
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
      graph().insert_int(0);  // as to_bool() does
      if (is(value->type, kind)) return sugared(value);
      return sugared(emit_builtin(graph(), kind == TypeKind::kInt ? "aten::Int" : "aten::Float", {value}, at));
    }
    case Sugared::Kind::kFunction: {
      FunctionPtr function = pooling_with_indices(vm_, callee, positional, keywords);
      if (!function) function = callee->function;
      return sugared(call_function(*function, function, at, positional, keywords, nullptr));
    }
    case Sugared::Kind::kMethod:
      return sugared(call_function(*callee->function, callee->function, at, positional, keywords, callee->value));
    case Sugared::Kind::kClassType: return construct(callee, at, positional, keywords);
    case Sugared::Kind::kValue: {
      if (!is(callee->value->type, TypeKind::kClass)) fail("cannot call a value", at);
      return call(value_attribute(callee->value, "__call__", at), at, positional, keywords, nullptr);
    }
    case Sugared::Kind::kModule: {
      // Recurrent layers take a tensor or a packed sequence; scripts have the former.
      bool overloaded = callee->cls && !vm_.find_attribute(callee->cls->python, vm::intern("forward__0")).is_null();
      SugaredPtr forward = module_attribute(callee, overloaded ? "forward__0" : "forward", at);
      return call(forward, at, positional, keywords, nullptr);
    }
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
          match_schema(formal, {callee->type}, script::declaration(callee->type->name, formal, callee->type), false,
                       graph(), at, positional, keywords, &reasons, nullptr, true);
      if (!matched) fail(reasons, at);
      return sugared(insert("prim::TupleConstruct", matched->inputs, callee->type, at));
    }
    case Sugared::Kind::kPythonCall: return call_python(*callee, at, positional, keywords);
    case Sugared::Kind::kPython: {
      if (callee->python.as<vm::Type>()) {
        // A context manager of the library.
        vm::Type* type = callee->python.as<vm::Type>();
        if (type->module.rfind("torch", 0) == 0 && type->find(vm::intern("__enter__"))) {
          std::vector<Value*> inputs;
          for (const NamedValue& each : positional) inputs.push_back(each.value);
          for (const NamedValue& each : keywords) inputs.push_back(each.value);
          Node* node = graph().create("prim::CreateObject", inputs);
          node->constant = callee->python;
          node->output()->type = other_type("__torch__." + type->module + "." + type->name);
          node->range = at;
          return sugared(graph().insert(node)->output());
        }
        fail("Python type cannot be used as a value: class '" + type->name + "' is not a script class", at);
      }
      fail("Python object of type '" + std::string(vm::type_name(callee->python)) + "' cannot be called in a script",
           at);
    }
    default: fail("cannot call a value", at);
  }
}

Value* Emitter::call_function(Function& callee, const FunctionPtr& pointer, const Range& at,
                              const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                              Value* self) {
  compile_stack().back().range = at;
  if (callee.state == Function::State::kCompiling)
    fail("function '" + callee.name + "' is called recursively. Recursive calls are not supported", at);
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

SugaredPtr Emitter::call_python(const Sugared& callee, const Range& at, const std::vector<NamedValue>& positional,
                                const std::vector<NamedValue>& keywords) {
  // The declared result; a Tensor if nobody says.
  TypePtr result = tensor_type();
  vm::Value function = callee.python;
  if (const vm::BoundMethod* bound = function.as<vm::BoundMethod>()) function = bound->function;
  if (vm::Function* plain = function.as<vm::Function>())
    if (vm::Dict* annotations = plain->annotations.as<vm::Dict>())
      if (vm::Value* annotated = annotations->table.find(vm::intern("return")))
        if (std::optional<TypePtr> type = type_from_annotation(vm_, *annotated)) result = *type;
  if (callee.name == "unused") {
    bool method = callee.python.as<vm::BoundMethod>();
    Value* message = graph().insert_text(
        method ? "Cannot call @unused methods" : "This Python function is annotated to be ignored and cannot be run",
        at);
    Value* cls = method ? graph().insert_text("builtins.RuntimeError", at) : graph().insert_none(at);
    emit_builtin(graph(), "prim::RaiseException", {message, cls}, at);
    return sugared(insert("prim::Uninitialized", {}, result, {}));
  }
  Node* node = graph().create("prim::PythonOp");
  for (const NamedValue& each : positional) node->add_input(each.value);
  std::string names;
  for (const NamedValue& each : keywords) {
    node->add_input(each.value);
    names += (names.empty() ? "" : " ") + each.name;
  }
  if (!names.empty()) node->set("keywords", names);
  node->constant = callee.python;
  node->output()->type = result;
  node->range = at;
  return sugared(graph().insert(node)->output());
}

}  // namespace vt::script
