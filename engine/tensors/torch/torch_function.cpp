#include "torch/torch_function.h"

#include <algorithm>

#include "eager/autograd.h"
#include "eager/call_watcher.h"
#include "torch/binder.h"

namespace vt::torch {
namespace {

thread_local int switched_off = 0;  // inside DisableTorchFunctionSubclass, and the default handler
thread_local int mode_depth = 0;

struct SwitchedOff {
  SwitchedOff() { ++switched_off; }
  ~SwitchedOff() { --switched_off; }
};

vm::Str* handler_name() {
  static vm::Str* name = vm::intern("__torch_function__");
  return name;
}
// Handlers that are the library's own: Tensor's, and the one that switches handling off.
const Value* usual_handler() {
  Type* tensor = torch_types().tensor;
  return tensor ? tensor->find(handler_name()) : nullptr;
}
bool is_off(const Value& handler) {
  vm::NativeFunction* native = handler.as<vm::NativeFunction>();
  return native && native->name == "_disabled_torch_function_impl";
}

Value call_with(Interpreter& vm, const Value& function, const Value& args, const Value& kwargs) {
  std::vector<Value> values = vm.to_vector(args), names;
  size_t positional = values.size();
  if (vm::Dict* dict = kwargs.as<vm::Dict>())
    for (const auto& entry : dict->table.entries()) {
      if (entry.key.is_null()) continue;
      names.push_back(entry.key);
      values.push_back(entry.value);
    }
  return vm.call(function, Arguments{values.data(), positional, names.data(), names.size()});
}

bool is_given(const std::vector<Value>& given, const Value& v) {
  return std::any_of(given.begin(), given.end(),
                     [&](const Value& g) { return g.is_object() && g.as_object() == v.as_object(); });
}
// A result becomes one of the class; what was given keeps its own.
Value in_class(const std::vector<Value>& given, const Value& v, Type* cls) {
  if (!v.is_object()) return v;
  if (TensorObject* tensor = v.as<TensorObject>()) {
    if (tensor->type->is_subtype_of(cls)) return v;
    if (is_given(given, v) || tensor->tensor.requires_grad())
      return wrap_as(call_op(need_op({"alias", "view_as"}), {Arg(tensor->tensor)}), cls);
    tensor->set_type(cls);
    return v;
  }
  if (is_given(given, v)) return v;
  if (vm::Tuple* tuple = v.as<vm::Tuple>())
    for (Value& item : tuple->items) item = in_class(given, item, cls);
  if (vm::List* list = v.as<vm::List>())
    for (Value& item : list->items) item = in_class(given, item, cls);
  return v;
}

struct Call {
  Value function, types, args, kwargs;
  explicit Call(const Arguments& a) : args(vm::make_tuple({})), kwargs(Value::none()) {
    Value* places[] = {nullptr, &function, &types, &args, &kwargs};
    for (size_t i = 1; i < a.positional && i < 5; ++i) *places[i] = a[i];
    for (size_t k = 0; k < a.keywords; ++k) {
      const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
      if (name == "args") args = a[a.positional + k];
      if (name == "kwargs") kwargs = a[a.positional + k];
    }
  }
};

// Tensor.__torch_function__: the call itself, and its tensors in the class.
Value usual(Interpreter& vm, const Arguments& a) {
  Call call(a);
  Type* cls = a[0].as<Type>();
  if (!cls || call.types.is_null())
    vm::raise(vm::types().TypeError, "__torch_function__() takes a function, types, args and kwargs");
  for (const Value& type : vm.to_vector(call.types))
    if (Type* other = type.as<Type>(); other && !cls->is_subtype_of(other)) return vm::not_implemented();
  Value result;
  {
    SwitchedOff scope;
    result = call_with(vm, call.function, call.args, call.kwargs);
  }
  if (cls == torch_types().tensor) return result;
  std::vector<Value> given = vm.to_vector(call.args);
  if (vm::Dict* dict = call.kwargs.as<vm::Dict>())
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null()) given.push_back(entry.value);
  return in_class(given, result, cls);
}
Value disabled(Interpreter& vm, const Arguments& a) {
  std::vector<Value> all{Value::none()};
  all.insert(all.end(), a.values, a.values + a.positional);
  Call call(Arguments{all.data(), all.size(), nullptr, 0});
  SwitchedOff scope;
  return call_with(vm, call.function, call.args, call.kwargs);
}

Value make_subclass(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_make_subclass", 2, 3);
  Type* cls = a[0].as<Type>();
  const Tensor* data = as_tensor(a[1]);
  if (!cls || !cls->is_subtype_of(torch_types().tensor) || !data)
    vm::raise(vm::types().TypeError, "_make_subclass() takes a class of tensors and a tensor");
  Tensor alias = detach(*data);
  if (a.positional > 2 && vm.truth(a[2])) set_requires_grad(alias, true);
  return wrap_as(alias, cls);
}

Value switch_off(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_switch_torch_function_off", 1, 1);
  switched_off += vm.truth(a[0]) ? 1 : -1;
  return Value::none();
}
Value count_modes(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_count_function_modes", 1, 1);
  mode_depth = static_cast<int>(a[0].as_int());
  return Value::none();
}

Value keywords_of(const Arguments& a) {
  if (a.keywords == 0) return Value::none();
  Value keywords = vm::make<vm::Dict>();
  for (size_t k = 0; k < a.keywords; ++k)
    keywords.as<vm::Dict>()->table.insert(a.keyword_names[k].as<vm::Str>(), a[a.positional + k]);
  return keywords;
}
// Arguments that have a handler, one of each class, a class before its bases.
std::vector<Value> handling(const Arguments& a) {
  std::vector<Value> found;
  auto look = [&](const Value& v) {
    if (!v.is_object() || v.as<vm::Str>()) return;
    if (v.as<TensorObject>() && !has_custom_torch_function(v)) return;
    Type* type = vm::type_of(v);
    const Value* handler = type->find(handler_name());
    if (!handler || is_off(*handler)) return;
    auto at = found.end();
    for (auto it = found.begin(); it != found.end(); ++it) {
      if (vm::type_of(*it) == type) return;
      if (at == found.end() && type->is_subtype_of(vm::type_of(*it))) at = it;
    }
    found.insert(at, v);
  };
  for (size_t i = 0; i < a.positional + a.keywords; ++i) {
    look(a[i]);
    if (vm::List* list = a[i].as<vm::List>())
      for (const Value& item : list->items) look(item);
    if (vm::Tuple* tuple = a[i].as<vm::Tuple>())
      for (const Value& item : tuple->items) look(item);
  }
  return found;
}
Value types_of(const std::vector<Value>& values) {
  std::vector<Value> types;
  for (const Value& v : values) types.push_back(Value::of(vm::type_of(v)));
  return vm::make_tuple(std::move(types));
}

}  // namespace

bool has_custom_torch_function(const Value& v) {
  if (!v.is_object() || switched_off > 0) return false;
  TensorObject* tensor = v.as<TensorObject>();
  TorchTypes& types = torch_types();
  if (!tensor || tensor->type == types.tensor || tensor->type == types.parameter || tensor->type == types.buffer)
    return false;
  const Value* handler = tensor->type->find(handler_name());
  if (!handler || is_off(*handler)) return false;
  bool parameter = tensor->type->is_subtype_of(types.parameter) || tensor->type->is_subtype_of(types.buffer);
  return !parameter || handler != usual_handler();
}

Value try_torch_function(Interpreter& vm, const Value& function, const Arguments& a, bool* declined) {
  std::vector<Value> handlers = handling(a);
  if (handlers.empty()) return {};
  Value types = types_of(handlers), keywords = keywords_of(a);
  Value positional = vm::make_tuple(std::vector<Value>(a.values, a.values + a.positional));
  for (const Value& v : handlers) {
    Value result = vm.call(vm.get_attribute(v, handler_name()), {function, types, positional, keywords});
    if (!vm::is_not_implemented(result)) return result;
  }
  if (declined) *declined = true;
  return {};
}

void raise_declined(Interpreter& vm, const std::string& name, bool functional, const Arguments& a) {
  std::string text, list;
  for (const Value& v : handling(a)) {
    std::string type = vm.repr(Value::of(vm::type_of(v)));
    text += "\n  - tensor subclass " + type;
    list += (list.empty() ? "" : ", ") + type;
  }
  if (functional)
    vm::raise(vm::types().TypeError,
              "no implementation found for '" + name + "' on types that implement __torch_function__: [" + list + "]");
  vm::raise(vm::types().TypeError, "Multiple dispatch failed for '" + name +
                                       "'; all __torch_function__ handlers returned NotImplemented:\n" + text +
                                       "\n\nFor more information, try re-running with TORCH_LOGS=not_implemented");
}

bool has_function_mode() { return mode_depth > 0; }

Value call_function_mode(Interpreter& vm, const Value& function, const Arguments& a) {
  struct Inside {
    Inside() { --mode_depth; }
    ~Inside() { ++mode_depth; }
  };
  Value modes = vm.get_attribute(vm.import_module("torch.overrides"), "_modes");
  vm::List* list = modes.as<vm::List>();
  size_t at = static_cast<size_t>(mode_depth - 1);
  if (!list || at >= list->items.size()) return {};
  Value mode = list->items[at];
  Inside scope;
  Value types = types_of(handling(a));
  Value positional = vm::make_tuple(std::vector<Value>(a.values, a.values + a.positional));
  Value result = vm.call(vm.get_attribute(mode, handler_name()), {function, types, positional, keywords_of(a)});
  return vm::is_not_implemented(result) ? Value() : result;
}

Value seen_by_dispatch_mode(Interpreter& vm, const char* function, const Value& value) {
  if (!call_watcher()) return value;
  return vm.call(vm.get_attribute(vm.import_module("torch.utils._python_dispatch"), function), {value});
}

void install_torch_function(Type* tensor) {
  vm::define_class_method(tensor, "__torch_function__", guarded<usual>);
  vm::define_static_method(tensor, "_make_subclass", guarded<make_subclass>);
}
void define_torch_functions(vm::Module& module) {
  switched_off = mode_depth = 0;  // a run that was stopped may have left them
  function<disabled>(module, "_disabled_torch_function_impl");
  function<switch_off>(module, "_switch_torch_function_off");
  function<count_modes>(module, "_count_function_modes");
}

}  // namespace vt::torch
