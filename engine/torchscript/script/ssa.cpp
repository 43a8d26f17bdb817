// SSA construction: first, variables written in control flow become outputs of its nodes; then each load becomes
// the last stored value. Loops get their condition as a value; break and continue become exits.
#include <algorithm>
#include <set>

#include "support/check.h"
#include "torchscript/script/function.h"
#include "torchscript/script/passes.h"

namespace vt::script {
namespace {

bool meaningful(const std::string& name) {
  if (name.empty() || name[0] == '$') return false;
  return name[0] != '_' || name.find_first_not_of("0123456789", 1) != std::string::npos;
}

Node* make_load(Graph& graph, const std::string& name, const TypePtr& type) {
  Node* node = graph.create("prim::Load");
  node->set("name", name);
  node->output()->type = type;
  return node;
}
Node* make_store(Graph& graph, const std::string& name, Value* value) {
  Node* node = graph.create("prim::Store", {value}, 0);
  node->set("name", name);
  return node;
}

// Makes every variable that a branch or loop stores an output of its node.
class LoadStores {
 public:
  explicit LoadStores(Graph& graph) : graph_(graph) {}
  using Types = std::map<std::string, TypePtr>;

  Types run(Block* block) {
    frames_.emplace_back();
    for (Node* node : block->nodes()) {
      if (node->is("prim::Store")) frames_.back()[node->text("name")] = node->input()->type;
      else if (node->is("prim::If")) branch(node);
      else if (node->is("prim::Loop")) loop(node);
      else
        for (auto& inner : node->blocks) run(inner.get());
    }
    Types types = std::move(frames_.back());
    frames_.pop_back();
    return types;
  }

 private:
  TypePtr find(const std::string& name) const {
    for (size_t i = frames_.size(); i-- > 0;) {
      auto found = frames_[i].find(name);
      if (found != frames_[i].end()) return found->second;
    }
    return nullptr;
  }
  void block_output(Block* block, const TypePtr& type, const std::string& name) {
    Node* load = block->append(make_load(graph_, name, type));
    block->add_output(load->output());
  }
  void node_output(Node* node, const TypePtr& type, const std::string& name) {
    Value* out = node->add_output(type);
    if (meaningful(name)) out->set_name(name);
    make_store(graph_, name, out)->insert_after(node);
    frames_.back()[name] = type;
  }
  void branch(Node* node) {
    Types set[2] = {run(node->block(0)), run(node->block(1))};
    std::set<std::string> changed;
    auto known = [&](int side, const std::string& name) { return set[side].count(name) || find(name); };
    for (int side = 0; side < 2; ++side)
      for (const auto& [name, type] : set[side])
        if (known(1 - side, name)) changed.insert(name);
    for (const std::string& name : changed) {
      TypePtr types[2];
      for (int side = 0; side < 2; ++side) types[side] = set[side].count(name) ? set[side][name] : find(name);
      std::optional<TypePtr> both = unify(types[0], types[1]);
      if (!both) continue;  // never loaded: the emitter has checked that
      block_output(node->block(0), types[0], name);
      block_output(node->block(1), types[1], name);
      node_output(node, *both, name);
    }
  }
  void loop(Node* node) {
    Block* body = node->block(0);
    Types set = run(body);
    run(node->block(1));
    for (const auto& [name, type] : set) {
      TypePtr outside = find(name);
      if (!outside) continue;
      std::optional<TypePtr> both = unify(outside, type);
      TypePtr carried = both ? *both : outside;
      Node* load = make_load(graph_, name, outside);
      load->insert_before(node);
      node->add_input(load->output());
      Value* input = body->add_input(carried, name);
      make_store(graph_, name, input)->insert_after(body->param);
      block_output(body, type, name);
      node_output(node, carried, name);
    }
  }

  Graph& graph_;
  std::vector<Types> frames_;
};

// Copies the nodes of `from` before `node`; returns the copies of its outputs.
std::vector<Value*> copy_block_before(Graph& graph, Node* node, Block* from) {
  std::unordered_map<Value*, Value*> made;
  std::function<Value*(Value*)> map = [&](Value* v) {
    auto found = made.find(v);
    return found == made.end() ? v : found->second;
  };
  for (Node* inner : from->nodes()) copy_node(graph, inner, map, made)->insert_before(node);
  std::vector<Value*> outputs;
  for (Value* out : from->outputs()) outputs.push_back(map(out));
  return outputs;
}

// Lowers break and continue to prim::LoopContinuation: whether to continue, and the loop-carried values.
class Continuations {
 public:
  explicit Continuations(Graph& graph) : graph_(graph) {
    InsertScope scope(graph.top->first());
    no_ = graph.insert_bool(false);
  }
  void run(Block* block) {
    for (Node* node : block->nodes()) {
      if (node->is("prim::Loop")) {
        Node* outer = loop_;
        loop_ = node;
        run(node->block(0));
        loop_ = outer;
      } else if (node->is("prim::ContinueStmt") || node->is("prim::BreakStmt")) {
        Node* exit = graph_.create("prim::LoopContinuation", 0);
        exit->insert_after(node);
        if (node->is("prim::BreakStmt")) {
          exit->add_input(no_);
        } else {
          exit->add_input(copy_block_before(graph_, node, loop_->block(1))[0]);
        }
        for (Value* carried : loop_->block(0)->outputs()) {
          Node* load = make_load(graph_, carried->node->text("name"), carried->type);
          load->insert_before(exit);
          exit->add_input(load->output());
        }
        node->destroy();
      } else {
        for (auto& inner : node->blocks) run(inner.get());
      }
    }
  }

 private:
  Graph& graph_;
  Node* loop_ = nullptr;
  Value* no_;
};

void move_block_before(Node* node, Block* block) {
  for (Node* inner : block->nodes()) inner->move_before(node);
}

void inline_conditions(Graph& graph, Block* block) {
  for (Node* node : block->nodes()) {
    for (auto& inner : node->blocks) inline_conditions(graph, inner.get());
    if (!node->is("prim::Loop")) continue;
    Block *body = node->block(0), *condition = node->block(1);
    std::vector<Value*> before = copy_block_before(graph, node, condition);
    node->insert_input(1, before[0]);
    Value* again = condition->outputs()[0];
    condition->result->remove_inputs();
    move_block_before(body->result, condition);
    body->result->insert_input(0, again);
    node->remove_block(1);
  }
}

class Erase {
 public:
  void run(Block* block) {
    frames_.emplace_back();
    walk(block);
    frames_.pop_back();
  }

 private:
  void walk(Block* block) {
    for (Node* node : block->nodes()) {
      if (node->is("prim::Store")) {
        frames_.back()[node->text("name")] = node->input();
        node->destroy();
      } else if (node->is("prim::Load")) {
        Value* value = find(node->text("name"));
        VT_CHECK(value, "a variable is stored before it is loaded");
        node->output()->replace_uses(value);
        node->destroy();
      } else if (node->is("prim::ComprehensionScope")) {
        run(node->block(0));
        move_block_before(node, node->block(0));
        node->destroy();
      } else {
        for (auto& inner : node->blocks) run(inner.get());
      }
    }
  }
  Value* find(const std::string& name) const {
    for (size_t i = frames_.size(); i-- > 0;) {
      auto found = frames_[i].find(name);
      if (found != frames_[i].end()) return found->second;
    }
    return nullptr;
  }
  std::vector<std::map<std::string, Value*>> frames_;
};

// Turns the block of each fork into a graph whose inputs are the values that it captures. PyTorch packs the
// captured values into a tuple first; the value numbers account for that.
void lift_forks(Graph& graph) {
  std::vector<Node*> forks;
  for_each_node(graph.top.get(), [&](Node* node) {
    if (node->is("prim::fork") && !node->blocks.empty()) forks.push_back(node);
  });
  graph.next_unique += forks.size();
  for (size_t i = forks.size(); i-- > 0;) {  // inner forks first
    Node* fork = forks[i];
    auto body = std::make_shared<Graph>();
    body->next_unique = 1;
    std::unordered_map<Value*, Value*> made;
    std::function<Value*(Value*)> map = [&](Value* v) {
      auto found = made.find(v);
      if (found != made.end()) return found->second;
      fork->add_input(v);
      return made[v] = body->top->add_input(v->type, v->name);
    };
    for (Node* node : fork->block(0)->nodes()) body->insert(copy_node(*body, node, map, made));
    body->top->add_output(map(fork->block(0)->outputs()[0]));
    eliminate_dead_code(*body);
    fork->remove_block(0);
    fork->attributes["Subgraph"].kind = Attribute::Kind::kGraph;
    fork->attributes["Subgraph"].graph = body;
  }
  for (Node* fork : forks)
    if (fork->output()->name.empty()) fork->output()->unique = graph.next_unique++;
    else ++graph.next_unique;
}

}  // namespace

void convert_to_ssa(Graph& graph) {
  LoadStores(graph).run(graph.top.get());
  Continuations(graph).run(graph.top.get());
  inline_conditions(graph, graph.top.get());
  Erase().run(graph.top.get());
  transform_exits(graph);
  lift_forks(graph);
}

}  // namespace vt::script
