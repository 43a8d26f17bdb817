// Methods of tensors: a table of those with a tracing rule; every other method becomes a node. Neighbours:
// trace_tensors.cpp for attributes, trace_torch.cpp for functions.
#include <algorithm>
#include <unordered_map>

#include "capture/dynamo/trace_builtins.h"
#include "capture/dynamo/trace_torch.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

// Operators that return a Python bool which depends on data, instead of a tensor.
bool reads_values(std::string_view name) { return name == "equal" || name == "allclose"; }

// The function as a value, if it has no closure and no defaults from tracing; else null.
static Value plain_function(const VarRef& v) {
  if (!v->value.is_null()) return v->value.as<vm::Function>() ? v->value : Value();
  bool plain = v->is(VarKind::kFunction) && v->as<UserFunctionVariable>().closure.empty() &&
               v->as<UserFunctionVariable>().defaults.empty() && v->as<UserFunctionVariable>().keyword_defaults.empty();
  return plain ? vm::make<vm::Function>(v->as<UserFunctionVariable>().code, v->as<UserFunctionVariable>().globals)
               : Value();
}

// x.register_hook(f): for an intermediate tensor a node; for a tensor from outside the residual bytecode registers the
// hook after the graph. The handle that is returned cannot be used. Null if the function has a closure.
VarRef Tracer::call_hook(const VarRef& tensor, const VarRef& given) {
  VarRef hook = value_of(given);
  if (!hook->is(VarKind::kFunction)) return {};
  Value plain = plain_function(hook);
  if (tensor->source && !plain.is_null()) {
    out.effects.add_hook(tensor, hook);
  } else if (!plain.is_null()) {
    out.graph.create(fx::NodeOp::kCallMethod, vm::make_str("register_hook"),
                     vm::make_tuple({Value::of(tensor->node()), plain}), vm::make<vm::Dict>());
  } else {
    bool simple = hook->value.is_null() && hook->as<UserFunctionVariable>().defaults.empty() &&
                  hook->as<UserFunctionVariable>().keyword_defaults.empty();
    if (!simple || tensor->source) return {};
    std::vector<Value> args = {
        Value::of(tensor->node()),
        vm::make<vm::Function>(hook->as<UserFunctionVariable>().code, hook->as<UserFunctionVariable>().globals)};
    for (const VarRef& cell : hook->as<UserFunctionVariable>().closure) {
      if (!cell->content() || !out.can_enter_graph(cell->content())) return {};
      args.push_back(out.to_fx(cell->content()));
    }
    out.graph.create(fx::NodeOp::kCallFunction, vm.get_attribute(vm.import_module("_vitrine_dynamo"), "register_hook"),
                     vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  }
  return make_object(vm.get_attribute(vm.import_module("torch.utils.hooks"), "RemovableHandle").as<vm::Type>());
}

namespace {

struct TensorCall {
  const VarRef& self;
  const std::string& name;
  std::vector<VarRef>& args;
  Keywords& kwargs;
};
// Returns the result of a call; null: the call becomes a node, like methods without a rule.
using TensorHandler = VarRef (*)(Tracer&, TensorCall&);

bool is_floating_tensor(const VarRef& v) { return is_floating(torch::as_tensor(v->example())->dtype()); }
bool requires_grad(const VarRef& v) { return torch::as_tensor(v->example())->requires_grad(); }

// Methods answered from the fake tensor's metadata: sizes, strides, dtype.
VarRef answer_without_data(Tracer& t, TensorCall& call) {
  if (call.name == "type" && !call.args.empty()) return {};
  Value result = call_on_examples(t, t.vm.get_attribute(call.self->example(), call.name), call.args, call.kwargs);
  if (call.name == "size" && result.as<vm::Tuple>()) return t.out.read_shape(call.self);
  torch::SymIntObject* size = result.as<torch::SymIntObject>();
  if (!size) return t.out.from_value(result);
  SymInt now(size->value.hint(), t.out.shapes->simplify(size->value.expr()));
  if (!now.symbolic()) return constant_int(now.hint());
  call.args.insert(call.args.begin(), call.self);
  return t.out.emit(fx::NodeOp::kCallMethod, vm::make_str(call.name), call.args, call.kwargs, [&] { return result; });
}

[[noreturn]] void item_needs_data() { unsupported<Break::kItem>("call_method TensorVariable() item () {}"); }

// item(), int(x), float(x): becomes a node that reads a number if capture_scalar_outputs is set; else a graph break.
VarRef read_item(Tracer& t, TensorCall& call) {
  bool floating = is_floating_tensor(call.self);
  bool read = call.name == "item" || (call.name == "__float__" && floating) || (call.name == "__int__" && !floating);
  if (!t.options.scalar_outputs || !read) item_needs_data();
  int64_t count = torch::as_tensor(call.self->example())->numel();
  if (count != 1)
    observe(vm::types().RuntimeError,
            "a Tensor with " + std::to_string(count) + " elements cannot be converted to Scalar");
  return t.out.read_number(call.self);
}

// tolist(): a separate node reads each number.
VarRef numbers_in(Tracer& t, const VarRef& tensor) {
  const Tensor& value = *torch::as_tensor(tensor->example());
  if (value.rank() == 0) return t.call_tensor_method(tensor, "item", {}, {});
  std::vector<VarRef> items;
  t.out.shapes->pin(value.impl()->fake->sizes[0]);
  for (int64_t i = 0; i < value.impl()->sizes[0]; ++i)
    items.push_back(numbers_in(
        t, t.value_of(t.out.call_function(operator_function(t.vm, "getitem"), {tensor, constant_int(i)}, {}))));
  return sequence(VarKind::kList, std::move(items));
}

VarRef read_list(Tracer& t, TensorCall& call) {
  if (is_floating_tensor(call.self)) unsupported<Break::kToList>("call_method TensorVariable() to_list");
  if (!t.options.scalar_outputs) item_needs_data();
  return numbers_in(t, call.self);
}

VarRef iterate_tensor(Tracer& t, TensorCall& call) { return call.args.empty() ? t.iterate(call.self) : VarRef(); }

[[noreturn]] void refuse_result(const TensorCall& call, const char* type) {
  unsupported<Break::kNoTensorResult>(std::string("example_value type: ") + type +
                                      "; op: call_method; target: " + call.name);
}
VarRef refuse_int(Tracer&, TensorCall& call) { refuse_result(call, "int"); }
VarRef refuse_bool(Tracer&, TensorCall& call) { refuse_result(call, "bool"); }
VarRef refuse_list(Tracer&, TensorCall& call) { refuse_result(call, "list"); }
VarRef refuse_storage(Tracer&, TensorCall& call) { refuse_result(call, "TypedStorage"); }
VarRef refuse_text(Tracer&, TensorCall&) { repr_of_tensor(); }
VarRef refuse_method(Tracer&, TensorCall& call) {
  unsupported<Break::kTensorMethod>("call_method TensorVariable() " + call.name, call.name);
}
VarRef refuse_data(Tracer&, TensorCall& call) {
  unsupported<Break::kDataDependentMethod>("Tensor." + call.name, "Tensor." + call.name);
}
VarRef refuse_retain_grad(Tracer&, TensorCall&) {
  unsupported_frame<Break::kRetainGrad>("tp_getattro_impl TensorVariable() retain_grad");
}
VarRef refuse_backward(Tracer& t, TensorCall& call) {
  std::string given;
  size_t at = 0;
  for (const char* parameter : {"gradient", "retain_graph", "create_graph", "inputs"}) {
    VarRef arg = at < call.args.size() ? call.args[at] : keyword(call.kwargs, parameter);
    ++at;
    given += " " + (arg ? describe(*t.value_of(arg)) : std::string("None"));
  }
  unsupported<Break::kBackward>("call_method TensorVariable() backward" + given);
}
// Refuses an in-place view (such as t_()) of a graph input.
VarRef refuse_input_view(Tracer&, TensorCall& call) {
  if (!call.self->source) return {};
  std::string source = call.self->source->text();
  unsupported<Break::kInputView>("source: " + source + "." + call.name, source, call.name);
}

// numpy(force=False): wraps the tensor as an array.
VarRef as_numpy(Tracer& t, TensorCall& call) {
  if (call.args.size() + call.kwargs.size() < 2) {
    VarRef force = call.args.empty() ? keyword(call.kwargs, "force") : call.args[0];
    if (force && t.need_constant(force, "force").as_bool())
      return as_arrays(t, t.out.call_method("cpu", {t.out.call_method("detach", {call.self}, {})}, {}));
    if (!requires_grad(call.self)) return as_arrays(t, t.out.call_method("view_as", {call.self, call.self}, {}));
  }
  return refuse_data(t, call);
}

VarRef set_requires_grad(Tracer& t, TensorCall& call) {
  bool wanted = true;
  if (!call.args.empty() || !call.kwargs.empty())
    wanted = t.truth(call.args.empty() ? call.kwargs[0].second : call.args[0]);
  bool already = requires_grad(call.self) == wanted;
  if (call.self->source) {
    if (!already) unsupported<Break::kRequiresGradCall>("call_method TensorVariable() requires_grad_");
    return {};
  }
  if (already) return call.self;
  if (t.out.refuses_required()) unsupported<Break::kRequiresGradLeaked>("call_method TensorVariable() requires_grad_");
  VarRef result = t.out.call_method(call.name, {call.self, constant_bool(wanted)}, {});
  t.out.require_grad(call.self->node());
  t.out.require_grad(result->node());
  return result;
}

bool is_size(const Var& v) {
  bool shape = v.is(VarKind::kTuple) && v.type() == torch::torch_types().size;
  return shape || v.is(VarKind::kSymInt) || (v.is(VarKind::kConstant) && v.value.is_int());
}

// x.new(2, 3) is x.new_empty(2, 3); null for other arguments.
VarRef new_of_sizes(Tracer& t, TensorCall& call) {
  bool sizes = call.kwargs.empty() && std::all_of(call.args.begin(), call.args.end(),
                                                  [&](const VarRef& arg) { return is_size(*t.value_of(arg)); });
  if (!sizes) return {};
  call.args.insert(call.args.begin(), call.self);
  return t.out.call_method("new_empty", call.args, call.kwargs);
}

// x.new_tensor(data): torch.tensor with dtype and device of x.
VarRef new_tensor(Tracer& t, TensorCall& call) {
  for (const char* property : {"dtype", "device"})
    if (!keyword(call.kwargs, property))
      call.kwargs.emplace_back(property, t.tensor_attribute(call.self, vm::intern(property)));
  return t.out.call_function(t.vm.get_attribute(t.vm.import_module("torch"), "tensor"), call.args, call.kwargs);
}

// addcmul_ and addcdiv_ with value=: PyTorch decomposes them into mul (or div) and fma.
VarRef add_scaled(Tracer& t, TensorCall& call) {
  if (call.args.size() != 2 || call.kwargs.size() != 1 || call.kwargs[0].first != "value") return {};
  Value plain = t.vm.get_attribute(t.vm.import_module("torch"), call.name == "addcmul_" ? "mul" : "div");
  Value fma = t.vm.get_attribute(t.vm.get_attribute(t.vm.import_module("torch._ops"), "prims"), "fma");
  VarRef part = t.out.call_function(plain, call.args, {});
  VarRef sum = t.out.call_function(t.vm.get_attribute(fma, "default"), {call.kwargs[0].second, part, call.self}, {});
  return t.out.call_method("copy_", {call.self, sum}, {});
}

VarRef register_hook(Tracer& t, TensorCall& call) {
  bool plain = call.args.size() == 1 && call.kwargs.empty();
  if (VarRef handle = plain ? t.call_hook(call.self, call.args[0]) : VarRef()) return handle;
  unsupported<Break::kTensorHook>("call_method TensorVariable() " + call.name);
}

const std::unordered_map<std::string_view, TensorHandler>& handlers() {
  static const std::unordered_map<std::string_view, TensorHandler> kHandlers = {
      {"size", answer_without_data},
      {"dim", answer_without_data},
      {"ndimension", answer_without_data},
      {"numel", answer_without_data},
      {"nelement", answer_without_data},
      {"is_floating_point", answer_without_data},
      {"is_complex", answer_without_data},
      {"is_contiguous", answer_without_data},
      {"stride", answer_without_data},
      {"element_size", answer_without_data},
      {"get_device", answer_without_data},
      {"type", answer_without_data},
      {"is_inference", answer_without_data},
      {"is_sparse", answer_without_data},
      {"__len__", answer_without_data},
      {"item", read_item},
      {"__int__", read_item},
      {"__float__", read_item},
      {"__bool__", read_item},
      {"__index__", read_item},
      {"tolist", read_list},
      {"__iter__", iterate_tensor},
      {"numpy", as_numpy},
      {"requires_grad_", set_requires_grad},
      {"new", new_of_sizes},
      {"new_tensor", new_tensor},
      {"addcmul_", add_scaled},
      {"addcdiv_", add_scaled},
      {"register_hook", register_hook},
      {"backward", refuse_backward},
      {"retain_grad", refuse_retain_grad},
      {"storage_offset", refuse_int},
      {"dense_dim", refuse_int},
      {"__hash__", refuse_int},
      {"is_signed", refuse_bool},
      {"is_pinned", refuse_bool},
      {"is_conj", refuse_bool},
      {"is_neg", refuse_bool},
      {"is_distributed", refuse_bool},
      {"is_shared", refuse_bool},
      {"__dir__", refuse_list},
      {"storage", refuse_storage},
      {"__repr__", refuse_text},
      {"__str__", refuse_text},
      {"__format__", refuse_text},
      {"resize_", refuse_method},
      {"resize_as_", refuse_method},
      {"set_", refuse_method},
      {"__array__", refuse_data},
      {"data_ptr", refuse_data},
      {"__reduce_ex__", refuse_data},
      {"t_", refuse_input_view},
      {"transpose_", refuse_input_view},
      {"swapaxes_", refuse_input_view},
      {"swapdims_", refuse_input_view},
      {"squeeze_", refuse_input_view},
      {"unsqueeze_", refuse_input_view},
      {"as_strided_", refuse_input_view},
  };
  return kHandlers;
}

// Breaks at an operator with a data-dependent output size, unless its arguments determine the size.
void refuse_unknown_size(Tracer& t, const TensorCall& call) {
  const torch::OpBinding* binding = torch::find_binding(torch::OpSpace::kMethod, call.name);
  bool data = binding && std::any_of(binding->overloads.begin(), binding->overloads.end(),
                                     [](const OpDef* op) { return (op->traits & kShapeDependsOnData) != 0; });
  if (!data || (!reads_values(call.name) && t.options.data_sizes)) return;
  bool counted = call.name == "repeat_interleave" || call.name == "tensor_split";
  bool count_known = counted && !call.args.empty() && !t.value_of(call.args[0])->is(VarKind::kTensor);
  if (call.name == "where" || count_known) return;
  const std::string what = "aten." + call.name + ".default";
  unsupported<Break::kDynamicShapeOperator>(what, what);
}

}  // namespace

VarRef Tracer::call_tensor_method(const VarRef& self, const std::string& name, std::vector<VarRef> args,
                                  Keywords kwargs) {
  for (const VarRef& arg : args) settle(arg);
  for (const auto& [key, value] : kwargs) settle(value);
  TensorCall call{self, name, args, kwargs};
  if (auto found = handlers().find(name); found != handlers().end()) {
    if (VarRef result = found->second(*this, call)) return result;
  }
  refuse_unknown_size(*this, call);
  args.insert(args.begin(), self);
  return with_known_numbers(args, kwargs, [&] { return out.call_method(name, args, kwargs); });
}

}  // namespace vt::dynamo
