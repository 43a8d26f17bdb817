#include "capture/fx/graph.h"

#include <algorithm>

#include "support/check.h"
#include "vm/gc.h"

namespace vt::fx {
using vm::List;
using vm::Slice;
using vm::Tuple;

const char* node_op_name(NodeOp op) {
  static constexpr const char* kNames[] = {
#define OP(id, name) name,
      VT_FX_OPS(OP)
#undef OP
  };
  return kNames[static_cast<size_t>(op)];
}

bool parse_node_op(std::string_view name, NodeOp* op) {
  for (uint8_t i = 0; i <= static_cast<uint8_t>(NodeOp::kOutput); ++i) {
    if (name != node_op_name(static_cast<NodeOp>(i))) continue;
    *op = static_cast<NodeOp>(i);
    return true;
  }
  return false;
}

void visit_nodes(const Value& tree, const std::function<void(Node*)>& visit) {
  if (!tree.is_object()) return;
  if (Node* node = tree.as<Node>()) return visit(node);
  if (Tuple* tuple = tree.as<Tuple>()) {
    for (const Value& item : tuple->items) visit_nodes(item, visit);
  } else if (List* list = tree.as<List>()) {
    for (const Value& item : list->items) visit_nodes(item, visit);
  } else if (Dict* dict = tree.as<Dict>()) {
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null()) visit_nodes(entry.value, visit);
    }
  } else if (Slice* slice = tree.as<Slice>()) {
    visit_nodes(slice->start, visit);
    visit_nodes(slice->stop, visit);
    visit_nodes(slice->step, visit);
  }
}

Value map_leaves(const Value& tree, const std::function<Value(const Value&)>& replace) {
  if (!tree.is_object()) return replace(tree);
  if (Tuple* tuple = tree.as<Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : tuple->items) items.push_back(map_leaves(item, replace));
    // Results of torch.max and the like (torch.return_types) become plain tuples, not named ones.
    bool named = tuple->type->module != "torch.return_types" && tuple->type->find(vm::intern("_fields"));
    return vm::make<Tuple>(std::move(items), named ? tuple->type : vm::types().tuple);
  }
  if (List* list = tree.as<List>()) {
    std::vector<Value> items;
    for (const Value& item : list->items) items.push_back(map_leaves(item, replace));
    return vm::make_list(std::move(items));
  }
  if (Dict* dict = tree.as<Dict>()) {
    Value result = vm::make<Dict>();
    Interpreter& vm = *Interpreter::current();
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null()) result.as<Dict>()->table.insert(vm, entry.key, map_leaves(entry.value, replace));
    }
    return result;
  }
  if (Slice* slice = tree.as<Slice>()) {
    return vm::make<Slice>(map_leaves(slice->start, replace), map_leaves(slice->stop, replace),
                           map_leaves(slice->step, replace));
  }
  return replace(tree);
}

Value map_nodes(const Value& tree, const std::function<Value(Node*)>& replace) {
  return map_leaves(tree, [&](const Value& leaf) {
    Node* node = leaf.as<Node>();
    return node ? replace(node) : leaf;
  });
}

Node::Node(Graph* graph, NodeOp op, std::string name, Value target)
    : Object(vm::Kind::kFxNode, node_type()), graph(graph), op(op), name(std::move(name)), target(std::move(target)) {
  args = vm::make_tuple({});
  kwargs = vm::make<Dict>(immutable_dict_type());
  meta = vm::make<Dict>();
}

namespace {
Value* made_on_use(Value& attributes) {
  if (attributes.is_null()) attributes = vm::make<Dict>();
  return &attributes;
}
}  // namespace
Value* Node::attributes_slot() { return made_on_use(attributes); }
Value* Graph::attributes_slot() { return made_on_use(attributes); }

Node::~Node() {
  detach_inputs();
  for (Node* user : users) std::erase(user->inputs, this);
}

void Node::traverse(vm::Visitor& visitor) const {
  for (const Value* value : {&target, &args, &kwargs, &type_expression, &meta, &attributes}) visitor.visit(*value);
}

void Node::clear() {
  detach_inputs();
  for (Value* value : {&target, &args, &kwargs, &type_expression, &meta, &attributes}) *value = Value();
}

void Node::detach_inputs() {
  for (Node* input : inputs) std::erase(input->users, this);
  inputs.clear();
}

void Node::set_arguments(Value new_args, Value new_kwargs) {
  std::vector<Node*> now;
  auto note = [&](Node* node) {
    if (std::find(now.begin(), now.end(), node) == now.end()) now.push_back(node);
  };
  visit_nodes(new_args, note);
  visit_nodes(new_kwargs, note);
  for (Node* input : inputs) std::erase(input->users, this);
  inputs = std::move(now);
  for (Node* input : inputs) input->users.push_back(this);
  args = immutable_copy(new_args);
  kwargs = immutable_copy(new_kwargs);
}

Graph::Graph() : Object(vm::Kind::kFxGraph, graph_type()) {
  root = new Node(this, NodeOp::kRoot, "", vm::make_str(""));
  root_holder = Value::adopt(root);
  root->previous = root->next = root;
  insert_point = root;
  owning_module = Value::none();
  tracer_class = Value::none();
}

Graph::~Graph() { clear(); }

void Graph::traverse(vm::Visitor& visitor) const {
  visitor.visit(root_holder);
  visitor.visit(owning_module);
  visitor.visit(tracer_class);
  visitor.visit(attributes);
  for (const Value& node : erased) visitor.visit(node);
  if (!root_holder.is_object()) return;
  for (Node* node = root->next; node != root; node = node->next) visitor.visit(Value::of(node));
}

void Graph::clear() {
  if (!root_holder.is_object()) return;
  for (Node* node = root->next; node != root;) {
    Node* next = node->next;
    node->graph = nullptr;
    node->previous = node->next = nullptr;
    Value::adopt(node);  // drops the reference that the node list held
    node = next;
  }
  for (const Value& node : erased) node.as<Node>()->graph = nullptr;
  erased.clear();
  root->previous = root->next = root;
  root->graph = nullptr;
  count = 0;
  root_holder = Value();
  owning_module = tracer_class = attributes = Value();
}

Node* Graph::create(NodeOp op, Value target, Value args, Value kwargs, std::string_view name, Value type) {
  Interpreter& vm = *Interpreter::current();
  std::string unique = names.create(name.empty() ? target_name(vm, target) : std::string(name));
  Node* node = new Node(this, op, std::move(unique), std::move(target));  // the node list owns the first reference
  node->type_expression = std::move(type);
  node->set_arguments(std::move(args), std::move(kwargs));
  node->next = insert_behind ? insert_point->next : insert_point;
  node->previous = node->next->previous;
  node->previous->next = node;
  node->next->previous = node;
  ++count;
  return node;
}

void Graph::erase(Node* node) {
  VT_CHECK(node->graph == this && !node->erased, "a node is erased once, from its own graph");
  if (insert_point == node) {
    insert_point = node->next;
    insert_behind = false;
  }
  node->previous->next = node->next;
  node->next->previous = node->previous;
  node->erased = true;
  node->detach_inputs();
  node->args = vm::make_tuple({});
  node->kwargs = vm::make<Dict>();
  --count;
  erased.push_back(Value::adopt(node));
}

void Graph::move_before(Node* node, Node* place) {
  if (!place) place = root;
  if (place == node) return;
  node->previous->next = node->next;
  node->next->previous = node->previous;
  node->next = place;
  node->previous = place->previous;
  place->previous->next = node;
  place->previous = node;
}

void Graph::rename(Node* node, std::string_view candidate) {
  if (node->name != candidate) node->name = names.create(candidate);
}

Node* Graph::output() const {
  for (Node* node = root->previous; node != root; node = node->previous) {
    if (node->op == NodeOp::kOutput) return node;
  }
  return nullptr;
}

std::vector<Node*> Graph::nodes() const {
  std::vector<Node*> list;
  list.reserve(count);
  for (Node* node = root->next; node != root; node = node->next) list.push_back(node);
  return list;
}

}  // namespace vt::fx
