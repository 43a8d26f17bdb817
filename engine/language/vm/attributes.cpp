// Attribute access: the lookup order of the language, descriptors, and the special cases
// of classes, modules and super objects (their get_attribute slots are in their files).
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_names.h"
#include "vm/type_slots.h"

namespace vt::vm {

Value find_special(Interpreter& vm, const Value& object, Str* name) {
  Type* type = type_of(object);
  const Value* found = type->find(name);
  return found ? bind_descriptor(vm, Value(*found), object, type) : Value();
}

bool is_data_descriptor(const Value& found) {
  if (!found.is_object()) return false;
  Object* object = found.as_object();
  if (object->kind == Kind::kProperty) return true;
  if (object->type->is_native) return object->kind == Kind::kOther && is_hidden_member(found);
  return object->type->find(names().set_) || object->type->find(names().delete_);
}

// A descriptor that only stores leaves reading to the instance.
static bool reads(const Value& descriptor) {
  Object* object = descriptor.as_object();
  return object->type->is_native || object->type->find(names().get_);
}

static Value get_property(Interpreter& vm, const Property& property, const Value& self, Str* name) {
  if (property.getter.is_null() || property.getter.is_none())
    raise(types().AttributeError,
          "property '" + name->text + "' of '" + qualified_type_name(self) + "' object has no getter");
  return vm.call(property.getter, Arguments{&self, 1});
}

// Whether a subclass of a native descriptor has this method in the language.
static bool overrides(const Type* type, Str* method) {
  if (type->is_native) return false;
  const Value* found = type->find(method);
  return found && !found->as<NativeFunction>();
}

static Value bind_named(Interpreter& vm, const Value& found_value, const Value& self, Type* owner, Str* name);

// What a class method wraps is bound to the class as to an instance: `classmethod(property(f))`.
static Value bind_to_class(Interpreter& vm, const Value& wrapped, Type* owner, Str* name) {
  const bool describes = wrapped.as<Property>() ||
                         (wrapped.is_object() && !type_of(wrapped)->is_native && type_of(wrapped)->find(names().get_));
  if (describes) return bind_named(vm, wrapped, Value::of(owner), owner, name);
  return make<BoundMethod>(wrapped, Value::of(owner));
}

// `self` is null when the name was found on a class through the class itself.
static Value bind_named(Interpreter& vm, const Value& found_value, const Value& self, Type* owner, Str* name) {
  if (!found_value.is_object()) return found_value;
  Object* object = found_value.as_object();
  switch (object->kind) {
    case Kind::kFunction: return self.is_null() ? found_value : make<BoundMethod>(found_value, self);
    case Kind::kNativeFunction:
      return self.is_null() || !static_cast<NativeFunction*>(object)->is_method ? found_value
                                                                                : make<BoundMethod>(found_value, self);
    case Kind::kStaticMethod: return static_cast<StaticMethod*>(object)->function;
    case Kind::kClassMethod: return bind_to_class(vm, static_cast<ClassMethod*>(object)->function, owner, name);
    case Kind::kProperty:
      if (overrides(object->type, names().get_)) break;
      return self.is_null() ? found_value : get_property(vm, *static_cast<Property*>(object), self, name);
    default: break;
  }
  if (BinaryFn get = object->type->slots.descriptor_get)
    return get(vm, found_value, self.is_null() ? Value::none() : self);
  if (object->type->is_native || !object->type->find(names().get_)) return found_value;
  Value descriptor = found_value;
  Value arguments[2] = {self.is_null() ? Value::none() : self, Value::of(owner)};
  return call_dunder(vm, descriptor, names().get_, arguments, 2);
}

Value bind_descriptor(Interpreter& vm, const Value& found, const Value& self, Type* owner) {
  return bind_named(vm, found, self, owner, names().name_);
}

// object's `__dict__` for what has none.
static bool is_missing_dict(const Value& object, Str* name, const Value& found) {
  if (name != names().dict_ || found.as_object() != types().object->find(name)->as_object()) return false;
  return !object.is_object() || !object.as_object()->attributes_slot() || type_of(object)->allowed_attributes;
}

Value generic_get_attribute(Interpreter& vm, const Value& object, Str* name) {
  Type* type = type_of(object);
  const Value* found = type->find(name);
  if (found && is_data_descriptor(*found) && reads(*found))
    return is_missing_dict(object, name, *found) ? Value() : bind_named(vm, Value(*found), object, type, name);
  if (object.is_object())
    if (const Value* slot = object.as_object()->attributes_if_any(); slot && !slot->is_null())
      if (Value* value = slot->as<Dict>()->table.find(name)) return *value;
  if (!found) return Value();
  return bind_named(vm, Value(*found), object, type, name);
}

static bool is_attribute_error(const Raised& raised) {
  return type_of(raised.exception)->is_subtype_of(types().AttributeError);
}

// `quiet`: an AttributeError is answered by null, and not thrown where that can be avoided.
static Value fall_back(Interpreter& vm, const Value& object, Str* name, bool quiet) {
  Value argument = Value::of(name);
  Function* function = quiet ? type_of(object)->find(names().getattr_)->as<Function>() : nullptr;
  if (!function) return call_dunder(vm, object, names().getattr_, &argument, 1);
  Value keep = Value::of(function), value, arguments[2] = {object, std::move(argument)};
  if (try_call_function(vm, function, Arguments{arguments, 2}, value)) return value;
  Raised raised{std::move(vm.state().leaving)};
  if (!is_attribute_error(raised)) throw raised;
  return Value();
}

// Null where nothing has that name; errors of properties and of __getattr__ go through.
static Value look_up(Interpreter& vm, const Value& object, Str* name, bool quiet = false) {
  Type* type = type_of(object);
  if (!type->has_getattr && !type->has_getattribute) {
    if (type->slots.get_attribute) {
      Value value = type->slots.get_attribute(vm, object, name);
      if (!value.is_null()) return value;
    }
    return generic_get_attribute(vm, object, name);
  }
  try {
    Value value;
    if (type->has_getattribute) {
      Value argument = Value::of(name);
      value = call_dunder(vm, object, names().getattribute_, &argument, 1);
    } else {
      if (type->slots.get_attribute) value = type->slots.get_attribute(vm, object, name);
      if (value.is_null()) value = generic_get_attribute(vm, object, name);
    }
    if (!value.is_null()) return value;
  } catch (Raised& raised) {
    if (!type->has_getattr || !is_attribute_error(raised)) throw;
  }
  return type->has_getattr ? fall_back(vm, object, name, quiet) : Value();
}

void no_attribute(const Value& object, Str* name) {
  std::string message, circular;
  if (Type* type = object.as<Type>()) message = std::string("type object '") + shown_name(*type) + "'";
  else if (Module* module = object.as<Module>()) message = "module '" + module->name + "'";
  else message = std::string("'") + type_name(object) + "' object";
  if (Module* module = object.as<Module>(); module && is_loading(Interpreter::current()->state(), *module)) {
    message = "partially initialized " + message;
    circular = " (most likely due to a circular import)";
  }
  Value exception = make<Exception>(
      types().AttributeError, make_tuple({make_str(message + " has no attribute '" + name->text + "'" + circular)}));
  Dict* fields = exception.as<Exception>()->attributes_slot()->as<Dict>();
  fields->table.insert(intern("name"), Value::of(name));
  fields->table.insert(intern("obj"), object);
  raise_value(std::move(exception));
}

// An AttributeError that says neither what was asked nor of what (a program's __getattr__ or property raised it)
// learns both from the innermost access that it leaves: suggestions need them.
static void complete_attribute_error(const Raised& raised, const Value& object, Str* name) {
  Exception* exception = raised.exception.as<Exception>();
  if (!exception || !is_attribute_error(raised)) return;
  HashTable& fields = exception->attributes_slot()->as<Dict>()->table;
  const Value* known_name = fields.find(intern("name"));
  const Value* known_object = fields.find(intern("obj"));
  if ((known_name && !known_name->is_none()) || (known_object && !known_object->is_none())) return;
  fields.insert(intern("name"), Value::of(name));
  fields.insert(intern("obj"), object);
}

Value Interpreter::get_attribute(const Value& object, Str* name) {
  Value value;
  try {
    value = look_up(*this, object, name);
  } catch (Raised& raised) {
    complete_attribute_error(raised, object, name);
    throw;
  }
  if (value.is_null()) no_attribute(object, name);
  return value;
}
Value Interpreter::get_attribute(const Value& object, std::string_view name) {
  return get_attribute(object, intern(name));
}

Value Interpreter::find_attribute(const Value& object, Str* name) {
  try {
    return look_up(*this, object, name, true);
  } catch (Raised& raised) {
    if (!is_attribute_error(raised)) throw;
    return Value();
  }
}

static void set_property(Interpreter& vm, const Property& property, const Value& object, Str* name,
                         const Value* value) {
  const Value& setter = value ? property.setter : property.deleter;
  if ((setter.is_null() || setter.is_none()) && property.getter.as<NativeFunction>())
    raise(types().AttributeError,
          "attribute '" + name->text + "' of '" + qualified_type_name(object) + "' objects is not writable");
  if (setter.is_null() || setter.is_none())
    raise(types().AttributeError, "property '" + name->text + "' of '" + qualified_type_name(object) +
                                      "' object has no " + (value ? "setter" : "deleter"));
  Value arguments[2] = {object, value ? *value : Value()};
  vm.call(setter, Arguments{arguments, value ? size_t{2} : size_t{1}});
}

bool set_through_descriptor(Interpreter& vm, const Value& found, const Value& object, Str* name, const Value* value) {
  if (const Property* property = found.as<Property>();
      property && !overrides(property->type, value ? names().set_ : names().delete_)) {
    set_property(vm, *property, object, name, value);
    return true;
  }
  Str* method = value ? names().set_ : names().delete_;
  if (!type_of(found)->find(method)) {
    if (!type_of(found)->find(value ? names().delete_ : names().set_)) return false;
    raise(types().AttributeError, method->text);
  }
  Value descriptor = found;
  Value arguments[2] = {object, value ? *value : Value()};
  call_dunder(vm, descriptor, method, arguments, value ? 2 : 1);
  return true;
}

void generic_set_attribute(Interpreter& vm, const Value& object, Str* name, const Value* value) {
  if (!name->interned) name = intern(name->text);
  Type* type = type_of(object);
  const Value* found = type->find(name);
  if (found && found->is_object() && is_data_descriptor(*found) &&
      set_through_descriptor(vm, Value(*found), object, name, value))
    return;
  Value* slot = object.is_object() ? object.as_object()->attributes_slot() : nullptr;
  if (type == types().object) slot = nullptr;  // object() itself has no __dict__
  if (slot && type->allowed_attributes && !type->allowed_attributes->count(name)) slot = nullptr;
  if (!slot) {
    if (!found) no_attribute(object, name);
    raise(types().AttributeError,
          std::string("'") + type_name(object) + "' object attribute '" + name->text + "' is read-only");
  }
  HashTable& table = slot->as<Dict>()->table;
  if (value) table.insert(name, *value);
  else if (!table.erase(name)) {
    if (found && is_member(*found)) raise(types().AttributeError, name->text);
    no_attribute(object, name);
  }
}

static void store(Interpreter& vm, const Value& object, Str* name, const Value* value) {
  Type* type = type_of(object);
  if (value ? type->has_setattr : type->has_delattr) {
    Value arguments[2] = {Value::of(name), value ? *value : Value()};
    call_dunder(vm, object, value ? names().setattr_ : names().delattr_, arguments, value ? 2 : 1);
    return;
  }
  if (type->slots.set_attribute && type->slots.set_attribute(vm, object, name, value)) return;
  generic_set_attribute(vm, object, name, value);
}

void Interpreter::set_attribute(const Value& object, Str* name, Value value) { store(*this, object, name, &value); }
void Interpreter::delete_attribute(const Value& object, Str* name) { store(*this, object, name, nullptr); }

}  // namespace vt::vm
