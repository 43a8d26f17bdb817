#include "session/fx_recording.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "capture/fx/graph.h"
#include "eager/autograd.h"
#include "support/check.h"
#include "support/events.h"
#include "torch/objects.h"

namespace vt {
namespace {
using vm::Arguments;
using vm::Value;

// Shape and strides to record with; a fake example has symbolic ones.
TensorMeta example_meta(const Tensor& example) {
  TensorMeta meta = meta_of(example);
  if (example.is_fake()) return meta;
  meta.sizes.assign(example.sizes().begin(), example.sizes().end());
  meta.strides.assign(example.strides().begin(), example.strides().end());
  return meta;
}

class FxRun {
 public:
  // `cuts`: the partition will recompute (min-cut), so the nodes of torch.utils.checkpoint regions are marked;
  // otherwise checkpoint runs as in eager mode, and its region is recorded again for the backward.
  FxRun(vm::Interpreter& vm, const Value& graph_module, FxRecording& recording, bool cuts)
      : vm_(vm), module_(graph_module), recording_(recording), cuts_(cuts) {
    graph_value_ = vm.get_attribute(graph_module, "graph");
    graph_ = graph_value_.as<fx::Graph>();
    VT_CHECK(graph_, "a GraphModule holds a Graph");
  }

  void run(const std::vector<Value>& examples) {
    // The program's own back end may have edited the graph;
    // graph.lint() reports defects with Python errors.
    vm_.call(vm_.get_attribute(graph_value_, "lint"), Arguments{});
    for (fx::Node* node : graph_->nodes())
      recording_.switches_grad_on = recording_.switches_grad_on || switches_grad_on(*node);
    size_t next = 0;
    for (fx::Node* node : graph_->nodes()) {
      std::vector<ItemId> origins;
      if (node->item != kNoItem) origins.push_back(node->item);
      recording_.recorder->set_origin(std::move(origins));
      if (node->op == fx::NodeOp::kPlaceholder) {
        if (next >= examples.size())
          vm::raise(vm::types().AssertionError, "the graph has more placeholders than the " +
                                                    std::to_string(examples.size()) + " example inputs given");
        values_[node] = add_placeholder(*node, examples[next++]);
      } else if (node->op == fx::NodeOp::kOutput) {
        auto returned = evaluated(node->args);
        if (!returned.as<vm::Tuple>() || returned.as<vm::Tuple>()->items.size() != 1)
          vm::raise(vm::types().RuntimeError, "the output node takes one argument");
        fx::map_nodes(node->args, [&](fx::Node* output) {
          return fx::map_leaves(values_.at(output), [&](const Value& leaf) {
            if (is_computed(leaf)) recording_.number.push_back(numbers_.contains(output));
            return leaf;
          });
        });
        finish(returned.as<vm::Tuple>()->items[0]);
      } else {
        const size_t before = recording_.recorder->graph().capacity();
        values_[node] = evaluate(*node);
        note_decomposition(*node, before);
      }
    }
  }

 private:
  Value add_placeholder(const fx::Node& node, const Value& example) {
    recording_.is_parameter.push_back(node.name.find("_parameters_") != std::string::npos ||
                                      node.name.find("_buffers_") != std::string::npos);
    const Tensor* tensor = torch::as_tensor(example);
    if (!tensor) {
      recording_.primals.emplace_back();
      SymInt number;
      if (auto symbol = example.as<torch::SymIntObject>()) number = symbol->value;
      else if (example.is_int()) number = SymInt(example.as_int());
      recording_.recorder->add_number_input(number, node.name);
      return example;
    }
    std::string name = "primals_" + std::to_string(recording_.primals.size() + 1);
    Tensor fake = recording_.recorder->add_input(example_meta(*tensor), name);
    if ((grad_enabled() || recording_.switches_grad_on) && tensor->requires_grad()) {
      set_requires_grad(fake, true);
      recording_.wants_gradient = true;
    }
    recording_.primals.push_back(fake);
    return torch::wrap(fake);
  }

  void note_decomposition(const fx::Node& call, size_t before) {
    const size_t after = recording_.recorder->graph().capacity();
    if (after - before < 2 || !event_log().active()) return;
    recording_.decomposition.calls.push_back(call.name);
    for (size_t id = before; id < after; ++id) recording_.decomposition.nodes.push_back(NodeId(id));
  }

  Value evaluated(const Value& tree) {
    return fx::map_nodes(tree, [&](fx::Node* n) { return values_.at(n); });
  }

  Value evaluate(const fx::Node& node) {
    switch (node.op) {
      case fx::NodeOp::kCallFunction:
        if (follows_from_numbers(node)) numbers_.insert(&node);
        if (Value made = tensor_of_number(node); !made.is_null()) return made;
        if (cuts_ && fx::qualified_name(vm_, node.target).ends_with(".tag_activation_checkpoint"))
          return checkpoint(evaluated(node.args));
        return call(node.target, evaluated(node.args), evaluated(node.kwargs));
      case fx::NodeOp::kCallMethod: {
        Value args = evaluated(node.args);
        std::vector<Value>& items = args.as<vm::Tuple>()->items;
        const Value* number = node.meta.as<vm::Dict>()->table.find(vm::intern("known_number"));
        if (number && reads_number(node, items[0])) return *number;
        if (reads_number(node, items[0])) return number_of(node, items[0]);
        Value method = vm_.get_attribute(items[0], node.target.as<vm::Str>());
        return call(method, vm::make_tuple({items.begin() + 1, items.end()}), evaluated(node.kwargs));
      }
      case fx::NodeOp::kCallModule:
        return call(attribute_path(node.target), evaluated(node.args), evaluated(node.kwargs));
      case fx::NodeOp::kGetAttr: return attribute_path(node.target);
      case fx::NodeOp::kPlaceholder:
      case fx::NodeOp::kOutput:
      case fx::NodeOp::kRoot: break;
    }
    vm::raise(vm::types().RuntimeError, "Node " + node.name + " cannot be evaluated here");
  }

  // Records the graph of a checkpoint region with its operands, and marks its nodes with the region's number.
  Value checkpoint(const Value& args) {
    Graph& graph = recording_.recorder->graph();
    const size_t before = graph.capacity();
    const std::vector<Value>& items = args.as<vm::Tuple>()->items;
    Value result = vm_.call(items[0], Arguments{items.data() + 1, items.size() - 1});
    ++checkpoints_;
    for (size_t id = before; id < graph.capacity(); ++id) graph.at(NodeId(id)).checkpoint = checkpoints_;
    return result;
  }

  // `item` of a fake one-element tensor: the number stays a 0-d tensor in the graph.
  static bool reads_number(const fx::Node& node, const Value& self) {
    const Tensor* tensor = torch::as_tensor(self);
    return tensor && tensor->is_fake() && tensor->numel() == 1 && node.target.as<vm::Str>()->text == "item";
  }

  Value number_of(const fx::Node& node, const Value& tensor) {
    numbers_.insert(&node);
    return vm_.call_method(vm_.call_method(tensor, "detach", {}), "reshape", {vm::make_tuple({})});
  }

  // torch.full(size, number) and torch.scalar_tensor(number, dtype=...) of a number that is a 0-d tensor in the graph.
  // Null for other nodes.
  Value tensor_of_number(const fx::Node& node) {
    if (node.inputs.size() != 1 || !numbers_.contains(node.inputs[0])) return {};
    std::string name = fx::qualified_name(vm_, node.target);
    if (name == "torch.full" && node.args.as<vm::Tuple>()->items.size() == 2) {
      Value number = values_.at(node.inputs[0]);
      Value zero = is_floating(torch::as_tensor(number)->dtype()) ? Value::real(0) : Value::integer(0);
      Value zeros = call(node.target, vm::make_tuple({node.args.as<vm::Tuple>()->items[0], zero}), node.kwargs);
      return vm_.call_method(zeros, "add", {number});
    }
    if (name != "torch.scalar_tensor") return {};
    const Value* dtype = node.kwargs.as<vm::Dict>()->table.find(vm::intern("dtype"));
    return dtype ? vm_.call_method(values_.at(node.inputs[0]), "to", {*dtype}) : values_.at(node.inputs[0]);
  }

  bool switches_grad_on(const fx::Node& node) const {
    if (node.op != fx::NodeOp::kCallFunction || node.args.as<vm::Tuple>()->items.size() != 1) return false;
    return fx::qualified_name(vm_, node.target).ends_with("_set_grad_enabled") &&
           vm_.truth(node.args.as<vm::Tuple>()->items[0]);
  }

  bool follows_from_numbers(const fx::Node& node) const {
    bool numbers = std::all_of(node.inputs.begin(), node.inputs.end(),
                               [&](const fx::Node* input) { return numbers_.contains(input); });
    return numbers && !node.inputs.empty() && fx::qualified_name(vm_, node.target).starts_with("operator.");
  }

  Value attribute_path(const Value& target) {
    Value at = module_;
    const std::string& path = target.as<vm::Str>()->text;
    for (size_t begin = 0; begin <= path.size();) {
      size_t end = std::min(path.find('.', begin), path.size());
      at = vm_.get_attribute(at, std::string_view(path).substr(begin, end - begin));
      begin = end + 1;
    }
    return at;
  }

  Value call(const Value& callable, const Value& args, const Value& kwargs) {
    if (callable.as<vm::Str>())
      vm::raise(vm::types().ValueError,
                "Node target " + callable.as<vm::Str>()->text + " has type str but a Callable is expected");
    std::vector<Value> values = args.as<vm::Tuple>()->items;
    std::vector<Value> names;
    Arguments arguments;
    arguments.positional = values.size();
    if (auto dict = kwargs.as<vm::Dict>())
      for (const auto& entry : dict->table.entries()) {
        if (entry.key.is_null()) continue;
        names.push_back(entry.key);
        values.push_back(entry.value);
      }
    arguments.values = values.data();
    arguments.keyword_names = names.data();
    arguments.keywords = names.size();
    return vm_.call(callable, arguments);
  }

  void finish(const Value& tree) {
    recording_.result = tree;
    fx::map_leaves(tree, [&](const Value& leaf) {
      if (const Tensor* tensor = torch::as_tensor(leaf)) recording_.outputs.push_back(*tensor);
      else if (auto symbol = leaf.as<torch::SymIntObject>()) recording_.outputs.push_back(Arg(symbol->value));
      return leaf;
    });
  }

  vm::Interpreter& vm_;
  Value module_, graph_value_;
  fx::Graph* graph_;
  FxRecording& recording_;
  bool cuts_;
  int checkpoints_ = 0;
  std::unordered_map<const fx::Node*, Value> values_;
  std::set<const fx::Node*> numbers_;  // 0-d tensors that are Python numbers in the program
};

}  // namespace

bool is_computed(const Value& leaf) { return torch::as_tensor(leaf) || leaf.as<torch::SymIntObject>(); }

FxRecording record_fx(vm::Interpreter& vm, const Value& graph_module, const std::vector<Value>& example_inputs,
                      const GraphCompileOptions& options) {
  FxRecording recording;
  recording.recorder =
      std::make_unique<GraphRecorder>(options.shapes, options.backend == "aot_eager" || options.compilers);
  if (options.compilers) recording.recorder->keep_aten_operators();
  RecorderScope scope(recording.recorder.get());
  bool mode = grad_enabled();
  const bool cuts = options.backend != "aot_eager" && !options.compilers;
  FxRun(vm, graph_module, recording, cuts).run(example_inputs);
  if (grad_enabled() != mode) {
    recording.grad_mode_left = grad_enabled();
    set_grad_enabled(mode);
  }
  return recording;
}

}  // namespace vt
