// The class of classes that answer isinstance() and issubclass() by hooks of their own, from which
// abc.ABCMeta is derived.
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
Value hook(Interpreter& vm, const Value& cls, const char* name) { return vm.get_attribute(cls, name); }
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

Type* checking_metatype() {
  static Type* type = [] {
    Type* made = make_type("CheckingType", types().type, Kind::kType, "_types");
    define_method(made, "__instancecheck__", instance_check);
    define_method(made, "__subclasscheck__", subclass_check);
    return made;
  }();
  return type;
}
}  // namespace

void define_metatypes(Module& module) { set_attribute(module, "CheckingType", Value::of(checking_metatype())); }

}  // namespace vt::vm
