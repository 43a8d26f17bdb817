// The instructions of `match`: test a value against a pattern and extract its parts. Neighbours: tracer.h;
// vm/loop_match.cpp implements the same instructions on values.
#include <algorithm>

#include "capture/dynamo/tracer.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// The values of the keys as a tuple; None if a key is missing.
VarRef keys_of(Tracer& t, const VarRef& mapping, const VarRef& keys) {
  std::vector<VarRef> values;
  for (const VarRef& key : t.value_of(keys)->items()) {
    if (!t.contains(mapping, key)) return none();
    values.push_back(t.subscript(mapping, key));
  }
  return sequence(VarKind::kTuple, std::move(values));
}

// Builtin classes for which the single positional pattern matches the whole value: `int(x)`.
bool matches_itself(vm::Type* type) {
  const vm::BuiltinTypes& types = vm::types();
  vm::Type* known[] = {types.bool_, types.bytes, types.dict, types.float_, types.frozenset,
                       types.int_,  types.list,  types.set,  types.str,    types.tuple};
  return std::any_of(std::begin(known), std::end(known), [&](vm::Type* each) { return type->is_subtype_of(each); });
}

VarRef attributes_of(Tracer& t, const VarRef& subject, const VarRef& type, const VarRef& names, size_t positional) {
  vm::Type* known = type->value.as<vm::Type>();
  if (!known) observe(vm::types().TypeError, "called match pattern must be a class");
  if (!t.is_instance(subject, type->value)) return none();
  std::vector<VarRef> found;
  std::vector<vm::Str*> wanted;
  bool itself = positional == 1 && matches_itself(known);
  if (itself) {
    found.push_back(subject);
  } else if (positional > 0) {
    VarRef declared = t.find_attr(type, vm::intern("__match_args__"));
    std::vector<VarRef> all = declared ? t.unpack(declared) : std::vector<VarRef>();
    if (all.size() < positional) {
      observe(vm::types().TypeError, known->name + "() accepts " + std::to_string(all.size()) +
                                         " positional sub-pattern" + (all.size() == 1 ? "" : "s") + " (" +
                                         std::to_string(positional) + " given)");
    }
    for (size_t i = 0; i < positional; ++i)
      wanted.push_back(vm::intern(t.need_constant(all[i], "__match_args__").as<vm::Str>()->text));
  }
  for (const VarRef& name : t.value_of(names)->items())
    wanted.push_back(vm::intern(t.need_constant(name, "attribute").as<vm::Str>()->text));
  for (vm::Str* name : wanted) {
    VarRef value = t.find_attr(subject, name);
    if (!value) return none();
    found.push_back(value);
  }
  return sequence(VarKind::kTuple, std::move(found));
}

}  // namespace

bool Tracer::step_match(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::MATCH_SEQUENCE: {
      VarRef subject = value_of(stack.back());
      push(constant_bool(subject->is(VarKind::kList) || subject->is(VarKind::kTuple) || subject->is(VarKind::kRange)));
      return true;
    }
    case Op::MATCH_MAPPING: push(constant_bool(value_of(stack.back())->is(VarKind::kDict))); return true;
    case Op::MATCH_KEYS: push(keys_of(*this, stack[stack.size() - 2], stack.back())); return true;
    case Op::MATCH_CLASS: {
      std::vector<VarRef> v = pop_many(3);  // subject, class, names
      push(attributes_of(*this, value_of(v[0]), value_of(v[1]), v[2], instruction.arg));
      return true;
    }
    default: return false;
  }
}

}  // namespace vt::dynamo
