#include "capture/fx/graph_event.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "capture/fx/node_kinds.h"
#include "capture/fx/readable.h"
#include "support/events.h"
#include "vm/frame.h"
#include "vm/native.h"

namespace vt::fx {
namespace {

constexpr const char* kNoted = "_noted";  // name of the graph attribute that holds the graph's title in events

std::vector<TaggedLine> tagged_lines(Interpreter& vm, const Graph& graph, const std::vector<Node*>& nodes) {
  std::vector<TaggedLine> lines;
  const std::string text = format_graph(vm, graph);
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({text.substr(begin, end - begin), {}});
    begin = end + 1;
  }
  for (size_t i = 0; i < nodes.size() && i + 1 < lines.size(); ++i)
    if (nodes[i]->item != kNoItem) lines[i + 1].items.push_back(nodes[i]->item);
  return lines;
}

// Class name of the submodule that a call_module node calls; "" if `root` has no module at that path.
std::string module_type(Interpreter& vm, const Node& node, Value root) {
  const vm::Str* path = node.op == NodeOp::kCallModule ? node.target.as<vm::Str>() : nullptr;
  if (!path || root.is_null() || root.is_none()) return "";
  for (size_t begin = 0; begin <= path->text.size() && !root.is_null();) {
    const size_t end = std::min(path->text.find('.', begin), path->text.size());
    root = vm.find_attribute(root, vm::intern(path->text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return root.is_null() ? "" : std::string(vm::type_of(root)->name);
}

DiagramNode drawn(Interpreter& vm, const Node& node) {
  DiagramNode shown;
  shown.item = node.item;
  const bool named = node.op == NodeOp::kPlaceholder || node.op == NodeOp::kOutput;
  shown.label = named ? node.name : target_name(vm, node.target);
  if (std::string type = value_type(vm, node, {}); type.size() > 4)  // type is `: "f32[2]"`; the detail is f32[2]
    shown.detail = type.substr(3, type.size() - 4);
  shown.category = node.op == NodeOp::kPlaceholder ? "input"
                   : node.op == NodeOp::kOutput    ? "output"
                   : node.op == NodeOp::kGetAttr   ? "weight"
                                                   : "op";
  return shown;
}

// Call path of a call_module node, which is its enclosing module: "blocks.0.attn" -> "blocks.0:Module#1".
std::string calls_of(const Node& node) {
  const vm::Str* path = node.op == NodeOp::kCallModule ? node.target.as<vm::Str>() : nullptr;
  size_t dot = path ? path->text.rfind('.') : std::string::npos;
  return dot == std::string::npos ? "" : path->text.substr(0, dot) + ":Module#1";
}

// Sets the category of each node only when the artifact is displayed, because kind_of_work() is slow.
std::function<Artifact()> with_kinds(Artifact artifact, std::vector<std::string> operators) {
  return [artifact = std::move(artifact), operators = std::move(operators)] {
    Artifact shown = artifact;
    for (size_t i = 0; i < shown.diagram.nodes.size(); ++i)
      if (shown.diagram.nodes[i].category == "op") shown.diagram.nodes[i].category = kind_of_work(operators[i]);
    return shown;
  };
}

std::function<Artifact()> picture_of(Interpreter& vm, Graph& graph, const std::vector<Node*>& nodes,
                                     const Value& module) {
  Artifact artifact;
  std::vector<std::string> operators;
  artifact.lines = tagged_lines(vm, graph, nodes);
  artifact.table.columns = {"name", "calls"};
  std::unordered_map<const Node*, uint32_t> place;
  for (Node* node : nodes) {
    auto at = static_cast<uint32_t>(artifact.diagram.nodes.size());
    place[node] = at;
    DiagramNode shown = drawn(vm, *node);
    const std::string type = module_type(vm, *node, module);
    operators.push_back(type.empty() ? shown.label : type);
    if (shown.detail.empty()) shown.detail = type;
    artifact.diagram.nodes.push_back(std::move(shown));
    artifact.table.rows.push_back({{node->name, calls_of(*node)}, {node->item}});
    for (Node* input : node->inputs) artifact.diagram.edges.emplace_back(place[input], at);
  }
  return with_kinds(std::move(artifact), std::move(operators));
}

// Per run: uses of each title, and the pending "given" events of graphs that dynamo captured (report_graph).
struct Met {
  std::unordered_map<std::string, int> names;
  std::unordered_map<std::string, Event> given;
  double last_us = 0;  // time of the last call; a smaller time now means that a new run began
};
Met& met_in_this_run() {
  static thread_local Met met;
  const double now = event_log().now_us();
  if (now < met.last_us) met = {};
  met.last_us = now;
  return met;
}

int user_line(Interpreter& vm) {
  for (const vm::Frame* frame = vm.current_frame(); frame; frame = frame->back) {
    const Code& code = *frame->code->code;
    const auto at = static_cast<size_t>(frame->instruction());
    if (code.file && !code.file->name().starts_with("<") && at < code.spans.size()) return code.spans[at].line;
  }
  return 0;
}

// Diagram with one node per layer, grouped by module; a layer follows its inputs where these are known.
std::function<Artifact()> layers_picture(const std::vector<LayerRow>& rows, int line,
                                         std::unordered_map<std::string, ItemId>& items) {
  Artifact artifact;
  artifact.table.columns = {"name", "calls"};
  std::vector<DiagramNode>& nodes = artifact.diagram.nodes;
  std::vector<std::string> operators;
  const ItemId from = line > 0 ? event_log().provenance.source_line(line) : kNoItem;
  std::unordered_map<std::string, uint32_t> place;
  auto add = [&](const std::string& key, const std::string& calls, const std::string& work, DiagramNode node) {
    ItemId& known = items[key];
    if (known == kNoItem) known = event_log().provenance.add(ItemKind::kFxNode, {line, 0, line, 0}, {from});
    node.item = known;
    artifact.lines.push_back({key + ": " + node.detail, {known}});
    artifact.table.rows.push_back({{key, calls}, {known}});
    nodes.push_back(std::move(node));
    operators.push_back(work);
    return static_cast<uint32_t>(nodes.size() - 1);
  };
  for (const LayerRow& row : rows) {
    const size_t dot = row.path.rfind('.');
    const std::string calls = dot == std::string::npos ? "" : row.path.substr(0, dot) + ":Module#1";
    std::vector<uint32_t> weights;
    for (const auto& [name, type] : row.weights)
      weights.push_back(add(row.key + "." + name, "", "", {kNoItem, row.path + "." + name, type, "weight"}));
    const std::string name = dot == std::string::npos ? row.path : row.path.substr(dot + 1);
    const bool given = row.kind == "input" || row.kind == "output" || row.kind == "weight";
    const uint32_t at = add(row.key, calls, row.kind, {kNoItem, name, row.type, given ? row.kind : "op"});
    place[row.key] = at;
    for (uint32_t weight : weights) artifact.diagram.edges.emplace_back(weight, at);
    for (const std::string& fed : row.inputs)
      if (auto found = place.find(fed); found != place.end()) artifact.diagram.edges.emplace_back(found->second, at);
  }
  return with_kinds(std::move(artifact), std::move(operators));
}

}  // namespace

void report_modules(Interpreter& vm, const std::string& title, const std::vector<LayerRow>& before,
                    const std::vector<LayerRow>& after) {
  if (!event_log().active()) return;
  const int time = ++met_in_this_run().names[title];
  const int line = user_line(vm);
  std::unordered_map<std::string, ItemId> items;  // by path: a layer keeps its item id when it is replaced
  for (const std::vector<LayerRow>* rows : {&before, &after}) {
    Event event;
    event.stage = Stage::kPasses;
    event.compile_id = title + (time > 1 ? " (" + std::to_string(time) + ")" : "");
    event.title = rows == &before ? "the model before" : "quantised";
    if (line > 0) {
      event.span = {line, 0, line, 0};
      if (rows == &after) event.title += " at line " + std::to_string(line);
    }
    event.artifact = layers_picture(*rows, line, items);
    event.facts = {{"half", "fx"}, {"changed", "yes"}, {"nodes", std::to_string(rows->size())}};
    event_log().emit(std::move(event));
  }
}

void report_graph(Interpreter& vm, Graph& graph, const std::string& owner, const Value& module) {
  if (!event_log().active()) return;
  Met& met = met_in_this_run();
  vm::Dict& attributes = *graph.attributes_slot()->as<vm::Dict>();
  const Value* noted = attributes.table.find(vm::intern(kNoted));
  std::vector<Node*> nodes = graph.nodes();
  Event event;
  event.stage = Stage::kPasses;
  if (noted) {
    event.compile_id = noted->as<vm::Str>()->text;
  } else {
    const int time = ++met.names[owner];
    event.compile_id = "fx " + owner + (time > 1 ? " (" + std::to_string(time) + ")" : "");
    attributes.table.insert(vm::intern(kNoted), vm::make_str(event.compile_id));
  }
  event.title = noted ? "recompiled" : "made";
  if (const int line = user_line(vm); line > 0) {
    event.span = {line, 0, line, 0};
    event.title += " at line " + std::to_string(line);
  }
  event.facts = {{"half", "fx"}, {"changed", "yes"}, {"nodes", std::to_string(nodes.size())}};
  event.artifact = picture_of(vm, graph, nodes, module);
  const bool of_dynamo =
      std::any_of(nodes.begin(), nodes.end(), [](const Node* node) { return node->item != kNoItem; });
  if (!noted && of_dynamo) {  // the capture event has shown this state; emit it only if the program changes the graph
    event.title = "given";
    std::string name = event.compile_id;
    met.given.insert_or_assign(std::move(name), std::move(event));
    return;
  }
  if (auto given = met.given.find(event.compile_id); given != met.given.end()) {
    event_log().emit(std::move(given->second));
    met.given.erase(given);
  }
  event_log().emit(std::move(event));
}

}  // namespace vt::fx
