// _weakref: the class ref and what asks an object for its references. Proxies, weak
// dictionaries and sets are vm/python/weakref.py.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/weak.h"

namespace vt::vm {
namespace {
Type* reference_type();
WeakReference& self_of(const Value& v) { return *static_cast<WeakReference*>(v.as_object()); }

// The target, or null where it is gone or about to go.
Value target_of(const WeakReference& reference) {
  return reference.target && reference.target->references > 0 ? Value::of(reference.target) : Value();
}

// Numbers, texts, tuples, plain lists and dicts cannot be referred to, nor can instances
// whose classes leave __weakref__ out of their __slots__.
bool can_be_referenced(const Value& v) {
  if (!v.is_object() || is_exactly(v, types().object)) return false;
  const Object* object = v.as_object();
  switch (object->kind) {
    case Kind::kPlain:
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kBigInt:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kException:
      if (object->type->is_native || object->kind == Kind::kTuple) return false;
      break;
    case Kind::kSlice:
    case Kind::kRange:
    case Kind::kEllipsis:
    case Kind::kNotImplemented:
    case Kind::kCell:
    case Kind::kProperty:
    case Kind::kIterator:
    case Kind::kDictView:
    case Kind::kMappingProxy: return false;
    default: break;
  }
  const auto& allowed = object->type->allowed_attributes;
  return !allowed || allowed->count(intern("__weakref__"));
}

Value construct(Interpreter&, Type* type, const Arguments& a) {
  expect_arguments(a, type->name.c_str(), 1, 2);
  if (!can_be_referenced(a[0]))
    raise(types().TypeError, std::string("cannot create weak reference to '") + type_name(a[0]) + "' object");
  const bool plain = a.size() < 2 || a[1].is_none();
  if (plain && type == reference_type())
    for (WeakReference* known : weak_references_of(a[0].as_object()))
      if (known->type == type && known->callback.is_none() && known->references > 0) return Value::of(known);
  return make<WeakReference>(type, a[0].as_object(), plain ? Value::none() : a[1]);
}
Value call(Interpreter&, const Value& self, const Arguments& a) {
  expect_arguments(a, "weakref", 0, 0);
  const Value target = target_of(self_of(self));
  return target.is_null() ? Value::none() : target;
}
Value hash(Interpreter& vm, const Value& v) {
  WeakReference& reference = self_of(v);
  if (reference.hash.is_null()) {
    const Value target = target_of(reference);
    if (target.is_null()) raise(types().TypeError, "weak object has gone away");
    reference.hash = Value::integer(static_cast<int64_t>(vm.hash(target)));
  }
  return reference.hash;
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (op != CompareOp::kEqual && op != CompareOp::kNotEqual) return not_implemented();
  if (!type_of(a)->is_subtype_of(reference_type()) || !type_of(b)->is_subtype_of(reference_type()))
    return not_implemented();
  const Value x = target_of(self_of(a)), y = target_of(self_of(b));
  const bool equal = x.is_null() || y.is_null() ? a.same(b) : vm.equal(x, y);
  return Value::boolean(equal == (op == CompareOp::kEqual));
}
std::string address_of(const Object* object) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", static_cast<const void*>(object));
  return text;
}
Value repr(Interpreter& vm, const Value& v) {
  const Value target = target_of(self_of(v));
  std::string out = "<weakref at " + address_of(v.as_object());
  if (target.is_null()) return make_str(out + "; dead>");
  out += std::string("; to '") + type_name(target) + "' at " + address_of(target.as_object());
  const Value name = vm.find_attribute(target, intern("__name__"));
  return make_str(out + (!name.is_null() && name.as<Str>() ? " (" + name.as<Str>()->text + ")>" : ">"));
}
Value callback_of(Interpreter&, const Arguments& a) {
  const WeakReference& reference = self_of(a[0]);
  return reference.target && !reference.callback.is_null() ? reference.callback : Value::none();
}

Type* reference_type() {
  static Type* type = [] {
    Type* made = make_type("ReferenceType", types().object, Kind::kOther, "weakref");
    made->slots.construct = construct;
    made->slots.call = call;
    made->slots.hash = hash;
    made->slots.repr = repr;
    set_compare_slots<compare>(made->slots);
    define_property(made, "__callback__", callback_of);
    return made;
  }();
  return type;
}

Value reference_list(Interpreter&, const Arguments& a) {
  exactly_one(a, "getweakrefs");
  std::vector<Value> out;
  if (a[0].is_object())
    for (WeakReference* reference : weak_references_of(a[0].as_object())) out.push_back(Value::of(reference));
  return make_list(std::move(out));
}
Value reference_count(Interpreter&, const Arguments& a) {
  exactly_one(a, "getweakrefcount");
  return Value::integer(a[0].is_object() ? static_cast<int64_t>(weak_references_of(a[0].as_object()).size()) : 0);
}
}  // namespace

void load_weakref_natives(Interpreter&, Module& module) {
  set_attribute(module, "ref", Value::of(reference_type()));
  define_function(module, "getweakrefs", reference_list);
  define_function(module, "getweakrefcount", reference_count);
}

}  // namespace vt::vm
