// Attributes of values, modules and library functions, and iteration. Neighbours: emit_calls.cpp (calls the
// attributes that are found here), objects.h, library.h.
#include <algorithm>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"
namespace vt::script {

SugaredPtr Emitter::attribute(const SugaredPtr& object, const std::string& name, const Range& at) {
  switch (object->kind) {
    case Sugared::Kind::kModule: return module_attribute(object, name, at);
    case Sugared::Kind::kValue: return value_attribute(object->value, name, at);
    case Sugared::Kind::kEnumType: {
      vm::Value member = vm_.find_attribute(object->python, vm::intern(name));
      if (member.is_null()) fail("Enum<" + object->type->name + ">' has no attribute '" + name + "'", at);
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
      bool settings = vm::type_of(object->python)->module.rfind("torch.backends", 0) == 0;
      return python_value(found, at, name, settings || object->python.as<vm::Module>() != nullptr);
    }
    case Sugared::Kind::kBuiltin:
    case Sugared::Kind::kCast:
    case Sugared::Kind::kSpecial:
    case Sugared::Kind::kFunction:
    case Sugared::Kind::kMethod:
    case Sugared::Kind::kRange:
    case Sugared::Kind::kZip: fail("attribute lookup is not defined on " + kind_text(*object), at);
    default: return value_attribute(as_value(object, at), name, at);
  }
}

// The source range that PyTorch records for a property: none for properties that are operators, a line of
// library source for those that PyTorch implements in TorchScript.
static Range property_range(const std::string& name, const Range& at) {
  static const std::map<std::string, int> defined = {{"ndim", 3}, {"T", 5}, {"shape", 13}};
  auto found = defined.find(name);
  if (found == defined.end()) return name == "mT" || name == "H" || name == "mH" || name == "is_leaf" ? at : Range();
  auto source = std::make_shared<SourceText>();
  source->file = "<string>";
  source->first_line = found->second;
  source->text = std::string(9, ' ');
  return {source, source->text.size(), source->text.size()};
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
                                                                  {"is_mkldnn", "prim::is_mkldnn"},
                                                                  {"is_quantized", "prim::is_quantized"},
                                                                  {"is_meta", "prim::is_meta"},
                                                                  {"itemsize", "prim::itemsize"},
                                                                  {"nbytes", "prim::nbytes"},
                                                                  {"names", "prim::name"}};
    auto found = properties.find(name);
    if (found != properties.end())
      return sugared(emit_builtin(graph(), found->second, {value}, property_range(name, at)));
  }
  if (is(type, TypeKind::kTuple)) {
    auto field = std::find(type->fields.begin(), type->fields.end(), name);
    if (field != type->fields.end()) {
      size_t i = static_cast<size_t>(field - type->fields.begin());
      Value* index = graph().insert_int(static_cast<int64_t>(i));
      return sugared(insert("prim::TupleIndex", {value, index}, type->inside[i], Range()));
    }
  }
  if (is(type, TypeKind::kEnum) && (name == "name" || name == "value")) {
    TypePtr result = name == "name" || type->inside.empty() ? simple_type(TypeKind::kString) : type->inside[0];
    return sugared(insert(name == "name" ? "prim::EnumName" : "prim::EnumValue", {value}, result, Range()));
  }
  if (is(type, TypeKind::kDevice) && (name == "type" || name == "index"))
    return sugared(emit_builtin(graph(), name == "type" ? "prim::type" : "prim::index", {value}, at));
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
  // A builtin method: an operator with a `self` argument that accepts the value.
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

// Emits a constant of a module; a list becomes a tuple, as in TorchScript.
Value* Emitter::module_constant(const vm::Value& value, const Range& at) {
  if (value.as<vm::List>() || value.as<vm::Tuple>()) {
    std::vector<Value*> items;
    for (const vm::Value& item : vm_.to_vector(value)) items.push_back(module_constant(item, at));
    return emit_tuple(items);
  }
  std::string reason;
  std::optional<TypePtr> type = infer_type(vm_, value, &reason);
  if (!type) fail(reason, at);
  return graph().insert_constant(value, *type, at);
}

SugaredPtr Emitter::module_attribute(const SugaredPtr& module, const std::string& name, const Range& at) {
  ClassType& cls = *module->cls;
  if (cls.interface) {
    FunctionPtr declared = cls.method(name);
    if (!declared) no_member(cls, name, at);
    SugaredPtr made = make_sugared(Sugared::Kind::kMethod);
    made->value = module->value;
    made->function = declared;
    return made;
  }
  int slot = cls.find(name);
  if (slot >= 0) return module_slot(module, cls.attributes[static_cast<size_t>(slot)]);
  auto constant = cls.constants.find(name);
  if (constant != cls.constants.end()) {
    if (constant->second.as<torch::DTypeObject>()) return python_value(constant->second, at, name, true);
    return sugared(module_constant(constant->second, at));
  }
  if (cls.plain) return object_member(module, name, at);
  const vm::Value* declared = cls.python.is_null() ? nullptr : vm::type_of(cls.python)->find(vm::intern(name));
  if (declared && vm::type_of(*declared)->name == "property") {
    FunctionPtr getter = declare_getter(vm_, cls, "__" + name + "_getter", vm_.get_attribute(*declared, "fget"));
    return sugared(call_function(*getter, getter, at, {}, {}, module->value));
  }
  if (SugaredPtr walk = module_walk(module, name)) return walk;
  return module_member(module, name, at);
}

// Reads an attribute that is stored in the module's object.
SugaredPtr Emitter::module_slot(const SugaredPtr& module, const ClassAttribute& a) {
  Node* node = graph().create("prim::GetAttr", {module->value});
  node->set("name", a.name);
  node->output()->type = a.type;
  Value* value = graph().insert(node)->output();
  bool digits = a.name.find_first_not_of("0123456789") == std::string::npos;
  value->set_name(digits ? "_" + a.name : a.name);
  if (!is(a.type, TypeKind::kClass) || a.type->cls->plain) return sugared(value);
  SugaredPtr made = make_sugared(Sugared::Kind::kModule);
  made->value = value;
  made->cls = a.type->cls.get();
  return made;
}

// children() and similar, and values(), keys(), items() of a module container; null for other names.
SugaredPtr Emitter::module_walk(const SugaredPtr& module, const std::string& name) {
  if (module->cls->python.is_null() || !is_special_form(std::string(kModuleForm) + name)) return nullptr;
  bool items = name == "values" || name == "keys" || name == "items";
  if (items && !container_content(*module->cls)) return nullptr;
  SugaredPtr made = make_sugared(Sugared::Kind::kSpecial);
  made->name = std::string(kModuleForm) + name;
  made->items = {module};
  return made;
}

// A method of the module, or another function of its Python class.
SugaredPtr Emitter::module_member(const SugaredPtr& module, const std::string& name, const Range& at) {
  ClassType& cls = *module->cls;
  FunctionPtr method = cls.method(name);
  vm::Value found = method || cls.python.is_null() ? vm::Value() : vm_.find_attribute(cls.python, vm::intern(name));
  if (const vm::BoundMethod* bound = found.as<vm::BoundMethod>()) {
    std::string modifier = modifier_of(vm_, bound->function);
    if (modifier == "ignore" || modifier == "unused") {
      SugaredPtr made = make_sugared(Sugared::Kind::kPythonCall);
      made->value = module->value;
      made->python = found;
      made->name = modifier;
      return made;
    }
    const std::vector<vm::Value> signatures = overloads_of(vm_, bound->function);
    if (!signatures.empty()) return module_overloads(module, name, bound->function, signatures);
    method = declare_method(vm_, cls, name);
  } else if (const vm::Function* held = found.as<vm::Function>();
             held && held->code_object()->code->name == "<lambda>") {
    const Code& code = *held->code_object()->code;
    fail("Module '" + cls.original_name + "' has no attribute '" + name +
             "' (This function exists as an attribute on the Python module, but we failed to compile it to a "
             "TorchScript function. \nThe error stack is reproduced here:\nExpected a single top-level function: " +
             code.file->name() + ":" + std::to_string(code.first_line) + ")",
         at);
  } else if (found.as<vm::Function>() || found.as<vm::NativeFunction>() || found.as<FunctionObject>()) {
    return python_value(found, at, name, true);
  }
  if (!method) no_attribute(cls, name, at);
  SugaredPtr made = make_sugared(Sugared::Kind::kMethod);
  made->value = module->value;
  made->cls = &cls;
  made->name = name;
  made->function = method;
  return made;
}

SugaredPtr Emitter::module_overloads(const SugaredPtr& module, const std::string& name, const vm::Value& function,
                                     const std::vector<vm::Value>& signatures) {
  SugaredPtr made = make_sugared(Sugared::Kind::kMethod);
  made->value = module->value;
  for (size_t i = 0; i < signatures.size(); ++i)
    made->overloads.push_back(
        declare_getter(vm_, *module->cls, name + "__" + std::to_string(i), function, signatures[i]));
  return made;
}

void Emitter::no_attribute(const ClassType& cls, const std::string& name, const Range& at) {
  std::string message = "Module '" + cls.original_name + "' has no attribute '" + name + "' ";
  auto refused = cls.refused.find(name);
  if (refused != cls.refused.end())
    message += "(This attribute exists on the Python module, but we failed to convert Python type: '" +
               refused->second + ". Its type was inferred; try adding a type annotation for the attribute.)";
  fail(message, at);
}

// The tuple that `children`, `modules`, `named_buffers` etc. iterate over; named_ variants give (name, value)
// pairs. As in PyTorch, named_buffers lists only the module's own buffers.
SugaredPtr Emitter::walk_module(const SugaredPtr& module, const std::string& what, const Range& at) {
  auto made = std::make_shared<Sugared>();
  made->kind = Sugared::Kind::kTuple;
  bool named = what.rfind("named_", 0) == 0, buffers = what == "named_buffers";
  bool deep = what == "modules" || what == "named_modules";
  auto add = [&](const std::string& name, const SugaredPtr& value) {
    if (!named) return made->items.push_back(value);
    auto pair = std::make_shared<Sugared>();
    pair->kind = Sugared::Kind::kTuple;
    pair->items = {sugared(graph().insert_text(name, at)), value};
    made->items.push_back(pair);
  };
  std::function<void(const SugaredPtr&, const std::string&)> walk = [&](const SugaredPtr& at_module,
                                                                        const std::string& prefix) {
    if (deep) add(prefix, at_module);
    std::string before = prefix.empty() ? "" : prefix + ".";
    for (const ClassAttribute& a : at_module->cls->attributes) {
      if (a.kind != (buffers ? AttributeKind::kBuffer : AttributeKind::kModule)) continue;
      SugaredPtr value = module_attribute(at_module, a.name, at);
      if (deep) walk(value, before + a.name);
      else add(before + a.name, value);
    }
  };
  walk(module, "");
  return made;
}

// The kind of elements of a container of torch.nn (ModuleList, ParameterDict ...):
// modules or parameters; nullopt for other modules.
std::optional<AttributeKind> Emitter::container_content(const ClassType& cls) {
  if (cls.python.is_null()) return std::nullopt;
  vm::Value nn = vm_.import_module("torch.nn");
  auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return vm_.is_instance(cls.python, vm_.get_attribute(nn, name)); });
  };
  if (any({"ParameterList", "ParameterDict"})) return AttributeKind::kParameter;
  if (any({"Sequential", "ModuleList", "ModuleDict"})) return AttributeKind::kModule;
  return std::nullopt;
}

SugaredPtr Emitter::module_items(const SugaredPtr& module, const std::string& what, const Range& at) {
  std::optional<AttributeKind> content = container_content(*module->cls);
  if (!content)
    fail("Only constant Sequential, ModuleList, ModuleDict, or ParameterList can be used as an iterable", at);
  SugaredPtr made = make_sugared(Sugared::Kind::kTuple);
  for (const ClassAttribute& a : module->cls->attributes) {
    if (a.kind != *content) continue;
    SugaredPtr key = sugared(graph().insert_text(a.name, at));
    if (*content == AttributeKind::kParameter) module_attribute(module, a.name, at);  // emitted twice, as in PyTorch
    if (what == "keys") {
      made->items.push_back(key);
      continue;
    }
    SugaredPtr value = module_attribute(module, a.name, at);
    if (what == "values") {
      made->items.push_back(value);
      continue;
    }
    SugaredPtr pair = make_sugared(Sugared::Kind::kTuple);
    pair->items = {key, value};
    made->items.push_back(pair);
  }
  return made;
}

// Module containers have two methods in scripts; they work on the contents at the time of scripting.
FunctionPtr Emitter::container_method(const SugaredPtr& module, const std::string& name, const Range& at) {
  ClassType& cls = *module->cls;
  if (FunctionPtr known = cls.method(name)) return known;
  const SugaredPtr keys = module_items(module, "keys", at);
  std::vector<vm::Value> names;
  for (const SugaredPtr& key : keys->items) names.push_back(*constant_of(key->value));
  vm::Value make = vm_.get_attribute(vm_.import_module("torch.jit._script_sources"), "_container_method");
  return declare_getter(vm_, cls, name, vm_.call(make, {vm::make_str(name), vm::make_list(std::move(names))}));
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
    case Sugared::Kind::kModule: {
      FunctionPtr count = container_method(value, "__len__", at);
      return call_function(*count, count, at, {}, {}, value->value);
    }
    case Sugared::Kind::kRange:
      if (value->values.size() == 1) return value->values[0];
      return emit_builtin(graph(), "aten::__range_length", {value->values[0], value->values[1], value->values[2]}, at);
    case Sugared::Kind::kZip: {
      std::vector<Value*> lengths;
      std::function<void(const SugaredPtr&)> add = [&](const SugaredPtr& part) {
        if (part->kind != Sugared::Kind::kZip) return lengths.push_back(length(part, at));
        for (const SugaredPtr& inner : part->items) add(inner);
      };
      add(value);
      Value* list = insert("prim::ListConstruct", lengths, list_of(simple_type(TypeKind::kInt)), {});
      return emit_builtin(graph(), "prim::min", {list}, at);
    }
    default: {
      Value* v = as_value(value, at);
      if (SugaredPtr own = call_special(v, "__len__", {}, at)) return own->value;
      return emit_builtin(graph(), "aten::len", {v}, at);
    }
  }
}

}  // namespace vt::script
