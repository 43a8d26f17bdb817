// The FX graph: a doubly linked list of nodes, each with an opcode, a target and arguments
// that refer to other nodes. Built by hand, by symbolic_trace (python/fx_trace.py) and by
// dynamo; printed and turned into Python by format.cpp and python_code.cpp; read by the
// compiler through compiler_interface.h.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "support/provenance.h"
#include "vm/interpreter.h"

namespace vt::fx {

using vm::Dict;
using vm::Interpreter;
using vm::Value;

// OP(enum, name in Python)
// clang-format off
#define VT_FX_OPS(OP)                                                                              \
  OP(kPlaceholder, "placeholder")                                                                  \
  OP(kGetAttr, "get_attr")                                                                         \
  OP(kCallFunction, "call_function") OP(kCallMethod, "call_method") OP(kCallModule, "call_module") \
      OP(kOutput, "output") OP(kRoot, "root")
// clang-format on
enum class NodeOp : uint8_t {
#define OP(id, name) id,
  VT_FX_OPS(OP)
#undef OP
};
const char* node_op_name(NodeOp op);
bool parse_node_op(std::string_view name, NodeOp* op);

struct Graph;

struct Node : vm::Object {
  Node(Graph* graph, NodeOp op, std::string name, Value target);
  ~Node() override;
  static bool is_kind(vm::Kind k) { return k == vm::Kind::kFxNode; }
  void traverse(vm::Visitor&) const override;
  void clear() override;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override { return &attributes; }

  // Both keep this node's `inputs` and each input's `users` consistent with the arguments.
  void set_arguments(Value new_args, Value new_kwargs);
  void detach_inputs();

  Graph* graph;  // nullptr after the graph was destroyed
  NodeOp op;
  bool erased = false;
  std::string name;
  Value target;                               // Str, or a callable for call_function
  Value args;                                 // Tuple
  Value kwargs;                               // Dict
  Value type_expression;                      // null: none
  Value meta;                                 // Dict
  Value attributes;                           // attributes that passes set on the node, beyond the fields here
  Node *previous = nullptr, *next = nullptr;  // links of a circular list that contains the graph's root
  std::vector<Node*> inputs;                  // distinct, in order of first use
  std::vector<Node*> users;                   // in order of first use
  ItemId item = kNoItem;  // identity in the provenance log; assigned when an event listener is attached
};

// Creates names that are valid identifiers, unique in the graph, and neither a Python keyword nor a builtin.
class Namespace {
 public:
  std::string create(std::string_view candidate, bool allow_builtin = false);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, int64_t> base_count_;
};
bool is_illegal_name(std::string_view name);

struct Graph : vm::Object {
  Graph();
  ~Graph() override;
  static bool is_kind(vm::Kind k) { return k == vm::Kind::kFxGraph; }
  void traverse(vm::Visitor&) const override;
  void clear() override;
  Value* attributes_slot() override;
  const Value* attributes_if_any() override { return &attributes; }

  // Inserts at the current insertion point. An empty name derives one from the target.
  Node* create(NodeOp op, Value target, Value args, Value kwargs, std::string_view name = {}, Value type = {});
  void erase(Node* node);
  // Moves a node of this graph directly before `place` (nullptr: to the end).
  void move_before(Node* node, Node* place);
  void rename(Node* node, std::string_view candidate);
  Node* first() const { return root->next; }
  bool is_end(const Node* node) const { return node == root; }
  Node* output() const;              // nullptr if none
  std::vector<Node*> nodes() const;  // in list order, which is execution order
  size_t size() const { return count; }

  Node* root;  // sentinel of the circular list (op kRoot); it is not referenced by arguments
  Value root_holder;
  Node* insert_point;  // new nodes go before this one (the root: at the end), or after it
  bool insert_behind = false;
  Value owning_module;  // the GraphModule; this reference does not count as a use of the graph
  Value tracer_class;
  Value attributes;
  Namespace names;
  size_t count = 0;
  std::vector<Value> erased;  // erased nodes stay alive, so that an iteration standing on one can continue
};

// The Python classes, created on first use.
vm::Type* node_type();
vm::Type* graph_type();

// Argument trees: tuples, lists, dicts and slices with nodes at the leaves.
void visit_nodes(const Value& tree, const std::function<void(Node*)>& visit);
Value map_nodes(const Value& tree, const std::function<Value(Node*)>& replace);
// Calls `replace` on every leaf, also on leaves that are no nodes.
Value map_leaves(const Value& tree, const std::function<Value(const Value&)>& replace);

// Copies an argument tree; its lists and dicts become immutable ones (immutable.cpp).
Value immutable_copy(const Value& tree);
vm::Type* immutable_list_type();
vm::Type* immutable_dict_type();

// "relu": the default name of a node with this target.
std::string target_name(Interpreter& vm, const Value& target);
// "torch.cat", "operator.add", "torch.nn.functional.gelu": module and name of a callable as this library defines it.
std::string qualified_name(Interpreter& vm, const Value& callable);
// The same with the module that PyTorch defines it in ("torch._C._nn.gelu"); used in generated code and tables.
std::string printed_name(Interpreter& vm, const Value& callable);
// "torch.Tensor", "typing.List[int]": a type expression in print(graph).
std::string type_text(Interpreter& vm, const Value& type);

// Text. `format_node` gives one line of print(graph).
std::string format_node(Interpreter& vm, const Node& node);
std::string format_graph(Interpreter& vm, const Graph& graph);

// The pieces of a graph's generated Python function.
struct CodeParts {
  std::vector<std::string> parameters;  // "x", "y : int = 3"
  std::string result;                   // " -> int", or empty
  std::vector<std::string> body;        // one string per statement; before each node's first: "# COUNTER: n"
  std::string wrapped;                  // statements before the function: the calls of torch.fx.wrap
  Value globals;
};
CodeParts code_parts(Interpreter& vm, const Graph& graph, std::string_view root_name);

struct PythonCode {
  std::string source;
  Value globals;                             // Dict: the namespace that the source is executed in
  std::vector<std::pair<int, Node*>> lines;  // line (from 1) -> the node that generated it
};
PythonCode python_code(Interpreter& vm, const Graph& graph, std::string_view root_name = "self");
// The body of print_readable(): types as comments, source lines where known.
struct TypeDetail {
  bool strides = false, device = false;
};
std::string readable_code(Interpreter& vm, const Graph& graph, std::string_view class_name, TypeDetail detail = {});

}  // namespace vt::fx
