#include "passes/simplify_views.h"

#include <algorithm>

#include "passes/facts.h"

namespace vt {
namespace {

bool is_reshape(const Node& node) {
  return is_op(node, "view") || is_op(node, "_unsafe_view") || is_op(node, "reshape");
}

bool is_row_major(const TensorMeta& meta) {
  int64_t stride = 1;
  for (size_t i = meta.sizes.size(); i-- > 0;) {
    if (meta.sizes[i].hint() != 1 && meta.strides[i].hint() != stride) return false;
    stride *= meta.sizes[i].hint();
  }
  return true;
}

const Node* base_node(const Graph& graph, const Node& node) {
  std::optional<ValueRef> base = value_arg(node, 0);
  return base && graph.at(base->node).kind == NodeKind::kOp ? &graph.at(base->node) : nullptr;
}

// view(view(x, a), b) is view(x, b) if x is contiguous.
bool join_reshapes(Graph& graph, NodeId id) {
  const Node& node = graph.at(id);
  const Node* inner = base_node(graph, node);
  if (!is_reshape(node) || !inner || !is_reshape(*inner)) return false;
  ValueRef original = *value_arg(*inner, 0);
  if (!is_row_major(graph.meta(original))) return false;
  std::vector<NodeArg> args = node.args;
  args[0] = NodeArg::of(original);
  // Write out the final sizes, because a -1 would be resolved against another input.
  args[1] = NodeArg::of(Arg(IntList(node.metas[0].sizes)));
  graph.set_op(id, *node.op, std::move(args));
  return true;
}

// The axis order of a permuting op (t, transpose, permute); empty for other ops.
std::vector<int64_t> order_of(const Node& node) {
  if (node.kind != NodeKind::kOp || node.metas.empty()) return {};
  int64_t rank = static_cast<int64_t>(node.metas[0].sizes.size());
  std::vector<int64_t> order(static_cast<size_t>(rank));
  for (int64_t i = 0; i < rank; ++i) order[static_cast<size_t>(i)] = i;
  auto axis = [&](size_t i) { return (static_cast<int64_t>(*number_arg(node, i)) + rank) % rank; };
  if (is_op(node, "t") && rank == 2) {
    std::swap(order[0], order[1]);
  } else if (is_op(node, "transpose") && number_arg(node, 1) && number_arg(node, 2) && rank > 0) {
    std::swap(order[static_cast<size_t>(axis(1))], order[static_cast<size_t>(axis(2))]);
  } else if (is_op(node, "permute")) {
    const IntList* list = std::get_if<IntList>(&node.args[1].plain.value);
    if (!list || static_cast<int64_t>(list->size()) != rank) return {};
    for (size_t i = 0; i < order.size(); ++i) order[i] = ((*list)[i].hint() + rank) % rank;
  } else {
    return {};
  }
  return order;
}

bool join_permutations(Graph& graph, NodeId id) {
  const Node& node = graph.at(id);
  const Node* inner = base_node(graph, node);
  if (!inner) return false;
  std::vector<int64_t> outer = order_of(node), first = order_of(*inner);
  if (outer.empty() || outer.size() != first.size()) return false;
  IntList joined;
  bool identity = true;
  for (size_t i = 0; i < outer.size(); ++i) {
    int64_t axis = first[static_cast<size_t>(outer[i])];
    identity = identity && axis == static_cast<int64_t>(i);
    joined.push_back(SymInt(axis));
  }
  ValueRef original = *value_arg(*inner, 0);
  if (identity) {
    if (!replace_node(graph, id, original)) return false;
    graph.erase(id);
    return true;
  }
  const OpDef* permute = op_named("permute");
  if (!permute) return false;
  graph.set_op(id, *permute, {NodeArg::of(original), NodeArg::of(Arg(joined))});
  return true;
}

}  // namespace

bool simplify_views(Graph& graph) {
  bool changed = false;
  for (NodeId id : graph.order()) {
    if (graph.at(id).kind != NodeKind::kOp || !(graph.at(id).op->traits & kView)) continue;
    changed |= join_reshapes(graph, id) || join_permutations(graph, id);
  }
  return changed;
}

}  // namespace vt
