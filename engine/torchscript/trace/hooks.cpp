// Overrides of tensor methods during a trace: sizes are recorded, and a conversion of a tensor to a Python
// number warns that the number becomes a constant of the trace.
#include "torch/binder.h"
#include "torch/objects.h"
#include "torch/read_hook.h"
#include "torchscript/trace/tracer.h"

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
  vm::Value count = original().length(vm, v);
  const auto* symbol = count.as<torch::SymIntObject>();
  return symbol ? vm::Value::integer(symbol->value.guard_int()) : count;
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
  const Tensor& t = *torch::as_tensor(a[0]);
  const vm::Value* dim = a.positional > 1 ? &a[1] : a.keyword("dim");
  if (!dim) return active_tracer()->shape_of(t);
  bool inside = dim->is_int() && dim->as_int() >= -t.rank() && dim->as_int() < t.rank();
  if (!inside) return vm.call(original_attribute("size"), a);
  Suspend quiet;
  return active_tracer()->size_of(t, dim->as_int());
}
vm::Value shape_property(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* t = torch::as_tensor(a[0]);
  if (!watching_sizes() || !t) return torch::shape_value(*t);
  return active_tracer()->shape_of(*t);
}

// detach() shares storage without a dispatcher call, so the hook calls an op that the trace can record. (As in
// PyTorch, the result of .data is a constant of the trace.)
vm::Value detach_method(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* t = torch::as_tensor(a[0]);
  if (!watching() || !t) return vm.call(original_attribute("detach"), a);
  return torch::wrap(torch::call_op(torch::need_op({"detach"}), {Arg(*t)}));
}

vm::Value numel_method(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* t = torch::as_tensor(a[0]);
  if (!watching_sizes() || !t) return vm.call(original_attribute("numel"), a);
  return active_tracer()->count_of(*t);
}

// Conversions of dtype and device are recorded even if they change nothing.
struct Conversion {
  const char* name;
  DType dtype;
};
constexpr Conversion kConversions[] = {
    {"float", DType::kFloat32}, {"double", DType::kFloat64}, {"half", DType::kFloat16},     {"int", DType::kInt32},
    {"long", DType::kInt64},    {"short", DType::kInt16},    {"bool", DType::kBool},        {"char", DType::kInt8},
    {"byte", DType::kUInt8},    {"type_as", DType::kBool},   {"bfloat16", DType::kBFloat16}};

vm::Value run_quietly(Interpreter& vm, const char* name, const vm::Arguments& a) {
  Suspend quiet;
  return vm.call(original_attribute(name), a);
}

template <size_t which>
vm::Value convert_method(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* self = torch::as_tensor(a[0]);
  const Conversion& row = kConversions[which];
  bool as_other = row.name == std::string_view("type_as");
  if (!watching() || !self || a.keywords || a.positional != (as_other ? 2u : 1u))
    return vm.call(original_attribute(row.name), a);
  vm::Value made = run_quietly(vm, row.name, a), no = vm::Value::boolean(false);
  if (as_other) active_tracer()->record_conversion("aten::type_as", "", *self, {a[1]}, *torch::as_tensor(made));
  else
    active_tracer()->record_conversion("aten::to", "dtype", *self,
                                       {torch::dtype_value(row.dtype), no, no, vm::Value::none()},
                                       *torch::as_tensor(made));
  return made;
}

vm::Value to_method(Interpreter& vm, const vm::Arguments& a) {
  const Tensor* self = torch::as_tensor(a[0]);
  vm::Value dtype, device, copy = vm::Value::boolean(false), later = copy, other;
  bool plain = watching() && self && a.positional > 0;
  auto sort = [&](const vm::Value& v) {
    Device parsed;
    if (v.as<torch::DTypeObject>()) dtype = v;
    else if (torch::as_tensor(v)) other = v;
    else if (v.as<vm::Str>() || v.as<torch::DeviceObject>()) {
      plain &= torch::to_device(v, &parsed);
      device = torch::device_value(parsed);
    } else plain = false;
  };
  for (size_t i = 1; plain && i < a.positional; ++i) sort(a[i]);
  for (size_t k = 0; plain && k < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    const vm::Value& value = a.values[a.positional + k];
    if (name == "copy" && value.is_bool()) copy = value;
    else if (name == "non_blocking" && value.is_bool()) later = value;
    else sort(value);
  }
  if (!plain || (dtype.is_null() && device.is_null() && other.is_null())) return vm.call(original_attribute("to"), a);
  vm::Value made = run_quietly(vm, "to", a), none = vm::Value::none();
  const Tensor& result = *torch::as_tensor(made);
  if (!other.is_null()) {
    const Tensor& like = *torch::as_tensor(other);
    device = torch::device_value(like.device());
    dtype = torch::dtype_value(like.dtype());
  }
  if (device.is_null()) {
    active_tracer()->record_conversion("aten::to", "dtype", *self, {dtype, later, copy, none}, result);
  } else if (dtype.is_null()) {
    active_tracer()->record_conversion(
        "aten::to", "dtype_layout", *self,
        {torch::dtype_value(result.dtype()), vm::Value::integer(0), device, none, later, copy, none}, result);
  } else {
    active_tracer()->record_conversion("aten::to", "device", *self, {device, dtype, later, copy, none}, result);
  }
  return made;
}

// `a & b` is recorded as aten::__and__, torch.bitwise_and(a, b) as another operator.
template <vt::BinaryOp op>
vm::Value bitwise(Interpreter& vm, const vm::Value& left, const vm::Value& right) {
  constexpr const char* name = op == vt::BinaryOp::kAnd      ? "aten::__and__"
                               : op == vt::BinaryOp::kOr     ? "aten::__or__"
                               : op == vt::BinaryOp::kXor    ? "aten::__xor__"
                               : op == vt::BinaryOp::kLshift ? "aten::__lshift__"
                                                             : "aten::__rshift__";
  bool signed_here = watching() && torch::as_tensor(left);
  if (signed_here) active_tracer()->spelled = name;
  try {
    vm::Value made = original().binary[static_cast<int>(op)](vm, left, right);
    if (signed_here) active_tracer()->spelled = nullptr;
    return made;
  } catch (...) {
    if (signed_here) active_tracer()->spelled = nullptr;
    throw;
  }
}
template <vt::BinaryOp op>
void hook_operator(vm::Slots& slots) {
  slots.binary[static_cast<int>(op)] = bitwise<op>;
}
template <size_t... which>
void hook_conversions(vm::Type* tensor, std::index_sequence<which...>) {
  for (const Conversion& row : kConversions)
    if (const vm::Value* known = tensor->find(vm::intern(row.name))) saved_attributes().push_back({row.name, *known});
  auto hook = [&](const char* name, vm::NativeFn run) {
    if (!original_attribute(name).is_null()) vm::define_method(tensor, name, run);
  };
  (hook(kConversions[which].name, convert_method<which>), ...);
}

// Transposing properties are operators of their own in PyTorch.
template <size_t which>
vm::Value transposed_property(Interpreter& vm, const vm::Arguments& a) {
  static constexpr const char* kNames[] = {"T", "mT"};
  static constexpr const char* kKinds[] = {"aten::numpy_T", "aten::mT"};
  vm::Value before = original_attribute(kNames[which]);
  const Tensor* self = torch::as_tensor(a[0]);
  if (!watching() || !self) return vm.call(vm.get_attribute(before, "fget"), a);
  vm::Value made;
  {
    Suspend quiet;
    made = vm.call(vm.get_attribute(before, "fget"), a);
  }
  active_tracer()->record_conversion(kKinds[which], "", *self, {}, *torch::as_tensor(made));
  return made;
}

void read_number(const Tensor& t, bool as_scalar) {
  if (watching()) active_tracer()->read_number(t, as_scalar);
}

void size_arithmetic(const char* name, const SymInt& left, const SymInt& right, const SymInt& result) {
  if (watching()) active_tracer()->record_size_arithmetic(name, left, right, result);
}

}  // namespace

// Inserts an operator that reads a size and wraps the number as a tensor, because traces represent sizes as tensors.
vm::Value Tracer::size_tensor(Node* reads, int64_t size) {
  reads->output()->type = simple_type(TypeKind::kInt);
  reads->range = here();
  Node* as_tensor = graph->create("prim::NumToTensor", {graph->insert(reads)->output()});
  as_tensor->schema = find_schema("prim::NumToTensor", "Scalar");
  auto known = std::make_shared<Type>();
  known->detail = "Long(device=cpu)";
  graph->insert(as_tensor)->output()->type = known;
  Tensor made = torch::tensor_from_number(Scalar::of(size));
  set_value(made, as_tensor->output());
  return torch::wrap(made);
}

vm::Value Tracer::size_of(const Tensor& tensor, int64_t dim) {
  Node* size = graph->create("aten::size", {value_of(tensor), graph->insert_int(dim, here())});
  size->schema = find_schema("aten::size", "int");
  return size_tensor(size, tensor.size(static_cast<int>(dim < 0 ? dim + tensor.rank() : dim)));
}

vm::Value Tracer::shape_of(const Tensor& tensor) {
  std::vector<vm::Value> sizes;
  ++suspended;
  for (int i = 0; i < tensor.rank(); ++i) sizes.push_back(size_of(tensor, i));
  --suspended;
  return torch::size_value(std::move(sizes));
}

vm::Value Tracer::count_of(const Tensor& tensor) {
  ++suspended;
  Node* count = graph->create("aten::numel", {value_of(tensor)});
  count->schema = find_schema("aten::numel", "");
  vm::Value made = size_tensor(count, tensor.numel());
  --suspended;
  return made;
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
    hook_operator<vt::BinaryOp::kAnd>(type->slots);
    hook_operator<vt::BinaryOp::kOr>(type->slots);
    hook_operator<vt::BinaryOp::kXor>(type->slots);
    hook_operator<vt::BinaryOp::kLshift>(type->slots);
    hook_operator<vt::BinaryOp::kRshift>(type->slots);
  }
  vm::Type* tensor = types.tensor;
  for (const char* name : {"item", "tolist", "numpy", "size", "shape", "detach", "numel", "to", "T", "mT"})
    saved_attributes().push_back({name, *tensor->find(vm::intern(name))});
  vm::define_method(tensor, "item", conversion<0>);
  vm::define_method(tensor, "tolist", conversion<1>);
  vm::define_method(tensor, "numpy", conversion<2>);
  vm::define_method(tensor, "size", size_method);
  vm::define_method(tensor, "detach", detach_method);
  vm::define_method(tensor, "numel", numel_method);
  vm::define_method(tensor, "to", to_method);
  hook_conversions(tensor, std::make_index_sequence<std::size(kConversions)>());
  vm::define_property(tensor, "shape", shape_property);
  vm::define_property(tensor, "T", transposed_property<0>);
  vm::define_property(tensor, "mT", transposed_property<1>);
  torch::number_read_hook() = read_number;
  torch::size_arithmetic_hook() = size_arithmetic;
}

void remove_tensor_hooks() {
  for (Saved& saved : saved_slots()) saved.type->slots = saved.slots;
  for (const auto& [name, value] : saved_attributes()) torch::torch_types().tensor->set(name, value);
  torch::number_read_hook() = nullptr;
  torch::size_arithmetic_hook() = nullptr;
}

}  // namespace vt::script
