#include "session/compile_events.h"

#include "graph/print.h"
#include "lower/fusion_report.h"
#include "lower/lower.h"
#include "runtime/executable.h"
#include "session/fx_recording.h"
#include "support/events.h"

namespace vt {
namespace {

std::string microseconds(double us) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", us);
  return text;
}

std::string tenths(double us) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", us);
  return text;
}

constexpr const char* kDecompositionDoc = "each captured call as the core operations that it is made of";

std::vector<std::string> names_of(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<std::string> names;
  for (NodeId id : nodes) names.push_back(graph.at(id).name);
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Outputs of a joint graph behind those of the program are gradients, one for each input: "gradient primals_2".
void name_gradients(Diagram& diagram, const JointGraph& joint) {
  const std::vector<GraphOutput>& outputs = joint.graph.outputs;
  size_t at = 0;  // of the outputs that are drawn
  for (DiagramNode& node : diagram.nodes) {
    if (node.category != "output") continue;
    while (outputs[at].kind != GraphOutput::Kind::kValue) ++at;
    const size_t input = at++ - static_cast<size_t>(joint.forward_outputs);
    if (at > static_cast<size_t>(joint.forward_outputs) && input < joint.graph.inputs().size())
      node.label = "gradient " + joint.graph.at(joint.graph.inputs()[input]).name;
  }
}

Artifact lines_only(std::vector<TaggedLine> lines) {
  Artifact artifact;
  artifact.lines = std::move(lines);
  return artifact;
}

// By name, so that the page finds it among the functions that it reads at their first call (playground/web/split.mjs).
struct WgslWriter {
  std::vector<std::pair<std::string, int64_t>> hints;
  GeneratedCode operator()(const std::vector<KernelSource>& sources) const {
    WgslTarget target;
    target.hints = hints;
    return generate_wgsl(sources, target);
  }
};

}  // namespace

Event CompileReporter::event(Stage stage, std::string title) const {
  Event event;
  event.stage = stage;
  event.compile_id = compile_id_;
  event.title = std::move(title);
  event.facts.emplace_back("half", half_);
  return event;
}

void CompileReporter::joint(const JointGraph& joint, const Partition& parts) {
  if (!event_log().active()) return;
  Event e = event(Stage::kJoint, "joint graph");
  e.facts.emplace_back("saved", joined(parts.saved_names));
  e.facts.emplace_back("saved_bytes", std::to_string(parts.saved_bytes));
  Artifact artifact;
  artifact.lines = print_graph(joint.graph);
  artifact.diagram = graph_diagram(joint.graph);
  name_gradients(artifact.diagram, joint);
  e.artifact = [artifact] { return artifact; };
  event_log().emit(std::move(e));
}

// Names of nodes stand where there are any; a pass that the user switched off says so.
void CompileReporter::passes(const Graph& graph, const std::vector<PassRecord>& log,
                             const Decomposition* decomposition) {
  if (!event_log().active()) return;
  for (const PassRecord& record : log) {
    const bool recorded = &record == &log.front() && decomposition && !decomposition->calls.empty();
    Event e = event(Stage::kPasses, recorded ? "decompose" : record.name);
    auto list = [&](const char* fact, const std::vector<std::string>& names) {
      if (!names.empty()) e.facts.emplace_back(fact, joined(names));
    };
    e.facts.emplace_back("changed", recorded || record.changed ? "yes" : "no");
    if (record.switched_off) e.facts.emplace_back("switched_off", "yes");
    e.facts.emplace_back("nodes", std::to_string(record.nodes_after));
    list("removed", recorded ? decomposition->calls : names_of(graph, record.removed));
    list("added", names_of(graph, recorded ? decomposition->nodes : record.added));
    list("rewritten", names_of(graph, record.rewritten));
    e.facts.emplace_back("doc", recorded ? kDecompositionDoc : record.doc);
    if (record.time_us > 0) e.facts.emplace_back("time_us", tenths(record.time_us));
    e.artifact = [artifact = record.after] { return *artifact; };
    event_log().emit(std::move(e));
  }
}

void CompileReporter::program(const Program& program) {
  if (!event_log().active()) return;
  size_t fused = 0;
  for (const FusionDecision& d : program.fusion) fused += d.fused;
  Event loops = event(Stage::kLoops, half_ + " loops");
  loops.facts.emplace_back("steps", std::to_string(program.steps.size()));
  loops.artifact = [lines = print_loops(program)] { return lines_only(lines); };
  event_log().emit(std::move(loops));
  Event fusion = event(Stage::kFusion, half_ + " fusion");
  fusion.facts.emplace_back("fused", std::to_string(fused));
  fusion.facts.emplace_back("refused", std::to_string(program.fusion.size() - fused));
  fusion.artifact = [lines = print_fusion(program), diagram = kernel_diagram(program),
                     table = decision_table(program)] {
    Artifact artifact = lines_only(lines);
    artifact.diagram = diagram;
    artifact.table = table;
    return artifact;
  };
  event_log().emit(std::move(fusion));
  Event memory = event(Stage::kMemory, half_ + " memory");
  memory.facts.emplace_back("arena_bytes", std::to_string(at_hints(program, program.arena_bytes)));
  memory.facts.emplace_back("unplanned_bytes", std::to_string(at_hints(program, program.unplanned_bytes)));
  memory.facts.emplace_back("steps", std::to_string(program.steps.size()));
  memory.artifact = [lines = print_memory(program), table = memory_table(program)] {
    Artifact artifact = lines_only(lines);
    artifact.table = table;
    return artifact;
  };
  event_log().emit(std::move(memory));
}

void CompileReporter::code(const Executable& executable, const Backend& backend, const CompileTimes& times,
                           const std::shared_ptr<ShapeEnv>& shapes) {
  if (!event_log().active()) return;
  Event e = event(Stage::kCode, half_ + " code");
  e.facts.emplace_back("backend", backend.name());
  e.facts.emplace_back("kernels", std::to_string(executable.code().entry_names.size()));
  e.facts.emplace_back("generate_us", microseconds(times.generate_us));
  e.facts.emplace_back("compile_us", microseconds(times.compile_us));
  e.facts.emplace_back("from_cache", times.from_cache ? "yes" : "no");
  if (!executable.note().empty()) e.facts.emplace_back("note", executable.note());
  e.artifact = [lines = executable.code().text] { return lines_only(lines); };
  event_log().emit(std::move(e));
  texts(executable.program(), shapes);
}

void CompileReporter::tuning(const TuningTable& table) {
  if (!event_log().active()) return;
  size_t measured = 0, candidates = 0;
  for (const TuningEntry& entry : table) measured += !entry.remembered, candidates += entry.candidates.size();
  Event e = event(Stage::kAutotune, half_ + " autotune");
  e.facts.emplace_back("kernels", std::to_string(table.size()));
  e.facts.emplace_back("measured", std::to_string(measured));
  e.facts.emplace_back("candidates", std::to_string(candidates));
  e.facts.emplace_back("from_cache", measured == 0 ? "yes" : "no");
  e.artifact = [table] {
    Artifact artifact = lines_only(print_tuning(table));
    artifact.table = tuning_rows(table);
    return artifact;
  };
  event_log().emit(std::move(e));
}

// Nothing was measured, so there are no rows for a panel.
void CompileReporter::only_candidates(const Executable& executable) {
  if (!event_log().active()) return;
  std::vector<TaggedLine> lines;
  for (const std::string& name : executable.code().entry_names)
    if (!name.empty()) lines.push_back({name + ": one candidate, the only one on this device", {}});
  Event e = event(Stage::kAutotune, half_ + " autotune");
  e.facts.emplace_back("kernels", std::to_string(lines.size()));
  e.facts.emplace_back("measured", "0");
  e.artifact = [lines] { return lines_only(lines); };
  event_log().emit(std::move(e));
}

// Generated when somebody asks for it, for a machine that is the same everywhere: an x86 CPU
// with AVX2, any WebAssembly engine, the default GPU, any WebGPU device.
void CompileReporter::texts(const Program& program, const std::shared_ptr<ShapeEnv>& shapes) {
  auto kernels = std::make_shared<Program>();
  for (const Step& step : program.steps)
    if (!std::holds_alternative<ExternCall>(step)) kernels->steps.push_back(step);
  CudaTarget gpu;
  gpu.hints = size_hints(program);
  auto text = [&](Stage stage, auto generate) {
    Event e = event(stage, half_ + " " + stage_name(stage));
    e.facts.emplace_back("kernels", std::to_string(kernels->steps.size()));
    e.artifact = [kernels, shapes, generate] { return lines_only(generate(kernel_sources(*kernels)).text); };
    event_log().emit(std::move(e));
  };
  using Sources = std::vector<KernelSource>;
  text(Stage::kCpp, [](const Sources& sources) { return generate_cpp(sources, CpuTarget()); });
  text(Stage::kWat, [](const Sources& sources) { return generate_wasm(sources, WasmTarget()); });
  text(Stage::kCuda, [gpu](const Sources& sources) { return generate_cuda(sources, gpu); });
  text(Stage::kWgsl, WgslWriter{gpu.hints});
}

}  // namespace vt
