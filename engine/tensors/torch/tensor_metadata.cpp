// Methods that change the sizes or the storage of a tensor: resize_, resize_as_, set_. Those
// that make it a view of itself (t_, unsqueeze_) are in python/torch/_tensor_library.py.
#include "eager/autograd.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"
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
  element_count(sizes);
  const Dims strides = contiguous_strides(sizes);
  int64_t held = self.impl()->storage->bytes() / dtype_bytes(self.dtype()), end, bytes;
  if (!end_of_view(sizes, strides, self.impl()->offset, end) ||
      __builtin_mul_overflow(end, dtype_bytes(self.dtype()), &bytes))
    tensor_error("Storage size calculation overflowed with sizes=" + sizes_text(sizes));
  if (end > held) {
    Tensor larger = empty_tensor(Dims{end}, self.dtype(), self.device());
    copy_tensor(view_of(larger, Dims{held}, Dims{1}, 0), view_of(self, Dims{held}, Dims{1}, 0));
    larger.impl()->storage->version = self.version();
    self.impl()->storage = larger.impl()->storage;
  }
  self.impl()->sizes = sizes;
  self.impl()->strides = strides;
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

// The tensor that a storage of the library stands for, or the tensor itself.
const Tensor* source_tensor(Interpreter& vm, const Value& v) {
  if (const Tensor* tensor = as_tensor(v)) return tensor;
  static vm::Str* inside = vm::intern("_tensor");
  Value held = v.is_object() ? vm.find_attribute(v, inside) : Value();
  return held.is_null() ? nullptr : as_tensor(held);
}
// set_(storage, offset, size, stride): part of the memory, or all of it as a row.
Tensor part_of(const Tensor& source, const std::vector<Value>& given) {
  int64_t count = static_cast<int64_t>(source.impl()->storage->bytes()) / dtype_bytes(source.dtype());
  int64_t offset = given[2].is_null() ? 0 : given[2].as_int();
  IntList sizes{count}, strides;
  if (!given[3].is_null()) to_int_list(given[3], &sizes);
  Dims extents;
  for (const SymInt& size : sizes) extents.push_back(size.hint());
  if (offset < 0) tensor_error("Tensor: invalid storage offset " + std::to_string(offset));
  Dims steps = contiguous_strides(extents);
  if (!given[4].is_null() && to_int_list(given[4], &strides) && strides.size() == sizes.size())
    for (size_t i = 0; i < strides.size(); ++i) steps[static_cast<int>(i)] = strides[i].hint();
  int64_t end;
  if (!end_of_view(extents, steps, offset, end) || end <= count) return view_of(source, extents, steps, offset);
  // More than the memory holds: a larger one, as resize_ has it.
  Tensor larger = empty_tensor(Dims{end}, source.dtype(), source.device());
  copy_tensor(view_of(larger, Dims{count}, Dims{1}, 0), view_of(source, Dims{count}, Dims{1}, 0));
  return view_of(larger, extents, steps, offset);
}

Value set_source(Interpreter& vm, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(a, "set_", {"self", "source", "storage_offset", "size", "stride"}, 1);
  const Tensor& self = self_of(a);
  refuse_fake(self, "set_");
  if (grad_enabled() && (self.requires_grad() || is_view(self))) check_inplace(self);
  const Tensor* source = given[1].is_null() ? nullptr : source_tensor(vm, given[1]);
  if (!given[1].is_null() && !source)
    vm::raise(vm::types().TypeError, std::string("set_(): argument 'source' (position 1) must be Tensor, not ") +
                                         argument_type_text(given[1]));
  Tensor empty = empty_tensor(Dims{0}, self.dtype(), self.device());
  if (source && source->dtype() != self.dtype())
    tensor_error(std::string("Could not set tensor of type ") + dtype_cpp_name(source->dtype()) +
                 " to a tensor of type " + dtype_cpp_name(self.dtype()));
  uint32_t version = self.version();
  bool whole = source && as_tensor(given[1]) && given[2].is_null() && given[3].is_null();
  take_geometry(self, !source ? empty : whole ? *source : part_of(*source, given));
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
