#include "torch/objects.h"

#include <array>
#include <unordered_map>

#include "torch/tensor_type.h"

namespace vt::torch {

TensorObject::TensorObject(Tensor t, Type* type) : Object(Kind::kTensor, type), tensor(std::move(t)) {
  tensor.impl()->python_object = this;
}
TensorObject::~TensorObject() {
  if (tensor.defined() && tensor.impl()->python_object == this) tensor.impl()->python_object = nullptr;
}
DTypeObject::DTypeObject(DType d) : Object(Kind::kDType, torch_types().dtype), dtype(d) {}
DeviceObject::DeviceObject(Device d) : Object(Kind::kDevice, torch_types().device), device(d) {}
GeneratorObject::GeneratorObject(Ref<Generator> g)
    : Object(Kind::kGenerator_, torch_types().generator), generator(std::move(g)) {}
SymIntObject::SymIntObject(SymInt v) : Object(Kind::kSymInt, torch_types().sym_int), value(std::move(v)) {}
NamedConstant::NamedConstant(std::string t, Type* type) : Object(kNamedConstant, type), text(std::move(t)) {}
GradFunctionObject::GradFunctionObject(Ref<RefCounted> n, Type* type)
    : Object(Kind::kGradFunction, type), node(std::move(n)) {}

namespace {
Value* made_on_demand(Value& attributes) {
  if (attributes.is_null()) attributes = vm::make<vm::Dict>();
  return &attributes;
}
}  // namespace
Value* TensorObject::attributes_slot() { return made_on_demand(attributes); }
Value* GradFunctionObject::attributes_slot() { return made_on_demand(attributes); }

TorchTypes& torch_types() {
  static TorchTypes types;
  return types;
}

Value wrap(const Tensor& tensor) {
  if (!tensor.defined()) return Value::none();
  if (void* object = tensor.impl()->python_object) return Value::of(static_cast<TensorObject*>(object));
  return vm::make<TensorObject>(tensor, torch_types().tensor);
}

Value wrap_as(const Tensor& tensor, Type* type) { return vm::make<TensorObject>(tensor, type); }

Value dtype_value(DType dtype) {
  static std::array<Value, 16> objects;
  Value& object = objects[static_cast<size_t>(dtype)];
  if (object.is_null()) object = vm::make<DTypeObject>(dtype);
  return object;
}

Value device_value(Device device) { return vm::make<DeviceObject>(device); }

Value size_value(std::vector<Value> items) {
  auto* tuple = new vm::Tuple(std::move(items), torch_types().size);
  tuple->kind = Kind::kSize;
  return Value::adopt(tuple);
}

Value sym_int_value(const SymInt& value) {
  if (!value.symbolic()) return Value::integer(value.hint());
  return vm::make<SymIntObject>(value);
}

Value shape_value(const Tensor& tensor) {
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(tensor.rank()));
  if (tensor.is_fake()) {
    for (const SymInt& size : tensor.sym_sizes()) items.push_back(sym_int_value(size));
  } else {
    for (int64_t size : tensor.sizes()) items.push_back(Value::integer(size));
  }
  return size_value(std::move(items));
}

Value wrap_list(const TensorList& tensors) {
  std::vector<Value> items;
  items.reserve(tensors.size());
  for (const Tensor& tensor : tensors) items.push_back(wrap(tensor));
  return vm::make_tuple(std::move(items));
}

vm::Type* linalg_error_type() {
  static Type* const type = vm::make_type("_LinAlgError", vm::types().RuntimeError, vm::Kind::kException, "torch._C");
  return type;
}

vm::Type* data_dependent_error_type() {
  static Type* const type = vm::make_type("DataDependentOutputException", vm::types().RuntimeError,
                                          vm::Kind::kException, "torch._subclasses.fake_tensor");
  return type;
}

vm::Type* exception_type(std::string_view name) {
  static const std::unordered_map<std::string_view, Type*> by_name = [] {
    vm::BuiltinTypes& types = vm::types();
    std::unordered_map<std::string_view, Type*> names;
#define X(exception, base) names.emplace(#exception, types.exception);
    VT_EXCEPTION_TYPES(X)
#undef X
    return names;
  }();
  if (name == "OutOfMemoryError") return torch_types().out_of_memory;
  if (name == "_LinAlgError") return linalg_error_type();
  if (name == "DataDependentOutputException") return data_dependent_error_type();
  if (name == "AcceleratorError") return torch_types().accelerator_error;
  auto found = by_name.find(name);
  return found == by_name.end() ? vm::types().RuntimeError : found->second;
}

void check_no_arguments(std::string_view name, const Arguments& a) {
  if (a.positional == 1 && a.keywords == 0) return;
  vm::raise(vm::types().TypeError,
            "TensorBase." + std::string(name) +
                (a.keywords ? "() takes no keyword arguments"
                            : "() takes no arguments (" + std::to_string(a.positional - 1) + " given)"));
}
void raise_error(const TensorError& error) { vm::raise(exception_type(error.kind), error.message); }

}  // namespace vt::torch
