// Calls of torch functions: the rule of the function first (torch_functions.cpp); otherwise a node of the graph.
// Neighbours: trace_tensors.cpp for attributes and methods of tensors.
#include "capture/dynamo/trace_torch.h"

#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

Value call_on_examples(Tracer& t, const Value& function, const std::vector<VarRef>& args, const Keywords& kwargs) {
  std::vector<Value> values, names;
  for (const VarRef& arg : args) values.push_back(t.out.to_example(arg));
  for (const auto& [key, value] : kwargs) {
    names.push_back(Value::of(vm::intern(key)));
    values.push_back(t.out.to_example(value));
  }
  return t.vm.call(function, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
}

// Breaks at an operator with a data-dependent output size, unless these arguments determine the size.
static void refuse_unknown_size(Tracer& t, const torch::OpBinding& binding, const TorchCall& call) {
  bool data = std::any_of(binding.overloads.begin(), binding.overloads.end(),
                          [](const OpDef* op) { return (op->traits & kShapeDependsOnData) != 0; });
  if (!data) return;
  bool classes = binding.name == "one_hot";
  if (t.options.data_sizes && !classes && !reads_values(binding.name)) return;
  size_t given = call.args.size() + call.kwargs.size();
  bool selects = binding.name == "where" && given != 1, classes_known = classes && given > 1;
  bool counted = binding.name == "repeat_interleave" || binding.name == "tensor_split";
  VarRef count = counted && call.args.size() > 1 ? t.value_of(call.args[1]) : VarRef();
  bool count_known = count && !count->is(VarKind::kTensor);
  if (!selects && !classes_known && !count_known)
    unsupported<Break::kDynamicShapeOperator>("aten." + binding.name + ".default", "aten." + binding.name + ".default");
}

// Adds a node for the call.
static VarRef record_torch_call(Tracer& t, TorchCall& call) {
  if (const torch::OpBinding* binding = torch::binding_of(call.function)) {
    t.check_draws(*binding);
    refuse_unknown_size(t, *binding, call);
  }
  bool written = call.function.as<vm::Function>();
  for (const VarRef& arg : call.args) {
    t.drain(arg);
    bool enters = t.value_of(arg)->is(VarKind::kIterator) || t.out.can_enter_graph(arg);
    if (!enters && written) return trace_through(t, call);  // a Python function that takes objects
  }
  check_out(t, call.function, call.args, call.kwargs);
  return t.with_known_numbers(call.args, call.kwargs,
                              [&] { return t.out.call_function(call.function, call.args, call.kwargs); });
}

VarRef Tracer::call_torch(const Value& function, std::vector<VarRef>& args, Keywords& kwargs) {
  const TorchFunction& known = out.torch_functions.of(vm, function);
  TorchCall call{function, known.name, args, kwargs};
  if (known.rule && !known.rule->settled) {
    if (VarRef result = known.rule->handler(*this, call)) return result;
  }
  if (!known.enters_graph) return {};
  for (const VarRef& arg : args) settle(arg);
  for (const auto& [key, value] : kwargs) settle(value);
  refuse_created_leaf(*this, call);
  if (known.rule && known.rule->settled) {
    if (VarRef result = known.rule->handler(*this, call)) return result;
  }
  return record_torch_call(*this, call);
}

VarRef Tracer::call_context(const VarRef& self, const VarRef& method) {
  if (!self->is(VarKind::kObject) || !self->type() || !self->type()->module.starts_with("torch.")) return {};
  vm::Function* function = method->is(VarKind::kFunction) ? method->value.as<vm::Function>() : nullptr;
  if (!function) return {};
  const std::string& name = function->code_object()->code->name;
  bool enter = name == "__enter__";
  if (!enter && name != "__exit__") return {};
  const std::string& type = self->type()->name;
  if (type == "record_function") return enter ? self : none();  // the profiler sees one graph
  bool autocast = type == "autocast", inference = type == "inference_mode";
  if (!autocast && !inference) return {};
  Value module = vm.import_module(autocast ? "torch.amp" : "torch.autograd.grad_mode");
  Value target = vm.get_attribute(module, std::string(enter ? "_enter_" : "_exit_") + type);
  auto node_for = [&](std::vector<Value> args) {
    return out.graph.create(fx::NodeOp::kCallFunction, target, vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  };
  if (enter) {
    std::vector<Value> args;
    // A context made outside the frame is entered with the fields that its constructor stored.
    bool made_here = autocast && self->value.is_null();
    if (made_here) args = need_constant(get_attr(self, vm::intern("_asked")), "arguments").as<vm::Tuple>()->items;
    for (const char* field : {"device", "fast_dtype", "_enabled", "_cache_enabled"}) {
      if (autocast && !made_here) args.push_back(need_constant(get_attr(self, vm::intern(field)), field));
    }
    if (inference) args.push_back(need_constant(get_attr(self, vm::intern("mode")), "mode"));
    Value mode = vm.call(target, vm::Arguments{args.data(), args.size(), nullptr, 0});
    out.enter_context(self.get(), {mode, node_for(args)});
    return autocast ? self : none();
  }
  std::optional<EnteredContext> entered = out.leave_context(self.get());
  if (!entered) return {};
  vm.call(target, {entered->mode});
  node_for({Value::of(entered->node)});
  return constant_bool(false);
}

// A float argument enters the graph as a symbol. If the operator then fails on it, the float is specialised.
VarRef Tracer::with_known_numbers(std::vector<VarRef>& args, Keywords& kwargs, const std::function<VarRef()>& call) {
  std::vector<VarRef> symbols;
  auto gather = [&](auto&& self, const VarRef& given) -> void {
    VarRef v = value_of(given);
    if (v->is(VarKind::kSymFloat)) symbols.push_back(v);
    if (!v->is(VarKind::kList) && !v->is(VarKind::kTuple)) return;
    for (const VarRef& item : v->items()) self(self, item);
  };
  for (const VarRef& arg : args) gather(gather, arg);
  for (const auto& [key, value] : kwargs) gather(gather, value);
  if (symbols.empty()) return call();
  try {
    return call();
  } catch (const Unsupported& error) {
    if (!error.has_id_of(Break::kDataDependentOperator) && !error.has_id_of(Break::kFakeCallTypeError)) throw;
  } catch (const Observed& observed) {
    if (!observed.failure) throw;
  }
  // The node still takes the symbol; a guard fixes its number.
  for (const VarRef& symbol : symbols) settle_number(symbol);
  return call();
}

void Tracer::settle_number(const VarRef& v) {
  if (!v->is(VarKind::kSymFloat)) return;
  if (!v->as<SymFloatVariable>().settled) specialise(v);
  v->as<SymFloatVariable>().settled = true;
  for (const VarRef& input : v->parts()) settle_number(value_of(input));
  v->node()->meta.as<vm::Dict>()->table.insert(vm::intern("known_number"),
                                               Value::real(v->as<SymFloatVariable>().number));
}

}  // namespace vt::dynamo
