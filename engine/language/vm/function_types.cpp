// Functions, methods, cells, code; property, staticmethod, classmethod and super.
#include "vm/bootstrap.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_names.h"

namespace vt::vm {
namespace {

std::string address_of(const Value& v) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", static_cast<void*>(v.as_object()));
  return text;
}

Function* function_of(const Arguments& a) { return a[0].as<Function>(); }
Value or_none(const Value& v) { return v.is_null() ? Value::none() : v; }

template <Value Function::*field>
Value get_field(Interpreter&, const Arguments& a) {
  return or_none(function_of(a)->*field);
}
template <Value Function::*field>
Value set_field(Interpreter&, const Arguments& a) {
  function_of(a)->*field = a[1].is_none() ? Value() : a[1];
  return Value::none();
}
template <Value Function::*field>
Value clear_field(Interpreter&, const Arguments& a) {
  function_of(a)->*field = Value();
  return Value::none();
}
// `del function.__defaults__` leaves None.
void make_deletable(Type* type, std::string_view name, NativeFn clear) {
  type->find(intern(name))->as<Property>()->deleter = Value::adopt(new NativeFunction(std::string(name), clear));
}
template <Value Function::*field>
Value set_plain(Interpreter&, const Arguments& a) {
  function_of(a)->*field = a[1];
  return Value::none();
}

Value function_annotations(Interpreter&, const Arguments& a) {
  if (function_of(a)->annotations.is_null()) function_of(a)->annotations = make<Dict>();
  return function_of(a)->annotations;
}

// Only generic functions keep any, among their attributes.
Value type_parameters(Interpreter&, const Arguments& a) {
  Dict* attributes = function_of(a)->attributes.as<Dict>();
  const Value* found = attributes ? attributes->table.find(intern("__type_params__")) : nullptr;
  return found ? *found : make_tuple({});
}
Value set_type_parameters(Interpreter&, const Arguments& a) {
  const Tuple* parameters = a[1].as<Tuple>();
  if (!parameters) raise(types().TypeError, "__type_params__ must be set to a tuple");
  Value& attributes = function_of(a)->attributes;
  if (attributes.is_null() && parameters->items.empty()) return Value::none();
  if (attributes.is_null()) attributes = make<Dict>();
  attributes.as<Dict>()->table.insert(intern("__type_params__"), a[1]);
  return Value::none();
}

Value set_code(Interpreter&, const Arguments& a) {
  if (!a[1].as<CodeObject>()) raise(types().TypeError, "__code__ must be set to a code object");
  function_of(a)->code = a[1];
  return Value::none();
}

Value descriptor_get_function(Interpreter&, const Arguments& a) {
  check_count(a, "__get__", 1, 2, true);
  return a[1].is_none() ? a[0] : make<BoundMethod>(a[0], a[1]);
}

void install_function() {
  Type* type = types().function;
  type->slots.repr = [](Interpreter&, const Value& self) {
    return make_str("<function " + self.as<Function>()->qualified_name.as<Str>()->text + " at " + address_of(self) +
                    ">");
  };
  define_property(type, "__name__", get_field<&Function::name>, set_plain<&Function::name>);
  define_property(type, "__qualname__", get_field<&Function::qualified_name>, set_plain<&Function::qualified_name>);
  define_property(type, "__module__", get_field<&Function::module>, set_plain<&Function::module>);
  define_property(type, "__doc__", get_field<&Function::docstring>, set_plain<&Function::docstring>);
  define_property(type, "__defaults__", get_field<&Function::defaults>, set_field<&Function::defaults>);
  define_property(type, "__kwdefaults__", get_field<&Function::keyword_defaults>,
                  set_field<&Function::keyword_defaults>);
  make_deletable(type, "__doc__", clear_field<&Function::docstring>);
  make_deletable(type, "__defaults__", clear_field<&Function::defaults>);
  make_deletable(type, "__kwdefaults__", clear_field<&Function::keyword_defaults>);
  define_property(type, "__closure__", get_field<&Function::closure>);
  define_property(type, "__globals__", get_field<&Function::globals>);
  define_property(type, "__code__", get_field<&Function::code>, set_code);
  define_property(type, "__annotations__", function_annotations, set_field<&Function::annotations>);
  define_property(type, "__type_params__", type_parameters, set_type_parameters);
  define_method(type, "__get__", descriptor_get_function);
  define_method(type, "__call__", [](Interpreter& vm, const Arguments& a) {
    return vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  });
}

BoundMethod* method_of(const Arguments& a) { return a[0].as<BoundMethod>(); }

Value method_get_attribute(Interpreter& vm, const Value& self, Str* name) {
  if (types().bound_method->find(name)) return Value();
  const Value& function = self.as<BoundMethod>()->function;
  Value found = vm.find_attribute(function, name);
  if (found.is_null() && function.as<Function>()) no_attribute(function, name);
  return found;
}

Value method_repr(Interpreter& vm, const Value& self) {
  const BoundMethod* method = self.as<BoundMethod>();
  if (const NativeFunction* native = method->function.as<NativeFunction>()) {
    const bool wraps_slot = native->owner && native->data == native->owner;
    return make_str(
        (wraps_slot ? "<method-wrapper '" + native->name + "' of " : "<built-in method " + native->name + " of ") +
        type_name(method->self) + " object at " + (method->self.is_object() ? address_of(method->self) : "0x0") + ">");
  }
  std::string name = vm.str(vm.get_attribute(method->function, names().qualname_));
  return make_str("<bound method " + name + " of " + vm.repr(method->self) + ">");
}

Value method_hash(Interpreter& vm, const Value& self) {
  const BoundMethod* method = self.as<BoundMethod>();
  auto object = reinterpret_cast<uintptr_t>(method->self.is_object() ? method->self.as_object() : nullptr);
  return Value::integer(static_cast<int64_t>(object >> 4 ^ vm.hash(method->function)));
}

Value method_equal(Interpreter&, const Value& left, const Value& right) {
  const BoundMethod *a = left.as<BoundMethod>(), *b = right.as<BoundMethod>();
  if (!a || !b) return not_implemented();
  return Value::boolean(a->function.same(b->function) && a->self.same(b->self));
}

// The function itself or the one of a bound method: they are of one class.
NativeFunction* native_of(const Arguments& a) {
  const BoundMethod* method = method_of(a);
  return method ? method->function.as<NativeFunction>() : a[0].as<NativeFunction>();
}

void install_native_function() {
  Type* type = types().native_function;
  type->slots.repr = [](Interpreter& vm, const Value& self) {
    if (self.as<BoundMethod>()) return method_repr(vm, self);
    const NativeFunction* function = self.as<NativeFunction>();
    if (function->owner && function->data == function->owner)
      return make_str("<slot wrapper '" + function->name + "' of '" + function->owner->name + "' objects>");
    if (function->is_method && function->owner)
      return make_str("<method '" + function->name + "' of '" + function->owner->name + "' objects>");
    return make_str("<built-in function " + function->name + ">");
  };
  type->slots.compare[static_cast<int>(CompareOp::kEqual)] = method_equal;
  type->slots.hash = [](Interpreter& vm, const Value& self) {
    return self.as<BoundMethod>() ? method_hash(vm, self) : types().object->slots.hash(vm, self);
  };
  define_property(
      type, "__name__", [](Interpreter&, const Arguments& a) { return make_str(native_of(a)->name); },
      [](Interpreter&, const Arguments& a) {
        native_of(a)->name = std::string(expect_str(a[1], "__name__"));
        return Value::none();
      });
  define_property(
      type, "__qualname__", [](Interpreter&, const Arguments& a) { return make_str(native_of(a)->qualified_name); },
      [](Interpreter&, const Arguments& a) {
        native_of(a)->qualified_name = std::string(expect_str(a[1], "__qualname__"));
        return Value::none();
      });
  define_property(type, "__module__", [](Interpreter&, const Arguments& a) {
    return method_of(a) || native_of(a)->module.empty() ? Value::none() : make_str(native_of(a)->module);
  });
  define_property(type, "__doc__", [](Interpreter&, const Arguments& a) {
    return native_of(a)->doc.empty() ? Value::none() : make_str(native_of(a)->doc);
  });
  define_property(type, "__self__", [](Interpreter&, const Arguments& a) {
    return method_of(a) ? method_of(a)->self : or_none(native_of(a)->bound);
  });
  define_method(type, "__call__", [](Interpreter& vm, const Arguments& a) {
    return vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  });
}

Value method_construct(Interpreter&, Type*, const Arguments& a) {
  check_count(a, "method", 2, 2);
  return make<BoundMethod>(a[0], a[1]);
}

void install_bound_method() {
  Type* type = types().bound_method;
  type->slots.construct = method_construct;
  type->slots.repr = method_repr;
  type->slots.get_attribute = method_get_attribute;
  type->slots.compare[static_cast<int>(CompareOp::kEqual)] = method_equal;
  type->slots.hash = method_hash;
  define_property(type, "__self__", [](Interpreter&, const Arguments& a) { return method_of(a)->self; });
  define_property(type, "__func__", [](Interpreter&, const Arguments& a) { return method_of(a)->function; });
  define_property(type, "__doc__", [](Interpreter& vm, const Arguments& a) {
    return or_none(vm.find_attribute(method_of(a)->function, names().doc_));
  });
  define_method(type, "__call__", [](Interpreter& vm, const Arguments& a) {
    return vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  });
}

// Properties.
// An instance of a subclass, which has attributes of its own.
struct SubclassedProperty : Property {
  explicit SubclassedProperty(Type* type) : Property(Value(), Value(), Value()) { set_type(type); }
  void traverse(Visitor& visitor) const override {
    Property::traverse(visitor);
    visitor.visit(attributes);
  }
  void clear() override {
    Property::clear();
    attributes = Value();
  }
  Value* attributes_slot() override {
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  const Value* attributes_if_any() override { return &attributes; }
  Value attributes;
};

void property_initialize(Interpreter& vm, const Value& self, const Arguments& a) {
  auto bound = bind_arguments(a, "property", {"fget", "fset", "fdel", "doc"}, 0);
  Property& property = *self.as<Property>();
  property.getter = bound[0];
  property.setter = bound[1];
  property.deleter = bound[2];
  property.docstring = bound[3];
  // On an instance the class's own docstring would stand in front of it.
  if (Value* own = property.type->is_native ? nullptr : property.attributes_slot()) {
    Value text = property.docstring;
    if (text.is_null() && !property.getter.is_null()) text = vm.find_attribute(property.getter, names().doc_);
    own->as<Dict>()->table.insert(names().doc_, or_none(text));
  }
}
Value property_construct(Interpreter& vm, Type* type, const Arguments& a) {
  Value made = type == types().property ? make<Property>(Value(), Value(), Value()) : make<SubclassedProperty>(type);
  property_initialize(vm, made, a);
  return made;
}
template <Value Property::*field>
Value with_accessor(Interpreter& vm, const Arguments& a) {
  check_count(a, "property.accessor", 1, 1, true);
  const Property* old = a[0].as<Property>();
  Property changed(old->getter, old->setter, old->deleter);
  changed.*field = a[1];
  Value made =
      old->type->is_native
          ? make<Property>(changed.getter, changed.setter, changed.deleter)
          : vm.call(Value::of(old->type), {or_none(changed.getter), or_none(changed.setter), or_none(changed.deleter)});
  if (Property* fresh = made.as<Property>()) fresh->docstring = old->docstring;
  return made;
}
template <Value Property::*field>
Value get_accessor(Interpreter&, const Arguments& a) {
  return or_none(a[0].as<Property>()->*field);
}

[[noreturn]] void missing_accessor(Interpreter& vm, const Property& property, const Value& object, const char* which) {
  const Value name = property.getter.is_null() ? Value() : vm.find_attribute(property.getter, names().name_);
  raise(types().AttributeError, "property" + (name.as<Str>() ? " '" + vm.str(name) + "'" : std::string()) + " of '" +
                                    qualified_type_name(object) + "' object has no " + which);
}

void install_property() {
  Type* type = types().property;
  type->slots.construct = property_construct;
  type->slots.initialize = property_initialize;
  define_method(type, "getter", with_accessor<&Property::getter>);
  define_method(type, "setter", with_accessor<&Property::setter>);
  define_method(type, "deleter", with_accessor<&Property::deleter>);
  define_property(type, "fget", get_accessor<&Property::getter>);
  define_property(type, "fset", get_accessor<&Property::setter>);
  define_property(type, "fdel", get_accessor<&Property::deleter>);
  define_property(
      type, "__doc__",
      [](Interpreter& vm, const Arguments& a) {
        const Property* property = a[0].as<Property>();
        if (!property->docstring.is_null() || property->getter.is_null()) return or_none(property->docstring);
        return or_none(vm.find_attribute(property->getter, names().doc_));
      },
      [](Interpreter&, const Arguments& a) {
        a[0].as<Property>()->docstring = a[1];
        return Value::none();
      });
  define_property(type, "__isabstractmethod__", [](Interpreter& vm, const Arguments& a) {
    const Property* property = a[0].as<Property>();
    for (const Value& accessor : {property->getter, property->setter, property->deleter}) {
      if (accessor.is_null()) continue;
      const Value marked = vm.find_attribute(accessor, intern("__isabstractmethod__"));
      if (!marked.is_null() && vm.truth(marked)) return Value::boolean(true);
    }
    return Value::boolean(false);
  });
  define_method(type, "__get__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "__get__", 1, 2, true);
    const Property* property = a[0].as<Property>();
    if (a[1].is_none()) return a[0];
    if (property->getter.is_null() || property->getter.is_none()) missing_accessor(vm, *property, a[1], "getter");
    return vm.call(property->getter, {a[1]});
  });
  define_method(type, "__set__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "__set__", 2, 2, true);
    const Property* property = a[0].as<Property>();
    if (property->setter.is_null() || property->setter.is_none()) missing_accessor(vm, *property, a[1], "setter");
    vm.call(property->setter, {a[1], a[2]});
    return Value::none();
  });
  define_method(type, "__delete__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "__delete__", 1, 1, true);
    const Property* property = a[0].as<Property>();
    if (property->deleter.is_null() || property->deleter.is_none()) missing_accessor(vm, *property, a[1], "deleter");
    vm.call(property->deleter, {a[1]});
    return Value::none();
  });
}

// Static and class methods.
template <class Wrapper>
Value construct_wrapper(Interpreter& vm, Type* type, const Arguments& a) {
  check_count(a, type->name.c_str(), 1, 1);
  return make<Wrapper>(a[0]);
}
template <class Wrapper>
Value wrapped_function(Interpreter&, const Arguments& a) {
  return a[0].as<Wrapper>()->function;
}
template <class Wrapper>
Value wrapper_attribute(Interpreter& vm, const Value& self, Str* name) {
  static Str* const doc = intern("__doc__");
  if (name == names().class_ || name == names().dict_ || (name != doc && type_of(self)->find(name))) return Value();
  return vm.find_attribute(self.as<Wrapper>()->function, name);
}
template <class Wrapper>
void install_wrapper(Type* type) {
  type->slots.construct = construct_wrapper<Wrapper>;
  type->slots.repr = [](Interpreter& vm, const Value& self) {
    return make_str("<" + type_of(self)->name + "(" + vm.repr(self.as<Wrapper>()->function) + ")>");
  };
  type->slots.get_attribute = wrapper_attribute<Wrapper>;
  define_property(type, "__func__", wrapped_function<Wrapper>);
  define_property(type, "__wrapped__", wrapped_function<Wrapper>);
  define_property(type, "__isabstractmethod__", [](Interpreter& vm, const Arguments& a) {
    const Value marked = vm.find_attribute(a[0].as<Wrapper>()->function, intern("__isabstractmethod__"));
    return Value::boolean(!marked.is_null() && vm.truth(marked));
  });
  define_method(type, "__get__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "__get__", 1, 2, true);
    Type* owner = a.positional > 2 && a[2].as<Type>() ? a[2].as<Type>() : type_of(a[1]);
    return bind_descriptor(vm, a[0], a[1].is_none() ? Value() : a[1], owner);
  });
}

// super
// The object's class, or what a proxy says its class is, has to come from `start`.
Value bound_super(Interpreter& vm, Type* start, const Value& object) {
  if (Type* type = object.as<Type>(); type && type->is_subtype_of(start)) return make<Super>(start, object, type);
  Type* type = type_of(object);
  if (!type->is_subtype_of(start)) {
    const Value claimed = vm.find_attribute(object, names().class_);
    type = claimed.as<Type>();
    if (!type || !type->is_subtype_of(start))
      raise(types().TypeError, "super(type, obj): obj must be an instance or subtype of type");
  }
  return make<Super>(start, object, type);
}

Value super_construct(Interpreter& vm, Type*, const Arguments& a) {
  if (a.positional == 0) {
    // The compiler passes class and self for the plain form; this is super() in other places.
    Frame* frame = vm.current_frame();
    if (!frame) raise(types().RuntimeError, "super(): no current frame");
    const Code& code = *frame->code->code;
    for (size_t i = 0; i < code.local_names.size(); ++i) {
      if (code.local_names[i] != "__class__" || code.argument_count == 0) continue;
      const Cell* cell = frame->slots[i].as<Cell>();
      Value self = frame->slots[0];
      if (const Cell* boxed = self.as<Cell>()) self = boxed->content;
      if (!cell || !cell->content.as<Type>()) continue;
      Value operands[2] = {cell->content, self};
      return super_construct(vm, nullptr, Arguments{operands, 2});
    }
    raise(types().RuntimeError,
          code.argument_count == 0 ? "super(): no arguments" : "super(): __class__ cell not found");
  }
  if (a.positional > 2)
    raise(types().TypeError, "super() expected at most 2 arguments, got " + std::to_string(a.positional));
  Type* start = a[0].as<Type>();
  if (!start) raise(types().TypeError, std::string("super() argument 1 must be a type, not ") + type_name(a[0]));
  if (a.positional == 1) return make<Super>(start, Value::none(), nullptr);
  if (a[1].is_none()) return make<Super>(start, Value::none(), nullptr);
  return bound_super(vm, start, a[1]);
}

Value super_get_attribute(Interpreter& vm, const Value& self, Str* name) {
  const Super* proxy = self.as<Super>();
  if (!proxy->self_type || name == names().class_) return Value();
  if (!name->interned) name = intern(name->text);
  const auto& mro = proxy->self_type->mro;
  size_t i = 0;
  while (i < mro.size() && mro[i] != proxy->start) ++i;
  for (++i; i < mro.size(); ++i) {
    const Value* found = mro[i]->attributes.as<Dict>()->table.find(name);
    if (!found && mro[i]->is_native) found = mro[i]->find(name);
    if (!found) continue;
    bool through_class = proxy->self.as<Type>() == proxy->self_type;
    return bind_descriptor(vm, Value(*found), through_class ? Value() : proxy->self, proxy->self_type);
  }
  return Value();
}

void install_super() {
  Type* type = types().super;
  type->slots.construct = super_construct;
  type->slots.get_attribute = super_get_attribute;
  // super(C) as an attribute of a class binds to the instance it is read from.
  type->slots.descriptor_get = [](Interpreter& vm, const Value& self, const Value& object) {
    const Super* proxy = self.as<Super>();
    return proxy->self_type || object.is_none() ? self : bound_super(vm, proxy->start, object);
  };
  define_property(type, "__thisclass__",
                  [](Interpreter&, const Arguments& a) { return a[0].as<Super>()->start_holder; });
  define_property(type, "__self__", [](Interpreter&, const Arguments& a) { return or_none(a[0].as<Super>()->self); });
  define_property(type, "__self_class__",
                  [](Interpreter&, const Arguments& a) { return or_none(a[0].as<Super>()->self_type_holder); });
  type->slots.repr = [](Interpreter&, const Value& self) {
    const Super* proxy = self.as<Super>();
    return make_str("<super: <class '" + proxy->start->name + "'>, " +
                    (proxy->self_type ? "<" + proxy->self_type->name + " object>" : std::string("NULL")) + ">");
  };
}

const Code& code_of(const Arguments& a) { return *a[0].as<CodeObject>()->code; }

Value names_tuple(const std::vector<std::string>& texts, size_t begin, size_t end) {
  std::vector<Value> listed;
  for (size_t i = begin; i < end; ++i) listed.push_back(make_str(texts[i]));
  return make_tuple(std::move(listed));
}

void install_code() {
  Type* type = types().code;
  type->slots.repr = [](Interpreter&, const Value& self) {
    const Code& code = *self.as<CodeObject>()->code;
    return make_str("<code object " + code.name + " at " + address_of(self) + ", file \"" + code.file->name() +
                    "\", line " + std::to_string(code.first_line) + ">");
  };
  define_property(type, "co_name", [](Interpreter&, const Arguments& a) { return make_str(code_of(a).name); });
  define_property(type, "co_qualname",
                  [](Interpreter&, const Arguments& a) { return make_str(code_of(a).qualified_name); });
  define_property(type, "co_filename",
                  [](Interpreter&, const Arguments& a) { return make_str(code_of(a).file->name()); });
  define_property(type, "co_firstlineno",
                  [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).first_line); });
  define_property(type, "co_argcount",
                  [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).argument_count); });
  define_property(type, "co_posonlyargcount",
                  [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).positional_only_count); });
  define_property(type, "co_kwonlyargcount",
                  [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).keyword_only_count); });
  define_property(type, "co_flags", [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).flags); });
  define_property(type, "co_stacksize",
                  [](Interpreter&, const Arguments& a) { return Value::integer(code_of(a).max_stack); });
  define_property(type, "co_names", [](Interpreter&, const Arguments& a) {
    return names_tuple(code_of(a).names, 0, code_of(a).names.size());
  });
  define_property(type, "co_consts",
                  [](Interpreter&, const Arguments& a) { return make_tuple(a[0].as<CodeObject>()->constants); });
  define_property(type, "co_varnames", [](Interpreter&, const Arguments& a) {
    const Code& code = code_of(a);
    size_t count = 0;
    while (count < code.local_names.size() && (code.local_kinds[count] & kPlainLocal)) ++count;
    return names_tuple(code.local_names, 0, count);
  });
  define_property(type, "co_cellvars", [](Interpreter&, const Arguments& a) {
    const Code& code = code_of(a);
    std::vector<Value> names;
    for (size_t i = 0; i + static_cast<size_t>(code.free_variable_count) < code.local_names.size(); ++i)
      if (code.local_kinds[i] & kCellLocal) names.push_back(make_str(code.local_names[i]));
    return make_tuple(std::move(names));
  });
  define_property(type, "co_nlocals", [](Interpreter&, const Arguments& a) {
    const Code& code = code_of(a);
    int64_t count = 0;
    for (const auto kind : code.local_kinds) count += (kind & kPlainLocal) != 0;
    return Value::integer(count);
  });
  define_property(type, "co_freevars", [](Interpreter&, const Arguments& a) {
    const Code& code = code_of(a);
    return names_tuple(code.local_names, code.local_names.size() - static_cast<size_t>(code.free_variable_count),
                       code.local_names.size());
  });
}

void install_cell() {
  Type* type = types().cell;
  type->slots.repr = [](Interpreter&, const Value& self) {
    const Value& content = self.as<Cell>()->content;
    const std::string text = "<cell at " + address_of(self) + ": ";
    if (content.is_null()) return make_str(text + "empty>");
    // Numbers lie in the cell itself.
    return make_str(text + type_name(content) + " object at " + address_of(content.is_object() ? content : self) + ">");
  };
  type->slots.construct = [](Interpreter&, Type*, const Arguments& a) {
    return Value(make<Cell>(a.positional ? Value(a[0]) : Value()));
  };
  define_property(
      type, "cell_contents",
      [](Interpreter&, const Arguments& a) {
        const Value& content = a[0].as<Cell>()->content;
        if (content.is_null()) raise(types().ValueError, "Cell is empty");
        return content;
      },
      [](Interpreter&, const Arguments& a) {
        a[0].as<Cell>()->content = a[1];
        return Value::none();
      });
}

}  // namespace

void install_function_types() {
  install_function();
  install_native_function();
  install_bound_method();
  install_property();
  install_wrapper<StaticMethod>(types().static_method);
  install_wrapper<ClassMethod>(types().class_method);
  types().static_method->slots.call = [](Interpreter& vm, const Value& self, const Arguments& a) {
    return vm.call(self.as<StaticMethod>()->function, a);
  };
  install_super();
  install_code();
  install_cell();
}

}  // namespace vt::vm
