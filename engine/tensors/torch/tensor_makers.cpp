// Tensors from data of the language: torch.tensor, as_tensor, Tensor(...), new_tensor,
// Parameter. dtype inference and error texts as PyTorch's.
#include <algorithm>
#include <limits>

#include "eager/autograd.h"
#include "ops/families/formula.h"
#include "ops/families/texts.h"
#include "ops/ops.h"
#include "support/check.h"
#include "tensor/accelerator.h"
#include "tensor/warning.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"
#include "torch/torch_function.h"

namespace vt::torch {
namespace {

using vm::types;

const std::vector<Value>* items_of(const Value& v) {
  if (vm::Tuple* tuple = v.as<vm::Tuple>()) return &tuple->items;
  if (vm::List* list = v.as<vm::List>()) return &list->items;
  return nullptr;
}

bool is_array(const Value& v) { return v.is_object() && vm::type_of(v)->name == "ndarray"; }

// What has a length and elements by position, as far as classes show it.
bool is_sequence(const Value& v) {
  if (!v.is_object() || v.as<vm::Str>() || v.as<vm::Dict>() || v.as<vm::Bytes>() || as_tensor(v)) return false;
  static vm::Str *length = vm::intern("__len__"), *element = vm::intern("__getitem__"), *keys = vm::intern("keys");
  Type* type = vm::type_of(v);
  return type->find(length) && type->find(element) && !type->find(keys);
}

// Ranges, deques and other sequences as lists, so that the rest sees lists only.
Value as_list(Interpreter& vm, const Value& v) {
  if (v.as<vm::Tuple>() || v.as<vm::List>()) return v;
  if (v.as<vm::Range>() || is_array(v) || is_sequence(v)) return vm::make_list(vm.to_vector(v));
  return v;
}

struct Inference {
  bool any = false, has_float = false, has_int = false, has_bool = false;
  bool has_tensor = false;
  DType tensor_dtype = DType::kBool;
};

// The numbers of numpy know their type.
bool infer_array_number(const Value& v, Inference* out) {
  static vm::Str* own = vm::intern("_torch");
  const Type* type = vm::type_of(v);
  const Value* known = type->module == "numpy" ? type->find(own) : nullptr;
  DType dtype;
  if (!known || !to_dtype(*known, &dtype)) return false;
  out->tensor_dtype = out->has_tensor ? promote_types(out->tensor_dtype, dtype) : dtype;
  out->any = out->has_tensor = true;
  return true;
}

void infer(Interpreter& vm, const Value& v, Inference* out) {
  switch (v.tag()) {
    case vm::Tag::kBool: out->any = out->has_bool = true; return;
    case vm::Tag::kInt: out->any = out->has_int = true; return;
    case vm::Tag::kFloat: out->any = out->has_float = true; return;
    case vm::Tag::kNone:
    case vm::Tag::kNull: tensor_error("Could not infer dtype of NoneType");
    case vm::Tag::kObject: break;
  }
  if (const Tensor* t = as_tensor(v)) {
    out->tensor_dtype = out->has_tensor ? promote_types(out->tensor_dtype, t->dtype()) : t->dtype();
    out->any = out->has_tensor = true;
    return;
  }
  if (infer_array_number(v, out)) return;
  if (v.as<vm::BigInt>()) {
    out->any = out->has_int = true;
    return;
  }
  if (is_float_instance(v)) {
    out->any = out->has_float = true;
    return;
  }
  if (v.as<SymIntObject>()) {
    out->any = out->has_int = true;
    return;
  }
  if (v.as<vm::Str>()) vm::raise(types().TypeError, "new(): invalid data type 'str'");
  Value list = as_list(vm, v);
  const std::vector<Value>* items = items_of(list);
  if (!items) tensor_error(std::string("Could not infer dtype of ") + vm::type_name(v));
  for (const Value& item : *items) {
    if (item.is_object() && item.as_object() == v.as_object())
      vm::raise(types().TypeError, "new(): self-referential lists are incompatible");
    infer(vm, item, out);
  }
}

DType inferred_dtype(const Inference& found) {
  if (!found.any) return default_dtype();
  DType dtype = found.has_float ? default_dtype() : found.has_int ? DType::kInt64 : DType::kBool;
  if (!found.has_tensor) return dtype;
  if (!found.has_float && !found.has_int && !found.has_bool) return found.tensor_dtype;
  return promote_types(found.tensor_dtype, dtype);
}

void measure(Interpreter& vm, const Value& v, std::vector<int64_t>* sizes) {
  Value at = as_list(vm, v);
  while (true) {
    // A tensor inside a list is one number, whatever its sizes.
    const std::vector<Value>* items = items_of(at);
    if (!items) return;
    sizes->push_back(static_cast<int64_t>(items->size()));
    if (sizes->size() > static_cast<size_t>(kMaxRank)) vm::raise(types().ValueError, "too many dimensions 'list'");
    if (items->empty()) return;
    // A text is a sequence of texts, without end.
    if ((*items)[0].as<vm::Str>()) vm::raise(types().ValueError, "too many dimensions 'str'");
    at = as_list(vm, (*items)[0]);
  }
}

const char* range_name(DType dtype) {
  static const char* names[] = {"bool",  "uint8",    "int8",         "int16", "int32",
                                "int64", "at::Half", "at::BFloat16", "float", "double"};
  return names[static_cast<size_t>(dtype)];
}

template <class T>
T checked(const Scalar& number, DType dtype) {
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  bool fits;
  if (number.is_float()) {
    fits = integer_type_holds(dtype, number.to_double());
  } else {
    // Unsigned numbers accept negative whole ones that fit the bits, as C does.
    const int64_t value = number.to_int(), low = dtype == DType::kUInt8 ? -int64_t{255} : int64_t{least};
    fits = value >= low && value <= int64_t{most};
  }
  if (!fits) tensor_error(std::string("value cannot be converted to type ") + range_name(dtype) + " without overflow");
  return static_cast<T>(number.to_int());
}

void store(std::byte* at, DType dtype, const Value& v) {
  Value number = v;
  if (const Tensor* t = as_tensor(v)) {
    if (t->numel() != 1 && is_integral(dtype))
      tensor_error("only integer tensors of a single element can be converted to an index", "TypeError");
    if (t->numel() != 1) tensor_error("only one element tensors can be converted to Python scalars", "ValueError");
    number = item_of(*t);
  }
  const bool too_big = v.as<vm::BigInt>() && vm::type_of(v) == types().int_;
  if (too_big && !is_floating(dtype)) vm::raise(types().ValueError, "Overflow when unpacking long long");
  Scalar s;
  if (too_big) s = Scalar::of(Interpreter::current()->to_double(v));
  else if (!to_scalar(number, &s)) {
    if (v.as<vm::Str>()) vm::raise(types().TypeError, "new(): invalid data type 'str'");
    vm::raise(types().TypeError, std::string("must be real number, not ") + vm::type_name(v));
  }
  switch (dtype) {
    case DType::kBool: *reinterpret_cast<bool*>(at) = s.to_bool(); return;
    case DType::kUInt8: *reinterpret_cast<uint8_t*>(at) = checked<uint8_t>(s, dtype); return;
    case DType::kInt8: *reinterpret_cast<int8_t*>(at) = checked<int8_t>(s, dtype); return;
    case DType::kInt16: *reinterpret_cast<int16_t*>(at) = checked<int16_t>(s, dtype); return;
    case DType::kInt32: *reinterpret_cast<int32_t*>(at) = checked<int32_t>(s, dtype); return;
    case DType::kInt64: *reinterpret_cast<int64_t*>(at) = checked<int64_t>(s, dtype); return;
    case DType::kFloat16: *reinterpret_cast<Half*>(at) = to_half(static_cast<float>(s.to_double())); return;
    case DType::kBFloat16: *reinterpret_cast<BFloat16*>(at) = to_bfloat16(static_cast<float>(s.to_double())); return;
    case DType::kFloat32: *reinterpret_cast<float*>(at) = static_cast<float>(s.to_double()); return;
    case DType::kFloat64: *reinterpret_cast<double*>(at) = s.to_double(); return;
  }
}

void fill(Interpreter& vm, const Tensor& out, const Value& v, int axis, std::byte** at) {
  if (axis == out.rank()) {
    store(*at, out.dtype(), v);
    *at += dtype_bytes(out.dtype());
    return;
  }
  Value data = as_tensor(v) ? to_list(*as_tensor(v)) : as_list(vm, v);
  const std::vector<Value>* items = items_of(data);
  if (!items) vm::raise(types().TypeError, "not a sequence");
  if (static_cast<int64_t>(items->size()) != out.size(axis))
    vm::raise(types().ValueError, "expected sequence of length " + std::to_string(out.size(axis)) + " at dim " +
                                      std::to_string(axis) + " (got " + std::to_string(items->size()) + ")");
  if (axis + 1 == out.rank())
    for (const Value& item : *items)
      if (items_of(item))
        vm::raise(types().TypeError,
                  std::string("'") + vm::type_name(item) + "' object cannot be interpreted as an integer");
  for (const Value& item : *items) fill(vm, out, item, axis + 1, at);
}

Tensor fresh_copy(const Tensor& t, DType dtype) {
  GradModeScope scope(false);
  Tensor plain = detach(t);
  if (t.dtype() == dtype) return call_op(need_op({"clone"}), {Arg(plain)});
  return call_op(need_op({"to.dtype", "_to_copy", "to"}), {Arg(plain), Arg(dtype)});
}

struct Options {
  bool has_dtype = false;
  DType dtype = DType::kFloat32;
  Device device;
  bool has_device = false;
  bool requires_grad = false;
};
// The tensor itself if it is there already.
Tensor placed(const Tensor& t, const Options& options) {
  Device device = options.has_device ? options.device : default_device();
  if (device.kind == DeviceKind::kMeta) return empty_tensor(t.sizes(), t.dtype(), device);
  if (device == t.device()) return t;
  GradModeScope scope(false);
  return call_op(need_op({"_to_copy"}), {Arg(t), Arg(), Arg(device)});
}
Options options_from(const char* function, const Value& dtype, const Value& device, const Value& requires_grad) {
  Options options;
  if (!dtype.is_null() && !dtype.is_none()) {
    if (!to_dtype(dtype, &options.dtype))
      vm::raise(types().TypeError,
                std::string(function) + "(): argument 'dtype' must be torch.dtype, not " + argument_type_text(dtype));
    options.has_dtype = true;
  }
  if (!device.is_null() && !device.is_none()) {
    options.has_device = to_device(device, &options.device);
    if (!options.has_device)
      vm::raise(types().TypeError, std::string(function) + "(): argument 'device' must be torch.device, not " +
                                       argument_type_text(device));
  }
  if (is_accelerator(options.device.kind)) options.device = device_memory(options.device).resolve(options.device);
  if (!requires_grad.is_null()) {
    if (!requires_grad.is_bool())
      vm::raise(types().TypeError, std::string(function) + "(): argument 'requires_grad' must be bool, not " +
                                       argument_type_text(requires_grad));
    options.requires_grad = requires_grad.as_bool();
  }
  return options;
}

void require_grad(const Tensor& t) {
  if (!is_floating(t.dtype())) tensor_error("Only Tensors of floating point and complex dtype can require gradients");
  set_requires_grad(t, true);
}

void warn_of_copy(const char* call) {
  tensor_warning(
      std::string("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                  "sourceTensor.detach().clone().requires_grad_(True), rather than ") +
      call + ".");
}
Value make_tensor(Interpreter& vm, const Arguments& a) {
  if (a.size() == 0 && !a.keyword("data"))
    vm::raise(types().TypeError, "tensor() missing 1 required positional arguments: \"data\"");
  std::vector<Value> given =
      vm::bind_arguments(a, "tensor", {"data", "*", "dtype", "device", "requires_grad", "pin_memory"}, 1);
  // "*" takes no slot of its own.
  Options options = options_from("tensor", given[1], given[2], given[3]);
  if (as_tensor(given[0])) warn_of_copy("torch.tensor(sourceTensor)");
  Tensor made = tensor_from_data(vm, given[0], options.has_dtype ? &options.dtype : nullptr);
  // A copy of a tensor stays where the tensor is.
  if (options.has_device || !as_tensor(given[0])) made = placed(made, options);
  Value seen = seen_by_dispatch_mode(vm, "_lift_fresh", wrap(made));
  if (options.requires_grad) require_grad(*as_tensor(seen));
  return seen;
}

// Of the default dtype, whatever the number is.
Value make_scalar_tensor(Interpreter& vm, const Arguments& a) {
  std::vector<Value> given =
      vm::bind_arguments(a, "scalar_tensor", {"s", "*", "dtype", "layout", "device", "requires_grad"}, 1);
  Options options = options_from("scalar_tensor", given[1], given[3], given[4]);
  DType dtype = options.has_dtype ? options.dtype : default_dtype();
  // A tensor of no axes is a number, also while it is traced and has no value yet.
  const Tensor* tensor = as_tensor(given[0]);
  Scalar number;
  if (tensor ? tensor->rank() > 0 || tensor->requires_grad() : !to_scalar(given[0], &number))
    vm::raise(types().TypeError, std::string("scalar_tensor(): argument 's' (position 1) must be Number, not ") +
                                     argument_type_text(given[0]));
  Tensor made = placed(tensor_from_data(vm, given[0], &dtype), options);
  if (options.requires_grad) require_grad(made);
  return wrap(made);
}

// as_tensor, and asarray with the arguments that it has besides.
Value asarray_function(Interpreter& vm, const Arguments& a) {
  std::vector<Value> given =
      vm::bind_arguments(a, "asarray", {"obj", "*", "dtype", "device", "copy", "requires_grad"}, 1);
  bool copies = given[3].is_bool() && given[3].as_bool();
  Options options = options_from("asarray", given[1], given[2], Value());
  const Tensor* source = as_tensor(given[0]);
  bool shares = source && !copies && (!options.has_dtype || options.dtype == source->dtype()) &&
                (!options.has_device || options.device == source->device());
  Tensor made =
      shares ? *source : placed(tensor_from_data(vm, given[0], options.has_dtype ? &options.dtype : nullptr), options);
  bool wanted = given[4].is_bool() && given[4].as_bool();
  bool refused = given[4].is_bool() && !wanted;
  if (shares && refused && made.requires_grad()) made = detach(made);
  if (wanted && !made.requires_grad()) require_grad(made = shares ? detach(made) : made);
  return wrap(made);
}

Value as_tensor_function(Interpreter& vm, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(a, "as_tensor", {"data", "dtype", "device"}, 1);
  Options options = options_from("as_tensor", given[1], given[2], Value());
  if (const Tensor* t = as_tensor(given[0])) {
    if (options.has_device && !(options.device == t->device()))
      return wrap(call_op(need_op({"_to_copy"}),
                          {Arg(*t), options.has_dtype ? Arg(options.dtype) : Arg(), Arg(options.device)}));
    if (!options.has_dtype || options.dtype == t->dtype()) return given[0];
    return wrap(call_op(need_op({"to.dtype", "_to_copy", "to"}), {Arg(*t), Arg(options.dtype)}));
  }
  if (is_array(given[0])) {
    Value shared = vm.get_attribute(given[0], "_tensor");
    const Tensor* t = as_tensor(shared);
    if (t && (!options.has_dtype || options.dtype == t->dtype())) return wrap(detach(*t));
  }
  return wrap(placed(tensor_from_data(vm, given[0], options.has_dtype ? &options.dtype : nullptr), options));
}

Value from_numpy(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "from_numpy", 1, 1);
  if (!is_array(a[0]))
    vm::raise(types().TypeError, std::string("expected np.ndarray (got ") + vm::type_name(a[0]) + ")");
  Value shared = vm.get_attribute(a[0], "_tensor");
  return wrap(detach(*as_tensor(shared)));
}

Value new_tensor(Interpreter& vm, const Arguments& a) {
  std::vector<Value> given =
      vm::bind_arguments(a, "new_tensor", {"self", "data", "*", "dtype", "device", "requires_grad"}, 2);
  Options options = options_from("new_tensor", given[2], given[3], given[4]);
  DType dtype = options.has_dtype ? options.dtype : as_tensor(given[0])->dtype();
  if (!options.has_device) options.device = as_tensor(given[0])->device(), options.has_device = true;
  if (as_tensor(given[1])) warn_of_copy("tensor.new_tensor(sourceTensor)");
  Tensor made = placed(tensor_from_data(vm, given[1], &dtype), options);
  if (options.requires_grad) require_grad(made);
  return wrap(made);
}

// torch.Tensor(2, 3), torch.FloatTensor([1, 2]): sizes or data.
Tensor legacy_tensor(Interpreter& vm, const Arguments& a, DType dtype) {
  if (a.size() == 0) return empty_tensor(std::vector<int64_t>{0}, dtype, default_device());
  if (a.size() == 1 && as_tensor(a[0])) {
    if (as_tensor(a[0])->dtype() != dtype) vm::raise(types().TypeError, "expected CPU (got CPU)");
    return detach(*as_tensor(a[0]));
  }
  if (a.size() == 1 && a[0].is_object() && a[0].as_object()->kind != Kind::kSize)
    return placed(tensor_from_data(vm, a[0], &dtype), Options{});
  std::vector<int64_t> sizes;
  if (vm::Tuple* size = a[0].as<vm::Tuple>()) {
    for (const Value& item : size->items) sizes.push_back(vm.to_index(item));
  } else {
    for (size_t i = 0; i < a.size(); ++i) {
      if (i == 0 && a.size() == 1 && !a[i].is_int() && !a[i].is_object())
        vm::raise(types().TypeError, "new(): data must be a sequence (got " + std::string(vm::type_name(a[i])) + ")");
      sizes.push_back(vm.to_index(a[i]));
    }
  }
  return call_op(need_op({"empty"}), {Arg(Dims(sizes)), Arg(dtype), Arg(default_device())});
}

void refuse_legacy_keywords(const Arguments& a) {
  for (size_t k = 0; k < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    if (name == "device" || name == "size" || name == "data") continue;
    std::string given;
    for (size_t i = 0; i < a.positional; ++i) given += std::string(vm::type_name(a[i])) + ", ";
    for (size_t i = 0; i < a.keywords; ++i)
      given += (i ? ", " : "") + a.keyword_names[i].as<vm::Str>()->text + "=" + vm::type_name(a[a.positional + i]);
    vm::raise(types().TypeError,
              "new() received an invalid combination of arguments - got (" + given +
                  "), but expected one of:\n * (*, torch.device device = None)\n      didn't match "
                  "because some of the keywords were incorrect: " +
                  name +
                  "\n * (torch.Storage storage)\n * (Tensor other)\n * (tuple of ints size, "
                  "*, torch.device device = None)\n * (object data, *, torch.device device = None)\n");
  }
}

Value construct_tensor(Interpreter& vm, Type* type, const Arguments& a) {
  try {
    refuse_legacy_keywords(a);
    // The legacy constructors torch.FloatTensor and so on keep their dtype in _dtype.
    static vm::Str* name = vm::intern("_dtype");
    DType dtype = default_dtype();
    const Value* fixed = type->find(name);
    if (fixed && fixed->as<DTypeObject>()) dtype = fixed->as<DTypeObject>()->dtype;
    Tensor made = legacy_tensor(vm, a, dtype);
    if (fixed || type == torch_types().tensor) return wrap(made);
    return wrap_as(made.impl()->python_object ? detach(made) : made, type);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}

Value construct_parameter(Interpreter& vm, Type* type, const Arguments& a) {
  try {
    std::vector<Value> given = vm::bind_arguments(a, "Parameter", {"data", "requires_grad"}, 0);
    bool wanted = given[1].is_null() || vm.truth(given[1]);
    Tensor source;
    if (given[0].is_null() || given[0].is_none())
      source = empty_tensor(std::vector<int64_t>{0}, default_dtype(), default_device());
    else if (const Tensor* t = as_tensor(given[0])) source = detach(*t);
    else
      vm::raise(types().AttributeError,
                std::string("'") + vm::type_name(given[0]) + "' object has no attribute 'detach'");
    if (wanted && !is_floating(source.dtype()))
      tensor_error("Only Tensors of floating point and complex dtype can require gradients");
    Value made = wrap_as(source, type);
    if (wanted) set_requires_grad(source, true);
    return made;
  } catch (const TensorError& error) {
    raise_error(error);
  }
}
Value construct_buffer(Interpreter& vm, Type* type, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(a, "Buffer", {"data", "persistent"}, 1);
  const Tensor* t = as_tensor(given[0]);
  if (!t) vm::raise(types().TypeError, "Buffer() expects a Tensor");
  Value made = wrap_as(detach(*t), type);
  vm.set_attribute(made, vm::intern("persistent"), given[1].is_null() ? Value::boolean(true) : given[1]);
  return made;
}

// Elements that are not known yet, because tensors or sizes are traced: put together by ops.
bool holds_unknown(Interpreter& vm, const Value& v) {
  if (const Tensor* t = as_tensor(v)) return t->is_fake();
  if (v.as<SymIntObject>()) return true;
  Value list = as_list(vm, v);
  const std::vector<Value>* items = items_of(list);
  return items && std::any_of(items->begin(), items->end(), [&](const Value& item) { return holds_unknown(vm, item); });
}
Tensor stacked(Interpreter& vm, const Value& v, DType dtype) {
  if (const Tensor* t = as_tensor(v)) {
    Tensor number = f::to_dtype(detach(*t), dtype);
    return t->rank() > 0 && t->numel() == 1 ? f::reshape(number, SymSizes{}) : number;
  }
  if (SymIntObject* size = v.as<SymIntObject>()) return f::full({}, size->value, dtype, Device{});
  Value list = as_list(vm, v);
  const std::vector<Value>* items = items_of(list);
  if (!items) return tensor_from_data(vm, v, &dtype);
  std::vector<Tensor> parts;
  for (const Value& item : *items) parts.push_back(stacked(vm, item, dtype));
  return call(op_stack, {parts, int64_t{0}})[0];
}

// Methods of tensors that are written in the language (python/torch/_fallbacks.py).
Value add_tensor_method(Interpreter&, const Arguments& a) {
  torch_types().tensor->set(a[0].as<vm::Str>()->text, a[1]);
  return Value::none();
}

Value is_tensor_function(Interpreter&, const Arguments& a) { return Value::boolean(a.size() > 0 && as_tensor(a[0])); }

}  // namespace

Tensor tensor_from_data(Interpreter& vm, const Value& data, const DType* dtype) {
  if (const Tensor* t = as_tensor(data)) return fresh_copy(*t, dtype ? *dtype : t->dtype());
  if (is_array(data)) {
    Value shared = vm.get_attribute(data, "_tensor");
    return fresh_copy(*as_tensor(shared), dtype ? *dtype : as_tensor(shared)->dtype());
  }
  if (data.as<vm::Str>()) vm::raise(types().TypeError, "new(): invalid data type 'str'");
  std::vector<int64_t> sizes;
  measure(vm, data, &sizes);
  DType chosen;
  if (dtype) {
    chosen = *dtype;
  } else {
    Inference found;
    infer(vm, data, &found);
    chosen = inferred_dtype(found);
  }
  if (holds_unknown(vm, data)) return stacked(vm, data, chosen);
  Tensor made = empty_tensor(sizes, chosen);
  std::byte* at = made.impl()->storage->data();
  if (made.numel() > 0) fill(vm, made, data, 0, &at);
  return made;
}

void install_tensor_makers(Type* t) {
  t->slots.construct = construct_tensor;
  method<new_tensor>(t, "new_tensor");
  Type* parameter = vm::make_type("Parameter", t, Kind::kTensor, "torch.nn.parameter");
  parameter->slots.construct = construct_parameter;
  torch_types().parameter = parameter;
  Type* buffer = vm::make_type("Buffer", t, Kind::kTensor, "torch.nn.parameter");
  buffer->slots.construct = construct_buffer;
  torch_types().buffer = buffer;
}

// isinstance(x, torch.FloatTensor): a tensor of that dtype on the CPU, whatever its class.
Value is_legacy_instance(Interpreter&, const Arguments& a) {
  vm::check_count(a, "__instancecheck__", 1, 1, true);
  const Value* fixed = a[0].as<Type>()->find(vm::intern("_dtype"));
  const Tensor* tensor = as_tensor(a[1]);
  return Value::boolean(tensor && fixed && tensor->dtype() == fixed->as<DTypeObject>()->dtype &&
                        tensor->device().kind == DeviceKind::kCpu);
}

void define_makers(Interpreter&, vm::Module& m) {
  function<make_tensor>(m, "tensor");
  function<make_scalar_tensor>(m, "scalar_tensor");
  function<as_tensor_function>(m, "as_tensor");
  function<asarray_function>(m, "asarray");
  function<from_numpy>(m, "from_numpy");
  function<is_tensor_function>(m, "is_tensor");
  function<add_tensor_method>(m, "_add_tensor_method");
  static const std::pair<const char*, DType> legacy[] = {
      {"FloatTensor", DType::kFloat32},     {"DoubleTensor", DType::kFloat64}, {"HalfTensor", DType::kFloat16},
      {"BFloat16Tensor", DType::kBFloat16}, {"LongTensor", DType::kInt64},     {"IntTensor", DType::kInt32},
      {"ShortTensor", DType::kInt16},       {"CharTensor", DType::kInt8},      {"ByteTensor", DType::kUInt8},
      {"BoolTensor", DType::kBool}};
  Type* metaclass = vm::make_type("tensortype", types().type, Kind::kType, "torch");
  vm::define_method(metaclass, "__instancecheck__", is_legacy_instance);
  for (auto [name, dtype] : legacy) {
    Type* type = vm::make_type(name, torch_types().tensor, Kind::kTensor, "torch");
    type->type = metaclass;
    type->slots.construct = construct_tensor;
    type->set("_dtype", dtype_value(dtype));
    type->set("dtype", dtype_value(dtype));
    vm::set_attribute(m, name, Value::of(type));
  }
}

}  // namespace vt::torch
