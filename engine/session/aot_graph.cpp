#include "session/aot_graph.h"

#include <algorithm>

#include "capture/dynamo/output.h"
#include "capture/fx/graph.h"
#include "graph/print.h"
#include "session/aten_form.h"
#include "support/check.h"
#include "tensor/tensor.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt {
namespace {
using vm::Value;

// The operator's name in ATen's graph. The reshape after bmm is `view` there, though the tape records _unsafe_view.
std::string written_name(const Graph& graph, const Node& node) {
  std::string name = aten_name(node).substr(5);
  if (name != "_unsafe_view.default") return name;
  const Node& from = graph.at(node.args[0].values[0].node);
  return from.kind == NodeKind::kOp && std::string_view(from.op->name) == "bmm" ? "view.default" : name;
}
std::string node_base(const Graph& graph, const Node& node) {
  std::string name = written_name(graph, node);
  return name.substr(0, name.find('.'));
}

bool is_where_of_number(const Node& node) {
  if (node.kind != NodeKind::kOp) return false;
  std::string_view name = node.op->name;
  return name == "where.ScalarSelf" || name == "where.ScalarOther";
}

// Writes one graph as fx nodes.
class Writer {
 public:
  Writer(vm::Interpreter& vm, const Graph& graph, const AtenNames& names)
      : vm_(vm), graph_(graph), names_(names), holder_(vm::make<fx::Graph>()), out_(*holder_.as<fx::Graph>()) {}

  Value run() {
    for (NodeId id : graph_.inputs()) {
      const Node& node = graph_.at(id);
      fx::Node* made = create(fx::NodeOp::kPlaceholder, vm::make_str(node.name), {}, vm::make<vm::Dict>(), node.name);
      if (node.kind == NodeKind::kNumberInput) {
        numbers_[node.number.text()] = made;
        note_example(made, torch::sym_int_value(node.number));
      } else {
        values_[key({id, 0})] = made;
        note_example(made, fake(node.metas[0]));
      }
    }
    for (NodeId id = graph_.first(); id != kNoNode; id = graph_.next(id)) {
      const Node& node = graph_.at(id);
      if (node.kind == NodeKind::kConstant) add_constant(node);
      if (node.kind == NodeKind::kOp) add_op(node);
    }
    std::vector<Value> results;
    for (size_t position : output_order(graph_)) results.push_back(output(graph_.outputs[position]));
    create(fx::NodeOp::kOutput, vm::make_str("output"), {vm::make_tuple(std::move(results))}, vm::make<vm::Dict>(),
           "output");
    Value cls = vm_.get_attribute(vm_.import_module("torch.fx"), "GraphModule");
    Value root =
        constants_.is_null() ? vm_.call(vm_.get_attribute(vm_.import_module("torch.nn"), "Module"), {}) : constants_;
    return vm_.call(cls, {root, holder_});
  }

  // Order of the outputs: new values of mutated inputs, the function's results, values saved for the backward.
  static std::vector<size_t> output_order(const Graph& graph) {
    std::vector<size_t> order;
    for (auto [input, output] : graph.mutated_inputs) order.push_back(static_cast<size_t>(output));
    for (size_t i = 0; i < graph.outputs.size(); ++i)
      if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    return order;
  }

 private:
  static std::pair<uint32_t, int> key(ValueRef v) { return {static_cast<uint32_t>(v.node), v.result}; }

  fx::Node* create(fx::NodeOp op, Value target, std::vector<Value> args, Value kwargs, const std::string& name) {
    return out_.create(op, std::move(target), vm::make_tuple(std::move(args)), std::move(kwargs), name);
  }

  Value fake(const TensorMeta& meta) { return torch::wrap(recorder().fake_of(meta)); }
  static dynamo::FakeRecorder& recorder() {
    static thread_local dynamo::FakeRecorder own;
    return own;
  }
  void note_example(fx::Node* node, const Value& value) {
    node->meta.as<vm::Dict>()->table.insert(vm::intern("val"), value);
  }

  Value overload(const std::string& name, const std::string& variant) {
    return vm_.call(vm_.get_attribute(vm_.import_module("torch._ops"), "_overload"),
                    {vm::make_str(name), vm::make_str(variant)});
  }

  void add_constant(const Node& node) {
    if (constants_.is_null()) constants_ = vm_.call(vm_.get_attribute(vm_.import_module("torch.nn"), "Module"), {});
    vm_.set_attribute(constants_, vm::intern(node.name), torch::wrap(node.constant));
    fx::Node* held = create(fx::NodeOp::kGetAttr, vm::make_str(node.name), {}, vm::make<vm::Dict>(), node.name);
    values_[key({node.id, 0})] = create(fx::NodeOp::kCallFunction, overload("lift_fresh_copy", "default"),
                                        {Value::of(held)}, vm::make<vm::Dict>(), names_.of(node, 0));
  }

  void add_op(const Node& node) {
    std::string name = written_name(graph_, node);
    size_t dot = name.find('.');
    Value target = overload(name.substr(0, dot), name.substr(dot + 1));
    std::vector<Value> args;
    Value kwargs = vm::make<vm::Dict>();
    for (const ShownArg& shown : shown_args(node)) {
      Value value = argument(node.args[shown.index]);
      if (shown.keyword.empty()) args.push_back(value);
      else kwargs.as<vm::Dict>()->table.insert(vm::intern(shown.keyword), value);
    }
    give_aten_form(vm_, node, name.substr(0, dot), args, *kwargs.as<vm::Dict>());
    if (is_where_of_number(node)) {
      target = overload("where", "self");
      Value& number = args[name == "where.ScalarSelf" ? 1 : 2];
      number = scalar_tensor(node, number);
    }
    fx::Node* made = create(fx::NodeOp::kCallFunction, target, std::move(args), kwargs, node.name);
    if (node.metas.size() == 1) {
      values_[key({node.id, 0})] = made;
      note_example(made, fake(node.metas[0]));
      return;
    }
    Value getitem = vm_.get_attribute(vm_.import_module("operator"), "getitem");
    for (int i = 0; i < static_cast<int>(node.metas.size()); ++i) {
      if (!is_read(node, i)) continue;
      fx::Node* item = create(fx::NodeOp::kCallFunction, getitem, {Value::of(made), Value::integer(i)},
                              vm::make<vm::Dict>(), names_.of(node, i));
      values_[key({node.id, i})] = item;
      note_example(item, fake(node.metas[static_cast<size_t>(i)]));
    }
  }

  // ATen's `where` takes a number as a 0-d tensor, made by a scalar_tensor node.
  Value scalar_tensor(const Node& node, const Value& number) {
    Value kwargs = vm::make<vm::Dict>();
    vm::HashTable& table = kwargs.as<vm::Dict>()->table;
    table.insert(vm::intern("dtype"), torch::dtype_value(node.metas[0].dtype));
    table.insert(vm::intern("layout"), strided_layout(vm_));
    table.insert(vm::intern("device"), torch::device_value(node.metas[0].device));
    return Value::of(
        create(fx::NodeOp::kCallFunction, overload("scalar_tensor", "default"), {number}, kwargs, names_.of(node, 0)));
  }

  bool is_read(const Node& node, int result) const {
    ValueRef wanted{node.id, result};
    if (graph_.is_output(wanted)) return true;
    for (NodeId user : node.users)
      for (const ValueRef& v : values_of(graph_.at(user)))
        if (v == wanted) return true;
    return false;
  }

  Value argument(const NodeArg& arg) {
    if (arg.kind == NodeArg::Kind::kPlain) return with_nodes(plain_value(arg.plain));
    if (arg.kind == NodeArg::Kind::kValue)
      return arg.values[0].valid() ? Value::of(values_.at(key(arg.values[0]))) : Value::none();
    std::vector<Value> items;
    for (const ValueRef& v : arg.values) items.push_back(v.valid() ? Value::of(values_.at(key(v))) : Value::none());
    return vm::make_list(std::move(items));
  }

  // Replaces symbolic numbers by nodes: a placeholder, the size of an input, or arithmetic on these.
  Value with_nodes(const Value& tree) {
    return fx::map_leaves(tree, [&](const Value& leaf) {
      torch::SymIntObject* symbol = leaf.as<torch::SymIntObject>();
      return symbol ? number(symbol->value) : leaf;
    });
  }

  Value number(const SymInt& value) {
    if (!value.symbolic()) return Value::integer(value.hint());
    auto known = numbers_.find(value.text());
    if (known != numbers_.end()) return Value::of(known->second);
    fx::Node* made = nullptr;
    if (value.expr()->op == SymOp::kSymbol) made = size_of_input(value);
    if (!made) made = arithmetic(value);
    note_example(made, torch::sym_int_value(value));
    numbers_[value.text()] = made;
    return Value::of(made);
  }

  fx::Node* size_of_input(const SymInt& symbol) {
    Value size = overload("sym_size", "int");
    for (NodeId id : graph_.inputs()) {
      const Node& node = graph_.at(id);
      if (node.kind != NodeKind::kInput) continue;
      for (size_t axis = 0; axis < node.metas[0].sizes.size(); ++axis) {
        if (node.metas[0].sizes[axis].text() != symbol.text()) continue;
        return create(fx::NodeOp::kCallFunction, size,
                      {Value::of(values_.at(key({id, 0}))), Value::integer(static_cast<int64_t>(axis))},
                      vm::make<vm::Dict>(), "sym_size_int");
      }
    }
    return nullptr;
  }

  fx::Node* arithmetic(const SymInt& value) {
    const SymNode& e = *value.expr();
    const char* names[] = {nullptr, nullptr, "add", "mul", "floordiv", "mod", nullptr, nullptr, "neg"};
    const char* name = names[static_cast<size_t>(e.op)];
    if (!name || e.operands.empty())
      tensor_error("the size " + value.text() + " cannot be written as a node of the graph", "NotImplementedError");
    Value function = vm_.get_attribute(vm_.import_module("operator"), name);
    auto operand = [&](const SymExpr& x) { return number(SymInt(sym_evaluate_hint(x), x)); };
    Value left = operand(e.operands[0]);
    if (e.operands.size() == 1) return create(fx::NodeOp::kCallFunction, function, {left}, vm::make<vm::Dict>(), name);
    fx::Node* made = nullptr;
    for (size_t i = 1; i < e.operands.size(); ++i) {
      made = create(fx::NodeOp::kCallFunction, function, {left, operand(e.operands[i])}, vm::make<vm::Dict>(), name);
      left = Value::of(made);
    }
    return made;
  }

  int64_t sym_evaluate_hint(const SymExpr& e) const {
    return sym_evaluate(
        e,
        [](const void* self, std::string_view name) {
          const ShapeEnv* shapes = static_cast<const Graph*>(self)->shapes.get();
          const ShapeEnv::SymbolInfo* info = shapes ? shapes->find_symbol(name) : nullptr;
          return info ? info->hint : int64_t{1};
        },
        &graph_);
  }

  Value output(const GraphOutput& output) {
    switch (output.kind) {
      case GraphOutput::Kind::kValue: return Value::of(values_.at(key(output.value)));
      case GraphOutput::Kind::kNumber: return number(output.number);
      case GraphOutput::Kind::kNone: break;
    }
    return Value::none();
  }

  vm::Interpreter& vm_;
  const Graph& graph_;
  const AtenNames& names_;
  Value holder_, constants_;
  fx::Graph& out_;
  std::map<std::pair<uint32_t, int>, fx::Node*> values_;
  std::map<std::string, fx::Node*> numbers_;
};

Tensor result_tensor(const Value& value) {
  if (const Tensor* tensor = torch::as_tensor(value)) return *tensor;
  if (value.is_int()) {
    Tensor number = empty_strided(Dims{}, Dims{}, DType::kInt64, Device{});
    *number.data<int64_t>() = value.as_int();
    return number;
  }
  return {};
}

}  // namespace

AtenNames::AtenNames(Graph& graph, const std::vector<std::string>& input_names) {
  fx::Namespace names;
  size_t next = 0, constants = 0;
  for (NodeId id : graph.inputs()) {
    Node& node = graph.at(id);
    node.name = names.create(next < input_names.size() ? input_names[next] : node.name, true);
    ++next;
  }
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    Node& node = graph.at(id);
    if (node.kind != NodeKind::kOp && node.kind != NodeKind::kConstant) continue;
    std::string number = is_where_of_number(node) ? names.create("scalar_tensor") : std::string();
    bool constant = node.kind == NodeKind::kConstant;
    node.name = names.create(constant ? "_tensor_constant" + std::to_string(constants++) : node_base(graph, node));
    if (!number.empty()) results_[node.name].push_back(number);
    if (node.kind == NodeKind::kConstant) results_[node.name].push_back(names.create("lift_fresh_copy"));
    if (node.metas.size() < 2) continue;
    for (size_t i = 0; i < node.metas.size(); ++i) results_[node.name].push_back(names.create("getitem"));
  }
}

std::string AtenNames::of(const Node& node, int result) const {
  auto found = results_.find(node.name);
  return found == results_.end() ? "getitem" : found->second[static_cast<size_t>(result)];
}

Value aten_graph_module(vm::Interpreter& vm, const Graph& graph, const AtenNames& names) {
  return Writer(vm, graph, names).run();
}

GraphRunner call_compiler(vm::Interpreter& vm, const Graph& graph, const AtenNames& names, const Value& compiler,
                          const std::vector<Value>* examples) {
  Value module = aten_graph_module(vm, graph, names);
  std::vector<Value> given;
  if (examples) {
    given = *examples;
  } else {
    for (fx::Node* node : vm.get_attribute(module, "graph").as<fx::Graph>()->nodes())
      if (node->op == fx::NodeOp::kPlaceholder)
        given.push_back(*node->meta.as<vm::Dict>()->table.find(vm::intern("val")));
  }
  Value callable = vm.call(compiler, {module, vm::make_list(std::move(given))});
  Value boxed = vm.find_attribute(callable, vm::intern("_boxed_call"));
  bool in_list = !boxed.is_null() && vm.truth(boxed);
  std::vector<size_t> order = Writer::output_order(graph);
  return [&vm, callable, in_list, order](std::span<const Arg> inputs) {
    std::vector<Value> values;
    for (const Arg& input : inputs) {
      const Tensor* tensor = std::get_if<Tensor>(&input.value);
      values.push_back(tensor ? torch::wrap(*tensor) : plain_value(input));
    }
    if (in_list) values = {vm::make_list(std::move(values))};
    vm::Arguments arguments{values.data(), values.size()};
    Value returned = vm.call(callable, arguments);
    std::vector<Value> results = torch::as_tensor(returned) ? std::vector<Value>{returned} : vm.to_vector(returned);
    if (results.size() != order.size())
      vm::raise(vm::types().AssertionError, "the compiled function returned " + std::to_string(results.size()) +
                                                " values where its graph has " + std::to_string(order.size()));
    Outputs outputs(order.size());
    for (size_t i = 0; i < order.size(); ++i) outputs[order[i]] = result_tensor(results[i]);
    return outputs;
  };
}

}  // namespace vt
