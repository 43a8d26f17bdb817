// list: operators, slices and methods. Items are taken by value before anything that may
// call into the language, which may change the list.
#include <algorithm>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/sorting.h"

namespace vt::vm {
namespace {
std::vector<Value>& items_of(const Value& v) { return v.as<List>()->items; }
int64_t size_of(const Value& v) { return static_cast<int64_t>(items_of(v).size()); }

Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  if (guard.recursive()) return make_str("[...]");
  std::string out = "[";
  for (size_t i = 0; i < items_of(v).size(); ++i) {
    if (i) out += ", ";
    const Value item = items_of(v)[i];
    out += vm.repr(item);
  }
  return make_str(out + "]");
}
Value length(Interpreter&, const Value& v) { return Value::integer(size_of(v)); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(!items_of(v).empty()); }
Value unhashable(Interpreter&, const Value& v) {
  raise(types().TypeError, std::string("unhashable type: '") + type_name(v) + "'");
}

Value add(Interpreter& vm, const Value& a, const Value& b) {
  const List *x = a.as<List>(), *y = b.as<List>();
  if (!x || !y) return not_implemented();
  check_memory(vm, (x->items.size() + y->items.size()) * sizeof(Value));
  std::vector<Value> out;
  out.reserve(x->items.size() + y->items.size());
  out.insert(out.end(), x->items.begin(), x->items.end());
  out.insert(out.end(), y->items.begin(), y->items.end());
  return make_list(std::move(out));
}
void repeat(Interpreter& vm, std::vector<Value>& out, const std::vector<Value>& items, int64_t times) {
  out.reserve(checked_repeat(vm, items.size(), times, sizeof(Value)));
  if (items.size() == 1 && times > 0) {
    out.assign(static_cast<size_t>(times), items[0]);
    return;
  }
  if (!items.empty())
    for (int64_t i = 0; i < times; ++i) out.insert(out.end(), items.begin(), items.end());
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  const Value list = a.as<List>() ? a : b;
  const Value& times = a.as<List>() ? b : a;
  if (!is_index(times)) return not_implemented();
  std::vector<Value> out;
  repeat(vm, out, items_of(list), repeat_count(vm, times));
  return make_list(std::move(out));
}
void extend_with(Interpreter& vm, const Value& self, const Value& iterable) {
  if (iterable.as<List>() || iterable.as<Tuple>()) {
    const std::vector<Value> copy =
        iterable.as<List>() && is_exactly(iterable, types().list) ? items_of(iterable) : listed(vm, iterable);
    items_of(self).insert(items_of(self).end(), copy.begin(), copy.end());
    return;
  }
  if (overrides(iterable, "__len__") || overrides(iterable, "__length_hint__")) {
    const std::vector<Value> items = listed(vm, iterable);
    items_of(self).insert(items_of(self).end(), items.begin(), items.end());
    return;
  }
  check_expected_items(vm, iterable);
  for_each_item(vm, iterable, [&](const Value& item) {
    items_of(self).push_back(item);
    if ((items_of(self).size() & 0xffff) == 0) check_memory(vm, items_of(self).size() * sizeof(Value));
    return true;
  });
}
Value add_inplace(Interpreter& vm, const Value& a, const Value& b) {
  extend_with(vm, a, b);
  return a;
}
Value multiply_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!is_index(b)) return not_implemented();
  std::vector<Value> out;
  repeat(vm, out, items_of(a), repeat_count(vm, b));
  items_of(a).swap(out);
  return a;
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<List>() || !b.as<List>()) return not_implemented();
  return compare_sequences(vm, items_of(a), items_of(b), op);
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  for (size_t i = 0; i < items_of(self).size(); ++i) {
    const Value candidate = items_of(self)[i];
    if (vm.equal(candidate, item)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

int64_t list_index(Interpreter& vm, const Value& self, const Value& key, const char* error) {
  if (!is_index(key))
    raise(types().TypeError, std::string("list indices must be integers or slices, not ") + type_name(key));
  int64_t index = item_index(vm, key);
  if (!wrap_index(index, size_of(self))) raise(types().IndexError, error);
  return index;
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  if (key.is_int()) {
    int64_t index = key.as_int();
    if (wrap_index(index, size_of(self))) return items_of(self)[index];
  }
  if (const Slice* slice = key.as<Slice>()) {
    const SliceBounds b = slice_bounds(vm, *slice, size_of(self));
    std::vector<Value> out;
    out.reserve(b.count);
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out.push_back(items_of(self)[at]);
    return make_list(std::move(out));
  }
  return items_of(self)[list_index(vm, self, key, "list index out of range")];
}

void delete_slice(Interpreter& vm, const Value& self, const Slice& slice) {
  const SliceBounds b = slice_bounds(vm, slice, size_of(self));
  std::vector<Value> dropped, kept;
  auto& items = items_of(self);
  const int64_t low = b.step > 0 ? b.start : b.start + (b.count - 1) * b.step, step = b.step > 0 ? b.step : -b.step;
  for (int64_t i = 0; i < size_of(self); ++i) {
    const bool gone = b.count > 0 && i >= low && (i - low) % step == 0 && (i - low) / step < b.count;
    (gone ? dropped : kept).push_back(items[i]);
  }
  items.swap(kept);
  kept.clear();
  while (step == 1 && !dropped.empty()) dropped.pop_back();  // from the end, as finalizers show
}
bool can_iterate(const Value& v) {
  return v.as<List>() || v.as<Tuple>() || type_of(v)->find(intern("__iter__")) ||
         type_of(v)->find(intern("__getitem__"));
}
void assign_slice(Interpreter& vm, const Value& self, const Slice& slice, const Value& value) {
  static_cast<void>(slice_bounds(vm, slice, size_of(self)));  // a slice of no use is told first
  std::vector<Value> fresh;
  if (slice.step.is_none() || (slice.step.is_int() && slice.step.as_int() == 1)) {
    if (!can_iterate(value)) raise(types().TypeError, "can only assign an iterable");
    fresh = listed(vm, value);
    const SliceBounds b = slice_bounds(vm, slice, size_of(self));
    auto& items = items_of(self);
    const int64_t stop = std::max(b.start, b.start + b.count);
    std::vector<Value> out(items.begin(), items.begin() + b.start);
    out.insert(out.end(), fresh.begin(), fresh.end());
    out.insert(out.end(), items.begin() + stop, items.end());
    items.swap(out);
    while (!out.empty()) out.pop_back();
    return;
  }
  if (!can_iterate(value)) raise(types().TypeError, "must assign iterable to extended slice");
  fresh = listed(vm, value);
  const SliceBounds b = slice_bounds(vm, slice, size_of(self));
  if (static_cast<int64_t>(fresh.size()) != b.count)
    raise(types().ValueError, "attempt to assign sequence of size " + std::to_string(fresh.size()) +
                                  " to extended slice of size " + std::to_string(b.count));
  for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) items_of(self)[at].swap(fresh[i]);
}
void set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  if (const Slice* slice = key.as<Slice>()) {
    if (value) assign_slice(vm, self, *slice, *value);
    else delete_slice(vm, self, *slice);
    return;
  }
  const int64_t index = list_index(vm, self, key, "list assignment index out of range");
  if (value) {
    items_of(self)[index] = *value;
    return;
  }
  const Value dropped = std::move(items_of(self)[index]);
  items_of(self).erase(items_of(self).begin() + index);
}

struct ListIterator : NativeIterator {
  ListIterator(Type* type, Value v) : NativeIterator(type), list(std::move(v)) {}
  void traverse(Visitor& v) const override { v.visit(list); }
  void clear() override { list = Value::none(); }
  Value next(Interpreter&) override {
    const List* source = list.as<List>();
    if (source && offset < source->items.size()) return source->items[offset++];
    list = Value::none();  // an exhausted iterator stays exhausted
    return {};
  }
  int64_t remaining() const {
    const List* source = list.as<List>();
    return source && offset < source->items.size() ? static_cast<int64_t>(source->items.size() - offset) : 0;
  }
  Value list;
  size_t offset = 0;
};
Type* iterator_type() {
  Type* type = make_counted_iterator_type<ListIterator>("list_iterator");
  define_method(type, "__reduce__", [](Interpreter& vm, const Arguments& a) {
    const auto* self = static_cast<const ListIterator*>(a[0].as_object());
    if (!self->remaining()) return reduced_iterator(vm, make_list({}));
    return reduced_iterator(vm, self->list, Value::integer(static_cast<int64_t>(self->offset)));
  });
  define_method(type, "__setstate__", [](Interpreter& vm, const Arguments& a) {
    exactly_one(a, "__setstate__", 1);
    auto* self = static_cast<ListIterator*>(a[0].as_object());
    const int64_t end = static_cast<int64_t>(self->offset) + self->remaining();
    self->offset = static_cast<size_t>(std::clamp<int64_t>(vm.to_index(a[1]), 0, end));
    return Value::none();
  });
  return type;
}
Value iterate(Interpreter&, const Value& self) {
  static Type* type = iterator_type();
  return make<ListIterator>(type, self);
}

void initialise(Interpreter& vm, const Value& self, const Arguments& given) {
  const Arguments a = own_arguments(given, type_of(self), "__new__");
  expect_arguments(a, "list", 0, 1);
  std::vector<Value> items;
  if (a.size()) items = listed(vm, a[0]);
  items_of(self).swap(items);
}
Value construct(Interpreter& vm, Type* type, const Arguments& given) {
  const Arguments a = own_arguments(given, type, "__init__");
  expect_arguments(a, "list", 0, 1);
  return make<List>(a.size() ? listed(vm, a[0]) : std::vector<Value>(), type);
}

Value append(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "list.append", 1);
  items_of(a[0]).push_back(a[1]);
  if ((items_of(a[0]).size() & 0xffff) == 0) check_memory(vm, items_of(a[0]).size() * sizeof(Value));
  return Value::none();
}
Value extend(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "list.extend", 1);
  extend_with(vm, a[0], a[1]);
  return Value::none();
}
Value insert(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "insert", 2, 2, 1);
  int64_t at = vm.to_index(a[1]);
  if (at < 0) at = std::max<int64_t>(0, at + size_of(a[0]));
  at = std::min(at, size_of(a[0]));
  items_of(a[0]).insert(items_of(a[0]).begin() + at, a[2]);
  return Value::none();
}
Value pop(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "pop", 0, 1, 1);
  auto& items = items_of(a[0]);
  if (items.empty()) raise(types().IndexError, "pop from empty list");
  int64_t at = a.size() > 1 ? item_index(vm, a[1]) : -1;
  if (!wrap_index(at, size_of(a[0]))) raise(types().IndexError, "pop index out of range");
  Value out = std::move(items[at]);
  items.erase(items.begin() + at);
  return out;
}
Value remove(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "list.remove", 1);
  for (size_t i = 0; i < items_of(a[0]).size(); ++i) {
    const Value candidate = items_of(a[0])[i];
    if (!vm.equal(candidate, a[1])) continue;
    if (i < items_of(a[0]).size()) items_of(a[0]).erase(items_of(a[0]).begin() + static_cast<int64_t>(i));
    return Value::none();
  }
  raise(types().ValueError, "list.remove(x): x not in list");
}
Value index(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "index", 1, 3, 1);
  int64_t begin, end;
  expect_bounds(a);
  clamp_range(vm, optional(a, 2), optional(a, 3), size_of(a[0]), begin, end);
  for (int64_t i = begin; i < end && i < size_of(a[0]); ++i) {
    const Value candidate = items_of(a[0])[i];
    if (vm.equal(candidate, a[1])) return Value::integer(i);
  }
  raise(types().ValueError, vm.repr(a[1]) + " is not in list");
}
Value count(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "list.count", 1);
  int64_t n = 0;
  for (size_t i = 0; i < items_of(a[0]).size(); ++i) {
    const Value candidate = items_of(a[0])[i];
    n += vm.equal(candidate, a[1]);
  }
  return Value::integer(n);
}
Value clear(Interpreter&, const Arguments& a) {
  no_arguments(a, "list.clear");
  std::vector<Value> dropped;
  items_of(a[0]).swap(dropped);
  while (!dropped.empty()) dropped.pop_back();  // from the end, as its finalizers show
  return Value::none();
}
Value copy(Interpreter&, const Arguments& a) {
  no_arguments(a, "list.copy");
  return make_list(items_of(a[0]));
}
Value reverse(Interpreter&, const Arguments& a) {
  no_arguments(a, "list.reverse");
  std::reverse(items_of(a[0]).begin(), items_of(a[0]).end());
  return Value::none();
}
Value sort(Interpreter& vm, const Arguments& a) {
  if (a.size() > 1) raise(types().TypeError, "sort() takes no positional arguments");
  // The list looks empty while it is sorted, so that a key function cannot break it.
  std::vector<Value> items;
  const Value keep = a[0];
  items.swap(items_of(keep));
  try {
    sort_values(vm, items, sort_options(vm, a, "sort"));
  } catch (...) {
    items_of(keep).swap(items);
    throw;
  }
  const bool changed = items_of(keep).capacity() > 0;  // what was added and taken away again counts
  items_of(keep).swap(items);
  if (changed) raise(types().ValueError, "list modified during sort");
  return Value::none();
}
}  // namespace

void install_list_type() {
  Type* type = types().list;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.length = length;
  slots.truth = truth;
  slots.hash = unhashable;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.set_item = set_item;
  slots.contains = contains;
  slots.construct = construct;
  slots.initialize = initialise;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  inplace_slot(type, BinaryOp::kAdd) = add_inplace;
  inplace_slot(type, BinaryOp::kMultiply) = multiply_inplace;
  set_compare_slots<compare>(slots);
  const std::pair<const char*, NativeFn> methods[] = {{"append", append},   {"extend", extend}, {"insert", insert},
                                                      {"pop", pop},         {"remove", remove}, {"index", index},
                                                      {"count", count},     {"clear", clear},   {"copy", copy},
                                                      {"reverse", reverse}, {"sort", sort}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
  type->set("__hash__", Value::none());
}

}  // namespace vt::vm
