// One op of a view chain, for replaying the chain on another tensor. Used by the tape and the recorder, whose fakes
// have no memory that strides could address, and by compiled functions that return views.
#pragma once
#include <vector>

#include "ops/dispatch.h"

namespace vt {

struct ViewStep {
  const OpDef* op = nullptr;
  std::vector<Arg> args;  // without the viewed tensor
  int result = 0;         // index among the op's results
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
