// Interfaces: classes marked by torch.jit.interface, whose methods are declared without a body. A value
// of an interface type is any object whose class has these methods; a call dispatches on the object's
// class at run time.
#include "torchscript/script/emitter.h"
#include "torchscript/script/scripts.h"

namespace vt::script {

std::shared_ptr<ClassType> interface_class(vm::Interpreter& vm, vm::Type* type) {
  vm::Dict* own = type->attributes.as<vm::Dict>();
  if (!own || !own->table.find(vm::intern("__torch_script_interface__"))) return nullptr;
  std::shared_ptr<ClassType> cls =
      make_class("__torch__." + (type->module == "__main__" ? "" : type->module + ".") + type->name);
  cls->interface = true;
  cls->python = vm::Value::of(type);
  scripts().script_classes[type] = cls;
  for (const auto& entry : own->table.entries()) {
    const vm::Function* function = entry.key.is_null() ? nullptr : entry.value.as<vm::Function>();
    if (!function) continue;
    auto method = std::make_shared<Function>();
    method->name = vm.str(entry.key);
    method->qualified = cls->qualified + "." + method->name;
    method->owner = cls.get();
    method->result = inferred_tensor_type();
    Emitter(vm, *method, parse_function(vm, *function), entry.value, cls.get()).declare();
    method->state = Function::State::kReady;
    cls->methods[method->name] = method;
    cls->method_order.push_back(method->name);
  }
  return cls;
}

std::string unlike_interface(const ClassType& cls, const ClassType& interface) {
  const std::string head =
      "Object of type " + cls.qualified + " is not compatible with interface " + interface.qualified + "\n";
  for (const std::string& name : interface.method_order) {
    const Function& wanted = *interface.methods.at(name);
    FunctionPtr method = cls.method(name);
    if (!method) {
      return head + "Class '" + cls.qualified + "' does not have method '" + name + "' but '" + interface.qualified +
             "' does.\n";
    }
    ensure_ready(*method);
    bool fits = method->arguments.size() >= wanted.arguments.size() && is_subtype(method->result, wanted.result);
    for (size_t i = 1; fits && i < method->arguments.size(); ++i) {
      const Argument& have = method->arguments[i];
      fits = i < wanted.arguments.size()
                 ? have.name == wanted.arguments[i].name && is_subtype(wanted.arguments[i].type, have.type)
                 : have.has_default;
    }
    if (!fits) {
      return head + "Method on class '" + cls.qualified + "' (1) is not compatible with interface '" +
             interface.qualified + "' (2)\n  (1) " + method->declaration() + "\n  (2) " + wanted.declaration() + "\n";
    }
  }
  return "";
}

void compile_for_interface(vm::Interpreter& vm, ClassType& cls, const ClassType& interface) {
  for (const std::string& name : interface.method_order) {
    if (FunctionPtr method = declare_method(vm, cls, name)) {
      ensure_ready(*method);
      continue;
    }
    if (!cls.python.is_null()) vm.get_attribute(cls.python, name.c_str());  // raises an error if there is none
    vm::raise(vm::types().RuntimeError, "Method '" + name + "' is not defined.");
  }
}

bool has_interface(ClassType& cls, const ClassType& interface) {
  // Methods of a script class are compiled on demand, so compile those of the interface.
  if (vm::Interpreter* vm = cls.plain ? vm::Interpreter::current() : nullptr)
    for (const std::string& name : interface.method_order) declare_method(*vm, cls, name);
  return unlike_interface(cls, interface).empty();
}

}  // namespace vt::script
