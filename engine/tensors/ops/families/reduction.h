// What reductions share: axes and dtypes of arguments, results' sizes, and the lowering.
// Before the op files of reductions.
#pragma once
#include "ops/families/shape.h"
#include "ops/kernels/reduce.h"
#include "ops/lowering.h"

namespace vt {

// Where a reduction finds its arguments; -1 for none. An op without `dim` reduces all axes.
struct ReductionArgs {
  int dim = 1, keepdim = 2, dtype = 3;
  bool none_is_all = true;  // an empty list of axes stands for all of them
};
inline constexpr ReductionArgs kOverAxes{1, 2, 3};
inline constexpr ReductionArgs kOverNamedAxes{1, 2, 3, false};
inline constexpr ReductionArgs kOverAll{-1, -1, 1};

std::vector<int> reduction_axes(const Args& args, const ReductionArgs& where, int rank);
bool reduction_keepdim(const Args& args, const ReductionArgs& where);
// Integers sum and multiply in int64.
DType sum_dtype(const Args& args, const ReductionArgs& where);
TensorMeta reduction_meta(const Args& args, const ReductionArgs& where, DType dtype);
Outputs reduction_kernel(Reduce kind, const Args& args, const ReductionArgs& where, DType dtype);
// Raises PyTorch's error when `name` has an empty axis to reduce and no neutral element.
void check_not_empty(const Args& args, const ReductionArgs& where, const char* name);

using ElementFn = loop::ExprId (*)(loop::ExprGraph&, loop::ExprId);
// output = finish(reduce over axes of prepare(cast(input, accumulate))), either may be null.
void lower_reduction(LowerContext& c, ReductionKind kind, const std::vector<int>& axes, bool keepdim, DType accumulate,
                     ElementFn prepare = nullptr, double scale = 1, size_t output = 0);

}  // namespace vt
