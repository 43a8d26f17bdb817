// Moves a region of the main graph into a graph of its own, for operations that take functions (cond, scan, map).
#pragma once
#include <algorithm>
#include <map>

#include "capture/dynamo/trace_builtins.h"

namespace vt::dynamo {

// The nodes that tracing adds between the construction of a Region and `finish`.
class Region {
 public:
  explicit Region(Tracer& tracer) : out_(tracer.out), before_(out_.graph.root->previous), names_(out_.graph.names) {}

  // Removes the region's nodes from the main graph; `results` are the tensors that it returns.
  void finish(const std::vector<VarRef>& results) {
    for (fx::Node* node = before_->next; !out_.graph.is_end(node); node = node->next) {
      bool stays = node->op == fx::NodeOp::kPlaceholder || (node->op == fx::NodeOp::kGetAttr && !is_body(*node));
      if (!stays) nodes_.push_back({node, node->args, node->kwargs});
    }
    auto inside = [&](fx::Node* node) {
      return std::any_of(nodes_.begin(), nodes_.end(), [&](const Taken& taken) { return taken.node == node; });
    };
    auto use = [&](fx::Node* node) {
      bool known = std::find(operands.begin(), operands.end(), node) != operands.end();
      if (!inside(node) && !known) operands.push_back(node);
    };
    for (const Taken& taken : nodes_) {
      for (fx::Node* input : taken.node->inputs) use(input);
    }
    for (const VarRef& result : results) {
      results_.push_back(result->node());
      use(result->node());
    }
    for (size_t i = nodes_.size(); i-- > 0;) {
      out_.forget_symbols_of(nodes_[i].node);
      out_.graph.erase(nodes_[i].node);
    }
    // The names of the removed nodes become free again; the nodes that remain keep theirs.
    out_.graph.names = names_;
    for (fx::Node* node = before_->next; !out_.graph.is_end(node); node = node->next)
      out_.graph.names.create(node->name, true);
  }

  // Adds a get_attr node to the main graph for the body, named `NAME_0` or with the next free number. `inputs` become
  // its placeholders; `pack` makes the value of its output node from the results.
  using Pack = Value (*)(std::vector<Value>);
  // `merged`: `inputs` belong to several bodies, so names used by the other bodies are skipped.
  fx::Node* build(const std::string& name, const std::vector<fx::Node*>& inputs, Pack pack = vm::make_tuple,
                  bool merged = false) {
    Value holder = vm::make<fx::Graph>();
    fx::Graph& graph = *holder.as<fx::Graph>();
    std::map<fx::Node*, fx::Node*> copies;
    auto mapped = [&](const Value& tree) {
      return fx::map_nodes(tree, [&](fx::Node* node) { return Value::of(copies.at(node)); });
    };
    // The body numbers its node names independently of the main graph.
    auto copy = [&](fx::NodeOp op, fx::Node* from, const Value& target, const Value& args, const Value& kwargs) {
      bool counted = op == fx::NodeOp::kCallFunction || op == fx::NodeOp::kCallMethod;
      fx::Node* node = graph.create(op, target, args, kwargs, counted ? without_count(from->name) : from->name);
      node->meta = from->meta;
      copies[from] = node;
    };
    if (merged) {
      for (fx::Node* input : inputs) graph.names.create(input->name);
    }
    for (fx::Node* input : inputs)
      copy(fx::NodeOp::kPlaceholder, input, vm::make_str(input->name), vm::make_tuple({}), vm::make<vm::Dict>());
    for (const Taken& taken : nodes_)
      copy(taken.node->op, taken.node, taken.node->target, mapped(taken.args), mapped(taken.kwargs));
    std::vector<Value> items;
    for (fx::Node* result : results_) items.push_back(Value::of(copies.at(result)));
    graph.create(fx::NodeOp::kOutput, vm::make_str("output"), vm::make_tuple({pack(std::move(items))}),
                 vm::make<vm::Dict>());
    std::string target;
    for (int i = 0; target.empty() || out_.has_attribute(target); ++i) target = name + "_" + std::to_string(i);
    fx::Node* body = out_.add_attribute(target, out_.make_module(holder));
    body->meta.as<vm::Dict>()->table.insert(vm::intern(kBody), Value::boolean(true));
    out_.mark_place(*body);
    return body;
  }

  std::vector<fx::Node*> operands;  // nodes of the main graph that the region uses

  // Refuses a body that returns one of its operands (alias) or changes one in place.
  void check_functional(const char* operation) const {
    auto is_operand = [&](fx::Node* node) {
      return std::find(operands.begin(), operands.end(), node) != operands.end();
    };
    for (const Taken& taken : nodes_) {
      vm::Str* method = taken.node->op == fx::NodeOp::kCallMethod ? taken.node->target.as<vm::Str>() : nullptr;
      fx::Node* self = method ? taken.args.as<vm::Tuple>()->items[0].as<fx::Node>() : nullptr;
      if (!self || !is_operand(self) || !method->text.ends_with('_') || method->text.ends_with("__")) continue;
      refuse(operation, graph_break<Break::kRegionMutatesInput>("Input mutation detected at [" + self->name + "]"));
    }
    for (fx::Node* result : results_) {
      if (!is_operand(result)) continue;
      refuse(operation, graph_break<Break::kRegionAliasesInput>("Input-to-output aliasing detected at nodes " +
                                                                result->name + " and " + result->name));
    }
  }

  [[noreturn]] static void refuse(const char* operation, Unsupported error) {
    error.operation = operation;
    throw error;
  }

 private:
  struct Taken {
    fx::Node* node;
    Value args, kwargs;
  };
  static std::string without_count(const std::string& name) {
    size_t end = name.find_last_not_of("0123456789");
    bool counted = end != std::string::npos && end + 1 < name.size() && end > 0 && name[end] == '_';
    return counted ? name.substr(0, end) : name;
  }
  // Key in `meta` that marks the get_attr node of a nested region; such a node moves with the region that uses it.
  static constexpr const char* kBody = "higher_order_body";
  static bool is_body(const fx::Node& node) { return node.meta.as<vm::Dict>()->table.find(vm::intern(kBody)); }
  Output& out_;
  fx::Node* before_;
  fx::Namespace names_;
  std::vector<Taken> nodes_;
  std::vector<fx::Node*> results_;
};

// Appends the tensors in a result (nested in tuples, lists, dicts), in order.
void leaves(Tracer& t, const VarRef& given, std::vector<VarRef>& into);
VarRef with_leaves(Tracer& t, const VarRef& given, const std::vector<VarRef>& tensors, size_t& next);

Value nodes_tuple(const std::vector<fx::Node*>& nodes);

// The operation `name` of torch.ops.higher_order, and a node that calls it.
Value higher_order(Interpreter& vm, const char* name);
fx::Node* operation_node(Tracer& t, const char* name, std::vector<Value> args, Value kwargs = vm::make<vm::Dict>());

// The results from index `from` on are rows of a scan, stacked along a new first axis of this length.
struct Stacking {
  size_t from;
  SymInt length;
};
// Wraps the tensors of `node`, which match those in `tree`, and rebuilds the structure of `tree` from them.
VarRef result_of(Tracer& t, fx::Node* node, const VarRef& tree, bool requires_grad = false,
                 const Stacking* stacking = nullptr);

// Traces the body of an operation and returns its result. The body must have no side effects. If it cannot be traced,
// an operation with a name raises an error; with an empty name the graph breaks before it.
VarRef trace_body(Tracer& t, const char* operation, const VarRef& function, const std::vector<VarRef>& args,
                  Keywords kwargs = {});

}  // namespace vt::dynamo
