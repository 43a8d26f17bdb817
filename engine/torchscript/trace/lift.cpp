// Turns module scopes into methods: the block of each prim::TracedModuleForward becomes the graph of a
// `forward` method of the module's class, whose arguments are the values that it captures, and a
// prim::CallMethod replaces the node.
#include <algorithm>
#include <set>

#include "torchscript/trace/tracer.h"

namespace vt::script {
namespace {

bool inside(const Node* node, const Block* block) {
  for (const Block* at = node->owner; at; at = at->owner ? at->owner->owner : nullptr)
    if (at == block) return true;
  return false;
}

// The values that a block captures from outside, in order of use.
void free_values(Block* block, const Block* whole, std::vector<Value*>& found) {
  for (Node* node : block->nodes()) {
    for (Value* input : node->inputs)
      if (input->node->owner != nullptr && !inside(input->node, whole) && input->node != whole->param &&
          std::find(found.begin(), found.end(), input) == found.end())
        found.push_back(input);
    for (auto& inner : node->blocks) free_values(inner.get(), whole, found);
  }
}

}  // namespace

// The number of values that PyTorch creates for captures of scopes; keeps value numbers equal.
static size_t values_of_scopes(Block* block) {
  size_t count = 0;
  for (Node* node : block->nodes()) {
    if (!node->is("prim::TracedModuleForward")) continue;
    std::vector<Value*> taken;
    free_values(node->block(0), node->block(0), taken);
    taken.erase(std::remove(taken.begin(), taken.end(), node->input()), taken.end());
    count += taken.size() + values_of_scopes(node->block(0));
  }
  return count;
}

// Numbers method calls last, as PyTorch does: first the single results; then, for calls with several results,
// the tuple, its elements and the call.
static void number_calls(Graph& graph) {
  std::vector<Node*> calls;
  for (Node* node : graph.top->nodes())
    if (node->is("prim::CallMethod") && node->function && node->function->traced) calls.push_back(node);
  auto unpacked = [](Node* call) {
    Node* next = call->next;
    return next && next->is("prim::TupleUnpack") && next->inputs[0] == call->output() ? next : nullptr;
  };
  for (Node* call : calls) {
    if (Node* parts = unpacked(call)) graph.next_unique += parts->outputs.size();
    else call->output()->unique = graph.next_unique++;
  }
  for (Node* call : calls) {
    Node* parts = unpacked(call);
    if (!parts) continue;
    ++graph.next_unique;
    for (Value* part : parts->outputs) part->unique = graph.next_unique++;
    call->output()->unique = graph.next_unique++;
  }
}

// A module scope that becomes a method.
struct Scope {
  Node* node;
  Block* body;
  std::vector<Value*> taken;  // captured values, without the module itself
  std::vector<Value*> given;  // its own values that are used outside
};

static Scope scope_of(Node* node) {
  Scope scope{node, node->block(0), {}, {}};
  free_values(scope.body, scope.body, scope.taken);
  std::erase(scope.taken, node->input());
  auto leaves = [&](const Value::Use& use) { return use.user != scope.body->result && !inside(use.user, scope.body); };
  for (Node* inner : scope.body->nodes())
    for (Value* output : inner->outputs)
      if (std::any_of(output->uses.begin(), output->uses.end(), leaves)) scope.given.push_back(output);
  return scope;
}

// Argument name for a captured value: "x.3" becomes x.
static std::string argument_name(const Value& value, size_t position) {
  if (value.name.empty()) return "argument_" + std::to_string(position);
  size_t dot = value.name.rfind('.');
  bool counted = dot != std::string::npos && value.name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return counted ? value.name.substr(0, dot) : value.name;
}

// Tensor types drop their shape at the boundary of a method.
static TypePtr plain_type(const TypePtr& type) { return is(type, TypeKind::kTensor) ? tensor_type() : type; }

static void add_result(Function& method, const std::vector<Value*>& results) {
  Graph& graph = *method.graph;
  if (results.empty()) {
    graph.top->add_output(graph.insert_none());
    method.result = simple_type(TypeKind::kNone);
    return;
  }
  if (results.size() == 1) {
    graph.top->add_output(results[0]);
    method.result = plain_type(results[0]->type);
    return;
  }
  Node* tuple = graph.create("prim::TupleConstruct", results);
  Types types, plain;
  for (Value* v : results) {
    types.push_back(v->type);
    plain.push_back(plain_type(v->type));
  }
  tuple->output()->type = tuple_of(std::move(types));
  graph.insert(tuple);
  graph.top->add_output(tuple->output());
  method.result = tuple_of(std::move(plain));
}

// The scope as a method of the module, with the captured values as arguments; `inputs` gets those values.
static FunctionPtr method_of(const Scope& scope, ClassType& cls, std::vector<Value*>& inputs) {
  auto method = std::make_shared<Function>();
  method->graph = std::make_shared<Graph>();
  Graph& graph = *method->graph;
  std::unordered_map<Value*, Value*> made;
  Value* self = scope.body->inputs()[0];
  made[self] = graph.top->add_input(cls.type, self->name);
  Argument argument;
  argument.name = "self";
  argument.type = cls.type;
  method->arguments.push_back(argument);
  for (Value* value : scope.taken) {
    if (value->node->is("prim::Constant")) {  // constants are copied, not captured
      std::unordered_map<Value*, Value*> none;
      Node* copy = copy_node(
          graph, value->node, [](Value* v) { return v; }, none);
      graph.insert(copy);
      made[value] = copy->output();
      continue;
    }
    made[value] = graph.top->add_input(value->type, value->name);
    argument.name = argument_name(*value, method->arguments.size());
    argument.type = plain_type(value->type);
    method->arguments.push_back(argument);
    inputs.push_back(value);
  }
  std::function<Value*(Value*)> map = [&](Value* v) {
    auto found = made.find(v);
    return found == made.end() ? v : found->second;
  };
  for (Node* inner : scope.body->nodes()) graph.insert(copy_node(graph, inner, map, made));
  std::vector<Value*> results;
  for (Value* value : scope.given) results.push_back(map(value));
  add_result(*method, results);
  number_calls(graph);
  return method;
}

// Named `forward`; `forward1` and so on for further calls of the same module.
static void add_method(ClassType& cls, const FunctionPtr& method) {
  method->name = "forward";
  for (int i = 1; cls.method(method->name); ++i) method->name = "forward" + std::to_string(i);
  method->qualified = cls.qualified + "." + method->name;
  method->owner = &cls;
  method->state = Function::State::kReady;
  method->traced = true;
  cls.methods[method->name] = method;
  cls.method_order.push_back(method->name);
}

// Replaces the scope's node by the call.
static void call_instead(Graph& graph, const Scope& scope, const FunctionPtr& method,
                         const std::vector<Value*>& inputs) {
  Node* call = graph.create("prim::CallMethod", {scope.node->input()});
  for (Value* value : inputs) call->add_input(value);
  call->set("name", method->name);
  call->function = method;
  call->output()->type = method->result;
  call->insert_before(scope.node);
  // Uses inside the block are destroyed with it.
  if (scope.given.size() == 1) scope.given[0]->replace_uses(call->output());
  if (scope.given.size() > 1) {
    Node* unpack = graph.create("prim::TupleUnpack", {call->output()}, scope.given.size());
    unpack->insert_after(call);
    for (size_t i = 0; i < scope.given.size(); ++i) {
      unpack->outputs[i]->type = scope.given[i]->type;
      scope.given[i]->replace_uses(unpack->outputs[i]);
    }
  }
  scope.node->destroy();
}

static void lift_scopes_in(Block* block, Graph& graph, const std::unordered_map<const Node*, vm::Value>& modules) {
  for (Node* node : block->nodes()) {
    if (!node->is("prim::TracedModuleForward")) continue;
    lift_scopes_in(node->block(0), graph, modules);
    vm::Value object = modules.at(node);
    ClassType& cls = *object.as<ScriptObject>()->cls;
    Scope scope = scope_of(node);
    std::vector<Value*> inputs;
    FunctionPtr method = method_of(scope, cls, inputs);
    add_method(cls, method);
    call_instead(graph, scope, method, inputs);
  }
}

void lift_scopes(Graph& graph, const std::unordered_map<const Node*, vm::Value>& modules) {
  size_t first = graph.next_unique + values_of_scopes(graph.top.get());
  lift_scopes_in(graph.top.get(), graph, modules);
  graph.next_unique = first;
  number_calls(graph);
}

}  // namespace vt::script
