// Library functions with tracing rules of their own: steps of torch.func's transforms, functions that are one opaque
// node (nonstrict_trace, custom operators), and settings of the tracer. Neighbours: trace_calls.cpp,
// trace_higher_order.cpp.
#include "capture/dynamo/trace_builtins.h"
#include "capture/dynamo/trace_torch.h"
#include "eager/modes.h"
#include "ops/op.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// Wraps the result of a node: each tensor in the (nested) result is read by a getitem node.
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
    return sequence(VarKind::kTuple, std::move(items), tuple->type);
  }
  if (vm::List* list = example.as<vm::List>()) {
    std::vector<VarRef> items;
    for (const Value& item : list->items) items.push_back(items_of(t, node, item, next));
    return sequence(VarKind::kList, std::move(items));
  }
  if (vm::Dict* dict = example.as<vm::Dict>()) {
    VarRef v = make_dict(vm::type_of(example));
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null())
        v->entries().emplace_back(t.out.from_value(entry.key), items_of(t, node, entry.value, next));
    }
    return v;
  }
  return t.out.from_value(example);
}

VarRef call_nonstrict(Tracer& t, const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  Value function = t.vm.get_attribute(t.vm.import_module("torch._higher_order_ops._impl"), "flat_apply_capture");
  std::string name =
      t.vm.str(t.vm.get_attribute(callee->value, "__name__")) + "_callable" + std::to_string(t.out.attribute_count());
  VarRef keywords = make_dict();
  for (const auto& [key, value] : kwargs) keywords->entries().emplace_back(constant_text(key), value);
  VarRef given = sequence(VarKind::kTuple, args);
  Value attribute = Value::of(t.out.add_attribute(name, callee->value));
  Value result = call_on_examples(t, callee->value, args, kwargs);
  fx::Node* node =
      t.out.graph.create(fx::NodeOp::kCallFunction, function,
                         vm::make_tuple({attribute, t.out.to_fx(given), t.out.to_fx(keywords)}), vm::make<vm::Dict>());
  int64_t next = 0;
  return items_of(t, node, result, next);
}

}  // namespace

VarRef Tracer::call_with_example(const Value& function, const Value& example, const std::vector<VarRef>& args,
                                 const Keywords& kwargs) {
  return out.emit(fx::NodeOp::kCallFunction, function, args, kwargs,
                  [&] { return call_on_examples(*this, example, args, kwargs); });
}

VarRef Tracer::call_marked(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  const Value& function = callee->value;
  auto mark = [&](const char* name) { return vm.find_attribute(function, vm::intern(name)); };
  if (!mark("_dynamo_nonstrict").is_null()) return call_nonstrict(*this, callee, args, kwargs);
  if (mark("_dynamo_allow_in_graph").is_null()) return call_marked_region(callee, args, kwargs);
  Value example = mark("_dynamo_example");
  return example.is_null() ? out.call_function(function, args, kwargs)
                           : call_with_example(function, example, args, kwargs);
}

// _nest(kind, change): changes and returns the nesting depth of a kind of transform.
VarRef count_nesting(Tracer& t, TorchCall& call) {
  std::string kind = t.vm.str(t.need_constant(call.args.at(0), "kind"));
  return constant_int(t.out.nest(kind, t.need_constant(call.args.at(1), "change").as_int()));
}

VarRef set_error_on_break(Tracer& t, TorchCall& call) {
  return constant_bool(t.out.set_error_on_break(t.truth(call.args.at(0))));
}

// Traces the methods of error_on_graph_break; those of the tracer's other classes are refused.
VarRef call_error_on_break(Tracer& t, TorchCall& call) {
  VarRef self = call.args.empty() ? VarRef() : t.value_of(call.args[0]);
  bool traced = self && self->is(VarKind::kObject) && self->type() && self->type()->name == "error_on_graph_break";
  return traced ? trace_through(t, call) : refuse_skipped(t, call);
}

// _assert(condition, message) on constants is evaluated while tracing, as in PyTorch.
VarRef assert_known(Tracer& t, TorchCall& call) {
  if (call.args.size() != 2) return {};
  VarRef condition = t.value_of(call.args[0]), message = t.value_of(call.args[1]);
  bool known = condition->is(VarKind::kConstant) && message->is(VarKind::kConstant);
  if (known && !t.vm.truth(condition->value)) raise_through(vm::types().AssertionError, t.vm.str(message->value));
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
    unsupported<Break::kSkippedBuiltin>(
        "module: random, qualname: Random." + method.name + ", skip reason: <missing reason>",
        "random.Random." + method.name);
  }
  std::vector<Value> bounds;
  for (size_t i = 1; i < args.size(); ++i) bounds.push_back(t.need_constant(args[i], "bound of a random number"));
  if (number) return t.out.draw(own, std::move(bounds));
  t.out.drawn.add(vm::make_tuple({own, vm::make_tuple(std::move(bounds))}));
  return none();
}

// Refuses random ops inside a vmap with randomness="error", the default.
void Tracer::check_draws(const torch::OpBinding& binding) {
  if (out.nesting("error") == 0) return;
  for (const OpDef* op : binding.overloads) {
    if (op->traits & kRandom)
      observe(vm::types().RuntimeError,
              "vmap: called random operation while in randomness error mode. Please either use the 'same' or "
              "'different' randomness flags on vmap or perform the randomness operation out of vmap");
  }
}

}  // namespace vt::dynamo
