#include "passes/simplify_algebra.h"

#include "passes/facts.h"

namespace vt {
namespace {

using Rewrite = std::optional<ValueRef> (*)(Graph&, const Node&);

// Inserts an op before `node` with the same result metas as `node`.
std::optional<ValueRef> make(Graph& graph, const Node& node, std::string_view name, std::vector<NodeArg> args) {
  const OpDef* op = op_named(name);
  if (!op) return std::nullopt;
  Metas metas = node.metas;
  graph.insert_before(node.id);
  NodeId made = graph.add_op(*op, std::move(args), std::move(metas), node.item);
  graph.insert_at_end();
  return ValueRef{made, 0};
}

// The node that computes argument i, if it is an op of this name.
const Node* argument_op(const Graph& graph, const Node& node, size_t i, std::string_view name) {
  std::optional<ValueRef> value = value_arg(node, i);
  if (!value) return nullptr;
  const Node& source = graph.at(value->node);
  return is_op(source, name) && source.metas.size() == 1 ? &source : nullptr;
}

// x + 0, x - 0
std::optional<ValueRef> drop_zero(Graph&, const Node& node) {
  if ((is_op(node, "add") || is_op(node, "sub")) && number_arg(node, 1) == 0.0) return value_arg(node, 0);
  return std::nullopt;
}

// x * 1, x / 1, x ** 1
std::optional<ValueRef> drop_one(Graph&, const Node& node) {
  bool plain_division = is_op(node, "div") && (node.args.size() < 3 || node.args[2].plain.is_none());
  if ((is_op(node, "mul") || plain_division || is_op(node, "pow")) && number_arg(node, 1) == 1.0)
    return value_arg(node, 0);
  return std::nullopt;
}

std::optional<ValueRef> negate(Graph& graph, const Node& node) {
  if (!is_op(node, "mul") || number_arg(node, 1) != -1.0 || !value_arg(node, 0)) return std::nullopt;
  if (graph.meta(*value_arg(node, 0)).dtype != node.metas[0].dtype) return std::nullopt;
  return make(graph, node, "neg", {node.args[0]});
}

// Small powers as cheaper ops, with the results of eager execution.
std::optional<ValueRef> small_power(Graph& graph, const Node& node) {
  if (!is_op(node, "pow") || !value_arg(node, 0) || !number_arg(node, 1)) return std::nullopt;
  const TensorMeta& base = graph.meta(*value_arg(node, 0));
  if (base.dtype != node.metas[0].dtype) return std::nullopt;
  double exponent = *number_arg(node, 1);
  if (exponent == 2) return make(graph, node, "mul", {node.args[0], node.args[0]});
  if (!is_floating(base.dtype)) return std::nullopt;
  if (exponent == 0.5) return make(graph, node, "sqrt", {node.args[0]});
  if (exponent == -0.5) return make(graph, node, "rsqrt", {node.args[0]});
  if (exponent == -1) return make(graph, node, "reciprocal", {node.args[0]});
  return std::nullopt;
}

// f(f(x)) = x
std::optional<ValueRef> cancel_twice(Graph& graph, const Node& node) {
  for (std::string_view name : {"neg", "bitwise_not"}) {
    if (!is_op(node, name)) continue;
    if (const Node* inner = argument_op(graph, node, 0, name)) return value_arg(*inner, 0);
  }
  if (is_op(node, "logical_not")) {
    const Node* inner = argument_op(graph, node, 0, "logical_not");
    if (inner && value_arg(*inner, 0) && graph.meta(*value_arg(*inner, 0)).dtype == DType::kBool)
      return value_arg(*inner, 0);
  }
  return std::nullopt;
}

// f(f(x)) = f(x); also relu(abs(x)) = abs(x) and abs(relu(x)) = relu(x).
std::optional<ValueRef> repeat_once(Graph& graph, const Node& node) {
  for (std::string_view name : {"relu", "abs", "floor", "ceil", "trunc", "round", "sign"}) {
    if (!is_op(node, name) || (name == "round" && node.args.size() > 1)) continue;
    if (argument_op(graph, node, 0, name)) return value_arg(node, 0);
    if (name == "relu" && argument_op(graph, node, 0, "abs")) return value_arg(node, 0);
    if (name == "abs" && argument_op(graph, node, 0, "relu")) return value_arg(node, 0);
  }
  return std::nullopt;
}

bool holds_all_values(DType wide, DType narrow) {
  if (wide == narrow || narrow == DType::kBool) return true;
  if (wide == DType::kBool) return false;
  if (is_floating(wide) && is_floating(narrow))
    return dtype_bytes(wide) > dtype_bytes(narrow) && wide != DType::kBFloat16 && wide != DType::kFloat16;
  if (is_floating(wide) || is_floating(narrow)) return false;
  return dtype_bytes(wide) > dtype_bytes(narrow) && (wide != DType::kUInt8);
}

// Joins two casts if the first loses no values.
std::optional<ValueRef> join_casts(Graph& graph, const Node& node) {
  if (!is_op(node, "_to_copy")) return std::nullopt;
  const Node* inner = argument_op(graph, node, 0, "_to_copy");
  if (!inner || !value_arg(*inner, 0)) return std::nullopt;
  ValueRef original = *value_arg(*inner, 0);
  if (!holds_all_values(inner->metas[0].dtype, graph.meta(original).dtype)) return std::nullopt;
  if (graph.meta(original).dtype == node.metas[0].dtype) return original;
  std::vector<NodeArg> args = node.args;
  args[0] = NodeArg::of(original);
  return make(graph, node, "_to_copy", std::move(args));
}

// where(c, x, x)
std::optional<ValueRef> same_branches(Graph&, const Node& node) {
  if (is_op(node, "where") && node.args.size() == 3 && value_arg(node, 1) && value_arg(node, 1) == value_arg(node, 2))
    return value_arg(node, 1);
  return std::nullopt;
}

constexpr Rewrite kRewrites[] = {drop_zero,    drop_one,    negate,     small_power,
                                 cancel_twice, repeat_once, join_casts, same_branches};

}  // namespace

bool simplify_algebra(Graph& graph) {
  bool changed = false;
  for (NodeId id : graph.order()) {
    for (Rewrite rewrite : kRewrites) {
      if (graph.at(id).kind != NodeKind::kOp || graph.at(id).metas.size() != 1) break;
      std::optional<ValueRef> value = rewrite(graph, graph.at(id));
      if (!value) continue;
      bool made = graph.at(value->node).users.empty() && !graph.is_output(value->node);
      if (replace_node(graph, id, *value)) {
        graph.erase(id);
        changed = true;
        break;
      }
      if (made && graph.at(value->node).kind == NodeKind::kOp) graph.erase(value->node);
    }
  }
  return changed;
}

}  // namespace vt
