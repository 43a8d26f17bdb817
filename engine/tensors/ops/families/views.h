// Views: a rule gives sizes, strides and offset; shape rule, kernel and the lowering's
// index map all follow from small functions. Before the op files of views.
#pragma once
#include "ops/families/shape.h"
#include "ops/lowering.h"

namespace vt {

struct ViewSpec {
  SymSizes sizes, strides;
  SymInt offset = 0;  // elements, relative to the viewed tensor
};

TensorMeta view_meta(const Tensor& base, const ViewSpec& spec);
Tensor make_view(const Tensor& base, const ViewSpec& spec);

template <ViewSpec (*rule)(const Args&)>
Metas view_infer(const Args& args) {
  return {view_meta(args.tensor(0), rule(args))};
}
template <ViewSpec (*rule)(const Args&)>
Outputs view_kernel(const Args& args) {
  Outputs outputs;
  outputs.push_back(make_view(args.tensor(0), rule(args)));
  return outputs;
}

// The strides under which `sizes` views a tensor without a copy; empty and `fits` false if
// there are none.
SymSizes view_strides(const SymSizes& old_sizes, const SymSizes& old_strides, const SymSizes& sizes, bool& fits);

// Index arithmetic for lowerings.
SymExpr flatten_index(const Index& index, const SymSizes& sizes);
Index unflatten_index(SymExpr flat, const SymSizes& sizes);
// The index modulo the size, which may be 0: then there is nothing to index.
SymExpr wrap_index(const SymExpr& index, const SymInt& size);
// Kept inside [0, size): a load at a place that a select then discards.
SymExpr clamp_index(const SymExpr& index, const SymInt& size);
// Python's slice bounds, clamped to the size.
void normalize_slice(SymInt& start, SymInt& end, const SymInt& size);
SymInt slice_length(const SymInt& start, const SymInt& end, int64_t step);
// index op bound, as a bool expression.
loop::ExprId index_compare(loop::ExprGraph& g, loop::ScalarOp op, const SymExpr& a, const SymExpr& b);

}  // namespace vt
