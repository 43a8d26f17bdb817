#include "torch/autograd_objects.h"

#include <map>

#include "torch/binder.h"

namespace vt::torch {
namespace {

// One class per name of a gradient function, so that type(fn).__name__ tells it.
Type* node_type(const std::string& full_name) {
  static std::map<std::string, Type*> made;
  std::string name = full_name.substr(full_name.rfind(':') == std::string::npos ? 0 : full_name.rfind(':') + 1);
  Type*& type = made[name];
  if (!type) type = vm::make_type(name, torch_types().grad_function, Kind::kGradFunction, "torch.autograd.function");
  return type;
}

// Clears the node's way back to its object.
struct NodeObject final : GradFunctionObject {
  NodeObject(const Ref<GradNode>& made, Type* type) : GradFunctionObject(Ref<RefCounted>(made.get()), type) {
    made->python_object = static_cast<vm::Object*>(this);
  }
  ~NodeObject() override {
    auto* owner = static_cast<GradNode*>(node.get());
    if (owner && owner->python_object == static_cast<vm::Object*>(this)) owner->python_object = nullptr;
  }
};

GradNode& self_node(const Arguments& a) { return *static_cast<GradNode*>(a[0].as<GradFunctionObject>()->node.get()); }

Value get_name(Interpreter&, const Arguments& a) { return vm::make_str(self_node(a).qualified_name()); }
Value get_next(Interpreter&, const Arguments& a) {
  std::vector<Value> items;
  for (const Edge& edge : self_node(a).next_functions())
    items.push_back(vm::make_tuple({wrap_node(edge.node), Value::integer(edge.output)}));
  return vm::make_tuple(std::move(items));
}
Value get_variable(Interpreter&, const Arguments& a) {
  Tensor leaf = self_node(a).variable();
  if (!leaf.defined())
    vm::raise(vm::types().AttributeError, "'" + a[0].as_object()->type->name + "' object has no attribute 'variable'");
  return wrap(leaf);
}
Value get_sequence(Interpreter&, const Arguments& a) {
  return Value::integer(static_cast<int64_t>(self_node(a).sequence));
}

// A dict for the program's own notes.
struct Notes : RefCounted {
  Value dict = vm::make<vm::Dict>();
};
Value get_metadata(Interpreter&, const Arguments& a) {
  GradNode& node = self_node(a);
  if (!node.metadata) node.metadata = make_ref<Notes>();
  return static_cast<Notes*>(node.metadata.get())->dict;
}

Value remove_node_hook(Interpreter&, const Arguments& a) {
  // Bound: (owner, id).
  vm::Tuple* bound = a[0].as<vm::Tuple>();
  if (GradNode* node = node_of(bound->items[0])) node->remove_hook(bound->items[1].as_int());
  return Value::none();
}

Value tuple_of(const TensorList& tensors) { return wrap_list(tensors); }

// --- What hooks may give back in place of gradients --------------------------------------------
std::string hook_prefix(const Value& hook) {
  Value name = Interpreter::current()->find_attribute(hook, vm::intern("__name__"));
  bool named = !name.is_null() && name.as<vm::Str>();
  return "hook '" + (named ? name.as<vm::Str>()->text : "<unknown>") + "' has ";
}
std::string type_text(const Tensor& t) {
  return std::string(t.device().kind == DeviceKind::kCuda ? "torch.cuda." : "torch.") + dtype_scalar_name(t.dtype()) +
         "Tensor";
}
void check_replacement(const Value& hook, const Tensor& before, const Value& after) {
  if (after.is_none()) return;
  const Tensor* now = as_tensor(after);
  if (!before.defined()) vm::raise(vm::types().RuntimeError, "can't replace a None gradient with a non-None value");
  if (!now)
    vm::raise(vm::types().TypeError,
              std::string("expected Variable, but hook returned '") + vm::type_name(after) + "'");
  if (before.is_fake() || now->is_fake()) return;
  if (before.dtype() != now->dtype() || before.device().kind != now->device().kind)
    tensor_error(hook_prefix(hook) + "changed the type of value (was " + type_text(before) + " got " + type_text(*now) +
                 ")");
  if (!(now->sizes() == before.sizes())) tensor_error(hook_prefix(hook) + "changed the size of value");
}
TensorList replacements(const Value& hook, const TensorList& before, const Value& after) {
  TensorList list;
  if (after.is_none()) return list;
  vm::Tuple* tuple = after.as<vm::Tuple>();
  if (!tuple)
    vm::raise(vm::types().TypeError, std::string("expected tuple, but hook returned '") + vm::type_name(after) + "'");
  if (tuple->items.size() != before.size())
    tensor_error(hook_prefix(hook) + "returned an incorrect number of values (got " +
                 std::to_string(tuple->items.size()) + ", but expected " + std::to_string(before.size()) + ")");
  for (size_t i = 0; i < before.size(); ++i) {
    check_replacement(hook, before[i], tuple->items[i]);
    list.push_back(tuple->items[i].is_none() ? Tensor() : *as_tensor(tuple->items[i]));
  }
  return list;
}

Value register_hook(Interpreter&, const Arguments& a) {
  Value callable = a[1];
  int64_t id = self_node(a).add_hook([callable](const TensorList& inputs, const TensorList& outputs) -> TensorList {
    Value result = Interpreter::current()->call(callable, {tuple_of(inputs), tuple_of(outputs)});
    return replacements(callable, inputs, result);
  });
  return removable_handle(remove_node_hook, a[0], id);
}
Value register_prehook(Interpreter&, const Arguments& a) {
  Value callable = a[1];
  int64_t id = self_node(a).add_prehook([callable](const TensorList& outputs) -> TensorList {
    return replacements(callable, outputs, Interpreter::current()->call(callable, {tuple_of(outputs)}));
  });
  return removable_handle(remove_node_hook, a[0], id);
}

Value repr(Interpreter&, const Value& v) {
  char text[32];
  snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(v.as_object())));
  const char* module = node_of(v) && node_of(v)->from_language() ? "torch.autograd.function." : "";
  return vm::make_str(std::string("<") + module + v.as_object()->type->name + " object at " + text + ">");
}

// PyTorch shows integers of its formulas unsigned.
Value unsigned_value(int64_t n) {
  if (n >= 0) return Value::integer(n);
  return vm::make<vm::BigInt>(
      false, std::vector<uint32_t>{static_cast<uint32_t>(n), static_cast<uint32_t>(static_cast<uint64_t>(n) >> 32)});
}

Value saved_value(GradNode& node, const std::string& name, const Arg& saved) {
  if (const Tensor* t = std::get_if<Tensor>(&saved.value)) return wrap(*t);
  if (const TensorList* list = std::get_if<TensorList>(&saved.value)) return wrap_list(*list);
  if (const Scalar* s = std::get_if<Scalar>(&saved.value)) {
    if (name == "other" && node.name() != "SubBackward0") return wrap(tensor_from_number(*s));
    return s->kind == Scalar::Kind::kInt ? unsigned_value(s->to_int()) : scalar_value(*s);
  }
  if (const std::string* text = std::get_if<std::string>(&saved.value)) return vm::make_str(*text);
  std::vector<Value> items;
  if (const IntList* ints = std::get_if<IntList>(&saved.value))
    for (const SymInt& item : *ints) items.push_back(unsigned_value(item.hint()));
  else if (const auto* reals = std::get_if<std::vector<double>>(&saved.value))
    for (double item : *reals) items.push_back(Value::real(item));
  else return Value::none();
  return vm::make_tuple(std::move(items));
}

// `_saved_NAME` of an op's node; what the context of a custom function holds, of that one's.
Value get_attribute(Interpreter&, const Value& self, vm::Str* name) try {
  GradNode* node = node_of(self);
  if (!node) return {};
  if (node->from_language()) return self.as_object()->type->find(name) ? Value() : function_attribute(*node, name);
  constexpr std::string_view kPrefix = "_saved_";
  if (!name->text.starts_with(kPrefix)) return {};
  std::string rest = name->text.substr(kPrefix.size());
  std::optional<Arg> saved = node->saved_value(rest);
  return saved ? saved_value(*node, rest, *saved) : Value();
} catch (const TensorError& error) {
  raise_error(error);
}

// grad_fn(gradients): one step backwards by hand.
Value call_node(Interpreter&, const Value& self, const Arguments& a) try {
  GradNode& node = *node_of(self);
  size_t expected = std::max<size_t>(node.outputs.size(), 1);
  if (a.positional != expected)
    vm::raise(vm::types().TypeError,
              "expected " + std::to_string(expected) + " arguments, got " + std::to_string(a.positional) + " instead");
  TensorList grads;
  for (size_t i = 0; i < a.positional; ++i) {
    const Tensor* grad = as_tensor(a[i]);
    grads.push_back(grad ? *grad : Tensor());
  }
  TensorList results = node.apply(std::move(grads));
  return results.size() == 1 ? wrap(results[0]) : wrap_list(results);
} catch (const TensorError& error) {
  raise_error(error);
}

}  // namespace

Value wrap_node(const Ref<GradNode>& node) {
  if (!node) return Value::none();
  if (node->python_object) return Value::of(static_cast<vm::Object*>(node->python_object));
  return vm::make<NodeObject>(node, node_type(node->name()));
}

GradNode* node_of(const Value& v) {
  GradFunctionObject* object = v.as<GradFunctionObject>();
  return object && object->node ? static_cast<GradNode*>(object->node.get()) : nullptr;
}

TensorHook language_hook(Value callable) {
  return [callable](const Tensor& grad) -> Tensor {
    Interpreter& vm = *Interpreter::current();
    Value result = vm.call(callable, {wrap(grad)});
    if (grad.defined() || !as_tensor(result)) check_replacement(callable, grad, result);
    const Tensor* replaced = as_tensor(result);
    return replaced ? *replaced : Tensor();
  };
}

Value removable_handle(vm::NativeFn remove, Value owner, int64_t id) {
  static vm::Str* name = vm::intern("NativeHandle");
  Value module = Interpreter::current()->import_module("torch.utils.hooks");
  Value type = Interpreter::current()->get_attribute(module, name);
  return Interpreter::current()->call(
      type,
      {vm::make_closure("remove", remove, vm::make_tuple({std::move(owner), Value::integer(id)})), Value::integer(id)});
}

void install_grad_function_type() {
  Type* type = vm::make_type("Node", vm::types().object, Kind::kGradFunction, "torch.autograd.graph");
  torch_types().grad_function = type;
  method<get_name>(type, "name");
  property<get_next>(type, "next_functions");
  property<get_variable>(type, "variable");
  method<get_sequence>(type, "_sequence_nr");
  method<register_hook>(type, "register_hook");
  method<register_prehook>(type, "register_prehook");
  property<get_metadata>(type, "metadata");
  type->slots.get_attribute = get_attribute;
  type->slots.call = call_node;
  type->slots.repr = repr;
  type->slots.str = repr;
}

}  // namespace vt::torch
