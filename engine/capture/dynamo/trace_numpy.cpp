// numpy: a call becomes one node on the tensors that stand for its arrays
// (python/torch/_dynamo/numpy_wrappers.py). An array that leaves the graph
// becomes a numpy array again. Neighbours: trace_torch.cpp, codegen_values.cpp.
#include <unordered_map>
#include <unordered_set>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
// Wraps the tensors in the result of a numpy call as arrays, also inside tuples and lists.
VarRef as_arrays(Tracer& t, const VarRef& given) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) {
    return make_var(NumpyNdarrayVariable{{v->proxy().node, v->example()}});
  }
  if (!v->is(VarKind::kTuple) && !v->is(VarKind::kList)) return v;
  for (VarRef& item : v->items()) item = as_arrays(t, item);
  return v;
}

// The tensor that stands for an array.
static VarRef as_tensor(const VarRef& array) {
  return make_var(TensorVariable{{array->proxy().node, array->example()}, {}});
}

VarRef Tracer::call_numpy(const char* kind, const std::string& name, std::vector<VarRef> args, Keywords kwargs) {
  Value module = vm.import_module("torch._dynamo.numpy_wrappers");
  Value target = vm.call(vm.get_attribute(module, std::string("wrapped_") + kind), {vm::make_str(name)});
  return as_arrays(*this, out.call_function(target, args, kwargs));
}

namespace {

using ArrayProperty = VarRef (*)(Tracer&, const VarRef& array, vm::Str* name);

VarRef refuse_dtype(Tracer&, const VarRef&, vm::Str*) {
  unsupported<Break::kArrayAttribute>("tp_getattro_impl NumpyNdarrayVariable() dtype", "dtype");
}
VarRef read_rank(Tracer&, const VarRef& array, vm::Str*) {
  return constant_int(torch::as_tensor(array->example())->rank());
}
VarRef read_shape(Tracer& t, const VarRef& array, vm::Str*) {
  return sequence(VarKind::kTuple, t.unpack(t.out.from_value(t.vm.get_attribute(array->example(), "shape"))));
}
VarRef read_count(Tracer& t, const VarRef& array, vm::Str*) {
  return t.out.from_value(t.vm.call_method(array->example(), "numel", {}));
}
VarRef read_item_size(Tracer& t, const VarRef& array, vm::Str*) {
  return t.out.from_value(t.vm.call_method(array->example(), "element_size", {}));
}
VarRef record_property(Tracer& t, const VarRef& array, vm::Str* name) {
  Value wrapper = t.vm.get_attribute(t.vm.import_module("torch._dynamo.numpy_wrappers"), "numpy_attr_wrapper");
  return as_arrays(t, t.out.call_function(wrapper, {array, constant_text(name->text)}, {}));
}

}  // namespace

VarRef Tracer::array_attribute(const VarRef& self, vm::Str* name) {
  static const std::unordered_map<std::string_view, ArrayProperty> kArrayProperties = {
      {"dtype", refuse_dtype}, {"ndim", read_rank},          {"shape", read_shape},     {"size", read_count},
      {"T", record_property},  {"itemsize", read_item_size}, {"real", record_property}, {"imag", record_property}};
  if (auto known = kArrayProperties.find(name->text); known != kArrayProperties.end())
    return known->second(*this, self, name);
  if (!type_of_var(*self)->find(name)) return {};
  return make_method(constant(Value::of(name)), self);
}

VarRef Tracer::call_array_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args,
                                 Keywords& kwargs) {
  if (name == "tolist" && args.empty()) return call_tensor_method(as_tensor(self), name, args, kwargs);
  // Methods that return a number, whose value is unknown while tracing.
  static const std::unordered_set<std::string_view> kReadsNumbers = {"item", "tolist", "__bool__", "__float__",
                                                                     "__int__"};
  if (kReadsNumbers.contains(name)) {
    unsupported<Break::kArrayMethod>("call_method NumpyNdarrayVariable() " + name, name);
  }
  args.insert(args.begin(), self);
  if (name.starts_with("__") && name.ends_with("__"))
    return call_numpy("operator", name.substr(2, name.size() - 4), args, kwargs);
  return call_numpy("method", name, args, kwargs);
}

}  // namespace vt::dynamo
