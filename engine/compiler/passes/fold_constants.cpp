#include "passes/fold_constants.h"

#include "eager/modes.h"
#include "ops/dispatch.h"
#include "passes/facts.h"

namespace vt {
namespace {

constexpr int64_t kMaxElements = 1 << 16;  // of a folded result, because a larger one would bloat the program

bool is_plain(const NodeArg& arg) {
  if (const Scalar* s = std::get_if<Scalar>(&arg.plain.value)) return !s->integer.symbolic();
  if (const IntList* list = std::get_if<IntList>(&arg.plain.value))
    for (const SymInt& v : *list)
      if (v.symbolic()) return false;
  return true;
}

bool can_fold(const Graph& graph, const Node& node) {
  if (!is_pure(node) || (node.op->traits & (kView | kFactory))) return false;
  if (escapes(graph, node.id)) return false;  // the caller may mutate an output in place
  std::vector<ValueRef> values = values_of(node);
  if (values.empty()) return false;
  for (const ValueRef& value : values)
    if (graph.at(value.node).kind != NodeKind::kConstant) return false;
  for (const NodeArg& arg : node.args)
    if (!is_plain(arg)) return false;
  for (const TensorMeta& meta : node.metas) {
    int64_t count = 1;
    for (const SymInt& size : meta.sizes) count *= size.symbolic() ? kMaxElements + 1 : size.hint();
    if (count > kMaxElements) return false;
  }
  return true;
}

}  // namespace

bool fold_constants(Graph& graph) {
  bool changed = false;
  GradModeScope no_grad(false);
  for (NodeId id : graph.order()) {
    const Node& node = graph.at(id);
    if (node.kind != NodeKind::kOp || !can_fold(graph, node)) continue;
    std::vector<std::vector<Tensor>> values(graph.capacity());
    for (const ValueRef& value : values_of(node))
      values[static_cast<uint32_t>(value.node)] = {graph.at(value.node).constant};
    Outputs results;
    try {
      results = call(*node.op, args_of(node, values));
    } catch (const TensorError&) {
      continue;  // keep the node: the error is raised at run time, as in eager execution
    }
    graph.insert_before(id);
    for (size_t i = 0; i < results.size(); ++i)
      graph.replace_value({id, static_cast<int>(i)},
                          {graph.add_constant(results[i], "_folded_constant0", node.item), 0});
    graph.insert_at_end();
    graph.erase(id);
    changed = true;
  }
  return changed;
}

}  // namespace vt
