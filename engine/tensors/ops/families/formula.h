// The vocabulary of gradient formulas and decompositions: each function is one op call
// through the dispatcher, so that it executes on the tape or records into a graph.
#pragma once
#include "ops/families/shape.h"
#include "ops/op.h"

namespace vt::f {

// Numbers and tensors mix as in Python.
Tensor add(const Tensor& a, const Arg& b);
Tensor sub(const Tensor& a, const Arg& b);
Tensor rsub(const Tensor& a, const Arg& b);  // b - a
Tensor mul(const Tensor& a, const Arg& b);
Tensor div(const Tensor& a, const Arg& b);
// By a number of the formula's own: ATen's overload for scalars, where `/ 2` of a program is that for tensors.
Tensor mul_number(const Tensor& a, const Arg& number);
Tensor div_number(const Tensor& a, const Arg& number);
Tensor pow(const Tensor& a, const Arg& b);
Tensor neg(const Tensor& a);
Tensor abs(const Tensor& a);
Tensor sign(const Tensor& a);
Tensor exp(const Tensor& a);
Tensor log(const Tensor& a);
Tensor sqrt(const Tensor& a);
Tensor rsqrt(const Tensor& a);
Tensor reciprocal(const Tensor& a);
Tensor sin(const Tensor& a);
Tensor cos(const Tensor& a);
Tensor sinh(const Tensor& a);
Tensor cosh(const Tensor& a);
Tensor tanh(const Tensor& a);
Tensor sigmoid(const Tensor& a);
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor eq(const Tensor& a, const Arg& b);
Tensor ne(const Tensor& a, const Arg& b);
Tensor lt(const Tensor& a, const Arg& b);
Tensor le(const Tensor& a, const Arg& b);
Tensor gt(const Tensor& a, const Arg& b);
Tensor ge(const Tensor& a, const Arg& b);
Tensor logical_and(const Tensor& a, const Tensor& b);
Tensor logical_not(const Tensor& a);
Tensor where(const Tensor& condition, const Arg& a, const Arg& b);
Tensor masked_fill(const Tensor& a, const Tensor& mask, const Arg& value);
Tensor sum(const Tensor& a);
Tensor sum(const Tensor& a, const std::vector<int>& axes, bool keepdim);
Tensor mean(const Tensor& a);
Tensor mean(const Tensor& a, const std::vector<int>& axes, bool keepdim);
Tensor amax(const Tensor& a, const std::vector<int>& axes, bool keepdim);
Tensor matmul(const Tensor& a, const Tensor& b);
Tensor mm(const Tensor& a, const Tensor& b);
Tensor bmm(const Tensor& a, const Tensor& b);
Tensor t(const Tensor& a);
Tensor transpose(const Tensor& a, int first, int second);
Tensor permute(const Tensor& a, const std::vector<int>& axes);
Tensor view(const Tensor& a, const SymSizes& sizes);
Tensor reshape(const Tensor& a, const SymSizes& sizes);
Tensor expand(const Tensor& a, const SymSizes& sizes);
Tensor unsqueeze(const Tensor& a, int axis);
Tensor squeeze(const Tensor& a, int axis);
Tensor select(const Tensor& a, int axis, const SymInt& index);
Tensor slice(const Tensor& a, int axis, const SymInt& start, const SymInt& end, int64_t step = 1);
Tensor cat(const TensorList& tensors, int axis);
Tensor contiguous(const Tensor& a);
Tensor clone(const Tensor& a);
Tensor detach(const Tensor& a);
Tensor to_dtype(const Tensor& a, DType dtype);  // none if already so
Tensor gather(const Tensor& a, int axis, const Tensor& index);
Tensor flip(const Tensor& a, const std::vector<int>& axes);
Tensor cumsum(const Tensor& a, int axis);
// Tensors made from nothing, on the device of `like`.
Tensor full(const SymSizes& sizes, const Arg& value, DType dtype, Device device);
Tensor full_like(const Tensor& like, const Arg& value);
Tensor zeros(const TensorMeta& meta);
Tensor new_zeros(const Tensor& like, const SymSizes& sizes);
Tensor zeros_like(const Tensor& like);
Tensor ones_like(const Tensor& like);

IntList ints(const std::vector<int>& values);

// For ATen's operators with several gradients: which of them are wanted, as 0 and 1.
IntList wanted_gradients(const GradContext& c, const std::vector<size_t>& inputs);
bool is_wanted(const Args& args, size_t mask, size_t gradient);

// Sums a gradient over the axes along which the input was broadcast, and gives it the
// input's dtype.
Tensor reduce_to(const Tensor& grad, const TensorMeta& meta);
// Puts reduced axes back as axes of size 1, unless keepdim kept them.
Tensor restore_axes(const Tensor& t, const std::vector<int>& axes, bool keepdim);

}  // namespace vt::f
