// One op on the way from a tensor to a view of it, to be taken again from another tensor: by the tape and the
// recorder, whose fakes have no memory that strides could address, and by a compiled function for what it returns.
#pragma once
#include <vector>

#include "ops/dispatch.h"

namespace vt {

struct ViewStep {
  const OpDef* op = nullptr;
  std::vector<Arg> args;  // without the tensor that is viewed
  int result = 0;         // which of the op's results
};
using ViewSteps = std::vector<ViewStep>;

inline Tensor view_by(const ViewStep& step, const Tensor& of) {
  std::vector<Arg> args = {of};
  args.insert(args.end(), step.args.begin(), step.args.end());
  return std::move(call(*step.op, Args(std::move(args)))[static_cast<size_t>(step.result)]);
}
inline Tensor view_by(const ViewSteps& steps, Tensor of) {
  for (const ViewStep& step : steps) of = view_by(step, of);
  return of;
}

}  // namespace vt
