// The pipeline on one page. A captured fx graph becomes running kernels:
//
//   record_fx      the fx program, run once on fakes, as a graph of core ops
//   build_joint    the tape run backwards over the same fakes: forward and backward in one
//   run_passes     the table of passes (passes/table.cpp), on the joint graph and on each half
//   partition      cut in two by a minimum cut: what is saved, what is computed again
//   lower_values   values that must be in memory, each with a kernel
//   fuse_kernels   kernels joined where one loop nest can compute them
//   emit_program   loop nests, templates for products, calls of libraries
//   plan_memory    temporaries in one arena
//   compile        C++, WebAssembly or CUDA through the best back end of this machine
//
// Without gradients there is no joint graph and one "half". Options and the choice of a back
// end are in pipeline_options.cpp, modes and fallback in graph_runners.cpp, compilers that a
// program brings itself in program_compilers.cpp.
#include "session/pipeline.h"

#include <utility>

#include "autodiff/partition.h"
#include "autodiff/plan_outputs.h"
#include "session/compile_events.h"
#include "session/compiled_graph.h"
#include "session/fx_recording.h"
#include "session/graph_runners.h"
#include "session/graph_values.h"
#include "session/program_compilers.h"
#include "support/stage_times.h"
#include "torch/objects.h"

namespace vt {
namespace {

// One graph on its way through the stages.
class Compilation {
 public:
  Compilation(const PipelineOptions& pipeline, const GraphCompileOptions& options, std::string& note,
              ValueStore* values)
      : pipeline_(pipeline), options_(options), note_(note), values_(values) {}

  CompiledGraph compile(FxRecording& recording) {
    return recording.wants_gradient ? compile_training(recording) : compile_inference(recording);
  }

 private:
  CompiledGraph compile_training(FxRecording& recording) {
    JointGraph joint = timed(CompileStage::kJoint, [&] {
      return build_joint(*recording.recorder, recording.primals, recording.outputs, recording.is_parameter);
    });
    std::shared_ptr<WatchedGraph> watched = watch(joint);
    transform(joint.graph, GraphKind::kJoint, &recording.decomposition);
    Partition parts = timed(CompileStage::kJoint, [&] { return partition(joint); });
    reporter(GraphKind::kJoint).joint(joint, parts);
    CompiledGraph compiled = graph_without_code(parts, std::move(joint.aliases));
    compiled.forward = compile_half(std::move(parts.forward), GraphKind::kForward);
    given_ = std::move(parts.given);
    compiled.backward = compile_half(std::move(parts.backward), GraphKind::kBackward);
    if (watched) watch_calls(compiled, watched);
    return compiled;
  }

  CompiledGraph compile_inference(FxRecording& recording) {
    OutputPlan plan = plan_outputs(*recording.recorder, recording.primals, recording.outputs);
    recording.recorder->set_outputs(recording.outputs, plan);
    Graph graph = std::move(recording.recorder->graph());
    CompiledGraph compiled = graph_without_code(graph, std::move(plan.aliases));
    std::shared_ptr<WatchedGraph> watched = watch(graph);
    compiled.forward = compile_half(std::move(graph), GraphKind::kInference, &recording.decomposition);
    if (watched) watch_calls(compiled, watched);
    return compiled;
  }

  GraphRunner compile_half(Graph graph, GraphKind kind, const Decomposition* decomposition = nullptr) {
    ++stage_times().graphs;
    transform(graph, kind, decomposition);
    const Placement place = placement_of(graph);
    if (runs_op_by_op(options_, place)) return op_by_op(std::move(graph));
    Program program = timed(CompileStage::kLower, [&] {
      LowerOptions options = lower_options(place);
      options.given_inputs = given_;
      std::shared_ptr<Lowering> kernels = lower_values(graph, options);
      fuse_kernels(*kernels);
      Program emitted = emit_program(*kernels);
      plan_memory(emitted, options.memory);
      return emitted;
    });
    reporter(kind).program(program);
    return with_fallback(graph, place, note_, [&] { return generate(std::move(program), graph, kind, place); });
  }

  void transform(Graph& graph, GraphKind kind, const Decomposition* decomposition) {
    std::vector<PassRecord> log;
    timed(CompileStage::kPasses,
          [&] { run_passes(graph, pass_options(pipeline_, options_, kind), event_log().active() ? &log : nullptr); });
    reporter(kind).passes(graph, log, decomposition);
  }

  GraphRunner generate(Program program, const Graph& graph, GraphKind kind, Placement place) {
    Backend& backend = backend_for(pipeline_, place);
    CompileTimes times;
    std::unique_ptr<Executable> executable =
        timed(CompileStage::kGenerate, [&] { return backend.compile(std::move(program), times); });
    stage_times()[CompileStage::kGenerate] -= times.compile_us;
    stage_times()[CompileStage::kOutside] += times.compile_us;
    reporter(kind).code(*executable, backend, times, graph.shapes);
    if (note_.empty()) note_ = executable->note();
    return run_kernels(std::move(executable), mode_of(options_), graph.shapes, reporter(kind));
  }

  CompileReporter reporter(GraphKind kind) const { return {options_.compile_id, kind}; }

  // For runs that ask for values: the graph, or its halves, as it is before any pass.
  std::shared_ptr<WatchedGraph> watch(const Graph& graph) const {
    return values_ ? values_->watch(options_.compile_id, unreported(), graph) : nullptr;
  }
  std::shared_ptr<WatchedGraph> watch(const JointGraph& joint) const {
    if (!values_) return nullptr;
    return values_->watch(options_.compile_id, unreported(), partition(joint, {.recompute = false}));
  }
  // Code as generate() makes it, of which nobody is told.
  ValueStore::CompileFn unreported() const {
    return [pipeline = pipeline_, backend = options_.backend](Graph graph, GraphKind kind) -> GraphRunner {
      GraphCompileOptions options;
      options.backend = backend;
      run_passes(graph, pass_options(pipeline, options, kind), nullptr);
      const Placement place = placement_of(graph);
      if (runs_op_by_op(options, place)) tensor_error("the graph runs op by op");
      Program program = lower_graph(graph, lower_options(place));
      CompileTimes times;
      std::shared_ptr<Executable> made = backend_for(pipeline, place).compile(std::move(program), times);
      return [made, shapes = graph.shapes](std::span<const Arg> inputs) { return made->run(inputs); };
    };
  }

  const PipelineOptions& pipeline_;
  const GraphCompileOptions& options_;
  std::string& note_;
  ValueStore* values_;
  std::vector<bool> given_;  // inputs of the half to come that its caller has no use for afterwards
};

}  // namespace

vm::Value Pipeline::compile(vm::Interpreter& vm, const vm::Value& graph_module,
                            const std::vector<vm::Value>& example_inputs, const GraphCompileOptions& options) {
  AtenForms forms(options.compilers != nullptr);
  try {
    FxRecording recording =
        timed(CompileStage::kRecord, [&] { return record_fx(vm, graph_module, example_inputs, options); });
    CompiledGraph compiled = options.compilers ? compile_by_program(vm, recording, options_, options, example_inputs)
                                               : Compilation(options_, options, note_, values_).compile(recording);
    return make_compiled_callable(std::move(compiled), recording, graph_module);
  } catch (const TensorError& error) {
    torch::raise_error(error);
  }
}

}  // namespace vt
