#include <span>

#include "compat/refused_types.h"
#include "eager/autograd.h"
#include "library/library.h"
#include "tensor/warning.h"
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/module_aliases.h"
#include "torch/out_arguments.h"
#include "torch/return_types.h"
#include "torch/tensor_type.h"
#include "torch/torch.h"
#include "torch/torch_function.h"

namespace vt::torch {
namespace {

void define_space(vm::Module& module, OpSpace space) {
  for (const OpBinding* binding : bindings(space)) vm::set_attribute(module, binding->name, bound_function(*binding));
}

// Classes of tensors live as long as the process. The methods written in the language, which the
// library and programs add to them, end with a run: the globals of such functions are empty afterwards.
void restore_classes() {
  struct Native {
    Type* type;
    std::vector<std::pair<Value, Value>> attributes;
    vm::Slots slots;
  };
  static std::vector<Native> classes;
  if (classes.empty()) {
    for (Type* type : {torch_types().tensor, torch_types().parameter, torch_types().buffer}) {
      Native& native = classes.emplace_back(Native{type, {}, type->slots});
      for (const auto& entry : type->attributes.as<vm::Dict>()->table.entries())
        if (!entry.key.is_null()) native.attributes.emplace_back(entry.key, entry.value);
    }
    return;
  }
  for (const Native& native : classes) {
    vm::HashTable& table = native.type->attributes.as<vm::Dict>()->table;
    table.clear();
    for (const auto& [name, value] : native.attributes) table.insert(name.as<vm::Str>(), value);
    native.type->slots = native.slots;
    native.type->touch();
  }
}

// _refuse_types(name, tensor, other=None): for functions written in the language.
Value refuse_named(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_refuse_types", 2, 3);
  const Tensor* other = a.positional > 2 ? as_tensor(a[2]) : nullptr;
  if (const Tensor* first = as_tensor(a[1])) compat::refuse_types(vm::as_str(a[0])->text, *first, other);
  return Value::none();
}

// torch._C: everything native; python/torch/__init__.py takes its names from here.
void load_native(Interpreter& vm, vm::Module& module) {
  make_torch_types();
  restore_classes();
  define_space(module, OpSpace::kFunction);
  vm::set_attribute(module, "Tensor", Value::of(torch_types().tensor));
  vm::set_attribute(module, "Parameter", Value::of(torch_types().parameter));
  vm::set_attribute(module, "Buffer", Value::of(torch_types().buffer));
  vm::set_attribute(module, "Node", Value::of(torch_types().grad_function));
  define_makers(vm, module);
  define_value_functions(vm, module);
  define_random_functions(vm, module);
  define_mode_functions(vm, module);
  define_autograd_functions(vm, module);
  define_print_functions(vm, module);
  define_device_functions(vm, module);
  define_recurrent_functions(vm, module);
  define_return_types(module);
  define_out_functions(module);
  function<refuse_named>(module, "_refuse_types");
  define_torch_functions(module);
}

template <OpSpace space>
void load_space(Interpreter&, vm::Module& module) {
  make_torch_types();
  define_space(module, space);
  // PyTorch's own names in these modules: torch._C._linalg.linalg_inv.
  const char* prefix = space == OpSpace::kLinalg    ? "linalg_"
                       : space == OpSpace::kSpecial ? "special_"
                       : space == OpSpace::kFft     ? "fft_"
                                                    : nullptr;
  for (const OpBinding* binding : bindings(space)) {
    if (prefix) vm::set_attribute(module, (prefix + binding->name).c_str(), bound_function(*binding));
  }
}

}  // namespace

void make_torch_types() {
  if (torch_types().tensor) return;
  install_eager();
  torch_types().out_of_memory = vm::make_type("OutOfMemoryError", vm::types().RuntimeError, Kind::kException, "torch");
  torch_types().accelerator_error =
      vm::make_type("AcceleratorError", vm::types().RuntimeError, Kind::kException, "torch");
  install_value_types();
  install_generator_type();
  install_grad_function_type();
  Type* tensor = vm::make_type("Tensor", vm::types().object, Kind::kTensor, "torch");
  torch_types().tensor = tensor;
  for (const OpBinding* binding : bindings(OpSpace::kMethod)) tensor->set(binding->name, bound_function(*binding));
  install_tensor_operators(tensor);
  install_tensor_index(tensor);
  install_tensor_properties(tensor);
  install_tensor_conversions(tensor);
  install_tensor_autograd(tensor);
  install_tensor_metadata(tensor);
  install_tensor_makers(tensor);
  install_torch_function(tensor);
}

}  // namespace vt::torch

namespace vt {

namespace {
void tell(const std::string& text, bool once) {
  vm::Interpreter* vm = vm::Interpreter::current();
  if (vm)
    vm->call(vm->get_attribute(vm->import_module("torch._warnings"), "warn"),
             {vm::make_str(text), vm::Value::boolean(once)});
}
}  // namespace

void install_torch(vm::Interpreter& vm) {
  set_warning_sink(tell);
  using namespace torch;
  vm.add_module("torch._C", load_native);
  vm.add_module("torch._C._nn", load_space<OpSpace::kNN>);
  vm.add_module("torch._C._functional", load_space<OpSpace::kFunctional>);
  vm.add_module("torch._C._linalg", load_space<OpSpace::kLinalg>);
  vm.add_module("torch._C._special", load_space<OpSpace::kSpecial>);
  vm.add_module("torch._C._fft", load_space<OpSpace::kFft>);
  vm.add_module("torch._C._aten", load_space<OpSpace::kAten>);
  vm.add_frozen_modules(frozen_torch());
  vm.add_frozen_modules(frozen_others());
  for (const ModuleAlias& alias : module_aliases()) vm.add_frozen_module(alias.name, alias.source);
}

}  // namespace vt
