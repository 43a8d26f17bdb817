// Functions of the library that tracing answers in a way of their own: steps of torch.func's
// transforms, functions that are one node whatever they do (nonstrict_trace, custom operators),
// and settings of the tracer itself. Neighbours: trace_calls.cpp, trace_higher_order.cpp.
#include "capture/dynamo/trace_builtins.h"
#include "eager/modes.h"
#include "ops/op.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// The result of a node as the program sees it: each tensor in it is an item of the node.
VarRef items_of(Tracer& t, fx::Node* node, const Value& example, int64_t& next) {
  if (torch::as_tensor(example)) {
    Value getitem = operator_function(t.vm, "getitem");
    fx::Node* part =
        t.out.graph.create(fx::NodeOp::kCallFunction, getitem,
                           vm::make_tuple({Value::of(node), Value::integer(next++)}), vm::make<vm::Dict>());
    return t.out.wrap_result(part, example);
  }
  if (vm::Tuple* tuple = example.as<vm::Tuple>(); tuple && tuple->kind == vm::Kind::kTuple) {
    std::vector<VarRef> items;
    for (const Value& item : tuple->items) items.push_back(items_of(t, node, item, next));
    VarRef v = sequence(VarKind::kTuple, std::move(items));
    v->type = tuple->type;
    return v;
  }
  if (vm::List* list = example.as<vm::List>()) {
    std::vector<VarRef> items;
    for (const Value& item : list->items) items.push_back(items_of(t, node, item, next));
    return sequence(VarKind::kList, std::move(items));
  }
  if (vm::Dict* dict = example.as<vm::Dict>()) {
    VarRef v = make_var(VarKind::kDict);
    v->type = vm::type_of(example);
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null())
        v->entries.emplace_back(t.out.from_value(entry.key), items_of(t, node, entry.value, next));
    }
    return v;
  }
  return t.out.from_value(example);
}

VarRef call_nonstrict(Tracer& t, const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  Value function = t.vm.get_attribute(t.vm.import_module("torch._higher_order_ops._impl"), "flat_apply_capture");
  vm::Dict& modules = *t.out.nn_modules.as<vm::Dict>();
  vm::Str* name = vm::intern(t.vm.str(t.vm.get_attribute(callee->value, "__name__")) + "_callable" +
                             std::to_string(modules.table.size()));
  modules.table.insert(name, callee->value);
  VarRef keywords = make_var(VarKind::kDict);
  keywords->type = vm::types().dict;
  for (const auto& [key, value] : kwargs) keywords->entries.emplace_back(constant_text(key), value);
  VarRef given = sequence(VarKind::kTuple, args);
  Value attribute =
      Value::of(t.out.graph.create(fx::NodeOp::kGetAttr, Value::of(name), vm::make_tuple({}), vm::make<vm::Dict>()));
  std::vector<Value> values, names;
  for (const VarRef& arg : args) values.push_back(t.out.to_example(arg));
  for (const auto& [key, value] : kwargs) {
    names.push_back(Value::of(vm::intern(key)));
    values.push_back(t.out.to_example(value));
  }
  Value result = t.vm.call(callee->value, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
  fx::Node* node =
      t.out.graph.create(fx::NodeOp::kCallFunction, function,
                         vm::make_tuple({attribute, t.out.to_fx(given), t.out.to_fx(keywords)}), vm::make<vm::Dict>());
  int64_t next = 0;
  return items_of(t, node, result, next);
}

}  // namespace

VarRef Tracer::call_with_example(const Value& function, const Value& example, const std::vector<VarRef>& args,
                                 const Keywords& kwargs) {
  return out.emit(fx::NodeOp::kCallFunction, function, args, kwargs, [&] {
    std::vector<Value> values, names;
    for (const VarRef& arg : args) values.push_back(out.to_example(arg));
    for (const auto& [key, value] : kwargs) {
      names.push_back(Value::of(vm::intern(key)));
      values.push_back(out.to_example(value));
    }
    return vm.call(example, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
  });
}

VarRef Tracer::call_library(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  const Value& function = callee->value;
  auto mark = [&](const char* name) { return vm.find_attribute(function, vm::intern(name)); };
  if (!mark("_dynamo_nonstrict").is_null()) return call_nonstrict(*this, callee, args, kwargs);
  if (!mark("_dynamo_allow_in_graph").is_null()) {
    Value example = mark("_dynamo_example");
    return example.is_null() ? out.call_function(function, args, kwargs)
                             : call_with_example(function, example, args, kwargs);
  }
  if (!is_torch_code(function.as<vm::Function>()->globals)) return {};
  std::string name = fx::qualified_name(vm, function);
  if (name == "torch._functorch.vmap.is_compiling") return constant_bool(true);
  if (name == "torch._functorch.captured._nest") {
    int64_t& depth = out.nesting[vm.str(need_constant(args.at(0), "kind"))];
    depth += need_constant(args.at(1), "change").as_int();
    return constant_int(depth);
  }
  if (name == "torch._dynamo.decorators._set_error_on_break") {
    VarRef before = constant_bool(out.error_on_break);
    out.error_on_break = truth(args.at(0));
    return before;
  }
  if (name == "torch._tensor_library._assert" && args.size() == 2) {  // PyTorch calls it on what it knows
    VarRef condition = value_of(args[0]), message = value_of(args[1]);
    bool known = condition->is(VarKind::kConstant) && message->is(VarKind::kConstant);
    if (known && !vm.truth(condition->value)) raise_through(vm::types().AssertionError, vm.str(message->value));
  }
  VarRef self = args.empty() ? VarRef() : value_of(args[0]);
  if (self && self->is(VarKind::kObject) && self->type && self->type->name == "error_on_graph_break")
    return inline_function(callee, args, kwargs);
  return {};
}

VarRef draw_random(Tracer& t, const VarRef& self, const vm::NativeFunction& method, const std::vector<VarRef>& args,
                   const Keywords& kwargs) {
  vm::Type* type = type_of_var(*self);
  if (!type || type->name != "Random" || type->module != "random") return {};
  Value own = t.vm.get_attribute(t.vm.import_module("random"), method.name);
  bool hidden =
      !self->value.is_null() && own.as<vm::BoundMethod>() && own.as<vm::BoundMethod>()->self.same(self->value);
  bool number =
      method.name == "random" || method.name == "randint" || method.name == "randrange" || method.name == "uniform";
  if (!hidden || !(number || method.name == "seed") || !kwargs.empty()) {
    unsupported("GB0007", "Attempted to call function marked as skipped",
                "module: random, qualname: Random." + method.name + ", skip reason: <missing reason>",
                "Dynamo does not know how to trace the builtin `random.Random." + method.name +
                    ".` This function is "
                    "either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps "
                    "created with pybind).",
                {"If it is a Python builtin, please file an issue on GitHub so the PyTorch team can add support for it "
                 "and see the next case for a workaround.",
                 "If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood "
                 "custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html for more "
                 "details) or, if it is traceable, use `torch.compiler.allow_in_graph`."});
  }
  std::vector<Value> bounds;
  for (size_t i = 1; i < args.size(); ++i) bounds.push_back(t.need_constant(args[i], "bound of a random number"));
  if (number) return t.out.draw(own, std::move(bounds));
  t.out.draws.push_back(vm::make_tuple({own, vm::make_tuple(std::move(bounds))}));
  return none();
}

// Inside vmap that does not say how to draw, nothing may be drawn.
void Tracer::check_draws(const torch::OpBinding& binding) {
  auto nested = out.nesting.find("error");
  if (nested == out.nesting.end() || nested->second == 0) return;
  for (const OpDef* op : binding.overloads) {
    if (op->traits & kRandom)
      observe(vm::types().RuntimeError,
              "vmap: called random operation while in randomness error mode. Please either use the 'same' or "
              "'different' randomness flags on vmap or perform the randomness operation out of vmap");
  }
}

}  // namespace vt::dynamo
