// range and slice.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
const Range& range_of(const Value& v) { return *v.as<Range>(); }

// Sums of bounds and products with indices then fit 64 bits too.
bool is_near(const Value& v) {
  constexpr int64_t kFar = int64_t{1} << 62;
  return is_small_integer(v) && small_integer(v) > -kFar && small_integer(v) < kFar;
}
Value construct(Interpreter& vm, Type*, const Arguments& a) {
  expect_arguments(a, "range", 1, 3);
  const bool ends_only = a.size() == 1;
  const Value start = ends_only ? Value::integer(0) : index_value(vm, a[0]);
  const Value stop = index_value(vm, a[ends_only ? 0 : 1]);
  const Value step = a.size() > 2 ? index_value(vm, a[2]) : Value::integer(1);
  if (!vm.truth(step)) raise(types().ValueError, "range() arg 3 must not be zero");
  if (is_near(start) && is_near(stop) && is_near(step))
    return make<Range>(small_integer(start), small_integer(stop), small_integer(step));
  return vm.call(vm.get_attribute(vm.import_module("_ranges"), "_LongRange"), {start, stop, step});
}
Value repr(Interpreter&, const Value& v) {
  const Range& r = range_of(v);
  return make_str("range(" + std::to_string(r.start) + ", " + std::to_string(r.stop) +
                  (r.step == 1 ? "" : ", " + std::to_string(r.step)) + ")");
}
Value length(Interpreter&, const Value& v) { return Value::integer(range_of(v).length()); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(range_of(v).length() != 0); }
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const Range& r = range_of(self);
  if (const Slice* slice = key.as<Slice>()) {
    const SliceBounds b = slice_bounds(vm, *slice, r.length());
    return make<Range>(r.start + b.start * r.step, r.start + b.stop * r.step, r.step * b.step);
  }
  if (!is_index(key))
    raise(types().TypeError, std::string("range indices must be integers or slices, not ") + type_name(key));
  const Value given = index_value(vm, key);
  int64_t index = is_small_integer(given) ? small_integer(given) : INT64_MAX;
  if (!wrap_index(index, r.length())) raise(types().IndexError, "range object index out of range");
  return Value::integer(r.start + index * r.step);
}
// Position of an item, -1 if it is not one.
int64_t position(Interpreter& vm, const Range& r, const Value& item) {
  if (item.is_int() || item.is_bool()) {
    const int64_t v = small_integer(item);
    const bool inside = r.step > 0 ? v >= r.start && v < r.stop : v <= r.start && v > r.stop;
    return inside && (v - r.start) % r.step == 0 ? (v - r.start) / r.step : -1;
  }
  if (item.as<Str>() || item.is_none()) return -1;
  const int64_t n = r.length();
  for (int64_t i = 0; i < n; ++i, charge_work(1))
    if (vm.equal(Value::integer(r.start + i * r.step), item)) return i;
  return -1;
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  return Value::boolean(position(vm, range_of(self), item) >= 0);
}
Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Range>() || !b.as<Range>() || (op != CompareOp::kEqual && op != CompareOp::kNotEqual))
    return not_implemented();
  const Range &x = range_of(a), &y = range_of(b);
  const int64_t n = x.length();
  const bool equal = n == y.length() && (n == 0 || (x.start == y.start && (n == 1 || x.step == y.step)));
  return Value::boolean(equal == (op == CompareOp::kEqual));
}
Value hash(Interpreter& vm, const Value& v) {
  const Range& r = range_of(v);
  const int64_t n = r.length();
  return Value::integer(
      static_cast<int64_t>(vm.hash(make_tuple({Value::integer(n), n ? Value::integer(r.start) : Value::none(),
                                               n > 1 ? Value::integer(r.step) : Value::none()}))));
}

struct RangeIterator : NativeIterator {
  RangeIterator(Type* type, int64_t start, int64_t step, int64_t left)
      : NativeIterator(type), at(start), step(step), left(left) {}
  Value next(Interpreter&) override {
    if (left <= 0) return {};
    --left;
    const Value out = Value::integer(at);
    at += left ? step : 0;
    return out;
  }
  int64_t remaining() const { return left; }
  int64_t at, step, left;
};
Type* iterator_type() {
  static Type* type = [] {
    Type* made = make_counted_iterator_type<RangeIterator>("range_iterator");
    define_method(made, "__reduce__", [](Interpreter& vm, const Arguments& a) {
      const auto* self = static_cast<const RangeIterator*>(a[0].as_object());
      return reduced_iterator(vm, make<Range>(self->at, self->at + self->left * self->step, self->step), Value::none());
    });
    return made;
  }();
  return type;
}
Value iterate(Interpreter&, const Value& self) {
  const Range& r = range_of(self);
  return make<RangeIterator>(iterator_type(), r.start, r.step, r.length());
}
Value reversed(Interpreter&, const Arguments& a) {
  const Range& r = range_of(a[0]);
  const int64_t n = r.length();
  return make<RangeIterator>(iterator_type(), r.start + (n - 1) * r.step, -r.step, n);
}
Value count(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "range.count", 1);
  return Value::integer(position(vm, range_of(a[0]), a[1]) >= 0);
}
Value index(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "range.index", 1);
  const int64_t at = position(vm, range_of(a[0]), a[1]);
  if (at < 0)
    raise(types().ValueError,
          is_integer(a[1]) ? vm.repr(a[1]) + " is not in range" : "sequence.index(x): x not in sequence");
  return Value::integer(at);
}
Value start(Interpreter&, const Arguments& a) { return Value::integer(range_of(a[0]).start); }
Value stop(Interpreter&, const Arguments& a) { return Value::integer(range_of(a[0]).stop); }
Value step(Interpreter&, const Arguments& a) { return Value::integer(range_of(a[0]).step); }

// ---- slice -----------------------------------------------------------------------------
const Slice& slice_of(const Value& v) { return *v.as<Slice>(); }
std::vector<Value> parts(const Value& v) { return {slice_of(v).start, slice_of(v).stop, slice_of(v).step}; }
Value construct_slice(Interpreter&, Type*, const Arguments& a) {
  expect_arguments(a, "slice", 1, 3);
  if (a.size() == 1) return make<Slice>(Value::none(), a[0], Value::none());
  return make<Slice>(a[0], a[1], a.size() > 2 ? a[2] : Value::none());
}
Value slice_repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  return make_str("slice(" + join_repr(vm, parts(v)) + ")");
}
Value slice_compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Slice>() || !b.as<Slice>()) return not_implemented();
  return compare_sequences(vm, parts(a), parts(b), op);
}
Value slice_hash(Interpreter& vm, const Value& v) {
  return Value::integer(static_cast<int64_t>(vm.hash(make_tuple(parts(v)))));
}
Value slice_start(Interpreter&, const Arguments& a) { return slice_of(a[0]).start; }
Value slice_stop(Interpreter&, const Arguments& a) { return slice_of(a[0]).stop; }
Value slice_step(Interpreter&, const Arguments& a) { return slice_of(a[0]).step; }
Value indices(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "slice.indices", 1);
  const int64_t length = vm.to_index(a[1]);
  if (length < 0) raise(types().ValueError, "length should not be negative");
  const SliceBounds b = slice_bounds(vm, slice_of(a[0]), length);
  return make_tuple({Value::integer(b.start), Value::integer(b.stop), Value::integer(b.step)});
}
}  // namespace

void install_range_type() {
  Type* type = types().range;
  type->allows_subclass = false;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.length = length;
  slots.truth = truth;
  slots.hash = hash;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.contains = contains;
  slots.construct = construct;
  set_compare_slots<compare>(slots);
  define_method(type, "__reversed__", reversed);
  define_method(type, "count", count);
  define_method(type, "index", index);
  define_property(type, "start", start);
  define_property(type, "stop", stop);
  define_property(type, "step", step);
}

void install_slice_type() {
  Type* type = types().slice;
  type->allows_subclass = false;
  Slots& slots = type->slots;
  slots.repr = slice_repr;
  slots.hash = slice_hash;
  slots.construct = construct_slice;
  set_compare_slots<slice_compare>(slots);
  define_property(type, "start", slice_start);
  define_property(type, "stop", slice_stop);
  define_property(type, "step", slice_step);
  define_method(type, "indices", indices);
}

}  // namespace vt::vm
