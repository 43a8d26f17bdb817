// Torch functions that are evaluated while tracing, traced through, or rewritten as other nodes. Neighbours:
// torch_functions.cpp, the table that names them.
#include "capture/dynamo/trace_builtins.h"
#include "capture/dynamo/trace_torch.h"
#include "eager/modes.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

VarRef trace_through(Tracer& t, TorchCall& call) {
  VarRef callee = make_var<UserFunctionVariable>();
  callee->value = call.function;
  return t.inline_function(callee, call.args, call.kwargs);
}

VarRef answer_true(Tracer&, TorchCall&) { return constant_bool(true); }
VarRef answer_false(Tracer&, TorchCall&) { return constant_bool(false); }

VarRef answer_now(Tracer& t, TorchCall& call) {
  return t.out.from_value(call_on_examples(t, call.function, call.args, call.kwargs));
}

// Evaluated while tracing; PyTorch adds a node nevertheless.
VarRef answer_and_record(Tracer& t, TorchCall& call) {
  VarRef answer = answer_now(t, call);
  std::vector<Value> given;
  for (const VarRef& arg : call.args) given.push_back(t.out.to_fx(arg));
  t.out.graph.create(fx::NodeOp::kCallFunction, call.function, vm::make_tuple(std::move(given)), vm::make<vm::Dict>());
  return answer;
}

VarRef answer_first_argument(Tracer& t, TorchCall& call) { return t.value_of(call.args.at(0)); }

VarRef trace_check(Tracer& t, TorchCall& call) {
  VarRef checked = check_call(t, call.args, call.kwargs);
  return checked ? checked : trace_through(t, call);
}

VarRef trace_from_numpy(Tracer& t, TorchCall& call) {
  return t.out.call_function(t.vm.get_attribute(t.vm.import_module("torch"), "as_tensor"), call.args, call.kwargs);
}

// Specialises symbolic numbers in the data.
VarRef trace_as_tensor(Tracer& t, TorchCall& call) {
  if (call.args.empty()) return {};
  VarRef data = t.value_of(call.args[0]);
  if (is_symbol(*data)) t.pin(data);
  for (const VarRef& item : data->parts())
    if (VarRef v = t.value_of(item); is_symbol(*v) && !data->is(VarKind::kTensor)) t.pin(v);
  return {};
}

// With value=, PyTorch decomposes it into div, mul and add.
VarRef trace_addcdiv(Tracer& t, TorchCall& call) {
  if (call.args.size() != 3 || call.kwargs.size() != 1 || call.kwargs[0].first != "value") return {};
  auto operation = [&](const char* name) { return t.vm.get_attribute(t.vm.import_module("torch"), name); };
  VarRef quotient = t.out.call_function(operation("div"), {call.args[1], call.args[2]}, {});
  VarRef scaled = t.out.call_function(operation("mul"), {quotient, call.kwargs[0].second}, {});
  return t.out.call_function(operation("add"), {call.args[0], scaled}, {});
}

// A data-dependent fill value is unknown while tracing, so the example is filled with zeros.
VarRef trace_full(Tracer& t, TorchCall& call) {
  VarRef fill = call.args.size() == 2 ? t.value_of(call.args[1]) : VarRef();
  if (!fill || !is_symbol(*fill) || !rests_on_run(t, *fill)) return {};
  return t.out.emit(fx::NodeOp::kCallFunction, call.function, call.args, call.kwargs, [&] {
    VarRef zero = constant(fill->is(VarKind::kSymFloat) ? Value::real(0) : Value::integer(0));
    return call_on_examples(t, call.function, {call.args[0], zero}, call.kwargs);
  });
}

VarRef switch_mode(Tracer& t, TorchCall&) { return {}; }

// In the library's context managers a switch to the present mode is dropped; elsewhere the call becomes a node.
VarRef switch_grad_mode(Tracer& t, TorchCall& call) {
  bool of_library = t.code.file->name().starts_with("<frozen");
  bool idle =
      of_library && call.args.size() == 1 && t.need_constant(call.args[0], "grad mode").as_bool() == grad_enabled();
  return idle ? none() : VarRef();
}

}  // namespace vt::dynamo
