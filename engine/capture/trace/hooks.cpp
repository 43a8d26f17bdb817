// What tensors do differently while a trace is active: sizes are recorded, and turning a
// tensor into a plain value warns that the value is a constant of the trace.
#include "capture/trace/tracer.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torch/read_hook.h"

namespace vt::script {
namespace {

using vm::Interpreter;
struct Saved {
  vm::Type* type;
  vm::Slots slots;
};
std::vector<Saved>& saved_slots() {
  static std::vector<Saved> all;
  return all;
}
std::vector<std::pair<std::string, vm::Value>>& saved_attributes() {
  static std::vector<std::pair<std::string, vm::Value>> all;
  return all;
}

void warn(Interpreter& vm, const std::string& message) {
  vm.call(vm.get_attribute(vm.import_module("torch.jit._trace"), "_warn"), {vm::make_str(message)});
}
void warn_conversion(Interpreter& vm, const char* what) {
  warn(vm, std::string("Converting a tensor to a ") + what +
               " might cause the trace to be incorrect. We can't record the data flow of Python values, so this value "
               "will be treated as a constant in the future. This means that the trace might not generalize to other "
               "inputs!");
}
const vm::Slots& original() { return saved_slots().front().slots; }

struct Suspend {
  Suspend() { ++active_tracer()->suspended; }
  ~Suspend() {
    if (active_tracer()) --active_tracer()->suspended;
  }
};
bool watching() { return active_tracer() && active_tracer()->suspended == 0; }

template <vm::UnaryFn vm::Slots::*slot>
vm::Value warned(Interpreter& vm, const vm::Value& v, const char* what) {
  if (!watching()) return (original().*slot)(vm, v);
  warn_conversion(vm, what);
  Suspend quiet;
  return (original().*slot)(vm, v);
}
vm::Value truth(Interpreter& vm, const vm::Value& v) { return warned<&vm::Slots::truth>(vm, v, "Python boolean"); }
vm::Value to_int(Interpreter& vm, const vm::Value& v) { return warned<&vm::Slots::to_int>(vm, v, "Python integer"); }
vm::Value to_float(Interpreter& vm, const vm::Value& v) { return warned<&vm::Slots::to_float>(vm, v, "Python float"); }
bool watching_sizes() { return watching() && !active_tracer()->plain_sizes; }
vm::Value length(Interpreter& vm, const vm::Value& v) {
  if (watching_sizes())
    warn(vm,
         "Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be "
         "tensor.shape[0]. Passing a tensor of different shape might lead to errors or silently give incorrect "
         "results.");
  Suspend quiet;
  return original().length(vm, v);
}
vm::Value iterate(Interpreter& vm, const vm::Value& v) {
  if (watching())
    warn(vm,
         "Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't "
         "change the number of iterations executed (and might lead to errors or silently give incorrect results).");
  return original().iter(vm, v);
}

vm::Value original_attribute(const char* name) {
  for (const auto& [known, value] : saved_attributes())
    if (known == name) return value;
  return {};
}
template <size_t kind>
vm::Value conversion(Interpreter& vm, const vm::Arguments& a) {
  static constexpr const char* kNames[] = {"item", "tolist", "numpy"};
  static constexpr const char* kWhat[] = {"Python number", "Python list", "NumPy array"};
  vm::Value before = original_attribute(kNames[kind]);
  if (!watching()) return vm.call(before, a);
  warn_conversion(vm, kWhat[kind]);
  Suspend quiet;
  return vm.call(before, a);
}
vm::Value size_method(Interpreter& vm, const vm::Arguments& a) {
  if (!watching_sizes() || !torch::as_tensor(a[0])) return vm.call(original_attribute("size"), a);
  vm::Value shape = active_tracer()->shape_of(*torch::as_tensor(a[0]));
  const vm::Value* dim = a.positional > 1 ? &a[1] : a.keyword("dim");
  return dim ? vm.get_item(shape, *dim) : shape;
}
vm::Value shape_property(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* t = torch::as_tensor(a[0]);
  if (!watching_sizes() || !t) return torch::shape_value(*t);
  return active_tracer()->shape_of(*t);
}

// detach() shares storage outside the dispatcher; a trace has to see an op. (What .data gives
// is a constant of the trace, in PyTorch too.)
vm::Value detach_method(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* t = torch::as_tensor(a[0]);
  if (!watching() || !t) return vm.call(original_attribute("detach"), a);
  return torch::wrap(torch::call_op(torch::need_op({"detach"}), {Arg(*t)}));
}

void read_as_int(const Tensor& t) {
  if (watching()) active_tracer()->read_as_ints.push_back(t);
}

}  // namespace

vm::Value Tracer::shape_of(const Tensor& tensor) {
  std::vector<vm::Value> sizes;
  Value* from = value_of(tensor);
  ++suspended;
  for (int i = 0; i < tensor.rank(); ++i) {
    Value* dim = graph->insert_int(i, here());
    Node* size = graph->create("aten::size", {from, dim});
    size->schema = find_schema("aten::size", "int");
    size->output()->type = simple_type(TypeKind::kInt);
    size->range = here();
    graph->insert(size);
    Node* as_tensor = graph->create("prim::NumToTensor", {size->output()});
    as_tensor->schema = find_schema("prim::NumToTensor", "Scalar");
    graph->insert(as_tensor);
    Tensor made = torch::tensor_from_number(Scalar::of(tensor.size(i)));
    set_value(made, as_tensor->output());
    sizes.push_back(torch::wrap(made));
  }
  --suspended;
  return torch::size_value(std::move(sizes));
}

void install_tensor_hooks() {
  torch::TorchTypes& types = torch::torch_types();
  saved_slots().clear();
  saved_attributes().clear();
  for (vm::Type* type : {types.tensor, types.parameter, types.buffer}) {
    saved_slots().push_back({type, type->slots});
    type->slots.truth = truth;
    type->slots.to_int = to_int;
    type->slots.to_float = to_float;
    type->slots.length = length;
    type->slots.iter = iterate;
  }
  vm::Type* tensor = types.tensor;
  for (const char* name : {"item", "tolist", "numpy", "size", "shape", "detach"})
    saved_attributes().push_back({name, *tensor->find(vm::intern(name))});
  vm::define_method(tensor, "item", conversion<0>);
  vm::define_method(tensor, "tolist", conversion<1>);
  vm::define_method(tensor, "numpy", conversion<2>);
  vm::define_method(tensor, "size", size_method);
  vm::define_method(tensor, "detach", detach_method);
  vm::define_property(tensor, "shape", shape_property);
  torch::int_read_hook() = read_as_int;
}

void remove_tensor_hooks() {
  for (Saved& saved : saved_slots()) saved.type->slots = saved.slots;
  for (const auto& [name, value] : saved_attributes()) torch::torch_types().tensor->set(name, value);
  torch::int_read_hook() = nullptr;
}

}  // namespace vt::script
