// The core graph: what a compiled region computes, as nodes in program order. Built by
// the recorder (recorder.h), differentiated and cut by autodiff/, rewritten by passes/,
// turned into loop nests by lower/. Text and Python forms: print.h. Executor: run.h.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ops/op.h"
#include "support/provenance.h"

namespace vt {

enum class NodeId : uint32_t {};
inline constexpr NodeId kNoNode{0xffffffff};

enum class NodeKind : uint8_t { kInput, kNumberInput /* a symbolic int */, kConstant, kOp };

// Result number `result` of a node.
struct ValueRef {
  NodeId node = kNoNode;
  int result = 0;
  bool valid() const { return node != kNoNode; }
  bool operator==(const ValueRef&) const = default;
};

// An argument of an op node: plain data, a value, or a list of values (an invalid one means None).
struct NodeArg {
  enum class Kind : uint8_t { kPlain, kValue, kValueList } kind = Kind::kPlain;
  Arg plain;
  std::vector<ValueRef> values;
  static NodeArg of(Arg plain);
  static NodeArg of(ValueRef value);
  static NodeArg list(std::vector<ValueRef> values);
};

struct Node {
  NodeId id = kNoNode;
  NodeKind kind = NodeKind::kOp;
  std::string name;           // as PyTorch prints it: primals_1, add, add_1
  const OpDef* op = nullptr;  // kOp
  std::vector<NodeArg> args;  // kOp, in the order of the signature
  Metas metas;                // one per result; strides are always filled in
  Tensor constant;            // kConstant
  SymInt number;              // kNumberInput
  ItemId item = kNoItem;
  int checkpoint = 0;  // number of the enclosing torch.utils.checkpoint region, from 1; 0: none
  NodeId previous = kNoNode, next = kNoNode;
  std::vector<NodeId> users;  // one entry per use; uses as a graph output are not counted
  bool erased = false;
};

// What a graph returns at one position: a value, a size, or None.
struct GraphOutput {
  enum class Kind : uint8_t { kNone, kValue, kNumber } kind = Kind::kNone;
  ValueRef value;
  SymInt number;
  static GraphOutput of(ValueRef value);
  static GraphOutput of(SymInt number);
};

class Graph {
 public:
  // --- building: new nodes are inserted before the insertion point, by default at the end
  NodeId add_input(TensorMeta meta, std::string_view name, ItemId item = kNoItem);
  NodeId add_number_input(SymInt number, std::string_view name, ItemId item = kNoItem);
  NodeId add_constant(Tensor value, std::string_view name = "_tensor_constant0", ItemId item = kNoItem);
  // With empty `metas`, the op's shape rule computes them.
  NodeId add_op(const OpDef& op, std::vector<NodeArg> args, Metas metas = {}, ItemId item = kNoItem,
                std::string_view name = {});
  void insert_before(NodeId node) { insertion_ = node; }
  void insert_after(NodeId node) { insertion_ = at(node).next; }
  void insert_at_end() { insertion_ = kNoNode; }

  // --- reading
  const Node& at(NodeId id) const { return nodes_[static_cast<uint32_t>(id)]; }
  Node& at(NodeId id) { return nodes_[static_cast<uint32_t>(id)]; }
  const TensorMeta& meta(ValueRef value) const { return at(value.node).metas[static_cast<size_t>(value.result)]; }
  NodeId first() const { return first_; }
  NodeId next(NodeId id) const { return at(id).next; }
  std::vector<NodeId> order() const;                 // program order, a copy: safe to edit while walking
  size_t capacity() const { return nodes_.size(); }  // ids are below this
  size_t op_count() const;
  const std::vector<NodeId>& inputs() const { return inputs_; }
  bool is_output(ValueRef value) const;
  bool is_output(NodeId node) const;

  // --- editing
  void replace_value(ValueRef from, ValueRef to);                        // replaces all uses, in args and outputs
  void set_op(NodeId node, const OpDef& op, std::vector<NodeArg> args);  // keeps id and metas, replaces the op
  void erase(NodeId node);                                               // VT_CHECKs that nothing uses it
  void move_before(NodeId node, NodeId place);                           // kNoNode: to the end
  // Moves the last `count` inputs to position `place` of the input list.
  void rotate_inputs(size_t place, size_t count);
  std::string unique_name(std::string_view base);

  std::vector<GraphOutput> outputs;
  // Inputs whose storage the caller must overwrite: input position <- output position.
  std::vector<std::pair<int, int>> mutated_inputs;
  std::shared_ptr<ShapeEnv> shapes;  // owner of the size symbols; null if none

 private:
  NodeId append(Node node);
  void add_uses(const Node& node);
  void remove_uses(const Node& node);
  void unlink(const Node& node);
  std::deque<Node> nodes_;  // indexed by id; erased nodes stay, so that ids stay valid
  std::vector<NodeId> inputs_;
  NodeId first_ = kNoNode, last_ = kNoNode, insertion_ = kNoNode;
  std::unordered_map<std::string, int> names_;
};

// Every value that a node uses, in the order of its arguments, without None.
std::vector<ValueRef> values_of(const Node& node);
// The arguments as the op's functions take them; values[node][result] are the tensors.
Args args_of(const Node& node, const std::vector<std::vector<Tensor>>& values);
// Arguments whose tensors are fakes with metadata (sizes, strides, dtype, device) only: for shape and lowering rules.
Args meta_args(const Graph& graph, const Node& node);
Tensor meta_tensor(const TensorMeta& meta);
// Compares size-1 axes too, because a program can read their strides and views inherit them.
bool equal_strides(const TensorMeta& a, const TensorMeta& b);

// Checks dominance, arity, use lists, and that metas agree with the ops' shape rules. Returns an
// empty string or the first problem.
std::string verify_graph(const Graph& graph, bool check_shapes = true);
// Equal for graphs that run the same ops in the same order; node names do not count.
uint64_t structural_hash(const Graph& graph);
bool same_arg(const NodeArg& a, const NodeArg& b);

}  // namespace vt
