// Classes of classes for the modules in the language. The language has no metaclass
// statement; a base class hands its subclasses to one of these in __init_subclass__, and
// the class then answers iteration, len(), indexing and isinstance() by its own hooks.
#include <algorithm>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
Value hook(Interpreter& vm, const Value& cls, const char* name) { return vm.get_attribute(cls, name); }
Value iterate(Interpreter& vm, const Value& cls) { return vm.iterate(vm.call(hook(vm, cls, "__class_iter__"), {})); }
Value length(Interpreter& vm, const Value& cls) { return vm.call(hook(vm, cls, "__class_len__"), {}); }
Value get_item(Interpreter& vm, const Value& cls, const Value& key) {
  return vm.call(hook(vm, cls, "__class_item__"), {key});
}
Value contains(Interpreter& vm, const Value& cls, const Value& item) {
  return Value::boolean(vm.truth(vm.call(hook(vm, cls, "__class_contains__"), {item})));
}
Value truth(Interpreter&, const Value&) { return Value::boolean(true); }
Value repr(Interpreter& vm, const Value& cls) { return vm.call(hook(vm, cls, "__class_repr__"), {}); }
Value call_class(Interpreter& vm, const Value& cls, const Arguments& a) {
  return vm.call(hook(vm, cls, "__class_call__"), a);
}
Value instance_check(Interpreter& vm, const Arguments& a) {
  Type* cls = a[0].as<Type>();
  if (type_of(a[1])->is_subtype_of(cls)) return Value::boolean(true);
  // Protocols look into the instance; other classes ask what it says that it is.
  static Str* const of_instance = intern("__class_instance_check__");
  const Value own = vm.find_attribute(a[0], of_instance);
  if (!own.is_null()) return vm.call(own, {a[1]});
  const Value claimed = vm.find_attribute(a[1], intern("__class__"));
  if (const Type* said = claimed.as<Type>(); said && said->is_subtype_of(cls)) return Value::boolean(true);
  return vm.call(hook(vm, a[0], "__class_check__"), {claimed.as<Type>() ? claimed : Value::of(type_of(a[1]))});
}
Value subclass_check(Interpreter& vm, const Arguments& a) {
  const Type* cls = a[1].as<Type>();
  if (cls && cls->is_subtype_of(a[0].as<Type>())) return Value::boolean(true);
  return vm.call(hook(vm, a[0], "__class_check__"), {a[1]});
}

// Members are not replaced and not deleted; other attributes of the class are.
bool set_class_attribute(Interpreter& vm, const Value& cls, Str* name, const Value* value) {
  Value members = vm.find_attribute(cls, intern("_member_map_"));
  if (const Dict* map = members.as<Dict>(); map && const_cast<Dict*>(map)->table.find(name)) {
    if (value) raise(types().AttributeError, "cannot reassign member '" + name->text + "'");
    raise(types().AttributeError, "'" + cls.as<Type>()->name + "' cannot delete member '" + name->text + "'.");
  }
  return types().type->slots.set_attribute(vm, cls, name, value);
}

Type* enum_metatype() {
  static Type* type = [] {
    Type* made = make_type("EnumType", types().type, Kind::kType, "enum");
    made->slots.iter = iterate;
    made->slots.length = length;
    made->slots.truth = truth;
    made->slots.get_item = get_item;
    made->slots.contains = contains;
    made->slots.repr = repr;
    made->slots.call = call_class;
    made->slots.set_attribute = set_class_attribute;
    define_method(made, "__reversed__", [](Interpreter& vm, const Arguments& a) {
      std::vector<Value> members = vm.to_vector(iterate(vm, a[0]));
      std::reverse(members.begin(), members.end());
      return vm.iterate(make_list(std::move(members)));
    });
    return made;
  }();
  return type;
}
Type* abstract_metatype() {
  static Type* type = [] {
    Type* made = make_type("ABCMeta", types().type, Kind::kType, "abc");
    define_method(made, "__instancecheck__", instance_check);
    define_method(made, "__subclasscheck__", subclass_check);
    return made;
  }();
  return type;
}
template <Type* (*metatype)()>
Value adopt(Interpreter&, const Arguments& a) {
  exactly_one(a, "adopt");
  if (!a[0].as<Type>()) raise(types().TypeError, "a class is required");
  return retype(a[0], metatype());
}
}  // namespace

void define_metatypes(Module& module) {
  define_function(module, "make_enum_class", adopt<enum_metatype>);
  define_function(module, "make_checking_class", adopt<abstract_metatype>);
  set_attribute(module, "EnumType", Value::of(enum_metatype()));
  set_attribute(module, "CheckingType", Value::of(abstract_metatype()));
}

}  // namespace vt::vm
