#include "ops/kernels/reduction_plan.h"

#include <cstdlib>

namespace vt {
namespace {

struct Axis {
  int64_t size, in, out;
};

// Sorted by stride and merged, innermost first.
std::vector<Axis> arrange(std::vector<Axis> axes, bool by_output) {
  std::stable_sort(axes.begin(), axes.end(), [&](const Axis& a, const Axis& b) {
    if (by_output && a.out != b.out) return std::abs(a.out) < std::abs(b.out);
    return std::abs(a.in) < std::abs(b.in);
  });
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
