#include "capture/dynamo/report.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "capture/dynamo/call_path.h"
#include "capture/dynamo/step_record.h"
#include "capture/fx/readable.h"
#include "frontend/code.h"
#include "support/events.h"
#include "vm/state.h"

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

// The callable inside the wrapper of torch.compile around a library callable; null if the frame is no such wrapper.
Value called_by_wrapper(const vm::Frame& frame) {
  vm::Function* wrapper = frame.function.as<vm::Function>();
  vm::Tuple* cells = wrapper ? wrapper->closure.as<vm::Tuple>() : nullptr;
  const bool wraps = is_inline_wrapper(*frame.code->code) && cells && !cells->items.empty();
  return wraps ? cells->items[0].as<vm::Cell>()->content : Value();
}

// Names of the frame's sources in the program. The wrapper has parameters
// `fn`, `args` and `kwargs`, which the program does not; they are replaced
// by the parameter names of the module's forward or of the function.
struct SourceNames {
  bool wrapped = false;
  std::vector<std::string> parameters;
  std::string rest;  // name of the variadic parameter: "inputs" for `*inputs`
};

SourceNames source_names(const vm::Frame& frame) {
  SourceNames names;
  names.wrapped = is_inline_wrapper(*frame.code->code);
  Value called = called_by_wrapper(frame);
  if (called.is_null()) return names;
  Interpreter& vm = *Interpreter::current();
  if (Value forward = vm.find_attribute(called, vm::intern("forward")); !forward.is_null()) called = forward;
  size_t first = 0;
  if (vm::BoundMethod* method = called.as<vm::BoundMethod>()) called = method->function, first = 1;
  vm::Function* function = called.as<vm::Function>();
  if (!function) return names;
  const Code& code = *function->code_object()->code;
  const auto count = static_cast<size_t>(code.argument_count);
  for (size_t i = first; i < count; ++i) names.parameters.push_back(code.local_names[i]);
  if (code.flags & kHasVarArgs) names.rest = code.local_names[count + static_cast<size_t>(code.keyword_only_count)];
  return names;
}

// Replaces "args[0]" or "kwargs['mask']" at the start of a source by the parameter's name.
std::string with_parameter_names(const std::string& text, const SourceNames& names) {
  const bool keyword = text.starts_with("kwargs['");
  if (!keyword && !text.starts_with("args[")) return text;
  const size_t open = text.find('['), close = text.find(keyword ? "']" : "]");
  if (close == std::string::npos) return text;
  if (keyword) return text.substr(open + 2, close - open - 2) + text.substr(close + 2);
  const auto at = static_cast<size_t>(std::atoi(text.c_str() + open + 1));
  if (at < names.parameters.size()) return names.parameters[at] + text.substr(close + 1);
  if (names.rest.empty()) return text;
  return names.rest + "[" + std::to_string(at - names.parameters.size()) + text.substr(close);
}

// A source as the program writes it: "blocks.0.attn.qkv.weight". The tables in which a module keeps submodules and
// parameters are removed from the path.
std::string dotted(std::string text, const SourceNames& names) {
  for (const char* table : {"._modules['", "._parameters['", "._buffers['"})
    for (size_t at = text.find(table); at != std::string::npos; at = text.find(table, at)) {
      text.replace(at, std::strlen(table), ".");
      if (size_t end = text.find("']", at); end != std::string::npos) text.erase(end, 2);
    }
  bool rooted = text.size() > 4 && (text.starts_with("L['") || text.starts_with("G['"));
  if (size_t end = text.find("']"); rooted && end != std::string::npos) text.erase(end, 2).erase(0, 3);
  for (std::string_view root : {"self.", "fn."})
    if (text.starts_with(root) && (names.wrapped || root == "self.")) return text.substr(root.size());
  return names.wrapped ? with_parameter_names(text, names) : text;
}

bool is_weight(const std::string& source) {
  size_t at = std::max(source.rfind("._parameters['") + 1, source.rfind("._buffers['") + 1);
  return at > 0 && source.find('\'', source.find('\'', at) + 1) + 2 == source.size();
}

// Removes the node's call path (kCallPath) from its `meta`, so that the back end does not see it, and returns it with
// source names replaced.
std::string take_call_path(const fx::Node& node, const SourceNames& names) {
  auto& meta = node.meta.as<vm::Dict>()->table;
  const Value* found = meta.find(vm::intern(kCallPath));
  if (!found) return {};
  std::string path;
  for (const TaggedLine& call : split(found->as<vm::Str>()->text)) {
    size_t colon = call.text.rfind(':');
    path += (path.empty() ? "" : "\n") + dotted(call.text.substr(0, colon), names) + call.text.substr(colon);
  }
  meta.erase(vm::intern(kCallPath));
  return path;
}

DiagramNode diagram_node(Interpreter& vm, const fx::Node& node) {
  DiagramNode shown;
  shown.item = node.item;
  shown.label = node.op == fx::NodeOp::kPlaceholder || node.op == fx::NodeOp::kOutput
                    ? node.name
                    : fx::target_name(vm, node.target);
  if (std::string type = fx::value_type(vm, node, {}); type.size() > 4)  // type is `: "f32[2]"`; the detail is f32[2]
    shown.detail = type.substr(3, type.size() - 4);
  shown.category = node.op == fx::NodeOp::kPlaceholder ? "input" : node.op == fx::NodeOp::kOutput ? "output" : "op";
  return shown;
}

Diagram diagram_of(const Output& output, const std::vector<fx::Node*>& nodes, const SourceNames& names) {
  std::unordered_map<const fx::Node*, uint32_t> place;
  Diagram diagram;
  for (fx::Node* node : nodes) {
    auto at = static_cast<uint32_t>(diagram.nodes.size());
    place[node] = at;
    diagram.nodes.push_back(diagram_node(output.vm, *node));
    for (fx::Node* input : node->inputs) diagram.edges.emplace_back(place[input], at);
  }
  for (const GraphInput& input : output.inputs()) {
    auto found = place.find(input.node);
    if (found == place.end() || !input.source || input.source->kind == SourceKind::kSize) continue;
    std::string source = input.source->text();
    diagram.nodes[found->second].label = dotted(source, names);
    if (is_weight(source)) diagram.nodes[found->second].category = "weight";
  }
  return diagram;
}

// Facts per node that the diagram does not show: its fx name and its call path.
Table call_table(const std::vector<fx::Node*>& nodes, const SourceNames& names) {
  Table table;
  table.columns = {"name", "calls"};
  for (const fx::Node* node : nodes) table.rows.push_back({{node->name, take_call_path(*node, names)}, {node->item}});
  return table;
}

std::string source_line(const CodePlace& place) {
  if (!place.span.valid() || !place.file) return {};
  std::string_view line = place.file->line(place.span.line);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return std::string(line);
}

// The calls that led to a break, outermost first, without frames of the library.
std::string user_stack(const Unsupported& error) {
  std::vector<vm::TracebackEntry> entries;
  for (auto at = error.places.rbegin(); at != error.places.rend(); ++at)
    if (at->file) entries.push_back({at->file, at->function, at->span, Op::NOP});
  std::vector<vm::TracebackEntry> outer = Interpreter::current()->current_stack();
  // The innermost entry is the frame being compiled, which `places` already contains.
  if (!outer.empty()) entries.insert(entries.end(), outer.begin() + 1, outer.end());
  std::erase_if(entries, [](const vm::TracebackEntry& e) { return e.file->name().starts_with("<frozen"); });
  std::string text;
  for (const Value& shown : vm::shown_entries(entries, entries.size()))
    text += shown.as<vm::Tuple>()->items.back().as<vm::Str>()->text;
  return text;
}

std::vector<TaggedLine> disassembly(const Code& code) {
  std::vector<TaggedLine> lines;
  for (const DisassemblyLine& line : disassemble(code)) lines.push_back({line.text, {line_item(line.span.line)}});
  return lines;
}

}  // namespace

std::string shown_name(const vm::Frame& frame) {
  const Value called = called_by_wrapper(frame);
  if (called.is_null()) return frame.code->code->name;
  Interpreter& vm = *Interpreter::current();
  Value name = vm.find_attribute(called, vm::intern("__name__"));
  return name.as<vm::Str>() ? name.as<vm::Str>()->text : vm::type_of(called)->name;
}

std::string place_comment(const CodePlace& place, const std::string& check, size_t width) {
  constexpr size_t kCheckWidth = 60;
  std::string line = source_line(place);
  if (line.empty()) return {};
  std::string room(kCheckWidth - std::min(kCheckWidth, std::max(width, check.size())), ' ');
  return room + "  # " + line + "  # " + place.file->name() + ":" + std::to_string(place.span.line) + " in " +
         place.function;
}

std::string stack_lines(const CodePlace& place) {
  std::string line = source_line(place);
  std::string text = place.caller ? stack_lines(*place.caller) : "";
  if (line.empty()) return text;
  return text + "  File \"" + place.file->name() + "\", line " + std::to_string(place.span.line) + ", in " +
         place.function + "\n    " + line + "\n";
}

void report_graph(const Output& output, const vm::Frame& frame, const std::string& compile_id,
                  const std::string& name) {
  if (!event_log().active()) return;
  Artifact artifact;
  artifact.lines = split(fx::format_graph(output.vm, output.graph));
  artifact.python = fx::readable_code(output.vm, output.graph, "GraphModule", {.strides = true, .device = true});
  std::vector<fx::Node*> nodes = output.graph.nodes();
  for (size_t i = 0; i < nodes.size() && i + 1 < artifact.lines.size(); ++i) {
    if (nodes[i]->item != kNoItem) artifact.lines[i + 1].items.push_back(nodes[i]->item);
  }
  const SourceNames names = source_names(frame);
  artifact.diagram = diagram_of(output, nodes, names);
  artifact.table = call_table(nodes, names);
  Event event;
  for (const fx::Node* node : nodes)
    if (node->item != kNoItem) event.items.push_back(node->item);
  event.stage = Stage::kFx;
  event.compile_id = compile_id;
  event.title = name;
  event.span = output.place.span();
  event.facts = {{"nodes", std::to_string(nodes.size())},
                 {"calls", std::to_string(output.call_count())},
                 {"inputs", std::to_string(output.inputs().size())}};
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_guards(CacheEntry& entry, const vm::Frame& frame) {
  if (!event_log().active()) return;
  Event event;
  event.stage = Stage::kGuards;
  event.compile_id = entry.compile_id;
  event.title = "guards of " + shown_name(frame);
  Artifact artifact;
  const std::vector<Guard>& guards = entry.guards.guards();
  size_t count = guards.size() + entry.guards.shape_texts().size();
  for (size_t i = 0; i < count; ++i) {
    const CodePlace* place = entry.guards.place(i);
    SourceSpan span = place ? place->span : SourceSpan{};
    entry.guards.items.push_back(event_log().provenance.add(ItemKind::kGuard, span, {line_item(span.line)}));
  }
  event.items = entry.guards.items;
  for (GuardSet::Line& line : entry.guards.tree_lines()) {
    auto at = static_cast<size_t>(line.guard);
    if (line.guard < 0) artifact.lines.push_back({std::move(line.text), {}});
    else {
      const CodePlace* place = entry.guards.place(at);
      artifact.lines.push_back({line.text + (place ? place_comment(*place, "", 60) : ""), {entry.guards.items[at]}});
    }
  }
  artifact.table = guard_table(entry);
  event.facts = {{"guards", std::to_string(count)}};
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

static Event break_event(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id,
                         const SourceSpan& span, bool with_stack = true) {
  Event event;
  event.stage = Stage::kBreaks;
  event.compile_id = compile_id;
  event.title = error.type;
  event.span = span;
  event.items = {event_log().provenance.add(ItemKind::kGraphBreak, span, {line_item(span.line)})};
  event.facts = {{"reason_id", error.id},
                 {"reason", error.type},
                 {"explanation", error.explanation},
                 {"function", shown_name(frame)},
                 {"file", frame.code->code->file->name()}};
  for (const std::string& hint : error.hints) event.facts.emplace_back("hint", hint);
  Artifact artifact;
  std::string text = error.whole_text();
  if (with_stack) text += "\n\nUser code traceback:\n" + user_stack(error);
  artifact.lines = split(text);
  event.artifact = [artifact] { return artifact; };
  return event;
}

// Adds the operation that failed on fake tensors as a last node; it has none in the graph.
static void add_failed_call(Event& event, Artifact& artifact, const std::vector<fx::Node*>& nodes,
                            const FailedCall& failed) {
  const ItemId item = event_log().provenance.add(ItemKind::kFxNode, event.span, {line_item(event.span.line)});
  const auto at = static_cast<uint32_t>(artifact.diagram.nodes.size());
  artifact.diagram.nodes.push_back({item, failed.name, "", "failed"});
  for (const Value& input : failed.inputs) {
    auto found = std::find(nodes.begin(), nodes.end(), input.as<fx::Node>());
    if (found != nodes.end()) artifact.diagram.edges.emplace_back(static_cast<uint32_t>(found - nodes.begin()), at);
  }
  artifact.table.rows.push_back({{failed.name, ""}, {item}});
  event.items.push_back(item);
  event.facts.emplace_back("failed", failed.name);
}

// Adds the nodes of an abandoned capture to its event, so that the diagram ends at the break.
static void add_partial_graph(Event& event, const Output& output, const vm::Frame& frame,
                              const FailedCall* failed = nullptr) {
  if (output.call_count() == 0 && !failed) return;
  const SourceNames names = source_names(frame);
  const std::vector<fx::Node*> nodes = output.graph.nodes();
  Artifact artifact = event.artifact();
  artifact.diagram = diagram_of(output, nodes, names);
  artifact.table = call_table(nodes, names);
  for (const fx::Node* node : nodes)
    if (node->item != kNoItem) event.items.push_back(node->item);
  if (failed) add_failed_call(event, artifact, nodes, *failed);
  event.facts.emplace_back("partial", std::to_string(output.call_count()));
  event.artifact = [artifact] { return artifact; };
}

static SourceSpan place_of(const Unsupported& error) {
  SourceSpan span = error.places.empty() ? SourceSpan{} : error.places.front().span;
  for (const CodePlace& place : error.places) {
    if (place.file && !place.file->name().starts_with("<frozen")) span = place.span;
  }
  return span;
}

void report_break(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id, BreakOutcome outcome,
                  const std::string& attempted, const Output& output) {
  bool skipped = outcome == BreakOutcome::kFrameSkipped, resumed = outcome == BreakOutcome::kResumed;
  SourceSpan span = place_of(error);
  BreakRecord record{error.id,
                     error.type,
                     error.explanation,
                     error.context,
                     error.hints,
                     span,
                     frame.code->code->file->name(),
                     error.places,
                     false,
                     {}};
  session().breaks.push_back(record);
  if (!event_log().active()) return;
  // The stack is printed once per source line; for a skipped frame, always.
  bool repeated = resumed && !session().broken_lines.emplace(record.file, span.line).second;
  Event event = break_event(error, frame, compile_id, span, !repeated);
  event.facts.emplace_back("frame_skipped", skipped ? "1" : "0");
  if (repeated) event.facts.emplace_back("repeated", "1");
  if (outcome == BreakOutcome::kRestEagerly) event.facts.emplace_back("rest_eagerly", "1");
  if (resumed && !attempted.empty()) event.facts.emplace_back("attempted", attempted);
  if (error.second) event.facts.emplace_back("second_reason", error.second->type);
  if (skipped) add_partial_graph(event, output, frame);
  emit(std::move(event));
}

void report_refusal(const Unsupported& error, const vm::Frame& frame, const std::string& compile_id,
                    const Output& output) {
  if (!event_log().active()) return;
  Event event = break_event(error, frame, compile_id, place_of(error));
  if (!error.failed) event.facts.emplace_back("fullgraph", "1");
  add_partial_graph(event, output, frame, error.failed.get());
  emit(std::move(event));
}

// The text after a failed guard: the source line that caused it, and its call stack.
static std::string reason_place(const GuardSet::Failure& why) {
  std::string stack = stack_lines(why.place), text = place_comment(why.place, why.text, why.width);
  if (stack.empty()) return text;
  text += "\n    - User stack trace:";
  for (const TaggedLine& line : split(stack))
    if (!line.text.empty()) text += "\n    - " + line.text;
  return text;
}

void report_recompile(const vm::Frame& frame, const std::vector<FailedEntry>& failures, const std::string& compile_id) {
  if (!event_log().active()) return;
  const Code& code = *frame.code->code;
  const auto& [entry, failure] = failures.front();
  std::string name = shown_name(frame);
  Event event;
  event.stage = Stage::kRecompiles;
  event.compile_id = compile_id;
  event.title = "Recompiling function " + name;
  if (name == code.name) event.title += " in " + code.file->name() + ":" + std::to_string(code.first_line);
  event.span = failure.place.span;
  event.items = entry->guards.items;
  event.facts = {{"guard", failure.text},    {"was", failure.was},         {"is", failure.is},
                 {"advice", failure.advice}, {"entry", entry->compile_id}, {"function", name}};
  if (failure.guard >= 0) event.facts.emplace_back("guard_index", std::to_string(failure.guard));
  std::string text = event.title + "\n    triggered by the following guard failure(s):";
  for (const FailedEntry& failed : failures) {
    const GuardSet::Failure& why = failed.failure;
    text += "\n    - " + failed.entry->compile_id + ": " + why.text;
    if (!why.text.starts_with("tensor '")) text += reason_place(why);
    if (&failed != &failures.front())
      event.facts.emplace_back("also", failed.entry->compile_id + ": " + failed.failure.text);
  }
  if (!failure.advice.empty()) text += "\n    to avoid it: " + failure.advice;
  Artifact artifact;
  artifact.lines = split(text);
  event.artifact = [artifact] { return artifact; };
  emit(std::move(event));
}

void report_residual(const vm::Frame& frame, const Value& residual, const std::vector<Codegen::Resume>& resumes,
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
    event.facts = {{"instructions", std::to_string(code.instructions.size())},
                   {"place", code.file->name() + " line " + std::to_string(code.first_line)}};
    event.artifact = [artifact] { return artifact; };
    emit(std::move(event));
  };
  send("modified bytecode of " + shown_name(frame), *residual.as<vm::CodeObject>()->code);
  for (const Codegen::Resume& resume : resumes) send(resume.name, *resume.code.as<vm::CodeObject>()->code);
}

void report_capture(Output& output, const vm::Frame& frame, const std::string& compile_id, int attempt) {
  if (!output.steps() || output.steps()->empty()) return;
  auto recording = std::make_shared<const Recording>(output.steps()->take(output.guards));
  Event event;
  event.stage = Stage::kCapture;
  event.compile_id = compile_id;
  event.title =
      "capture of " + shown_name(frame) + (attempt > 1 ? ", attempt " + std::to_string(attempt) : std::string());
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
