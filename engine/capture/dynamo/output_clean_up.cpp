// Clean-up of a finished graph: removes duplicate size computations,
// unused values, unused inputs, and grad-mode switches without an
// operation between them. Neighbours: output.cpp, codegen.cpp.
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

SymInt simplified(const ShapeEnv& shapes, const SymInt& size) {
  return size.symbolic() ? SymInt(size.hint(), shapes.simplify(size.expr())) : size;
}

// Simplifies the symbolic sizes of an example with the guards of the whole trace.
void simplify_example(const ShapeEnv& shapes, const Value& example) {
  if (torch::SymIntObject* size = example.as<torch::SymIntObject>()) size->value = simplified(shapes, size->value);
  const Tensor* tensor = torch::as_tensor(example);
  if (!tensor || !tensor->is_fake()) return;
  FakeInfo& fake = *tensor->impl()->fake;
  for (SymInt& size : fake.sizes) size = simplified(shapes, size);
  for (SymInt& stride : fake.strides) stride = simplified(shapes, stride);
}

// Whether the node reads a size, stride or element count of a tensor that is not an input, or an item of a shape.
bool reads_within(const fx::Node& node) {
  const fx::Node* from = node.inputs.empty() ? nullptr : node.inputs[0];
  if (!from || from->op == NodeOp::kPlaceholder) return false;
  const Value* example = from->meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
  bool shape = from->op == NodeOp::kCallMethod && from->target.as<vm::Str>()->text == "size";
  return shape || (example && torch::as_tensor(*example));
}

// Whether the node reads the number of a 0-d tensor input that stands for a float.
bool is_number_read(const fx::Node& node) {
  return node.op == NodeOp::kCallMethod && node.target.as<vm::Str>()->text == "item";
}

bool is_symbol_input(const fx::Node& node) { return is_size_arithmetic(node); }

// Whether a size of the input contains this symbol.
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

// Removes a grad-mode switch that is undone before any operation.
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

// As PyTorch does for a finished graph: every symbolic size is taken from the first node that has it (an input, if it
// is a plain symbol), and the sizes of intermediate tensors are computed from input sizes. Sizes that became constants
// keep their nodes.
void Output::share_sizes() {
  symbol_nodes_.clear();
  for (fx::Node* node : graph.nodes()) {
    const Value* example = node->meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
    if (!example) continue;
    simplify_example(*shapes, *example);
    torch::SymIntObject* size = example->as<torch::SymIntObject>();
    if (!size || !size->value.symbolic()) continue;
    SymExpr expr = size->value.expr();
    if (node->op == NodeOp::kPlaceholder) {
      if (expr->op == SymOp::kSymbol) symbol_nodes_.emplace(sym_text(expr), node);
      continue;
    }
    fx::Node* first = nullptr;
    if (shows_unbacked(*node)) {
      symbol_nodes_.emplace(sym_text(expr), node);
      continue;
    }
    if (auto known = symbol_nodes_.find(sym_text(expr)); known != symbol_nodes_.end()) first = known->second;
    std::vector<std::string> symbols;
    sym_free_symbols(expr, symbols);
    bool of_inputs = std::all_of(symbols.begin(), symbols.end(),
                                 [&](const std::string& name) { return symbol_nodes_.contains(name); });
    if (!first && of_inputs && reads_within(*node)) {
      fx::Node* saved = graph.insert_point;
      graph.insert_point = node;
      first = symbol_arithmetic(expr)->node();
      graph.insert_point = saved;
      for (const char* key : {"stack_trace", "lineno"}) {
        Value* place = node->meta.as<vm::Dict>()->table.find(vm::intern(key));
        if (place) first->meta.as<vm::Dict>()->table.insert(vm::intern(key), *place);
      }
    }
    if (!first) {
      symbol_nodes_.emplace(sym_text(expr), node);
      continue;
    }
    for (fx::Node* user : std::vector(node->users)) {
      auto swap = [&](fx::Node* used) { return Value::of(used == node ? first : used); };
      user->set_arguments(fx::map_nodes(user->args, swap), fx::map_nodes(user->kwargs, swap));
    }
    graph.erase(node);
  }
}

void Output::clean_up() {
  drop_idle_switches();
  place_unbacked();
  share_sizes();
  place_assertions();
  std::vector<fx::Node*> nodes = graph.nodes();
  for (size_t i = nodes.size(); i-- > 0;) {
    fx::Node* node = nodes[i];
    if (!node->users.empty() || node->op == NodeOp::kPlaceholder || node->op == NodeOp::kOutput) continue;
    bool getitem = node->op == NodeOp::kCallFunction && fx::qualified_name(vm, node->target) == "operator.getitem";
    const std::string method = node->op == NodeOp::kCallMethod ? node->target.as<vm::Str>()->text : "";
    bool count = method == "numel", shape = method == "size" || method == "stride";
    bool number = (is_size_arithmetic(*node) && !count) || is_number_read(*node) || number_nodes_.contains(node);
    if (node->op == NodeOp::kGetAttr || getitem || shape || number) graph.erase(node);
  }
  for (bool symbols : {false, true}) {
    for (size_t i = inputs_.size(); i-- > 0;) {
      GraphInput input = inputs_[i];
      if (!input.node->users.empty() || is_symbol_input(*input.node) != symbols) continue;
      if (symbols && input.example.as<torch::SymIntObject>()->value.symbolic()) {
        std::string name = input.example.as<torch::SymIntObject>()->value.text();
        if (std::any_of(inputs_.begin(), inputs_.end(),
                        [&](const GraphInput& other) { return sizes_use(other, name); }))
          continue;
      }
      graph.erase(input.node);
      inputs_.erase(inputs_.begin() + static_cast<int64_t>(i));
    }
  }
}

}  // namespace vt::dynamo
