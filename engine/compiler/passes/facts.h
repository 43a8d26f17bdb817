// Queries on nodes that several passes share, and replace_node, the checked replacement of a value.
// Between graph/ and the files of the passes.
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
// Same arguments give the same result, without side effects: may be merged, folded or removed.
bool is_pure(const Node& node);
bool equal_sizes(const std::vector<SymInt>& a, const std::vector<SymInt>& b);  // symbolically
bool same_layout(const TensorMeta& a, const TensorMeta& b);                    // dtype, device, sizes, strides
std::optional<ValueRef> value_arg(const Node& node, size_t i);
std::optional<double> number_arg(const Node& node, size_t i);  // a number that is known at compile time
// The base of a value: follows the view chain to a value that is no view.
ValueRef storage_root(const Graph& graph, ValueRef value);
// Does the graph return this value or a view of it?
bool escapes(const Graph& graph, NodeId node);
// Replaces all uses of the node's only result by `with`. Returns false and changes nothing if a user could see the
// difference: another layout, or two outputs with separate storage that would become aliases.
bool replace_node(Graph& graph, NodeId node, ValueRef with);
// Finds an op by name; nullptr if there is none.
const OpDef* op_named(std::string_view name);

}  // namespace vt
