#include "torchscript/script/ir.h"

#include <algorithm>

#include "support/check.h"

namespace vt::script {

Graph* Value::graph() const { return node->graph; }

void Value::set_name(const std::string& wanted) {
  Graph& g = *node->graph;
  if (!name.empty()) {
    g.names.erase(name);
    name.clear();
  }
  if (wanted.empty()) return;
  auto old = g.names.find(wanted);
  if (old != g.names.end()) {
    std::string base = wanted;
    size_t suffix = 1, dot = wanted.rfind('.');
    if (dot != std::string::npos && dot + 1 < wanted.size() && dot + 1 + 12 > wanted.size() &&
        wanted.find_first_not_of("0123456789", dot + 1) == std::string::npos) {
      suffix = std::stoull(wanted.substr(dot + 1));
      base = wanted.substr(0, dot);
    }
    auto known = g.suffixes.find(base);
    if (known != g.suffixes.end()) suffix = std::max(suffix, known->second + 1);
    std::string replacement;
    do replacement = base + "." + std::to_string(suffix++);
    while (g.names.count(replacement));
    g.suffixes[base] = suffix;
    Value* holder = old->second;
    holder->set_name(replacement);
  }
  g.names[wanted] = this;
  name = wanted;
}

void Value::replace_uses(Value* other) {
  std::vector<Use> moved;
  moved.swap(uses);
  for (const Use& use : moved) {
    use.user->inputs[use.index] = other;
    other->uses.push_back(use);
  }
}

namespace {
void drop_use(Value* value, Node* user, size_t index) {
  for (size_t i = 0; i < value->uses.size(); ++i)
    if (value->uses[i].user == user && value->uses[i].index == index) {
      value->uses.erase(value->uses.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
}
void shift_use(Value* value, Node* user, size_t from, size_t to) {
  for (Value::Use& use : value->uses)
    if (use.user == user && use.index == from) {
      use.index = to;
      return;
    }
}
void free_value(Value* value) {
  if (!value->name.empty()) {
    auto found = value->node->graph->names.find(value->name);
    if (found != value->node->graph->names.end() && found->second == value) value->node->graph->names.erase(found);
  }
  delete value;
}
}  // namespace

Value* Node::add_input(Value* value) {
  value->uses.push_back({this, inputs.size()});
  inputs.push_back(value);
  return value;
}
void Node::insert_input(size_t at, Value* value) {
  for (size_t i = inputs.size(); i-- > at;) shift_use(inputs[i], this, i, i + 1);
  inputs.insert(inputs.begin() + static_cast<std::ptrdiff_t>(at), value);
  value->uses.push_back({this, at});
}
void Node::replace_input(size_t i, Value* value) {
  drop_use(inputs[i], this, i);
  inputs[i] = value;
  value->uses.push_back({this, i});
}
void Node::remove_input(size_t at) {
  drop_use(inputs[at], this, at);
  for (size_t i = at + 1; i < inputs.size(); ++i) shift_use(inputs[i], this, i, i - 1);
  inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(at));
}
void Node::remove_inputs() {
  while (!inputs.empty()) remove_input(inputs.size() - 1);
}
Value* Node::add_output(TypePtr type) { return insert_output(outputs.size(), std::move(type)); }
Value* Node::insert_output(size_t at, TypePtr type) {
  Value* value = graph->new_value(this, std::move(type));
  outputs.insert(outputs.begin() + static_cast<std::ptrdiff_t>(at), value);
  for (size_t i = at; i < outputs.size(); ++i) outputs[i]->offset = i;
  return value;
}
void Node::remove_output(size_t at) {
  VT_CHECK(outputs[at]->uses.empty(), "a value goes after its uses");
  free_value(outputs[at]);
  outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(at));
  for (size_t i = at; i < outputs.size(); ++i) outputs[i]->offset = i;
}
Block* Node::add_block() {
  blocks.push_back(std::make_unique<Block>(graph, this));
  return blocks.back().get();
}
void Node::remove_block(size_t i) {
  blocks[i]->clear();
  blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i));
}
void Node::insert_before(Node* other) {
  owner = other->owner;
  next = other;
  previous = other->previous;
  if (previous) previous->next = this;
  other->previous = this;
}
void Node::insert_after(Node* other) { insert_before(other->next); }
void Node::move_before(Node* other) {
  if (other == this) return;
  if (previous) previous->next = next;
  if (next) next->previous = previous;
  insert_before(other);
}
bool Node::has_uses() const {
  return std::any_of(outputs.begin(), outputs.end(), [](const Value* v) { return !v->uses.empty(); });
}
void Node::destroy() {
  while (!blocks.empty()) remove_block(blocks.size() - 1);
  remove_inputs();
  while (!outputs.empty()) remove_output(outputs.size() - 1);
  if (previous) previous->next = next;
  if (next) next->previous = previous;
  if (graph->insert_point == this) graph->insert_point = next;
  delete this;
}
std::string Node::text(const char* key) const {
  auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second.text;
}
Node* Node::set(const char* key, std::string value) {
  attributes[key].text = std::move(value);
  return this;
}

Block::Block(Graph* g, Node* o) : graph(g), owner(o) {
  auto edge = [&](const char* kind) {
    Node* node = new Node;
    node->kind = kind;
    node->graph = g;
    node->owner = this;
    return node;
  };
  param = edge("prim::Param");
  result = edge("prim::Return");
  param->next = result;
  result->previous = param;
}
Block::~Block() {
  clear();
  result->remove_inputs();
  for (Value* value : param->outputs) free_value(value);
  delete param;
  delete result;
}
void Block::clear() {
  result->remove_inputs();
  while (first() != result) {
    Node* node = result->previous;
    node->remove_inputs();
    for (Value* value : node->outputs) {
      // Uses in other blocks are destroyed too, or the caller has replaced them.
      value->uses.clear();
    }
    node->destroy();
  }
}
Value* Block::add_input(TypePtr type, const std::string& name) {
  Value* value = param->add_output(std::move(type));
  if (!name.empty()) value->set_name(name);
  return value;
}
size_t Block::add_output(Value* value) {
  result->add_input(value);
  return result->inputs.size() - 1;
}
Node* Block::append(Node* node) {
  node->insert_before(result);
  return node;
}
std::vector<Node*> Block::nodes() const {
  std::vector<Node*> all;
  for (Node* node = first(); node != result; node = node->next) all.push_back(node);
  return all;
}

Graph::Graph() {
  top = std::make_unique<Block>(this, nullptr);
  insert_point = top->result;
}
Graph::~Graph() { top.reset(); }

Value* Graph::new_value(Node* node, TypePtr type) {
  Value* value = new Value;
  value->node = node;
  value->type = type ? std::move(type) : tensor_type();
  value->unique = next_unique++;
  return value;
}
Node* Graph::create(std::string kind, size_t outputs) {
  Node* node = new Node;
  node->kind = std::move(kind);
  node->graph = this;
  for (size_t i = 0; i < outputs; ++i) node->add_output();
  return node;
}
Node* Graph::create(std::string kind, std::vector<Value*> inputs, size_t outputs) {
  Node* node = create(std::move(kind), outputs);
  for (Value* value : inputs) node->add_input(value);
  return node;
}
Node* Graph::insert(Node* node) {
  node->insert_before(insert_point);
  return node;
}
Value* Graph::insert_constant(vm::Value value, TypePtr type, const Range& range) {
  Node* node = create("prim::Constant");
  node->output()->type = std::move(type);
  node->constant = std::move(value);
  node->range = range;
  return insert(node)->output();
}
Value* Graph::insert_int(int64_t value, const Range& range) {
  return insert_constant(vm::Value::integer(value), simple_type(TypeKind::kInt), range);
}
Value* Graph::insert_bool(bool value, const Range& range) {
  return insert_constant(vm::Value::boolean(value), simple_type(TypeKind::kBool), range);
}
Value* Graph::insert_none(const Range& range) {
  return insert_constant(vm::Value::none(), simple_type(TypeKind::kNone), range);
}
Value* Graph::insert_text(const std::string& value, const Range& range) {
  return insert_constant(vm::make_str(value), simple_type(TypeKind::kString), range);
}
Value* Graph::find(const std::string& name) const {
  auto found = names.find(name);
  return found == names.end() ? nullptr : found->second;
}

Node* copy_node(Graph& graph, Node* from, const std::function<Value*(Value*)>& map,
                std::unordered_map<Value*, Value*>& made, const std::function<void(Node*, Node*)>& each) {
  Node* node = graph.create(from->kind, 0);
  for (Value* input : from->inputs) node->add_input(map(input));
  for (Value* output : from->outputs) {
    Value* value = node->add_output(output->type);
    if (!output->name.empty()) value->set_name(output->name);
    made[output] = value;
  }
  node->attributes = from->attributes;
  node->schema = from->schema;
  node->constant = from->constant;
  node->function = from->function;
  node->range = from->range;
  node->scope = from->scope;
  node->inlined_from = from->inlined_from;
  if (each) each(node, from);
  for (auto& block : from->blocks) {
    Block* copy = node->add_block();
    for (Value* input : block->inputs()) made[input] = copy->add_input(input->type, input->name);
    for (Node* inner : block->nodes()) copy->append(copy_node(graph, inner, map, made, each));
    for (Value* output : block->outputs()) copy->add_output(map(output));
  }
  return node;
}

std::vector<Value*> Graph::inline_graph(Graph& other, const std::vector<Value*>& arguments,
                                        const std::function<void(Node*, Node*)>& each) {
  std::unordered_map<Value*, Value*> made;
  for (size_t i = 0; i < other.inputs().size(); ++i) made[other.inputs()[i]] = arguments[i];
  std::function<Value*(Value*)> map = [&](Value* value) {
    auto found = made.find(value);
    VT_CHECK(found != made.end(), "a value is copied before its uses");
    return found->second;
  };
  for (Node* node : other.top->nodes()) insert(copy_node(*this, node, map, made, each));
  std::vector<Value*> results;
  for (Value* output : other.outputs()) results.push_back(map(output));
  return results;
}

std::shared_ptr<Graph> Graph::copy() {
  auto made = std::make_shared<Graph>();
  std::vector<Value*> arguments;
  for (Value* input : inputs()) arguments.push_back(made->top->add_input(input->type, input->name));
  for (Value* output : made->inline_graph(*this, arguments)) made->top->add_output(output);
  return made;
}

const vm::Value* constant_of(const Value* value) {
  return value->node->is("prim::Constant") && !value->node->function ? &value->node->constant : nullptr;
}
bool is_none_constant(const Value* value) {
  const vm::Value* constant = constant_of(value);
  return constant && constant->is_none();
}

}  // namespace vt::script
