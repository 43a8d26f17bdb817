// torch.dtype, torch.device, torch.Size, torch.finfo, and the functions about dtypes.
#include <cfloat>
#include <limits>

#include "ops/kernels/parallel.h"
#include "tensor/accelerator.h"
#include "torch/binder.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

using vm::types;

// --- dtype -------------------------------------------------------------------------------
DType dtype_of(const Value& v) { return v.as<DTypeObject>()->dtype; }
Value dtype_repr(Interpreter&, const Value& v) { return vm::make_str(std::string("torch.") + dtype_name(dtype_of(v))); }
Value dtype_floating(Interpreter&, const Arguments& a) { return Value::boolean(is_floating(dtype_of(a[0]))); }
Value dtype_complex(Interpreter&, const Arguments&) { return Value::boolean(false); }
Value dtype_signed(Interpreter&, const Arguments& a) {
  return Value::boolean(dtype_of(a[0]) != DType::kUInt8 && dtype_of(a[0]) != DType::kBool);
}
Value dtype_size(Interpreter&, const Arguments& a) { return Value::integer(dtype_bytes(dtype_of(a[0]))); }
Value dtype_copy(Interpreter&, const Arguments& a) { return a[0]; }

// --- device ------------------------------------------------------------------------------
Device device_of(const Value& v) { return v.as<DeviceObject>()->device; }
const char* device_kind(Device d) { return device_name(d.kind); }
Value device_str(Interpreter&, const Value& v) { return vm::make_str(device_text(device_of(v))); }
Value device_repr(Interpreter&, const Value& v) {
  Device d = device_of(v);
  std::string text = std::string("device(type='") + device_kind(d) + "'";
  if (d.index >= 0) text += ", index=" + std::to_string(d.index);
  return vm::make_str(text + ")");
}
Value device_type(Interpreter&, const Arguments& a) { return vm::make_str(device_kind(device_of(a[0]))); }
Value device_index(Interpreter&, const Arguments& a) {
  Device d = device_of(a[0]);
  return d.index < 0 ? Value::none() : Value::integer(d.index);
}
Value device_hash(Interpreter&, const Value& v) {
  return Value::integer(static_cast<int64_t>(device_of(v).kind) * 131 + device_of(v).index);
}
Value device_equal(Interpreter&, const Value& a, const Value& b) {
  if (!a.as<DeviceObject>() || !b.as<DeviceObject>()) return vm::not_implemented();
  return Value::boolean(device_of(a) == device_of(b));
}
Value device_unequal(Interpreter&, const Value& a, const Value& b) {
  if (!a.as<DeviceObject>() || !b.as<DeviceObject>()) return vm::not_implemented();
  return Value::boolean(!(device_of(a) == device_of(b)));
}
// `with device:` moves where factories put tensors.
std::vector<Device>& entered_devices() {
  static std::vector<Device> stack;
  return stack;
}
Value device_enter(Interpreter&, const Arguments& a) {
  entered_devices().push_back(default_device());
  set_default_device(device_of(a[0]));
  return a[0];
}
Value device_exit(Interpreter&, const Arguments&) {
  set_default_device(entered_devices().back());
  entered_devices().pop_back();
  return Value::boolean(false);
}
Value construct_device(Interpreter&, Type*, const Arguments& a) {
  try {
    std::vector<Value> given = vm::bind_arguments(a, "device", {"type", "index"}, 0);
    Device device;
    if (given[0].is_null() || !to_device(given[0], &device)) {
      std::string type = given[0].is_null() ? "" : argument_type_text(given[0]);
      vm::raise(types().TypeError,
                "device() received an invalid combination of arguments - got (" + type +
                    "), but expected one of:\n * (torch.device device)\n" +
                    (type.empty() || a.size() > 1
                         ? ""
                         : "      didn't match because some of the arguments have invalid types: (!" + type + "!)\n") +
                    " * (str type, int index = -1)\n");
    }
    if (!given[1].is_null() && !given[1].is_none() && !given[1].is_int())
      vm::raise(types().TypeError, std::string("device(): argument 'index' (position 2) must be int, not ") +
                                       argument_type_text(given[1]));
    if (!given[1].is_null() && !given[1].is_none()) device.index = static_cast<int16_t>(given[1].as_int());
    return device_value(device);
  } catch (const TensorError& error) {
    raise_error(error);
  }
}

// --- Size --------------------------------------------------------------------------------
vm::Tuple& size_of(const Value& v) { return *v.as<vm::Tuple>(); }
Value size_repr(Interpreter& vm, const Value& v) {
  std::string text = "torch.Size([";
  bool first = true;
  for (const Value& item : size_of(v).items) {
    text += (first ? "" : ", ") + vm.repr(item);
    first = false;
  }
  return vm::make_str(text + "])");
}
Value construct_size(Interpreter& vm, Type*, const Arguments& a) {
  std::vector<Value> items;
  if (a.size() > 0) items = vm.to_vector(a[0]);
  for (size_t i = 0; i < items.size(); ++i)
    if (!items[i].is_int() && !items[i].as<SymIntObject>()) {
      if (!vm::type_of(items[i])->slots.index)
        vm::raise(types().TypeError, "torch.Size() takes an iterable of 'int' (item " + std::to_string(i) + " is '" +
                                         vm::type_name(items[i]) + "')");
      items[i] = Value::integer(vm.to_index(items[i]));
    }
  return size_value(std::move(items));
}
Value size_numel(Interpreter&, const Arguments& a) {
  SymInt count(1);
  for (const Value& item : size_of(a[0]).items) {
    SymInt i;
    if (to_int(item, &i)) count = count * i;
  }
  return sym_int_value(count);
}
vm::BinaryFn tuple_get_item = nullptr;
Value size_get_item(Interpreter& vm, const Value& self, const Value& key) {
  Value result = tuple_get_item(vm, self, key);
  if (key.as<vm::Slice>() && result.as<vm::Tuple>()) return size_value(result.as<vm::Tuple>()->items);
  return result;
}
vm::BinaryFn tuple_add = nullptr, tuple_multiply = nullptr;
Value size_add(Interpreter& vm, const Value& a, const Value& b) {
  bool left = a.is_object() && a.as_object()->kind == Kind::kSize;
  if (left && !b.as<vm::Tuple>())
    vm::raise(types().TypeError,
              std::string("can only concatenate tuple (not ") + vm::type_name(b) + ") to torch.Size");
  Value result = tuple_add(vm, a, b);
  vm::Tuple* tuple = result.as<vm::Tuple>();
  if (!tuple) return result;
  return size_value(tuple->items);
}

Value size_multiply(Interpreter& vm, const Value& a, const Value& b) {
  Value result = tuple_multiply(vm, a, b);
  vm::Tuple* tuple = result.as<vm::Tuple>();
  return tuple ? size_value(tuple->items) : result;
}

// --- SymInt ------------------------------------------------------------------------------
Value sym_repr(Interpreter&, const Value& v) { return vm::make_str(v.as<SymIntObject>()->value.text()); }
Value sym_to_int(Interpreter&, const Value& v) { return Value::integer(v.as<SymIntObject>()->value.guard_int()); }
Value sym_hash(Interpreter&, const Value& v) { return Value::integer(v.as<SymIntObject>()->value.hint()); }
Value sym_truth(Interpreter&, const Value& v) { return Value::boolean(v.as<SymIntObject>()->value != SymInt(0)); }
// A number computed from sizes; whoever keeps such numbers hears of it.
Value sym_result(const char* name, const SymInt& left, const SymInt& right, const SymInt& result) {
  if (result.symbolic() && size_arithmetic_hook()) size_arithmetic_hook()(name, left, right, result);
  return sym_int_value(result);
}
Value sym_negative(Interpreter&, const Value& v) {
  const SymInt& x = v.as<SymIntObject>()->value;
  return sym_result("neg", x, x, SymInt(0) - x);
}
Value sym_absolute(Interpreter&, const Value& v) {
  const SymInt& x = v.as<SymIntObject>()->value;
  return sym_int_value(sym_max(x, SymInt(0) - x));
}
Value sym_to_float(Interpreter&, const Value& v) {
  return Value::real(static_cast<double>(v.as<SymIntObject>()->value.guard_int()));
}
template <int op>
Value sym_binary(Interpreter& vm, const Value& a, const Value& b) {
  SymInt x, y;
  if (a.is_float() || b.is_float()) {
    auto plain = [](const Value& v) {
      return v.as<SymIntObject>() ? Value::real(static_cast<double>(v.as<SymIntObject>()->value.guard_int())) : v;
    };
    return vm.binary(static_cast<BinaryOp>(op), plain(a), plain(b));
  }
  if (as_tensor(a) || as_tensor(b) || !to_int(a, &x) || !to_int(b, &y)) return vm::not_implemented();
  switch (static_cast<BinaryOp>(op)) {
    case BinaryOp::kAdd: return sym_result("add", x, y, x + y);
    case BinaryOp::kSubtract: return sym_result("sub", x, y, x - y);
    case BinaryOp::kMultiply: return sym_result("mul", x, y, x * y);
    case BinaryOp::kFloorDivide: return sym_result("floordiv", x, y, floor_div(x, y));
    case BinaryOp::kRemainder: return sym_result("mod", x, y, floor_mod(x, y));
    case BinaryOp::kLshift:
      if (y.symbolic() || y.hint() < 0 || y.hint() > 62) break;
      return sym_result("lshift", x, y, x * SymInt(int64_t{1} << y.hint()));
    case BinaryOp::kRshift:
      if (y.symbolic() || y.hint() < 0 || y.hint() > 62) break;
      return sym_result("rshift", x, y, floor_div(x, SymInt(int64_t{1} << y.hint())));
    case BinaryOp::kPower: {
      if (y.symbolic() || y.hint() < 1 || y.hint() > 16) break;
      SymInt product = x;
      for (int64_t i = 1; i < y.hint(); ++i) product = product * x;
      return sym_result("pow", x, y, product);
    }
    case BinaryOp::kAnd:
    case BinaryOp::kMatrixMultiply:
    case BinaryOp::kOr:
    case BinaryOp::kTrueDivide:
    case BinaryOp::kXor: break;
  }
  return vm.binary(static_cast<BinaryOp>(op), Value::integer(x.guard_int()), Value::integer(y.guard_int()));
}
template <int op>
Value sym_compare(Interpreter&, const Value& a, const Value& b) {
  SymInt x, y;
  if (as_tensor(a) || as_tensor(b) || !to_int(a, &x) || !to_int(b, &y)) return vm::not_implemented();
  bool results[] = {false};
  switch (static_cast<CompareOp>(op)) {
    case CompareOp::kLess: results[0] = x < y; break;
    case CompareOp::kLessEqual: results[0] = x <= y; break;
    case CompareOp::kEqual: results[0] = x == y; break;
    case CompareOp::kNotEqual: results[0] = x != y; break;
    case CompareOp::kGreater: results[0] = x > y; break;
    case CompareOp::kGreaterEqual: results[0] = x >= y; break;
  }
  return Value::boolean(results[0]);
}

Value constant_repr(Interpreter&, const Value& v) {
  return vm::make_str(static_cast<NamedConstant*>(v.as_object())->text);
}

// --- functions ---------------------------------------------------------------------------
DType dtype_argument(const Value& v, const char* function, int position) {
  DType dtype;
  if (!to_dtype(v, &dtype))
    vm::raise(types().TypeError, std::string(function) + "(): argument 'type" + std::to_string(position) +
                                     "' (position " + std::to_string(position) + ") must be torch.dtype, not " +
                                     argument_type_text(v));
  return dtype;
}
Value promote(Interpreter&, const Arguments& a) {
  vm::check_count(a, "promote_types", 2, 2);
  return dtype_value(promote_types(dtype_argument(a[0], "promote_types", 1), dtype_argument(a[1], "promote_types", 2)));
}
Value can_cast(Interpreter&, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(a, "can_cast", {"from_", "to"}, 2);
  DType from = dtype_argument(given[0], "can_cast", 1), to = dtype_argument(given[1], "can_cast", 2);
  bool loses = (is_floating(from) && !is_floating(to)) || (from != DType::kBool && to == DType::kBool) ||
               (from != DType::kUInt8 && from != DType::kBool && to == DType::kUInt8 && false);
  return Value::boolean(!loses);
}
// Tensors with dimensions, tensors without, numbers: each category only matters where it
// is of a higher kind than those before it.
Value result_type(Interpreter&, const Arguments& a) {
  vm::check_count(a, "result_type", 2, 2);
  bool seen[3] = {};
  DType found[3] = {};
  for (size_t i = 0; i < 2; ++i) {
    int category;
    DType dtype;
    if (const Tensor* t = as_tensor(a[i])) category = t->rank() > 0 ? 0 : 1, dtype = t->dtype();
    else category = 2, dtype = a[i].is_float() ? default_dtype() : a[i].is_bool() ? DType::kBool : DType::kInt64;
    found[category] = seen[category] ? promote_types(found[category], dtype) : dtype;
    seen[category] = true;
  }
  bool any = false;
  DType result = DType::kBool;
  for (int category = 0; category < 3; ++category) {
    if (!seen[category]) continue;
    if (!any || dtype_category(found[category]) > dtype_category(result))
      result = any && category == 2 && is_floating(found[category]) ? default_dtype()
               : any ? (dtype_category(found[category]) > dtype_category(result) ? found[category] : result)
                     : found[category];
    any = true;
  }
  return dtype_value(result);
}
Value get_default(Interpreter&, const Arguments&) { return dtype_value(default_dtype()); }
Value set_default(Interpreter&, const Arguments& a) {
  DType dtype;
  if (a.size() != 1 || !to_dtype(a[0], &dtype))
    vm::raise(types().TypeError, "invalid dtype object: only floating-point types are supported as the default type");
  if (!is_floating(dtype)) vm::raise(types().TypeError, "only floating-point types are supported as the default type");
  set_default_dtype(dtype);
  return Value::none();
}
Value dtype_limits(Interpreter&, const Arguments& a) {
  // (bits, min, max, eps, tiny, resolution) of a dtype, for finfo and iinfo.
  DType dtype = dtype_of(a[0]);
  auto reals = [&](double bits, double max, double eps, double tiny, double resolution) {
    return vm::make_tuple({Value::integer(static_cast<int64_t>(bits)), Value::real(-max), Value::real(max),
                           Value::real(eps), Value::real(tiny), Value::real(resolution)});
  };
  auto ints = [&](int64_t bits, int64_t low, int64_t high) {
    return vm::make_tuple({Value::integer(bits), Value::integer(low), Value::integer(high)});
  };
  switch (dtype) {
    case DType::kFloat16: return reals(16, 65504, 0.0009765625, 6.103515625e-05, 0.001);
    case DType::kBFloat16: return reals(16, 3.3895313892515355e+38, 0.0078125, 1.1754943508222875e-38, 0.01);
    case DType::kFloat32: return reals(32, FLT_MAX, FLT_EPSILON, FLT_MIN, 1e-6);
    case DType::kFloat64: return reals(64, DBL_MAX, DBL_EPSILON, DBL_MIN, 1e-15);
    case DType::kBool: return ints(8, 0, 1);
    case DType::kUInt8: return ints(8, 0, 255);
    case DType::kInt8: return ints(8, INT8_MIN, INT8_MAX);
    case DType::kInt16: return ints(16, INT16_MIN, INT16_MAX);
    case DType::kInt32: return ints(32, INT32_MIN, INT32_MAX);
    case DType::kInt64: return ints(64, INT64_MIN, INT64_MAX);
  }
  return Value::none();
}

void install_dtype() {
  Type* t = vm::make_type("dtype", types().object, Kind::kDType, "torch");
  torch_types().dtype = t;
  t->allows_subclass = false;
  t->slots.repr = t->slots.str = dtype_repr;
  property<dtype_floating>(t, "is_floating_point");
  property<dtype_complex>(t, "is_complex");
  property<dtype_signed>(t, "is_signed");
  property<dtype_size>(t, "itemsize");
  method<dtype_copy>(t, "to_real");
  method<dtype_copy>(t, "__deepcopy__");
  method<dtype_copy>(t, "__copy__");
}
void install_device() {
  Type* t = vm::make_type("device", types().object, Kind::kDevice, "torch");
  torch_types().device = t;
  t->slots.repr = device_repr;
  t->slots.str = device_str;
  t->slots.hash = device_hash;
  t->slots.compare[static_cast<size_t>(CompareOp::kEqual)] = device_equal;
  t->slots.compare[static_cast<size_t>(CompareOp::kNotEqual)] = device_unequal;
  t->slots.construct = construct_device;
  property<device_type>(t, "type");
  property<device_index>(t, "index");
  method<device_enter>(t, "__enter__");
  method<device_exit>(t, "__exit__");
}
void install_size() {
  Type* t = vm::make_type("Size", types().tuple, Kind::kSize, "torch");
  torch_types().size = t;
  tuple_get_item = types().tuple->slots.get_item;
  tuple_add = types().tuple->slots.binary[static_cast<size_t>(BinaryOp::kAdd)];
  t->slots.repr = t->slots.str = size_repr;
  t->slots.construct = construct_size;
  if (tuple_get_item) t->slots.get_item = size_get_item;
  tuple_multiply = types().tuple->slots.binary[static_cast<size_t>(BinaryOp::kMultiply)];
  if (tuple_multiply) t->slots.binary[static_cast<size_t>(BinaryOp::kMultiply)] = size_multiply;
  if (tuple_add) t->slots.binary[static_cast<size_t>(BinaryOp::kAdd)] = size_add;
  method<size_numel>(t, "numel");
}
template <int... ops>
void set_symbol_slots(Type* t, std::integer_sequence<int, ops...>) {
  ((t->slots.binary[ops] = sym_binary<ops>), ...);
}
void install_sym_int() {
  Type* t = vm::make_type("SymInt", types().object, Kind::kSymInt, "torch");
  torch_types().sym_int = t;
  t->slots.repr = t->slots.str = sym_repr;
  t->slots.to_int = t->slots.index = sym_to_int;
  t->slots.to_float = sym_to_float;
  t->slots.hash = sym_hash;
  t->slots.truth = sym_truth;
  t->slots.negative = sym_negative;
  t->slots.absolute = sym_absolute;
  set_symbol_slots(t, std::make_integer_sequence<int, 13>{});
  t->slots.compare[0] = sym_compare<0>;
  t->slots.compare[1] = sym_compare<1>;
  t->slots.compare[2] = sym_compare<2>;
  t->slots.compare[3] = sym_compare<3>;
  t->slots.compare[4] = sym_compare<4>;
  t->slots.compare[5] = sym_compare<5>;
}
void install_constants() {
  TorchTypes& made = torch_types();
  made.layout = vm::make_type("layout", types().object, kNamedConstant, "torch");
  made.memory_format = vm::make_type("memory_format", types().object, kNamedConstant, "torch");
  made.layout->slots.repr = made.layout->slots.str = constant_repr;
  made.memory_format->slots.repr = made.memory_format->slots.str = constant_repr;
  made.strided = vm::make<NamedConstant>("torch.strided", made.layout);
  made.contiguous_format = vm::make<NamedConstant>("torch.contiguous_format", made.memory_format);
  made.preserve_format = vm::make<NamedConstant>("torch.preserve_format", made.memory_format);
  made.channels_last = vm::make<NamedConstant>("torch.channels_last", made.memory_format);
  made.channels_last_3d = vm::make<NamedConstant>("torch.channels_last_3d", made.memory_format);
}

Value get_threads(Interpreter&, const Arguments&) { return Value::integer(thread_count()); }
Value set_threads(Interpreter&, const Arguments& a) {
  set_thread_count(static_cast<int>(std::min<int64_t>(a[0].as_int(), INT32_MAX)));
  return Value::none();
}

}  // namespace

void install_value_types() {
  install_dtype();
  install_device();
  install_size();
  install_sym_int();
  install_constants();
}

void define_value_functions(Interpreter&, vm::Module& m) {
  TorchTypes& made = torch_types();
  vm::set_attribute(m, "dtype", Value::of(made.dtype));
  vm::set_attribute(m, "device", Value::of(made.device));
  vm::set_attribute(m, "Size", Value::of(made.size));
  vm::set_attribute(m, "SymInt", Value::of(made.sym_int));
  vm::set_attribute(m, "layout", Value::of(made.layout));
  vm::set_attribute(m, "memory_format", Value::of(made.memory_format));
  vm::set_attribute(m, "strided", made.strided);
  vm::set_attribute(m, "contiguous_format", made.contiguous_format);
  vm::set_attribute(m, "preserve_format", made.preserve_format);
  vm::set_attribute(m, "channels_last", made.channels_last);
  vm::set_attribute(m, "channels_last_3d", made.channels_last_3d);
#define DTYPE(id, name, alias, type, bytes, category) \
  vm::set_attribute(m, name, dtype_value(DType::id)); \
  if (alias[0]) vm::set_attribute(m, alias, dtype_value(DType::id));
  VT_DTYPES(DTYPE)
#undef DTYPE
  set_default_dtype(DType::kFloat32);  // whatever a program before this one has chosen
  function<promote>(m, "promote_types");
  function<can_cast>(m, "can_cast");
  function<result_type>(m, "result_type");
  function<get_default>(m, "get_default_dtype");
  function<set_default>(m, "set_default_dtype");
  function<dtype_limits>(m, "_dtype_limits");
  function<get_threads>(m, "_thread_count");
  function<set_threads>(m, "_set_thread_count");
}

}  // namespace vt::torch
