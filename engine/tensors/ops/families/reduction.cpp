#include "ops/families/reduction.h"

#include <algorithm>

namespace vt {

std::vector<int> reduction_axes(const Args& args, const ReductionArgs& where, int rank) {
  if (where.dim < 0) return wrap_axes({}, rank);
  const size_t dim = static_cast<size_t>(where.dim);
  if (!where.none_is_all && args.has(dim) && !args[dim].is_scalar() && args.ints(dim).empty()) return {};
  return axes_or_all(args, dim, rank);
}
bool reduction_keepdim(const Args& args, const ReductionArgs& where) {
  return where.keepdim >= 0 && args.boolean_or(static_cast<size_t>(where.keepdim), false);
}
DType sum_dtype(const Args& args, const ReductionArgs& where) {
  DType own = args.tensor(0).dtype();
  DType natural = is_integral(own) ? DType::kInt64 : own;
  return where.dtype >= 0 ? args.dtype_or(static_cast<size_t>(where.dtype), natural) : natural;
}
TensorMeta reduction_meta(const Args& args, const ReductionArgs& where, DType dtype) {
  const Tensor& t = args.tensor(0);
  std::vector<int> axes = reduction_axes(args, where, t.rank());
  return meta_like(t, reduced_sizes(sizes_of(t), axes, reduction_keepdim(args, where)), dtype);
}
Outputs reduction_kernel(Reduce kind, const Args& args, const ReductionArgs& where, DType dtype) {
  Tensor out = empty_for(reduction_meta(args, where, dtype));
  reduce_into(kind, out, args.tensor(0), reduction_axes(args, where, args.tensor(0).rank()));
  return {out};
}
void check_not_empty(const Args& args, const ReductionArgs& where, const char* name) {
  const Tensor& t = args.tensor(0);
  for (int axis : reduction_axes(args, where, t.rank()))
    if (t.size(axis) == 0) {
      size_t dim = where.dim < 0 ? 0 : static_cast<size_t>(where.dim);
      if (where.dim < 0 || !args.has(dim) || (!args[dim].is_scalar() && args.ints(dim).empty()))
        tensor_error(std::string(name) +
                     "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                     "with the 'dim' argument.");
      tensor_error(std::string(name) + "(): Expected reduction dim " + std::to_string(axis) + " to have non-zero size.",
                   "IndexError");
    }
}

void lower_reduction(LowerContext& c, ReductionKind kind, const std::vector<int>& axes, bool keepdim, DType accumulate,
                     ElementFn prepare, double scale, size_t output) {
  SymSizes sizes = c.input_meta(0).sizes;
  std::vector<SymExpr> kept, reduced;
  std::vector<int> order;  // input axis of each index of the element function
  auto is_reduced = [&](int i) { return std::find(axes.begin(), axes.end(), i) != axes.end(); };
  for (int i = 0; i < static_cast<int>(sizes.size()); ++i)
    if (!is_reduced(i)) {
      kept.push_back(sizes[static_cast<size_t>(i)].expr());
      order.push_back(i);
    }
  for (int i = 0; i < static_cast<int>(sizes.size()); ++i)
    if (is_reduced(i)) {
      reduced.push_back(sizes[static_cast<size_t>(i)].expr());
      order.push_back(i);
    }
  Loader in = c.input(0);
  Loader element = [=](loop::ExprGraph& g, const Index& i) {
    Index from(order.size());
    for (size_t k = 0; k < order.size(); ++k) from[static_cast<size_t>(order[k])] = i[k];
    loop::ExprId value = g.cast(in(g, from), accumulate);
    return prepare ? prepare(g, value) : value;
  };
  Loader total = c.reduce(kind, kept, reduced, accumulate, element);
  DType dtype = c.output_meta(output).dtype;
  std::vector<int> dropped = keepdim ? axes : std::vector<int>{};
  std::sort(dropped.begin(), dropped.end());
  c.define_pointwise(output, [=](loop::ExprGraph& g, Index i) {
    for (size_t k = dropped.size(); k-- > 0;) i.erase(i.begin() + dropped[k]);
    loop::ExprId value = total(g, i);
    if (scale != 1) value = g.binary(loop::ScalarOp::kMul, value, g.constant(scale, g.dtype(value)));
    return g.cast(value, dtype);
  });
}

}  // namespace vt
