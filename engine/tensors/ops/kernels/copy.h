// Copying, casting and filling strided tensors.
#pragma once
#include <cstddef>

#include "ops/arg.h"
#include "tensor/tensor.h"

namespace vt {

// n elements, strides in elements.
void cast_strided(std::byte* to, DType to_dtype, int64_t to_stride, const std::byte* from, DType from_dtype,
                  int64_t from_stride, int64_t n);
// Broadcasts `from` to the sizes of `to` and casts. The two must not overlap partially.
void copy_tensor(const Tensor& to, const Tensor& from);
// Whether the elements fill a run of memory, in some order of the axes.
bool is_dense(const Tensor& t);
void fill_tensor(const Tensor& t, const Scalar& value);
// The tensor itself if it already is so, else a new one.
Tensor contiguous_copy(const Tensor& t);  // always new, row-major
Tensor as_contiguous(const Tensor& t);
Tensor as_dtype(const Tensor& t, DType dtype);         // a new one is row-major
Tensor cast_as_it_lies(const Tensor& t, DType dtype);  // a new one has the strides of a dense one
// Makes a real tensor from host values: tests, constants.
Tensor tensor_of(std::span<const int64_t> sizes, DType dtype, std::span<const double> values);
Tensor scalar_tensor(const Scalar& value, DType dtype);

}  // namespace vt
