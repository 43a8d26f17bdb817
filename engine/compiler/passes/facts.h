// What passes ask about nodes, and the one way in which they replace a value. Between
// graph/ and the files of the passes.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace vt {

std::string_view base_name(const OpDef& op);  // "add" of "add.Scalar"
inline bool is_op(const Node& node, std::string_view name) {
  return node.kind == NodeKind::kOp && base_name(*node.op) == name;
}
// Same arguments, same result: may be merged, folded or dropped.
bool is_pure(const Node& node);
bool equal_sizes(const std::vector<SymInt>& a, const std::vector<SymInt>& b);  // symbolically
bool same_layout(const TensorMeta& a, const TensorMeta& b);                    // dtype, sizes, strides
std::optional<ValueRef> value_arg(const Node& node, size_t i);
std::optional<double> number_arg(const Node& node, size_t i);  // a plain number
// The value whose storage this one shows, through views.
ValueRef storage_root(const Graph& graph, ValueRef value);
// Does the graph return this value or a view of it?
bool escapes(const Graph& graph, NodeId node);
// Makes everybody read `with` instead of the node's only result, if that is the same to
// every reader: same layout, and no two results of the graph that were apart become one.
bool replace_node(Graph& graph, NodeId node, ValueRef with);
// An op by name; nullptr when the table has none.
const OpDef* op_named(std::string_view name);

}  // namespace vt
