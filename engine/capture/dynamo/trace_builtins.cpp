// Builtin functions and types. A call on constants only is folded: it runs while tracing.
#include "capture/dynamo/trace_builtins.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "support/check.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

bool is_stateful(const Value& value) {
  if (!value.is_object()) return false;
  const vm::Object* object = value.as_object();
  if (value.as<vm::Tuple>()) {
    const auto& items = value.as<vm::Tuple>()->items;
    return std::any_of(items.begin(), items.end(), is_stateful);
  }
  if (value.as<vm::BoundMethod>()) return is_stateful(value.as<vm::BoundMethod>()->self);
  bool container = value.as<vm::List>() || value.as<vm::Dict>() ||
                   (value.as<vm::Set>() && !object->type->is_subtype_of(vm::types().frozenset));
  bool view = object->type == vm::types().dict_keys || object->type == vm::types().dict_values ||
              object->type == vm::types().dict_items;
  return container || view || object->type->slots.next != nullptr || object->type->name == "deque" ||
         object->kind == vm::Kind::kGenerator;
}

void refuse_builtin(Tracer& t, const std::string& name, const std::vector<VarRef>& args, const Keywords& kwargs) {
  std::string types, classes, keywords = kwargs.empty() ? "False" : "True";
  for (const VarRef& arg : args) {
    const Var& v = *t.value_of(arg);
    vm::Type* type = type_of_var(v);
    types += std::string(types.empty() ? "" : ", ") + "'" + (type ? type->name : "?") + "'";
    classes += (classes.empty() ? "" : ", ") + tracker_class(v);
  }
  unsupported<Break::kBuiltin>("builtin " + name + " [" + classes + "] " + keywords, name, types, keywords);
}

VarRef fold(Tracer& t, const Value& function, std::vector<VarRef>& args, Keywords& kwargs, const std::string& name) {
  std::vector<Value> values, names;
  for (const VarRef& arg : args) {
    Value v;
    bool known = t.as_constant(arg, &v) && !(t.value_of(arg)->is(VarKind::kValue) && is_stateful(v));
    if (!known || is_stateful(function)) refuse_builtin(t, name, args, kwargs);
    values.push_back(std::move(v));
  }
  for (const auto& [key, value] : kwargs) {
    names.push_back(Value::of(vm::intern(key)));
    values.push_back(t.need_constant(value, "keyword"));
  }
  try {
    return t.out.from_value(t.vm.call(function, vm::Arguments{values.data(), args.size(), names.data(), names.size()}));
  } catch (const vm::Raised& raised) {
    throw Observed{t.exception_var(t.out.from_value(raised.exception)), nullptr};
  }
}

namespace {

VarRef do_print(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  refuse_builtin(t, "print", args, kwargs);
}

VarRef do_len(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (VarRef result = t.overridden(v, "__len__", {})) return result;
  switch (v->kind()) {
    case VarKind::kArray:
    case VarKind::kTensor: {
      const Tensor& tensor = *torch::as_tensor(v->example());
      if (tensor.rank() == 0) observe(vm::types().TypeError, "len() of a 0-d tensor");
      return t.out.from_value(torch::sym_int_value(tensor.sym_sizes()[0]));
    }
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet: return constant_int(static_cast<int64_t>(v->items().size()));
    case VarKind::kDict: t.guard_keys(v); return constant_int(static_cast<int64_t>(v->entries().size()));
    case VarKind::kDictView:
      t.guard_keys(v->content());
      return constant_int(static_cast<int64_t>(v->content()->entries().size()));
    case VarKind::kRange: return constant_int(v->value.as<vm::Range>()->length());
    case VarKind::kObject: return t.call(t.get_attr(v, vm::intern("__len__")), {});
    default: return fold(t, f, args, kwargs, "len");
  }
}

VarRef do_isinstance(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  return constant_bool(t.is_instance(args.at(0), t.need_constant(args.at(1), "class")));
}
VarRef do_issubclass(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  return fold(t, f, args, kwargs, "issubclass");
}

VarRef do_getattr(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  vm::Str* name = vm::intern(t.need_constant(args.at(1), "attribute name").as<vm::Str>()->text);
  if (args.size() < 3) return t.get_attr(args[0], name);
  try {
    VarRef found = t.find_attr(args[0], name);
    return found ? found : args[2];
  } catch (Observed& observed) {
    if (!observed.exception->type()->is_subtype_of(vm::types().AttributeError)) throw;
    return args[2];
  }
}

VarRef do_hasattr(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  vm::Str* name = vm::intern(t.need_constant(args.at(1), "attribute name").as<vm::Str>()->text);
  VarRef object = t.value_of(args[0]);
  bool present = false;
  try {
    present = static_cast<bool>(t.find_attr(object, name));
  } catch (Observed& observed) {
    if (!observed.exception->type()->is_subtype_of(vm::types().AttributeError)) throw;
  }
  bool written =
      std::any_of(object->written().begin(), object->written().end(), [&](const auto& w) { return w.first == name; });
  if (object->source && object->is(VarKind::kObject) && !written)
    t.out.guard(present ? GuardKind::kPresent : GuardKind::kAbsent, object->source, Value::of(name));
  return constant_bool(present);
}

VarRef do_setattr(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  t.set_attr(args.at(0), vm::intern(t.need_constant(args.at(1), "attribute name").as<vm::Str>()->text), args.at(2));
  return none();
}
VarRef do_delattr(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  t.delete_attr(args.at(0), vm::intern(t.need_constant(args.at(1), "attribute name").as<vm::Str>()->text));
  return none();
}

VarRef do_type(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.size() != 1) unsupported<Break::kTypeCall>("type() with three arguments");
  vm::Type* type = type_of_var(*t.value_of(args[0]));
  return type ? t.out.from_value(Value::of(type)) : fold(t, f, args, kwargs, "type");
}

VarRef do_range(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  for (VarRef& arg : args) {
    VarRef v = t.value_of(arg);
    if (v->is(VarKind::kObject) && v->type()->find(vm::intern("__index__")))
      arg = t.call(t.get_attr(v, vm::intern("__index__")), {});
  }
  return fold(t, f, args, kwargs, "range");
}

// id(): an object from outside has its real id; one made while tracing has the id of its variable.
VarRef do_id(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  Value real = v->known();
  for (const GraphInput& input : t.out.inputs()) {
    if (input.var == v) real = input.real;
  }
  bool outside = v->source && real.is_object() && !v->is(VarKind::kConstant);
  if (outside) {
    t.out.guard(GuardKind::kIdentity, v->source, real);
    return t.out.from_value(t.vm.call(f, {real}));
  }
  if (v->is(VarKind::kConstant) || v->is(VarKind::kValue)) return fold(t, f, args, kwargs, "id");
  return constant_int(static_cast<int64_t>(reinterpret_cast<intptr_t>(v.get())));
}

VarRef do_hash(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kObject)) {
    const Value* method = v->type()->find(vm::intern("__hash__"));
    if (method && method->as<vm::Function>()) return t.call(t.out.from_value(*method), {v});
    return do_id(t, *t.vm.builtins()->table.find(vm::intern("id")), args, kwargs);
  }
  return fold(t, f, args, kwargs, "hash");
}

VarRef do_build_class(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  std::string given;
  for (const VarRef& arg : args) given += (given.empty() ? "" : ", ") + describe(*t.value_of(arg));
  unsupported<Break::kBuildClass>("Non-constant args to __build_class__: (" + given + ") {}");
}

VarRef do_abs(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kTensor)) return t.out.call_function(f, args, {});
  if (v->is(VarKind::kArray)) return t.call_numpy("operator", "abs", args);
  if (v->is(VarKind::kObject)) return t.call(t.get_attr(v, vm::intern("__abs__")), {});
  if (v->is(VarKind::kSymInt)) return t.out.call_function(operator_function(t.vm, "abs"), args, {});
  if (v->is(VarKind::kSymFloat)) return t.symbol_node(f, {v}, Value::real(std::fabs(v->as<SymFloatVariable>().number)));
  return fold(t, f, args, kwargs, "abs");
}
VarRef do_round(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kTensor)) return t.call_tensor_method(v, "round", {}, {});
  if (v->is(VarKind::kSymInt) && args.size() == 1 && kwargs.empty()) return v;
  if (v->is(VarKind::kSymFloat) && kwargs.empty()) {
    std::vector<VarRef> numbers = {constant(Value::real(v->as<SymFloatVariable>().number))}, operands = {v};
    if (args.size() > 1)
      operands.push_back(constant(t.need_constant(args[1], "digits"))), numbers.push_back(operands[1]);
    Value now = fold(t, f, numbers, kwargs, "round")->value;
    VarRef rounded =
        t.symbol_node(t.vm.get_attribute(t.vm.import_module("_vitrine_dynamo"), "__round__"), operands, now);
    t.out.graph.rename(rounded->node(), "round");
    return rounded;
  }
  return fold(t, f, args, kwargs, "round");
}
VarRef do_pow(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 ? t.binary(BinaryOp::kPower, args[0], args[1], false) : fold(t, f, args, kwargs, "pow");
}
VarRef do_divmod(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  if (is_symbol(*t.value_of(args.at(0))) || is_symbol(*t.value_of(args.at(1))))
    observe(vm::types().TypeError, "unsupported operand type(s) for divmod(): 'int' and 'int'");
  return sequence(VarKind::kTuple, {t.binary(BinaryOp::kFloorDivide, args.at(0), args.at(1), false),
                                    t.binary(BinaryOp::kRemainder, args[0], args[1], false)});
}

VarRef do_slice(Tracer&, const Value&, std::vector<VarRef>& args, Keywords&) {
  if (args.size() == 1) return make_slice(none(), args[0], none());
  return make_slice(args.at(0), args.at(1), args.size() > 2 ? args[2] : none());
}
VarRef do_callable(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef v = t.value_of(args.at(0));
  if (v->is(VarKind::kFunction) || v->is(VarKind::kMethod)) return constant_bool(true);
  if (v->is(VarKind::kObject)) return constant_bool(v->type()->find(vm::intern("__call__")) != nullptr);
  if (v->is(VarKind::kTensor) || is_symbol(*v)) return constant_bool(false);
  return fold(t, f, args, kwargs, "callable");
}

VarRef do_super(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords&) {
  if (args.size() == 2) {
    VarRef type = t.value_of(args[0]);
    return make_var(SuperVariable{type->value, t.value_of(args[1])});
  }
  // super() without arguments: the class is in the cell __class__, self in the first slot.
  Value type;
  for (size_t i = 0; i < t.code.local_names.size(); ++i) {
    const CellVariable* cell = t.slots[i] ? t.slots[i]->get_if<CellVariable>() : nullptr;
    if (t.code.local_names[i] == "__class__" && cell && cell->content) type = t.value_of(cell->content)->value;
  }
  VarRef self = t.slots.at(0);
  if (self && self->is(VarKind::kCell)) self = self->content();
  if (type.is_null() || !self) unsupported<Break::kSuperOutsideMethod>("");
  return make_var(SuperVariable{std::move(type), t.value_of(self)});
}

VarRef do_object(Tracer&, const Value&, std::vector<VarRef>&, Keywords&) { return make_object(vm::types().object); }
VarRef do_locals(Tracer& t, const Value&, std::vector<VarRef>&, Keywords&) {
  VarRef dict = make_dict();
  for (size_t i = 0; i < t.slots.size(); ++i) {
    VarRef v = t.slots[i] && t.slots[i]->is(VarKind::kCell) ? t.slots[i]->content() : t.slots[i];
    bool hidden = t.code.local_names[i].empty() || t.code.local_names[i][0] == '.';
    if (v && !v->is(VarKind::kNull) && !hidden) t.store_subscript(dict, constant_text(t.code.local_names[i]), v);
  }
  return dict;
}
VarRef do_vars(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.empty()) return do_locals(t, f, args, kwargs);
  return t.get_attr(args.at(0), vm::intern("__dict__"));
}

VarRef do_exc_info(Tracer& t, const Value&, std::vector<VarRef>&, Keywords&) {
  VarRef exception = t.handled_exception();
  if (!exception) return sequence(VarKind::kTuple, {none(), none(), none()});
  return sequence(VarKind::kTuple, {t.out.from_value(Value::of(exception->type())), exception, none()});
}

constexpr BuiltinRule kObjectBuiltins[] = {{"print", do_print},
                                           {"id", do_id},
                                           {"hash", do_hash},
                                           {"__build_class__", do_build_class},
                                           {"len", do_len},
                                           {"isinstance", do_isinstance},
                                           {"issubclass", do_issubclass},
                                           {"getattr", do_getattr},
                                           {"hasattr", do_hasattr},
                                           {"setattr", do_setattr},
                                           {"delattr", do_delattr},
                                           {"type", do_type},
                                           {"range", do_range},
                                           {"abs", do_abs},
                                           {"round", do_round, true},
                                           {"pow", do_pow, true},
                                           {"divmod", do_divmod},
                                           {"slice", do_slice},
                                           {"callable", do_callable},
                                           {"super", do_super},
                                           {"object", do_object},
                                           {"vars", do_vars},
                                           {"sys.exc_info", do_exc_info},
                                           {"locals", do_locals}};

const BuiltinRule* find_builtin(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const BuiltinRule*> rules;
    for (std::span<const BuiltinRule> part :
         {std::span<const BuiltinRule>(kObjectBuiltins), container_builtins(), text_builtins(), iterator_builtins(),
          operator_builtins(), math_builtins()}) {
      for (const BuiltinRule& rule : part) VT_CHECK(rules.emplace(rule.name, &rule).second, "a builtin has one rule");
    }
    return rules;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

// Functions with effects outside the program, which must not happen while tracing: some builtins, some whole modules.
bool has_effects(std::string_view name) {
  static const std::unordered_set<std::string_view> kFunctions = {
      "open", "input", "exec", "eval", "compile", "exit", "breakpoint", "quit", "globals", "__import__"};
  static const std::unordered_set<std::string_view> kModules = {"time", "random", "logging", "warnings", "sys",
                                                                "io",   "os",     "numpy",   "gc"};
  size_t dot = name.find('.');
  return dot == std::string_view::npos ? kFunctions.contains(name) : kModules.contains(name.substr(0, dot));
}

[[noreturn]] void refuse_effects(Tracer& t, const std::string& name, const std::vector<VarRef>& args,
                                 const Keywords& kwargs) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos) refuse_builtin(t, name, args, kwargs);
  std::string module = name.substr(0, dot), last = name.substr(dot + 1);
  unsupported<Break::kSkippedBuiltin>("module: " + module + ", qualname: " + last +
                                          ", skip reason: cannot determine source file for " + module +
                                          " (likely a C extension or builtin)",
                                      name);
}

}  // namespace

VarRef Tracer::call_builtin(const Value& function, const std::string& name, std::vector<VarRef>& args,
                            Keywords& kwargs) {
  // As in PyTorch, the arguments of a builtin are realized first.
  look_at_arguments(*this, args, kwargs);
  const BuiltinRule* rule = find_builtin(name);
  // Other functions read the drawn number and break there.
  if (rule && rule->refuses_drawn) refuse_drawn(*this, name, args);
  if (VarRef result = rule ? rule->handler(*this, function, args, kwargs) : VarRef()) return result;
  if (VarRef polyfill = polyfill_of(*this, name)) return inline_function(polyfill, std::move(args), std::move(kwargs));
  if (has_effects(name)) refuse_effects(*this, name, args, kwargs);
  return fold(*this, function, args, kwargs, name);
}

}  // namespace vt::dynamo
