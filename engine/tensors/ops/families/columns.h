// Matrices that lie column by column, as LAPACK wants them and torch.linalg returns them.
#pragma once
#include "ops/families/shape.h"
#include "ops/kernels/lapack.h"

namespace vt {

TensorMeta in_columns(TensorMeta meta);
Tensor empty_columns(const TensorMeta& meta, DType dtype);
Tensor column_copy(const Tensor& t);  // always new
// A view with the last two axes exchanged, without a history.
Tensor turned_view(const Tensor& t);

struct LuFactors {
  Tensor lu, pivots;
  Infos infos;
};
LuFactors lu_factors(Tensor columns);  // which it uses up
// A determinant does not change when A is turned, which PyTorch does where it saves a copy by columns.
LuFactors lu_factors_for_determinant(const Tensor& a);
// Of each matrix the sign of its row exchanges.
std::vector<int> exchange_signs(const LuFactors& factors);

// scale times the transposed inverse: what a determinant, or its logarithm, changes by (defs/linear_algebra.cpp).
Tensor determinant_gradient(const Tensor& a, const Tensor& scale);

// PyTorch's error for the first of a batch that failed; `text` says what info means.
[[noreturn]] void refuse_matrix(const std::string& name, bool batched, size_t at, const std::string& text);

}  // namespace vt
