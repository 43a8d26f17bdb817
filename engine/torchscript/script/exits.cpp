// Early returns, break and continue: the nodes after a possible exit move into a branch that runs only if the
// exit did not happen, and the values of the exit become outputs of the enclosing nodes.
#include <algorithm>

#include "torchscript/script/function.h"

namespace vt::script {
namespace {

// While exits are transformed, the nodes between prim::Enter and prim::Exit are blocks of one prim::With node
// (the body, and the exit node), so that every path out of the body runs the prim::Exit.
constexpr const char* kWith = "prim::With";

void gather_withs(Block* block) {
  std::vector<Node*> open;
  std::vector<std::pair<Node*, Node*>> pairs;  // innermost first
  for (Node* node = block->first(); !block->is_end(node); node = node->next) {
    for (auto& inner : node->blocks) gather_withs(inner.get());
    if (node->is("prim::Enter")) open.push_back(node);
    if (!node->is("prim::Exit")) continue;
    pairs.push_back({open.back(), node});
    open.pop_back();
  }
  for (auto [enter, leave] : pairs) {
    Node* with = block->graph->create(kWith, 0);
    with->insert_after(enter);
    Block *body = with->add_block(), *end = with->add_block();
    while (with->next != leave) with->next->move_before(body->result);
    leave->move_before(end->result);
  }
}

void spread_withs(Block* block) {
  for (Node* node = block->first(); !block->is_end(node);) {
    for (auto& inner : node->blocks) spread_withs(inner.get());
    Node* next = node->next;
    if (node->is(kWith)) {
      for (auto& inner : node->blocks)
        for (Node* moved : inner->nodes()) moved->move_before(node);
      node->destroy();
    }
    node = next;
  }
}

enum class Status : uint8_t { kWill, kMight, kWont, kThrows };

struct Exit {
  Value* happened;  // a bool: whether the exit happened
  std::vector<Value*> values;
};

class Transformer {
 public:
  Transformer(Graph& graph, const char* kind) : graph_(graph), kind_(kind) {
    InsertScope scope(graph.top->first());
    yes_ = graph.insert_bool(true);
    no_ = graph.insert_bool(false);
    throws_ = nothing(simple_type(TypeKind::kBool));
  }
  void run() { transform(graph_.top.get()); }

 private:
  // An uninitialized value of the type; it is never read.
  Value* nothing(const TypePtr& type) {
    for (auto& [known, value] : nothings_)
      if (same_type(known, type) && known->inferred == type->inferred) return value;
    Node* node = graph_.create("prim::Uninitialized");
    node->output()->type = type;
    node->insert_after(graph_.top->param);
    nothings_.push_back({type, node->output()});
    return node->output();
  }
  std::vector<Value*> nothings(const std::vector<Value*>& like) {
    std::vector<Value*> made;
    for (Value* v : like) made.push_back(nothing(v->type));
    return made;
  }
  Status status(const Exit& exit) const {
    return exit.happened == yes_      ? Status::kWill
           : exit.happened == no_     ? Status::kWont
           : exit.happened == throws_ ? Status::kThrows
                                      : Status::kMight;
  }
  static void add_outputs(Node* node, const std::vector<Value*>& on_true, const std::vector<Value*>& on_false) {
    for (Value* v : on_true) node->block(0)->add_output(v);
    for (Value* v : on_false) node->block(1)->add_output(v);
    for (size_t i = 0; i < on_true.size(); ++i) {
      std::optional<TypePtr> both = unify(on_true[i]->type, on_false[i]->type, true);
      node->add_output(*both);
    }
  }
  static std::vector<Value*> last_outputs(Node* node, size_t count) {
    return {node->outputs.end() - static_cast<std::ptrdiff_t>(count), node->outputs.end()};
  }
  Node* new_if(Value* condition) {
    Node* node = graph_.create("prim::If", 0);
    node->add_input(condition);
    node->add_block();
    node->add_block();
    return node;
  }
  static void replace_outputs(Block* block, const std::vector<Value*>& values) {
    block->result->remove_inputs();
    for (Value* v : values) block->add_output(v);
  }

  Exit loop(Node* node) {
    Block* body = node->block(0);
    Exit exit = transform(body);
    Status s = status(exit);
    if (s == Status::kWont || s == Status::kThrows) return {no_, {}};
    // The loop condition becomes false when the exit happened.
    Node* go_on = new_if(exit.happened);
    go_on->insert_before(body->result);
    add_outputs(go_on, {no_}, {body->outputs()[0]});
    body->result->replace_input(0, go_on->output());
    node->add_input(no_);
    body->add_input(exit.happened->type);
    body->add_output(exit.happened);
    Exit outer{node->add_output(exit.happened->type), {}};
    for (Value* v : exit.values) {
      node->add_input(nothing(v->type));
      outer.values.push_back(node->add_output(v->type));
      body->add_input(v->type);
      body->add_output(v);
    }
    return outer;
  }

  Exit branch(Node* node) {
    Exit exits[2] = {transform(node->block(0)), transform(node->block(1))};
    return join(node, exits[0], exits[1]);
  }
  Exit join(Node* node, Exit on_true, Exit on_false) {
    Status a = status(on_true), b = status(on_false);
    Status s = a == Status::kThrows                       ? b
               : b == Status::kThrows                     ? a
               : a == Status::kWont && b == Status::kWont ? Status::kWont
               : a == Status::kWill && b == Status::kWill ? Status::kWill
                                                          : Status::kMight;
    if (s == Status::kThrows) return {throws_, {}};
    if (s == Status::kWont) return {no_, {}};
    if (a == Status::kWont || a == Status::kThrows) on_true.values = nothings(on_false.values);
    else if (b == Status::kWont || b == Status::kThrows) on_false.values = nothings(on_true.values);
    Exit exit;
    if (s == Status::kWill) {
      exit.happened = yes_;
    } else {
      add_outputs(node, {on_true.happened}, {on_false.happened});
      exit.happened = node->outputs.back();
    }
    add_outputs(node, on_true.values, on_false.values);
    exit.values = last_outputs(node, on_true.values.size());
    return exit;
  }

  // Moves the nodes from `first` to the end of the block into a branch that runs only if the exit did not happen.
  Exit guard(Block* block, const Exit& exit, Node* first) {
    Node* node = new_if(exit.happened);
    node->insert_before(first);
    Block *left = node->block(0), *rest = node->block(1);
    for (Node* moved = first; !block->is_end(moved);) {
      Node* next = moved->next;
      moved->move_before(rest->result);
      moved = next;
    }
    std::vector<Value*> outputs = block->outputs();
    for (Value* v : nothings(outputs)) left->add_output(v);
    for (Value* v : outputs) {
      rest->add_output(v);
      node->add_output(v->type);
    }
    replace_outputs(block, node->outputs);
    Node* again = graph_.create(kind_, exit.values, 0);
    again->insert_before(left->result);
    return branch(node);
  }

  void remove_after(Block* block, Node* first) {
    std::vector<Node*> rest;
    for (Node* node = first; !block->is_end(node); node = node->next) rest.push_back(node);
    for (size_t i = rest.size(); i-- > 0;) {
      for (Value* output : rest[i]->outputs)
        if (!output->uses.empty()) output->replace_uses(nothing(output->type));
      rest[i]->destroy();
    }
  }

  Exit transform(Block* block) {
    Block* outer_target = target_;
    bool loop_body = block->owner && block->owner->is("prim::Loop");
    if (loop_body && std::string(kind_) == "prim::LoopContinuation") target_ = block;
    if (!block->owner && std::string(kind_) == "prim::ReturnStmt") target_ = block;
    Exit exit{no_, {}};
    for (Node* node = block->first(); !block->is_end(node);) {
      Node* next = node->next;
      if (node->is("prim::RaiseException")) {
        exit = {throws_, {}};
      } else if (node->is(kind_)) {
        exit = {yes_, node->inputs};
        node->destroy();
      } else if (node->is("prim::If")) {
        exit = branch(node);
      } else if (node->is("prim::Loop")) {
        exit = loop(node);
      } else if (node->is(kWith)) {
        exit = transform(node->block(0));
      }
      Status s = status(exit);
      if (s == Status::kWill || s == Status::kThrows) {
        remove_after(block, next);
        break;
      }
      if (s == Status::kMight) {
        if (!block->is_end(next)) exit = guard(block, exit, next);
        break;
      }
      node = next;
    }
    if (target_ == block) {
      Status s = status(exit);
      if (s == Status::kMight) {
        Node* choose = new_if(exit.happened);
        choose->insert_before(block->result);
        std::vector<Value*> otherwise = block->outputs();
        add_outputs(choose, exit.values, otherwise);
        replace_outputs(block, choose->outputs);
      } else if (s == Status::kWill) {
        replace_outputs(block, exit.values);
      }
      exit = {no_, {}};
    }
    target_ = outer_target;
    return exit;
  }

  Graph& graph_;
  const char* kind_;
  Value *yes_, *no_, *throws_;
  Block* target_ = nullptr;
  std::vector<std::pair<TypePtr, Value*>> nothings_;
};

// If the condition of a prim::If is a constant in each branch of the preceding prim::If, merges the two.
bool join_with_next(Node* first) {
  Node* second = first->next;
  if (!first->is("prim::If") || !second->is("prim::If") || second->input()->node != first) return false;
  size_t offset = second->input()->offset;
  const vm::Value* values[2] = {constant_of(first->block(0)->outputs()[offset]),
                                constant_of(first->block(1)->outputs()[offset])};
  if (!values[0] || !values[1] || !values[0]->is_bool() || !values[1]->is_bool() ||
      values[0]->as_bool() == values[1]->as_bool())
    return false;
  Graph& graph = *first->graph;
  for (int side = 0; side < 2; ++side) {
    Block* into = first->block(static_cast<size_t>(side));
    Block* from = second->block(values[side]->as_bool() ? 0 : 1);
    std::unordered_map<Value*, Value*> made;
    std::function<Value*(Value*)> map = [&](Value* v) -> Value* {
      if (v->node == first) return into->outputs()[v->offset];
      auto found = made.find(v);
      return found == made.end() ? v : found->second;
    };
    for (Node* node : from->nodes()) copy_node(graph, node, map, made)->insert_before(into->result);
    std::vector<Value*> outputs;
    for (Value* v : from->outputs()) outputs.push_back(map(v));
    for (Value* v : outputs) into->add_output(v);
  }
  for (Value* output : second->outputs) {
    Value* joined = first->add_output(output->type);
    if (!output->name.empty()) joined->set_name(output->name);
    output->replace_uses(joined);
  }
  second->destroy();
  return true;
}

void join_consecutive(Block* block) {
  for (Node* node = block->first(); !block->is_end(node);) {
    for (auto& inner : node->blocks) join_consecutive(inner.get());
    if (!join_with_next(node)) node = node->next;
  }
}

}  // namespace

void transform_exits(Graph& graph) {
  gather_withs(graph.top.get());
  Transformer(graph, "prim::LoopContinuation").run();
  Transformer(graph, "prim::ReturnStmt").run();
  join_consecutive(graph.top.get());
  spread_withs(graph.top.get());
}

}  // namespace vt::script
