// Attributes and methods of tensors: which are known while tracing, which are nodes, and which
// cannot be captured. Neighbours: trace_torch.cpp.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

void data_dependent(const std::string& id, const std::string& what) {
  if (id == "GB0036") {
    unsupported(id, "Dynamic shape operator", what,
                "Operator `" + what + "`'s output shape depends on input Tensor data.",
                {"Enable tracing of dynamic shape operators with "
                 "`torch._dynamo.config.capture_dynamic_output_shape_ops = True`"});
  }
  if (id == "GB0124") {
    unsupported(id, "Unsupported Tensor.item() call with capture_scalar_outputs=False",
                "call_method TensorVariable() item () {}",
                "Dynamo does not support tracing `Tensor.item()` with config.capture_scalar_outputs=False.",
                {"Set `torch._dynamo.config.capture_scalar_outputs = True` or `export "
                 "TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1` to include these operations in the captured graph."});
  }
  unsupported(id, "Data dependent operator", what,
              "Operator `" + what + "` has a non-Tensor output whose value is dependent on the data of Tensor inputs.",
              {"Keep the value as a tensor, or move the call out of the compiled region."});
}

// tolist(): each number is read by a node of its own.
static VarRef numbers_in(Tracer& t, const VarRef& tensor) {
  const Tensor& value = *torch::as_tensor(tensor->value);
  if (value.rank() == 0) return t.call_tensor_method(tensor, "item", {}, {});
  std::vector<VarRef> items;
  t.out.shapes->pin(value.impl()->fake->sizes[0]);
  for (int64_t i = 0; i < value.impl()->sizes[0]; ++i)
    items.push_back(numbers_in(
        t, t.value_of(t.out.call_function(operator_function(t.vm, "getitem"), {tensor, constant_int(i)}, {}))));
  return sequence(VarKind::kList, std::move(items));
}

static void returned_no_tensor(const char* type, const std::string& method) {
  unsupported("GB0208", "torch.* op returned non-Tensor",
              std::string("example_value type: ") + type + "; op: call_method; target: " + method,
              "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output");
}

// Attributes that are a node of the graph although their value is known.
static bool is_noted(const std::string& name) {
  static constexpr const char* kNames[] = {
      "is_leaf", "is_meta", "is_mkldnn", "is_sparse_csr", "is_mps",    "is_xpu",   "is_cpu", "is_xla",      "is_vulkan",
      "is_maia", "is_ipu",  "is_mtia",   "_base",         "output_nr", "itemsize", "nbytes", "retains_grad"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const char* known) { return name == known; });
}

VarRef Tracer::tensor_attribute(const VarRef& self, vm::Str* name) {
  const std::string& text = name->text;
  static const std::map<std::string_view, const char*> descriptors = {
      {"T", "numpy_T"}, {"mT", "mT"}, {"H", "matrix_H"}, {"mH", "mH"}};
  if (text == "shape") return out.read_shape(self);
  if (auto found = descriptors.find(text); found != descriptors.end()) {
    Value aten = vm.get_attribute(vm.import_module("torch._ops"), "aten");
    return out.call_function(vm.get_attribute(aten, found->second), {self}, {});
  }
  if (text == "__class__") return out.from_value(Value::of(vm::type_of(self->value)));
  if (text == "grad") {
    if (self->source) {
      const GraphInput* input = nullptr;
      for (const GraphInput& candidate : out.inputs) {
        if (candidate.var.get() == self.get()) input = &candidate;
      }
      if (input) return out.wrap(vm.get_attribute(input->real, name), attribute_source(self->source, text));
    }
    return none();
  }
  if (text == "data") {
    Value module = vm.import_module("_vitrine_dynamo");
    return out.call_function(vm.get_attribute(module, "_get_data_attr"), {self}, {});
  }
  for (const auto& [written, value] : self->written) {
    if (written == name) return value ? value : VarRef();
  }
  if (is_noted(text)) {
    Value getter = *vm.builtins()->table.find(vm::intern("getattr"));
    VarRef result = out.from_value(vm.get_attribute(self->value, name));
    out.graph.create(fx::NodeOp::kCallFunction, getter, vm::make_tuple({Value::of(self->node), Value::of(name)}),
                     vm::make<vm::Dict>());
    return result;
  }
  bool leaf = !torch::as_tensor(self->value)->requires_grad();
  if (text == "grad_fn" && leaf) return none();
  if (text == "grad_fn") {
    for (const GraphInput& input : out.inputs) {
      if (input.var.get() == self.get() && vm.get_attribute(input.real, name).is_none()) return none();
    }
  }
  if (text == "grad_fn")
    unsupported("GB0156", "Tensor.grad_fn", "getattr TensorVariable() grad_fn",
                "The autograd graph of a traced tensor does not exist yet.");
  Value found = vm.find_attribute(self->value, name);
  if (found.is_null()) {
    // Attributes that the program set on its own tensor.
    for (const GraphInput& input : out.inputs) {
      if (input.var.get() != self.get()) continue;
      Value own = vm.find_attribute(input.real, name);
      if (!own.is_null()) return out.wrap(own, attribute_source(self->source, text));
    }
    return {};
  }
  if (found.as<vm::BoundMethod>() || found.as<vm::NativeFunction>() || found.as<vm::Function>()) {
    VarRef bound = make_var(VarKind::kMethod);
    vm::BoundMethod* method = found.as<vm::BoundMethod>();
    bound->items = {method ? out.from_value(method->function) : constant(Value::of(name)), self};
    return bound;
  }
  if (torch::as_tensor(found)) {  // real, imag ...
    Value getter = *vm.builtins()->table.find(vm::intern("getattr"));
    return out.call_function(getter, {self, constant(Value::of(name))}, {});
  }
  return out.from_value(found);
}

namespace {
bool answers_without_data(const std::string& name) {
  static constexpr const char* kNames[] = {
      "size",         "dim",           "ndimension", "numel",        "nelement",   "is_floating_point",
      "is_complex",   "is_contiguous", "stride",     "element_size", "get_device", "type",
      "is_inference", "__len__",       "is_sparse"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const char* known) { return name == known; });
}
}  // namespace

// Operators whose result is no tensor, but a number that depends on values.
bool answers_as_number(std::string_view name) { return name == "equal" || name == "allclose"; }

static bool is_size(const Var& v) {
  bool shape = v.is(VarKind::kTuple) && v.type == torch::torch_types().size;
  return shape || v.is(VarKind::kSymInt) || (v.is(VarKind::kConstant) && v.value.is_int());
}

// A function that needs nothing of the call in progress, as a value; null if it does.
static Value plain_function(const VarRef& v) {
  if (!v->value.is_null()) return v->value.as<vm::Function>() ? v->value : Value();
  bool plain = v->is(VarKind::kFunction) && v->closure.empty() && v->defaults.empty() && v->keyword_defaults.empty();
  return plain ? vm::make<vm::Function>(v->code, v->globals) : Value();
}

// x.register_hook(f) is a node, or happens after the graph for a tensor from outside; what it gives
// back can be dropped, not used. Null if the function needs what cannot be handed to it.
VarRef Tracer::call_hook(const VarRef& tensor, const VarRef& given) {
  VarRef hook = value_of(given);
  if (!hook->is(VarKind::kFunction)) return {};
  Value plain = plain_function(hook);
  if (tensor->source && !plain.is_null()) {
    out.input_hooks.emplace_back(tensor, hook);
  } else if (!plain.is_null()) {
    out.graph.create(fx::NodeOp::kCallMethod, vm::make_str("register_hook"),
                     vm::make_tuple({Value::of(tensor->node), plain}), vm::make<vm::Dict>());
  } else {
    bool simple = hook->value.is_null() && hook->defaults.empty() && hook->keyword_defaults.empty();
    if (!simple || tensor->source) return {};
    std::vector<Value> args = {Value::of(tensor->node), vm::make<vm::Function>(hook->code, hook->globals)};
    for (const VarRef& cell : hook->closure) {
      if (!cell->content || !out.can_enter_graph(cell->content)) return {};
      args.push_back(out.to_fx(cell->content));
    }
    out.graph.create(fx::NodeOp::kCallFunction, vm.get_attribute(vm.import_module("_vitrine_dynamo"), "register_hook"),
                     vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  }
  VarRef handle = make_var(VarKind::kObject);
  handle->type = vm.get_attribute(vm.import_module("torch.utils.hooks"), "RemovableHandle").as<vm::Type>();
  return handle;
}

VarRef Tracer::call_tensor_method(const VarRef& self, const std::string& name, std::vector<VarRef> args,
                                  Keywords kwargs) {
  for (const VarRef& arg : args) settle(arg);
  for (const auto& [key, value] : kwargs) settle(value);
  if (answers_without_data(name) && !(name == "type" && !args.empty())) {
    std::vector<Value> values, names;
    for (const VarRef& arg : args) values.push_back(out.to_example(arg));
    for (const auto& [key, value] : kwargs) {
      names.push_back(Value::of(vm::intern(key)));
      values.push_back(out.to_example(value));
    }
    Value result = vm.call(vm.get_attribute(self->value, name),
                           vm::Arguments{values.data(), args.size(), names.data(), names.size()});
    if (name == "size" && result.as<vm::Tuple>()) return out.read_shape(self);
    if (torch::SymIntObject* size = result.as<torch::SymIntObject>()) {
      SymInt now(size->value.hint(), out.shapes->simplify(size->value.expr()));
      if (!now.symbolic()) return constant_int(now.hint());
      args.insert(args.begin(), self);
      return out.emit(fx::NodeOp::kCallMethod, vm::make_str(name), args, kwargs, [&] { return result; });
    }
    return out.from_value(result);
  }
  if (name == "item" || name == "__int__" || name == "__float__" || name == "__bool__" || name == "__index__") {
    bool floating = is_floating(torch::as_tensor(self->value)->dtype());
    bool read = name == "item" || (name == "__float__" && floating) || (name == "__int__" && !floating);
    if (!options.scalar_outputs || !read) data_dependent("GB0124", "item");
    int64_t count = torch::as_tensor(self->value)->numel();
    if (count != 1)
      observe(vm::types().RuntimeError,
              "a Tensor with " + std::to_string(count) + " elements cannot be converted to Scalar");
    return out.read_number(self);
  }
  if (name == "tolist") {
    bool floating = is_floating(torch::as_tensor(self->value)->dtype());
    if (!floating && options.scalar_outputs) return numbers_in(*this, self);
    if (!floating) data_dependent("GB0124", "item");
    unsupported("GB0109", "Tensor.tolist() with non-integer tensor", "call_method TensorVariable() to_list",
                "Dynamo currently does not support tracing `tolist()` on non-integer tensors.",
                {"Ensure the input tensor to `tolist()` is an integer type (e.g., int8, int16, int32, int64)."});
  }
  for (const auto& [method, type] : {std::pair("storage_offset", "int"),
                                     {"dense_dim", "int"},
                                     {"__hash__", "int"},
                                     {"storage", "TypedStorage"},
                                     {"is_signed", "bool"},
                                     {"is_pinned", "bool"},
                                     {"is_conj", "bool"},
                                     {"is_neg", "bool"},
                                     {"is_distributed", "bool"},
                                     {"is_shared", "bool"},
                                     {"__dir__", "list"}}) {
    if (name == method) returned_no_tensor(type, name);
  }
  if (name == "__iter__" && args.empty()) return iterate(self);
  if (name == "resize_" || name == "resize_as_" || name == "set_") {
    unsupported("GB0126", "Unsupported Tensor." + name + "() call", "call_method TensorVariable() " + name,
                "Dynamo currently does not support tracing `Tensor." + name + "()`.");
  }
  if (name == "numpy" && args.size() + kwargs.size() < 2) {
    VarRef force = !args.empty()                                   ? args[0]
                   : !kwargs.empty() && kwargs[0].first == "force" ? kwargs[0].second
                                                                   : VarRef();
    if (force && need_constant(force, "force").as_bool())
      return as_arrays(*this, out.call_method("cpu", {out.call_method("detach", {self}, {})}, {}));
    if (!torch::as_tensor(self->value)->requires_grad())
      return as_arrays(*this, out.call_method("view_as", {self, self}, {}));
  }
  if (name == "numpy" || name == "__array__" || name == "data_ptr" || name == "__reduce_ex__")
    data_dependent("GB0109", "Tensor." + name);
  if (name == "backward") {
    std::string given;
    size_t at = 0;
    for (const char* parameter : {"gradient", "retain_graph", "create_graph", "inputs"}) {
      VarRef arg = at < args.size() ? args[at] : keyword(kwargs, parameter);
      ++at;
      given += " " + (arg ? describe(*value_of(arg)) : std::string("None"));
    }
    unsupported("GB0123", "Unsupported Tensor.backward() call", "call_method TensorVariable() backward" + given,
                "Dynamo currently does not support tracing `Tensor.backward()` when trace_autograd_ops is off.",
                {"Set torch._dynamo.trace_autograd_ops=True"});
  }
  if (name == "__repr__" || name == "__str__" || name == "__format__") repr_of_tensor();
  bool wanted = args.empty() && kwargs.empty();
  if (name == "requires_grad_" && !wanted) wanted = truth(args.empty() ? kwargs[0].second : args[0]);
  if (name == "requires_grad_" && !self->source && torch::as_tensor(self->value)->requires_grad() == wanted)
    return self;
  if (name == "requires_grad_" && !self->source) {
    if (out.refuse_required) {
      unsupported(
          "GB0140", "requires_grad_() intermediate leaked as output", "call_method TensorVariable() requires_grad_",
          "Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.", {});
    }
    VarRef result = out.call_method(name, {self, constant_bool(wanted)}, {});
    out.required.insert(self->node);
    out.required.insert(result->node);
    return result;
  }
  bool sized = name == "new" && kwargs.empty() &&
               std::all_of(args.begin(), args.end(), [&](const VarRef& arg) { return is_size(*value_of(arg)); });
  if (sized) {
    args.insert(args.begin(), self);
    return out.call_method("new_empty", args, kwargs);
  }
  if (name == "new_tensor") {
    for (const char* property : {"dtype", "device"})
      if (!std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& given) { return given.first == property; }))
        kwargs.emplace_back(property, tensor_attribute(self, vm::intern(property)));
    return out.call_function(vm.get_attribute(vm.import_module("torch"), "tensor"), args, kwargs);
  }
  if ((name == "addcmul_" || name == "addcdiv_") && args.size() == 2 && kwargs.size() == 1 &&
      kwargs[0].first == "value") {
    Value plain = vm.get_attribute(vm.import_module("torch"), name == "addcmul_" ? "mul" : "div");
    Value fma = vm.get_attribute(vm.get_attribute(vm.import_module("torch._ops"), "prims"), "fma");
    VarRef part = out.call_function(plain, args, {});
    VarRef sum = out.call_function(vm.get_attribute(fma, "default"), {kwargs[0].second, part, self}, {});
    return out.call_method("copy_", {self, sum}, {});
  }
  if (name == "register_hook" && args.size() == 1 && kwargs.empty()) {
    if (VarRef handle = call_hook(self, args[0])) return handle;
  }
  if (name == "retain_grad") {
    Unsupported error;
    error.id = "GB0108";
    error.type = "Tensor.retain_grad() with AOTDispatcher";
    error.context = "tp_getattro_impl TensorVariable() retain_grad";
    error.explanation = "`Tensor.retain_grad()` does not work with AOTDispatcher.";
    error.hints = {kSupportable};
    error.skip_frame = true;
    throw error;
  }
  if (name == "register_hook")
    unsupported("GB0130", "Tensor hooks", "call_method TensorVariable() " + name, "Hooks of tensors are not captured.");
  static constexpr const char* kInplaceViews[] = {"t_",       "transpose_", "swapaxes_",  "swapdims_",
                                                  "squeeze_", "unsqueeze_", "as_strided_"};
  bool view_of_input = self->source && std::any_of(std::begin(kInplaceViews), std::end(kInplaceViews),
                                                   [&](const char* known) { return name == known; });
  if (view_of_input) {
    unsupported("GB0148", "Unsupported function call (delayed)", "source: " + self->source->text() + "." + name,
                "Dynamo determined that a graph break should occur when calling `" + self->source->text() + "." + name +
                    "`. Reason: Getting an inplace view on a graph input is not supported");
  }
  bool sets_requirement =
      name == "requires_grad_" && self->source && torch::as_tensor(self->value)->requires_grad() != wanted;
  if (sets_requirement) {
    unsupported("GB0125", "Unsupported Tensor.requires_grad_() call", "call_method TensorVariable() requires_grad_",
                "Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.");
  }
  if (const torch::OpBinding* binding = torch::find_binding(torch::OpSpace::kMethod, name)) {
    bool data = std::any_of(binding->overloads.begin(), binding->overloads.end(),
                            [](const OpDef* op) { return (op->traits & kShapeDependsOnData) != 0; });
    bool counted = name == "repeat_interleave" || name == "tensor_split";
    bool plain_count = counted && !args.empty() && !value_of(args[0])->is(VarKind::kTensor);
    if (data && !answers_as_number(name) && options.data_sizes) data = false;
    if (data && name != "where" && !plain_count) data_dependent("GB0036", "aten." + name + ".default");
  }
  args.insert(args.begin(), self);
  return with_known_numbers(args, kwargs, [&] { return out.call_method(name, args, kwargs); });
}

}  // namespace vt::dynamo
