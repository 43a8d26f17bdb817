#include "ops/families/formula.h"

#include <algorithm>

#include "ops/dispatch.h"
#include "ops/make_args.h"
#include "ops/ops.h"

namespace vt {}

namespace vt::f {

namespace {
const OpDef& by_operand(const Arg& b, const OpDef& tensor, const OpDef& number) {
  return b.is_scalar() ? number : tensor;
}
}  // namespace

IntList wanted_gradients(const GradContext& c, const std::vector<size_t>& inputs) {
  IntList mask;
  for (size_t input : inputs) mask.push_back(SymInt(c.input_list_size(input) > 0 && c.needs(input)));
  return mask;
}
bool is_wanted(const Args& args, size_t mask, size_t gradient) { return args.plain_ints(mask)[gradient] != 0; }
IntList ints(const std::vector<int>& values) {
  IntList list;
  for (int value : values) list.push_back(SymInt(value));
  return list;
}

Tensor add(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_add, op_add_scalar), make_args(a, b, 1)); }
Tensor sub(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_sub, op_sub_scalar), make_args(a, b, 1)); }
Tensor rsub(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_rsub, op_rsub_scalar), make_args(a, b, 1)); }
Tensor mul(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_mul, op_mul_scalar), make_args(a, b)); }
Tensor div(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_div, op_div_scalar), make_args(a, b)); }
Tensor mul_number(const Tensor& a, const Arg& number) { return call1(op_mul_number, make_args(a, number)); }
Tensor div_number(const Tensor& a, const Arg& number) { return call1(op_div_number, make_args(a, number)); }
Tensor pow(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_pow, op_pow_scalar), make_args(a, b)); }
Tensor neg(const Tensor& a) { return call1(op_neg, make_args(a)); }
Tensor abs(const Tensor& a) { return call1(op_abs, make_args(a)); }
Tensor sign(const Tensor& a) { return call1(op_sign, make_args(a)); }
Tensor exp(const Tensor& a) { return call1(op_exp, make_args(a)); }
Tensor log(const Tensor& a) { return call1(op_log, make_args(a)); }
Tensor sqrt(const Tensor& a) { return call1(op_sqrt, make_args(a)); }
Tensor rsqrt(const Tensor& a) { return call1(op_rsqrt, make_args(a)); }
Tensor reciprocal(const Tensor& a) { return call1(op_reciprocal, make_args(a)); }
Tensor sin(const Tensor& a) { return call1(op_sin, make_args(a)); }
Tensor cos(const Tensor& a) { return call1(op_cos, make_args(a)); }
Tensor sinh(const Tensor& a) { return call1(op_sinh, make_args(a)); }
Tensor cosh(const Tensor& a) { return call1(op_cosh, make_args(a)); }
Tensor tanh(const Tensor& a) { return call1(op_tanh, make_args(a)); }
Tensor sigmoid(const Tensor& a) { return call1(op_sigmoid, make_args(a)); }
Tensor maximum(const Tensor& a, const Tensor& b) { return call1(op_maximum, make_args(a, b)); }
Tensor eq(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_eq, op_eq_scalar), make_args(a, b)); }
Tensor ne(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_ne, op_ne_scalar), make_args(a, b)); }
Tensor lt(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_lt, op_lt_scalar), make_args(a, b)); }
Tensor le(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_le, op_le_scalar), make_args(a, b)); }
Tensor gt(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_gt, op_gt_scalar), make_args(a, b)); }
Tensor ge(const Tensor& a, const Arg& b) { return call1(by_operand(b, op_ge, op_ge_scalar), make_args(a, b)); }
Tensor logical_and(const Tensor& a, const Tensor& b) { return call1(op_logical_and, make_args(a, b)); }
Tensor logical_not(const Tensor& a) { return call1(op_logical_not, make_args(a)); }
Tensor where(const Tensor& condition, const Arg& a, const Arg& b) {
  const OpDef& op = a.is_scalar() ? (b.is_scalar() ? op_where_scalar : op_where_scalar_self)
                                  : (b.is_scalar() ? op_where_scalar_other : op_where);
  return call1(op, make_args(condition, a, b));
}
Tensor masked_fill(const Tensor& a, const Tensor& mask, const Arg& value) {
  return call1(op_masked_fill, make_args(a, mask, value));
}
Tensor sum(const Tensor& a) { return call1(op_sum, make_args(a, Arg())); }
Tensor sum(const Tensor& a, const std::vector<int>& axes, bool keepdim) {
  return call1(op_sum_dim, make_args(a, ints(axes), keepdim, Arg()));
}
Tensor mean(const Tensor& a) { return call1(op_mean, make_args(a, Arg())); }
Tensor mean(const Tensor& a, const std::vector<int>& axes, bool keepdim) {
  return call1(op_mean_dim, make_args(a, ints(axes), keepdim, Arg()));
}
Tensor amax(const Tensor& a, const std::vector<int>& axes, bool keepdim) {
  return call1(op_amax, make_args(a, ints(axes), keepdim));
}
Tensor matmul(const Tensor& a, const Tensor& b) { return call1(op_matmul, make_args(a, b)); }
Tensor mm(const Tensor& a, const Tensor& b) { return call1(op_mm, make_args(a, b)); }
Tensor bmm(const Tensor& a, const Tensor& b) { return call1(op_bmm, make_args(a, b)); }
Tensor t(const Tensor& a) { return call1(op_t, make_args(a)); }
Tensor transpose(const Tensor& a, int first, int second) { return call1(op_transpose, make_args(a, first, second)); }
Tensor permute(const Tensor& a, const std::vector<int>& axes) { return call1(op_permute, make_args(a, ints(axes))); }
Tensor view(const Tensor& a, const SymSizes& sizes) { return call1(op_view, make_args(a, sizes)); }
Tensor reshape(const Tensor& a, const SymSizes& sizes) {
  return same_sizes(sizes_of(a), sizes) ? a : call1(op_reshape, make_args(a, sizes));
}
Tensor expand(const Tensor& a, const SymSizes& sizes) {
  return same_sizes(sizes_of(a), sizes) ? a : call1(op_expand, make_args(a, sizes, false));
}
Tensor unsqueeze(const Tensor& a, int axis) { return call1(op_unsqueeze, make_args(a, axis)); }
Tensor squeeze(const Tensor& a, int axis) { return call1(op_squeeze_dim, make_args(a, axis)); }
Tensor select(const Tensor& a, int axis, const SymInt& index) { return call1(op_select, make_args(a, axis, index)); }
Tensor slice(const Tensor& a, int axis, const SymInt& start, const SymInt& end, int64_t step) {
  return call1(op_slice, make_args(a, axis, start, end, step));
}
Tensor cat(const TensorList& tensors, int axis) { return call1(op_cat, make_args(tensors, axis)); }
Tensor contiguous(const Tensor& a) {
  return a.is_contiguous() ? a : call1(op_clone, make_args(a, "contiguous_format"));
}
Tensor clone(const Tensor& a) { return call1(op_clone, make_args(a, Arg())); }
Tensor detach(const Tensor& a) { return call1(op_detach, make_args(a)); }
Tensor to_dtype(const Tensor& a, DType dtype) {
  return a.dtype() == dtype ? a : call1(op_to_copy, make_args(a, dtype, Arg()));
}
Tensor gather(const Tensor& a, int axis, const Tensor& index) { return call1(op_gather, make_args(a, axis, index)); }
Tensor flip(const Tensor& a, const std::vector<int>& axes) { return call1(op_flip, make_args(a, ints(axes))); }
Tensor cumsum(const Tensor& a, int axis) { return call1(op_cumsum, make_args(a, axis, Arg())); }

Tensor full(const SymSizes& sizes, const Arg& value, DType dtype, Device device) {
  return call1(op_full, make_args(sizes, value, dtype, device));
}
Tensor full_like(const Tensor& like, const Arg& value) {
  return full(sizes_of(like), value, like.dtype(), like.device());
}
Tensor zeros(const TensorMeta& meta) {
  return call1(op_zeros_of_formula, {IntList(meta.sizes), meta.dtype, meta.device});
}
Tensor new_zeros(const Tensor& like, const SymSizes& sizes) {
  return call1(op_new_zeros_of_formula, {like, IntList(sizes), Arg(), Arg()});
}
Tensor zeros_like(const Tensor& like) { return full_like(like, 0); }
Tensor ones_like(const Tensor& like) { return full_like(like, 1); }

Tensor reduce_to(const Tensor& grad, const TensorMeta& meta) {
  Tensor result = grad;
  SymSizes sizes = sizes_of(grad);
  if (!same_sizes(sizes, meta.sizes)) {
    size_t extra = sizes.size() - std::min(sizes.size(), meta.sizes.size());
    std::vector<int> axes;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (i < extra || (is_one(meta.sizes[i - extra]) && !is_one(sizes[i]))) axes.push_back(static_cast<int>(i));
    if (meta.sizes.empty()) result = sum(result);
    else if (!axes.empty()) result = sum(result, axes, true);
    if (extra > 0 && !meta.sizes.empty()) result = call1(op_view, make_args(result, meta.sizes));
  }
  return to_dtype(result, meta.dtype);
}

Tensor restore_axes(const Tensor& t, const std::vector<int>& axes, bool keepdim) {
  if (keepdim) return t;
  std::vector<int> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  Tensor result = t;
  for (int axis : sorted) result = unsqueeze(result, axis);
  return result;
}

}  // namespace vt::f
