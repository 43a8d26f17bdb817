// Calls of classes: creates instances of the program's classes, of containers and of exceptions.
#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

namespace {
VarRef exception_instance(Tracer& tracer, vm::Type* type, std::vector<VarRef> args, Keywords kwargs) {
  VarRef e = make_exception(type, args);
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), e);
    tracer.call(tracer.out.from_value(*init), std::move(args), std::move(kwargs));
  }
  return e;
}

// Instances of classes made by collections.namedtuple or typing.NamedTuple.
VarRef named_tuple(Tracer& tracer, vm::Type* type, const Value& fields, std::vector<VarRef> args, Keywords& kwargs) {
  const std::vector<Value>& names = fields.as<vm::Tuple>()->items;
  Value defaults = tracer.vm.find_attribute(Value::of(type), vm::intern("_field_defaults"));
  args.resize(std::max(args.size(), names.size()));
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i].as<vm::Str>()->text;
    for (auto& [key, value] : kwargs) {
      if (key == name) args[i] = value;
    }
    if (args[i]) continue;
    Value* fallback = defaults.as<vm::Dict>() ? defaults.as<vm::Dict>()->table.find(vm::intern(name)) : nullptr;
    if (!fallback)
      observe(vm::types().TypeError, type->name + ".__new__() missing 1 required positional argument: '" + name + "'");
    args[i] = tracer.out.from_value(*fallback);
  }
  return sequence(VarKind::kTuple, std::move(args), type);
}
}  // namespace

// Instances of classes derived from list, tuple, set or frozenset. Null for other classes.
VarRef Tracer::construct_sequence(vm::Type* type, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::BuiltinTypes& types = vm::types();
  bool list = type->is_subtype_of(types.list), tuple = type->is_subtype_of(types.tuple);
  if (!list && !tuple && !type->is_subtype_of(types.set) && !type->is_subtype_of(types.frozenset)) return {};
  const Value* maker = type->find(vm::intern("__new__"));
  Value maker_function = maker && maker->as<vm::StaticMethod>() ? maker->as<vm::StaticMethod>()->function : Value();
  VarRef made;
  if (maker_function.as<vm::Function>()) {
    std::vector<VarRef> with_class = args;
    with_class.insert(with_class.begin(), out.from_value(Value::of(type)));
    made = value_of(call(out.from_value(maker_function), std::move(with_class), kwargs));
    if (made->type() != type) return made;
  } else {
    made = sequence(list ? VarKind::kList : tuple ? VarKind::kTuple : VarKind::kSet, {});
    made->set_type(type);
    bool fixed = !list && !type->is_subtype_of(types.set);
    if (fixed && !args.empty()) fill_sequence(made, args[0]);
  }
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), made);
    call(out.from_value(*init), std::move(args), std::move(kwargs));
  } else if (!tuple && !args.empty()) {
    fill_sequence(made, args[0]);
  }
  return made;
}

void Tracer::fill_sequence(const VarRef& v, const VarRef& from) {
  std::vector<VarRef> items = unpack(from);
  v->items().clear();
  for (const VarRef& item : items) {
    if (!v->is(VarKind::kSet) || !contains(v, item)) v->items().push_back(v->is(VarKind::kSet) ? value_of(item) : item);
  }
}

// Whether `__new__` of the class only refuses to instantiate abstract classes (this class is not abstract). CPython
// checks it in `object.__new__`; this library's collections.abc checks it in a Python function, which is not traced.
static bool only_checks(Interpreter& vm, vm::Type* type, const vm::Function& maker) {
  Value protocols = vm.import_module("collections.abc");
  if (!maker.globals.same(protocols.as<vm::Module>()->attributes)) return false;
  auto makes = [](const vm::Type* base) {
    return base != vm::types().object && base->attributes.as<vm::Dict>()->table.find(vm::intern("__new__"));
  };
  bool alone = std::count_if(type->mro.begin(), type->mro.end(), makes) == 1;
  return alone && !vm.truth(vm.call(vm.get_attribute(protocols, "_names_to_write"), {Value::of(type)}));
}

static void refuse_namespace(Tracer& t, const Keywords& kwargs) {
  std::string named;
  for (const auto& [key, value] : kwargs)
    named += (named.empty() ? "'" : ", '") + key + "': " + describe(*t.value_of(value));
  unsupported<Break::kMethod>(
      "call_method UserDefinedClassVariable(<class 'types.SimpleNamespace'>) __new__ "
      "[UserDefinedClassVariable(<class 'types.SimpleNamespace'>)] {" +
          named + "}",
      "__new__", "type");
}

static VarRef new_deque(Tracer& t, vm::Type* type, const std::vector<VarRef>& args, const Keywords& kwargs) {
  VarRef queue = sequence(VarKind::kList, args.empty() ? std::vector<VarRef>() : t.unpack(args[0]), type);
  VarRef& maxlen = queue->as<ListVariable>().maxlen;
  maxlen = args.size() > 1 ? t.value_of(args[1]) : none();
  for (const auto& [name, value] : kwargs) {
    if (name == "maxlen") maxlen = t.value_of(value);
    else if (name == "iterable") queue->items() = t.unpack(value);
  }
  trim_queue(queue);
  return queue;
}

// A class of this library called with constants is instantiated while tracing; null if an argument is no constant.
static VarRef fold_torch_class(Tracer& t, vm::Type* type, const std::vector<VarRef>& args, const Keywords& kwargs) {
  Value plain_args;
  if (!t.as_constant(sequence(VarKind::kTuple, args), &plain_args)) return {};
  std::vector<Value> values = plain_args.as<vm::Tuple>()->items, names;
  size_t positional = values.size();
  for (const auto& [name, value] : kwargs) {
    names.push_back(Value::of(vm::intern(name)));
    values.push_back(t.need_constant(value, "argument"));
  }
  vm::Arguments arguments{values.data(), positional, names.data(), names.size()};
  return t.out.from_value(t.vm.call(Value::of(type), arguments));
}

// Instances of a native class; null if the rules for Python classes apply.
static VarRef construct_native(Tracer& t, vm::Type* type, std::vector<VarRef>& args, Keywords& kwargs) {
  const torch::TorchTypes& known = torch::torch_types();
  if (type == known.size) {
    return sequence(VarKind::kTuple, args.empty() ? std::vector<VarRef>() : t.unpack(args[0]), type);
  }
  if (type == known.parameter) unsupported<Break::kParameterNew>("");
  if (type == known.tensor) unsupported<Break::kSubclassNew>(type->name, type->name);
  if (type->is_native && type->module.starts_with("torch")) {
    if (VarRef made = fold_torch_class(t, type, args, kwargs)) return made;
  }
  if (type == deque_class(t.vm)) return new_deque(t, type, args, kwargs);
  if (type->name == "bytearray" && type->is_native) unsupported<Break::kBytearray>("builtin bytearray");
  if (type->is_native && type->module != "builtins")
    return t.call_builtin(Value::of(type), type->module + "." + type->name, args, kwargs);
  // A library function wraps one of its own dicts in a mappingproxy (the parameters of a signature): use the dict.
  bool shown = type->name == "mappingproxy" && args.size() == 1 && t.code.file->name().starts_with("<frozen");
  if (shown && t.value_of(args[0])->is(VarKind::kDict)) return args[0];
  return type->is_native ? t.call_builtin(Value::of(type), type->name, args, kwargs) : VarRef();
}

// An instance of a class derived from a container.
static VarRef construct_container(Tracer& t, vm::Type* type, std::vector<VarRef>& args, Keywords& kwargs) {
  if (!type->is_subtype_of(vm::types().dict)) {
    if (VarRef made = t.construct_sequence(type, args, kwargs)) return made;
    unsupported<Break::kContainerNew>(type->name, type->name);
  }
  VarRef dict = make_dict(type);
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), dict);
    t.call(t.out.from_value(*init), std::move(args), std::move(kwargs));
  } else {
    t.call_container_method(dict, "update", args, kwargs);
  }
  return dict;
}

// The class's own __new__ if it is a Python function; null if object.__new__ is used.
static Value own_maker(Interpreter& vm, vm::Type* type) {
  const Value* found = type->find(vm::intern("__new__"));
  if (!found) return {};
  Value maker = found->as<vm::StaticMethod>() ? found->as<vm::StaticMethod>()->function : *found;
  vm::Function* function = maker.as<vm::Function>();
  return function && !only_checks(vm, type, *function) ? maker : Value();
}

VarRef Tracer::construct(vm::Type* type, std::vector<VarRef> args, Keywords kwargs) {
  Value type_value = Value::of(type);
  // A tuple class called with plain values only becomes a constant, so these are realized and guarded now.
  auto plain = [&](const VarRef& v) {
    return v->is(VarKind::kConstant) || (v->is(VarKind::kLazy) && !v->value.is_object());
  };
  if (!type->is_subtype_of(vm::types().tuple) || std::all_of(args.begin(), args.end(), plain))
    look_at_arguments(*this, args, kwargs);
  if (type->name == "_GeneratorContextManager" && args.size() > 1) look_at_all(*this, args[1]);
  if (type->is_subtype_of(vm::types().BaseException))
    return exception_instance(*this, type, std::move(args), std::move(kwargs));
  if (VarRef made = construct_native(*this, type, args, kwargs)) return made;
  if (type->name == "SimpleNamespace" && type->module == "types") refuse_namespace(*this, kwargs);
  Value fields = vm.find_attribute(type_value, vm::intern("_fields"));
  if (type->is_subtype_of(vm::types().tuple) && fields.as<vm::Tuple>())
    return named_tuple(*this, type, fields, std::move(args), kwargs);
  if (vm::type_of(type_value)->name == "EnumType") return fold(*this, type_value, args, kwargs, type->name);
  if (type->instance_kind != vm::Kind::kInstance) return construct_container(*this, type, args, kwargs);
  const Value maker = own_maker(vm, type);
  VarRef object;
  if (!maker.is_null()) {
    std::vector<VarRef> with_class = args;
    with_class.insert(with_class.begin(), out.from_value(type_value));
    object = value_of(call(out.from_value(maker), std::move(with_class), kwargs));
    if (!object->is(VarKind::kObject) || !object->type()->is_subtype_of(type)) return object;
  } else {
    object = make_object(type);
  }
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), object);
    call(out.from_value(*init), std::move(args), std::move(kwargs));
  } else if (maker.is_null() && (!args.empty() || !kwargs.empty())) {
    observe(vm::types().TypeError, type->name + "() takes no arguments");
  }
  return object;
}

}  // namespace vt::dynamo
