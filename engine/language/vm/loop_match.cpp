// The opcodes of match statements.
#include <algorithm>

#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"

namespace vt::vm {
namespace {

// A class of the language is a Sequence or a Mapping only once collections.abc is there.
bool is_abstract(Interpreter& vm, const Value& subject, const char* name) {
  if (subject.as<Instance>() && !vm.find_module("collections.abc")) return false;
  return vm.is_instance(subject, vm.get_attribute(vm.import_module("collections.abc"), name));
}

// These match themselves by position: `case int(n)`.
bool matches_itself(const Type* type) {
  const BuiltinTypes& t = types();
  for (const Type* own : {t.bool_, t.bytes, t.dict, t.float_, t.frozenset, t.int_, t.list, t.set, t.str, t.tuple})
    if (type->is_subtype_of(own)) return true;
  return false;
}

}  // namespace

bool match_sequence(Interpreter& vm, const Value& subject) {
  if (subject.as<List>() || subject.as<Tuple>()) return true;
  if (!subject.is_object() || subject.as<Str>() || subject.as<Bytes>() || subject.as<Dict>()) return false;
  return is_abstract(vm, subject, "Sequence");
}

bool match_mapping(Interpreter& vm, const Value& subject) {
  if (subject.as<Dict>()) return true;
  if (!subject.is_object() || subject.as<Str>() || subject.as<List>() || subject.as<Tuple>()) return false;
  return is_abstract(vm, subject, "Mapping");
}

Value match_keys(Interpreter& vm, const Value& mapping, const Value& keys) {
  std::vector<Value> values;
  Value seen = make<Set>();
  Value missing = make<Instance>(types().object);
  for (const Value& key : keys.as<Tuple>()->items) {
    if (!seen.as<Set>()->table.insert(vm, key))
      raise(types().ValueError, "mapping pattern checks duplicate key (" + vm.repr(key) + ")");
    Value value = vm.call_method(mapping, "get", {key, missing});
    if (value.same(missing)) return Value::none();
    values.push_back(std::move(value));
  }
  return make<Tuple>(std::move(values));
}

Value match_class(Interpreter& vm, const Value& subject, const Value& wanted, const Value& names, uint32_t positional) {
  Type* type = wanted.as<Type>();
  if (!type) raise(types().TypeError, "called match pattern must be a class");
  if (!vm.is_instance(subject, wanted)) return Value::none();
  std::vector<Value> values;
  std::vector<Str*> seen;
  auto take = [&](const Value& name) {
    Str* text = name.as<Str>();
    if (std::find(seen.begin(), seen.end(), text) != seen.end())
      raise(types().TypeError, type->name + "() got multiple sub-patterns for attribute " + vm.repr(name));
    seen.push_back(text);
    Value found = vm.find_attribute(subject, text);
    if (found.is_null()) return false;
    values.push_back(std::move(found));
    return true;
  };
  if (positional > 0) {
    Value listed = vm.find_attribute(wanted, intern("__match_args__"));
    bool itself = listed.is_null() && matches_itself(type);
    if (!listed.is_null() && !listed.as<Tuple>())
      raise(types().TypeError, type->name + ".__match_args__ must be a tuple (got " + type_name(listed) + ")");
    size_t allowed = itself ? 1 : listed.is_null() ? 0 : listed.as<Tuple>()->items.size();
    if (allowed < positional)
      raise(types().TypeError, type->name + "() accepts " + std::to_string(allowed) + " positional sub-pattern" +
                                   (allowed == 1 ? "" : "s") + " (" + std::to_string(positional) + " given)");
    if (itself) values.push_back(subject);
    for (uint32_t i = 0; i < positional && !itself; ++i) {
      const Value& name = listed.as<Tuple>()->items[i];
      if (!name.as<Str>())
        raise(types().TypeError, std::string("__match_args__ elements must be strings (got ") + type_name(name) + ")");
      if (!take(Value::of(intern(name.as<Str>()->text)))) return Value::none();
    }
  }
  for (const Value& name : names.as<Tuple>()->items)
    if (!take(Value::of(intern(name.as<Str>()->text)))) return Value::none();
  return make<Tuple>(std::move(values));
}

}  // namespace vt::vm
