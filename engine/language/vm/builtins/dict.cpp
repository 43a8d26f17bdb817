// dict: lookups, methods and merging. The views and iterators are in dict_views.cpp.
#include "vm/builtins/builtins.h"
#include "vm/builtins/containers.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
HashTable& table_of(const Value& v) { return v.as<Dict>()->table; }

[[noreturn]] void key_error(Interpreter& vm, const Value& key) {
  raise_value(vm.call(Value::of(types().KeyError), {key}));
}

Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  if (guard.recursive()) return make_str("{...}");
  std::string out = "{";
  bool first = true;
  for (size_t i = 0; i < table_of(v).entries().size(); ++i) {
    const Value key = table_of(v).entries()[i].key, value = table_of(v).entries()[i].value;
    if (key.is_null()) continue;
    if (!first) out += ", ";
    first = false;
    out += vm.repr(key) + ": " + vm.repr(value);
  }
  return make_str(out + "}");
}
Value length(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(table_of(v).size())); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(table_of(v).size() != 0); }
Value unhashable(Interpreter&, const Value& v) {
  raise(types().TypeError, std::string("unhashable type: '") + type_name(v) + "'");
}
Value contains(Interpreter& vm, const Value& self, const Value& key) {
  return Value::boolean(table_of(self).find(vm, key) != nullptr);
}

Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  if (const Value* found = table_of(self).find(vm, key)) return *found;
  if (!is_exactly(self, types().dict) && type_of(self)->find(intern("__missing__")))
    return vm.call_method(self, "__missing__", {key});
  key_error(vm, key);
}
void set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  if (value) table_of(self).insert(vm, key, *value);
  else if (!table_of(self).erase(vm, key)) key_error(vm, key);
}

Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Dict>() || !b.as<Dict>() || (op != CompareOp::kEqual && op != CompareOp::kNotEqual))
    return not_implemented();
  bool equal = table_of(a).size() == table_of(b).size();
  NativeCallGuard guard(vm);
  for (size_t i = 0; equal && i < table_of(a).entries().size(); ++i) {
    const Value key = table_of(a).entries()[i].key, value = table_of(a).entries()[i].value;
    if (key.is_null()) continue;
    const Value* other = table_of(b).find(vm, key);
    equal = other && vm.equal(value, Value(*other));
  }
  return Value::boolean(equal == (op == CompareOp::kEqual));
}
Value merge(Interpreter& vm, const Value& a, const Value& b) {
  if (!a.as<Dict>() || !b.as<Dict>()) return not_implemented();
  Value out = dict_copy(vm, a);
  dict_update(vm, out, b);
  return out;
}
Value merge_inplace(Interpreter& vm, const Value& a, const Value& b) {
  dict_update(vm, a, b);
  return a;
}
Value iterate(Interpreter&, const Value& self) { return make_dict_iterator(self, DictViewKind::kKeys, false); }

void initialise(Interpreter& vm, const Value& self, const Arguments& a) {
  if (a.size() > 1) raise(types().TypeError, "dict expected at most 1 argument, got " + std::to_string(a.size()));
  if (a.size() == 1) dict_update(vm, self, a[0]);
  dict_update_keywords(vm, self, a);
}
Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  Value out = make<Dict>(type);
  initialise(vm, out, a);
  return out;
}

Value get(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "get", 1, 2, 1);
  if (const Value* found = table_of(a[0]).find(vm, a[1])) return *found;
  return a.size() > 2 ? a[2] : Value::none();
}
Value setdefault(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "setdefault", 1, 2, 1);
  if (const Value* found = table_of(a[0]).find(vm, a[1])) return *found;
  const Value value = a.size() > 2 ? a[2] : Value::none();
  table_of(a[0]).insert(vm, a[1], value);
  return value;
}
Value pop(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "pop", 1, 2, 1);
  if (const Value* found = table_of(a[0]).find(vm, a[1])) {
    const Value out = *found;
    table_of(a[0]).erase(vm, a[1]);
    return out;
  }
  if (a.size() > 2) return a[2];
  key_error(vm, a[1]);
}
Value popitem(Interpreter& vm, const Arguments& a) {
  no_arguments(a, "dict.popitem");
  auto& entries = table_of(a[0]).entries();
  for (size_t i = entries.size(); i-- > 0;) {
    if (entries[i].key.is_null()) continue;
    const Value key = entries[i].key, value = entries[i].value;
    table_of(a[0]).erase(vm, key);
    return make_tuple({key, value});
  }
  raise(types().KeyError, "popitem(): dictionary is empty");
}
Value update(Interpreter& vm, const Arguments& a) {
  if (a.size() > 2) raise(types().TypeError, "update expected at most 1 argument, got " + std::to_string(a.size() - 1));
  if (a.size() == 2) dict_update(vm, a[0], a[1]);
  dict_update_keywords(vm, a[0], a);
  return Value::none();
}
Value clear(Interpreter&, const Arguments& a) {
  no_arguments(a, "dict.clear");
  table_of(a[0]).clear();
  return Value::none();
}
Value copy(Interpreter& vm, const Arguments& a) {
  no_arguments(a, "dict.copy");
  return dict_copy(vm, a[0]);
}
Value fromkeys(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "fromkeys", 1, 2, 1);
  Value out = vm.call(a[0], {});
  const Value value = a.size() > 2 ? a[2] : Value::none();
  for_each_item(vm, a[1], [&](const Value& key) {
    if (is_exactly(out, types().dict)) table_of(out).insert(vm, key, value);
    else vm.set_item(out, key, value);
    return true;
  });
  return out;
}
template <DictViewKind kind>
Value view(Interpreter&, const Arguments& a) {
  no_arguments(a, kind == DictViewKind::kKeys     ? "dict.keys"
                  : kind == DictViewKind::kValues ? "dict.values"
                                                  : "dict.items");
  return make<DictView>(a[0], kind);
}
Value reversed(Interpreter&, const Arguments& a) { return make_dict_iterator(a[0], DictViewKind::kKeys, true); }

void update_from_pairs(Interpreter& vm, const Value& dict, const Value& source) {
  int64_t position = 0;
  for_each_item(vm, source, [&](const Value& item) {
    std::vector<Value> pair;
    if (!item.as<List>() && !item.as<Tuple>() && !item.as<Str>() && !type_of(item)->find(intern("__iter__")))
      raise(types().TypeError,
            "cannot convert dictionary update sequence element #" + std::to_string(position) + " to a sequence");
    pair = vm.to_vector(item);
    if (pair.size() != 2)
      raise(types().ValueError, "dictionary update sequence element #" + std::to_string(position) + " has length " +
                                    std::to_string(pair.size()) + "; 2 is required");
    table_of(dict).insert(vm, pair[0], pair[1]);
    ++position;
    return true;
  });
}
}  // namespace

void dict_update(Interpreter& vm, const Value& dict, const Value& source) {
  if (source.as<Dict>() && (is_exactly(source, types().dict) || !type_of(source)->has_dunders)) {
    const Value keep = source;
    if (keep.same(dict)) return;
    for (size_t i = 0; i < table_of(keep).entries().size(); ++i) {
      const Value key = table_of(keep).entries()[i].key, value = table_of(keep).entries()[i].value;
      if (!key.is_null()) table_of(dict).insert(vm, key, value);
    }
    return;
  }
  const Value keys = source.is_object() ? vm.find_attribute(source, intern("keys")) : Value();
  if (keys.is_null()) return update_from_pairs(vm, dict, source);
  for_each_item(vm, vm.call(keys, {}), [&](const Value& key) {
    table_of(dict).insert(vm, key, vm.get_item(source, key));
    return true;
  });
}

void dict_update_keywords(Interpreter&, const Value& dict, const Arguments& a) {
  for (size_t i = 0; i < a.keywords; ++i)
    table_of(dict).insert(a.keyword_names[i].as<Str>(), a.values[a.positional + i]);
}

Value dict_copy(Interpreter& vm, const Value& dict) {
  Value out = make<Dict>();
  for (size_t i = 0; i < table_of(dict).entries().size(); ++i) {
    const Value key = table_of(dict).entries()[i].key, value = table_of(dict).entries()[i].value;
    if (key.is_null()) continue;
    table_of(out).insert(vm, key, value);
  }
  return out;
}

void install_dict_type() {
  Type* type = types().dict;
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
  binary_slot(type, BinaryOp::kOr) = merge;
  inplace_slot(type, BinaryOp::kOr) = merge_inplace;
  set_compare_slots<compare>(slots);
  const std::pair<const char*, NativeFn> methods[] = {{"get", get},
                                                      {"setdefault", setdefault},
                                                      {"pop", pop},
                                                      {"popitem", popitem},
                                                      {"update", update},
                                                      {"clear", clear},
                                                      {"copy", copy},
                                                      {"keys", view<DictViewKind::kKeys>},
                                                      {"values", view<DictViewKind::kValues>},
                                                      {"items", view<DictViewKind::kItems>},
                                                      {"__reversed__", reversed}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
  define_class_method(type, "fromkeys", fromkeys);
  type->set("__hash__", Value::none());
}

}  // namespace vt::vm
