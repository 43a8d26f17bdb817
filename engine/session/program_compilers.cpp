#include "session/program_compilers.h"

#include <memory>
#include <utility>

#include "autodiff/partition.h"
#include "autodiff/plan_outputs.h"
#include "eager/autograd.h"
#include "ops/aten_forms.h"
#include "session/aot_graph.h"
#include "session/compile_events.h"

namespace vt {
namespace {

std::vector<std::string> input_names(size_t count, bool training, const ProgramCompilers& compilers) {
  if (!compilers.input_names.empty()) return compilers.input_names;
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i)
    names.push_back(training ? "primals_" + std::to_string(i + 1) : "arg" + std::to_string(i) + "_1");
  return names;
}

// No pass runs, because ATen's joint graph keeps unused nodes until it is partitioned.
CompiledGraph train(vm::Interpreter& vm, FxRecording& recording, const GraphCompileOptions& options,
                    const std::vector<vm::Value>& examples) {
  const ProgramCompilers& compilers = *options.compilers;
  JointGraph joint = build_joint(*recording.recorder, recording.primals, recording.outputs, recording.is_parameter);
  AtenNames names(joint.graph, input_names(recording.primals.size(), true, compilers));
  PartitionOptions cut;
  cut.recompute = compilers.recompute;
  cut.keep_order = true;
  cut.result_name = [&](const Node& node, int result) { return names.of(node, result); };
  Partition parts = partition(joint, cut);
  CompileReporter(options.compile_id, GraphKind::kJoint).joint(joint, parts);
  CompiledGraph compiled = graph_without_code(parts, std::move(joint.aliases));
  compiled.forward = call_compiler(vm, parts.forward, names, compilers.forward, &examples);
  auto later = std::make_shared<std::pair<Graph, GraphRunner>>(std::move(parts.backward), GraphRunner());
  compiled.backward = [&vm, later, names, compiler = compilers.backward](std::span<const Arg> inputs) {
    if (!later->second) later->second = call_compiler(vm, later->first, names, compiler, nullptr);
    return later->second(inputs);
  };
  return compiled;
}

CompiledGraph infer(vm::Interpreter& vm, FxRecording& recording, const PipelineOptions& pipeline,
                    const GraphCompileOptions& options, const std::vector<vm::Value>& examples) {
  OutputPlan plan = plan_outputs(*recording.recorder, recording.primals, recording.outputs);
  recording.recorder->set_outputs(recording.outputs, plan);
  Graph& graph = recording.recorder->graph();
  run_passes(graph, pass_options(pipeline, options, GraphKind::kForProgram));
  AtenNames names(graph, input_names(recording.primals.size(), false, *options.compilers));
  CompiledGraph compiled = graph_without_code(graph, std::move(plan.aliases));
  compiled.forward = call_compiler(vm, graph, names, options.compilers->inference, &examples);
  return compiled;
}

}  // namespace

AtenForms::AtenForms(bool on) : detached_(set_detach_saved_results(on)), forms_(set_aten_forms(on)) {}

AtenForms::~AtenForms() {
  set_detach_saved_results(detached_);
  set_aten_forms(forms_);
}

CompiledGraph compile_by_program(vm::Interpreter& vm, FxRecording& recording, const PipelineOptions& pipeline,
                                 const GraphCompileOptions& options, const std::vector<vm::Value>& examples) {
  return recording.wants_gradient ? train(vm, recording, options, examples)
                                  : infer(vm, recording, pipeline, options, examples);
}

}  // namespace vt
