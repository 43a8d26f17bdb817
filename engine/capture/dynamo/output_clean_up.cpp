// What a finished graph does without: values that nobody uses, inputs likewise, and grad modes
// that are switched and switched back. Neighbours: output.cpp, codegen.cpp.
#include <algorithm>

#include "capture/dynamo/output.h"
#include "eager/modes.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
using fx::NodeOp;

namespace {
bool is_size_arithmetic(const fx::Node& node) {
  const Value* example = node.meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
  return example && example->as<torch::SymIntObject>();
}

// The read of a float that became an input.
bool is_number_read(const fx::Node& node) {
  if (node.op != NodeOp::kCallMethod || node.target.as<vm::Str>()->text != "item") return false;
  const fx::Node* from = node.inputs.empty() ? nullptr : node.inputs[0];
  return from && from->op == NodeOp::kPlaceholder;
}

bool is_symbol_input(const fx::Node& node) { return is_size_arithmetic(node); }

// Whether an input's sizes are written with this symbol.
bool sizes_use(const GraphInput& input, const std::string& symbol) {
  const Tensor* tensor = torch::as_tensor(input.example);
  if (!tensor || !tensor->is_fake()) return false;
  for (const SymInt& size : tensor->impl()->fake->sizes) {
    std::vector<std::string> names;
    if (size.symbolic()) sym_free_symbols(size.expr(), names);
    if (std::find(names.begin(), names.end(), symbol) != names.end()) return true;
  }
  return false;
}
}  // namespace

// Switching grad mode and back with nothing in between does nothing.
void Output::drop_idle_switches() {
  auto switches_to = [&](fx::Node* node) -> int {
    if (node->op != NodeOp::kCallFunction || !fx::qualified_name(vm, node->target).ends_with("_set_grad_enabled"))
      return -1;
    return node->args.as<vm::Tuple>()->items[0].as_bool();
  };
  bool enabled = grad_enabled();
  for (fx::Node* node = graph.first(); !graph.is_end(node) && !graph.is_end(node->next);) {
    fx::Node* next = node->next;
    int first = switches_to(node), second = switches_to(next);
    if (first >= 0 && second >= 0 && second == static_cast<int>(enabled)) {
      fx::Node* after = next->next;
      graph.erase(node);
      graph.erase(next);
      node = after;
      continue;
    }
    if (first >= 0) enabled = first != 0;
    node = next;
  }
}

void Output::clean_up() {
  drop_idle_switches();
  std::vector<fx::Node*> nodes = graph.nodes();
  for (size_t i = nodes.size(); i-- > 0;) {
    fx::Node* node = nodes[i];
    if (!node->users.empty() || node->op == NodeOp::kPlaceholder || node->op == NodeOp::kOutput) continue;
    bool getitem = node->op == NodeOp::kCallFunction && fx::qualified_name(vm, node->target) == "operator.getitem";
    bool count = node->op == NodeOp::kCallMethod && node->target.as<vm::Str>()->text == "numel";
    bool number = (is_size_arithmetic(*node) && !count) || is_number_read(*node) || number_nodes.contains(node);
    if (node->op == NodeOp::kGetAttr || getitem || number) graph.erase(node);
  }
  for (bool symbols : {false, true}) {
    for (size_t i = inputs.size(); i-- > 0;) {
      GraphInput input = inputs[i];
      if (!input.node->users.empty() || is_symbol_input(*input.node) != symbols) continue;
      if (symbols) {
        std::string name = input.example.as<torch::SymIntObject>()->value.text();
        if (std::any_of(inputs.begin(), inputs.end(), [&](const GraphInput& other) { return sizes_use(other, name); }))
          continue;
      }
      graph.erase(input.node);
      inputs.erase(inputs.begin() + static_cast<int64_t>(i));
    }
  }
}

}  // namespace vt::dynamo
