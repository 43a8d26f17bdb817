// Attributes of objects (with pending writes), modules and classes (along the mro).
#include <algorithm>
#include <utility>

#include "capture/dynamo/tracer.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

vm::Dict* instance_dict(const Value& object) {
  Value* slot = object.is_object() ? object.as_object()->attributes_slot() : nullptr;
  return slot ? slot->as<vm::Dict>() : nullptr;
}

vm::Type* module_type(Interpreter& vm) {
  return vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
}

bool is_nn_module(Interpreter& vm, const Var& v) {
  return v.is(VarKind::kObject) && v.type() && v.type()->is_subtype_of(module_type(vm));
}

[[noreturn]] void no_attribute(const Var& v, vm::Str* name) {
  vm::Type* type = type_of_var(v);
  if (v.is(VarKind::kValue) && v.value.as<vm::Module>()) {
    observe(vm::types().AttributeError,
            "module '" + v.value.as<vm::Module>()->name + "' has no attribute '" + name->text + "'");
  }
  observe(vm::types().AttributeError,
          "'" + (type ? type->name : std::string("object")) + "' object has no attribute '" + name->text + "'");
}

[[noreturn]] void no_accessor(const Var& v, vm::Str* name, const char* accessor) {
  observe(vm::types().AttributeError,
          "property '" + name->text + "' of '" + v.type()->name + "' object has no " + accessor);
}

// self.fc of a module: parameters, buffers and submodules are in separate dicts.
VarRef module_member(Tracer& tracer, const VarRef& object, vm::Str* name) {
  vm::Dict* attributes = instance_dict(object->value);
  if (!attributes) return {};
  for (const char* kind : {"_parameters", "_buffers", "_modules"}) {
    Value* table = attributes->table.find(vm::intern(kind));
    vm::Dict* dict = table ? table->as<vm::Dict>() : nullptr;
    if (VarRef changed = dict ? tracer.out.changed_dict(dict) : VarRef()) {
      for (const auto& [key, value] : changed->entries()) {
        if (key->value.same(Value::of(name))) return tracer.value_of(value);
      }
      continue;
    }
    Value* found = dict ? dict->table.find(name) : nullptr;
    if (!found) continue;
    if (!object->source) return tracer.value_of(tracer.out.from_value(*found));
    SourceRef holder = attribute_source(object->source, kind, SourceKind::kInstance);
    SourceRef source = dict_item_source(holder, Value::of(name));
    source->under_module = true;
    VarRef member = tracer.out.wrap(*found, source);
    return is_recurrent_module(tracer.vm, *found) ? member : tracer.value_of(member);  // refused only when called
  }
  return {};
}

}  // namespace

// A bound method of a builtin class, looked up by name when it is called.
static VarRef method_of(vm::Str* name, const VarRef& self) { return make_method(constant(Value::of(name)), self); }

// Applies the descriptor protocol to a class attribute that is read through an instance, or through the class.
VarRef Tracer::bind(const Value& found, const VarRef& self, vm::Type* owner, vm::Str* name) {
  bool through_class = !self;
  if (vm::StaticMethod* method = found.as<vm::StaticMethod>()) return out.from_value(method->function);
  if (vm::ClassMethod* method = found.as<vm::ClassMethod>()) {
    return make_method(out.from_value(method->function), out.from_value(Value::of(owner)));
  }
  if (vm::Property* property = found.as<vm::Property>(); property && !through_class)
    return call(out.from_value(property->getter), {self});
  bool function =
      found.as<vm::Function>() || (found.as<vm::NativeFunction>() && found.as<vm::NativeFunction>()->is_method);
  if (function && !through_class) {
    return make_method(out.from_value(found), self);
  }
  // functools.partialmethod, and descriptors defined by the program.
  if (!through_class && found.is_object() && found.as_object()->kind == vm::Kind::kInstance) {
    if (const Value* getter = vm::type_of(found)->find(vm::intern("__get__"))) {
      return call(out.from_value(*getter), {out.from_value(found), self, out.from_value(Value::of(owner))});
    }
  }
  if (!self || !self->source || found.as<vm::Type>()) return out.from_value(found);
  SourceRef source = attribute_source(self->source, name->text);
  const Value* whole = vm::type_of(self->known())->find(vm::intern("__getattribute__"));
  source->raw = whole && whole->as<vm::Function>();
  return out.wrap(found, source);
}

// A data descriptor defined by the program has priority over the instance's attributes.
static bool has_setter(const Value& found) {
  return found.is_object() && found.as_object()->kind == vm::Kind::kInstance &&
         vm::type_of(found)->find(vm::intern("__set__"));
}
static bool has_getter(const Value& found) { return vm::type_of(found)->find(vm::intern("__get__")) != nullptr; }

// obj.__dict__: a store to this dict becomes an attribute write of the object (SideEffects::note_mutation).
static VarRef attribute_table(Tracer& tracer, const VarRef& v) {
  VarRef dict = make_dict();
  dict->as<ConstDictVariable>().owner = v;
  if (vm::Dict* attributes = v->value.is_null() ? nullptr : instance_dict(v->value)) {
    dict->value = Value::of(attributes);
    if (v->source) dict->source = attribute_source(v->source, "__dict__");
    for (const auto& entry : attributes->table.entries()) {
      if (entry.key.is_null()) continue;
      SourceRef source =
          v->source ? attribute_source(v->source, entry.key.as<vm::Str>()->text, SourceKind::kInstance) : SourceRef();
      dict->entries().emplace_back(tracer.out.from_value(entry.key),
                                   source ? tracer.out.wrap(entry.value, source) : tracer.out.from_value(entry.value));
    }
  }
  for (auto& [written, value] : v->written()) {
    auto at = std::find_if(dict->entries().begin(), dict->entries().end(), [name = written](const auto& entry) {
      return entry.first->value.template as<vm::Str>()->text == name->text;
    });
    if (at == dict->entries().end()) {
      if (value) dict->entries().emplace_back(constant_text(written->text), value);
    } else if (value) {
      at->second = value;
    } else {
      dict->entries().erase(at);
    }
  }
  return dict;
}

// PyTorch traces __getattr__ only if it is a Python function.
[[noreturn]] static void refuse_getattr(const Var& v) {
  unsupported<Break::kGetattrObject>("object=" + describe(v), v.type()->name);
}

// functools.cached_property: computes the value once and stores it as an instance attribute.
static VarRef cached_property(Tracer& tracer, const VarRef& self, const Value& found, vm::Str* name) {
  vm::Interpreter& vm = tracer.vm;
  Value cls = vm.find_attribute(vm.import_module("functools"), vm::intern("cached_property"));
  if (!found.is_object() || !cls.as<vm::Type>() || !vm::type_of(found)->is_subtype_of(cls.as<vm::Type>())) return {};
  VarRef value = tracer.call(tracer.out.from_value(vm.get_attribute(found, "func")), {self});
  self->edit_written().emplace_back(name, value);
  tracer.out.effects.note_mutation(self);
  return value;
}

// A slot descriptor (__slots__): its value, if set, is kept with the instance's attributes.
static bool is_slot(const Value& found) { return found.is_object() && vm::type_of(found)->name == "member_descriptor"; }

static VarRef object_attribute(Tracer& tracer, const VarRef& v, vm::Str* name) {
  const Value* whole = v->type()->find(vm::intern("__getattribute__"));
  if (!std::exchange(tracer.native_access, false) && whole && whole->as<vm::Function>()) {
    try {
      return tracer.call(tracer.out.from_value(*whole), {v, constant(Value::of(name))});
    } catch (Observed& observed) {
      if (!v->type()->has_getattr || !observed.exception->type()->is_subtype_of(vm::types().AttributeError)) throw;
      return tracer.call(tracer.out.from_value(*v->type()->find(vm::intern("__getattr__"))),
                         {v, constant(Value::of(name))});
    }
  }
  bool deleted = false;  // deleted from the instance; the class may still define it
  for (auto& [written, value] : v->written()) {
    if (written != name) continue;
    if (value) return value;
    deleted = true;
  }
  vm::Interpreter& vm = tracer.vm;
  if (name->text == "__class__") return tracer.out.from_value(Value::of(v->type()));
  if (VarRef pending = tracer.out.effects.class_write(v->type(), name)) return pending;
  const Value* in_class = v->type()->find(name);
  bool data = in_class && (in_class->as<vm::Property>() || (has_setter(*in_class) && has_getter(*in_class)));
  if (data && name->text != "__dict__") return tracer.bind(*in_class, v, v->type(), name);
  if (vm::Dict* attributes = v->value.is_null() || deleted ? nullptr : instance_dict(v->value)) {
    if (Value* found = attributes->table.find(name)) {
      if (!v->source) return tracer.value_of(tracer.out.from_value(*found));
      SourceRef source = attribute_source(v->source, name->text, SourceKind::kInstance);
      source->raw = whole && whole->as<vm::Function>();
      VarRef wrapped = tracer.out.wrap(*found, source);
      return is_nn_module(vm, *v) ? tracer.value_of(wrapped) : wrapped;
    }
  }
  if (name->text == "__dict__") return attribute_table(tracer, v);
  bool module = is_nn_module(vm, *v);
  if (v->source && !v->value.is_null() && !deleted && !(module && in_class))
    tracer.out.guard(GuardKind::kNoField, v->source, Value::of(name));
  if (in_class && !is_slot(*in_class)) {
    if (VarRef cached = cached_property(tracer, v, *in_class, name)) return cached;
    return tracer.bind(*in_class, v, v->type(), name);
  }
  if (module) {
    if (VarRef member = module_member(tracer, v, name)) return member;
  }
  if (const Value* fallback = v->type()->find(vm::intern("__getattr__"))) {
    vm::Function* function = fallback->as<vm::Function>();
    if (!function) refuse_getattr(*v);
    bool library = module && is_torch_code(function->globals);
    if (function && (!library || v->value.is_null())) {
      return tracer.call(tracer.out.from_value(*fallback), {v, constant(Value::of(name))});
    }
  }
  return {};
}

static VarRef super_attribute(Tracer& tracer, const VarRef& v, vm::Str* name) {
  const VarRef& self = v->as<SuperVariable>().self;
  bool through_class = self->is(VarKind::kValue) && self->value.as<vm::Type>();
  vm::Type* type = through_class ? self->value.as<vm::Type>() : type_of_var(*self);
  vm::Type* start = v->as<SuperVariable>().type.as<vm::Type>();
  if (!type || !start) unsupported<Break::kSuperReceiver>(describe(*self));
  auto at = std::find(type->mro.begin(), type->mro.end(), start);
  if (at != type->mro.end()) ++at;
  auto native = std::find_if(at, type->mro.end(), [](const vm::Type* t) { return t->is_native; });
  for (; at != type->mro.end(); ++at) {
    Value* found = (*at)->attributes.as<vm::Dict>()->table.find(name);
    if (found) return tracer.bind(*found, through_class ? VarRef() : self, type, name);
  }
  if (name->text == "__init__" || name->text == "__setattr__" || name->text == "__init_subclass__" ||
      name->text == "__getattribute__" || name->text == "__delattr__") {
    Value native = tracer.vm.get_attribute(Value::of(vm::types().object), name);
    return make_method(tracer.out.from_value(native), self);
  }
  // Special methods that a builtin container implements as type slots (`__getitem__`) are in no attribute table.
  bool container =
      self->is(VarKind::kList) || self->is(VarKind::kTuple) || self->is(VarKind::kDict) || self->is(VarKind::kSet);
  if (!container || native == type->mro.end() || tracer.vm.find_attribute(Value::of(*native), name).is_null())
    return {};
  return method_of(name, self);
}

static VarRef function_attribute(Tracer& tracer, const VarRef& v, vm::Str* name) {
  const UserFunctionVariable& function = v->as<UserFunctionVariable>();
  for (auto& [written, value] : function.attributes) {
    if (written == name) return value;
  }
  if (!v->value.is_null()) {
    Value found = tracer.vm.find_attribute(v->value, name);
    if (found.is_null()) return {};
    if (v->source && !found.as<vm::Str>()) return tracer.out.wrap(found, attribute_source(v->source, name->text));
    return tracer.out.from_value(found);
  }
  vm::CodeObject* code = function.code.as<vm::CodeObject>();
  if (name->text == "__name__") return constant_text(code->code->name);
  if (name->text == "__qualname__") return constant_text(code->code->qualified_name);
  if (name->text == "__code__") return tracer.out.from_value(function.code);
  if (name->text == "__doc__") return none();
  if (name->text == "__defaults__")
    return function.defaults.empty() ? none() : sequence(VarKind::kTuple, function.defaults);
  if (name->text == "__closure__")
    return function.closure.empty() ? none() : sequence(VarKind::kTuple, function.closure);
  if (name->text == "__kwdefaults__") {
    if (function.keyword_defaults.empty()) return none();
    VarRef dict = make_dict();
    for (const auto& [key, value] : function.keyword_defaults)
      dict->entries().emplace_back(constant(Value::of(key)), value);
    return dict;
  }
  if (name->text == "__module__") {
    const Value* module = function.globals.as<vm::Dict>()->table.find(vm::intern("__name__"));
    return module ? tracer.out.from_value(*module) : none();
  }
  if (name->text == "__dict__" || name->text == "__annotations__") {
    VarRef dict = make_dict();
    return dict;
  }
  return {};
}

// A method of a builtin class as a bound method; null if the class has none of that name.
static VarRef native_method(const VarRef& v, vm::Str* name) {
  vm::Type* type = type_of_var(*v);
  return type && type->find(name) ? method_of(name, v) : VarRef();
}

// The value that the traced program wrote to the attribute; null if it wrote none.
static VarRef written_attribute(const Var& v, vm::Str* name) {
  for (const auto& [written, value] : v.written())
    if (written == name) return value;
  return {};
}

static VarRef exception_attribute(Tracer& t, const VarRef& v, vm::Str* name) {
  const ExceptionVariable& exception = v->as<ExceptionVariable>();
  if (name->text == "args") return sequence(VarKind::kTuple, exception.args);
  if (VarRef written = written_attribute(*v, name)) return written;
  if (name->text == "value" && v->type()->is_subtype_of(vm::types().StopIteration))
    return exception.args.empty() ? none() : exception.args[0];
  if (name->text == "__class__") return t.out.from_value(Value::of(v->type()));
  if (name->text == "__traceback__" || name->text == "__cause__" || name->text == "__context__") return none();
  if (name->text == "__suppress_context__") {
    return constant_bool(std::any_of(v->written().begin(), v->written().end(),
                                     [](const auto& entry) { return entry.first->text == "__cause__"; }));
  }
  if (const Value* found = v->type()->find(name)) return t.bind(*found, v, v->type(), name);
  return {};
}

// Attributes of modules, classes and other values known by identity.
static VarRef value_attribute(Tracer& t, const VarRef& v, vm::Str* name) {
  if (v->value.as<vm::Exception>())
    if (VarRef written = written_attribute(*v, name)) return written;
  if (vm::Type* type = v->value.as<vm::Type>()) {
    if (VarRef pending = t.out.effects.class_write(type, name)) return pending;
    if (const Value* found = type->find(name)) {
      if (found->as<vm::Function>() || found->as<vm::StaticMethod>() || found->as<vm::ClassMethod>())
        return t.bind(*found, {}, type, name);
    }
  }
  Value found = t.vm.find_attribute(v->value, name);
  if (found.is_null()) return {};
  vm::Module* module = v->value.as<vm::Module>();
  bool constant_holder = module || !v->source;
  bool library = module && (module->name == "torch" || module->name.starts_with("torch.") || module->name == "math" ||
                            module->name == "operator");
  bool number = found.is_float() && v->source && module && (module->name == "math" || module->name == "numpy");
  if (number) return t.out.wrap(found, attribute_source(v->source, name->text));
  if (library || constant_holder || found.as<vm::Function>() || found.as<vm::Type>()) return t.out.from_value(found);
  return t.out.wrap(found, attribute_source(v->source, name->text));
}

// Attributes of a number. Those of int serve for a symbolic number.
static VarRef number_attribute(Tracer& t, const VarRef& v, vm::Str* name) {
  Value found = t.vm.find_attribute(v->is(VarKind::kConstant) ? v->value : Value::integer(0), name);
  if (found.is_null()) return {};
  if (found.as<vm::BoundMethod>() || found.as<vm::NativeFunction>()) return method_of(name, v);
  return t.out.from_value(found);
}

// A named item of a named tuple or of torch.return_types; null if it has no such field.
static VarRef field_of_tuple(Tracer& t, const VarRef& v, vm::Str* name) {
  if (v->type() == vm::types().tuple || v->type() == torch::torch_types().size) return {};
  Value fields = t.vm.find_attribute(Value::of(v->type()), vm::intern("_fields"));
  if (vm::Tuple* names = fields.as<vm::Tuple>()) {
    for (size_t i = 0; i < names->items.size(); ++i)
      if (names->items[i].as<vm::Str>()->text == name->text) return v->items()[i];
  }
  // torch.return_types: the fields are properties of the class.
  const Value* found = v->type()->find(name);
  if (!found) return {};
  if (found->as<vm::Function>()) return t.bind(*found, v, v->type(), name);
  vm::Property* property = found->as<vm::Property>();
  if (property && property->getter.as<vm::Function>()) return t.bind(*found, v, v->type(), name);
  std::vector<Value> indices;
  for (size_t i = 0; i < v->items().size(); ++i) indices.push_back(Value::integer(static_cast<int64_t>(i)));
  Value index = t.vm.find_attribute(vm::make<vm::Tuple>(std::move(indices), v->type()), name);
  if (index.is_int() && index.as_int() < static_cast<int64_t>(v->items().size()))
    return v->items()[static_cast<size_t>(index.as_int())];
  return {};
}

// An instance attribute of an object whose class derives from a container.
static VarRef own_attribute(Tracer& t, const VarRef& v, const vm::Type* type, vm::Str* name) {
  vm::Dict* own = v->value.is_null() || !type || type->is_native ? nullptr : instance_dict(v->value);
  Value* attribute = own ? own->table.find(name) : nullptr;
  if (!attribute) return {};
  return v->source ? t.out.wrap(*attribute, attribute_source(v->source, name->text, SourceKind::kInstance))
                   : t.out.from_value(*attribute);
}

// Attributes of containers, iterators and views.
static VarRef container_attribute(Tracer& t, const VarRef& v, vm::Str* name) {
  vm::Type* type = type_of_var(*v);
  if (name->text == "__class__") return t.out.from_value(Value::of(type));
  if (VarRef written = written_attribute(*v, name)) return written;
  const ListVariable* list = v->get_if<ListVariable>();
  if (name->text == "maxlen" && list && list->maxlen) return list->maxlen;
  bool bound_of_range = name->text == "start" || name->text == "stop" || name->text == "step";
  if (v->is(VarKind::kRange) && bound_of_range) return t.out.from_value(t.vm.get_attribute(v->value, name));
  if (name->text == "__dict__" && type && !type->is_native) return attribute_table(t, v);
  const Value* found = type ? type->find(name) : nullptr;
  bool reads = name->text == "get" || name->text == "keys" || name->text == "values" || name->text == "items" ||
               name->text == "copy";
  if (type == vm::types().mapping_proxy && reads) found = vm::types().dict->find(name);
  if (VarRef own = own_attribute(t, v, type, name)) return own;
  if (const Value* fallback = found || !type ? nullptr : type->find(vm::intern("__getattr__"))) {
    if (!fallback->as<vm::Function>()) refuse_getattr(*v);
    return t.call(t.out.from_value(*fallback), {v, constant(Value::of(name))});
  }
  bool steps = v->is(VarKind::kIterator) && (name->text == "__next__" || name->text == "__iter__");
  if (!found && !steps && !v->is(VarKind::kGenerator)) return {};
  bool native = found && found->as<vm::NativeFunction>() && found->as<vm::NativeFunction>()->is_method;
  if (found && !native && (found->as<vm::Function>() || (type && !type->is_native)))
    return t.bind(*found, v, type, name);
  return method_of(name, v);
}

VarRef Tracer::find_attr(const VarRef& given, vm::Str* name) {
  VarRef v = value_of(given);
  switch (v->kind()) {
    case VarKind::kTensor: return tensor_attribute(v, name);
    case VarKind::kArray: return array_attribute(v, name);
    case VarKind::kObject: return object_attribute(*this, v, name);
    case VarKind::kSuper: return super_attribute(*this, v, name);
    case VarKind::kFunction: return function_attribute(*this, v, name);
    case VarKind::kMethod: {
      const auto& method = v->as<UserMethodVariable>();
      if (name->text == "__self__") return method.self();
      if (name->text == "__func__") return method.function();
      return find_attr(method.function(), name);
    }
    case VarKind::kException: return exception_attribute(*this, v, name);
    case VarKind::kSlice: {
      const auto& slice = v->as<SliceVariable>();
      if (name->text == "start") return slice.start();
      if (name->text == "stop") return slice.stop();
      if (name->text == "step") return slice.step();
      return native_method(v, name);
    }
    case VarKind::kValue: return value_attribute(*this, v, name);
    case VarKind::kSymValue:
    case VarKind::kSymFloat:
      if (v->is(VarKind::kSymFloat) && name->text == "is_integer") return native_method(v, name);
      return find_attr(specialise(v), name);
    case VarKind::kSymInt:
      if (name->text == "real" || name->text == "imag" || name->text == "numerator" || name->text == "denominator") {
        unsupported_frame<Break::kPythonType>("GetAttrVariable(SymNodeVariable(), " + name->text +
                                              ") does not implement python_type()");
      }
      return number_attribute(*this, v, name);
    case VarKind::kConstant: return number_attribute(*this, v, name);
    case VarKind::kTuple:
      if (VarRef field = field_of_tuple(*this, v, name)) return field;
      return container_attribute(*this, v, name);
    case VarKind::kList:
    case VarKind::kDict:
    case VarKind::kSet:
    case VarKind::kRange:
    case VarKind::kIterator:
    case VarKind::kGenerator:
    case VarKind::kDictView: return container_attribute(*this, v, name);
    case VarKind::kFormat: return native_method(v, name);
    case VarKind::kCell: return name->text == "cell_contents" ? v->content() : VarRef();
    case VarKind::kLazy:
    case VarKind::kNull: return {};
  }
  return {};
}

VarRef Tracer::get_attr(const VarRef& given, vm::Str* name) {
  VarRef found = find_attr(given, name);
  if (!found) no_attribute(*value_of(given), name);
  return found;
}

void Tracer::set_attr(const VarRef& given, vm::Str* name, const VarRef& value) {
  VarRef v = value_of(given);
  auto write = [&](std::vector<std::pair<vm::Str*, VarRef>>& list) {
    for (auto& [written, old] : list) {
      if (written == name) {
        old = value;
        return;
      }
    }
    list.emplace_back(name, value);
  };
  if (v->is(VarKind::kFunction)) {
    write(v->as<UserFunctionVariable>().attributes);
    if (!v->value.is_null()) out.effects.note_mutation(v);
    return;
  }
  if (v->is(VarKind::kValue) && v->value.as<vm::Exception>()) {
    write(v->edit_written());
    out.effects.note_mutation(v);
    return;
  }
  if (v->is(VarKind::kValue) && v->value.as<vm::Type>() && !v->value.as<vm::Type>()->is_native) {
    out.effects.write_class(v, name, value);
    return;
  }
  if (v->is(VarKind::kTensor)) {
    if (name->text == "data") {
      unsupported<Break::kSetTensorData>("setattr(" + describe(*v) + ", data, ...)");
    }
    if (name->text == "requires_grad") {
      unsupported<Break::kSetRequiresGrad>("setattr(" + describe(*v) + ", requires_grad, " +
                                           describe(*value_of(value)) + ")");
    }
    if (name->text == "grad") {
      unsupported<Break::kSetTensorAttribute>("setattr(" + describe(*v) + ", " + name->text + ")", name->text);
    }
    write(v->edit_written());
    out.effects.note_mutation(v);
    return;
  }
  bool container = v->is(VarKind::kDict) || v->is(VarKind::kList) || v->is(VarKind::kTuple) || v->is(VarKind::kSet);
  bool derived = container && v->type() && !v->type()->is_native && (v->source || v->value.is_null());
  if (v->is(VarKind::kException)) {
    if (name->text == "args") v->as<ExceptionVariable>().args = unpack(value);
    else write(v->edit_written());
    return;
  }
  if (v->is(VarKind::kObject) && name->text == "__class__") {
    unsupported<Break::kSetClass>(describe(*v));
  }
  if (!v->is(VarKind::kObject) && !derived) {
    unsupported<Break::kSetAttribute>("setattr(" + describe(*v) + ", " + name->text + ")", name->text);
  }
  if (const Value* found = v->type()->find(name)) {
    if (has_setter(*found)) {
      call(out.from_value(*vm::type_of(*found)->find(vm::intern("__set__"))), {out.from_value(*found), v, value});
      return;
    }
    if (vm::Property* property = found->as<vm::Property>()) {
      if (!property->setter.is_object()) no_accessor(*v, name, "setter");
      call(out.from_value(property->setter), {v, value});
      return;
    }
  }
  if (v->type()->has_setattr) {
    const Value* setter = v->type()->find(vm::intern("__setattr__"));
    vm::Function* function = setter ? setter->as<vm::Function>() : nullptr;
    bool made_module = v->value.is_null() && is_nn_module(vm, *v);
    if (function && (!is_torch_code(function->globals) || made_module)) {
      call(out.from_value(*setter), {v, constant(Value::of(name)), value});
      return;
    }
  }
  const auto& allowed = v->type()->allowed_attributes;
  if (allowed && !allowed->contains(name)) no_attribute(*v, name);
  write(v->edit_written());
  out.effects.note_mutation(v);
}

void Tracer::delete_attr(const VarRef& given, vm::Str* name, bool native) {
  VarRef v = value_of(given);
  const Value* own = native || !v->type() ? nullptr : v->type()->find(vm::intern("__delattr__"));
  if (own && own->as<vm::Function>() && !is_torch_code(own->as<vm::Function>()->globals)) {
    call(out.from_value(*own), {v, constant(Value::of(name))});
    return;
  }
  if (!v->is(VarKind::kObject)) unsupported<Break::kDeleteAttribute>(name->text);
  if (const Value* found = v->type()->find(name)) {
    if (vm::Property* property = found->as<vm::Property>()) {
      if (!property->deleter.is_object()) no_accessor(*v, name, "deleter");
      call(out.from_value(property->deleter), {v});
      return;
    }
    if (const Value* remover = vm::type_of(*found)->find(vm::intern("__delete__"))) {
      call(out.from_value(*remover), {out.from_value(*found), v});
      return;
    }
  }
  get_attr(v, name);
  std::erase_if(v->edit_written(), [&](const auto& entry) { return entry.first == name; });
  vm::Dict* fields = v->value.is_null() ? nullptr : instance_dict(v->value);
  if (fields && fields->table.find(name)) v->edit_written().emplace_back(name, VarRef());
  out.effects.note_mutation(v);
}

}  // namespace vt::dynamo
