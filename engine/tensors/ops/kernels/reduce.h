// Reductions of strided tensors over any axes. Float sums cascade as PyTorch's do, so that
// they round alike; 16-bit floats accumulate in float, integers in int64.
#pragma once
#include <span>

#include "tensor/tensor.h"

namespace vt {

enum class Reduce : uint8_t { kSum, kProd, kMax, kMin, kAny, kAll, kSumNumbers, kCountNonzero };

// kSumNumbers counts NaN as zero.
// `out` has the input's sizes with `axes` of size 1, or without them, any strides; results
// are cast to its dtype. kMax and kMin of an empty axis are the caller's error to raise.
void reduce_into(Reduce kind, const Tensor& out, const Tensor& in, std::span<const int> axes);
// Values and the position of the first extreme along one axis (NaN wins). Either output may
// be undefined.
void reduce_extreme(bool largest, const Tensor& values, const Tensor& indices, const Tensor& in, int axis);
// Over the flattened input, into one int64.
void reduce_arg_flat(bool largest, const Tensor& index, const Tensor& in);
// Mean and variance (sum of squared deviations / max(0, n - correction)), in double. Either
// output may be undefined; `root` gives the standard deviation.
void reduce_variance(const Tensor& variance, const Tensor& mean, const Tensor& in, std::span<const int> axes,
                     double correction, bool root);
// (sum |x|^p)^(1/p); p of 0, infinities included.
void reduce_norm(const Tensor& out, const Tensor& in, std::span<const int> axes, double p);

// Running results along one axis; `indices` of the extremes may be undefined.
enum class Scan : uint8_t { kSum, kProd, kMax, kMin, kLogSumExp };
void scan_into(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis);

}  // namespace vt
