#include "vm/builtins/helpers.h"

#include <cmath>

#include "vm/slot_table.h"

namespace vt::vm {
namespace {
void check_slice_part(const Value& v) {
  if (!is_index(v)) raise(types().TypeError, "slice indices must be integers or None or have an __index__ method");
}
int64_t slice_part(Interpreter& vm, const Value& v, int64_t length, int64_t lowest, int64_t highest) {
  check_slice_part(v);
  const Value index = index_value(vm, v);
  if (!is_small_integer(index)) return index.as<BigInt>()->negative ? lowest : highest;
  int64_t i = small_integer(index);
  if (i < 0) i += length;
  return i < lowest ? lowest : i > highest ? highest : i;
}

std::string argument_count(size_t n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); }

// The objects whose repr is in progress, outermost first.
std::vector<Object*>& reprs_in_progress() {
  static thread_local std::vector<Object*> objects;
  return objects;
}
}  // namespace

SliceBounds slice_bounds(Interpreter& vm, const Slice& slice, int64_t length) {
  SliceBounds out{0, length, 1, 0};
  if (!slice.step.is_none()) {
    check_slice_part(slice.step);
    const Value step = index_value(vm, slice.step);
    out.step = is_small_integer(step) ? small_integer(step) : step.as<BigInt>()->negative ? -INT64_MAX : INT64_MAX;
    if (out.step == 0) raise(types().ValueError, "slice step cannot be zero");
  }
  const int64_t lowest = out.step < 0 ? -1 : 0, highest = out.step < 0 ? length - 1 : length;
  out.start =
      slice.start.is_none() ? (out.step < 0 ? highest : lowest) : slice_part(vm, slice.start, length, lowest, highest);
  out.stop =
      slice.stop.is_none() ? (out.step < 0 ? lowest : highest) : slice_part(vm, slice.stop, length, lowest, highest);
  if (out.step < 0) {
    if (out.stop < out.start) out.count = (out.start - out.stop - 1) / -out.step + 1;
  } else if (out.start < out.stop) {
    out.count = (out.stop - out.start - 1) / out.step + 1;
  }
  return out;
}

bool overrides(const Value& v, const char* method) {
  if (!v.is_object() || v.as_object()->type->is_native) return false;
  const Value* found = v.as_object()->type->find(intern(method));
  return found && !found->as<NativeFunction>();
}

bool is_index(const Value& v) { return is_integer(v) || type_of(v)->slots.index; }

Value length_hint_of(Interpreter& vm, const Value& v) {
  const Type* type = type_of(v);
  if (type->slots.length) try {
      return Value::integer(vm.length(v));
    } catch (Raised& raised) {
      if (!type_of(raised.exception)->is_subtype_of(types().TypeError)) throw;
    }
  if (!type->find(names().length_hint_)) return {};
  Value hint;
  try {
    hint = vm.call_method(v, "__length_hint__", {});
  } catch (Raised& raised) {  // it has no answer
    if (!type_of(raised.exception)->is_subtype_of(types().TypeError)) throw;
    return {};
  }
  if (is_not_implemented(hint)) return {};
  if (!is_integer(hint))
    raise(types().TypeError, std::string("__length_hint__ must be an integer, not ") + type_name(hint));
  if (vm.to_index(hint) < 0) raise(types().ValueError, "__length_hint__() should return >= 0");
  return hint;
}

static void check_items_fit(Interpreter& vm, const Value& count) {
  if (!count.is_null()) checked_repeat(vm, 1, vm.to_index(count), sizeof(Value));
}

void check_expected_items(Interpreter& vm, const Value& iterable) {
  const Type* type = type_of(iterable);
  const bool counts = iterable.as<Range>() || (type->is_native && type->find(names().length_hint_));
  if (counts) check_items_fit(vm, length_hint_of(vm, iterable));
}

std::vector<Value> listed(Interpreter& vm, const Value& iterable) {
  if (!iterable.is_object() || type_of(iterable)->is_native || !type_of(iterable)->has_dunders)
    return vm.to_vector(iterable);
  const Value iterator = vm.iterate(iterable);
  check_items_fit(vm, length_hint_of(vm, iterable));
  std::vector<Value> items;
  for (Value item = vm.next(iterator); !item.is_null(); item = vm.next(iterator)) {
    items.push_back(std::move(item));
    charge_work(1);
  }
  return items;
}

int64_t item_index(Interpreter& vm, const Value& key) {
  const Value index = index_value(vm, key);
  if (!is_small_integer(index))
    raise(types().IndexError, std::string("cannot fit '") + type_name(key) + "' into an index-sized integer");
  return small_integer(index);
}

bool wrap_index(int64_t& index, int64_t length) {
  if (index < 0) index += length;
  return index >= 0 && index < length;
}

void expect_bounds(const Arguments& a) {
  for (size_t i = 2; i < a.size(); ++i)
    if (!is_index(a[i])) raise(types().TypeError, "slice indices must be integers or have an __index__ method");
}

void clamp_range(Interpreter& vm, const Value* start, const Value* stop, int64_t length, int64_t& begin, int64_t& end) {
  begin = 0;
  end = length;
  if (start && !start->is_none()) begin = slice_part(vm, *start, length, 0, INT64_MAX);
  if (stop && !stop->is_none()) end = slice_part(vm, *stop, length, 0, length);
}

Big to_big(const Value& integer) {
  if (const BigInt* big = integer.as<BigInt>()) return Big{big->negative, big->limbs};
  return big_from(small_integer(integer));
}

const BoxedFloat* boxed_float(const Value& v) {
  if (!v.is_object() || v.as_object()->kind != Kind::kPlain) return nullptr;
  return v.as_object()->type->is_subtype_of(types().float_) ? static_cast<BoxedFloat*>(v.as_object()) : nullptr;
}

bool is_number(const Value& v) { return v.is_float() || is_integer(v) || boxed_float(v); }

double integer_to_double(const Value& integer) {
  if (is_small_integer(integer)) return static_cast<double>(small_integer(integer));
  bool overflow;
  const double out = big_to_double(to_big(integer), overflow);
  if (overflow) raise(types().OverflowError, "int too large to convert to float");
  return out;
}

bool as_double(const Value& v, double& out) {
  if (v.is_float()) out = v.as_float();
  else if (is_integer(v)) out = integer_to_double(v);
  else if (const BoxedFloat* boxed = boxed_float(v)) out = boxed->number;
  else return false;
  return true;
}

Value index_value(Interpreter& vm, const Value& v) {
  if (v.is_int()) return v;
  if (v.as<BigInt>()) return make_int(to_big(v));  // one of a subclass may be small
  return v.is_bool() ? Value::integer(v.as_bool()) : Value::integer(vm.to_index(v));
}

uint64_t hash_integer(const Value& integer) { return big_hash(to_big(integer)); }

// Equal to the hash of an equal integer: the value modulo the prime 2^61 - 1.
uint64_t hash_double(double v) {
  constexpr int kBits = 61;
  constexpr uint64_t kModulus = (uint64_t{1} << kBits) - 1;
  if (std::isinf(v)) return static_cast<uint64_t>(v > 0 ? 314159 : -314159);
  if (std::isnan(v)) return 0;
  int exponent;
  double mantissa = std::frexp(std::fabs(v), &exponent);
  uint64_t hash = 0;
  while (mantissa != 0) {
    hash = ((hash << 28) & kModulus) | hash >> (kBits - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    const uint64_t part = static_cast<uint64_t>(mantissa);
    mantissa -= static_cast<double>(part);
    hash += part;
    if (hash >= kModulus) hash -= kModulus;
  }
  exponent = exponent >= 0 ? exponent % kBits : kBits - 1 - ((-1 - exponent) % kBits);
  hash = ((hash << exponent) & kModulus) | hash >> (kBits - exponent);
  const int64_t out = v < 0 ? -static_cast<int64_t>(hash) : static_cast<int64_t>(hash);
  return static_cast<uint64_t>(out == -1 ? -2 : out);
}

uint64_t hash_text(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  hash ^= hash >> 32;
  return hash ? hash : 1;
}

Value own_str(std::string text, int64_t code_points) {
  return text.size() <= 1 ? make_str(text) : make<Str>(std::move(text), code_points);
}

void check_memory(Interpreter& vm, uint64_t bytes) {
  const uint64_t limit = vm.limits().memory_bytes;
  if ((limit && bytes > limit) || bytes > (SIZE_MAX >> 1)) raise(types().MemoryError, "");
}

int64_t repeat_count(Interpreter& vm, const Value& times) {
  const Value index = index_value(vm, times);
  if (!is_small_integer(index))
    raise(types().OverflowError, std::string("cannot fit '") + type_name(times) + "' into an index-sized integer");
  return small_integer(index);
}

uint64_t checked_repeat(Interpreter& vm, size_t count, int64_t times, size_t item_bytes) {
  if (times <= 0 || count == 0) return 0;
  uint64_t total;
  if (__builtin_mul_overflow(uint64_t{count} * item_bytes, static_cast<uint64_t>(times), &total)) total = UINT64_MAX;
  check_memory(vm, total);
  charge_work(total / 256);
  return uint64_t{count} * static_cast<uint64_t>(times);
}

Value retype(Value object, Type* type) {
  if (type) object.as_object()->set_type(type);
  return object;
}

bool is_exactly(const Value& v, const Type* type) { return v.is_object() && v.as_object()->type == type; }

ReprGuard::ReprGuard(Interpreter& vm, const Value& v) : call_(vm), recursive_(false) {
  for (Object* o : reprs_in_progress()) recursive_ |= o == v.as_object();
  reprs_in_progress().push_back(v.as_object());
}
ReprGuard::~ReprGuard() { reprs_in_progress().pop_back(); }

std::string join_repr(Interpreter& vm, const std::vector<Value>& items) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) out += ", ";
    const Value item = items[i];
    out += vm.repr(item);
  }
  return out;
}

Arguments own_arguments(const Arguments& a, const Type* type, const char* other_half) {
  if (!a.keywords || type->is_native) return a;
  const Value* found = type->find(intern(other_half));
  return found && !found->as<NativeFunction>() ? Arguments{a.values, a.positional} : a;
}

void expect_arguments(const Arguments& a, const char* function, size_t minimum, size_t maximum, size_t self) {
  no_keywords(a, function);
  const size_t given = a.size() - self;
  if (given >= minimum && given <= maximum) return;
  const char* bound = minimum == maximum ? "" : given < minimum ? "at least " : "at most ";
  raise(types().TypeError, std::string(function) + " expected " + bound +
                               argument_count(given < minimum ? minimum : maximum) + ", got " + std::to_string(given));
}

void exactly_one(const Arguments& a, const char* function, size_t self) {
  no_keywords(a, function);
  if (a.size() - self == 1) return;
  raise(types().TypeError,
        std::string(function) + "() takes exactly one argument (" + std::to_string(a.size() - self) + " given)");
}

void no_arguments(const Arguments& a, const char* function) {
  no_keywords(a, function);
  if (a.size() == 1) return;
  raise(types().TypeError,
        std::string(function) + "() takes no arguments (" + std::to_string(a.size() - 1) + " given)");
}

Value compare_sequences(Interpreter& vm, const std::vector<Value>& a, const std::vector<Value>& b, CompareOp op) {
  const bool equality = op == CompareOp::kEqual || op == CompareOp::kNotEqual;
  if (equality && a.size() != b.size()) return Value::boolean(op == CompareOp::kNotEqual);
  NativeCallGuard guard(vm);
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].is_int() && b[i].is_int() && a[i].as_int() == b[i].as_int()) continue;
    const Value x = a[i], y = b[i];  // kept: what compares may change the sequences
    if (vm.equal(x, y)) continue;
    if (equality) return Value::boolean(op == CompareOp::kNotEqual);
    return vm.compare(op, x, y);
  }
  return Value::boolean(order_matches(a.size() < b.size() ? -1 : a.size() > b.size(), op));
}

Value reduced_iterator(Interpreter& vm, const Value& source, const Value& state) {
  std::vector<Value> parts = {*vm.builtins()->table.find(intern("iter")), make_tuple({source})};
  if (!state.is_null()) parts.push_back(state);
  return make_tuple(std::move(parts));
}

void add_builtin(Interpreter& vm, std::string_view name, Value value) {
  vm.builtins()->table.insert(intern(name), std::move(value));
}

void add_builtin_function(Interpreter& vm, std::string_view name, NativeFn fn) {
  Value function = make<NativeFunction>(std::string(name), fn);
  function.as<NativeFunction>()->qualified_name = name;
  function.as<NativeFunction>()->module = "builtins";
  add_builtin(vm, name, std::move(function));
}

Type* make_iterator_type(std::string_view name, std::string_view module) {
  Type* type = make_type(name, types().object, Kind::kIterator, module);
  type->slots.iter = [](Interpreter&, const Value& self) { return self; };
  type->slots.next = [](Interpreter& vm, const Value& self) { return self.as<NativeIterator>()->next(vm); };
  type->allows_subclass = false;
  return type;
}

}  // namespace vt::vm
