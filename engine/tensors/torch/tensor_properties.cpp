// Attributes of tensors: shape, dtype, grad, T and their like.
#include "eager/autograd.h"
#include "ops/families/shape.h"
#include "tensor/warning.h"
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

const Tensor& self_of(const Arguments& a) { return *as_tensor(a[0]); }

Value get_shape(Interpreter&, const Arguments& a) { return shape_value(self_of(a)); }
Value get_dtype(Interpreter&, const Arguments& a) { return dtype_value(self_of(a).dtype()); }
Value get_device(Interpreter&, const Arguments& a) { return device_value(self_of(a).device()); }
Value get_layout(Interpreter&, const Arguments&) { return torch_types().strided; }
Value get_rank(Interpreter&, const Arguments& a) { return Value::integer(self_of(a).rank()); }
Value get_requires_grad(Interpreter&, const Arguments& a) { return Value::boolean(self_of(a).requires_grad()); }
Value put_requires_grad(Interpreter&, const Arguments& a) {
  if (!a[1].is_bool()) tensor_error("requires_grad must be a bool");
  if (a[1].as_bool() && is_leaf(self_of(a)) && !is_floating(self_of(a).dtype()))
    tensor_error("only Tensors of floating point and complex dtype can require gradients");
  set_requires_grad(self_of(a), a[1].as_bool());
  return Value::none();
}
Value get_is_leaf(Interpreter&, const Arguments& a) { return Value::boolean(is_leaf(self_of(a))); }
Value get_grad(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  Tensor grad = grad_of(t);
  if (!grad.defined() && !is_leaf(t) && !t.is_fake() && !retains_grad(t))
    tensor_warning(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
        "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf "
        "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure "
        "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information. "
        "(Triggered internally at ./build/aten/src/ATen/core/TensorBody.h:488.)");
  return wrap(grad);
}
Value put_grad(Interpreter&, const Arguments& a) {
  if (a[1].is_none()) return set_grad(self_of(a), Tensor()), Value::none();
  const Tensor* grad = as_tensor(a[1]);
  if (!grad)
    tensor_error(
        std::string("assigned grad expected to be a Tensor or None but got grad of type ") + vm::type_name(a[1]),
        "TypeError");
  set_grad(self_of(a), *grad);
  return Value::none();
}
Value delete_grad(Interpreter&, const Arguments& a) { return set_grad(self_of(a), Tensor()), Value::none(); }
Value get_grad_fn(Interpreter&, const Arguments& a) { return wrap_node(grad_fn(self_of(a))); }
Value get_data(Interpreter&, const Arguments& a) {
  Tensor data = detach(self_of(a));
  if (!data.is_fake()) set_own_version(data);
  return wrap(data);
}
Value put_data(Interpreter&, const Arguments& a) {
  const Tensor* source = as_tensor(a[1]);
  if (!source)
    tensor_error(std::string("Variable data has to be a tensor, but got ") + vm::type_name(a[1]), "TypeError");
  if (self_of(a).requires_grad() && !is_floating(source->dtype()))
    tensor_error("data set to a tensor that requires gradients must be floating point or complex dtype");
  set_data(self_of(a), *source);
  return Value::none();
}
Value delete_data(Interpreter&, const Arguments&) {
  tensor_error("Deleting tensor data is not allowed. Delete tensor instead!");
}
Value delete_requires_grad(Interpreter&, const Arguments&) { tensor_error("requires_grad must be a bool"); }
Value get_t(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  if (t.rank() == 2) {
    uint64_t first = next_grad_sequence();
    Tensor turned = call_op(need_op({"t"}), {Arg(t)});
    name_grad_fn(turned, "PermuteBackward0", first);
    return wrap(turned);
  }
  if (t.rank() == 0)
    tensor_warning(
        "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases. (Triggered internally "
        "at ./aten/src/ATen/native/TensorShape.cpp:4327.)",
        true);
  if (t.rank() == 1 || t.rank() > 2)
    tensor_warning(
        "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw "
        "an error in a future release. Consider `x.mT` to transpose batches of matrices or "
        "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor. (Triggered internally "
        "at ./aten/src/ATen/native/TensorShape.cpp:4320.)",
        true);
  IntList dims;
  for (int i = t.rank(); i-- > 0;) dims.push_back(SymInt(i));
  return wrap(call1(need_op({"permute"}), Args{Arg(t), Arg(dims)}));
}
Value get_h(Interpreter& vm, const Arguments& a) {
  int rank = self_of(a).rank();
  if (rank != 0 && rank != 2)
    tensor_error("tensor.H is only supported on matrices (2-D tensors). Got " + std::to_string(rank) + "-D tensor." +
                 (rank > 2 ? " For batches of matrices, consider using tensor.mH" : ""));
  return get_t(vm, a);
}
template <bool conjugate>
Value get_mt(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  if (t.rank() == 0) return a[0];
  if (t.rank() == 1)
    tensor_error(std::string("tensor.") + (conjugate ? "mH" : "mT") +
                 " is only supported on matrices or batches of matrices. Got " + std::to_string(t.rank()) +
                 "-D tensor.");
  return wrap(call1(need_op({"transpose.int", "transpose"}), Args{Arg(t), Arg(-2), Arg(-1)}));
}
Value get_version(Interpreter&, const Arguments& a) {
  if (self_of(a).impl()->is_inference) tensor_error("Inference tensors do not track version counter.");
  return Value::integer(self_of(a).version());
}
Value get_base(Interpreter&, const Arguments& a) { return wrap(view_base(self_of(a))); }
Value get_false(Interpreter&, const Arguments&) { return Value::boolean(false); }
Value get_is_cpu(Interpreter&, const Arguments& a) {
  return Value::boolean(self_of(a).device().kind == DeviceKind::kCpu);
}
Value get_is_cuda(Interpreter&, const Arguments& a) {
  return Value::boolean(self_of(a).device().kind == DeviceKind::kCuda);
}
Value get_is_meta(Interpreter&, const Arguments& a) {
  return Value::boolean(self_of(a).device().kind == DeviceKind::kMeta);
}
Value get_bytes(Interpreter&, const Arguments& a) {
  return Value::integer(self_of(a).numel() * dtype_bytes(self_of(a).dtype()));
}
Value get_item_size(Interpreter&, const Arguments& a) { return Value::integer(dtype_bytes(self_of(a).dtype())); }
Value get_retains(Interpreter&, const Arguments& a) { return Value::boolean(retains_grad(self_of(a))); }
Value get_real(Interpreter&, const Arguments& a) { return a[0]; }
Value get_imag(Interpreter&, const Arguments&) {
  tensor_error("imag is not implemented for tensors with non-complex dtypes.");
}
Value get_output_nr(Interpreter&, const Arguments& a) { return Value::integer(gradient_edge(self_of(a)).output); }

SymInt axis_size(const Tensor& t, const std::vector<SymInt>& values, const Value& axis, const char* function) {
  SymInt i;
  if (!to_int(axis, &i))
    vm::raise(vm::types().TypeError,
              std::string(function) + "(): argument 'dim' (position 1) must be int, not " + argument_type_text(axis));
  int64_t rank = t.rank(), at = i.hint();
  if (rank == 0)
    tensor_error("Dimension specified as " + std::to_string(at) + " but tensor has no dimensions", "IndexError");
  if (at < -rank || at >= rank)
    tensor_error("Dimension out of range (expected to be in range of [" + std::to_string(-rank) + ", " +
                     std::to_string(rank - 1) + "], but got " + std::to_string(at) + ")",
                 "IndexError");
  return values[static_cast<size_t>(at < 0 ? at + rank : at)];
}
const Value* only_argument(const Arguments& a) {
  if (a.size() > 1) return &a[1];
  return a.keyword("dim");
}
Value size(Interpreter&, const Arguments& a) {
  const Value* dim = only_argument(a);
  if (!dim || dim->is_none()) return shape_value(self_of(a));
  return sym_int_value(axis_size(self_of(a), self_of(a).sym_sizes(), *dim, "size"));
}
Value stride(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  std::vector<SymInt> strides(t.strides().begin(), t.strides().end());
  if (t.is_fake()) strides = t.impl()->fake->strides;
  if (const Value* dim = only_argument(a); dim && !dim->is_none())
    return sym_int_value(axis_size(t, strides, *dim, "stride"));
  std::vector<Value> items;
  for (const SymInt& s : strides) items.push_back(sym_int_value(s));
  return vm::make_tuple(std::move(items));
}
Value numel(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  if (!t.is_fake()) return Value::integer(t.numel());
  SymInt count(1);
  for (const SymInt& s : t.sym_sizes()) count = count * s;
  return sym_int_value(count);
}
Value storage_offset(Interpreter&, const Arguments& a) { return Value::integer(self_of(a).impl()->offset); }
Value data_ptr(Interpreter&, const Arguments& a) {
  const Tensor& t = self_of(a);
  if (t.is_fake() || !t.impl()->storage) return Value::integer(0);
  return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(t.impl()->storage->data())) +
                        t.impl()->offset * dtype_bytes(t.dtype()));
}
Value is_contiguous(Interpreter&, const Arguments& a) {
  const Value* given = a.size() > 1 ? &a[1] : a.keyword("memory_format");
  const NamedConstant* format = given ? given->as<NamedConstant>() : nullptr;
  if (!format) return Value::boolean(self_of(a).is_contiguous());
  if (format->text == "torch.preserve_format")
    tensor_error("preserve memory format is unsupported by the is_contiguous operator");
  return Value::boolean(lies_in_format(self_of(a), format_name(*format)));
}
Value is_floating_point(Interpreter&, const Arguments& a) { return Value::boolean(is_floating(self_of(a).dtype())); }
Value is_signed(Interpreter&, const Arguments& a) {
  return Value::boolean(self_of(a).dtype() != DType::kUInt8 && self_of(a).dtype() != DType::kBool);
}
Value is_inference(Interpreter&, const Arguments& a) { return Value::boolean(self_of(a).impl()->is_inference); }
Value device_number(Interpreter&, const Arguments& a) {
  return Value::integer(self_of(a).device().kind == DeviceKind::kCuda ? self_of(a).device().index : -1);
}
Value is_view_method(Interpreter&, const Arguments& a) { return Value::boolean(is_view(self_of(a))); }
Value is_same_size(Interpreter&, const Arguments& a) {
  const Tensor* other = a.size() > 1 ? as_tensor(a[1]) : nullptr;
  return Value::boolean(other && other->sizes() == self_of(a).sizes());
}

}  // namespace

namespace {
// What is read only says so with the name of PyTorch's class, to which these belong there.
Value refuse_write(Interpreter&, const Arguments& a) {
  tensor_error("attribute '" + a[0].as<vm::Str>()->text + "' of 'torch._C.TensorBase' objects is not writable",
               "AttributeError");
}
template <class... Names>
void read_only(Type* t, Names... names) {
  for (const char* name : {names...}) {
    auto* refusal = new vm::NativeFunction(name, guarded<refuse_write>);
    refusal->bound = Value::of(vm::intern(name));
    auto* property = t->find(vm::intern(name))->as<vm::Property>();
    property->setter = property->deleter = Value::adopt(refusal);
  }
}
}  // namespace

void install_tensor_properties(Type* t) {
  property<get_shape>(t, "shape");
  property<get_dtype>(t, "dtype");
  property<get_device>(t, "device");
  property<get_layout>(t, "layout");
  property<get_rank>(t, "ndim");
  property<get_requires_grad, put_requires_grad>(t, "requires_grad");
  property<get_is_leaf>(t, "is_leaf");
  property<get_grad, put_grad>(t, "grad");
  property<get_grad_fn>(t, "grad_fn");
  property<get_data, put_data>(t, "data");
  auto deleter = [&](const char* name, vm::NativeFn remove) {
    t->find(vm::intern(name))->as<vm::Property>()->deleter = Value::adopt(new vm::NativeFunction(name, remove));
  };
  deleter("grad", guarded<delete_grad>);
  deleter("data", guarded<delete_data>);
  deleter("requires_grad", guarded<delete_requires_grad>);
  property<get_t>(t, "T");
  property<get_mt<false>>(t, "mT");
  property<get_h>(t, "H");
  property<get_mt<true>>(t, "mH");
  property<get_version>(t, "_version");
  property<get_base>(t, "_base");
  property<get_is_cpu>(t, "is_cpu");
  property<get_is_cuda>(t, "is_cuda");
  property<get_is_meta>(t, "is_meta");
  for (const char* name : {"is_sparse", "is_quantized", "is_nested", "is_mkldnn", "is_mps", "is_xla", "is_sparse_csr",
                           "is_xpu", "is_vulkan", "is_maia", "is_ipu", "is_mtia"})
    property<get_false>(t, name);
  property<get_bytes>(t, "nbytes");
  property<get_item_size>(t, "itemsize");
  property<get_retains>(t, "retains_grad");
  property<get_real>(t, "real");
  property<get_imag>(t, "imag");
  property<get_output_nr>(t, "output_nr");
  read_only(t, "shape", "dtype", "device", "layout", "ndim", "is_leaf", "grad_fn", "T", "mT", "H", "mH", "_version",
            "_base", "is_cpu", "is_cuda", "is_meta", "is_sparse", "is_quantized", "nbytes", "itemsize", "retains_grad",
            "output_nr");
  method<size>(t, "size");
  method<stride>(t, "stride");
  bare_method<numel>(t, "numel");
  bare_method<numel>(t, "nelement");
  bare_method<get_rank>(t, "dim");
  bare_method<get_rank>(t, "ndimension");
  bare_method<get_item_size>(t, "element_size");
  bare_method<storage_offset>(t, "storage_offset");
  bare_method<data_ptr>(t, "data_ptr");
  method<is_contiguous>(t, "is_contiguous");
  bare_method<is_floating_point>(t, "is_floating_point");
  bare_method<get_false>(t, "is_complex");
  bare_method<get_false>(t, "is_neg");
  bare_method<get_false>(t, "is_conj");
  method<get_false>(t, "is_pinned");
  method<get_false>(t, "is_shared");
  bare_method<is_signed>(t, "is_signed");
  bare_method<is_inference>(t, "is_inference");
  bare_method<device_number>(t, "get_device");
  method<is_view_method>(t, "_is_view");
  method<is_same_size>(t, "is_same_size");
}

}  // namespace vt::torch
