#include "autodiff/joint.h"

#include "autodiff/plan_outputs.h"
#include "eager/autograd.h"
#include "support/check.h"

namespace vt {

JointGraph build_joint(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs,
                       std::vector<bool> is_parameter) {
  JointGraph joint;
  OutputPlan plan = plan_outputs(recorder, primals, outputs);
  recorder.set_outputs(outputs, plan);
  joint.primals = static_cast<int>(primals.size());
  joint.forward_outputs = static_cast<int>(recorder.graph().outputs.size());
  joint.is_parameter = std::move(is_parameter);
  joint.is_parameter.resize(primals.size());
  std::vector<GraphOutput> all = recorder.graph().outputs;

  TensorList differentiable, tangents, wanted;
  auto add_tangent = [&](const Tensor& output, size_t position) {
    if (!recorder.owns(output) || !output.requires_grad()) return;
    joint.tangent_of.push_back(static_cast<int>(position));
    differentiable.push_back(output);
    tangents.push_back(recorder.add_input(meta_of(output), "tangents_" + std::to_string(tangents.size() + 1)));
  };
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor* output = std::get_if<Tensor>(&outputs[i].value);
    const OutputAlias::Of of = plan.aliases[i].of;
    if (output && (of == OutputAlias::Of::kNothing || of == OutputAlias::Of::kAsComputed)) add_tangent(*output, i);
  }
  for (size_t i = 0; i < plan.shared_bases.size(); ++i) add_tangent(plan.shared_bases[i], outputs.size() + i);
  joint.aliases = std::move(plan.aliases);
  std::vector<size_t> positions;
  for (size_t i = 0; i < primals.size(); ++i) {
    if (!primals[i].defined() || !primals[i].requires_grad()) continue;
    positions.push_back(i);
    wanted.push_back(primals[i]);
  }
  TensorList gradients(wanted.size());
  if (!differentiable.empty() && !wanted.empty()) {
    RecorderScope scope(&recorder);
    BackwardOptions options;
    options.allow_unused = true;
    options.accumulate = false;
    gradients = grad(differentiable, wanted, tangents, options);
  }
  std::vector<GraphOutput> per_primal(primals.size());
  for (size_t i = 0; i < positions.size(); ++i)
    per_primal[positions[i]] = GraphOutput::of(recorder.value_of(gradients[i]));
  all.insert(all.end(), per_primal.begin(), per_primal.end());
  recorder.graph().outputs = std::move(all);
  joint.graph = std::move(recorder.graph());
  return joint;
}

}  // namespace vt
