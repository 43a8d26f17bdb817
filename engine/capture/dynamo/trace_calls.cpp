// Calls: inlines Python functions; dispatches to builtins, containers and torch.
#include <algorithm>
#include <set>

#include "capture/dynamo/call_path.h"
#include "capture/dynamo/trace_builtins.h"
#include "support/events.h"
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

// The variable of a closure cell of a function from outside; functions that share the cell share the variable.
VarRef outside_cell(Tracer& tracer, const VarRef& function, const std::string& name, const Value& cell, size_t index) {
  if (VarRef known = tracer.out.tracked.find(cell.as_object())) return known;
  VarRef v = make_var<CellVariable>();
  v->value = cell;
  const Value& content = cell.as<vm::Cell>()->content;
  const Code& owner = *function->value.as<vm::Function>()->code.as<vm::CodeObject>()->code;
  bool library = owner.file->name().starts_with("<frozen");
  if (function->source) v->source = item_source(function->source, static_cast<int>(index), SourceKind::kClosure);
  else if (!library) v->source = cell_source(cell, name, static_cast<int>(tracer.out.tracked.size()));
  if (!content.is_null()) {
    v->as<CellVariable>().content = v->source ? tracer.out.wrap(content, v->source) : tracer.out.from_value(content);
  }
  tracer.out.tracked.add(cell, v);
  return v;
}

std::string free_name(const vm::Function& function, size_t index) {
  const Code& code = *function.code.as<vm::CodeObject>()->code;
  return code.local_names[code.local_names.size() - static_cast<size_t>(code.free_variable_count) + index];
}

Callee callee_of(Tracer& tracer, const VarRef& function) {
  Callee callee;
  if (function->value.is_null()) {
    const UserFunctionVariable& made = function->as<UserFunctionVariable>();
    return {made.code, made.globals, made.defaults, made.keyword_defaults, made.closure};
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

// Binds arguments to the callee's slots by Python's calling convention (positional, keyword, *, ** and defaults).
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
    extra = make_dict();
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
      extra->entries().emplace_back(constant_text(name), value);
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
  look_at_all(out, v->content(), seen);
  for (const VarRef& item : copied(v->parts())) look_at_all(out, item, seen);
  for (const auto& [key, value] : copied(v->pairs())) look_at_all(out, value, seen);
  for (const auto& [name, value] : std::vector(v->written())) look_at_all(out, value, seen);
  if (!v->is(VarKind::kFunction)) return;
  const UserFunctionVariable function = v->as<UserFunctionVariable>();
  for (const auto& [name, value] : function.keyword_defaults) look_at_all(out, value, seen);
  for (const VarRef& value : function.defaults) look_at_all(out, value, seen);
  for (const VarRef& cell : function.closure) look_at_all(out, cell, seen);
}

void look_at_all(Tracer& tracer, const VarRef& given) {
  std::set<const Var*> seen;
  look_at_all(tracer.out, given, seen);
}

// The call path entry (kCallPath) of a call: "L['self'].mlp:MLP" for a module, "gelu():" for a function of the program.
// Empty for functions of the library, and if no event listener is attached.
static std::string call_label(const Code& code, const std::vector<VarRef>& args) {
  if (!event_log().active()) return {};
  if (code.name == "forward" && !args.empty())
    if (VarRef self = args[0]; self && self->is(VarKind::kObject) && self->type() && self->source && self->source->base)
      return self->source->text() + ":" + self->type()->name;
  bool named = code.name[0] != '<' && code.name != "forward" && code.name != "__call__";
  return named && !code.file->name().starts_with("<frozen") ? code.name + "():" : std::string();
}

// Adds the label to every node recorded since `before`. Called when a call ends, so inner calls come first.
static void note_call(Output& out, fx::Node* before, const std::string& label) {
  for (fx::Node* node = before->next; !out.graph.is_end(node); node = node->next) {
    if (node->op == fx::NodeOp::kPlaceholder) continue;
    auto& meta = node->meta.as<vm::Dict>()->table;
    const Value* inner = meta.find(vm::intern(kCallPath));
    meta.insert(vm::intern(kCallPath), vm::make_str(label + (inner ? "\n" + inner->as<vm::Str>()->text : "")));
  }
}

VarRef Tracer::inline_function(const VarRef& function, std::vector<VarRef> args, Keywords kwargs) {
  Callee callee = callee_of(*this, function);
  auto child = std::make_unique<Tracer>(out, this, callee.code, callee.globals, options);
  // PyTorch constructs CrossEntropyLoss without tracing its constructor.
  bool module_made = child->code.qualified_name == "Module.__init__" && is_torch_code(callee.globals);
  vm::Type* made = module_made && !args.empty() ? type_of_var(*value_of(args[0])) : nullptr;
  if (module_made && !(made && made->name == "CrossEntropyLoss")) {
    Value log = vm.get_attribute(vm.import_module("_vitrine_dynamo"), "_log_api_usage_once");
    out.call_function(log, {constant_text("python.nn_module")}, {});
  }
  child->set_closure(callee.closure);
  if (function->value.is_null() && !(child->code.flags & kIsGenerator)) look_at_all(*this, function);
  std::string label = call_label(child->code, args);
  bind_arguments(*child, callee, args, kwargs);
  if (child->code.flags & kIsGenerator) {
    child->detach();  // the generator outlives this call
    VarRef generator = make_var(LocalGeneratorObjectVariable(std::move(child)));
    out.effects.add_generator(generator);
    return generator;
  }
  TracePlace::Call place = out.place.call_from(code);
  fx::Node* before = out.graph.root->previous;
  child->run();
  if (!label.empty()) note_call(out, before, label + "#" + std::to_string(event_log().provenance.size()));
  out.place.return_to(std::move(place));
  return child->result();
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
  if (has_mark(vm, function, "_torchdynamo_disable_self_only")) unsupported<Break::kDisabledInline>(text, text, why);
  unsupported<Break::kDisabledFunction>(text, text, why);
}

// Refuses functions of Python library modules that act outside the program (warnings, logging ...).
static void refuse_skipped(const vm::Function& function) {
  const Code& code = *function.code.as<vm::CodeObject>()->code;
  const std::string& file = code.file->name();
  if (file == "<frozen warnings>") {
    unsupported<Break::kSkippedWarning>(
        "module: _warnings, qualname: " + code.name +
            ", skip reason: cannot determine source file for _warnings (likely a C extension or builtin)",
        code.name);
  }
  if (file == "<frozen torch.optim.optimizer>" && code.name == "step") {  // PyTorch's step() breaks the graph itself
    unsupported<Break::kGraphBreak>("Called `torch._dynamo.graph_break()` with args `[]`, kwargs `{}`", "None");
  }
  if (file == "<frozen torch.optim.optimizer>" && code.name == "zero_grad") {
    std::string qualified = "Optimizer." + code.name;
    unsupported<Break::kSkippedInline>("qualname: " + qualified +
                                           ", name: inner, filename: `torch/_compile.py`, skip reason: file matches "
                                           "MOD_SKIPLIST",
                                       qualified);
  }
  if (file == "<frozen torch.serialization>") {
    unsupported<Break::kSkippedSerialization>("module: torch.serialization, qualname: " + code.qualified_name +
                                                  ", skip reason: file matches MOD_SKIPLIST (torch/serialization)",
                                              code.name);
  }
  if (file == "<frozen logging>") {
    unsupported<Break::kLogger>(code.qualified_name);
  }
}

[[noreturn]] static void refuse_tensor_copy() { unsupported<Break::kDeepcopy>("copy.deepcopy(TensorVariable())"); }

// A module with parameters cannot be copied in a graph, because a parameter cannot be created there.
static void refuse_copy(Interpreter& vm, const Var& v) {
  vm::Type* module = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
  if (!v.is(VarKind::kObject) || !module || !v.type()->is_subtype_of(module)) return;
  vm::Dict* own = v.value.is_null() ? nullptr : vm.find_attribute(v.value, vm::intern("_parameters")).as<vm::Dict>();
  if (own && own->table.size() > 0) refuse_tensor_copy();
  unsupported<Break::kSourceless>("torch.nn.parameter.Parameter", "torch.nn.parameter.Parameter");
}

// A lazy module gets its sizes from its first input and then changes its class: initialise it, and trace anew.
static void initialise_lazy(Tracer& t, const VarRef& module, const std::vector<VarRef>& args) {
  Value lazy = t.vm.get_attribute(t.vm.import_module("torch.nn.modules.lazy"), "_Lazy");
  if (module->value.is_null() || args.empty() || !module->type()->is_subtype_of(lazy.as<vm::Type>())) return;
  t.vm.call(t.vm.get_attribute(module->value, "initialize_parameters"), {t.out.to_example(args[0])});
  throw Restart();
}

// The function registered as a replacement by torch.compiler.substitute_in_graph; null if there is none.
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
  switch (callee->kind()) {
    case VarKind::kFunction: {
      if (!callee->value.is_null()) {
        vm::Function* function = callee->value.as<vm::Function>();
        if (marked_disabled(vm, callee->value)) refuse_disabled(vm, callee->value);
        if (VarRef result = call_marked(callee, args, kwargs)) return result;
        VarRef result = is_torch_code(function->globals) ? call_torch(callee->value, args, kwargs) : VarRef();
        if (result) return result;
        bool numpy = function->code_object()->code->file->name().starts_with("<frozen numpy._");
        std::string name = numpy ? vm.str(vm.get_attribute(callee->value, "__name__")) : std::string();
        if (numpy && name[0] != '_') return call_numpy("function", name, std::move(args), std::move(kwargs));
        refuse_skipped(*function);
        if (function->code_object()->code->qualified_name == "Module.state_dict" && is_torch_code(function->globals)) {
          unsupported<Break::kSetModuleAttribute>("setattr(ConstDictVariable(), _metadata, ...)");
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
      VarRef function = value_of(callee->as<UserMethodVariable>().function());
      VarRef self = value_of(callee->as<UserMethodVariable>().self());
      if (function->is(VarKind::kConstant))
        return call_container_method(self, function->value.as<vm::Str>()->text, args, kwargs);
      if (self->is(VarKind::kTensor) &&
          !(function->is(VarKind::kFunction) &&
            !(!function->value.is_null() && is_tensor_function(vm, function->value)) &&
            !is_torch_code(function->value.is_null() ? function->as<UserFunctionVariable>().globals
                                                     : function->value.as<vm::Function>()->globals))) {
        Value name = vm.find_attribute(function->value, vm::intern("__name__"));
        if (name.as<vm::Str>())
          return call_tensor_method(self, name.as<vm::Str>()->text, std::move(args), std::move(kwargs));
      }
      if (VarRef result = call_context(self, function)) return result;
      if (VarRef result = call_function_apply(callee, args, kwargs)) return result;
      args.insert(args.begin(), callee->as<UserMethodVariable>().self());
      return call(function, std::move(args), std::move(kwargs));
    }
    case VarKind::kObject: {
      const Value* method = callee->type()->find(vm::intern("__call__"));
      if (!method) observe(vm::types().TypeError, "'" + callee->type()->name + "' object is not callable");
      if (callee->type()->name == "_lru_cache_wrapper" &&
          callee->type()->module == "functools")  // traced without its cache
        return call(get_attr(callee, vm::intern("_function")), std::move(args), std::move(kwargs));
      vm::Function* function = method->as<vm::Function>();
      vm::Type* module_class = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
      if (function && is_torch_code(function->globals) && module_class && callee->type()->is_subtype_of(module_class)) {
        initialise_lazy(*this, callee, args);
        bool hooked = false;
        for (const char* hooks : {"_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks"}) {
          vm::Dict* dict =
              callee->value.is_null() ? nullptr : vm.find_attribute(callee->value, vm::intern(hooks)).as<vm::Dict>();
          VarRef changed = dict ? out.changed_dict(dict) : VarRef();
          bool any = changed ? !changed->entries().empty() : dict && dict->table.size() > 0;
          if (any && hooks[1] == 'b') {
            unsupported<Break::kBackwardHooks>("");
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
      const Value* method = type ? type->find(vm::intern("__call__")) : nullptr;  // a class derived from a container
      if (method && method->as<vm::Function>()) {
        args.insert(args.begin(), callee);
        return call(out.from_value(*method), std::move(args), std::move(kwargs));
      }
      observe(vm::types().TypeError, "'" + (type ? type->name : std::string("object")) + "' object is not callable");
    }
  }
}

// `list.__new__(C)`, `object.__new__(C)`; null for other calls.
static VarRef call_new(Tracer& t, const vm::NativeFunction& native, const std::string& name,
                       const std::vector<VarRef>& args) {
  if (native.name != "__new__" || args.empty() || !t.value_of(args[0])->is(VarKind::kValue)) return {};
  vm::Type* made = t.value_of(args[0])->value.as<vm::Type>();
  vm::BuiltinTypes& types = vm::types();
  VarKind kind = !made                                  ? VarKind::kNull
                 : made->is_subtype_of(types.list)      ? VarKind::kList
                 : made->is_subtype_of(types.tuple)     ? VarKind::kTuple
                 : made->is_subtype_of(types.set)       ? VarKind::kSet
                 : made->is_subtype_of(types.frozenset) ? VarKind::kSet
                 : made->is_subtype_of(types.dict)      ? VarKind::kDict
                                                        : VarKind::kNull;
  if (kind != VarKind::kNull) {
    VarRef container = kind == VarKind::kDict ? make_dict(made) : sequence(kind, {}, made);
    bool fixed = kind == VarKind::kTuple || made->is_subtype_of(types.frozenset);
    if (fixed && args.size() > 1) t.fill_sequence(container, args[1]);
    return container;
  }
  if (!made || made->is_native || made->instance_kind != vm::Kind::kInstance) unsupported<Break::kPlainNew>(name);
  return make_object(made);
}

// Methods of object that are called through a class: `object.__setattr__(x, "a", 1)`.
static VarRef call_object_method(Tracer& t, const std::string& name, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef self = t.value_of(args[0]);
  auto attribute = [&] { return vm::intern(t.need_constant(args[1], "attribute name").as<vm::Str>()->text); };
  if (name == "__init__" && self->is(VarKind::kObject)) return none();
  if (name == "__init__" && self->is(VarKind::kValue) && self->value.as<vm::Exception>())
    unsupported_frame<Break::kExceptionInit>("");
  if (name == "__init__" && self->is(VarKind::kException)) {
    unsupported<Break::kMissingInit>("tp_init_impl not implemented for " + type_of_var(*self)->name,
                                     exception_text(t, *self));
  }
  if (name == "__init__" && self->is(VarKind::kDict)) {
    args.erase(args.begin());
    return t.call_container_method(self, "update", args, kwargs);
  }
  if (name == "__init__" && (self->is(VarKind::kList) || self->is(VarKind::kSet))) {
    if (args.size() > 1) t.fill_sequence(self, args[1]);
    t.out.effects.note_mutation(self);
    return none();
  }
  if (name == "__getattribute__" && args.size() == 2) {
    t.native_access = self->is(VarKind::kObject);
    return t.get_attr(self, attribute());
  }
  if (name == "__delattr__" && args.size() == 2 && self->is(VarKind::kObject)) {
    t.delete_attr(self, attribute(), true);
    return none();
  }
  if (name == "__setattr__" && args.size() == 3) {
    vm::Str* written = attribute();
    if (!self->takes_attributes()) {
      t.set_attr(self, written, args[2]);
      return none();
    }
    std::erase_if(self->edit_written(), [&](const auto& entry) { return entry.first == written; });
    self->edit_written().emplace_back(written, args[2]);
    t.out.effects.note_mutation(self);
    return none();
  }
  args.erase(args.begin());
  return t.call_container_method(self, name, args, kwargs);
}

// A builtin method called through its class: `torch.Tensor.add(x, y)`, `list.append(l, x)`. Null for other calls.
static VarRef call_unbound(Tracer& t, const Value& value, const vm::NativeFunction& native, std::vector<VarRef>& args,
                           Keywords& kwargs) {
  if (args.empty()) return {};
  VarRef self = t.value_of(args[0]);
  if (!native.is_method) return {};
  if (VarRef drawn = draw_random(t, self, native, args, kwargs)) return drawn;
  if (self->is(VarKind::kTensor)) {
    args.erase(args.begin());
    return t.call_tensor_method(self, native.name, std::move(args), std::move(kwargs));
  }
  bool torch = fx::qualified_name(t.vm, value).find("torch") != std::string::npos;
  return torch ? VarRef() : call_object_method(t, native.name, args, kwargs);
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
    const std::string& name = out.torch_functions.of(vm, value).name;
    if (VarRef made = call_new(*this, *native, name, args)) return made;
    if (VarRef result = call_unbound(*this, value, *native, args, kwargs)) return result;
    if (VarRef result = call_torch(value, args, kwargs)) return result;
    return call_builtin(value, name, args, kwargs);
  }
  if (torch::binding_of(value)) return call_torch(value, args, kwargs);
  if (Value object = referent(value); !object.is_null() && callee->source && args.empty() && kwargs.empty())
    return out.wrap(object, attribute_source(callee->source, {}, SourceKind::kReferent));
  std::string text = vm.repr(value);
  unsupported<Break::kSkippedCallable>(
      "module: " + std::string(vm::type_name(value)) + ", qualname: " + text + ", skip reason: <missing reason>", text);
}

bool Tracer::is_instance(const VarRef& given, const Value& types) {
  VarRef v = value_of(given);
  // __instancecheck__ of a metaclass of the program is traced; as in PyTorch, only for a single class.
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
    return vm.is_instance(v->known(), types);
  vm::Type* own = type_of_var(*v);
  if (type && own && own->is_subtype_of(type)) return true;
  // Abstract base classes (collections.abc) may accept classes that do not inherit from them.
  if (type && own)
    return vm.truth(vm.call(*vm.builtins()->table.find(vm::intern("issubclass")), {Value::of(own), types}));
  if (type) return false;
  if (!v->known().is_null()) return vm.is_instance(v->known(), types);
  unsupported<Break::kIsInstance>(vm.repr(types));
}

}  // namespace vt::dynamo
