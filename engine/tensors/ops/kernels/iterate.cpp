#include "ops/kernels/iterate.h"

#include <algorithm>
#include <cstdlib>

namespace vt {

int64_t StridedPlan::rows() const {
  int64_t count = 1;
  for (int i = 0; i + 1 < sizes.size(); ++i) count *= sizes[i];
  return !sizes.empty() && sizes.back() == 0 ? 0 : count;
}

StridedPlan plan_strided(std::span<const int64_t> sizes, std::initializer_list<std::span<const int64_t>> strides,
                         bool keep_order) {
  StridedPlan plan;
  plan.operands = static_cast<int>(strides.size());
  std::array<int, kMaxRank> order{};
  int rank = 0;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] != 1) order[static_cast<size_t>(rank++)] = static_cast<int>(axis);
  }
  if (!keep_order) {
    // Ties of the first operand (broadcast axes) fall to the next.
    std::stable_sort(order.begin(), order.begin() + rank, [&](int a, int b) {
      for (std::span<const int64_t> operand : strides) {
        int64_t left = std::abs(operand[static_cast<size_t>(a)]), right = std::abs(operand[static_cast<size_t>(b)]);
        if (left != right) return left > right;
      }
      return false;
    });
  }
  for (int i = 0; i < rank; ++i) {
    size_t axis = static_cast<size_t>(order[static_cast<size_t>(i)]);
    bool merge = !plan.sizes.empty();
    int operand = 0;
    for (std::span<const int64_t> s : strides) {
      if (merge && plan.strides[static_cast<size_t>(operand)].back() != s[axis] * sizes[axis]) merge = false;
      ++operand;
    }
    operand = 0;
    for (std::span<const int64_t> s : strides) {
      Dims& out = plan.strides[static_cast<size_t>(operand++)];
      if (merge) out[out.size() - 1] = s[axis];
      else out.push_back(s[axis]);
    }
    if (merge) plan.sizes[plan.sizes.size() - 1] *= sizes[axis];
    else plan.sizes.push_back(sizes[axis]);
  }
  return plan;
}

Dims broadcast_strides(const Tensor& t, std::span<const int64_t> sizes) {
  Dims strides;
  int missing = static_cast<int>(sizes.size()) - t.rank();
  for (int axis = 0; axis < static_cast<int>(sizes.size()); ++axis) {
    bool broadcast = axis < missing || (t.size(axis - missing) == 1 && sizes[static_cast<size_t>(axis)] != 1);
    strides.push_back(broadcast ? 0 : t.strides()[axis - missing]);
  }
  return strides;
}

RowCursor::RowCursor(const StridedPlan& plan, int64_t row) : plan_(plan) {
  for (int axis = plan.sizes.size() - 2; axis >= 0; --axis) {
    int64_t at = row % plan.sizes[axis];
    row /= plan.sizes[axis];
    index_[static_cast<size_t>(axis)] = at;
    for (int operand = 0; operand < plan.operands; ++operand) {
      offsets_[static_cast<size_t>(operand)] += at * plan.strides[static_cast<size_t>(operand)][axis];
    }
  }
}

void RowCursor::wrap() {
  for (int axis = last_; axis >= 0; --axis) {
    int64_t& at = index_[static_cast<size_t>(axis)];
    bool wraps = axis == last_ || ++at == plan_.sizes[axis];
    int64_t steps = wraps ? 1 - plan_.sizes[axis] : 1;
    for (int operand = 0; operand < plan_.operands; ++operand) {
      offsets_[static_cast<size_t>(operand)] += steps * plan_.strides[static_cast<size_t>(operand)][axis];
    }
    if (!wraps) return;
    at = 0;
  }
}

}  // namespace vt
