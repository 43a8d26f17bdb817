#include "passes/merge_common_subexpressions.h"

#include <map>

#include "passes/facts.h"

namespace vt {
namespace {

bool same_computation(const Node& a, const Node& b) {
  if (a.op != b.op || a.args.size() != b.args.size()) return false;
  for (size_t i = 0; i < a.args.size(); ++i)
    if (!same_arg(a.args[i], b.args[i])) return false;
  return true;
}

// Hash key: equal nodes have the same op and the same first operand.
std::pair<const OpDef*, uint32_t> bucket_of(const Node& node) {
  std::vector<ValueRef> values = values_of(node);
  return {node.op, values.empty() ? 0xffffffffu : static_cast<uint32_t>(values[0].node)};
}

}  // namespace

bool merge_common_subexpressions(Graph& graph) {
  bool changed = false;
  std::map<std::pair<const OpDef*, uint32_t>, std::vector<NodeId>> seen;
  for (NodeId id : graph.order()) {
    const Node& node = graph.at(id);
    if (!is_pure(node)) continue;
    std::vector<NodeId>& bucket = seen[bucket_of(node)];
    bool merged = false;
    for (NodeId other : bucket) {
      if (!same_computation(graph.at(other), node)) continue;
      // If both are outputs, keep both: the caller gets two tensors that do not alias.
      if (!(node.op->traits & kView) && escapes(graph, id) && escapes(graph, other)) continue;
      for (size_t i = 0; i < node.metas.size(); ++i)
        graph.replace_value({id, static_cast<int>(i)}, {other, static_cast<int>(i)});
      graph.erase(id);
      merged = changed = true;
      break;
    }
    if (!merged) bucket.push_back(id);
  }
  return changed;
}

}  // namespace vt
