// Calls: inlining of Python functions, dispatch to builtins, containers and torch.
#include <algorithm>
#include <set>

#include "capture/dynamo/trace_builtins.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

struct Callee {
  Value code, globals;
  std::vector<VarRef> defaults;
  std::vector<std::pair<vm::Str*, VarRef>> keyword_defaults;
  std::vector<VarRef> closure;
};

// The closure cells of a function from outside, shared by all who see the same cell.
VarRef outside_cell(Tracer& tracer, const VarRef& function, const std::string& name, const Value& cell, size_t index) {
  auto known = tracer.out.tracked.find(cell.as_object());
  if (known != tracer.out.tracked.end()) return known->second;
  VarRef v = make_var(VarKind::kCell);
  v->value = cell;
  const Value& content = cell.as<vm::Cell>()->content;
  const Code& owner = *function->value.as<vm::Function>()->code.as<vm::CodeObject>()->code;
  bool library = owner.file->name().starts_with("<frozen");
  if (function->source) v->source = item_source(function->source, static_cast<int>(index), SourceKind::kClosure);
  else if (!library) v->source = cell_source(cell, name, static_cast<int>(tracer.out.tracked.size()));
  if (!content.is_null()) v->content = v->source ? tracer.out.wrap(content, v->source) : tracer.out.from_value(content);
  tracer.out.tracked[cell.as_object()] = v;
  tracer.out.kept.push_back(cell);
  return v;
}

std::string free_name(const vm::Function& function, size_t index) {
  const Code& code = *function.code.as<vm::CodeObject>()->code;
  return code.local_names[code.local_names.size() - static_cast<size_t>(code.free_variable_count) + index];
}

Callee callee_of(Tracer& tracer, const VarRef& function) {
  Callee callee;
  if (function->value.is_null()) {
    callee.code = function->code;
    callee.globals = function->globals;
    callee.defaults = function->defaults;
    callee.keyword_defaults = function->keyword_defaults;
    callee.closure = function->closure;
    return callee;
  }
  vm::Function* f = function->value.as<vm::Function>();
  callee.code = f->code;
  callee.globals = f->globals;
  bool library = is_torch_code(f->globals);
  auto wrap = [&](const Value& value, SourceRef source) {
    return function->source && !library ? tracer.out.wrap(value, std::move(source)) : tracer.out.from_value(value);
  };
  if (vm::Tuple* defaults = f->defaults.as<vm::Tuple>()) {
    for (size_t i = 0; i < defaults->items.size(); ++i) {
      callee.defaults.push_back(wrap(
          defaults->items[i],
          function->source ? item_source(function->source, static_cast<int>(i), SourceKind::kDefault) : SourceRef()));
    }
  }
  if (vm::Dict* defaults = f->keyword_defaults.as<vm::Dict>()) {
    for (const auto& entry : defaults->table.entries()) {
      if (entry.key.is_null()) continue;
      vm::Str* name = vm::intern(entry.key.as<vm::Str>()->text);
      callee.keyword_defaults.emplace_back(
          name, wrap(entry.value, function->source
                                      ? attribute_source(function->source, name->text, SourceKind::kKeywordDefault)
                                      : SourceRef()));
    }
  }
  if (vm::Tuple* cells = f->closure.as<vm::Tuple>()) {
    for (size_t i = 0; i < cells->items.size(); ++i)
      callee.closure.push_back(outside_cell(tracer, function, free_name(*f, i), cells->items[i], i));
  }
  return callee;
}

// Binds arguments to the callee's slots, as a call does.
void bind_arguments(Tracer& child, const Callee& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  const Code& code = child.code;
  size_t positional = static_cast<size_t>(code.argument_count),
         keyword_only = static_cast<size_t>(code.keyword_only_count);
  size_t named = positional + keyword_only;
  size_t star_slot = named, double_slot = named + (code.flags & kHasVarArgs ? 1 : 0);
  for (size_t i = 0; i < std::min(args.size(), positional); ++i) child.slots[i] = args[i];
  if (args.size() > positional && !(code.flags & kHasVarArgs)) {
    observe(vm::types().TypeError, code.qualified_name + "() takes " + std::to_string(positional) +
                                       " positional argument" + (positional == 1 ? "" : "s") + " but " +
                                       std::to_string(args.size()) + (args.size() == 1 ? " was" : " were") + " given");
  }
  if (code.flags & kHasVarArgs) {
    std::vector<VarRef> rest;
    if (args.size() > positional) rest.assign(args.begin() + static_cast<int64_t>(positional), args.end());
    child.slots[star_slot] = sequence(VarKind::kTuple, std::move(rest));
  }
  VarRef extra;
  if (code.flags & kHasVarKeywords) {
    extra = make_var(VarKind::kDict);
    extra->type = vm::types().dict;
    child.slots[double_slot] = extra;
  }
  for (auto& [name, value] : kwargs) {
    size_t slot = static_cast<size_t>(code.positional_only_count);
    while (slot < named && code.local_names[slot] != name) ++slot;
    if (slot < named) {
      if (child.slots[slot])
        observe(vm::types().TypeError, code.qualified_name + "() got multiple values for argument '" + name + "'");
      child.slots[slot] = value;
    } else if (extra) {
      extra->entries.emplace_back(constant_text(name), value);
    } else {
      observe(vm::types().TypeError, code.qualified_name + "() got an unexpected keyword argument '" + name + "'");
    }
  }
  size_t first_default = positional - callee.defaults.size();
  for (size_t i = 0; i < positional; ++i) {
    if (child.slots[i]) continue;
    if (i < first_default)
      observe(vm::types().TypeError,
              code.qualified_name + "() missing 1 required positional argument: '" + code.local_names[i] + "'");
    child.slots[i] = callee.defaults[i - first_default];
  }
  for (size_t i = positional; i < named; ++i) {
    if (child.slots[i]) continue;
    for (const auto& [name, value] : callee.keyword_defaults) {
      if (name->text == code.local_names[i]) child.slots[i] = value;
    }
    if (!child.slots[i])
      observe(vm::types().TypeError,
              code.qualified_name + "() missing 1 required keyword-only argument: '" + code.local_names[i] + "'");
  }
}

}  // namespace

static void look_at_all(Output& out, const VarRef& given, std::set<const Var*>& seen) {
  if (!given) return;
  VarRef v = force(out, given);
  if (!seen.insert(v.get()).second || (v->source && !v->is(VarKind::kCell))) return;
  look_at_all(out, v->content, seen);
  for (const VarRef& item : std::vector(v->items)) look_at_all(out, item, seen);
  for (const auto& [key, value] : std::vector(v->entries)) look_at_all(out, value, seen);
  for (const auto& [name, value] : std::vector(v->written)) look_at_all(out, value, seen);
  for (const auto& [name, value] : std::vector(v->keyword_defaults)) look_at_all(out, value, seen);
  for (const VarRef& value : std::vector(v->defaults)) look_at_all(out, value, seen);
  for (const VarRef& cell : std::vector(v->closure)) look_at_all(out, cell, seen);
}

void look_at_all(Tracer& tracer, const VarRef& given) {
  std::set<const Var*> seen;
  look_at_all(tracer.out, given, seen);
}

VarRef Tracer::inline_function(const VarRef& function, std::vector<VarRef> args, Keywords kwargs) {
  Callee callee = callee_of(*this, function);
  auto child = std::make_unique<Tracer>(out, this, callee.code, callee.globals, options);
  // PyTorch makes a CrossEntropyLoss without tracing how.
  bool module_made = child->code.qualified_name == "Module.__init__" && is_torch_code(callee.globals);
  vm::Type* made = module_made && !args.empty() ? type_of_var(*value_of(args[0])) : nullptr;
  if (module_made && !(made && made->name == "CrossEntropyLoss")) {
    Value log = vm.get_attribute(vm.import_module("_vitrine_dynamo"), "_log_api_usage_once");
    out.call_function(log, {constant_text("python.nn_module")}, {});
  }
  child->closure = callee.closure;
  if (function->value.is_null() && !(child->code.flags & kIsGenerator)) look_at_all(*this, function);
  bind_arguments(*child, callee, args, kwargs);
  if (child->code.flags & kIsGenerator) {
    VarRef generator = make_var(VarKind::kGenerator);
    child->parent = nullptr;  // outlives this call
    generator->generator = std::move(child);
    out.generators.push_back(generator);
    return generator;
  }
  SourceSpan span = out.span;
  const Code* place = out.place;
  std::shared_ptr<const CodePlace> caller = out.caller;
  if (place == &code) out.caller = std::make_shared<const CodePlace>(out.here());
  child->run();
  out.span = span;
  out.caller = std::move(caller);
  if (place && out.place != place) out.place = place, out.place_file = place->file, out.place_function = place->name;
  return child->result;
}

static bool has_mark(Interpreter& vm, const Value& function, const char* name) {
  Value flag = vm.find_attribute(function, vm::intern(name));
  return !flag.is_null() && vm.truth(flag);
}
static bool marked_disabled(Interpreter& vm, const Value& function) {
  return has_mark(vm, function, "_torchdynamo_disable");
}

[[noreturn]] static void refuse_disabled(Interpreter& vm, const Value& function) {
  Value reason = vm.find_attribute(function, vm::intern("_torchdynamo_disable_msg"));
  std::string text = vm.repr(function), why = reason.is_null() ? "None" : vm.str(reason);
  bool inlined = has_mark(vm, function, "_torchdynamo_disable_self_only");
  unsupported(inlined ? "GB0099" : "GB0098",
              std::string("Skip ") + (inlined ? "inlining" : "calling") + " `torch.compiler.disable()`d function", text,
              (inlined ? "Skip inlining function " + text : "Skip calling function `" + text + "`") +
                  " since it was wrapped with `torch.compiler.disable` (reason: " + why + ")",
              {"Remove the `torch.compiler.disable` call"});
}

// Modules of the language's library whose functions act on the outside world.
static void refuse_skipped(const vm::Function& function) {
  const Code& code = *function.code.as<vm::CodeObject>()->code;
  const std::string& file = code.file->name();
  if (file == "<frozen warnings>") {
    unsupported("GB0007", "Attempted to call function marked as skipped",
                "module: _warnings, qualname: " + code.name +
                    ", skip reason: cannot determine source file for _warnings (likely a C extension or builtin)",
                "Dynamo does not know how to trace the Python builtin `_warnings." + code.name + "`.",
                {"If you are attempting to call a logging function (e.g. `_warnings.warn`), you can try adding it to "
                 "`torch._dynamo.config.reorderable_logging_functions`.",
                 "Please file an issue on GitHub so the PyTorch team can add support for it. "});
  }
  if (file == "<frozen torch.optim.optimizer>" && code.name == "step") {  // where PyTorch's breaks the graph itself
    unsupported("GB0025", "Call to `torch._dynamo.graph_break()`",
                "Called `torch._dynamo.graph_break()` with args `[]`, kwargs `{}`",
                "User-inserted graph break. Message: None", {"Remove the `torch._dynamo.graph_break()` call."});
  }
  if (file == "<frozen torch.optim.optimizer>" && code.name == "zero_grad") {
    std::string qualified = "Optimizer." + code.name;
    unsupported(
        "GB0008", "Attempted to inline function marked as skipped",
        "qualname: " + qualified +
            ", name: inner, filename: `torch/_compile.py`, skip reason: file matches "
            "MOD_SKIPLIST",
        "Dynamo developers have intentionally marked that the function `" + qualified + "` should not be traced.",
        {"Avoid calling the function `" + qualified + "`.",
         "Apply `@torch._dynamo.dont_skip_tracing` to the function `" + qualified +
             "` to force tracing into the function. More graph breaks may occur as a result of attempting to "
             "trace into the function.",
         "Please file an issue to PyTorch."});
  }
  if (file == "<frozen torch.serialization>") {
    unsupported("GB0007", "Attempted to call function marked as skipped",
                "module: torch.serialization, qualname: " + code.qualified_name +
                    ", skip reason: file matches MOD_SKIPLIST (torch/serialization)",
                "Dynamo developers have intentionally marked that the function `" + code.name +
                    "` in file `torch/serialization.py` should not be traced.",
                {"Avoid calling the function `" + code.name + "`.",
                 "Apply `@torch._dynamo.dont_skip_tracing` to the function `" + code.name +
                     "` to force tracing into the function. More graph breaks may occur as a result of attempting to "
                     "trace into the function.",
                 "Please file an issue to PyTorch."});
  }
  if (file == "<frozen logging>") {
    unsupported("GB0150", "logging.Logger method not supported for non-export cases", code.qualified_name,
                "logging.Logger methods are not supported for non-export cases.",
                {"Add the logging method to `torch._dynamo.config.ignore_logging_functions`."});
  }
}

[[noreturn]] static void refuse_tensor_copy() {
  unsupported("GB4198", "Attempted to copy.deepcopy a tensor", "copy.deepcopy(TensorVariable())",
              "Dynamo does not support copy.deepcopy() on tensors.",
              {"Avoid calling copy.deepcopy() on tensors inside compiled regions."});
}

// A module's parameters cannot be made anew in a graph.
static void refuse_copy(Interpreter& vm, const Var& v) {
  vm::Type* module = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
  if (!v.is(VarKind::kObject) || !module || !v.type->is_subtype_of(module)) return;
  vm::Dict* own = v.value.is_null() ? nullptr : vm.find_attribute(v.value, vm::intern("_parameters")).as<vm::Dict>();
  if (own && own->table.size() > 0) refuse_tensor_copy();
  unsupported("GB0116", "Unexpected type in sourceless builder", "torch.nn.parameter.Parameter",
              "SourcelessBuilder.create does not know how to wrap <class 'torch.nn.parameter.Parameter'>",
              {"This is likely to be a Dynamo bug. Please report an issue to PyTorch."});
}

// A lazy module takes its width from its first input, and is of another class from then on.
static void initialise_lazy(Tracer& t, const VarRef& module, const std::vector<VarRef>& args) {
  Value lazy = t.vm.get_attribute(t.vm.import_module("torch.nn.modules.lazy"), "_Lazy");
  if (module->value.is_null() || args.empty() || !module->type->is_subtype_of(lazy.as<vm::Type>())) return;
  t.vm.call(t.vm.get_attribute(module->value, "initialize_parameters"), {t.out.to_example(args[0])});
  throw Restart();
}

// What torch.compiler.substitute_in_graph put in a function's place; null if nothing.
static Value substitute_for(Interpreter& vm, const VarRef& callee) {
  bool function = callee->value.as<vm::Function>() || callee->value.as<vm::NativeFunction>();
  if (!function) return {};
  Value known = vm.get_attribute(vm.import_module("torch._dynamo.decorators"), "_substitutes");
  vm::Dict* dict = known.as<vm::Dict>();
  Value* found = dict && dict->table.size() > 0 ? dict->table.find(vm, callee->value) : nullptr;
  return found ? *found : Value();
}

VarRef Tracer::call(const VarRef& given, std::vector<VarRef> args, Keywords kwargs) {
  VarRef callee = value_of(given);
  if (Value other = substitute_for(vm, callee); !other.is_null())
    return inline_function(out.from_value(other), std::move(args), std::move(kwargs));
  switch (callee->kind) {
    case VarKind::kFunction: {
      if (!callee->value.is_null()) {
        vm::Function* function = callee->value.as<vm::Function>();
        if (marked_disabled(vm, callee->value)) refuse_disabled(vm, callee->value);
        if (VarRef result = call_library(callee, args, kwargs)) return result;
        if (VarRef result = call_higher_order(callee, args, kwargs)) return result;
        if (is_torch_code(function->globals) && enters_graph(callee->value))
          return call_torch(callee->value, args, kwargs);
        bool numpy = function->code_object()->code->file->name().starts_with("<frozen numpy._");
        std::string name = numpy ? vm.str(vm.get_attribute(callee->value, "__name__")) : std::string();
        if (numpy && name[0] != '_') return call_numpy("function", name, std::move(args), std::move(kwargs));
        refuse_skipped(*function);
        if (function->code_object()->code->qualified_name == "Module.state_dict" && is_torch_code(function->globals)) {
          unsupported("GB0467", "setattr() on unsupported type", "setattr(ConstDictVariable(), _metadata, ...)",
                      "setattr() is not supported on type OrderedDict", {kSupportable});
        }
        const Code& called = *function->code_object()->code;
        if (called.name == "deepcopy" && called.file->name() == "<frozen copy>" && !args.empty() &&
            value_of(args[0])->is(VarKind::kTensor))
          refuse_tensor_copy();
        if (called.name == "deepcopy" && called.file->name() == "<frozen copy>" && !args.empty())
          refuse_copy(vm, *value_of(args[0]));
        VarRef inner = value_of(find_attr(callee, vm::intern("_torchdynamo_orig_callable"))
                                    ? find_attr(callee, vm::intern("_torchdynamo_orig_callable"))
                                    : none());
        if (!inner->is(VarKind::kConstant)) return call(inner, std::move(args), std::move(kwargs));
      }
      return inline_function(callee, std::move(args), std::move(kwargs));
    }
    case VarKind::kMethod: {
      VarRef function = value_of(callee->items[0]), self = value_of(callee->items[1]);
      if (function->is(VarKind::kConstant))
        return call_container_method(self, function->value.as<vm::Str>()->text, args, kwargs);
      if (self->is(VarKind::kTensor) &&
          !(function->is(VarKind::kFunction) &&
            !(!function->value.is_null() && is_tensor_function(vm, function->value)) &&
            !is_torch_code(function->value.is_null() ? function->globals
                                                     : function->value.as<vm::Function>()->globals))) {
        Value name = vm.find_attribute(function->value, vm::intern("__name__"));
        if (name.as<vm::Str>())
          return call_tensor_method(self, name.as<vm::Str>()->text, std::move(args), std::move(kwargs));
      }
      if (VarRef result = call_context(self, function)) return result;
      if (VarRef result = call_higher_order(callee, args, kwargs)) return result;
      args.insert(args.begin(), callee->items[1]);
      return call(function, std::move(args), std::move(kwargs));
    }
    case VarKind::kObject: {
      const Value* method = callee->type->find(vm::intern("__call__"));
      if (!method) observe(vm::types().TypeError, "'" + callee->type->name + "' object is not callable");
      if (callee->type->name == "_lru_cache_wrapper" &&
          callee->type->module == "functools")  // traced as if nothing was kept
        return call(get_attr(callee, vm::intern("_function")), std::move(args), std::move(kwargs));
      vm::Function* function = method->as<vm::Function>();
      vm::Type* module_class = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
      if (function && is_torch_code(function->globals) && module_class && callee->type->is_subtype_of(module_class)) {
        initialise_lazy(*this, callee, args);
        bool hooked = false;
        for (const char* hooks : {"_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"}) {
          vm::Dict* dict =
              callee->value.is_null() ? nullptr : vm.find_attribute(callee->value, vm::intern(hooks)).as<vm::Dict>();
          VarRef changed = dict ? out.changed_dict(dict) : VarRef();
          bool any = changed ? !changed->entries.empty() : dict && dict->table.size() > 0;
          if (any && hooks[1] == 'b') {
            unsupported("GB0083", "Module-level backwards hooks require compiled autograd.", "", "",
                        {"Enable compiled autograd by setting `torch._dynamo.config.compiled_autograd = True`."});
          }
          hooked = hooked || any;
        }
        if (!hooked) return call(get_attr(callee, vm::intern("forward")), std::move(args), std::move(kwargs));
      }
      return call(get_attr(callee, vm::intern("__call__")), std::move(args), std::move(kwargs));
    }
    case VarKind::kValue: return call_value(callee, args, kwargs);
    default: {
      vm::Type* type = type_of_var(*callee);
      const Value* method = type ? type->find(vm::intern("__call__")) : nullptr;  // of a class made from a list
      if (method && method->as<vm::Function>()) {
        args.insert(args.begin(), callee);
        return call(out.from_value(*method), std::move(args), std::move(kwargs));
      }
      observe(vm::types().TypeError, "'" + (type ? type->name : std::string("object")) + "' object is not callable");
    }
  }
}

VarRef Tracer::call_value(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  const Value& value = callee->value;
  if (vm::Type* type = value.as<vm::Type>(); type && type->module == "numpy" && type->find(vm::intern("_torch")))
    return call_numpy("function", type->name, std::move(args), std::move(kwargs));
  if (vm::Type* type = value.as<vm::Type>()) return construct(type, std::move(args), std::move(kwargs));
  bool is_operator = value.is_object() && value.as_object()->kind == vm::Kind::kInstance &&
                     value.as_object()->type->module == "torch._ops";
  if (is_operator) {  // torch.ops.aten.add.Tensor
    Value example = vm.find_attribute(value, vm::intern("_dynamo_example"));
    return example.is_null() ? out.call_function(value, args, kwargs) : call_with_example(value, example, args, kwargs);
  }
  Value wrapped = vm.find_attribute(value, vm::intern("_torchdynamo_orig_callable"));
  if (!wrapped.is_null()) return call(out.from_value(wrapped), std::move(args), std::move(kwargs));
  if (vm::NativeFunction* native = value.as<vm::NativeFunction>()) {
    if (marked_disabled(vm, value)) refuse_disabled(vm, value);
    std::string name = fx::qualified_name(vm, value);
    if (native->name == "__new__" && !args.empty() && value_of(args[0])->is(VarKind::kValue)) {
      vm::Type* made = value_of(args[0])->value.as<vm::Type>();
      vm::BuiltinTypes& types = vm::types();
      VarKind kind = !made                                  ? VarKind::kNull
                     : made->is_subtype_of(types.list)      ? VarKind::kList
                     : made->is_subtype_of(types.tuple)     ? VarKind::kTuple
                     : made->is_subtype_of(types.set)       ? VarKind::kSet
                     : made->is_subtype_of(types.frozenset) ? VarKind::kSet
                     : made->is_subtype_of(types.dict)      ? VarKind::kDict
                                                            : VarKind::kNull;
      if (kind != VarKind::kNull) {
        VarRef container = sequence(kind, {});
        container->type = made;
        bool fixed = kind == VarKind::kTuple || made->is_subtype_of(types.frozenset);
        if (fixed && args.size() > 1) fill_sequence(container, args[1]);
        return container;
      }
      if (!made || made->is_native || made->instance_kind != vm::Kind::kInstance)
        unsupported("GB0147", "Unsupported __new__", name, "Only plain classes are constructed while tracing.");
      VarRef object = make_var(VarKind::kObject);
      object->type = made;
      return object;
    }
    if (native->is_method && !args.empty()) {
      if (VarRef drawn = draw_random(*this, value_of(args[0]), *native, args, kwargs)) return drawn;
    }
    bool tensor_self = !args.empty() && value_of(args[0])->is(VarKind::kTensor);
    if (native->is_method && tensor_self) {  // torch.Tensor.add(x, y)
      VarRef self = value_of(args[0]);
      args.erase(args.begin());
      return call_tensor_method(self, native->name, std::move(args), std::move(kwargs));
    }
    if (native->is_method && !args.empty() &&
        name.find("torch") == std::string::npos) {  // list.append(l, x), object.__init__(self)
      VarRef self = value_of(args[0]);
      if (native->name == "__init__" && self->is(VarKind::kObject)) return none();
      if (native->name == "__init__" && self->is(VarKind::kValue) && self->value.as<vm::Exception>()) {
        Unsupported error;
        error.type = "__init__ of an exception from outside";
        error.skip_frame = true;
        throw error;
      }
      if (native->name == "__init__" && self->is(VarKind::kException)) {
        unsupported("GB5017", "missing tp_init", "tp_init_impl not implemented for " + type_of_var(*self)->name,
                    "Dynamo does not know how to trace __init__ on `" + exception_text(*this, *self) + "`.",
                    {"This is likely to be a Dynamo bug. Please report an issue to PyTorch."});
      }
      if (native->name == "__init__" && self->is(VarKind::kDict)) {
        args.erase(args.begin());
        return call_container_method(self, "update", args, kwargs);
      }
      if (native->name == "__init__" && (self->is(VarKind::kList) || self->is(VarKind::kSet))) {
        if (args.size() > 1) fill_sequence(self, args[1]);
        out.note_mutation(self);
        return none();
      }
      if (native->name == "__getattribute__" && args.size() == 2) {
        native_access = self->is(VarKind::kObject);
        return get_attr(self, vm::intern(need_constant(args[1], "attribute name").as<vm::Str>()->text));
      }
      if (native->name == "__delattr__" && args.size() == 2 && self->is(VarKind::kObject)) {
        delete_attr(self, vm::intern(need_constant(args[1], "attribute name").as<vm::Str>()->text), true);
        return none();
      }
      if (native->name == "__setattr__" && args.size() == 3) {
        vm::Str* attribute = vm::intern(need_constant(args[1], "attribute name").as<vm::Str>()->text);
        std::erase_if(self->written, [&](const auto& entry) { return entry.first == attribute; });
        self->written.emplace_back(attribute, args[2]);
        out.note_mutation(self);
        return none();
      }
      args.erase(args.begin());
      return call_container_method(self, native->name, args, kwargs);
    }
    if (torch::binding_of(value) || enters_graph(value)) return call_torch(value, args, kwargs);
    return call_builtin(value, name, args, kwargs);
  }
  if (torch::binding_of(value)) return call_torch(value, args, kwargs);
  if (Value object = referent(value); !object.is_null() && callee->source && args.empty() && kwargs.empty())
    return out.wrap(object, attribute_source(callee->source, {}, SourceKind::kReferent));
  std::string text = vm.repr(value);
  unsupported(
      "GB0007", "Attempted to call function marked as skipped",
      "module: " + std::string(vm::type_name(value)) + ", qualname: " + text + ", skip reason: <missing reason>",
      "Dynamo does not know how to trace the callable `" + text + "`.",
      {"If it is safe to put the call in the graph as it is, mark it with `torch.compiler.allow_in_graph`.",
       "Otherwise keep it out of the compiled function, or write it with torch operations."});
}

bool Tracer::is_instance(const VarRef& given, const Value& types) {
  VarRef v = value_of(given);
  // A metaclass of the program is asked about its objects, as in PyTorch for one class alone.
  const Value* asked = types.as<vm::Type>() && v->is(VarKind::kObject)
                           ? vm::type_of(types)->find(vm::intern("__instancecheck__"))
                           : nullptr;
  if (asked && asked->as<vm::Function>() && type_of_var(*v) != types.as<vm::Type>() &&
      !is_torch_code(asked->as<vm::Function>()->globals))
    return truth(call(out.from_value(*asked), {out.from_value(types), v}));
  return is_plain_instance(v, types);
}

bool Tracer::is_plain_instance(const VarRef& v, const Value& types) {
  if (vm::Tuple* tuple = types.as<vm::Tuple>()) {
    return std::any_of(tuple->items.begin(), tuple->items.end(),
                       [&](const Value& type) { return is_plain_instance(v, type); });
  }
  vm::Type* type = types.as<vm::Type>();
  if (v->is(VarKind::kConstant) || v->is(VarKind::kValue) || v->is(VarKind::kTensor))
    return vm.is_instance(v->value, types);
  vm::Type* own = type_of_var(*v);
  if (type && own && own->is_subtype_of(type)) return true;
  // Classes that answer for others (collections.abc) are asked.
  if (type && own)
    return vm.truth(vm.call(*vm.builtins()->table.find(vm::intern("issubclass")), {Value::of(own), types}));
  if (type) return false;
  if (!v->value.is_null()) return vm.is_instance(v->value, types);
  unsupported("GB0059", "isinstance() with an unusual class", vm.repr(types),
              "The second argument of isinstance is no class.");
}

}  // namespace vt::dynamo
