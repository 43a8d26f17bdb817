// Checks around library calls: torch._check, and the shape of out=.
#include "capture/dynamo/trace_builtins.h"
#include "tensor/unbacked.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

// torch._check(condition, message): a condition on sizes becomes an assertion in the graph. Null if the function is to
// be traced instead.
VarRef check_call(Tracer& t, std::vector<VarRef>& args, const Keywords& kwargs) {
  if (args.empty()) return {};
  VarRef message = args.size() > 1 ? args[1] : none();
  for (const auto& [key, value] : kwargs) {
    if (key == "message") message = value;
  }
  message = t.value_of(message);
  for (const VarRef& cell :
       message->is(VarKind::kFunction) ? message->as<UserFunctionVariable>().closure : std::vector<VarRef>()) {
    if (cell->content() && t.value_of(cell->content())->is(VarKind::kConstant)) continue;
    unsupported<Break::kCheckMessage>(describe(*message));
  }
  VarRef condition = t.value_of(args[0]);
  if (!condition->is(VarKind::kSymValue) || !condition->example().is_bool()) return {};
  bool later = rests_on_run(t, *condition);
  if (!later && !condition->example().as_bool()) return {};
  std::string text;
  if (message->is(VarKind::kConstant) && message->value.is_none()) {
    text = "Runtime assertion failed for expression " + condition_text(t, *condition) + " on node '" +
           condition->node()->name + "'";
  } else {
    text = t.vm.str(t.need_constant(message->is(VarKind::kConstant) ? message : t.call(message, {}), "message"));
  }
  Value assertion = t.vm.get_attribute(t.vm.import_module("torch._ops"), "_assert_scalar");
  fx::Node* node = t.out.graph.create(fx::NodeOp::kCallFunction, assertion,
                                      vm::make_tuple({Value::of(condition->node()), vm::make_str(text)}),
                                      vm::make<vm::Dict>(), "_check");
  t.out.state_condition(node, condition_text(t, *condition));
  // The condition is guarded like a branch, on a copy, so that the node stays in the graph.
  const auto& checked = condition->as<SymValueVariable>();
  VarRef outcome = make_var(SymValueVariable{{nullptr, checked.example}, checked.operands, checked.comparison, {}});
  if (later) take_for_granted(t, *outcome);
  else t.specialise(outcome);
  return none();
}

// Assumes that a data-dependent condition holds, because the graph asserts it: the symbols' bounds are narrowed.
void take_for_granted(Tracer& t, const Var& condition) {
  AskerScope asker(Asker::kAssertion);
  const SymValueVariable* symbol = condition.get_if<SymValueVariable>();
  if (!symbol || !symbol->comparison) return;
  const VarRef &left = symbol->operands[0], &right = symbol->operands[1];
  if (left->is(VarKind::kSymInt) && !right->is(VarKind::kSymFloat))
    t.vm.compare(*symbol->comparison, left->known(), right->known());
}

// As in PyTorch, the tensor given as out= must already have the shape of the result.
void check_out(Tracer& t, const Value& function, const std::vector<VarRef>& args, const Keywords& kwargs) {
  VarRef given = keyword(kwargs, "out") ? t.value_of(keyword(kwargs, "out")) : VarRef();
  if (!given || !given->is(VarKind::kTensor)) return;
  std::vector<Value> values, names;
  for (const VarRef& arg : args) values.push_back(t.out.to_example(arg));
  for (const auto& [key, value] : kwargs) {
    if (key == "out") continue;
    names.push_back(Value::of(vm::intern(key)));
    values.push_back(t.out.to_example(value));
  }
  Value made;
  try {
    made = t.vm.call(function, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
  } catch (const vm::Raised&) {
    return;  // reported when the call itself is traced
  }
  if (!torch::as_tensor(made)) return;
  std::string shown = t.vm.repr(function);
  std::string call = "args=[LazyVariableTracker(realized: TensorVariable())], kwargs={'out': " + describe(*given) + "}";
  auto shape = [&](const Value& tensor) { return t.vm.repr(t.vm.get_attribute(tensor, "shape")); };
  auto sizes = [&](const Value& tensor) { return t.vm.get_attribute(tensor, "shape"); };
  if (!t.vm.truth(t.vm.compare(CompareOp::kEqual, sizes(given->example()), sizes(made)))) {
    unsupported<Break::kOutShape>("fn=" + shown + ", " + call, shown, shape(given->example()), shape(made));
  }
  if (!torch::as_tensor(given->example())->is_contiguous()) {
    unsupported<Break::kOutStrides>("self.value=" + shown + ", " + call);
  }
}

}  // namespace vt::dynamo
