// Objects of the language that stand for engine data: tensors, dtypes, devices,
// generators, sizes. Neighbours: binder.h (op calls), tensor_type.h (their behaviour).
#pragma once
#include "ops/arg.h"
#include "support/ref.h"
#include "tensor/random.h"
#include "tensor/tensor.h"
#include "vm/native.h"

namespace vt::torch {

using vm::Arguments;
using vm::Interpreter;
using vm::Kind;
using vm::Type;
using vm::Value;

// A tensor's one object: TensorImpl::python_object points back, so that a tensor keeps
// its identity, its class (Parameter) and its attributes on the way through the engine.
struct TensorObject : vm::Object {
  TensorObject(Tensor tensor, Type* type);
  ~TensorObject() override;
  static bool is_kind(Kind k) { return k == Kind::kTensor; }
  void traverse(vm::Visitor& visitor) const override { visitor.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override;
  const Value* attributes_if_any() override { return &attributes; }
  Tensor tensor;
  Value attributes;
};

struct DTypeObject : vm::Object {
  explicit DTypeObject(DType dtype);
  static bool is_kind(Kind k) { return k == Kind::kDType; }
  DType dtype;
};

struct DeviceObject : vm::Object {
  explicit DeviceObject(Device device);
  static bool is_kind(Kind k) { return k == Kind::kDevice; }
  Device device;
};

struct GeneratorObject : vm::Object {
  explicit GeneratorObject(Ref<Generator> generator);
  static bool is_kind(Kind k) { return k == Kind::kGenerator_; }
  Ref<Generator> generator;  // null: the default generator
  Generator& get() const { return generator ? *generator : default_generator(); }
};

struct SymIntObject : vm::Object {
  explicit SymIntObject(SymInt value);
  static bool is_kind(Kind k) { return k == Kind::kSymInt; }
  SymInt value;
};

// torch.strided, torch.contiguous_format and their like: names, which ops take as texts.
constexpr vm::Kind kNamedConstant = static_cast<vm::Kind>(72);  // after vm::Kind::kSymInt
struct NamedConstant : vm::Object {
  NamedConstant(std::string text, Type* type);
  static bool is_kind(Kind k) { return k == kNamedConstant; }
  std::string text;
};
// "channels_last" for torch.channels_last, as ops take it.
inline std::string format_name(const NamedConstant& format) { return format.text.substr(sizeof "torch." - 1); }

// The node of the tape behind tensor.grad_fn.
struct GradFunctionObject : vm::Object {
  GradFunctionObject(Ref<RefCounted> node, Type* type);
  static bool is_kind(Kind k) { return k == Kind::kGradFunction; }
  void traverse(vm::Visitor& visitor) const override { visitor.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override;
  const Value* attributes_if_any() override { return &attributes; }
  Ref<RefCounted> node;
  Value attributes;
};

// Made once per process, with the builtin types.
struct TorchTypes {
  Type *tensor = nullptr, *parameter = nullptr, *buffer = nullptr, *dtype = nullptr, *device = nullptr, *size = nullptr,
       *generator = nullptr, *sym_int = nullptr, *layout = nullptr, *memory_format = nullptr, *grad_function = nullptr,
       *storage = nullptr, *out_of_memory = nullptr, *accelerator_error = nullptr;
  Value strided, contiguous_format, preserve_format, channels_last, channels_last_3d;
};
TorchTypes& torch_types();
void make_torch_types();

// The object of a tensor; None for "no tensor".
Value wrap(const Tensor& tensor);
// A new object of a given class; the tensor must have none yet.
Value wrap_as(const Tensor& tensor, Type* type);
inline const Tensor* as_tensor(const Value& v) {
  TensorObject* object = v.as<TensorObject>();
  return object ? &object->tensor : nullptr;
}
Value dtype_value(DType dtype);
Value device_value(Device device);
Value size_value(std::vector<Value> items);
Value sym_int_value(const SymInt& value);    // a plain int unless symbolic
Value shape_value(const Tensor& tensor);     // torch.Size
Value wrap_list(const TensorList& tensors);  // a tuple

// Raises the language's exception for a TensorError.
[[noreturn]] void raise_error(const TensorError& error);
vm::Type* exception_type(std::string_view name);

// Wrap native functions so that errors of the engine become exceptions of the language.
template <vm::NativeFn fn>
Value guarded(Interpreter& vm, const Arguments& a) {
  try {
    return fn(vm, a);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}
template <vm::UnaryFn fn>
Value guarded_unary(Interpreter& vm, const Value& v) {
  try {
    return fn(vm, v);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}
template <vm::BinaryFn fn>
Value guarded_binary(Interpreter& vm, const Value& a, const Value& b) {
  try {
    return fn(vm, a, b);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}
template <vm::NativeFn fn>
void method(Type* type, std::string_view name) {
  vm::define_method(type, name, guarded<fn>);
}
// TypeError unless a method of tensors that has no parameters is given nothing.
void check_no_arguments(std::string_view name, const Arguments& a);
template <vm::NativeFn fn>
Value without_arguments(Interpreter& vm, const Arguments& a) {
  if (a.positional != 1 || a.keywords != 0) check_no_arguments(vm::current_native(vm)->name, a);
  return guarded<fn>(vm, a);
}
template <vm::NativeFn fn>
void bare_method(Type* type, std::string_view name) {
  vm::define_method(type, name, without_arguments<fn>);
}
template <vm::NativeFn fn>
void property(Type* type, std::string_view name) {
  vm::define_property(type, name, guarded<fn>);
}
template <vm::NativeFn getter, vm::NativeFn setter>
void property(Type* type, std::string_view name) {
  vm::define_property(type, name, guarded<getter>, guarded<setter>);
}
template <vm::NativeFn fn>
void function(vm::Module& module, std::string_view name) {
  vm::define_function(module, name, guarded<fn>);
}

}  // namespace vt::torch
