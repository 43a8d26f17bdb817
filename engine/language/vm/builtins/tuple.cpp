// tuple: operators and the two methods. torch.Size is a tuple too, so the helpers ask for
// the kind, not for the exact class.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
std::vector<Value>& items_of(const Value& v) { return v.as<Tuple>()->items; }

Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  if (guard.recursive()) return make_str("(...)");
  const auto& items = items_of(v);
  return make_str("(" + join_repr(vm, items) + (items.size() == 1 ? ",)" : ")"));
}
Value length(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(items_of(v).size())); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(!items_of(v).empty()); }

// A round of xxHash per item, as CPython 3.8 and later: the order of sets of tuples shows it.
Value hash(Interpreter& vm, const Value& v) {
  constexpr uint64_t kPrime1 = 11400714785074694791u, kPrime2 = 14029467366897019727u, kPrime5 = 2870177450012600261u;
  NativeCallGuard guard(vm);
  uint64_t hash = kPrime5;
  for (const Value& item : items_of(v)) {
    hash += vm.hash(item) * kPrime2;
    hash = (hash << 31) | (hash >> 33);
    hash *= kPrime1;
  }
  hash += items_of(v).size() ^ (kPrime5 ^ 3527539u);
  if (hash == UINT64_MAX) hash = 1546275796;
  return Value::integer(static_cast<int64_t>(hash));
}
Value add(Interpreter& vm, const Value& a, const Value& b) {
  const Tuple *x = a.as<Tuple>(), *y = b.as<Tuple>();
  if (!x || !y) return not_implemented();
  check_memory(vm, (x->items.size() + y->items.size()) * sizeof(Value));
  std::vector<Value> out = x->items;
  out.insert(out.end(), y->items.begin(), y->items.end());
  return make_tuple(std::move(out));
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  const Value tuple = a.as<Tuple>() ? a : b;
  const Value& times = a.as<Tuple>() ? b : a;
  if (!is_index(times)) return not_implemented();
  const int64_t n = repeat_count(vm, times);
  std::vector<Value> out;
  out.reserve(checked_repeat(vm, items_of(tuple).size(), n, sizeof(Value)));
  if (!items_of(tuple).empty())
    for (int64_t i = 0; i < n; ++i) out.insert(out.end(), items_of(tuple).begin(), items_of(tuple).end());
  return make_tuple(std::move(out));
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Tuple>() || !b.as<Tuple>()) return not_implemented();
  return compare_sequences(vm, items_of(a), items_of(b), op);
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  for (const Value& candidate : items_of(self))
    if (vm.equal(candidate, item)) return Value::boolean(true);
  return Value::boolean(false);
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const auto& items = items_of(self);
  if (const Slice* slice = key.as<Slice>()) {
    const SliceBounds b = slice_bounds(vm, *slice, static_cast<int64_t>(items.size()));
    std::vector<Value> out;
    out.reserve(b.count);
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out.push_back(items[at]);
    return make_tuple(std::move(out));
  }
  if (!is_index(key))
    raise(types().TypeError, std::string("tuple indices must be integers or slices, not ") + type_name(key));
  int64_t index = item_index(vm, key);
  if (!wrap_index(index, static_cast<int64_t>(items.size()))) raise(types().IndexError, "tuple index out of range");
  return items[index];
}
struct TupleIterator : NativeIterator {
  TupleIterator(Type* type, Value v) : NativeIterator(type), tuple(std::move(v)) {}
  void traverse(Visitor& v) const override { v.visit(tuple); }
  void clear() override { tuple = Value::none(); }
  Value next(Interpreter&) override {
    const Tuple* source = tuple.as<Tuple>();
    return source && offset < source->items.size() ? source->items[offset++] : Value();
  }
  int64_t remaining() const {
    const Tuple* source = tuple.as<Tuple>();
    return source ? static_cast<int64_t>(source->items.size() - offset) : 0;
  }
  Value tuple;
  size_t offset = 0;
};
Type* iterator_type() {
  Type* type = make_counted_iterator_type<TupleIterator>("tuple_iterator");
  define_method(type, "__reduce__", [](Interpreter& vm, const Arguments& a) {
    const auto* self = static_cast<const TupleIterator*>(a[0].as_object());
    if (!self->remaining()) return reduced_iterator(vm, make_tuple({}));
    return reduced_iterator(vm, self->tuple, Value::integer(static_cast<int64_t>(self->offset)));
  });
  define_method(type, "__setstate__", [](Interpreter& vm, const Arguments& a) {
    exactly_one(a, "__setstate__", 1);
    auto* self = static_cast<TupleIterator*>(a[0].as_object());
    const int64_t end = static_cast<int64_t>(self->offset) + self->remaining();
    self->offset = static_cast<size_t>(std::clamp<int64_t>(vm.to_index(a[1]), 0, end));
    return Value::none();
  });
  return type;
}
Value iterate(Interpreter&, const Value& self) {
  static Type* type = iterator_type();
  return make<TupleIterator>(type, self);
}
Value construct(Interpreter& vm, Type* type, const Arguments& given) {
  const Arguments a = own_arguments(given, type, "__init__");
  expect_arguments(a, "tuple", 0, 1);
  if (a.size() == 0) return make<Tuple>(std::vector<Value>(), type);
  if (type == types().tuple && is_exactly(a[0], type)) return a[0];
  return make<Tuple>(listed(vm, a[0]), type);
}
Value count(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "tuple.count", 1);
  int64_t n = 0;
  for (const Value& item : items_of(a[0])) n += vm.equal(item, a[1]);
  return Value::integer(n);
}
Value index(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "index", 1, 3, 1);
  const auto& items = items_of(a[0]);
  int64_t begin, end;
  expect_bounds(a);
  clamp_range(vm, optional(a, 2), optional(a, 3), static_cast<int64_t>(items.size()), begin, end);
  for (int64_t i = begin; i < end; ++i)
    if (vm.equal(items[i], a[1])) return Value::integer(i);
  raise(types().ValueError, "tuple.index(x): x not in tuple");
}
}  // namespace

void install_tuple_type() {
  Type* type = types().tuple;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.length = length;
  slots.truth = truth;
  slots.hash = hash;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.contains = contains;
  slots.construct = construct;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  set_compare_slots<compare>(slots);
  define_method(type, "count", count);
  define_method(type, "index", index);
}

}  // namespace vt::vm
