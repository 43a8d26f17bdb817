#include "passes/remove_noop_views.h"

#include "passes/facts.h"

namespace vt {
namespace {

// Candidates: a view that shows its whole base in the same order has the base's layout; a copy of a value
// can be replaced by the value, because graph values are never mutated.
bool is_view_or_copy(const Node& node) {
  if (node.kind != NodeKind::kOp) return false;
  return (node.op->traits & kView) || is_op(node, "clone") || is_op(node, "_to_copy") || is_op(node, "contiguous") ||
         is_op(node, "positive");
}

// Equal layout does not suffice: diag and flip of a square tensor have the base's layout but move elements.
bool keeps_elements(const Graph& graph, const Node& node) {
  static constexpr std::string_view kAlways[] = {"clone",  "_to_copy", "contiguous",   "positive", "alias",
                                                 "detach", "view",     "_unsafe_view", "reshape",  "expand",
                                                 "slice",  "squeeze",  "unsqueeze",    "narrow"};
  for (std::string_view name : kAlways)
    if (is_op(node, name)) return true;
  if (!is_op(node, "permute")) return false;
  const IntList* order = std::get_if<IntList>(&node.args[1].plain.value);
  int64_t rank = static_cast<int64_t>(graph.meta(node.args[0].values[0]).sizes.size());
  for (int64_t i = 0; order && i < rank; ++i)
    if (((*order)[static_cast<size_t>(i)].hint() + rank) % rank != i) return false;
  return order != nullptr;
}

}  // namespace

bool remove_noop_views(Graph& graph) {
  bool changed = false;
  for (NodeId id : graph.order()) {
    const Node& node = graph.at(id);
    if (!is_view_or_copy(node) || !keeps_elements(graph, node)) continue;
    std::optional<ValueRef> base = value_arg(node, 0);
    if (!base || !replace_node(graph, id, *base)) continue;
    graph.erase(id);
    changed = true;
  }
  return changed;
}

}  // namespace vt
