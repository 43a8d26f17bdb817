// Scopes of modules become methods: the block of each prim::TracedModuleForward is cut out
// as the graph of `forward` of the module's class, over the values that it takes from
// outside, and a prim::CallMethod takes its place.
#include <algorithm>
#include <set>

#include "capture/trace/tracer.h"

namespace vt::script {
namespace {

bool inside(const Node* node, const Block* block) {
  for (const Block* at = node->owner; at; at = at->owner ? at->owner->owner : nullptr)
    if (at == block) return true;
  return false;
}

// The values that a block takes from outside, in order of use.
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

// How many values PyTorch makes for what scopes take from outside.
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

// Calls of methods are numbered last: first what each gives back, then, of those that give
// several values, the tuple, its parts and the call.
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

void lift_scopes(Graph& graph, const std::unordered_map<const Node*, vm::Value>& modules) {
  size_t first = graph.next_unique + values_of_scopes(graph.top.get());
  std::function<void(Block*)> walk = [&](Block* block) {
    for (Node* node : block->nodes()) {
      if (!node->is("prim::TracedModuleForward")) continue;
      Block* body = node->block(0);
      walk(body);
      vm::Value object = modules.at(node);
      ClassType& cls = *object.as<ScriptObject>()->cls;
      std::vector<Value*> taken;
      free_values(body, body, taken);
      Value* self = node->input();
      taken.erase(std::remove(taken.begin(), taken.end(), self), taken.end());
      // Constants of outside are copied in.
      std::vector<Value*> given;
      for (Node* inner : body->nodes())
        for (Value* output : inner->outputs)
          if (std::any_of(output->uses.begin(), output->uses.end(),
                          [&](const Value::Use& use) { return use.user != body->result && !inside(use.user, body); }))
            given.push_back(output);
      auto method = std::make_shared<Function>();
      method->graph = std::make_shared<Graph>();
      std::unordered_map<Value*, Value*> made;
      made[body->inputs()[0]] = method->graph->top->add_input(cls.type, body->inputs()[0]->name);
      Argument self_argument;
      self_argument.name = "self";
      self_argument.type = cls.type;
      method->arguments.push_back(self_argument);
      std::vector<Value*> inputs;
      for (Value* value : taken) {
        if (value->node->is("prim::Constant")) {
          std::unordered_map<Value*, Value*> none;
          Node* copy = copy_node(
              *method->graph, value->node, [](Value* v) { return v; }, none);
          method->graph->insert(copy);
          made[value] = copy->output();
          continue;
        }
        made[value] = method->graph->top->add_input(value->type, value->name);
        Argument a;
        size_t dot = value->name.rfind('.');
        a.name = value->name.empty() ? "argument_" + std::to_string(method->arguments.size())
                 : dot != std::string::npos && value->name.find_first_not_of("0123456789", dot + 1) == std::string::npos
                     ? value->name.substr(0, dot)
                     : value->name;
        a.type = is(value->type, TypeKind::kTensor) ? tensor_type() : value->type;
        method->arguments.push_back(a);
        inputs.push_back(value);
      }
      std::function<Value*(Value*)> map = [&](Value* v) {
        auto found = made.find(v);
        return found == made.end() ? v : found->second;
      };
      for (Node* inner : body->nodes()) method->graph->insert(copy_node(*method->graph, inner, map, made));
      std::vector<Value*> results;
      for (Value* value : given) results.push_back(map(value));
      if (results.size() == 1) {
        method->graph->top->add_output(results[0]);
        method->result = tensor_type();
        if (!is(results[0]->type, TypeKind::kTensor)) method->result = results[0]->type;
      } else if (results.empty()) {
        method->graph->top->add_output(method->graph->insert_none());
        method->result = simple_type(TypeKind::kNone);
      } else {
        Node* tuple = method->graph->create("prim::TupleConstruct", results);
        Types types;
        for (Value* v : results) types.push_back(v->type);
        tuple->output()->type = tuple_of(std::move(types));
        method->graph->insert(tuple);
        method->graph->top->add_output(tuple->output());
        Types plain;
        for (Value* v : results) plain.push_back(is(v->type, TypeKind::kTensor) ? tensor_type() : v->type);
        method->result = tuple_of(std::move(plain));
      }
      number_calls(*method->graph);
      method->name = "forward";
      for (int i = 1; cls.method(method->name); ++i) method->name = "forward" + std::to_string(i);
      method->qualified = cls.qualified + "." + method->name;
      method->owner = &cls;
      method->state = Function::State::kReady;
      method->traced = true;
      cls.methods[method->name] = method;
      cls.method_order.push_back(method->name);
      // The call, where the scope was.
      Node* call = graph.create("prim::CallMethod", {self});
      for (Value* value : inputs) call->add_input(value);
      call->set("name", method->name);
      call->function = method;
      call->output()->type = method->result;
      call->insert_before(node);
      if (given.size() == 1) {
        // Uses inside go with the block.
        given[0]->replace_uses(call->output());
      } else if (given.size() > 1) {
        Node* unpack = graph.create("prim::TupleUnpack", {call->output()}, given.size());
        unpack->insert_after(call);
        for (size_t i = 0; i < given.size(); ++i) {
          unpack->outputs[i]->type = given[i]->type;
          given[i]->replace_uses(unpack->outputs[i]);
        }
      }
      node->destroy();
    }
  };
  walk(graph.top.get());
  graph.next_unique = first;
  number_calls(graph);
}

}  // namespace vt::script
