// Walking several strided operands in step: axes are sorted by the first operand's strides,
// merged where all operands allow it, and handed out as rows along the innermost axis.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "tensor/tensor.h"

namespace vt {

inline constexpr int kMostOperands = 6;

struct StridedPlan {
  Dims sizes;  // outermost first; the last is the row
  std::array<Dims, kMostOperands> strides;
  int operands = 0;
  int64_t rows() const;
  int64_t row_length() const { return sizes.empty() ? 1 : sizes.back(); }
  int64_t row_stride(int operand) const { return sizes.empty() ? 1 : strides[static_cast<size_t>(operand)].back(); }
};
// Strides in elements, each as long as `sizes`. `keep_order` leaves the axes as they are.
StridedPlan plan_strided(std::span<const int64_t> sizes, std::initializer_list<std::span<const int64_t>> strides,
                         bool keep_order = false);
// The strides of `t` seen as broadcast to `sizes`.
Dims broadcast_strides(const Tensor& t, std::span<const int64_t> sizes);

// Offsets of a run of consecutive rows.
class RowCursor {
 public:
  RowCursor(const StridedPlan& plan, int64_t row);
  const int64_t* offsets() const { return offsets_.data(); }
  void advance() {
    if (last_ < 0 || ++index_[static_cast<size_t>(last_)] == plan_.sizes[last_]) return wrap();
    for (int operand = 0; operand < plan_.operands; ++operand)
      offsets_[static_cast<size_t>(operand)] += plan_.strides[static_cast<size_t>(operand)][last_];
  }

 private:
  void wrap();  // at the end of the last axis but the rows'
  const StridedPlan& plan_;
  int last_ = plan_.sizes.size() - 2;
  std::array<int64_t, kMaxRank> index_{};
  std::array<int64_t, kMostOperands> offsets_{};
};

// f(offsets of the operands at the row's start) for rows in [begin, end).
template <class F>
void for_each_row(const StridedPlan& plan, int64_t begin, int64_t end, const F& f) {
  RowCursor cursor(plan, begin);
  for (int64_t row = begin; row < end; ++row) {
    f(cursor.offsets());
    if (row + 1 < end) cursor.advance();
  }
}

}  // namespace vt
