#include "eager/overlap.h"

#include "eager/internal.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"

namespace vt {
namespace {

// Whether the two have bytes in common is known of dense tensors only.
void check_overlap(const Tensor& target, const Tensor& source, bool may_be_whole) {
  const Storage* storage = target.impl()->storage.get();
  if (!storage || storage != source.impl()->storage.get() || (may_be_whole && target.same(source))) return;
  if (target.numel() == 0 || source.numel() == 0 || !is_dense(target) || !is_dense(source)) return;
  auto first = [](const Tensor& t) { return t.impl()->offset * static_cast<int64_t>(dtype_bytes(t.dtype())); };
  auto last = [&](const Tensor& t) { return first(t) + t.numel() * static_cast<int64_t>(dtype_bytes(t.dtype())); };
  if (first(target) >= last(source) || first(source) >= last(target)) return;
  bool equal = first(target) == first(source) && last(target) == last(source);
  if (may_be_whole && equal && target.strides() == source.strides()) return;
  tensor_error(
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
      "location. Please clone() the tensor before performing the operation.");
}

// Elements that are one in memory may all become the same number.
bool writes_one_value(const OpDef& op) { return &op == &op_fill || &op == &op_fill_tensor || &op == &op_zero; }

// What these read must be no part of what they write, nor the whole of it.
bool scatters(const OpDef& op) {
  return &op == &op_index_add || &op == &op_index_copy || &op == &op_index_put || &op == &op_scatter ||
         &op == &op_scatter_add || &op == &op_scatter_reduce;
}

}  // namespace

bool fills_places(const OpDef& op) {
  return &op == &op_masked_fill || &op == &op_masked_fill_tensor || &op == &op_index_fill;
}

bool overlaps_itself(const Tensor& t) {
  for (int axis = 0; axis < t.rank(); ++axis) {
    if (t.size(axis) > 1 && t.strides()[axis] == 0) return true;
  }
  return false;
}

void check_partial_overlap(const Tensor& target, const Tensor& source) { check_overlap(target, source, true); }
void check_no_overlap(const Tensor& target, const Tensor& source) { check_overlap(target, source, false); }

void check_self_overlap(const Tensor& t) {
  if (t.numel() > 0 && overlaps_itself(t)) {
    tensor_error(
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before "
        "performing the operation.");
  }
}

void check_memory_overlap(const OpDef& op, const Args& args) {
  const Tensor& self = args.tensor(0);
  if (!writes_one_value(op)) check_self_overlap(self);
  const bool elementwise = op.pointwise || (op.traits & kMutates);
  if (self.is_fake() || (!elementwise && !scatters(op))) return;
  for (size_t i = 1; i < args.size(); ++i) {
    const Tensor* source = std::get_if<Tensor>(&args[i].value);
    if (source && source->defined())
      elementwise ? check_partial_overlap(self, *source) : check_no_overlap(self, *source);
  }
}

}  // namespace vt
