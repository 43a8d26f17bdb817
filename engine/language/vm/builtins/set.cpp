// set and frozenset. The results' tables are filled in the same steps as CPython's, since
// the order in which a set prints depends on them (set_table.h).
#include "vm/builtins/builtins.h"
#include "vm/builtins/containers.h"
#include "vm/builtins/nullary.h"

namespace vt::vm {
namespace {
SetTable& table_of(const Value& v) { return v.as<Set>()->table; }
[[noreturn]] void key_error(Interpreter& vm, const Value& key) {
  raise_value(vm.call(Value::of(types().KeyError), {key}));
}

// Calls visit(key, hash) for the present keys; stops when it returns false.
template <class Visit>
void each_key(const Value& set, Visit&& visit) {
  const Value keep = set;
  for (size_t i = 0; i < table_of(keep).entries().size(); ++i) {
    const SetTable::Entry entry = table_of(keep).entries()[i];
    if (!entry.key.is_null() && !visit(entry.key, entry.hash)) return;
  }
}
Type* plain_type(const Value& set) { return set.as<Set>()->kind == Kind::kFrozenSet ? types().frozenset : types().set; }
Value empty_like(const Value& set) { return make_set(plain_type(set) == types().frozenset); }
Value as_set(Interpreter& vm, const Value& v) {
  if (v.as<Set>()) return v;
  Value out = make_set();
  set_update(vm, *out.as<Set>(), v);
  return out;
}
Value copy_of(Interpreter& vm, const Value& v) {
  Value out = empty_like(v);
  table_of(out).merge(vm, table_of(v));
  return out;
}

Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  const std::string name = type_of(v)->name;
  if (guard.recursive()) return make_str(name + "(...)");
  if (table_of(v).size() == 0) return make_str(name + "()");
  std::vector<Value> items;
  each_key(v, [&](const Value& key, uint64_t) {
    items.push_back(key);
    return true;
  });
  const std::string inner = "{" + join_repr(vm, items) + "}";
  return make_str(type_of(v) == types().set ? inner : name + "(" + inner + ")");
}
Value length(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(table_of(v).size())); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(table_of(v).size() != 0); }
Value unhashable(Interpreter&, const Value& v) {
  raise(types().TypeError, std::string("unhashable type: '") + type_name(v) + "'");
}

// Independent of order: shuffled bits of the hashes, combined by xor.
Value frozen_hash(Interpreter&, const Value& v) {
  uint64_t hash = 0;
  each_key(v, [&](const Value&, uint64_t h) {
    hash ^= ((h ^ 89869747u) ^ (h << 16)) * 3644798167u;
    return true;
  });
  hash ^= (table_of(v).size() + 1) * 1927868237u;
  hash ^= (hash >> 11) ^ (hash >> 25);
  hash = hash * 69069u + 907133923u;
  return Value::integer(static_cast<int64_t>(hash == UINT64_MAX ? 590923713u : hash));
}

// A set that is looked for among members stands for the frozenset of what it holds.
Value as_member(const Value& item) {
  const Set* set = item.as<Set>();
  if (!set || set->type->slots.hash != types().set->slots.hash) return item;
  Value frozen = make<Set>(true, types().frozenset);
  table_of(frozen) = set->table;
  return frozen;
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  return Value::boolean(table_of(self).contains(vm, as_member(item)));
}

struct SetIterator : NativeIterator {
  SetIterator(Type* type, Value v) : NativeIterator(type), set(std::move(v)), size(table_of(set).size()) {}
  void traverse(Visitor& v) const override { v.visit(set); }
  void clear() override { set = Value::none(); }
  Value next(Interpreter&) override {
    if (!set.as<Set>()) return {};
    if (table_of(set).size() != size) {
      size = SIZE_MAX;
      raise(types().RuntimeError, "Set changed size during iteration");
    }
    const auto& entries = table_of(set).entries();
    while (place < entries.size()) {
      const auto& entry = entries[place++];
      if (!entry.key.is_null()) return entry.key;
    }
    set = Value::none();
    return {};
  }
  Value set;
  size_t size, place = 0;
};
Value iterate(Interpreter&, const Value& self) {
  static Type* type = make_iterator_type("set_iterator");
  return make<SetIterator>(type, self);
}

// ---- operations ------------------------------------------------------------------------
bool has_fast_lookup(const Value& v) { return v.as<Set>() || v.as<Dict>(); }
bool looks_up(Interpreter& vm, const Value& container, const Value& key, uint64_t hash) {
  if (container.as<Set>()) return table_of(container).contains(vm, key, hash);
  return container.as<Dict>()->table.find(vm, key) != nullptr;
}
void difference_update_with(Interpreter& vm, const Value& self, const Value& other) {
  if (other.same(self)) return table_of(self).clear();
  if (other.as<Set>()) {
    each_key(other, [&](const Value& key, uint64_t hash) {
      table_of(self).erase(vm, key, hash);
      return true;
    });
    return;
  }
  for_each_item(vm, other, [&](const Value& key) {
    table_of(self).erase(vm, key);
    return true;
  });
}
Value difference_of(Interpreter& vm, const Value& self, const Value& other) {
  if (!has_fast_lookup(other) || (table_of(self).size() >> 2) > static_cast<size_t>(vm.length(other))) {
    Value out = copy_of(vm, self);
    difference_update_with(vm, out, other);
    return out;
  }
  Value out = empty_like(self);
  each_key(self, [&](const Value& key, uint64_t hash) {
    if (!looks_up(vm, other, key, hash)) table_of(out).insert(vm, key, hash);
    return true;
  });
  return out;
}
Value intersection_of(Interpreter& vm, const Value& self, const Value& other) {
  if (other.same(self)) return copy_of(vm, self);
  Value out = empty_like(self);
  if (other.as<Set>()) {
    const bool swap = table_of(other).size() > table_of(self).size();
    const Value &walked = swap ? self : other, &asked = swap ? other : self;
    each_key(walked, [&](const Value& key, uint64_t hash) {
      if (table_of(asked).contains(vm, key, hash)) table_of(out).insert(vm, key, hash);
      return true;
    });
    return out;
  }
  for_each_item(vm, other, [&](const Value& key) {
    if (table_of(self).contains(vm, key)) table_of(out).insert(vm, key);
    return true;
  });
  return out;
}
void symmetric_update_with(Interpreter& vm, const Value& self, const Value& other) {
  if (other.same(self)) return table_of(self).clear();
  each_key(as_set(vm, other), [&](const Value& key, uint64_t hash) {
    if (!table_of(self).erase(vm, key, hash)) table_of(self).insert(vm, key, hash);
    return true;
  });
}
Value symmetric_of(Interpreter& vm, const Value& self, const Value& other) {
  Value out = empty_like(self);
  set_update(vm, *out.as<Set>(), other);
  symmetric_update_with(vm, out, self);
  return out;
}
bool is_subset(Interpreter& vm, const Value& a, const Value& b) {
  if (table_of(a).size() > table_of(b).size()) return false;
  bool inside = true;
  each_key(a, [&](const Value& key, uint64_t hash) { return inside = table_of(b).contains(vm, key, hash); });
  return inside;
}

bool both_sets(const Value& a, const Value& b) { return a.as<Set>() && b.as<Set>(); }
Value union_operator(Interpreter& vm, const Value& a, const Value& b) {
  if (!both_sets(a, b)) return not_implemented();
  Value out = copy_of(vm, a);
  if (!a.same(b)) set_update(vm, *out.as<Set>(), b);
  return out;
}
Value and_operator(Interpreter& vm, const Value& a, const Value& b) {
  return both_sets(a, b) ? intersection_of(vm, a, b) : not_implemented();
}
Value minus_operator(Interpreter& vm, const Value& a, const Value& b) {
  return both_sets(a, b) ? difference_of(vm, a, b) : not_implemented();
}
Value xor_operator(Interpreter& vm, const Value& a, const Value& b) {
  return both_sets(a, b) ? symmetric_of(vm, a, b) : not_implemented();
}
Value union_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!b.as<Set>()) return not_implemented();
  set_update(vm, *a.as<Set>(), b);
  return a;
}
Value and_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!b.as<Set>()) return not_implemented();
  const Value out = intersection_of(vm, a, b);
  std::swap(table_of(a), table_of(out));
  return a;
}
Value minus_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!b.as<Set>()) return not_implemented();
  difference_update_with(vm, a, b);
  return a;
}
Value xor_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!b.as<Set>()) return not_implemented();
  symmetric_update_with(vm, a, b);
  return a;
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!both_sets(a, b)) return not_implemented();
  const size_t x = table_of(a).size(), y = table_of(b).size();
  NativeCallGuard guard(vm);
  switch (op) {
    case CompareOp::kEqual: return Value::boolean(x == y && is_subset(vm, a, b));
    case CompareOp::kNotEqual: return Value::boolean(!(x == y && is_subset(vm, a, b)));
    case CompareOp::kLess: return Value::boolean(x < y && is_subset(vm, a, b));
    case CompareOp::kLessEqual: return Value::boolean(is_subset(vm, a, b));
    case CompareOp::kGreater: return Value::boolean(y < x && is_subset(vm, b, a));
    case CompareOp::kGreaterEqual: return Value::boolean(is_subset(vm, b, a));
  }
  return {};
}

// ---- construction and methods ----------------------------------------------------------
void initialise(Interpreter& vm, const Value& self, const Arguments& given) {
  const Arguments a = own_arguments(given, type_of(self), "__new__");
  expect_arguments(a, "set", 0, 1);
  Value fresh = make_set();
  if (a.size()) set_update(vm, *fresh.as<Set>(), a[0]);
  std::swap(table_of(self), table_of(fresh));
}
Value construct_set(Interpreter& vm, Type* type, const Arguments& given) {
  const Arguments a = own_arguments(given, type, "__init__");
  Value out = make<Set>(false, type);
  expect_arguments(a, "set", 0, 1);
  if (a.size()) set_update(vm, *out.as<Set>(), a[0]);
  return out;
}
Value construct_frozenset(Interpreter& vm, Type* type, const Arguments& given) {
  const Arguments a = own_arguments(given, type, "__init__");
  expect_arguments(a, "frozenset", 0, 1);
  if (a.size() && type == types().frozenset && is_exactly(a[0], type)) return a[0];
  Value out = make<Set>(true, type);
  if (a.size()) set_update(vm, *out.as<Set>(), a[0]);
  return out;
}
Value add(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.add", 1);
  table_of(a[0]).insert(vm, a[1]);
  return Value::none();
}
Value remove(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.remove", 1);
  if (!table_of(a[0]).erase(vm, as_member(a[1]))) key_error(vm, a[1]);
  return Value::none();
}
Value discard(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.discard", 1);
  table_of(a[0]).erase(vm, as_member(a[1]));
  return Value::none();
}
Value pop(Interpreter&, const Arguments& a) {
  no_arguments(a, "set.pop");
  Value out = table_of(a[0]).pop();
  if (out.is_null()) raise(types().KeyError, "pop from an empty set");
  return out;
}
Value clear(Interpreter&, const Arguments& a) {
  no_arguments(a, "set.clear");
  table_of(a[0]).clear();
  return Value::none();
}
Value copy(Interpreter& vm, const Arguments& a) { return copy_of(vm, a[0]); }
Value update(Interpreter& vm, const Arguments& a) {
  for (size_t i = 1; i < a.size(); ++i) set_update(vm, *a[0].as<Set>(), a[i]);
  return Value::none();
}
Value union_method(Interpreter& vm, const Arguments& a) {
  Value out = copy_of(vm, a[0]);
  for (size_t i = 1; i < a.size(); ++i) set_update(vm, *out.as<Set>(), a[i]);
  return out;
}
Value intersection(Interpreter& vm, const Arguments& a) {
  Value out = a.size() == 1 ? copy_of(vm, a[0]) : a[0];
  for (size_t i = 1; i < a.size(); ++i) out = intersection_of(vm, out, a[i]);
  return out;
}
Value intersection_update(Interpreter& vm, const Arguments& a) {
  const Value out = intersection(vm, a);
  if (!out.same(a[0])) std::swap(table_of(a[0]), table_of(out));
  return Value::none();
}
Value difference(Interpreter& vm, const Arguments& a) {
  Value out = a.size() == 1 ? copy_of(vm, a[0]) : a[0];
  for (size_t i = 1; i < a.size(); ++i) out = difference_of(vm, out, a[i]);
  return out;
}
Value difference_update(Interpreter& vm, const Arguments& a) {
  for (size_t i = 1; i < a.size(); ++i) difference_update_with(vm, a[0], a[i]);
  return Value::none();
}
Value symmetric_difference(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.symmetric_difference", 1);
  return symmetric_of(vm, a[0], a[1]);
}
Value symmetric_difference_update(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.symmetric_difference_update", 1);
  symmetric_update_with(vm, a[0], a[1]);
  return Value::none();
}
Value issubset(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.issubset", 1);
  return Value::boolean(is_subset(vm, a[0], as_set(vm, a[1])));
}
Value issuperset(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.issuperset", 1);
  return Value::boolean(is_subset(vm, as_set(vm, a[1]), a[0]));
}
Value isdisjoint(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "set.isdisjoint", 1);
  bool disjoint = true;
  for_each_item(vm, a[1], [&](const Value& key) { return disjoint = !table_of(a[0]).contains(vm, key); });
  return Value::boolean(disjoint);
}

void fill_common(Type* type) {
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.length = length;
  slots.truth = truth;
  slots.iter = iterate;
  slots.contains = contains;
  set_compare_slots<compare>(slots);
  binary_slot(type, BinaryOp::kOr) = union_operator;
  binary_slot(type, BinaryOp::kAnd) = and_operator;
  binary_slot(type, BinaryOp::kSubtract) = minus_operator;
  binary_slot(type, BinaryOp::kXor) = xor_operator;
  const std::pair<const char*, NativeFn> methods[] = {{"copy", nullary<copy>},
                                                      {"union", union_method},
                                                      {"intersection", intersection},
                                                      {"difference", difference},
                                                      {"symmetric_difference", symmetric_difference},
                                                      {"issubset", issubset},
                                                      {"issuperset", issuperset},
                                                      {"isdisjoint", isdisjoint}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
}
}  // namespace

Value make_set(bool frozen) { return make<Set>(frozen, frozen ? types().frozenset : types().set); }

void set_update(Interpreter& vm, Set& set, const Value& source) {
  if (const Set* other = source.as<Set>()) return set.table.merge(vm, other->table);
  if (is_exactly(source, types().dict)) set.table.reserve_for(source.as<Dict>()->table.size());
  for_each_item(vm, source, [&](const Value& key) {
    set.table.insert(vm, key);
    return true;
  });
}

void install_set_type() {
  fill_common(types().set);
  fill_common(types().frozenset);
  types().set->slots.hash = unhashable;
  types().set->slots.construct = construct_set;
  types().set->slots.initialize = initialise;
  types().frozenset->slots.hash = frozen_hash;
  types().frozenset->slots.construct = construct_frozenset;
  inplace_slot(types().set, BinaryOp::kOr) = union_inplace;
  inplace_slot(types().set, BinaryOp::kAnd) = and_inplace;
  inplace_slot(types().set, BinaryOp::kSubtract) = minus_inplace;
  inplace_slot(types().set, BinaryOp::kXor) = xor_inplace;
  const std::pair<const char*, NativeFn> methods[] = {{"add", add},
                                                      {"remove", remove},
                                                      {"discard", discard},
                                                      {"pop", pop},
                                                      {"clear", clear},
                                                      {"update", update},
                                                      {"intersection_update", intersection_update},
                                                      {"difference_update", difference_update},
                                                      {"symmetric_difference_update", symmetric_difference_update}};
  for (const auto& [name, fn] : methods) define_method(types().set, name, fn);
  types().set->set("__hash__", Value::none());
}

}  // namespace vt::vm
