#include "passes/remove_dead_code.h"

#include "passes/facts.h"

namespace vt {

bool remove_dead_code(Graph& graph) {
  bool changed = false;
  std::vector<NodeId> order = graph.order();
  for (size_t i = order.size(); i-- > 0;) {
    const Node& node = graph.at(order[i]);
    bool removable = node.kind == NodeKind::kConstant || is_pure(node);
    if (!removable || !node.users.empty() || graph.is_output(order[i])) continue;
    graph.erase(order[i]);
    changed = true;
  }
  return changed;
}

}  // namespace vt
