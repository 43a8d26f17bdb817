// Operations that take functions (higher-order ops). The function is traced into the main
// graph; its nodes are then moved into a subgraph, whose placeholders are the nodes of the
// main graph that it uses, and the operation becomes one node that refers to the subgraph.
// Neighbours: higher_order_region.h, trace_loops.cpp, trace_calls.cpp, fx/graph.h.
#include <algorithm>
#include <string_view>

#include "capture/dynamo/higher_order_region.h"
#include "capture/dynamo/trace_torch.h"
#include "eager/modes.h"
#include "tensor/dtype.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// Refuses a cond whose branches return tensors of different dtypes or ranks.
void check_branches(const std::vector<VarRef> (&tensors)[2]) {
  auto fail = [](const std::string& message) {
    Observed observed{make_exception(vm::types().RuntimeError, {constant_text(message)}),
                      std::make_shared<Unsupported>(graph_break<Break::kFakeCallFailed>(
                          "", "call_function cond", "RuntimeError('" + message + "')"))};
    throw observed;
  };
  auto spec = [](size_t count) {
    std::string stars;
    for (size_t i = 0; i < count; ++i) stars += i ? ",\\n  *" : "*";
    return "TreeSpec(tuple, None, [" + stars + "])";
  };
  if (tensors[0].size() != tensors[1].size()) {
    fail("Unmatched output spec from torch.cond branches: true branch tree_spec " + spec(tensors[0].size()) +
         " vs false branch tree_spec " + spec(tensors[1].size()) + ".");
  }
  for (size_t i = 0; i < tensors[0].size(); ++i) {
    const Tensor &a = *torch::as_tensor(tensors[0][i]->example()), &b = *torch::as_tensor(tensors[1][i]->example());
    if (a.dtype() == b.dtype()) continue;
    fail("When merging two branches' output in torch.cond,  expected same dtype but got torch." +
         std::string(dtype_name(a.dtype())) + " and torch." + std::string(dtype_name(b.dtype())) + ".");
  }
}

}  // namespace

VarRef call_cond(Tracer& t, TorchCall& call) {
  const char* names[] = {"pred", "true_fn", "false_fn", "operands"};
  VarRef given[4];
  for (size_t i = 0; i < 4; ++i) given[i] = i < call.args.size() ? call.args[i] : keyword(call.kwargs, names[i]);
  if (!given[0] || !given[1] || !given[2]) observe(vm::types().TypeError, "cond() missing required arguments");
  std::vector<VarRef> operands = given[3] ? t.unpack(given[3]) : std::vector<VarRef>();
  VarRef predicate = t.value_of(given[0]);
  if (!predicate->is(VarKind::kTensor)) return t.call(given[t.truth(predicate) ? 1 : 2], operands);
  VarRef results[2];
  std::vector<VarRef> tensors[2];
  std::vector<fx::Node*> inputs, branches;
  std::vector<Region> regions;
  for (size_t i = 0; i < 2; ++i) {
    regions.emplace_back(t);
    results[i] = trace_body(t, "torch.cond", given[1 + i], operands);
    leaves(t, results[i], tensors[i]);
    regions[i].finish(tensors[i]);
    regions[i].check_functional("torch.cond");
    for (fx::Node* node : regions[i].operands) {
      if (std::find(inputs.begin(), inputs.end(), node) == inputs.end()) inputs.push_back(node);
    }
  }
  check_branches(tensors);
  const char* targets[] = {"cond_true", "cond_false"};
  for (size_t i = 0; i < 2; ++i) branches.push_back(regions[i].build(targets[i], inputs, vm::make_tuple, true));
  fx::Node* node = operation_node(
      t, "cond", {Value::of(predicate->node()), Value::of(branches[0]), Value::of(branches[1]), nodes_tuple(inputs)});
  return result_of(t, node, results[0]);
}

// wrap(function, *args): if the function cannot be traced, the graph breaks before it.
VarRef call_wrap(Tracer& t, TorchCall& call) {
  const std::vector<VarRef>& args = call.args;
  if (args.empty()) observe(vm::types().TypeError, "wrap() missing 1 required positional argument: 'function'");
  std::vector<VarRef> given, tensors;
  for (const VarRef& arg : args) leaves(t, arg, given);  // graph inputs are created in this order
  Region region(t);
  VarRef result = trace_body(t, "", args[0], std::vector<VarRef>(args.begin() + 1, args.end()), std::move(call.kwargs));
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {Value::of(region.build("wrap_body", region.operands))};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  return result_of(t, operation_node(t, "wrap", std::move(inputs)), result);
}

// checkpoint(function, *args, use_reentrant=...): one node, which refers to the subgraph of the function.
VarRef call_checkpoint(Tracer& t, TorchCall& call) {
  const std::vector<VarRef>& args = call.args;
  static constexpr std::string_view kOwn[] = {"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check",
                                              "debug",         "early_stop"};
  Keywords passed;
  Value options = vm::make<vm::Dict>();
  for (const auto& [name, value] : call.kwargs) {
    bool own = std::find(std::begin(kOwn), std::end(kOwn), std::string_view(name)) != std::end(kOwn);
    if (own) options.as<vm::Dict>()->table.insert(vm::intern(name), t.need_constant(value, "option of checkpoint"));
    else passed.emplace_back(name, value);
  }
  if (args.empty()) observe(vm::types().TypeError, "checkpoint() missing 1 required positional argument: 'function'");
  Region region(t);
  VarRef result = t.value_of(t.call(args[0], std::vector<VarRef>(args.begin() + 1, args.end()), std::move(passed)));
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {Value::of(region.build("wrap_body", region.operands))};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  fx::Node* node = operation_node(t, "tag_activation_checkpoint", std::move(inputs), options);
  return result_of(t, node, result);
}

namespace {

// A function that is marked as a region: one node, which refers to its subgraph.
VarRef call_region(Tracer& t, const VarRef& function, std::vector<VarRef>& args, Keywords& kwargs) {
  Region region(t);
  VarRef result = t.value_of(t.inline_function(function, args, std::move(kwargs)));
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  fx::Node* body = region.build("subgraph", region.operands);
  std::vector<Value> inputs = {Value::of(body), body->target};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  fx::Node* node = operation_node(t, "invoke_subgraph", std::move(inputs));
  return result_of(t, node, result);
}

// Function.apply: without gradients, forward is traced through. If an input requires a gradient, backward of the class
// must run later, so the call becomes one node that calls the class.
VarRef call_function_class(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::Type* type = self->value.as<vm::Type>();
  Value module = t.vm.import_module("torch.autograd.function");
  VarRef ctx = t.construct(t.vm.get_attribute(module, "FunctionCtx").as<vm::Type>(), {}, {});
  bool wanted = false;
  std::vector<VarRef> needs;
  for (const VarRef& arg : args) {
    VarRef v = t.value_of(arg);
    bool needed = v->is(VarKind::kTensor) && torch::as_tensor(v->example())->requires_grad();
    needs.push_back(constant_bool(needed));
    wanted = wanted || (needed && grad_enabled());
  }
  t.set_attr(ctx, vm::intern("needs_input_grad"), sequence(VarKind::kTuple, needs));
  const Value* setup = type->find(vm::intern("setup_context"));
  vm::StaticMethod* own = setup ? setup->as<vm::StaticMethod>() : nullptr;
  bool separate = own && own->function.as<vm::Function>() && !is_torch_code(own->function.as<vm::Function>()->globals);
  Region region(t);
  std::vector<VarRef> with_context = args;
  if (!separate) with_context.insert(with_context.begin(), ctx);
  bool before = grad_enabled();
  set_grad_enabled(false);
  VarRef result;
  try {
    result = t.value_of(t.call(t.get_attr(self, vm::intern("forward")), std::move(with_context), kwargs));
    if (separate) t.call(t.get_attr(self, vm::intern("setup_context")), {ctx, sequence(VarKind::kTuple, args), result});
  } catch (...) {
    set_grad_enabled(before);
    throw;
  }
  set_grad_enabled(before);
  if (!wanted) return result;
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {self->value};
  for (const VarRef& arg : args) inputs.push_back(t.out.to_fx(arg));
  fx::Node* node = operation_node(t, "autograd_function_apply", std::move(inputs));
  return result_of(t, node, result, true);
}

}  // namespace

VarRef Tracer::call_marked_region(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  bool region = !vm.find_attribute(callee->value, vm::intern("_dynamo_region")).is_null();
  return region ? call_region(*this, callee, args, kwargs) : VarRef();
}

VarRef Tracer::call_function_apply(const VarRef& method, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef function = value_of(method->as<UserMethodVariable>().function());
  VarRef self = value_of(method->as<UserMethodVariable>().self());
  vm::Function* written = function->value.as<vm::Function>();
  if (!written || !self->value.as<vm::Type>()) return {};
  const Code& called = *written->code_object()->code;
  bool apply = called.name == "apply" && called.file->name() == "<frozen torch.autograd.function>";
  return apply ? call_function_class(*this, self, args, kwargs) : VarRef();
}

}  // namespace vt::dynamo
