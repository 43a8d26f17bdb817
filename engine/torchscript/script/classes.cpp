// Script classes: plain Python classes whose instances live inside scripts. __init__ declares their
// attributes by assigning them. Instances are copied when they pass between Python and a script,
// in both directions.
#include <algorithm>

#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"
#include "torchscript/script/scripts.h"
#include "vm/native.h"

namespace vt::script {
namespace {

const vm::Value* own_attribute(const vm::Type& type, const char* name) {
  vm::Dict* table = type.attributes.as<vm::Dict>();
  return table ? table->table.find(vm::intern(name)) : nullptr;
}

// A class of the program (neither native nor part of the library) whose __init__, if any, is written in Python.
bool can_be_script_class(const vm::Type& type) {
  if (type.is_native || type.module == "builtins" || type.module.rfind("torch", 0) == 0) return false;
  if (type.instance_kind != vm::Kind::kInstance) return false;
  const vm::Value* init = own_attribute(type, "__init__");
  return !init || init->as<vm::Function>();
}

// Whether values of the type must be converted for Python: objects, and containers, which are copied.
bool is_converted(const TypePtr& type) {
  if (is(type, TypeKind::kClass)) return type->cls->plain || type->cls->interface;
  if (is(type, TypeKind::kAny) || is(type, TypeKind::kList) || is(type, TypeKind::kDict)) return true;
  return std::any_of(type->inside.begin(), type->inside.end(), is_converted);
}

vm::Value as_python(vm::Interpreter& vm, const vm::Value& value) {
  if (const ScriptObject* object = value.as<ScriptObject>(); object && object->cls->plain) {
    vm::Value made = vm.call_method(object->cls->python, "__new__", {object->cls->python});
    for (size_t i = 0; i < object->slots.size(); ++i)
      vm.set_attribute(made, vm::intern(object->cls->attributes[i].name), as_python(vm, object->slots[i]));
    return made;
  }
  auto all = [&](const std::vector<vm::Value>& items) {
    std::vector<vm::Value> made;
    for (const vm::Value& item : items) made.push_back(as_python(vm, item));
    return made;
  };
  if (const vm::List* list = value.as<vm::List>()) return vm::make_list(all(list->items));
  if (const vm::Tuple* tuple = value.as<vm::Tuple>()) return vm::make<vm::Tuple>(all(tuple->items), tuple->type);
  if (const vm::Dict* dict = value.as<vm::Dict>()) {
    vm::Value made = vm::make<vm::Dict>();
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null()) made.as<vm::Dict>()->table.insert(vm, entry.key, as_python(vm, entry.value));
    return made;
  }
  return value;
}

}  // namespace

std::shared_ptr<ClassType> find_script_class(const vm::Type* type) {
  auto found = scripts().script_classes.find(type);
  return found == scripts().script_classes.end() ? nullptr : found->second;
}

std::shared_ptr<ClassType> script_class(vm::Interpreter& vm, vm::Type* type) {
  if (std::shared_ptr<ClassType> known = find_script_class(type)) return known;
  if (std::shared_ptr<ClassType> interface = interface_class(vm, type)) return interface;
  if (!can_be_script_class(*type)) return nullptr;
  if (type->mro.size() > 2) {
    vm::raise(vm::types().RuntimeError,
              "TorchScript classes does not support inheritance yet. Please directly inherit from 'object'.");
  }
  if (type->find(vm::intern("__dataclass_fields__")))
    vm.call(vm.get_attribute(vm.import_module("torch.jit._script_sources"), "_write_dataclass"), {vm::Value::of(type)});
  std::shared_ptr<ClassType> cls =
      make_class("__torch__." + (type->module == "__main__" ? "" : type->module + ".") + type->name);
  cls->plain = true;
  cls->python = vm::Value::of(type);
  scripts().script_classes[type] = cls;
  try {
    if (FunctionPtr init = declare_method(vm, *cls, "__init__")) ensure_ready(*init);
  } catch (...) {
    scripts().script_classes.erase(type);
    throw;
  }
  return cls;
}

void compile_class(vm::Interpreter& vm, vm::Type* type) {
  std::shared_ptr<ClassType> cls = script_class(vm, type);
  if (!cls) return;
  for (const auto& entry : type->attributes.as<vm::Dict>()->table.entries()) {
    const vm::Function* function = entry.key.is_null() ? nullptr : entry.value.as<vm::Function>();
    if (!function) continue;
    // Skip the methods that dataclass generates (__repr__, __hash__).
    if (function->code_object()->code->file->name().front() == '<') continue;
    std::string modifier = modifier_of(vm, entry.value);
    if (modifier == "ignore" || modifier == "unused") continue;
    if (FunctionPtr method = declare_method(vm, *cls, vm.str(entry.key))) ensure_ready(*method);
  }
}

vm::Value to_script_object(vm::Interpreter& vm, const vm::Value& value, const std::shared_ptr<ClassType>& cls) {
  vm::Value made = vm::make<ScriptObject>(cls);
  for (size_t i = 0; i < cls->attributes.size(); ++i) {
    vm::Value found = vm.find_attribute(value, vm::intern(cls->attributes[i].name));
    vm::Value converted = found.is_null() ? found : to_script_value(vm, found, cls->attributes[i].type);
    if (converted.is_null()) return {};
    made.as<ScriptObject>()->slots[i] = converted;
  }
  return made;
}

std::string unfit_attribute(vm::Interpreter& vm, const vm::Value& object, const ClassType& cls) {
  for (const ClassAttribute& a : cls.attributes) {
    vm::Value found = vm.find_attribute(object, vm::intern(a.name));
    if (found.is_null()) return "it has no attribute '" + a.name + "'";
    if (to_script_value(vm, found, a.type).is_null())
      return "Could not cast attribute '" + a.name + "' to type " + message_text(a.type) + ": Unable to cast " +
             vm.str(found) + " to " + message_text(a.type);
  }
  return "";
}

vm::Value from_script_value(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type) {
  return is_converted(type) ? as_python(vm, value) : value;
}

// --- use by the emitter -------------------------------------------------------------------

SugaredPtr Emitter::instance(Value* value) {
  auto made = std::make_shared<Sugared>();
  made->kind = Sugared::Kind::kModule;
  made->value = value;
  made->cls = value->type->cls.get();
  return made;
}

SugaredPtr Emitter::construct(const SugaredPtr& cls, const Range& at, const std::vector<NamedValue>& positional,
                              const std::vector<NamedValue>& keywords) {
  Node* node = graph().create("prim::CreateObject");
  node->output()->type = cls->type;
  node->range = at;
  Value* made = graph().insert(node)->output();
  FunctionPtr init = declare_method(vm_, *cls->cls, "__init__");
  if (init) call_function(*init, init, at, positional, keywords, made);
  else if (!positional.empty() || !keywords.empty()) fail(cls->cls->original_name + "() takes no arguments", at);
  return sugared(made);
}

SugaredPtr Emitter::call_special(Value* value, const char* name, const std::vector<Value*>& arguments,
                                 const Range& at) {
  if (!is(value->type, TypeKind::kClass) || !value->type->cls->plain) return nullptr;
  FunctionPtr method = declare_method(vm_, *value->type->cls, name);
  if (!method) return nullptr;
  std::vector<NamedValue> positional;
  for (Value* argument : arguments) positional.push_back({"", argument, at});
  return sugared(call_function(*method, method, at, positional, {}, value));
}

// A method, property or class attribute of an object of a script class.
SugaredPtr Emitter::object_member(const SugaredPtr& object, const std::string& name, const Range& at) {
  ClassType& cls = *object->cls;
  const vm::Value* found = cls.python.as<vm::Type>()->find(vm::intern(name));
  if (FunctionPtr method = found && found->as<vm::Function>() ? declare_method(vm_, cls, name) : nullptr) {
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kMethod;
    made->value = object->value;
    made->cls = &cls;
    made->name = name;
    made->function = method;
    return made;
  }
  if (found && vm::type_of(*found)->name == "property") {
    FunctionPtr getter = declare_getter(vm_, cls, "__" + name + "_getter", vm_.get_attribute(*found, "fget"));
    return sugared(call_function(*getter, getter, at, {}, {}, object->value));
  }
  if (found && vm::type_of(*found)->name == "staticmethod")
    return python_value(vm_.get_attribute(cls.python, name), at, name, true);
  no_member(cls, name, at);
}

void Emitter::no_member(const ClassType& cls, const std::string& name, const Range& at) {
  fail("'" + cls.qualified + "' object has no attribute or method '" + name +
           "'. Did you forget to initialize an attribute in __init__()?",
       at);
}

}  // namespace vt::script
