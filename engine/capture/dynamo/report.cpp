#include "capture/dynamo/report.h"

#include <algorithm>

#include "capture/dynamo/step_record.h"
#include "frontend/code.h"
#include "support/events.h"

namespace vt::dynamo {
namespace {

ItemId line_item(int line) { return line > 0 ? event_log().provenance.source_line(line) : kNoItem; }

std::vector<TaggedLine> split(const std::string& text) {
  std::vector<TaggedLine> lines;
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back({text.substr(start, end - start), {}});
    start = end + 1;
  }
  return lines;
}

void emit(Event event) {
  event.start_us = event_log().now_us();
  event_log().emit(std::move(event));
}

DiagramNode diagram_node(Interpreter& vm, const fx::Node& node) {
  DiagramNode shown;
  shown.item = node.item;
  shown.label = node.op == fx::NodeOp::kPlaceholder || node.op == fx::NodeOp::kOutput
                    ? node.name
                    : fx::target_name(vm, node.target);
  shown.detail = node.name;
  shown.category = node.op == fx::NodeOp::kPlaceholder ? "input" : node.op == fx::NodeOp::kOutput ? "output" : "op";
  return shown;
}

std::vector<TaggedLine> disassembly(const Code& code) {
  std::vector<TaggedLine> lines;
  for (const DisassemblyLine& line : disassemble(code)) lines.push_back({line.text, {line_item(line.span.line)}});
  return lines;
}

}  // namespace

void report_graph(Interpreter& vm, const Output& output, const std::string& compile_id, const std::string& name) {
  if (!event_log().active()) return;
  Artifact artifact;
  artifact.lines = split(fx::format_graph(vm, output.graph));
  Value code = vm.call_method(output.graph_holder, "python_code", {vm::make_str("self")});
  artifact.python = vm.str(vm.get_attribute(code, "src"));
  artifact.python.erase(0, artifact.python.find_first_not_of('\n'));
  std::vector<fx::Node*> nodes = output.graph.nodes();
  for (size_t i = 0; i < nodes.size() && i + 1 < artifact.lines.size(); ++i) {
    if (nodes[i]->item != kNoItem) artifact.lines[i + 1].items.push_back(nodes[i]->item);
  }
  Event event;
  for (size_t i = 0; i < nodes.size(); ++i) {
    artifact.diagram.nodes.push_back(diagram_node(vm, *nodes[i]));
    if (nodes[i]->item != kNoItem) event.items.push_back(nodes[i]->item);
    for (fx::Node* input : nodes[i]->inputs) {
      auto from = std::find(nodes.begin(), nodes.end(), input);
      artifact.diagram.edges.emplace_back(static_cast<uint32_t>(from - nodes.begin()), static_cast<uint32_t>(i));
    }
  }
  event.stage = Stage::kFx;
  event.compile_id = compile_id;
  event.title = name;
  event.span = output.span;
  event.facts = {{"nodes", std::to_string(nodes.size())},
                 {"calls", std::to_string(output.call_count())},
                 {"inputs", std::to_string(output.inputs.size())}};
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_guards(CacheEntry& entry, const Code& code) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kGuards;
  event.compile_id = entry.compile_id;
  event.title = "guards of " + code.name;
  Artifact artifact;
  const std::vector<Guard>& guards = entry.guards.guards();
  std::vector<std::string> texts = entry.guards.texts();
  for (size_t i = 0; i < texts.size(); ++i) {
    SourceSpan span = i < guards.size() ? guards[i].span : SourceSpan{};
    ItemId item = event_log().provenance.add(ItemKind::kGuard, span, {line_item(span.line)});
    entry.guards.items.push_back(item);
    event.items.push_back(item);
    artifact.lines.push_back({texts[i], {item}});
  }
  event.facts = {{"guards", std::to_string(texts.size())}};
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_break(const Unsupported& error, const Code& code, const std::string& compile_id, bool skipped) {
  SourceSpan span = error.places.empty() ? SourceSpan{} : error.places.front().span;
  for (const Unsupported::Place& place : error.places) {
    if (place.file && !place.file->name().starts_with("<frozen")) span = place.span;
  }
  BreakRecord record{error.id,    error.type, error.explanation, error.context,
                     error.hints, span,       code.file->name(), error.places};
  session().breaks.push_back(record);
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kBreaks;
  event.compile_id = compile_id;
  event.title = error.type;
  event.span = span;
  event.items = {event_log().provenance.add(ItemKind::kGraphBreak, span, {line_item(span.line)})};
  event.facts = {{"reason_id", error.id}, {"reason", error.type},      {"explanation", error.explanation},
                 {"function", code.name}, {"file", code.file->name()}, {"frame_skipped", skipped ? "1" : "0"}};
  for (const std::string& hint : error.hints) event.facts.emplace_back("hint", hint);
  Artifact artifact;
  artifact.lines = split(error.text());
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_recompile(const vm::Frame& frame, const CacheEntry& entry, const GuardSet::Failure& failure,
                      const std::string& compile_id) {
  if (!event_log().active()) return;
  const Code& code = *frame.code->code;
  Event event;
  event.stage = Stage::kRecompiles;
  event.compile_id = compile_id;
  event.title =
      "Recompiling function " + code.name + " in " + code.file->name() + ":" + std::to_string(code.first_line);
  event.span = failure.span;
  event.items = entry.guards.items;
  event.facts = {{"guard", failure.text},    {"was", failure.was},        {"is", failure.is},
                 {"advice", failure.advice}, {"entry", entry.compile_id}, {"function", code.name}};
  Artifact artifact;
  artifact.lines = split(event.title + "\n    triggered by the following guard failure(s):\n    - " + entry.compile_id +
                         ": " + failure.text);
  if (!failure.advice.empty()) artifact.lines.push_back({"    to avoid it: " + failure.advice, {}});
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_residual(const Code& original, const Value& residual, const std::vector<Codegen::Resume>& resumes,
                     const std::string& compile_id) {
  if (!event_log().active()) return;
  auto send = [&](const std::string& title, const Code& code) {
    Event event;
    event.stage = Stage::kResidual;
    event.compile_id = compile_id;
    event.title = title;
    Artifact artifact;
    artifact.lines = disassembly(code);
    for (const TaggedLine& line : artifact.lines)
      for (ItemId item : line.items)
        if (item != kNoItem && std::find(event.items.begin(), event.items.end(), item) == event.items.end())
          event.items.push_back(item);
    event.facts = {{"instructions", std::to_string(code.instructions.size())}};
    event.artifact = [artifact] { return artifact; };
    emit(std::move(event));
  };
  send("modified bytecode of " + original.name, *residual.as<vm::CodeObject>()->code);
  for (const Codegen::Resume& resume : resumes) send(resume.name, *resume.code.as<vm::CodeObject>()->code);
}

void report_call(const vm::Frame& frame, const CacheEntry& entry, bool hit) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kCalls;
  event.compile_id = entry.compile_id;
  event.title = frame.code->code->name;
  event.facts = {{"hit", hit ? "1" : "0"}, {"function", frame.code->code->name}};
  emit(std::move(event));
}

void report_capture(Output& output, const Code& code, const std::string& compile_id, int attempt) {
  if (!output.steps || output.steps->empty()) return;
  auto recording = std::make_shared<const Recording>(output.steps->take(output.guards));
  Event event;
  event.stage = Stage::kCapture;
  event.compile_id = compile_id;
  event.title = "capture of " + code.name + (attempt > 1 ? ", attempt " + std::to_string(attempt) : std::string());
  event.facts = {{"steps", std::to_string(recording->steps.size())}, {"attempt", std::to_string(attempt)}};
  if (!recording->cut_off.empty()) event.facts.emplace_back("cut_off", recording->cut_off);
  Artifact artifact;
  artifact.recording = recording;
  for (const RecordedStep& step : recording->steps) {
    std::vector<ItemId> items;
    if (step.line > 0) items.push_back(line_item(static_cast<int>(step.line)));
    const RecordedFrame& frame = recording->frames[step.frame];
    for (const RecordedChange& change : step.changes) {
      std::string text = change.removed ? change.name + " is gone" : change.name + " = " + change.text;
      artifact.lines.push_back({std::string(2 * frame.depth + 6, ' ') + text, items});
    }
    const char* mark = step.kind == StepKind::kLine ? "" : step.kind == StepKind::kReturn ? "=> " : "!! ";
    artifact.lines.push_back({std::string(2 * frame.depth, ' ') + mark + step.note, items});
  }
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_note(const std::string& title, const std::string& text, SourceSpan span) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kCalls;
  event.title = title;
  event.span = span;
  event.facts = {{"note", text}};
  emit(std::move(event));
}

}  // namespace vt::dynamo
