// From tensors to plain values, and between dtypes and devices.
#include "eager/autograd.h"
#include "ops/families/shape.h"
#include "support/check.h"
#include "tensor/accelerator.h"
#include "torch/binder.h"
#include "torch/binder_errors.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"
#include "torch/torch_function.h"

namespace vt::torch {
namespace {

using vm::types;

const Tensor& self_of(const Arguments& a) { return *as_tensor(a[0]); }

Value list_level(const Tensor& t, Dims& index, int axis) {
  if (axis == t.rank()) {
    if (t.dtype() == DType::kBool) return Value::boolean(read_element_int(t, index) != 0);
    return is_floating(t.dtype()) ? Value::real(read_element(t, index)) : Value::integer(read_element_int(t, index));
  }
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(t.size(axis)));
  for (int64_t i = 0; i < t.size(axis); ++i) {
    index[axis] = i;
    items.push_back(list_level(t, index, axis + 1));
  }
  return vm::make_list(std::move(items));
}

void need_data(const Tensor& t) {
  if (t.device().kind == DeviceKind::kMeta)
    tensor_error("Cannot copy out of meta tensor; no data!", "NotImplementedError");
}

Value item(Interpreter& vm, const Arguments& a) {
  if (Value number = seen_by_dispatch_mode(vm, "_read_number", a[0]); !as_tensor(number)) return number;
  check_batched_read(BatchedRead::kItem);
  return item_of(self_of(a));
}
Value tolist(Interpreter&, const Arguments& a) {
  need_data(self_of(a));
  if (self_of(a).is_fake()) refuse_value(self_of(a));
  return to_list(on_host(self_of(a)));
}

Value convert(const Tensor& t, DType dtype, bool copy) {
  if (t.dtype() == dtype && !copy) return wrap(t);
  static const OpDef& op = need_op({"to.dtype", "_to_copy", "to"});
  if (std::string_view(op.name) == "to.dtype" || std::string_view(op.name) == "to")
    return wrap(call_op(op, {Arg(t), Arg(dtype), Arg(false), Arg(copy)}));
  return wrap(call_op(op, {Arg(t), Arg(dtype)}));
}

Value move(const Tensor& t, Device device) {
  if (is_accelerator(device.kind)) device = device_memory(device).resolve(device);
  if (device == t.device()) return wrap(t);
  if (t.device().kind == DeviceKind::kMeta)
    tensor_error("Cannot copy out of meta tensor; no data!", "NotImplementedError");
  if (device.kind == DeviceKind::kMeta) return wrap(empty_strided(t.sizes(), t.strides(), t.dtype(), device));
  static const OpDef& op = need_op({"_to_copy"});
  return wrap(call_op(op, {Arg(t), Arg(), Arg(device)}));
}

Value convert_to(const Tensor& t, const Value& dtype, const Value& device, bool copy) {
  DType wanted = t.dtype();
  if (!dtype.is_null() && !dtype.is_none() && !to_dtype(dtype, &wanted))
    vm::raise(types().TypeError,
              std::string("to(): argument 'dtype' must be torch.dtype, not ") + argument_type_text(dtype));
  Device place = t.device();
  if (!device.is_null() && !device.is_none()) to_device(device, &place);
  if (is_accelerator(place.kind)) place = device_memory(place).resolve(place);
  if (!(place == t.device())) return convert(*as_tensor(move(t, place)), wanted, false);
  return convert(t, wanted, copy);
}

// The format that strides suggest, as PyTorch reads them: those of 4 or 5 axes that grow outwards
// from the channels; every other layout counts as contiguous.
std::string suggested_format(const Tensor& t) {
  static constexpr int kAxes[2][5] = {{1, 3, 2, 0, -1}, {1, 4, 3, 2, 0}};
  if (t.rank() != 4 && t.rank() != 5) return "contiguous_format";
  int64_t least = 0;
  for (int axis : std::span(kAxes[t.rank() - 4]).first(static_cast<size_t>(t.rank()))) {
    int64_t stride = t.strides()[axis];
    bool ambiguous = axis == 0 && least == t.strides()[1];  // one channel, one position
    if (t.size(axis) == 0 || stride == 0 || stride < least || ambiguous) return "contiguous_format";
    least = t.size(axis) > 1 ? stride * t.size(axis) : stride;
  }
  return t.rank() == 4 ? "channels_last" : "channels_last_3d";
}

// Of what has its dtype and device: itself where it lies so already.
Value laid_out(const Tensor& t, const NamedConstant& constant) {
  std::string format = format_name(constant);
  if (format == "preserve_format" || format == suggested_format(t)) return wrap(t);
  static const OpDef& op = need_op({"_to_copy"});
  return wrap(call_op(op, {Arg(t), Arg(), Arg(), Arg(format)}));
}

Value in_given_format(const Value& result, const Arguments& a) {
  const Value* given = a.keyword("memory_format");
  const NamedConstant* format = given ? given->as<NamedConstant>() : nullptr;
  return format ? laid_out(*as_tensor(result), *format) : result;
}

Value to(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  Value dtype, device;
  bool copy = false;
  size_t flags = 0;
  for (size_t i = 1; i < a.size(); ++i) {
    const Value& v = a[i];
    if (v.as<DTypeObject>() || v.as<Type>()) dtype = v;
    else if (v.as<DeviceObject>() || v.as<vm::Str>() || v.is_int()) device = v;
    else if (const Tensor* other = as_tensor(v))
      dtype = dtype_value(other->dtype()), device = device_value(other->device());
    else if (v.is_bool()) {
      if (flags++ == 1) copy = v.as_bool();
    } else if (!v.is_none())
      vm::raise(
          types().TypeError,
          std::string("to() received an invalid combination of arguments - got (") + argument_type_text(v) +
              "), but expected one of:\n * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = "
              "False, bool copy = False, *, torch.memory_format memory_format = None)\n * (torch.dtype dtype, bool "
              "non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (Tensor "
              "tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n");
  }
  if (const Value* v = a.keyword("dtype")) dtype = *v;
  if (const Value* v = a.keyword("device")) device = *v;
  if (const Value* v = a.keyword("copy")) copy = v->as_bool();
  if (const Value* v = a.keyword("other"))
    if (const Tensor* other = as_tensor(*v)) dtype = dtype_value(other->dtype());
  return in_given_format(convert_to(t, dtype, device, copy), a);
}

Value cpu(Interpreter&, const Arguments& a) {
  if (a.positional > 1) raise_too_many("cpu()", 0, 0, a.positional - 1);
  return move(self_of(a), Device{});
}
Value cuda(Interpreter&, const Arguments& a) {
  Device device{DeviceKind::kCuda};
  const Value* given = a.size() > 1 ? &a[1] : a.keyword("device");
  if (given && !given->is_none() && !given->is_bool() && !to_device(*given, &device))
    vm::raise(types().TypeError,
              std::string("cuda(): argument 'device' must be torch.device, not ") + argument_type_text(*given));
  if (device.kind != DeviceKind::kCuda) tensor_error("Invalid device, must be cuda device");
  return move(self_of(a), device);
}
template <DType dtype>
Value cast(Interpreter& vm, const Arguments& a) {
  if (a.positional > 1) raise_too_many(vm::current_native(vm)->name + "()", 0, 0, a.positional - 1);
  if (a.keywords > 0) vm::bind_arguments(a, vm::current_native(vm)->name.c_str(), {"self", "*", "memory_format"}, 1);
  return in_given_format(convert(self_of(a), dtype, false), a);
}

const char* const kTypeNames[] = {"BoolTensor", "ByteTensor", "CharTensor",     "ShortTensor", "IntTensor",
                                  "LongTensor", "HalfTensor", "BFloat16Tensor", "FloatTensor", "DoubleTensor"};

Value type(Interpreter&, const Arguments& a) {
  const Value* wanted = a.size() > 1 ? &a[1] : a.keyword("dtype");
  const Tensor& t = self_of(a);
  if (!wanted || wanted->is_none())
    return vm::make_str(std::string("torch.") + kTypeNames[static_cast<size_t>(t.dtype())]);
  if (vm::Str* text = wanted->as<vm::Str>()) {
    for (size_t i = 0; i < std::size(kTypeNames); ++i)
      if (text->text == std::string("torch.") + kTypeNames[i]) return convert(t, static_cast<DType>(i), false);
    vm::raise(types().ValueError, "invalid type: '" + text->text + "'");
  }
  DType dtype;
  if (!to_dtype(*wanted, &dtype)) {
    Type* legacy = wanted->as<Type>();
    for (size_t i = 0; legacy && i < std::size(kTypeNames); ++i)
      if (legacy->name == kTypeNames[i]) return convert(t, static_cast<DType>(i), false);
    vm::raise(types().TypeError, "dtype must be a type, str, or dtype object");
  }
  return convert(t, dtype, false);
}
Value type_as(Interpreter&, const Arguments& a) {
  const Tensor* other = a.size() > 1 ? as_tensor(a[1]) : nullptr;
  if (!other)
    vm::raise(types().TypeError, std::string("type_as(): argument 'other' (position 1) must be Tensor, not ") +
                                     (a.size() > 1 ? argument_type_text(a[1]) : "nothing"));
  return convert(self_of(a), other->dtype(), false);
}

Value numpy(Interpreter& vm, const Arguments& a) {
  const Tensor& t = self_of(a);
  if (t.is_fake()) tensor_error("numpy() is not available while capturing");
  const Value* force = a.keyword("force");
  bool forced = force && vm.truth(*force);
  if (t.requires_grad() && grad_enabled() && !forced)
    tensor_error("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  if (t.dtype() == DType::kBFloat16) vm::raise(types().TypeError, "Got unsupported ScalarType BFloat16");
  if (t.device().kind == DeviceKind::kMeta)
    vm::raise(types().TypeError,
              "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory "
              "first.");
  if (is_accelerator(t.device().kind)) {
    if (!forced)
      vm::raise(types().TypeError, "can't convert " + device_text(t.device()) +
                                       " device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host "
                                       "memory first.");
    return vm.call(vm.get_attribute(vm.import_module("numpy"), "_from_tensor"), {wrap(on_host(t))});
  }
  Value module = vm.import_module("numpy");
  return vm.call(vm.get_attribute(module, "_from_tensor"), {wrap(t.requires_grad() ? detach(t) : t)});
}

Value storage_as(Interpreter& vm, const Arguments& a, const char* maker) {
  const Tensor& t = self_of(a);
  size_t bytes = t.impl()->storage ? t.impl()->storage->bytes() : 0;
  return vm.call(vm.get_attribute(vm.import_module("torch.storage"), maker),
                 {a[0], Value::integer(static_cast<int64_t>(bytes / dtype_bytes(t.dtype())))});
}
Value storage(Interpreter& vm, const Arguments& a) { return storage_as(vm, a, "_storage_of"); }
Value untyped_storage(Interpreter& vm, const Arguments& a) { return storage_as(vm, a, "_untyped_storage_of"); }

// The memory of a tensor as bytes; tensors that share it share the copy within one deepcopy.
Ref<Storage> copied_storage(Interpreter& vm, const Tensor& t, const Value& memo) {
  const Storage* storage = t.impl()->storage.get();
  Value key = Value::integer(reinterpret_cast<int64_t>(storage));
  if (!memo.is_none() && vm.contains(memo, key)) return as_tensor(vm.get_item(memo, key))->impl()->storage;
  auto bytes = make_ref<TensorImpl>();
  bytes->storage = t.impl()->storage;
  bytes->device = t.device();
  bytes->dtype = DType::kUInt8;
  bytes->sizes = {static_cast<int64_t>(storage->bytes())};
  bytes->strides = {1};
  Tensor copied = call_op(need_op({"clone"}), {Arg(Tensor(std::move(bytes)))});
  if (!memo.is_none()) vm.set_item(memo, key, wrap(copied));
  return copied.impl()->storage;
}
Tensor deep_copied(Interpreter& vm, const Tensor& t, const Value& memo) {
  GradModeScope scope(false);
  if (t.is_fake()) return call_op(need_op({"clone"}), {Arg(t)});
  Tensor copied = detach(t);
  copied.impl()->storage = copied_storage(vm, t, memo);
  return copied;
}

void check_deep_copy(Interpreter& vm, const Tensor& t, Type* type) {
  if (!is_leaf(t))
    tensor_error(
        "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If "
        "you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
        "https://github.com/pytorch/pytorch/pull/103001");
  if (type == torch_types().tensor || type == torch_types().buffer) return;
  auto maker = [&](Type* of) { return vm.get_attribute(Value::of(of), "new_empty").as_object(); };
  if (maker(type) == maker(torch_types().tensor))
    tensor_error(
        "The default implementation of __deepcopy__() for non-wrapper subclasses only works for subclass types that "
        "implement new_empty() and for which that function returns another instance of the same subclass. You should "
        "either properly implement new_empty() for your subclass or override __deepcopy__() if it is intended behavior "
        "for new_empty() to return an instance of a different type.");
}

// A parameter is copied without its gradient and attributes, as in PyTorch.
Value copied_parameter(Interpreter& vm, const Tensor& t, Type* type) {
  GradModeScope scope(false);
  Tensor copied = call_op(need_op({"clone"}), {Arg(detach(t))});
  if (type != torch_types().parameter)
    return vm.call(Value::of(type), {wrap(copied), Value::boolean(t.requires_grad())});
  Value result = wrap_as(copied, type);
  if (t.requires_grad()) set_requires_grad(copied, true);
  return result;
}

// copy.deepcopy(x): a leaf with its gradient, its class, its attributes and its place in memory.
Value deep_copy(Interpreter& vm, const Arguments& a) {
  const Tensor& t = self_of(a);
  Type* type = a[0].as_object()->type;
  Value memo = a.size() > 1 ? a[1] : Value::none();
  Value id = vm.call(vm.get_attribute(Value::of(vm.builtins()), "get"), {vm::make_str("id")});
  Value key = vm.call(id, {a[0]});
  if (!memo.is_none() && vm.contains(memo, key)) return vm.get_item(memo, key);
  if (type->is_subtype_of(torch_types().parameter)) {
    Value result = copied_parameter(vm, t, type);
    if (!memo.is_none()) vm.set_item(memo, key, result);
    return result;
  }
  check_deep_copy(vm, t, type);
  Tensor copied = deep_copied(vm, t, memo);
  Value result = wrap_as(copied, type);
  if (t.requires_grad()) set_requires_grad(copied, true);
  if (!memo.is_none()) vm.set_item(memo, key, result);
  Value deepcopy = vm.get_attribute(vm.import_module("copy"), "deepcopy");
  if (Tensor grad = grad_of(t); grad.defined()) set_grad(copied, *as_tensor(vm.call(deepcopy, {wrap(grad), memo})));
  if (const Value* attributes = a[0].as_object()->attributes_if_any(); attributes && attributes->is_object())
    *result.as_object()->attributes_slot() = vm.call(deepcopy, {*attributes, memo});
  return result;
}
Value shallow_copy(Interpreter& vm, const Arguments& a) {
  Tensor copied = detach(self_of(a));
  if (copied.impl()->python_object) return wrap(copied);
  Value result = wrap_as(copied, a[0].as_object()->type);
  if (self_of(a).requires_grad()) set_requires_grad(copied, true);
  if (const Value* attributes = a[0].as_object()->attributes_if_any(); attributes && attributes->is_object())
    *result.as_object()->attributes_slot() = vm.call(vm.get_attribute(*attributes, "copy"), {});
  return result;
}

Value apply_each(Interpreter& vm, const Arguments& a) {
  const Tensor& t = self_of(a);
  vm::check_count(a, "apply_", 1, 1, true);
  if (t.requires_grad())
    tensor_error("Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead.", "TypeError");
  std::vector<Value> flat;
  Value list = to_list(t);
  auto walk = [&](auto&& self, const Value& v) -> Value {
    if (vm::List* nested = v.as<vm::List>()) {
      std::vector<Value> items;
      for (const Value& item : nested->items) items.push_back(self(self, item));
      return vm::make_list(std::move(items));
    }
    return vm.call(a[1], {v});
  };
  DType dtype = t.dtype();
  Tensor result = tensor_from_data(vm, walk(walk, list), &dtype);
  call(need_op({"copy_", "copy"}), Args{Arg(t), Arg(result), Arg(false)});
  return a[0];
}

Value self_again(Interpreter&, const Arguments& a) { return a[0]; }
Value set_data_class(Interpreter&, const Arguments& a) {
  // as_subclass(cls)
  const Tensor& self = self_of(a);
  Tensor alias =
      grad_enabled() && self.requires_grad() ? call_op(need_op({"alias", "view_as"}), {Arg(self)}) : detach(self);
  Type* cls = a.size() > 1 ? a[1].as<Type>() : nullptr;
  if (!cls || !cls->is_subtype_of(torch_types().tensor))
    vm::raise(types().TypeError,
              a[1].as<Type>() ? "Creating a Tensor subclass from a class that does not inherit from Tensor is not "
                                "possible. Make sure your class inherits from Tensor."
                              : "cls must be a type (not an instance) that inherits from Tensor");
  return wrap_as(alias, cls);
}

// _become_view(view): what the methods that change sizes in place are made of.
Value become_view_of(Interpreter&, const Arguments& a) {
  become_view(self_of(a), *as_tensor(a[1]));
  return a[0];
}

}  // namespace

Value to_list(const Tensor& t) {
  Dims index;
  index.resize(t.rank(), 0);
  return list_level(t, index, 0);
}

void install_tensor_conversions(Type* t) {
  bare_method<item>(t, "item");
  method<become_view_of>(t, "_become_view");
  bare_method<tolist>(t, "tolist");
  method<to>(t, "to");
  method<cpu>(t, "cpu");
  method<cuda>(t, "cuda");
  method<cast<DType::kFloat32>>(t, "float");
  method<cast<DType::kFloat64>>(t, "double");
  method<cast<DType::kFloat16>>(t, "half");
  method<cast<DType::kBFloat16>>(t, "bfloat16");
  method<cast<DType::kInt64>>(t, "long");
  method<cast<DType::kInt32>>(t, "int");
  method<cast<DType::kInt16>>(t, "short");
  method<cast<DType::kInt8>>(t, "char");
  method<cast<DType::kUInt8>>(t, "byte");
  method<cast<DType::kBool>>(t, "bool");
  method<type>(t, "type");
  method<type_as>(t, "type_as");
  method<numpy>(t, "numpy");
  method<untyped_storage>(t, "untyped_storage");
  method<storage>(t, "storage");
  method<deep_copy>(t, "__deepcopy__");
  method<shallow_copy>(t, "__copy__");
  method<apply_each>(t, "apply_");
  method<set_data_class>(t, "as_subclass");
  for (const char* name : {"pin_memory", "share_memory_", "cpu_", "to_dense"}) method<self_again>(t, name);
  for (const char* name : {"resolve_conj", "resolve_neg", "conj"}) bare_method<self_again>(t, name);
}

}  // namespace vt::torch
