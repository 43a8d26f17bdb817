// numpy: a call is one node over the tensors that hold its arrays (see
// python/torch/_dynamo/numpy_wrappers.py); an array becomes an object of numpy again where it
// leaves the graph. Neighbours: trace_torch.cpp, codegen_values.cpp.
#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
// Tensors that numpy gives are arrays, also in tuples and lists.
VarRef as_arrays(Tracer& t, const VarRef& given) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) {
    VarRef array = make_var(VarKind::kArray);
    array->value = v->value;
    array->node = v->node;
    array->node_holder = v->node_holder;
    return array;
  }
  if (!v->is(VarKind::kTuple) && !v->is(VarKind::kList)) return v;
  for (VarRef& item : v->items) item = as_arrays(t, item);
  return v;
}

// The tensor that holds an array.
static VarRef as_tensor(const VarRef& array) {
  VarRef tensor = make_var(VarKind::kTensor);
  tensor->value = array->value;
  tensor->node = array->node;
  tensor->node_holder = array->node_holder;
  return tensor;
}

VarRef Tracer::call_numpy(const char* kind, const std::string& name, std::vector<VarRef> args, Keywords kwargs) {
  Value module = vm.import_module("torch._dynamo.numpy_wrappers");
  Value target = vm.call(vm.get_attribute(module, std::string("wrapped_") + kind), {vm::make_str(name)});
  return as_arrays(*this, out.call_function(target, args, kwargs));
}

VarRef Tracer::array_attribute(const VarRef& self, vm::Str* name) {
  const std::string& text = name->text;
  const Tensor& tensor = *torch::as_tensor(self->value);
  if (text == "dtype") {
    unsupported("GB0157", "Unsupported ndarray attribute access", "tp_getattro_impl NumpyNdarrayVariable() " + text,
                "Dynamo currently does not support tracing `ndarray." + text + "`.");
  }
  if (text == "ndim") return constant_int(tensor.rank());
  if (text == "shape") return sequence(VarKind::kTuple, unpack(out.from_value(vm.get_attribute(self->value, "shape"))));
  if (text == "size") return out.from_value(vm.call_method(self->value, "numel", {}));
  if (text == "itemsize") return out.from_value(vm.call_method(self->value, "element_size", {}));
  if (text == "T" || text == "real" || text == "imag") {
    Value wrapper = vm.get_attribute(vm.import_module("torch._dynamo.numpy_wrappers"), "numpy_attr_wrapper");
    return as_arrays(*this, out.call_function(wrapper, {self, constant_text(text)}, {}));
  }
  if (!type_of_var(*self)->find(name)) return {};
  VarRef bound = make_var(VarKind::kMethod);
  bound->items = {constant(Value::of(name)), self};
  return bound;
}

VarRef Tracer::call_array_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args,
                                 Keywords& kwargs) {
  if (name == "tolist" && args.empty()) return call_tensor_method(as_tensor(self), name, args, kwargs);
  if (name == "item" || name == "tolist" || name == "__bool__" || name == "__float__" || name == "__int__") {
    unsupported("GB0109", "Unsupported ndarray method call", "call_method NumpyNdarrayVariable() " + name,
                "`ndarray." + name + "()` is not modelled in `torch._numpy`.");
  }
  args.insert(args.begin(), self);
  if (name.starts_with("__") && name.ends_with("__"))
    return call_numpy("operator", name.substr(2, name.size() - 4), args, kwargs);
  return call_numpy("method", name, args, kwargs);
}

}  // namespace vt::dynamo
