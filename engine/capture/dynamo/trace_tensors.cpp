// Attributes of tensors: known while tracing, computed by a node, or not capturable. Neighbours:
// trace_tensor_methods.cpp.
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

// Attributes for which PyTorch adds a node although their value is known.
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
  if (text == "__class__") return out.from_value(Value::of(vm::type_of(self->example())));
  if (text == "grad") {
    if (self->source) {
      const GraphInput* input = nullptr;
      for (const GraphInput& candidate : out.inputs()) {
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
  for (const auto& [written, value] : self->written()) {
    if (written == name) return value ? value : VarRef();
  }
  if (is_noted(text)) {
    Value getter = *vm.builtins()->table.find(vm::intern("getattr"));
    VarRef result = out.from_value(vm.get_attribute(self->example(), name));
    out.graph.create(fx::NodeOp::kCallFunction, getter, vm::make_tuple({Value::of(self->node()), Value::of(name)}),
                     vm::make<vm::Dict>());
    return result;
  }
  bool leaf = !torch::as_tensor(self->example())->requires_grad();
  if (text == "grad_fn" && leaf) return none();
  if (text == "grad_fn") {
    for (const GraphInput& input : out.inputs()) {
      if (input.var.get() == self.get() && vm.get_attribute(input.real, name).is_none()) return none();
    }
  }
  if (text == "grad_fn") unsupported<Break::kGradFn>("getattr TensorVariable() grad_fn");
  Value found = vm.find_attribute(self->example(), name);
  if (found.is_null()) {
    // An attribute that the program set on a tensor from outside.
    for (const GraphInput& input : out.inputs()) {
      if (input.var.get() != self.get()) continue;
      Value own = vm.find_attribute(input.real, name);
      if (!own.is_null()) return out.wrap(own, attribute_source(self->source, text));
    }
    return {};
  }
  if (found.as<vm::BoundMethod>() || found.as<vm::NativeFunction>() || found.as<vm::Function>()) {
    vm::BoundMethod* method = found.as<vm::BoundMethod>();
    return make_method(method ? out.from_value(method->function) : constant(Value::of(name)), self);
  }
  if (torch::as_tensor(found)) {  // real, imag and other tensors
    Value getter = *vm.builtins()->table.find(vm::intern("getattr"));
    return out.call_function(getter, {self, constant(Value::of(name))}, {});
  }
  return out.from_value(found);
}

}  // namespace vt::dynamo
