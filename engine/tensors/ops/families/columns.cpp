#include "ops/families/columns.h"

#include <algorithm>
#include <utility>

#include "ops/kernels/copy.h"
#include "support/check.h"

namespace vt {
namespace {
template <class List>
void turn(List& list) {
  auto last = list.size() - 1;
  std::swap(list[last], list[last - 1]);
}
}  // namespace

TensorMeta in_columns(TensorMeta meta) {
  SymSizes turned = meta.sizes;
  turn(turned);
  meta.strides = contiguous_strides_of(turned);
  turn(meta.strides);
  return meta;
}
Tensor empty_columns(const TensorMeta& meta, DType dtype) {
  TensorMeta columns = in_columns(meta);
  return empty_strided(hints_of(columns.sizes), hints_of(columns.strides), dtype);
}
Tensor turned_view(const Tensor& t) {
  Dims sizes = t.sizes(), strides = t.strides();
  turn(sizes);
  turn(strides);
  return view_of(t, sizes, strides, t.impl()->offset);
}
Tensor column_copy(const Tensor& t) { return turned_view(contiguous_copy(turned_view(t))); }

LuFactors lu_factors(Tensor columns) {
  Dims sizes = columns.sizes();
  int last = sizes.size() - 1;
  sizes[last - 1] = std::min(sizes[last - 1], sizes[last]);
  sizes.resize(last);
  Tensor pivots = empty_tensor(sizes, DType::kInt32);
  Infos infos = lapack_lu(columns, pivots);
  return {std::move(columns), pivots, std::move(infos)};
}
LuFactors lu_factors_for_determinant(const Tensor& a) {
  return lu_factors(column_copy(a.is_contiguous() ? turned_view(a) : a));
}
std::vector<int> exchange_signs(const LuFactors& factors) {
  const int32_t* pivots = factors.pivots.data<int32_t>();
  int64_t n = factors.pivots.sizes().back();
  std::vector<int> signs;
  for (size_t k = 0; k < factors.infos.size(); ++k) {
    int sign = 1;
    for (int64_t i = 0; i < n; ++i) sign = pivots[static_cast<int64_t>(k) * n + i] == i + 1 ? sign : -sign;
    signs.push_back(sign);
  }
  return signs;
}

void refuse_matrix(const std::string& name, bool batched, size_t at, const std::string& text) {
  tensor_error(name + ": " + (batched ? "(Batch element " + std::to_string(at) + "): " : "") + text, "_LinAlgError");
}

}  // namespace vt
