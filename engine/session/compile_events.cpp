#include "session/compile_events.h"

#include "graph/print.h"
#include "lower/lower.h"
#include "runtime/executable.h"
#include "support/events.h"

namespace vt {
namespace {

std::string microseconds(double us) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", us);
  return text;
}

Artifact lines_only(std::vector<TaggedLine> lines) {
  Artifact artifact;
  artifact.lines = std::move(lines);
  return artifact;
}

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
  std::string saved;
  for (const std::string& name : parts.saved_names) saved += (saved.empty() ? "" : ", ") + name;
  e.facts.emplace_back("saved", saved);
  e.facts.emplace_back("saved_bytes", std::to_string(parts.saved_bytes));
  Artifact artifact;
  artifact.lines = print_graph(joint.graph);
  artifact.diagram = graph_diagram(joint.graph);
  e.artifact = [artifact] { return artifact; };
  event_log().emit(std::move(e));
}

void CompileReporter::passes(const std::vector<PassRecord>& log) {
  if (!event_log().active()) return;
  for (const PassRecord& record : log) {
    Event e = event(Stage::kPasses, record.name);
    e.facts.emplace_back("changed", record.changed ? "yes" : "no");
    e.facts.emplace_back("nodes", std::to_string(record.nodes_after));
    e.facts.emplace_back("removed", std::to_string(record.removed));
    e.facts.emplace_back("added", std::to_string(record.added));
    e.facts.emplace_back("doc", record.doc);
    e.artifact = [artifact = record.after] { return artifact; };
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
  fusion.artifact = [lines = print_fusion(program)] { return lines_only(lines); };
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

void CompileReporter::code(const Executable& executable, const Backend& backend, const CompileTimes& times) {
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
  cuda(executable.program());
}

void CompileReporter::tuning(const TuningTable& table) {
  if (!event_log().active()) return;
  size_t measured = 0;
  for (const TuningEntry& entry : table) measured += !entry.remembered;
  Event e = event(Stage::kAutotune, half_ + " autotune");
  e.facts.emplace_back("kernels", std::to_string(table.size()));
  e.facts.emplace_back("measured", std::to_string(measured));
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
    lines.push_back({name + ": one candidate, the only one on this device", {}});
  Event e = event(Stage::kAutotune, half_ + " autotune");
  e.facts.emplace_back("kernels", std::to_string(lines.size()));
  e.facts.emplace_back("measured", "0");
  e.artifact = [lines] { return lines_only(lines); };
  event_log().emit(std::move(e));
}

// The CUDA text can be looked at anywhere, so it is generated when somebody asks for it.
void CompileReporter::cuda(const Program& program) {
  auto kernels = std::make_shared<Program>();
  for (const Step& step : program.steps)
    if (!std::holds_alternative<ExternCall>(step)) kernels->steps.push_back(step);
  CudaTarget target;
  target.hints = size_hints(program);
  Event e = event(Stage::kCuda, half_ + " cuda");
  e.facts.emplace_back("kernels", std::to_string(kernels->steps.size()));
  e.artifact = [kernels, target] { return lines_only(generate_cuda(kernel_sources(*kernels), target).text); };
  event_log().emit(std::move(e));
}

}  // namespace vt
