// type: attributes of classes, and calling type() with one or three arguments.
#include "vm/bootstrap.h"
#include "vm/builtins/helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_names.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

Value type_repr(Interpreter&, const Value& self) {
  const Type* type = self.as<Type>();
  return make_str("<class '" + (type->module == "builtins" ? "" : type->module + ".") + type->qualified_name + "'>");
}

// A name on a class: data descriptors of `type`, then the class's own mro, then `type`.
Value type_get_attribute(Interpreter& vm, const Value& self, Str* name) {
  Type* type = self.as<Type>();
  const Value* on_meta = type->type->find(name);
  if (on_meta && is_data_descriptor(*on_meta)) return bind_descriptor(vm, Value(*on_meta), self, type->type);
  if (const Value* found = type->find(name)) return bind_descriptor(vm, Value(*found), Value(), type);
  return on_meta ? bind_descriptor(vm, Value(*on_meta), self, type->type) : Value();
}

bool type_set_attribute(Interpreter& vm, const Value& self, Str* name, const Value* value) {
  Type* type = self.as<Type>();
  // Programs may extend the class of tensors; its owner makes it what it was for the next run.
  bool extensible = type->instance_kind == Kind::kTensor && (value || !has_slot(name));
  if (type->is_native && !extensible)
    raise(types().TypeError, "cannot set '" + name->text + "' attribute of immutable type '" + type->name + "'");
  const Value* on_meta = type->type->find(name);
  if (on_meta && on_meta->as<Property>() && value && !on_meta->as<Property>()->setter.is_null()) {
    vm.call(on_meta->as<Property>()->setter, {self, *value});
    return true;
  }
  const bool own_meta = on_meta && is_data_descriptor(*on_meta) && !types().type->find(name);
  if (own_meta && set_through_descriptor(vm, Value(*on_meta), self, name, value)) return true;
  if (value) {
    type->set(name->text, *value);
    if (type->is_native) override_slot(type, name);
  } else {
    if (!type->attributes.as<Dict>()->table.erase(name)) no_attribute(self, name);
    type->touch();
    if (!type->is_native) resolve_slots(type);
  }
  return true;
}

Value type_construct(Interpreter& vm, Type* meta, const Arguments& a) {
  if (meta == types().type && a.positional == 1 && a.keywords == 0) return Value::of(type_of(a[0]));
  if (a.positional != 3) raise(types().TypeError, "type() takes 1 or 3 arguments");
  if (!a[0].as<Str>())
    raise(types().TypeError, std::string("type.__new__() argument 1 must be str, not ") + argument_type_name(a[0]));
  if (a[0].as<Str>()->text.find('\0') != std::string::npos)
    raise(types().ValueError, "type name must not contain null characters");
  if (!a[1].as<Tuple>())
    raise(types().TypeError, std::string("type.__new__() argument 2 must be tuple, not ") + argument_type_name(a[1]));
  for (const Value& base : a[1].as<Tuple>()->items)
    if (!base.as<Type>() && !vm.find_attribute(base, intern("__mro_entries__")).is_null())
      raise(types().TypeError, "type() doesn't support MRO entry resolution; use types.new_class()");
  if (!a[2].as<Dict>())
    raise(types().TypeError, std::string("type.__new__() argument 3 must be dict, not ") + argument_type_name(a[2]));
  Value copy = make<Dict>();
  for (const auto& entry : a[2].as<Dict>()->table.entries())
    if (!entry.key.is_null()) copy.as<Dict>()->table.insert(vm, entry.key, entry.value);
  Arguments keywords{a.values + 3, 0, a.keyword_names, a.keywords};
  Type* winner = winning_metaclass(meta, a[1].as<Tuple>()->items);
  // type("C", (A,), {}) leaves the making to the metaclass of A.
  if (meta == types().type && !winner->is_native) return vm.call(Value::of(winner), a);
  meta = winner;
  return make_class(vm, a[0].as<Str>()->text, a[1], std::move(copy), &keywords, meta->is_native ? nullptr : meta);
}

Value type_or(Interpreter& vm, const Value& left, const Value& right) {
  // int | None is a typing matter: its module makes the union.
  if (!(left.as<Type>() || left.is_none()) || !(right.as<Type>() || right.is_none())) return not_implemented();
  return vm.call(vm.get_attribute(vm.import_module("typing"), "_make_union"), {left, right});
}

Type* self_type(const Arguments& a) { return a[0].as<Type>(); }

Value type_mro(Interpreter&, const Arguments& a) {
  std::vector<Value> listed;
  for (Type* type : self_type(a)->mro) listed.push_back(Value::of(type));
  return make_tuple(std::move(listed));
}
Value type_bases(Interpreter&, const Arguments& a) {
  std::vector<Value> listed;
  for (Type* type : self_type(a)->bases) listed.push_back(Value::of(type));
  return make_tuple(std::move(listed));
}
Value type_dict(Interpreter&, const Arguments& a) { return make<MappingProxy>(self_type(a)->attributes); }
Value type_subclasses(Interpreter&, const Arguments& a) {
  std::vector<Value> listed;
  for (Type* type : self_type(a)->subclasses) listed.push_back(Value::of(type));
  return make_list(std::move(listed));
}
Value type_annotations(Interpreter&, const Arguments& a) {
  HashTable& own = self_type(a)->attributes.as<Dict>()->table;
  if (Value* found = own.find(names().annotations_)) return *found;
  if (self_type(a)->is_native) no_attribute(a[0], names().annotations_);
  Value made = make<Dict>();
  own.insert(names().annotations_, made);
  self_type(a)->touch();
  return made;
}
Value type_doc(Interpreter& vm, const Arguments& a) {
  Value* found = self_type(a)->attributes.as<Dict>()->table.find(names().doc_);
  return found ? *found : Value::none();
}

constexpr char kName[] = "__name__", kQualifiedName[] = "__qualname__";

template <std::string Type::*field>
Value text_field(Interpreter&, const Arguments& a) {
  return make_str(self_type(a)->*field);
}
template <std::string Type::*field, const char* name>
Value set_text_field(Interpreter&, const Arguments& a) {
  if (self_type(a)->is_native)
    raise(types().TypeError, "cannot set attribute of immutable type '" + self_type(a)->name + "'");
  const Str* text = a[1].as<Str>();
  if (!text)
    raise(types().TypeError,
          "can only assign string to " + self_type(a)->name + "." + name + ", not '" + type_name(a[1]) + "'");
  self_type(a)->*field = text->text;
  return Value::none();
}
Value type_module(Interpreter&, const Arguments& a) {
  if (Dict* own = self_type(a)->attributes.as<Dict>())
    if (Value* found = own->table.find(names().module_); found && !found->as<Property>()) return *found;
  return make_str(self_type(a)->module);
}
Value set_type_module(Interpreter&, const Arguments& a) {
  if (const Str* text = a[1].as<Str>()) self_type(a)->module = text->text;
  self_type(a)->set("__module__", a[1]);
  return Value::none();
}

}  // namespace

void install_type_type() {
  Type* type = types().type;
  type->slots.repr = type_repr;
  type->slots.get_attribute = type_get_attribute;
  type->slots.set_attribute = type_set_attribute;
  type->slots.construct = type_construct;
  type->slots.binary[static_cast<int>(BinaryOp::kOr)] = type_or;
  define_property(type, "__name__", text_field<&Type::name>, set_text_field<&Type::name, kName>);
  define_property(type, "__qualname__", text_field<&Type::qualified_name>,
                  set_text_field<&Type::qualified_name, kQualifiedName>);
  define_property(type, "__module__", type_module, set_type_module);
  define_property(type, "__mro__", type_mro);
  define_property(type, "__bases__", type_bases);
  define_property(type, "__base__", [](Interpreter&, const Arguments& a) {
    return self_type(a)->base ? Value::of(self_type(a)->base) : Value::none();
  });
  define_property(type, "__dict__", type_dict);
  define_property(type, "__doc__", type_doc, [](Interpreter&, const Arguments& a) {
    self_type(a)->set("__doc__", a[1]);
    return Value::none();
  });
  define_property(type, "__annotations__", type_annotations, [](Interpreter&, const Arguments& a) {
    self_type(a)->set("__annotations__", a[1]);
    return Value::none();
  });
  define_class_method(type, "__prepare__", [](Interpreter&, const Arguments&) { return make<Dict>(); });
  define_method(type, "mro",
                [](Interpreter& vm, const Arguments& a) { return make_list(vm.to_vector(type_mro(vm, a))); });
  define_method(type, "__subclasses__", type_subclasses);
  define_method(type, "__init__", [](Interpreter&, const Arguments&) { return Value::none(); });
  define_method(type, "__instancecheck__", [](Interpreter& vm, const Arguments& a) {
    expect_arguments(a, "__instancecheck__", 1, 1, 1);
    Type* own = type_of(a[1]);
    if (own->is_subtype_of(self_type(a))) return Value::boolean(true);
    // What an object says its class is counts too.
    const Value* claim = own->is_native ? nullptr : own->find(intern("__class__"));
    bool says = claim && type_of(*claim) == types().property;
    const Value claimed = says ? vm.get_attribute(a[1], "__class__") : Value();
    return Value::boolean(claimed.as<Type>() && claimed.as<Type>()->is_subtype_of(self_type(a)));
  });
  define_method(type, "__subclasscheck__", [](Interpreter&, const Arguments& a) {
    expect_arguments(a, "__subclasscheck__", 1, 1, 1);
    return Value::boolean(a[1].as<Type>() && a[1].as<Type>()->is_subtype_of(self_type(a)));
  });
  define_method(type, "__call__", [](Interpreter& vm, const Arguments& a) {
    return construct_instance(vm, self_type(a), Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  });
}

}  // namespace vt::vm
