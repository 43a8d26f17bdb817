// Calls of classes: instances of the program's own, of containers and of exceptions.
#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

namespace {
VarRef exception_instance(Tracer& tracer, vm::Type* type, std::vector<VarRef> args, Keywords kwargs) {
  VarRef e = make_var(VarKind::kException);
  e->type = type;
  e->items = args;
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), e);
    tracer.call(tracer.out.from_value(*init), std::move(args), std::move(kwargs));
  }
  return e;
}

// namedtuple and typing.NamedTuple classes: tuples with names.
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
  VarRef v = sequence(VarKind::kTuple, std::move(args));
  v->type = type;
  return v;
}
}  // namespace

// Instances of classes derived from list, tuple, set and frozenset.
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
    if (made->type != type) return made;
  } else {
    made = sequence(list ? VarKind::kList : tuple ? VarKind::kTuple : VarKind::kSet, {});
    made->type = type;
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
  v->items.clear();
  for (const VarRef& item : items) {
    if (!v->is(VarKind::kSet) || !contains(v, item)) v->items.push_back(v->is(VarKind::kSet) ? value_of(item) : item);
  }
}

// Whether `__new__` of the class only refuses abstract classes, which this one is not. CPython's `object.__new__`
// looks for that itself; here a function of the library's protocols does, which is none of the program's business.
static bool only_checks(Interpreter& vm, vm::Type* type, const vm::Function& maker) {
  Value protocols = vm.import_module("collections.abc");
  if (!maker.globals.same(protocols.as<vm::Module>()->attributes)) return false;
  auto makes = [](const vm::Type* base) {
    return base != vm::types().object && base->attributes.as<vm::Dict>()->table.find(vm::intern("__new__"));
  };
  bool alone = std::count_if(type->mro.begin(), type->mro.end(), makes) == 1;
  return alone && !vm.truth(vm.call(vm.get_attribute(protocols, "_names_to_write"), {Value::of(type)}));
}

VarRef Tracer::construct(vm::Type* type, std::vector<VarRef> args, Keywords kwargs) {
  Value type_value = Value::of(type);
  // A named tuple of plain values alone is a constant.
  auto plain = [&](const VarRef& v) {
    return v->is(VarKind::kConstant) || (v->is(VarKind::kLazy) && !v->value.is_object());
  };
  if (!type->is_subtype_of(vm::types().tuple) || std::all_of(args.begin(), args.end(), plain))
    look_at_arguments(*this, args, kwargs);
  if (type->name == "_GeneratorContextManager" && args.size() > 1) look_at_all(*this, args[1]);
  if (type->is_subtype_of(vm::types().BaseException))
    return exception_instance(*this, type, std::move(args), std::move(kwargs));
  if (type == torch::torch_types().size) {
    VarRef v = sequence(VarKind::kTuple, args.empty() ? std::vector<VarRef>() : unpack(args[0]));
    v->type = type;
    return v;
  }
  if (type == torch::torch_types().parameter) {
    unsupported("GB0264", "Attempted to use `torch.nn.Parameter()` constructor with Dynamo", "",
                "Dynamo does not support this",
                {"Try to construct `torch.nn.Parameter()` outside the compiled region.",
                 "If this is not possible, turn `graph_break_on_nn_param_ctor` off", kSupportable});
  }
  if (type == torch::torch_types().tensor) {
    unsupported("GB0147", "Attempted to construct a tensor subclass", type->name,
                "Creating `" + type->name + "` objects while tracing is not supported.",
                {"Create it outside the compiled region."});
  }
  if (type->is_native && type->module.starts_with("torch")) {
    Value plain_args;
    VarRef tuple = sequence(VarKind::kTuple, args);
    if (as_constant(tuple, &plain_args)) {
      std::vector<Value> values = plain_args.as<vm::Tuple>()->items, names;
      size_t positional = values.size();
      for (auto& [name, value] : kwargs) {
        names.push_back(Value::of(vm::intern(name)));
        values.push_back(need_constant(value, "argument"));
      }
      return out.from_value(vm.call(type_value, vm::Arguments{values.data(), positional, names.data(), names.size()}));
    }
  }
  if (type == deque_class(vm)) {
    VarRef queue = sequence(VarKind::kList, args.empty() ? std::vector<VarRef>() : unpack(args[0]));
    queue->type = type;
    queue->content = args.size() > 1 ? value_of(args[1]) : none();
    for (const auto& [name, value] : kwargs) {
      if (name == "maxlen") queue->content = value_of(value);
      else if (name == "iterable") queue->items = unpack(value);
    }
    trim_queue(queue);
    return queue;
  }
  if (type->name == "bytearray" && type->is_native) {
    unsupported("GB0059", "Failed to trace builtin operator", "builtin bytearray",
                "Dynamo does not know how to trace builtin operator `bytearray`.",
                {"Avoid calling builtin `bytearray` in the compiled region.", "Please report an issue to PyTorch."});
  }
  if (type->is_native && type->module != "builtins") {
    return call_builtin(type_value, type->module + "." + type->name, args, kwargs);
  }
  // The library shows dicts of its own (the parameters of a signature) through a view for reading.
  bool shown = type->name == "mappingproxy" && args.size() == 1 && code.file->name().starts_with("<frozen");
  if (shown && value_of(args[0])->is(VarKind::kDict)) return args[0];
  if (type->is_native) return call_builtin(type_value, type->name, args, kwargs);
  if (type->name == "SimpleNamespace" && type->module == "types") {
    std::string named;
    for (const auto& [key, value] : kwargs)
      named += (named.empty() ? "'" : ", '") + key + "': " + describe(*value_of(value));
    Unsupported error;
    error.id = "GB0156";
    error.type = "Unsupported method call";
    error.context =
        "call_method UserDefinedClassVariable(<class 'types.SimpleNamespace'>) __new__ "
        "[UserDefinedClassVariable(<class 'types.SimpleNamespace'>)] {" +
        named + "}";
    error.explanation = "Dynamo does not know how to trace method `__new__` of class `type`";
    error.hints = {"Avoid calling `type.__new__` in your code.", "Please report an issue to PyTorch."};
    throw error;
  }
  Value fields = vm.find_attribute(type_value, vm::intern("_fields"));
  if (type->is_subtype_of(vm::types().tuple) && fields.as<vm::Tuple>())
    return named_tuple(*this, type, fields, std::move(args), kwargs);
  if (vm::type_of(type_value)->name == "EnumType") return fold(*this, type_value, args, kwargs, type->name);
  if (type->instance_kind != vm::Kind::kInstance) {
    if (type->is_subtype_of(vm::types().dict)) {
      VarRef dict = make_var(VarKind::kDict);
      dict->type = type;
      const Value* init = type->find(vm::intern("__init__"));
      if (init && init->as<vm::Function>()) {
        args.insert(args.begin(), dict);
        call(out.from_value(*init), std::move(args), std::move(kwargs));
      } else {
        call_container_method(dict, "update", args, kwargs);
      }
      return dict;
    }
    if (VarRef made = construct_sequence(type, args, kwargs)) return made;
    unsupported("GB0147", "Attempted to construct a user-defined container", type->name,
                "Creating objects of `" + type->name + "`, a subclass of a builtin type, is not traced.");
  }
  const Value* maker = type->find(vm::intern("__new__"));
  Value maker_function = maker && maker->as<vm::StaticMethod>() ? maker->as<vm::StaticMethod>()->function
                         : maker                                ? *maker
                                                                : Value();
  if (vm::Function* function = maker_function.as<vm::Function>(); function && only_checks(vm, type, *function))
    maker_function = *vm::types().object->find(vm::intern("__new__"));
  VarRef object;
  if (maker_function.as<vm::Function>()) {
    std::vector<VarRef> with_class = args;
    with_class.insert(with_class.begin(), out.from_value(type_value));
    object = value_of(call(out.from_value(maker_function), std::move(with_class), kwargs));
    if (!object->is(VarKind::kObject) || !object->type->is_subtype_of(type)) return object;
  } else {
    object = make_var(VarKind::kObject);
    object->type = type;
  }
  const Value* init = type->find(vm::intern("__init__"));
  if (init && init->as<vm::Function>()) {
    args.insert(args.begin(), object);
    call(out.from_value(*init), std::move(args), std::move(kwargs));
  } else if (maker_function.as<vm::Function>()) {
    return object;
  } else if (!args.empty() || !kwargs.empty()) {
    observe(vm::types().TypeError, type->name + "() takes no arguments");
  }
  return object;
}

}  // namespace vt::dynamo
