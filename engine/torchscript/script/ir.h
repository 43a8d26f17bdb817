// The typed IR of TorchScript: blocks of nodes; a node has inputs, typed outputs, attributes, and nested
// blocks (prim::If, prim::Loop). The emitter builds it, passes rewrite it, the interpreter runs it. After
// types.h and source.h.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "torchscript/script/source.h"
#include "torchscript/script/types.h"
#include "vm/objects.h"

namespace vt::script {

struct Graph;
struct Node;
struct Block;
struct Function;
struct Schema;

struct Value {
  Node* node = nullptr;
  size_t offset = 0;
  TypePtr type;
  size_t unique = 0;
  std::string name;  // empty: printed as the number `unique`
  struct Use {
    Node* user;
    size_t index;
  };
  std::vector<Use> uses;
  std::string debug_name() const { return name.empty() ? std::to_string(unique) : name; }
  void set_name(const std::string& wanted);  // if the name is taken, the present owner gets a number appended
  void replace_uses(Value* other);
  Graph* graph() const;
};

// The value of an attribute. (A constant's value is in Node::constant.)
struct Attribute {
  enum class Kind : uint8_t { kText, kTypes, kGraph } kind = Kind::kText;
  std::string text;
  Types types;
  std::shared_ptr<Graph> graph;
};

struct Node {
  std::string kind;  // "aten::add"
  Graph* graph = nullptr;
  Block* owner = nullptr;
  Node *previous = nullptr, *next = nullptr;
  std::vector<Value*> inputs, outputs;
  std::vector<std::unique_ptr<Block>> blocks;
  std::map<std::string, Attribute> attributes;
  const Schema* schema = nullptr;      // of an operator node
  vm::Value constant;                  // value of a prim::Constant; callable of a prim::PythonOp
  std::shared_ptr<Function> function;  // function of a prim::Constant
  Range range;
  std::string scope;                                        // "__module.fc", in traces
  std::vector<std::pair<Range, std::string>> inlined_from;  // call sites, innermost first
  std::shared_ptr<void> cache;                              // owned by the interpreter

  bool is(std::string_view name) const { return kind == name; }
  Value* input(size_t i = 0) const { return inputs[i]; }
  Value* output(size_t i = 0) const { return outputs[i]; }
  Block* block(size_t i = 0) const { return blocks[i].get(); }
  Value* add_input(Value* value);
  void insert_input(size_t at, Value* value);
  void replace_input(size_t i, Value* value);
  void remove_input(size_t i);
  void remove_inputs();
  Value* add_output(TypePtr type = nullptr);
  Value* insert_output(size_t at, TypePtr type);
  void remove_output(size_t i);
  Block* add_block();
  void remove_block(size_t i);
  void insert_before(Node* other);
  void insert_after(Node* other);
  void move_before(Node* other);
  void destroy();  // requires that no output has uses
  std::string text(const char* key) const;
  Node* set(const char* key, std::string text);
  bool has_uses() const;
};

// Nodes between `param`, whose outputs are the block's inputs, and `result`, whose inputs are the
// block's outputs.
struct Block {
  Block(Graph* graph, Node* owner);
  ~Block();
  Graph* graph;
  Node* owner;  // null for the top block
  Node *param, *result;
  std::vector<Value*>& inputs() { return param->outputs; }
  std::vector<Value*>& outputs() { return result->inputs; }
  Value* add_input(TypePtr type, const std::string& name = "");
  void remove_input(size_t i) { param->remove_output(i); }
  size_t add_output(Value* value);
  Node* first() const { return param->next; }
  bool is_end(const Node* node) const { return node == result; }
  Node* append(Node* node);
  void clear();  // destroys every node
  std::vector<Node*> nodes() const;
};

struct Graph : std::enable_shared_from_this<Graph> {
  Graph();
  ~Graph();
  std::unique_ptr<Block> top;
  Node* insert_point = nullptr;  // new nodes are inserted before it
  Node* create(std::string kind, size_t outputs = 1);
  Node* create(std::string kind, std::vector<Value*> inputs, size_t outputs = 1);
  Node* insert(Node* node);  // at the insert point
  Value* insert_constant(vm::Value value, TypePtr type, const Range& range = {});
  Value* insert_int(int64_t value, const Range& range = {});
  Value* insert_bool(bool value, const Range& range = {});
  Value* insert_none(const Range& range = {});
  Value* insert_text(const std::string& value, const Range& range = {});
  Value* new_value(Node* node, TypePtr type);
  std::vector<Value*>& inputs() { return top->inputs(); }
  std::vector<Value*>& outputs() { return top->outputs(); }
  std::shared_ptr<Graph> copy();
  // Copies the nodes of `other` to the insert point; returns the copies of its outputs.
  std::vector<Value*> inline_graph(Graph& other, const std::vector<Value*>& arguments,
                                   const std::function<void(Node* made, Node* from)>& each = nullptr);
  Value* find(const std::string& name) const;

  std::unordered_map<std::string, Value*> names;
  std::unordered_map<std::string, size_t> suffixes;
  size_t next_unique = 0;
};

// During its lifetime, new nodes are inserted before `node` (or at the end of `block`).
class InsertScope {
 public:
  explicit InsertScope(Node* node) : graph_(*node->graph), saved_(graph_.insert_point) { graph_.insert_point = node; }
  explicit InsertScope(Block* block) : InsertScope(block->result) {}
  ~InsertScope() { graph_.insert_point = saved_; }
  InsertScope(const InsertScope&) = delete;
  InsertScope& operator=(const InsertScope&) = delete;

 private:
  Graph& graph_;
  Node* saved_;
};

// The value if its node is a prim::Constant; otherwise null.
const vm::Value* constant_of(const Value* value);
bool is_none_constant(const Value* value);
// Copies one node with its blocks into `graph`; `map` translates its inputs.
Node* copy_node(Graph& graph, Node* from, const std::function<Value*(Value*)>& map,
                std::unordered_map<Value*, Value*>& made, const std::function<void(Node*, Node*)>& each = nullptr);

std::string graph_text(Graph& graph, bool with_ranges = true);
std::string node_text(const Node& node, bool with_ranges = true);
// Name of the callable of a prim::PythonOp.
std::string python_callee_name(vm::Interpreter& vm, const Node& node);
std::string constant_text(const vm::Value& value, const TypePtr& type);
std::string real_text(double value);  // 17 significant digits
std::string quoted(const std::string& text);

}  // namespace vt::script
