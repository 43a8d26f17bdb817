// Methods that change the sizes or the storage of a tensor: resize_, resize_as_, set_. Those
// that make it a view of itself (t_, unsqueeze_) are in python/torch/_tensor_library.py.
#include "eager/autograd.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "torch/binder.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

const Tensor& self_of(const Arguments& a) { return *as_tensor(a[0]); }

void refuse_fake(const Tensor& t, const char* name) {
  if (t.is_fake()) tensor_error(std::string(name) + ": a tensor of a graph keeps its sizes", "NotImplementedError");
}

void take_geometry(const Tensor& self, const Tensor& view) {
  TensorImpl *to = self.impl(), *from = view.impl();
  to->storage = from->storage;
  to->offset = from->offset;
  to->sizes = from->sizes;
  to->strides = from->strides;
}

// More elements than the storage holds: a larger one takes its place, for this tensor only.
void resize(const Tensor& self, const Dims& sizes) {
  if (grad_enabled() && self.requires_grad()) tensor_error("cannot resize variables that require grad");
  int64_t width = dtype_bytes(self.dtype());
  int64_t wanted = (self.impl()->offset + element_count(sizes)) * width;
  if (wanted > self.impl()->storage->bytes()) {
    Tensor larger = empty_tensor(Dims{(wanted + width - 1) / width}, self.dtype(), self.device());
    Dims kept{self.impl()->storage->bytes() / width};
    copy_tensor(view_of(larger, kept, Dims{1}, 0), view_of(self, kept, Dims{1}, 0));
    larger.impl()->storage->version = self.version();
    self.impl()->storage = larger.impl()->storage;
  }
  self.impl()->sizes = sizes;
  self.impl()->strides = contiguous_strides(sizes);
  bump_version(self);
}
Value resize_method(Interpreter&, const Arguments& a) {
  refuse_fake(self_of(a), "resize_");
  IntList list;
  if (!(a.positional == 2 && to_int_list(a[1], &list))) {
    for (size_t i = 1; i < a.positional; ++i) {
      SymInt size;
      if (!to_int(a[i], &size))
        vm::raise(vm::types().TypeError,
                  std::string("resize_(): argument 'size' (position 1) must be tuple of ints, not ") +
                      argument_type_text(a[i]));
      list.push_back(size);
    }
  }
  Dims sizes;
  for (const SymInt& size : list) {
    if (size.hint() < 0) tensor_error("numel: integer multiplication overflow");
    sizes.push_back(size.hint());
  }
  resize(self_of(a), sizes);
  return a[0];
}
Value resize_as(Interpreter&, const Arguments& a) {
  vm::check_count(a, "resize_as_", 1, 1, true);
  refuse_fake(self_of(a), "resize_as_");
  const Tensor* other = as_tensor(a[1]);
  if (!other)
    vm::raise(vm::types().TypeError,
              std::string("resize_as_(): argument 'the_template' (position 1) must be Tensor, not ") +
                  argument_type_text(a[1]));
  resize(self_of(a), other->sizes());
  return a[0];
}

Value set_source(Interpreter&, const Arguments& a) {
  vm::check_count(a, "set_", 0, 1, true);
  const Tensor& self = self_of(a);
  refuse_fake(self, "set_");
  if (grad_enabled() && (self.requires_grad() || is_view(self))) check_inplace(self);
  const Tensor* source = a.size() > 1 ? as_tensor(a[1]) : nullptr;
  if (a.size() > 1 && !source)
    vm::raise(vm::types().TypeError,
              std::string("set_(): argument 'source' (position 1) must be Tensor, not ") + argument_type_text(a[1]));
  Tensor empty = empty_tensor(Dims{0}, self.dtype(), self.device());
  if (source && source->dtype() != self.dtype())
    tensor_error(std::string("Could not set tensor of type ") + dtype_cpp_name(source->dtype()) +
                 " to a tensor of type " + dtype_cpp_name(self.dtype()));
  uint32_t version = self.version();
  take_geometry(self, source ? *source : empty);
  if (!source) self.impl()->storage->version = version;
  bump_version(self);
  return a[0];
}
Value is_set_to(Interpreter&, const Arguments& a) {
  vm::check_count(a, "is_set_to", 1, 1, true);
  const Tensor &self = self_of(a), *other = as_tensor(a[1]);
  return Value::boolean(other && self.impl()->storage == other->impl()->storage &&
                        self.impl()->offset == other->impl()->offset && self.sizes() == other->sizes() &&
                        self.strides() == other->strides());
}

}  // namespace

void install_tensor_metadata(Type* t) {
  method<resize_method>(t, "resize_");
  method<resize_as>(t, "resize_as_");
  method<set_source>(t, "set_");
  method<is_set_to>(t, "is_set_to");
}

}  // namespace vt::torch
