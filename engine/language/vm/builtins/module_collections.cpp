// _collections: deque, natively because queues sit in inner loops. The rest of collections
// is vm/python/collections.
#include <algorithm>
#include <deque>

#include "vm/builtins/builtins.h"
#include "vm/builtins/modules.h"
#include "vm/builtins/nullary.h"

namespace vt::vm {
namespace {
struct Deque : Object {
  explicit Deque(Type* type) : Object(Kind::kOther, type) {}
  void traverse(Visitor& v) const override {
    for (const Value& item : items) v.visit(item);
    v.visit(attributes);
  }
  void clear() override {
    items.clear();
    attributes = Value();
  }
  Value* attributes_slot() override {
    if (type->is_native) return nullptr;
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  std::deque<Value> items;
  int64_t maximum = -1;
  uint64_t version = 0;  // changes with the length
  Value attributes;
};
Type* deque_type();
Deque* as_deque(const Value& v) {
  return v.is_object() && v.as_object()->type->is_subtype_of(deque_type()) ? static_cast<Deque*>(v.as_object())
                                                                           : nullptr;
}
Deque& self_of(const Value& v) { return *static_cast<Deque*>(v.as_object()); }
int64_t size_of(const Value& v) { return static_cast<int64_t>(self_of(v).items.size()); }

void push_back(Deque& d, const Value& item) {
  d.items.push_back(item);
  ++d.version;
  if (d.maximum >= 0 && static_cast<int64_t>(d.items.size()) > d.maximum) d.items.pop_front();
}
void push_front(Deque& d, const Value& item) {
  d.items.push_front(item);
  ++d.version;
  if (d.maximum >= 0 && static_cast<int64_t>(d.items.size()) > d.maximum) d.items.pop_back();
}
void extend_back(Interpreter& vm, const Value& self, const Value& iterable) {
  const Value source = iterable.same(self) ? make_list(vm.to_vector(iterable)) : iterable;
  for_each_item(vm, source, [&](const Value& item) {
    push_back(self_of(self), item);
    return true;
  });
}
void initialise(Interpreter& vm, const Value& self, const Arguments& a) {
  const auto bound = bind_arguments(a, "deque", {"iterable", "maxlen"}, 0);
  Deque& d = self_of(self);
  d.items.clear();
  if (!bound[1].is_null() && !bound[1].is_none()) {
    d.maximum = vm.to_index(bound[1]);
    if (d.maximum < 0) raise(types().ValueError, "maxlen must be non-negative");
  }
  if (!bound[0].is_null()) extend_back(vm, self, bound[0]);
}
Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  Value out = make<Deque>(type);
  initialise(vm, out, a);
  return out;
}
Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  if (guard.recursive()) return make_str("[...]");
  const std::vector<Value> items(self_of(v).items.begin(), self_of(v).items.end());
  std::string out = type_of(v)->name + "([" + join_repr(vm, items) + "]";
  if (self_of(v).maximum >= 0) out += ", maxlen=" + std::to_string(self_of(v).maximum);
  return make_str(out + ")");
}
Value length(Interpreter&, const Value& v) { return Value::integer(size_of(v)); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(size_of(v) != 0); }
Value unhashable(Interpreter&, const Value& v) {
  raise(types().TypeError, std::string("unhashable type: '") + type_name(v) + "'");
}
int64_t checked_index(Interpreter& vm, const Value& self, const Value& key) {
  if (!is_index(key))
    raise(types().TypeError, std::string("sequence index must be integer, not '") + type_name(key) + "'");
  int64_t at = item_index(vm, key);
  if (!wrap_index(at, size_of(self))) raise(types().IndexError, "deque index out of range");
  return at;
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  return self_of(self).items[checked_index(vm, self, key)];
}
void set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  const int64_t at = checked_index(vm, self, key);
  if (value) self_of(self).items[at] = *value;
  else self_of(self).items.erase(self_of(self).items.begin() + at);
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  for (size_t i = 0; i < self_of(self).items.size(); ++i) {
    const Value candidate = self_of(self).items[i];
    if (vm.equal(candidate, item)) return Value::boolean(true);
  }
  return Value::boolean(false);
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!as_deque(a) || !as_deque(b)) return not_implemented();
  return compare_sequences(vm, std::vector<Value>(self_of(a).items.begin(), self_of(a).items.end()),
                           std::vector<Value>(self_of(b).items.begin(), self_of(b).items.end()), op);
}
Value add(Interpreter& vm, const Value& a, const Value& b) {
  if (!as_deque(a)) return not_implemented();
  if (!as_deque(b))
    raise(types().TypeError, std::string("can only concatenate deque (not \"") + type_name(b) + "\") to deque");
  Value out = make<Deque>(deque_type());
  self_of(out).maximum = self_of(a).maximum;
  extend_back(vm, out, a);
  extend_back(vm, out, b);
  return out;
}
Value add_inplace(Interpreter& vm, const Value& a, const Value& b) {
  extend_back(vm, a, b);
  return a;
}

struct DequeIterator : NativeIterator {
  DequeIterator(Type* type, Value d, bool reverse)
      : NativeIterator(type), deque(std::move(d)), backwards(reverse), version(self_of(deque).version) {}
  void traverse(Visitor& v) const override { v.visit(deque); }
  void clear() override { deque = Value::none(); }
  Value next(Interpreter&) override {
    if (!deque.is_object()) return {};
    const Deque& d = self_of(deque);
    if (d.version != version) raise(types().RuntimeError, "deque mutated during iteration");
    if (at >= d.items.size()) return {};
    const size_t i = backwards ? d.items.size() - 1 - at : at;
    ++at;
    return d.items[i];
  }
  Value deque;
  bool backwards;
  uint64_t version;
  size_t at = 0;
};
Value iterate_from(const Value& self, bool backwards) {
  static Type* forward = make_iterator_type("_deque_iterator", "collections");
  static Type* backward = make_iterator_type("_deque_reverse_iterator", "collections");
  return make<DequeIterator>(backwards ? backward : forward, self, backwards);
}
Value iterate(Interpreter&, const Value& self) { return iterate_from(self, false); }
Value reversed(Interpreter&, const Arguments& a) { return iterate_from(a[0], true); }

Value append(Interpreter&, const Arguments& a) {
  exactly_one(a, "deque.append", 1);
  push_back(self_of(a[0]), a[1]);
  return Value::none();
}
Value appendleft(Interpreter&, const Arguments& a) {
  exactly_one(a, "deque.appendleft", 1);
  push_front(self_of(a[0]), a[1]);
  return Value::none();
}
Value take(const Value& self, bool front) {
  Deque& d = self_of(self);
  if (d.items.empty()) raise(types().IndexError, "pop from an empty deque");
  const Value out = front ? d.items.front() : d.items.back();
  if (front) d.items.pop_front();
  else d.items.pop_back();
  ++d.version;
  return out;
}
Value pop(Interpreter&, const Arguments& a) {
  no_arguments(a, "deque.pop");
  return take(a[0], false);
}
Value popleft(Interpreter&, const Arguments& a) {
  no_arguments(a, "deque.popleft");
  return take(a[0], true);
}
Value extend(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "deque.extend", 1);
  extend_back(vm, a[0], a[1]);
  return Value::none();
}
Value extendleft(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "deque.extendleft", 1);
  for (const Value& item : vm.to_vector(a[1])) push_front(self_of(a[0]), item);
  return Value::none();
}
Value rotate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "rotate", 0, 1, 1);
  const int64_t n = size_of(a[0]);
  if (n == 0) return Value::none();
  auto& items = self_of(a[0]).items;
  const int64_t by = ((a.size() > 1 ? vm.to_index(a[1]) : 1) % n + n) % n;
  std::rotate(items.begin(), items.begin() + (n - by), items.end());
  return Value::none();
}
Value clear(Interpreter&, const Arguments& a) {
  self_of(a[0]).items.clear();
  ++self_of(a[0]).version;
  return Value::none();
}
Value copy(Interpreter&, const Arguments& a) {
  Value out = make<Deque>(type_of(a[0]));
  self_of(out).items = self_of(a[0]).items;
  self_of(out).maximum = self_of(a[0]).maximum;
  return out;
}
Value reverse(Interpreter&, const Arguments& a) {
  std::reverse(self_of(a[0]).items.begin(), self_of(a[0]).items.end());
  return Value::none();
}
Value count(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "deque.count", 1);
  int64_t n = 0;
  for (const Value& item : std::deque<Value>(self_of(a[0]).items)) n += vm.equal(item, a[1]);
  return Value::integer(n);
}
Value index(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "index", 1, 3, 1);
  int64_t begin, end;
  clamp_range(vm, optional(a, 2), optional(a, 3), size_of(a[0]), begin, end);
  for (int64_t i = begin; i < end && i < size_of(a[0]); ++i)
    if (vm.equal(Value(self_of(a[0]).items[i]), a[1])) return Value::integer(i);
  raise(types().ValueError, vm.repr(a[1]) + " is not in deque");
}
Value remove(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "deque.remove", 1);
  const int64_t size = size_of(a[0]);
  for (int64_t i = 0; i < size; ++i) {
    const bool found = vm.equal(Value(self_of(a[0]).items[i]), a[1]);
    if (size_of(a[0]) != size) raise(types().IndexError, "deque mutated during remove().");
    if (!found) continue;
    self_of(a[0]).items.erase(self_of(a[0]).items.begin() + i);
    ++self_of(a[0]).version;
    return Value::none();
  }
  raise(types().ValueError, vm.repr(a[1]) + " is not in deque");
}
Value insert(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "insert", 2, 2, 1);
  Deque& d = self_of(a[0]);
  if (d.maximum >= 0 && size_of(a[0]) >= d.maximum) raise(types().IndexError, "deque already at its maximum size");
  int64_t at = vm.to_index(a[1]);
  if (at < 0) at = std::max<int64_t>(0, at + size_of(a[0]));
  d.items.insert(d.items.begin() + std::min(at, size_of(a[0])), a[2]);
  ++d.version;
  return Value::none();
}
Value multiply(Interpreter& vm, const Value& left, const Value& right) {
  const Value& self = as_deque(left) ? left : right;
  const Value& times = as_deque(left) ? right : left;
  if (!as_deque(self)) return not_implemented();
  if (!is_index(times))
    raise(types().TypeError, std::string("can't multiply sequence by non-int of type '") + type_name(times) + "'");
  const Deque& source = self_of(self);
  const int64_t n = vm.to_index(times);
  checked_repeat(vm, source.items.size(), n, sizeof(Value));
  Value made = make<Deque>(type_of(self));
  Deque& out = self_of(made);
  out.maximum = source.maximum;
  for (int64_t i = 0; i < n && !source.items.empty(); ++i)
    for (const Value& item : source.items) {
      out.items.push_back(item);
      if (out.maximum >= 0 && static_cast<int64_t>(out.items.size()) > out.maximum) out.items.pop_front();
    }
  return made;
}
Value multiply_inplace(Interpreter& vm, const Value& self, const Value& times) {
  const Value made = multiply(vm, self, times);
  self_of(self).items.swap(self_of(made).items);
  ++self_of(self).version;
  return self;
}
Value maxlen(Interpreter&, const Arguments& a) {
  return self_of(a[0]).maximum < 0 ? Value::none() : Value::integer(self_of(a[0]).maximum);
}

Type* deque_type() {
  static Type* type = [] {
    Type* made = make_type("deque", types().object, Kind::kOther, "collections");
    Slots& slots = made->slots;
    slots.construct = construct;
    slots.initialize = initialise;
    slots.repr = repr;
    slots.length = length;
    slots.truth = truth;
    slots.hash = unhashable;
    slots.iter = iterate;
    slots.get_item = get_item;
    slots.set_item = set_item;
    slots.contains = contains;
    binary_slot(made, BinaryOp::kAdd) = add;
    binary_slot(made, BinaryOp::kMultiply) = multiply;
    inplace_slot(made, BinaryOp::kAdd) = add_inplace;
    inplace_slot(made, BinaryOp::kMultiply) = multiply_inplace;
    set_compare_slots<compare>(slots);
    const std::pair<const char*, NativeFn> methods[] = {{"append", append},
                                                        {"appendleft", appendleft},
                                                        {"pop", pop},
                                                        {"popleft", popleft},
                                                        {"extend", extend},
                                                        {"extendleft", extendleft},
                                                        {"rotate", rotate},
                                                        {"clear", nullary<clear>},
                                                        {"copy", nullary<copy>},
                                                        {"__copy__", copy},
                                                        {"reverse", nullary<reverse>},
                                                        {"count", count},
                                                        {"index", index},
                                                        {"remove", remove},
                                                        {"insert", insert},
                                                        {"__reversed__", reversed}};
    for (const auto& [name, fn] : methods) define_method(made, name, fn);
    define_class_method(made, "__class_getitem__", generic_alias_maker());
    define_property(made, "maxlen", maxlen);
    made->set("__hash__", Value::none());
    return made;
  }();
  return type;
}
}  // namespace

void load_collections_natives(Interpreter&, Module& module) { set_attribute(module, "deque", Value::of(deque_type())); }

}  // namespace vt::vm
