#include "torchscript/script/graph_event.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "support/events.h"

namespace vt::script {
namespace {

std::string short_kind(const Node& node) {
  size_t colons = node.kind.rfind("::");
  return colons == std::string::npos ? node.kind : node.kind.substr(colons + 2);
}

// Type text; for a traced tensor "f32[2, 4]" instead of "Float(2, 4, strides=[4, 1], requires_grad=0, device=cpu)".
std::string type_text(const TypePtr& type) {
  static const std::pair<const char*, const char*> kElements[] = {
      {"Float(", "f32"}, {"Double(", "f64"}, {"Long(", "i64"},      {"Int(", "i32"},
      {"Bool(", "b8"},   {"Half(", "f16"},   {"BFloat16(", "bf16"}, {"Char(", "i8"}};
  const std::string text = graph_text(type);
  for (auto [begin, name] : kElements) {
    if (!text.starts_with(begin)) continue;
    const size_t open = text.find('('), end = std::min(text.find(", strides="), text.find(", requires_grad="));
    if (end != std::string::npos) return name + ("[" + text.substr(open + 1, end - open - 1) + "]");
  }
  return text;
}

// Types of a node's outputs: "Tensor, int".
std::string types_text(const std::vector<Value*>& values) {
  std::string text;
  for (const Value* value : values)
    if (value->type) text += (text.empty() ? "" : ", ") + type_text(value->type);
  return text;
}

ItemId item_of(const Range& range) {
  const int line = range.valid() && !range.source->file.starts_with("<frozen") ? range.line() : 0;
  if (line <= 0) return kNoItem;
  Provenance& provenance = event_log().provenance;
  return provenance.add(ItemKind::kGraphNode, {line, range.column(), line, range.column()},
                        {provenance.source_line(line)});
}

// Converts the scope "__module.blocks/__module.blocks.0" to module calls as captured graphs have them.
std::string module_calls(const std::string& scope) {
  std::string calls;
  for (size_t begin = 0; begin < scope.size();) {
    size_t end = std::min(scope.find('/', begin), scope.size());
    std::string path = scope.substr(begin, end - begin);
    if (size_t dot = path.find('.'); dot != std::string::npos)
      calls += (calls.empty() ? "" : "\n") + path.substr(dot + 1) + ":Module#1";
    begin = end + 1;
  }
  return calls;
}

class Drawing {
 public:
  explicit Drawing(Graph& graph) {
    artifact_.table.columns = {"name", "calls"};
    for (Value* input : graph.inputs()) add_value(input, "input", "");
    draw(*graph.top, "");
    for (Value* result : graph.outputs()) {
      uint32_t at = add(kNoItem, "output", types_text({result}), "output", "output", "");
      connect(result, at);
    }
  }
  Artifact take() { return std::move(artifact_); }
  size_t count() const { return artifact_.diagram.nodes.size(); }

 private:
  uint32_t add(ItemId item, std::string label, std::string detail, const char* category, std::string name,
               const std::string& calls) {
    artifact_.diagram.nodes.push_back({item, std::move(label), std::move(detail), category});
    Table::Row row;
    row.cells = {std::move(name), calls};
    if (item != kNoItem) row.items.push_back(item);
    artifact_.table.rows.push_back(std::move(row));
    return static_cast<uint32_t>(artifact_.diagram.nodes.size() - 1);
  }
  uint32_t add_value(Value* value, const char* category, const std::string& calls) {
    return made_[value] = add(kNoItem, value->debug_name(), types_text({value}), category, value->debug_name(), calls);
  }
  void connect(Value* from, uint32_t to) {
    if (auto found = made_.find(from); found != made_.end()) artifact_.diagram.edges.emplace_back(found->second, to);
  }

  void draw(Block& block, const std::string& inside) {
    for (Node* node = block.first(); !block.is_end(node); node = node->next) {
      std::string own = module_calls(node->scope);
      std::string calls = inside + (inside.empty() || own.empty() ? "" : "\n") + own;
      if (node->is("prim::Constant")) draw_constant(*node, calls);
      else if (node->blocks.empty()) draw_node(*node, short_kind(*node), calls);
      else draw_blocks(*node, calls);
    }
  }
  void draw_constant(Node& node, const std::string& calls) {
    std::string text = node.constant.is_null() || node.output()->type == nullptr
                           ? short_kind(node)
                           : constant_text(node.constant, node.output()->type);
    made_[node.output()] = add(kNoItem, text, types_text(node.outputs), "constant", node.output()->debug_name(), calls);
  }
  uint32_t draw_node(Node& node, const std::string& label, const std::string& calls) {
    std::string name = node.outputs.empty() ? node.kind : node.outputs[0]->debug_name();
    uint32_t at = add(item_of(node.range), label, types_text(node.outputs), "op", std::move(name), calls);
    for (Value* input : node.inputs) connect(input, at);
    for (Value* output : node.outputs) made_[output] = at;
    return at;
  }
  // Each block is drawn as a nested call; below them, the node joins their results.
  void draw_blocks(Node& node, const std::string& calls) {
    const bool is_if = node.is("prim::If");
    std::vector<std::pair<Value*, uint32_t>> results;
    for (size_t i = 0; i < node.blocks.size(); ++i) {
      Block& block = *node.block(i);
      std::string title = is_if ? (i == 0 ? "if" : "else") : short_kind(node);
      std::string inside = calls + (calls.empty() ? "" : "\n") + title + ":#" + std::to_string(++blocks_);
      for (size_t k = 0; k < block.inputs().size(); ++k) {
        uint32_t at = add_value(block.inputs()[k], "view", inside);
        // Loop inputs: the counter comes from the trip count, the carried values from their initial values.
        if (k == 0 && !node.inputs.empty()) connect(node.inputs[0], at);
        else if (k + 1 < node.inputs.size()) connect(node.inputs[k + 1], at);
      }
      draw(block, inside);
      for (Value* result : block.outputs())
        if (auto found = made_.find(result); found != made_.end()) results.emplace_back(result, found->second);
    }
    uint32_t at = draw_node(node, short_kind(node), calls);
    for (auto [value, from] : results) artifact_.diagram.edges.emplace_back(from, at);
  }

  Artifact artifact_;
  std::unordered_map<const Value*, uint32_t> made_;
  int blocks_ = 0;
};

std::vector<TaggedLine> lines_of(const std::string& text) {
  std::vector<TaggedLine> lines;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({text.substr(begin, end - begin), {}});
    begin = end + 1;
  }
  return lines;
}

// torch.jit.trace runs the function twice as a check, so a repeated graph is reported only once.
bool is_told(const std::string& name, const std::string& text) {
  static thread_local std::string last;
  static thread_local double last_us = 0;
  const double now = event_log().now_us();
  if (now < last_us) last.clear();  // the clock was reset: a new run
  last_us = now;
  const bool same = last == name + "\n" + text;
  last = name + "\n" + text;
  return same;
}

}  // namespace

void report_graph(Graph& graph, const std::string& name, const char* how) {
  if (!event_log().active()) return;
  const std::string text = graph_text(graph);
  if (is_told(name, text)) return;
  Drawing drawing(graph);
  Event event;
  event.stage = Stage::kPasses;
  event.compile_id = "script " + name;
  event.title = how;
  event.facts = {{"half", "script"}, {"changed", "yes"}, {"nodes", std::to_string(drawing.count())}};
  Artifact artifact = drawing.take();
  artifact.lines = lines_of(text);
  event.artifact = [artifact = std::move(artifact)] { return artifact; };
  event_log().emit(std::move(event));
}

}  // namespace vt::script
