// Values of the language to arguments of ops and back.
#include <algorithm>
#include <cstring>

#include "device/cuda.h"
#include "support/check.h"
#include "tensor/accelerator.h"
#include "torch/binder.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"
#include "vm/frame.h"

namespace vt::torch {

NumberReadHook& number_read_hook() {
  static NumberReadHook hook = nullptr;
  return hook;
}

SizeArithmeticHook& size_arithmetic_hook() {
  static SizeArithmeticHook hook = nullptr;
  return hook;
}

bool& dual_level_open() {
  thread_local bool open = false;
  return open;
}
int& transform_depth() {
  static int depth = 0;
  return depth;
}

bool& batched_reads_refused() {
  static bool refused = false;
  return refused;
}
void check_batched_read(BatchedRead read) {
  if (!batched_reads_refused()) return;
  const vm::Frame* frame = Interpreter::current()->current_frame();
  const Value* module = frame && frame->globals ? frame->globals->table.find(vm::intern("__name__")) : nullptr;
  const vm::Str* name = module ? module->as<vm::Str>() : nullptr;
  if (name && (name->text == "torch" || name->text.starts_with("torch."))) return;
  switch (read) {
    case BatchedRead::kItem:
      tensor_error(
          "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
          "Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere "
          "inside PyTorch internals, please file a bug report.");
    case BatchedRead::kTruth:
      tensor_error(
          "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support "
          "that yet, please file an issue at https://github.com/pytorch/pytorch/issues .");
    case BatchedRead::kMask:
      tensor_error(
          "vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over "
          "indexing with a boolean mask.");
  }
}

const OpRecorder* graphless_recorder = nullptr;

void refuse_value(const Tensor& t) {
  if (t.impl()->fake->recorder == graphless_recorder)
    tensor_error("aten._local_scalar_dense.default", "DataDependentOutputException");
  tensor_error(
      "It appears that you're trying to get value out of a tracing tensor with aten._local_scalar_dense.default - "
      "erroring out! It's likely that this is caused by data-dependent control flow or similar.  It may be possible "
      "to trace this with dynamic shapes; try setting tracing_mode='symbolic' in your make_fx call.");
}

Value item_of(const Tensor& t) {
  if (t.numel() != 1)
    tensor_error("a Tensor with " + std::to_string(t.numel()) + " elements cannot be converted to Scalar");
  if (t.is_fake()) refuse_value(t);
  if (t.device().kind == DeviceKind::kMeta) tensor_error("Tensor.item() cannot be called on meta tensors");
  Dims index;
  index.resize(t.rank(), 0);
  if (t.dtype() == DType::kBool) return Value::boolean(read_element_int(t, index) != 0);
  if (is_floating(t.dtype())) return Value::real(read_element(t, index));
  return Value::integer(read_element_int(t, index));
}

bool is_float_instance(const Value& v) { return v.is_object() && vm::type_of(v)->is_subtype_of(vm::types().float_); }

// Instances of classes derived from int, such as the members of an IntEnum.
static bool is_enumerator(const Value& v, int64_t* number) {
  if (!v.as<vm::BigInt>() || vm::type_of(v) == vm::types().int_) return false;
  *number = vm::Interpreter::current()->to_index(v);
  return true;
}

bool to_scalar(const Value& v, Scalar* out) {
  switch (v.tag()) {
    case vm::Tag::kBool: *out = Scalar::of(v.as_bool()); return true;
    case vm::Tag::kInt: *out = Scalar::of(v.as_int()); return true;
    case vm::Tag::kFloat: *out = Scalar::of(v.as_float()); return true;
    case vm::Tag::kObject: break;
    case vm::Tag::kNull:
    case vm::Tag::kNone: return false;
  }
  if (SymIntObject* symbol = v.as<SymIntObject>()) {
    *out = Scalar::of(symbol->value);
    return true;
  }
  if (int64_t number; is_enumerator(v, &number)) {
    *out = Scalar::of(number);
    return true;
  }
  if (is_float_instance(v)) {
    *out = Scalar::of(vm::Interpreter::current()->to_double(v));
    return true;
  }
  if (const vm::BigInt* big = v.as<vm::BigInt>(); big && vm::type_of(v) == vm::types().int_) {
    if (big->limbs.size() <= 2 && !big->negative)
      vm::raise(vm::types().RuntimeError, "value cannot be converted to type int64_t without overflow");
    vm::raise(vm::types().OverflowError, "int too big to convert");
  }
  const Tensor* tensor = as_tensor(v);
  if (!tensor || tensor->rank() != 0 || tensor->is_fake()) return false;
  if (number_read_hook()) number_read_hook()(*tensor, true);
  return to_scalar(item_of(*tensor), out);
}

bool to_int(const Value& v, SymInt* out) {
  if (v.is_int()) {
    *out = SymInt(v.as_int());
    return true;
  }
  if (SymIntObject* symbol = v.as<SymIntObject>()) {
    *out = symbol->value;
    return true;
  }
  if (int64_t number; is_enumerator(v, &number)) {
    *out = SymInt(number);
    return true;
  }
  const Tensor* tensor = as_tensor(v);
  if (!tensor || tensor->rank() != 0 || !is_integral(tensor->dtype()) || tensor->is_fake()) return false;
  if (number_read_hook()) number_read_hook()(*tensor, false);
  *out = SymInt(read_element_int(*tensor, {}));
  return true;
}

namespace {
const std::vector<Value>* sequence_items(const Value& v) {
  if (vm::Tuple* tuple = v.as<vm::Tuple>()) return &tuple->items;
  if (vm::List* list = v.as<vm::List>()) return &list->items;
  return nullptr;
}
}  // namespace

bool to_int_list(const Value& v, IntList* out) {
  const std::vector<Value>* items = sequence_items(v);
  if (!items) return false;
  out->resize(items->size());
  for (size_t i = 0; i < items->size(); ++i)
    if (!to_int((*items)[i], &(*out)[i])) return false;
  return true;
}

bool to_dtype(const Value& v, DType* out) {
  if (DTypeObject* dtype = v.as<DTypeObject>()) {
    *out = dtype->dtype;
    return true;
  }
  Type* type = v.as<Type>();
  if (!type) return false;
  if (type == vm::types().float_) return *out = DType::kFloat64, true;
  if (type == vm::types().int_) return *out = DType::kInt64, true;
  if (type == vm::types().bool_) return *out = DType::kBool, true;
  return false;
}

Device parse_device(std::string_view text) {
  std::string_view kind = text.substr(0, text.find(':'));
  Device device;
  if (text.empty()) tensor_error("Device string must not be empty");
  // A type is a word of letters, the text after the colon a number.
  if (!std::all_of(kind.begin(), kind.end(),
                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }))
    tensor_error("Invalid device string: '" + std::string(text) + "'");
  if (kind == "cpu") device.kind = DeviceKind::kCpu;
  else if (kind == "cuda") device.kind = DeviceKind::kCuda;
  else if (kind == "meta") device.kind = DeviceKind::kMeta;
  else if (kind == "webgpu") device.kind = DeviceKind::kWebGpu;
  else
    tensor_error(
        "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
        "mps, meta, hpu, mtia, privateuseone device type at start of device string: " +
        std::string(kind));
  if (kind.size() == text.size()) return device;
  std::string_view index = text.substr(kind.size() + 1);
  if (index.empty() || index.size() > 4 || index.find_first_not_of("0123456789") != std::string_view::npos)
    tensor_error("Invalid device string: '" + std::string(text) + "'");
  device.index = static_cast<int16_t>(std::stoi(std::string(index)));
  return device;
}

static Device factory_device;
Device default_device() { return factory_device; }
void set_default_device(Device device) { factory_device = device; }

bool to_device(const Value& v, Device* out) {
  if (DeviceObject* device = v.as<DeviceObject>()) {
    *out = device->device;
    return true;
  }
  if (vm::Str* text = v.as<vm::Str>()) {
    *out = parse_device(text->text);
    return true;
  }
  if (v.is_int()) {
    if (!device::cuda_available()) tensor_error("Cannot access accelerator device when none is available.");
    *out = Device{DeviceKind::kCuda, static_cast<int16_t>(v.as_int())};
    return true;
  }
  return false;
}

bool to_tensor_list(const Value& v, TensorList* out) {
  const std::vector<Value>* items = sequence_items(v);
  if (!items) return false;
  out->reserve(items->size());
  for (const Value& item : *items) {
    if (item.is_none()) {
      out->emplace_back();
      continue;
    }
    const Tensor* tensor = as_tensor(item);
    if (!tensor) return false;
    out->push_back(*tensor);
  }
  return true;
}

Tensor tensor_from_number(const Scalar& s) { return tensor_from_number(s, default_dtype()); }
Tensor tensor_from_number(const Scalar& s, DType real) {
  DType dtype = s.is_float() ? real : s.kind == Scalar::Kind::kBool ? DType::kBool : DType::kInt64;
  Tensor t = empty_tensor({}, dtype);
  switch (dtype) {
    case DType::kBool: *t.data<bool>() = s.to_bool(); break;
    case DType::kInt64: *t.data<int64_t>() = s.to_int(); break;
    case DType::kFloat64: *t.data<double>() = s.to_double(); break;
    case DType::kFloat32: *t.data<float>() = static_cast<float>(s.to_double()); break;
    case DType::kFloat16: *t.data<Half>() = to_half(static_cast<float>(s.to_double())); break;
    case DType::kBFloat16: *t.data<BFloat16>() = to_bfloat16(static_cast<float>(s.to_double())); break;
    case DType::kUInt8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32: VT_UNREACHABLE("a number becomes bool, int64 or a float");
  }
  return t;
}

Value scalar_value(const Scalar& s) {
  switch (s.kind) {
    case Scalar::Kind::kBool: return Value::boolean(s.to_bool());
    case Scalar::Kind::kInt: return sym_int_value(s.integer);
    case Scalar::Kind::kFloat: return Value::real(s.number);
  }
  return Value::none();
}

const char* argument_type_text(const Value& v) {
  if (v.is_none()) return "NoneType";
  TensorObject* tensor = v.as<TensorObject>();
  if (tensor) return tensor->type == torch_types().tensor ? "Tensor" : tensor->type->name.c_str();
  if (v.as<DTypeObject>()) return "torch.dtype";
  if (v.as<DeviceObject>()) return "torch.device";
  if (v.as<NamedConstant>())
    return v.as_object()->type == torch_types().layout ? "torch.layout" : "torch.memory_format";
  return vm::type_name(v);
}

}  // namespace vt::torch
