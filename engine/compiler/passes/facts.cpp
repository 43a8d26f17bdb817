#include "passes/facts.h"

#include <algorithm>

#include "ops/table.h"

namespace vt {

std::string_view base_name(const OpDef& op) {
  std::string_view name = op.name;
  return name.substr(0, name.find('.'));
}

bool is_pure(const Node& node) { return node.kind == NodeKind::kOp && !(node.op->traits & (kRandom | kMutates)); }

bool equal_sizes(const std::vector<SymInt>& a, const std::vector<SymInt>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SymInt& x, const SymInt& y) {
    return x.symbolic() || y.symbolic() ? sym_equal(x.expr(), y.expr()) : x.hint() == y.hint();
  });
}

bool same_layout(const TensorMeta& a, const TensorMeta& b) {
  if (a.dtype != b.dtype || !(a.device == b.device) || !equal_sizes(a.sizes, b.sizes)) return false;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    if (a.sizes[i].hint() != 1 && a.strides[i].hint() != b.strides[i].hint()) return false;
  return true;
}

std::optional<ValueRef> value_arg(const Node& node, size_t i) {
  if (i >= node.args.size() || node.args[i].kind != NodeArg::Kind::kValue) return std::nullopt;
  return node.args[i].values[0];
}

std::optional<double> number_arg(const Node& node, size_t i) {
  if (i >= node.args.size() || node.args[i].kind != NodeArg::Kind::kPlain) return std::nullopt;
  const Scalar* s = std::get_if<Scalar>(&node.args[i].plain.value);
  if (!s || s->integer.symbolic()) return std::nullopt;
  return s->to_double();
}

bool escapes(const Graph& graph, NodeId id) {
  if (graph.is_output(id)) return true;
  for (NodeId user : graph.at(id).users) {
    const Node& node = graph.at(user);
    if ((node.op->traits & kView) && value_arg(node, 0) && value_arg(node, 0)->node == id && escapes(graph, user))
      return true;
  }
  return false;
}

bool replace_node(Graph& graph, NodeId id, ValueRef with) {
  const Node& node = graph.at(id);
  if (node.metas.size() != 1 || with.node == id || !same_layout(node.metas[0], graph.meta(with))) return false;
  ValueRef mine = storage_root(graph, {id, 0}), theirs = storage_root(graph, with);
  // The caller can read all strides of an output, also those of size-1 axes.
  if (escapes(graph, id) && !equal_strides(node.metas[0], graph.meta(with))) return false;
  if (!(mine == theirs) && escapes(graph, id)) {
    if (graph.at(theirs.node).kind != NodeKind::kOp || escapes(graph, theirs.node)) return false;
  }
  graph.replace_value({id, 0}, with);
  return true;
}

const OpDef* op_named(std::string_view name) { return find_op(name); }

}  // namespace vt
