// object: what every class inherits.
#include "vm/bootstrap.h"
#include "vm/builtins/helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

std::string qualified(const Type* type) {
  return type->module == "builtins" ? type->qualified_name : type->module + "." + type->qualified_name;
}

Value object_repr(Interpreter&, const Value& self) {
  char address[32];
  std::snprintf(address, sizeof address, "%p", self.is_object() ? static_cast<void*>(self.as_object()) : nullptr);
  return make_str("<" + qualified(type_of(self)) + " object at " + address + ">");
}

Value object_hash(Interpreter&, const Value& self) {
  auto address = reinterpret_cast<uintptr_t>(self.as_object());
  return Value::integer(static_cast<int64_t>(address >> 4));
}

bool has_own_new(const Type* type) {
  const Value* found = type->find(names().new_);
  return found && found->as<StaticMethod>() && found->as<StaticMethod>()->function.as<Function>();
}

Value object_construct(Interpreter& vm, Type* type, const Arguments& a) {
  for (Type* base : type->mro)
    if (base->is_native && base != types().object && base->instance_kind != Kind::kInstance)
      raise(types().TypeError, "cannot create '" + type->name + "' instances");
  if (a.positional + a.keywords > 0 && !has_own_init(type)) {
    if (has_own_new(type))
      raise(types().TypeError, "object.__new__() takes exactly one argument (the type to instantiate)");
    raise(types().TypeError, type->name + "() takes no arguments");
  }
  return make<Instance>(type);
}

// cls.__new__(cls, ...) of native types: the native construction for that class.
Value native_new(Interpreter& vm, const Arguments& a) {
  Type* type = a.positional ? a[0].as<Type>() : nullptr;
  if (!type) {
    const std::string given = a.positional ? " (" + std::string(type_name(a[0])) + ")" : "";
    raise(types().TypeError, "object.__new__(X): X is not a type object" + given);
  }
  if (!type->slots.construct) raise(types().TypeError, "cannot create '" + type->name + "' instances");
  Arguments rest{a.values + 1, a.positional - 1, a.keyword_names, a.keywords};
  if (type->slots.initialize && type->instance_kind != Kind::kException) rest = {};
  // What __init__ takes is not object's business, unless a __new__ of the language handed it on.
  if (type->slots.construct == types().object->slots.construct && has_own_init(type)) {
    if (rest.positional + rest.keywords > 0 && has_own_new(type))
      raise(types().TypeError, "object.__new__() takes exactly one argument (the type to instantiate)");
    rest = {};
  }
  return type->slots.construct(vm, type, rest);
}

Value object_init(Interpreter& vm, const Arguments& a) {
  if (a.positional + a.keywords > 1 && a.positional > 0) {
    Type* type = type_of(a[0]);
    if (has_own_init(type) || !has_own_new(type))
      raise(types().TypeError,
            (has_own_init(type) ? "object.__init__() takes exactly one argument (the instance to initialize)"
                                : type->name + ".__init__() takes exactly one argument (the instance to initialize)"));
  }
  return Value::none();
}

Value object_eq(Interpreter&, const Arguments& a) {
  check_count(a, "__eq__", 1, 1, true);
  return a[0].same(a[1]) ? Value::boolean(true) : not_implemented();
}
Value object_ne(Interpreter& vm, const Arguments& a) {
  check_count(a, "__ne__", 1, 1, true);
  BinaryFn equal = type_of(a[0])->slots.compare[static_cast<int>(CompareOp::kEqual)];
  Value result = equal ? equal(vm, a[0], a[1]) : a[0].same(a[1]) ? Value::boolean(true) : not_implemented();
  return is_not_implemented(result) ? result : Value::boolean(!vm.truth(result));
}

Str* name_argument(const Value& v) {
  Str* name = v.as<Str>();
  if (!name) raise(types().TypeError, std::string("attribute name must be string, not '") + type_name(v) + "'");
  return name;
}

Value object_getattribute(Interpreter& vm, const Arguments& a) {
  check_count(a, "__getattribute__", 1, 1, true);
  Str* name = name_argument(a[1]);
  Value value;
  if (auto slot = type_of(a[0])->slots.get_attribute) value = slot(vm, a[0], name);
  if (value.is_null()) value = generic_get_attribute(vm, a[0], name);
  if (value.is_null()) no_attribute(a[0], name);
  return value;
}
Value object_setattr(Interpreter& vm, const Arguments& a) {
  check_count(a, "__setattr__", 2, 2, true);
  Str* name = name_argument(a[1]);
  auto slot = type_of(a[0])->slots.set_attribute;
  if (!slot || !slot(vm, a[0], name, &a[2])) generic_set_attribute(vm, a[0], name, &a[2]);
  return Value::none();
}
Value object_delattr(Interpreter& vm, const Arguments& a) {
  check_count(a, "__delattr__", 1, 1, true);
  Str* name = name_argument(a[1]);
  auto slot = type_of(a[0])->slots.set_attribute;
  if (!slot || !slot(vm, a[0], name, nullptr)) generic_set_attribute(vm, a[0], name, nullptr);
  return Value::none();
}

Value object_format(Interpreter& vm, const Arguments& a) {
  check_count(a, "__format__", 1, 1, true);
  if (!expect_str(a[1], "__format__() argument").empty())
    raise(types().TypeError, std::string("unsupported format string passed to ") + type_name(a[0]) + ".__format__");
  return make_str(vm.str(a[0]));
}

Value object_class(Interpreter&, const Arguments& a) { return Value::of(type_of(a[0])); }
Value object_set_class(Interpreter&, const Arguments& a) {
  Type* type = a[1].as<Type>();
  Object* object = a[0].is_object() ? a[0].as_object() : nullptr;
  if (!type)
    raise(types().TypeError, std::string("__class__ must be set to a class, not '") + type_name(a[1]) + "' object");
  // A tensor may turn into a parameter: its classes differ by name only.
  bool tensors = type->instance_kind == Kind::kTensor;
  bool native = type->is_native || (object && object->type->is_native);
  if (!object || (native && !tensors) || type->instance_kind != object->kind)
    raise(types().TypeError,
          std::string("__class__ assignment only supported for mutable types or ModuleType subclasses"));
  object->set_type(type);
  return Value::none();
}

Value object_dict(Interpreter&, const Arguments& a) {
  Value* slot = a[0].is_object() ? a[0].as_object()->attributes_slot() : nullptr;
  if (!slot || type_of(a[0])->allowed_attributes) no_attribute(a[0], names().dict_);
  return *slot;
}
Value object_set_dict(Interpreter&, const Arguments& a) {
  Value* slot = a[0].is_object() ? a[0].as_object()->attributes_slot() : nullptr;
  if (!slot) no_attribute(a[0], names().dict_);
  if (!a[1].as<Dict>())
    raise(types().TypeError, std::string("__dict__ must be set to a dictionary, not a '") + type_name(a[1]) + "'");
  const Dict* before = slot->as<Dict>();
  const Value slots = before ? before->attributes : Value();  // of a class with `__slots__`
  *slot = a[1];
  if (!slots.is_null() && is_exactly(a[1], types().dict)) slot->as<Dict>()->attributes = slots;
  return Value::none();
}

void collect_names(const HashTable& table, HashTable& into, Interpreter& vm) {
  for (const auto& entry : table.entries())
    if (!entry.key.is_null()) into.insert(vm, entry.key, Value::none());
}

// `__dict__` is a property of object here.
void correct_layout_names(const Type* type, HashTable& found) {
  const BuiltinTypes& t = types();
  bool free = !type->is_native && !type->allowed_attributes;
  for (const Type* base : {t.BaseException, t.function, t.module, t.type}) free = free || type->is_subtype_of(base);
  if (!free) found.erase(names().dict_);
}

// The names that dir() shows, unsorted.
Value object_dir(Interpreter& vm, const Arguments& a) {
  HashTable found;
  const Value* slot = a[0].is_object() ? a[0].as_object()->attributes_if_any() : nullptr;
  if (slot && slot->as<Dict>()) collect_names(slot->as<Dict>()->table, found, vm);
  const auto& mro = a[0].as<Type>() ? a[0].as<Type>()->mro : type_of(a[0])->mro;
  if (!a[0].as<Module>())
    for (Type* type : mro) {
      if (Dict* attributes = type->attributes.as<Dict>()) collect_names(attributes->table, found, vm);
      if (!type->is_native) continue;
      // Methods that are made when they are asked for.
      for (const SlotRow& row : slot_rows())
        if (row.wrapper && type->find(row.name)) found.insert(vm, Value::of(row.name), Value::none());
    }
  if (!a[0].as<Module>()) correct_layout_names(mro.front(), found);
  if (found.find(names().notes_) && vm.find_attribute(a[0], names().notes_).is_null()) found.erase(names().notes_);
  std::vector<Value> listed;
  for (const auto& entry : found.entries())
    if (!entry.key.is_null()) listed.push_back(entry.key);
  return make_list(std::move(listed));
}

// Written in the language: copyreg knows how objects are taken apart.
Value object_getstate(Interpreter& vm, const Arguments& a) {
  no_arguments(a, "__getstate__");
  return vm.call(vm.get_attribute(vm.import_module("copyreg"), "_get_state"), {a[0]});
}
Value object_reduce(Interpreter& vm, const Arguments& a) {
  no_arguments(a, "__reduce__");
  return vm.call(vm.get_attribute(vm.import_module("copyreg"), "_reduce_natively_or_by_state"), {a[0]});
}
Value object_reduce_ex(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "object.__reduce_ex__", 1);
  return vm.call(vm.get_attribute(vm.import_module("copyreg"), "_reduce"), {a[0], a[1]});
}

}  // namespace

void install_object_type() {
  Type* type = types().object;
  type->slots.repr = object_repr;
  type->slots.hash = object_hash;
  type->slots.construct = object_construct;
  define_static_method(type, "__new__", native_new);
  define_method(type, "__init__", object_init);
  define_method(type, "__eq__", object_eq);
  define_method(type, "__ne__", object_ne);
  for (const char* order : {"__lt__", "__le__", "__gt__", "__ge__"})
    define_method(type, order, [](Interpreter&, const Arguments&) { return not_implemented(); });
  define_method(type, "__getattribute__", object_getattribute);
  define_method(type, "__setattr__", object_setattr);
  define_method(type, "__delattr__", object_delattr);
  define_method(type, "__format__", object_format);
  define_method(type, "__sizeof__", [](Interpreter& vm, const Arguments& a) {
    no_arguments(a, "__sizeof__");
    return vm.call(vm.get_attribute(vm.import_module("sys"), "getsizeof"), {a[0]});
  });
  define_class_method(type, "__subclasshook__", [](Interpreter&, const Arguments&) { return not_implemented(); });
  define_method(type, "__dir__", object_dir);
  define_method(type, "__getstate__", object_getstate);
  define_method(type, "__reduce__", object_reduce);
  define_method(type, "__reduce_ex__", object_reduce_ex);
  define_method(type, "__str__", [](Interpreter& vm, const Arguments& a) { return make_str(vm.repr(a[0])); });
  define_class_method(type, "__init_subclass__", [](Interpreter&, const Arguments& a) {
    if (a.keywords || a.positional > 1)
      raise(types().TypeError, a[0].as<Type>()->qualified_name + ".__init_subclass__() takes no keyword arguments");
    return Value::none();
  });
  define_property(type, "__class__", object_class, object_set_class);
  define_property(type, "__dict__", object_dict, object_set_dict);
  type->set("__doc__", Value::none());
}

}  // namespace vt::vm
