// The pipeline on one page. A captured fx graph becomes running kernels:
//
//   record_fx     the fx program, run once on fakes, as a graph of core ops
//   build_joint   the tape run backwards over the same fakes: forward and backward in one
//   partition     cut in two by a minimum cut: what is saved, what is computed again
//   run_passes    the table of passes (passes/pipeline.cpp), on each half
//   lower_graph   loop nests, fused; templates for products; a memory plan
//   compile       C++ or WebAssembly through the best back end of this machine
#include "session/compile.h"

#include <algorithm>
#include <utility>

#include "autodiff/partition.h"
#include "eager/autograd.h"
#include "eager/modes.h"
#include "graph/run.h"
#include "lower/lower.h"
#include "ops/aten_forms.h"
#include "passes/pipeline.h"
#include "passes/recognise_attention.h"
#include "passes/remove_dead_code.h"
#include "runtime/runtime.h"
#include "session/aot_graph.h"
#include "session/compile_events.h"
#include "session/compiled_graph.h"
#include "session/fx_recording.h"
#include "support/check.h"
#include "support/stage_times.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt {
namespace {

PassOptions pass_options(const PipelineOptions& pipeline, const GraphCompileOptions& options) {
  PassOptions passes;
  passes.skipped = pipeline.skipped_passes;
  // What runs op by op is equal to eager execution to the last bit; log(exp(x)) is not x.
  if (options.backend == "aot_eager")
    for (const char* pass : {"simplify_algebra", "recognise_attention"}) passes.skipped.push_back(pass);
  return passes;
}

enum class Placement : uint8_t { kCpu, kCuda, kMixed };

// Where a graph's tensors are. A number that a CUDA graph takes as a CPU tensor without
// dimensions does not make it a mixed one.
Placement placement_of(const Graph& graph) {
  bool cpu = false, cuda = false;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    bool number = node.kind != NodeKind::kOp;
    for (const TensorMeta& meta : node.metas) {
      if (meta.device.kind == DeviceKind::kCuda) cuda = true;
      else if (!number || !meta.sizes.empty()) cpu = true;
    }
  }
  return !cuda ? Placement::kCpu : cpu ? Placement::kMixed : Placement::kCuda;
}

// The graph as it is, one operation after the other.
GraphRunner op_by_op(Graph graph) {
  auto shared = std::make_shared<Graph>(std::move(graph));
  return [shared](std::span<const Arg> inputs) {
    GradModeScope off(false);  // history is of the compiled graph as a whole
    return run_graph(*shared, inputs);
  };
}

// One half of the joint graph, from graph to kernels.
GraphRunner compile_half(Graph graph, const char* half, const PipelineOptions& pipeline,
                         const GraphCompileOptions& options) {
  CompileReporter report(options.compile_id, half);
  std::vector<PassRecord> log;
  ++stage_times().graphs;
  {
    StageTimer timer(CompileStage::kPasses);
    run_passes(graph, pass_options(pipeline, options), &log);
  }
  report.passes(log);
  Placement place = placement_of(graph);
  if (options.backend == "aot_eager" || place == Placement::kMixed) return op_by_op(std::move(graph));
  Program program = [&] {
    StageTimer timer(CompileStage::kLower);
    LowerOptions lowering;
    lowering.products_by_library = place == Placement::kCuda;
    return lower_graph(graph, lowering);
  }();
  report.program(program);
  Backend* backend = find_backend(place == Placement::kCuda ? "cuda" : pipeline.backend);
  VT_CHECK(backend, "pipeline_option_problem() has seen the name");
  CompileTimes times;
  const bool wants_tuning = options.mode.rfind("max-autotune", 0) == 0;
  bool tune = wants_tuning;
  std::shared_ptr<Executable> executable;
  try {
    StageTimer timer(CompileStage::kGenerate);
    bool graphs = options.mode == "reduce-overhead" || options.mode == "max-autotune";
    std::unique_ptr<Executable> made = backend->compile(std::move(program), times);
    if (tune) tune = made->tune_in_first_run();
    executable = graphs ? with_cuda_graphs(std::move(made)) : std::move(made);
  } catch (const TensorError& error) {
    // A kernel that does not compile costs speed, not the result; a device in trouble is told.
    if (place != Placement::kCuda || std::string_view(error.kind) != "RuntimeError") throw;
    if (pipeline.note) *pipeline.note = error.message + "\nthe graph runs one operation after the other";
    return op_by_op(std::move(graph));
  }
  stage_times()[CompileStage::kGenerate] -= times.compile_us;
  stage_times()[CompileStage::kOutside] += times.compile_us;
  report.code(*executable, *backend, times);
  if (pipeline.note && pipeline.note->empty()) *pipeline.note = executable->note();
  if (wants_tuning && !tune) report.only_candidates(*executable);
  // The program's sizes are symbols of the graph's environment.
  if (!tune)
    return [executable, shapes = graph.shapes](std::span<const Arg> inputs) { return executable->run(inputs); };
  return [executable, shapes = graph.shapes, report, told = false](std::span<const Arg> inputs) mutable {
    Outputs results = executable->run(inputs);
    if (!std::exchange(told, true)) report.tuning(executable->tuning());
    return results;
  };
}

// What callers know of a training graph before there is code for it.
CompiledGraph without_code(const Partition& parts) {
  CompiledGraph compiled;
  compiled.mutated_inputs = parts.forward.mutated_inputs;
  compiled.forward_outputs = parts.forward_outputs;
  compiled.saved_tensors = parts.saved_tensors;
  compiled.saved_numbers = parts.saved_numbers;
  compiled.tangent_of = parts.tangent_of;
  return compiled;
}

CompiledGraph compile_for_training(FxRecording& recording, const PipelineOptions& pipeline,
                                   const GraphCompileOptions& options) {
  auto [joint, parts] = [&] {
    StageTimer timer(CompileStage::kJoint);
    JointGraph joint = build_joint(*recording.recorder, recording.primals, recording.outputs, recording.is_parameter);
    const std::vector<std::string> skipped = pass_options(pipeline, options).skipped;
    if (std::find(skipped.begin(), skipped.end(), "recognise_attention") == skipped.end()) {
      remove_dead_code(joint.graph);
      recognise_attention(joint.graph);
    }
    Partition parts = partition(joint);
    return std::pair(std::move(joint), std::move(parts));
  }();
  CompileReporter(options.compile_id, "joint").joint(joint, parts);
  CompiledGraph compiled = without_code(parts);
  compiled.forward = compile_half(std::move(parts.forward), "forward", pipeline, options);
  compiled.backward = compile_half(std::move(parts.backward), "backward", pipeline, options);
  return compiled;
}

CompiledGraph compile_for_inference(FxRecording& recording, const PipelineOptions& pipeline,
                                    const GraphCompileOptions& options) {
  recording.recorder->set_outputs(recording.outputs);
  CompiledGraph compiled;
  compiled.mutated_inputs = recording.recorder->graph().mutated_inputs;
  compiled.forward_outputs = static_cast<int>(recording.recorder->graph().outputs.size());
  compiled.forward = compile_half(std::move(recording.recorder->graph()), "inference", pipeline, options);
  return compiled;
}

// The same two roads for compilers of the program: ATen operators as recorded, no passes.
std::vector<std::string> input_names(size_t count, bool training, const ProgramCompilers& compilers) {
  if (!compilers.input_names.empty()) return compilers.input_names;
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i)
    names.push_back(training ? "primals_" + std::to_string(i + 1) : "arg" + std::to_string(i) + "_1");
  return names;
}

CompiledGraph train_by_program(vm::Interpreter& vm, FxRecording& recording, const GraphCompileOptions& options,
                               const std::vector<vm::Value>& examples) {
  const ProgramCompilers& compilers = *options.compilers;
  JointGraph joint = build_joint(*recording.recorder, recording.primals, recording.outputs, recording.is_parameter);
  AtenNames names(joint.graph, input_names(recording.primals.size(), true, compilers));
  PartitionOptions cut;
  cut.recompute = compilers.recompute;
  cut.keep_order = true;
  cut.result_name = [&](const Node& node, int result) { return names.of(node, result); };
  Partition parts = partition(joint, cut);
  CompileReporter(options.compile_id, "joint").joint(joint, parts);
  CompiledGraph compiled = without_code(parts);
  compiled.forward = compile_by_program(vm, parts.forward, names, compilers.forward, &examples);
  auto later = std::make_shared<std::pair<Graph, GraphRunner>>(std::move(parts.backward), GraphRunner());
  compiled.backward = [&vm, later, names, compiler = compilers.backward](std::span<const Arg> inputs) {
    if (!later->second) later->second = compile_by_program(vm, later->first, names, compiler, nullptr);
    return later->second(inputs);
  };
  return compiled;
}

CompiledGraph infer_by_program(vm::Interpreter& vm, FxRecording& recording, const GraphCompileOptions& options,
                               const std::vector<vm::Value>& examples) {
  recording.recorder->set_outputs(recording.outputs);
  Graph& graph = recording.recorder->graph();
  remove_dead_code(graph);
  AtenNames names(graph, input_names(recording.primals.size(), false, *options.compilers));
  CompiledGraph compiled;
  compiled.mutated_inputs = graph.mutated_inputs;
  compiled.forward_outputs = static_cast<int>(graph.outputs.size());
  compiled.forward = compile_by_program(vm, graph, names, options.compilers->inference, &examples);
  return compiled;
}

}  // namespace

std::string pipeline_option_problem(const std::vector<std::pair<std::string, std::string>>& options) {
  auto unknown = [](const char* kind, const std::string& name, const std::vector<std::string>& known) {
    std::string message = std::string("there is no ") + kind + " called '" + name + "'; there are";
    for (const std::string& each : known) message += " " + each;
    return message;
  };
  std::vector<std::string> backends;
  for (Backend* backend : all_backends()) backends.push_back(backend->name());
  const std::vector<std::string> passes = pass_names();
  auto among = [](const std::string& name, const std::vector<std::string>& known) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  for (const auto& [key, value] : options) {
    if (key == "backend" && !value.empty() && !among(value, backends)) return unknown("back end", value, backends);
    if (key == "skip_pass" && !among(value, passes)) return unknown("pass", value, passes);
  }
  return {};
}

Pipeline::Pipeline(const std::vector<std::pair<std::string, std::string>>& options) : previous_(graph_compiler()) {
  for (const auto& [key, value] : options) {
    if (key == "backend") options_.backend = value;
    if (key == "skip_pass") options_.skipped_passes.push_back(value);
  }
  options_.note = &note_;
  set_graph_compiler(this);
}

Pipeline::~Pipeline() { set_graph_compiler(previous_); }

vm::Value Pipeline::compile(vm::Interpreter& vm, const vm::Value& graph_module,
                            const std::vector<vm::Value>& example_inputs, const GraphCompileOptions& options) {
  struct AtenForms {
    explicit AtenForms(bool on) : detached(set_detach_saved_results(on)), forms(set_aten_forms(on)) {}
    ~AtenForms() {
      set_detach_saved_results(detached);
      set_aten_forms(forms);
    }
    bool detached, forms;
  } aten(options.compilers != nullptr);
  try {
    FxRecording recording = [&] {
      StageTimer timer(CompileStage::kRecord);
      return record_fx(vm, graph_module, example_inputs, options);
    }();
    if (options.compilers) {
      CompiledGraph compiled = recording.wants_gradient ? train_by_program(vm, recording, options, example_inputs)
                                                        : infer_by_program(vm, recording, options, example_inputs);
      compiled.result = recording.result;
      compiled.number = recording.number;
      compiled.grad_mode_left = recording.grad_mode_left;
      compiled.switches_grad_on = recording.switches_grad_on;
      compiled.eager = graph_module;
      return make_compiled_callable(std::move(compiled));
    }
    CompiledGraph compiled = recording.wants_gradient ? compile_for_training(recording, options_, options)
                                                      : compile_for_inference(recording, options_, options);
    compiled.result = recording.result;
    compiled.number = recording.number;
    compiled.grad_mode_left = recording.grad_mode_left;
    compiled.switches_grad_on = recording.switches_grad_on;
    compiled.eager = graph_module;
    return make_compiled_callable(std::move(compiled));
  } catch (const TensorError& error) {
    torch::raise_error(error);
  }
}

}  // namespace vt
