#include "autodiff/plan_outputs.h"

#include <algorithm>
#include <map>

#include "eager/autograd.h"

namespace vt {
namespace {

using Of = OutputAlias::Of;

// The base of `t` by the tape's records; `t` itself if it is no view.
Tensor tape_base(const Tensor& t) { return is_view(t) ? view_base(t) : t; }

bool is_repeatable(const ViewSteps& steps) {
  return std::all_of(steps.begin(), steps.end(), [](const ViewStep& step) {
    return std::none_of(step.args.begin(), step.args.end(), [](const Arg& arg) {
      return arg.is_tensor() || std::holds_alternative<TensorList>(arg.value);
    });
  });
}

// The alias that repeats `steps` on the run-time tensor of `base`. Where gradients flow, the recorded tape must have
// made the same view: the result of a custom function, for example, has a gradient function of its own.
OutputAlias view_from(const Tensor& base, const Tensor& output, ViewSteps steps) {
  OutputAlias alias;
  alias.itself = output.same(base);
  if (alias.itself) return alias;
  const ViewKind kind = is_view(output) ? autograd_meta(output)->view : ViewKind::kNone;
  const bool same_way = tape_base(output).same(base) && kind != ViewKind::kCustomFunction;
  if (!is_repeatable(steps) || (output.requires_grad() && !same_way)) {
    alias.of = Of::kAsComputed;
    return alias;
  }
  alias.steps = std::move(steps);
  alias.tracked = kind != ViewKind::kNoGrad;
  alias.detached = kind == ViewKind::kNone || (!same_way && base.requires_grad());
  return alias;
}

void give_position(OutputAlias& alias, Of of, size_t position) {
  if (alias.of == Of::kAsComputed) return;
  alias.of = of;
  alias.position = static_cast<int>(position);
}

class Planner {
 public:
  Planner(GraphRecorder& recorder, std::span<const Arg> outputs) : recorder_(recorder), outputs_(outputs) {
    plan_.aliases.resize(outputs.size());
  }

  OutputPlan run(std::span<const Tensor> primals) {
    std::map<uint64_t, std::vector<size_t>> views;  // output positions, by the intermediate that they are views of
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const Tensor* output = std::get_if<Tensor>(&outputs_[i].value);
      if (!output || !recorder_.owns(*output)) continue;
      if (output->requires_grad()) static_cast<void>(grad_fn(*output));  // raises for a view that autograd forbids
      const GraphRecorder::Place place = recorder_.place_of(*output);
      if (place.input < 0) {
        views[place.base].push_back(i);
        continue;
      }
      const size_t input = static_cast<size_t>(place.input);
      plan_.aliases[i] = view_from(primals[input], *output, place.steps);
      give_position(plan_.aliases[i], Of::kInput, input);
    }
    for (const auto& [base, members] : views)
      if (members.size() > 1) share(members);
    return std::move(plan_);
  }

 private:
  const Tensor& output(size_t i) const { return std::get<Tensor>(outputs_[i].value); }

  // Whether every member is `base` itself or a view of it.
  bool covers(const Tensor& base, const std::vector<size_t>& members) const {
    return std::all_of(members.begin(), members.end(),
                       [&](size_t i) { return recorder_.steps_between(base, output(i)).has_value(); });
  }

  // The tensor that the members are made from. If one requires grad, its base by the tape, so that gradients flow.
  Tensor base_of(const std::vector<size_t>& members) {
    for (size_t i : members)
      if (output(i).requires_grad()) return tape_base(output(i));
    for (size_t i : members)
      if (recorder_.place_of(output(i)).steps.empty()) return output(i);
    for (size_t i : members)
      if (Tensor base = tape_base(output(i)); recorder_.place_of(base).steps.empty()) return base;
    return recorder_.base_of(output(members[0]));
  }

  void share(const std::vector<size_t>& members) {
    const Tensor base = base_of(members);
    if (!recorder_.owns(base) || !covers(base, members)) return;
    size_t position = outputs_.size() + plan_.shared_bases.size();
    for (size_t i : members)
      if (output(i).same(base)) position = std::min(position, i);
    if (position >= outputs_.size()) plan_.shared_bases.push_back(base);
    for (size_t i : members) {
      if (i == position) continue;
      plan_.aliases[i] = view_from(base, output(i), *recorder_.steps_between(base, output(i)));
      give_position(plan_.aliases[i], Of::kOutput, position);
    }
  }

  GraphRecorder& recorder_;
  std::span<const Arg> outputs_;
  OutputPlan plan_;
};

}  // namespace

OutputPlan plan_outputs(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs) {
  return Planner(recorder, outputs).run(primals);
}

}  // namespace vt
