#include "autodiff/partition.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "autodiff/max_flow.h"
#include "support/check.h"

namespace vt {
namespace {

size_t slot(NodeId id) { return static_cast<uint32_t>(id); }

int64_t bytes_of(const TensorMeta& meta) {
  int64_t count = 1;
  for (const SymInt& size : meta.sizes) count *= size.hint();
  return std::max<int64_t>(count, 1) * dtype_bytes(meta.dtype);
}

// Sorts the nodes of a joint graph by who needs them.
class Cutter {
 public:
  Cutter(const JointGraph& joint, const PartitionOptions& options)
      : joint_(joint), graph_(joint.graph), options_(options), order_(graph_.order()) {}

  Partition run() {
    classify();
    std::vector<ValueRef> saved = options_.recompute ? minimum_cut() : everything_read();
    return build(std::move(saved));
  }

 private:
  bool is_tangent_input(NodeId id) const {
    const std::vector<NodeId>& inputs = graph_.inputs();
    auto found = std::find(inputs.begin(), inputs.end(), id);
    return found != inputs.end() && found - inputs.begin() >= joint_.primals;
  }
  bool is_primal(NodeId id) const {
    NodeKind kind = graph_.at(id).kind;
    return (kind == NodeKind::kInput || kind == NodeKind::kNumberInput) && !is_tangent_input(id);
  }

  // The value whose memory a view shows.
  NodeId root(NodeId id) const {
    while (graph_.at(id).kind == NodeKind::kOp && (graph_.at(id).op->traits & kView)) {
      const std::vector<ValueRef> values = values_of(graph_.at(id));
      if (values.empty()) break;
      id = values[0].node;
    }
    return id;
  }
  // Does the caller hold its memory too: as an input, or as what the forward returns?
  bool caller_keeps(NodeId id) const {
    id = root(id);
    if (graph_.at(id).kind != NodeKind::kOp) return true;
    for (size_t i = 0; i < static_cast<size_t>(joint_.forward_outputs); ++i)
      if (graph_.outputs[i].kind == GraphOutput::Kind::kValue && root(graph_.outputs[i].value.node) == id) return true;
    return false;
  }

  void classify() {
    size_t count = graph_.capacity();
    in_backward_.assign(count, false);
    forward_.assign(count, false);
    gradient_.assign(count, false);
    for (NodeId id : order_) {
      in_backward_[slot(id)] = is_tangent_input(id);
      for (const ValueRef& v : values_of(graph_.at(id)))
        in_backward_[slot(id)] = in_backward_[slot(id)] || in_backward_[slot(v.node)];
    }
    for (size_t i = 0; i < graph_.outputs.size(); ++i) {
      const GraphOutput& output = graph_.outputs[i];
      if (output.kind != GraphOutput::Kind::kValue) continue;
      (i < static_cast<size_t>(joint_.forward_outputs) ? forward_ : gradient_)[slot(output.value.node)] = true;
    }
    for (size_t i = order_.size(); i-- > 0;)
      for (const ValueRef& v : values_of(graph_.at(order_[i]))) {
        if (forward_[slot(order_[i])]) forward_[slot(v.node)] = true;
        if (gradient_[slot(order_[i])]) gradient_[slot(v.node)] = true;
      }
    // Nodes recorded after the first tangent input belong to the backward graph.
    later_.assign(count, false);
    bool later = false;
    for (NodeId id : order_) {
      later = later || is_tangent_input(id);
      later_[slot(id)] = later;
    }
    // How far a value lies from the first node of the backward that needs it.
    distance_.assign(count, 1 << 20);
    for (size_t i = order_.size(); i-- > 0;) {
      NodeId id = order_[i];
      if (!forward_[slot(id)]) {
        distance_[slot(id)] = 0;
        continue;
      }
      for (NodeId user : graph_.at(id).users)
        if (gradient_[slot(user)] || forward_[slot(user)])
          distance_[slot(id)] = std::min(distance_[slot(id)], distance_[slot(user)] + 1);
    }
  }

  // Needed by the gradients and computable without tangents: saved or recomputed.
  bool is_candidate(NodeId id) const {
    if (options_.keep_order && !options_.recompute && later_[slot(id)]) return false;
    return gradient_[slot(id)] && !in_backward_[slot(id)] &&
           (saves_constants() || graph_.at(id).kind != NodeKind::kConstant);
  }
  bool has_checkpoints() const {
    return std::any_of(order_.begin(), order_.end(), [&](NodeId id) { return graph_.at(id).checkpoint != 0; });
  }
  // A constant is copied into both halves, unless they are to show what was recorded.
  bool saves_constants() const { return options_.keep_order && !options_.recompute; }

  std::string saved_name(const ValueRef& value) const {
    const Node& node = graph_.at(value.node);
    bool part = node.metas.size() > 1 || node.kind == NodeKind::kConstant;
    return part && options_.result_name ? options_.result_name(node, value.result) : node.name;
  }

  static bool fusible(const Node& node) {
    if (node.kind != NodeKind::kOp) return false;
    if (node.op->traits & (kRandom | kMatrix | kMutates | kShapeDependsOnData)) return false;
    return node.op->pointwise || node.op->lower || (node.op->traits & kView);
  }

  // Inside a region of torch.utils.checkpoint: never saved, computed again from what the region reads.
  // Random draws are saved all the same, for a second draw would give other numbers.
  bool must_recompute(const Node& node) const {
    if (node.checkpoint == 0 || node.kind != NodeKind::kOp || leaves_checkpoint(node)) return false;
    return !(node.op->traits & (kRandom | kMutates | kShapeDependsOnData));
  }
  // A region's result is what later regions start from. Computed again, it would pull in the region before.
  bool leaves_checkpoint(const Node& node) const {
    if (node.checkpoint == 0) return false;
    auto outside = [&](NodeId user) { return forward_[slot(user)] && graph_.at(user).checkpoint != node.checkpoint; };
    return std::any_of(node.users.begin(), node.users.end(), outside) || graph_.is_output(node.id);
  }

  bool may_recompute(const Node& node) const {
    if (must_recompute(node)) return true;
    if (!fusible(node) || leaves_checkpoint(node)) return false;
    if (node.op->traits & kReduction || is_small_result(node)) {
      int64_t in = 0, out = 0;
      for (const ValueRef& v : values_of(node)) in += bytes_of(graph_.meta(v));
      for (const TensorMeta& meta : node.metas) out += bytes_of(meta);
      if (out * 4 < in) return false;
    }
    return distance_[slot(node.id)] <= 100;
  }
  // Reductions are not always marked: a result that is much smaller than what it reads is one.
  static bool is_small_result(const Node& node) { return node.op->lower && !(node.op->traits & kView); }

  double weight(const Node& node) const {
    if (must_recompute(node)) return FlowNetwork::kInfinite;
    int64_t bytes = 0;
    for (const TensorMeta& meta : node.metas) bytes += bytes_of(meta);
    if (is_primal(node.id)) {
      for (size_t i = 0; i < joint_.is_parameter.size(); ++i)
        if (graph_.inputs()[i] == node.id && joint_.is_parameter[i]) return 0;
      return static_cast<double>(bytes);
    }
    int distance = std::clamp(distance_[slot(node.id)], 1, 100);
    double cost = static_cast<double>(bytes) * std::pow(1.1, distance);
    bool materialized = !fusible(node);
    for (NodeId user : node.users) materialized = materialized || !fusible(graph_.at(user));
    return materialized ? cost : cost * 2;
  }

  std::vector<ValueRef> minimum_cut() {
    size_t count = graph_.capacity();
    size_t source = 2 * count, sink = source + 1;
    FlowNetwork network(2 * count + 2);
    for (NodeId id : order_) {
      if (!is_candidate(id) || graph_.at(id).kind == NodeKind::kNumberInput) continue;
      const Node& node = graph_.at(id);
      size_t in = 2 * slot(id), out = in + 1;
      network.add_edge(in, out, weight(node));
      if (is_primal(id) || !may_recompute(node)) network.add_edge(source, in, FlowNetwork::kInfinite);
      bool read_by_backward = false;
      for (const GraphOutput& output : graph_.outputs)
        read_by_backward = read_by_backward || (output.kind == GraphOutput::Kind::kValue && output.value.node == id &&
                                                is_gradient_output(output));
      for (NodeId user : node.users) {
        if (!gradient_[slot(user)]) continue;
        if (in_backward_[slot(user)]) read_by_backward = true;
        else network.add_edge(out, 2 * slot(user), FlowNetwork::kInfinite);
      }
      if (read_by_backward) network.add_edge(out, sink, FlowNetwork::kInfinite);
    }
    std::vector<bool> near = network.minimum_cut(source, sink);
    std::vector<ValueRef> saved;
    for (NodeId id : order_) {
      if (!is_candidate(id) || graph_.at(id).kind == NodeKind::kNumberInput) continue;
      if (near[2 * slot(id)] && !near[2 * slot(id) + 1]) add_results(id, saved);
    }
    return saved;
  }

  bool is_gradient_output(const GraphOutput& output) const {
    return &output - graph_.outputs.data() >= joint_.forward_outputs;
  }

  // Saves those results of a multi-output node that the backward reads.
  void add_results(NodeId id, std::vector<ValueRef>& saved) const {
    std::set<int> results;
    bool only_later = options_.keep_order && !options_.recompute;
    for (NodeId user : graph_.at(id).users)
      if (gradient_[slot(user)] && (!only_later || later_[slot(user)]))
        for (const ValueRef& v : values_of(graph_.at(user)))
          if (v.node == id) results.insert(v.result);
    for (const GraphOutput& output : graph_.outputs)
      if (output.kind == GraphOutput::Kind::kValue && output.value.node == id && is_gradient_output(output))
        results.insert(output.value.result);
    for (int result : results) saved.push_back({id, result});
  }

  std::vector<ValueRef> everything_read() {
    std::vector<ValueRef> saved;
    for (NodeId id : order_) {
      if (!is_candidate(id) || graph_.at(id).kind == NodeKind::kNumberInput) continue;
      bool read = false;
      const std::vector<bool>& outside = options_.keep_order ? later_ : in_backward_;
      for (NodeId user : graph_.at(id).users) read = read || (gradient_[slot(user)] && outside[slot(user)]);
      for (const GraphOutput& output : graph_.outputs)
        read =
            read || (output.kind == GraphOutput::Kind::kValue && output.value.node == id && is_gradient_output(output));
      if (read) add_results(id, saved);
    }
    return saved;
  }

  Partition build(std::vector<ValueRef> saved);

  const JointGraph& joint_;
  const Graph& graph_;
  const PartitionOptions& options_;
  std::vector<NodeId> order_;
  std::vector<bool> in_backward_, forward_, gradient_, later_;
  std::vector<int> distance_;
};

// Copies the part of a graph that some outputs need, given values that are already there.
class Extractor {
 public:
  explicit Extractor(const Graph& from, Graph& to) : from_(from), to_(to) { to_.shapes = from.shapes; }
  void bind(ValueRef value, ValueRef there) { map_[key(value)] = there; }

  ValueRef copy(ValueRef value) {
    auto found = map_.find(key(value));
    if (found != map_.end()) return found->second;
    const Node& node = from_.at(value.node);
    VT_CHECK(node.kind == NodeKind::kOp || node.kind == NodeKind::kConstant,
             "the cut leaves " + node.name + " on the other side");
    NodeId made;
    if (node.kind == NodeKind::kConstant) {
      made = to_.add_constant(node.constant, node.name, node.item);
    } else {
      std::vector<NodeArg> args = node.args;
      for (NodeArg& arg : args)
        for (ValueRef& v : arg.values)
          if (v.valid()) v = copy(v);
      made = to_.add_op(*node.op, std::move(args), node.metas, node.item, node.name);
    }
    for (size_t i = 0; i < node.metas.size(); ++i)
      map_.emplace(key({value.node, static_cast<int>(i)}), ValueRef{made, static_cast<int>(i)});
    return map_.at(key(value));
  }
  // Copies what `wanted` need in the order of the source.
  void copy_in_order(const std::vector<ValueRef>& wanted) {
    std::vector<bool> needed(from_.capacity(), false);
    std::vector<ValueRef> pending = wanted;
    while (!pending.empty()) {
      ValueRef v = pending.back();
      pending.pop_back();
      if (!v.valid() || map_.count(key(v)) || needed[slot(v.node)]) continue;
      needed[slot(v.node)] = true;
      for (const ValueRef& input : values_of(from_.at(v.node))) pending.push_back(input);
    }
    for (NodeId id = from_.first(); id != kNoNode; id = from_.next(id))
      if (needed[slot(id)]) copy({id, 0});
  }

 private:
  static std::pair<uint32_t, int> key(ValueRef v) { return {static_cast<uint32_t>(v.node), v.result}; }
  const Graph& from_;
  Graph& to_;
  std::map<std::pair<uint32_t, int>, ValueRef> map_;
};

void symbols_of(const SymInt& v, std::vector<std::string>& names) {
  if (v.symbolic()) sym_free_symbols(v.expr(), names);
}

// Size symbols that a graph mentions anywhere.
std::vector<std::string> mentioned(const Graph& graph) {
  std::vector<std::string> names;
  for (NodeId id : graph.order()) {
    const Node& node = graph.at(id);
    for (const TensorMeta& meta : node.metas)
      for (const std::vector<SymInt>* list : {&meta.sizes, &meta.strides})
        for (const SymInt& v : *list) symbols_of(v, names);
    for (const NodeArg& arg : node.args) {
      if (const Scalar* s = std::get_if<Scalar>(&arg.plain.value)) symbols_of(s->integer, names);
      if (const IntList* list = std::get_if<IntList>(&arg.plain.value))
        for (const SymInt& v : *list) symbols_of(v, names);
    }
  }
  for (const GraphOutput& output : graph.outputs)
    if (output.kind == GraphOutput::Kind::kNumber) symbols_of(output.number, names);
  return names;
}

// Symbols that the inputs show as a plain size.
std::set<std::string> shown(const Graph& graph) {
  std::set<std::string> names;
  auto add = [&](const SymInt& v) {
    if (v.symbolic() && v.expr()->op == SymOp::kSymbol) names.insert(v.expr()->name);
  };
  for (NodeId id : graph.inputs()) {
    const Node& node = graph.at(id);
    if (node.kind == NodeKind::kNumberInput) add(node.number);
    else
      for (const SymInt& v : node.metas[0].sizes) add(v);
  }
  return names;
}

SymInt symbol_value(const Graph& graph, const std::string& name) {
  ShapeEnv* shapes = graph.shapes.get();
  const ShapeEnv::SymbolInfo* info = shapes ? shapes->find_symbol(name) : nullptr;
  return SymInt(info ? info->hint : 0, sym_variable(name, shapes));
}

Partition Cutter::build(std::vector<ValueRef> saved) {
  Partition result;
  result.forward_outputs = joint_.forward_outputs;
  result.tangent_of = joint_.tangent_of;
  Extractor forward(graph_, result.forward), backward(graph_, result.backward);
  for (int i = 0; i < joint_.primals; ++i) {
    const Node& node = graph_.at(graph_.inputs()[static_cast<size_t>(i)]);
    if (node.kind == NodeKind::kNumberInput) result.forward.add_number_input(node.number, node.name, node.item);
    else forward.bind({node.id, 0}, {result.forward.add_input(node.metas[0], node.name, node.item), 0});
  }
  auto copy_output = [](Extractor& extractor, const GraphOutput& output) {
    GraphOutput copied = output;
    if (output.kind == GraphOutput::Kind::kValue) copied.value = extractor.copy(output.value);
    return copied;
  };
  if (options_.keep_order) {
    std::vector<ValueRef> wanted = saved;
    for (int i = 0; i < joint_.forward_outputs; ++i) wanted.push_back(graph_.outputs[static_cast<size_t>(i)].value);
    forward.copy_in_order(wanted);
  }
  for (int i = 0; i < joint_.forward_outputs; ++i)
    result.forward.outputs.push_back(copy_output(forward, graph_.outputs[static_cast<size_t>(i)]));
  result.forward.mutated_inputs = graph_.mutated_inputs;
  for (const ValueRef& value : saved) {
    const Node& node = graph_.at(value.node);
    result.forward.outputs.push_back(GraphOutput::of(forward.copy(value)));
    backward.bind(value, {result.backward.add_input(graph_.meta(value), saved_name(value), node.item), 0});
    result.saved_names.push_back(saved_name(value));
    result.given.push_back(!caller_keeps(value.node));
    if (!is_primal(value.node)) result.saved_bytes += bytes_of(graph_.meta(value));
  }
  result.saved_tensors = static_cast<int>(saved.size());
  for (size_t i = static_cast<size_t>(joint_.primals); i < graph_.inputs().size(); ++i) {
    const Node& node = graph_.at(graph_.inputs()[i]);
    backward.bind({node.id, 0}, {result.backward.add_input(node.metas[0], node.name, node.item), 0});
  }
  if (options_.keep_order) {
    std::vector<ValueRef> wanted;
    for (size_t i = static_cast<size_t>(joint_.forward_outputs); i < graph_.outputs.size(); ++i)
      wanted.push_back(graph_.outputs[i].value);
    backward.copy_in_order(wanted);
  } else if (has_checkpoints()) {
    // In the tape's order, each region computed again just before its own gradients: its values
    // would otherwise all be alive at once, as without checkpoints.
    for (NodeId id : order_)
      if (in_backward_[slot(id)] && gradient_[slot(id)] && !is_tangent_input(id)) backward.copy({id, 0});
  }
  for (size_t i = static_cast<size_t>(joint_.forward_outputs); i < graph_.outputs.size(); ++i)
    result.backward.outputs.push_back(copy_output(backward, graph_.outputs[i]));
  // Sizes that no saved tensor shows are saved as numbers, before the tangents.
  std::set<std::string> known = shown(result.backward);
  std::vector<SymInt> numbers;
  for (const std::string& name : mentioned(result.backward))
    if (!known.count(name)) numbers.push_back(symbol_value(graph_, name));
  for (size_t i = 0; i < numbers.size(); ++i) {
    result.forward.outputs.push_back(GraphOutput::of(numbers[i]));
    result.backward.add_number_input(numbers[i], numbers[i].text());
  }
  result.saved_numbers = static_cast<int>(numbers.size());
  result.backward.rotate_inputs(static_cast<size_t>(result.saved_tensors), numbers.size());
  result.given.resize(result.given.size() + numbers.size());
  result.given.resize(result.backward.inputs().size(), true);  // tangents
  return result;
}

}  // namespace

Partition partition(const JointGraph& joint, const PartitionOptions& options) { return Cutter(joint, options).run(); }

}  // namespace vt
