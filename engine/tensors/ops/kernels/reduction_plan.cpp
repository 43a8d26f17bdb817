#include "ops/kernels/reduction_plan.h"

#include <cstdlib>

namespace vt {
namespace {

struct Axis {
  int64_t size, in, out;
};

// Whether the axis before belongs behind the other, by how far apart its elements lie: less than 0 for no, 0 where that
// does not say. PyTorch's order, in which an expanded axis stays where it is.
int compare(const Axis& before, const Axis& after, bool by_output) {
  const auto apart = [](int64_t a, int64_t b) { return a == 0 || b == 0 || a == b ? 0 : a < b ? -1 : 1; };
  if (by_output)
    if (const int by_out = apart(std::abs(before.out), std::abs(after.out))) return by_out;
  if (const int by_in = apart(std::abs(before.in), std::abs(after.in))) return by_in;
  return before.in == after.in && before.in != 0 && before.size > after.size ? 1 : 0;
}

// Sorted and merged, innermost first.
std::vector<Axis> arrange(std::vector<Axis> axes, bool by_output) {
  for (size_t i = 1; i < axes.size(); ++i)
    for (size_t at = i, before = i; before-- > 0;) {
      const int order = compare(axes[before], axes[at], by_output);
      if (order < 0) break;
      if (order > 0) std::swap(axes[before], axes[at]), at = before;
    }
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    if (axis.size == 1) continue;
    bool joins = !merged.empty() && merged.back().in * merged.back().size == axis.in &&
                 merged.back().out * merged.back().size == axis.out;
    if (joins) merged.back().size *= axis.size;
    else merged.push_back(axis);
  }
  return merged;
}
}  // namespace

ReductionPlan plan_reduction(const Tensor& in, const Tensor& out, std::span<const int> axes) {
  std::vector<Axis> kept, reduced;
  bool keepdim = out.rank() == in.rank();
  int out_axis = 0;
  // Declared innermost first, so that ties keep that order.
  std::vector<std::pair<Axis, bool>> all;
  for (int axis = 0; axis < in.rank(); ++axis) {
    bool reduce = std::find(axes.begin(), axes.end(), axis) != axes.end();
    int64_t out_stride = reduce ? 0 : out.strides()[keepdim ? axis : out_axis];
    if (!reduce) ++out_axis;
    all.push_back({{in.size(axis), in.strides()[axis], out_stride}, reduce});
  }
  ReductionPlan plan;
  for (size_t i = all.size(); i-- > 0;) {
    (all[i].second ? reduced : kept).push_back(all[i].first);
    (all[i].second ? plan.length : plan.outputs) *= all[i].first.size;
  }
  for (const Axis& axis : arrange(std::move(reduced), false)) {
    plan.reduced_sizes.push_back(axis.size);
    plan.reduced_strides.push_back(axis.in);
  }
  for (const Axis& axis : arrange(std::move(kept), true)) {
    plan.kept_sizes.push_back(axis.size);
    plan.kept_in.push_back(axis.in);
    plan.kept_out.push_back(axis.out);
  }
  return plan;
}

void ReductionPlan::locate(int64_t index, int64_t& in, int64_t& out) const {
  in = out = 0;
  for (int axis = 0; axis < kept_sizes.size(); ++axis) {
    int64_t at = index % kept_sizes[axis];
    index /= kept_sizes[axis];
    in += at * kept_in[axis];
    out += at * kept_out[axis];
  }
}

int64_t ReductionPlan::run_offset(int64_t run) const {
  int64_t offset = 0;
  for (int axis = 1; axis < reduced_sizes.size(); ++axis) {
    offset += run % reduced_sizes[axis] * reduced_strides[axis];
    run /= reduced_sizes[axis];
  }
  return offset;
}

}  // namespace vt
