// The standard passes of every compiled function: dead code, constants, tuples, loops.
#include "torchscript/script/passes.h"

#include <algorithm>
#include <set>

#include "torch/objects.h"
#include "torchscript/script/run_node.h"

namespace vt::script {

void for_each_node(Block* block, const std::function<void(Node*)>& each) {
  for (Node* node = block->first(); !block->is_end(node);) {
    Node* next = node->next;
    for (auto& inner : node->blocks) for_each_node(inner.get(), each);
    each(node);
    node = next;
  }
}

bool is_random(const Node& node) {
  static const std::set<std::string> kinds = {
      "aten::dropout",         "aten::rand",      "aten::randn",       "aten::rand_like",    "aten::randn_like",
      "aten::randint",         "aten::bernoulli", "aten::multinomial", "aten::randperm",     "aten::normal",
      "aten::feature_dropout", "aten::rrelu",     "aten::poisson",     "aten::randint_like", "aten::alpha_dropout",
      "aten::bernoulli_",      "aten::normal_",   "aten::uniform_",    "aten::random_",      "aten::exponential_"};
  return kinds.count(node.kind) > 0;
}

namespace {

// A container or tensor created in the graph that is only written to: the writes are dead.
bool only_written(const Value* value) {
  const Node& maker = *value->node;
  bool fresh = maker.is("prim::ListConstruct") || maker.is("prim::DictConstruct");
  if (!fresh && maker.schema && !maker.is("prim::Constant")) {
    fresh = std::none_of(maker.schema->arguments.begin(), maker.schema->arguments.end(),
                         [](const Argument& a) { return a.aliased || a.written; }) &&
            is(value->type, TypeKind::kTensor) && !maker.is("aten::__getitem__") && maker.kind.rfind("aten::", 0) == 0;
  }
  if (!fresh) return false;
  for (const Value::Use& use : value->uses) {
    const Node& user = *use.user;
    if (!user.schema || use.index >= user.schema->arguments.size() || !user.schema->arguments[use.index].written)
      return false;
    if (user.has_uses()) return false;
  }
  return true;
}

bool own_side_effects(const Node& node) {
  static const std::set<std::string> kinds = {"prim::Print",
                                              "prim::RaiseException",
                                              "prim::SetAttr",
                                              "prim::Enter",
                                              "prim::Exit",
                                              "prim::PythonOp",
                                              "prim::CallFunction",
                                              "prim::CallMethod",
                                              "prim::Store",
                                              "aten::warn",
                                              "aten::backward",
                                              "aten::save",
                                              "aten::manual_seed",
                                              "aten::wait",
                                              "prim::ReturnStmt",
                                              "prim::TracedModuleForward",
                                              "prim::LoopContinuation",
                                              "aten::set_grad_enabled",
                                              "prim::CreateObject"};
  if (kinds.count(node.kind) || node.kind.rfind("size::", 0) == 0) return true;
  if (!node.schema || !node.schema->mutates()) return false;
  for (size_t i = 0; i < node.inputs.size() && i < node.schema->arguments.size(); ++i)
    if (node.schema->arguments[i].written && !only_written(node.inputs[i])) return true;
  return false;
}

}  // namespace

bool has_side_effects(const Node& node) {
  if (own_side_effects(node)) return true;
  for (const auto& block : node.blocks)
    for (const Node* inner = block->first(); !block->is_end(inner); inner = inner->next)
      if (has_side_effects(*inner)) return true;
  return false;
}

namespace {

bool remove_unused_outputs(Node* node) {
  bool changed = false;
  if (node->is("prim::If")) {
    for (size_t i = node->outputs.size(); i-- > 0;) {
      if (!node->outputs[i]->uses.empty()) continue;
      node->remove_output(i);
      for (auto& block : node->blocks) block->result->remove_input(i);
      changed = true;
    }
  } else if (node->is("prim::Loop")) {
    Block* body = node->block(0);
    for (size_t i = node->outputs.size(); i-- > 0;) {
      if (!node->outputs[i]->uses.empty()) continue;
      // The loop uses the value, unless the body only passes it through.
      Value* input = body->inputs()[i + 1];
      bool needed = std::any_of(input->uses.begin(), input->uses.end(), [&](const Value::Use& use) {
        return !(use.user == body->result && use.index == i + 1);
      });
      if (needed) continue;
      node->remove_output(i);
      body->result->remove_input(i + 1);
      body->remove_input(i + 1);
      node->remove_input(i + 2);
      changed = true;
    }
  }
  return changed;
}

bool sweep(Block* block) {
  bool changed = false;
  for (Node* node = block->result->previous; node != block->param;) {
    Node* before = node->previous;
    // As in PyTorch, a loop with carried values stays.
    if (!node->has_uses() && node->is("prim::Loop")) changed |= remove_unused_outputs(node);
    bool carries = node->is("prim::Loop") && !node->outputs.empty();
    if (!node->has_uses() && !carries && !has_side_effects(*node)) {
      node->destroy();
      changed = true;
    } else {
      changed |= remove_unused_outputs(node);
      for (auto& inner : node->blocks) changed |= sweep(inner.get());
    }
    node = before;
  }
  return changed;
}

}  // namespace

void eliminate_dead_code(Graph& graph) {
  while (sweep(graph.top.get())) {
  }
}

void inline_branch(Node* node, bool taken) {
  Block* block = node->block(taken ? 0 : 1);
  std::vector<Value*> outputs = block->outputs();
  block->result->remove_inputs();
  for (Node* inner : block->nodes()) inner->move_before(node);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!node->outputs[i]->name.empty() && outputs[i]->name.empty() && !outputs[i]->node->is("prim::Constant")) {
      std::string name = node->outputs[i]->name;
      node->outputs[i]->set_name("");
      outputs[i]->set_name(name);
    }
    node->outputs[i]->replace_uses(outputs[i]);
  }
  node->destroy();
}

void lower_simple_tuples(Graph& graph) {
  for_each_node(graph.top.get(), [](Node* node) {
    Node* maker = node->inputs.empty() ? nullptr : node->input()->node;
    if (!maker || !maker->is("prim::TupleConstruct")) return;
    if (node->is("prim::TupleUnpack")) {
      for (size_t i = 0; i < node->outputs.size(); ++i) {
        Value* item = maker->inputs[i];
        node->outputs[i]->replace_uses(item);
      }
    } else if (node->is("prim::TupleIndex")) {
      const vm::Value* index = constant_of(node->input(1));
      if (!index) return;
      int64_t i = index->as_int();
      if (i < 0) i += static_cast<int64_t>(maker->inputs.size());
      node->output()->replace_uses(maker->inputs[static_cast<size_t>(i)]);
    }
  });
  eliminate_dead_code(graph);
}

void canonicalize_loops(Graph& graph) {
  for_each_node(graph.top.get(), [&](Node* node) {
    if (!node->is("prim::Loop")) return;
    Block* body = node->block(0);
    auto truth = [](Value* v) {
      const vm::Value* c = constant_of(v);
      return c && c->as_bool();
    };
    const vm::Value* trips = constant_of(node->input(0));
    bool always = truth(node->input(1)) && truth(body->outputs()[0]);
    bool counted = !trips || trips->as_int() != INT64_MAX || !body->inputs()[0]->uses.empty();
    if (always || !counted) return;
    InsertScope before(node);
    Value* zero = graph.insert_int(0);
    Value* one = graph.insert_int(1);
    Value* limit = node->input(0);
    Value* start = emit_builtin(graph, "aten::gt", {limit, zero}, {});
    node->replace_input(0, graph.insert_int(INT64_MAX));
    if (!truth(node->input(1))) start = emit_builtin(graph, "aten::__and__", {start, node->input(1)}, {});
    node->replace_input(1, start);
    node->add_output(simple_type(TypeKind::kInt));
    InsertScope inside(body);
    node->add_input(zero);
    Value* counter = body->add_input(simple_type(TypeKind::kInt));
    body->inputs()[0]->set_name("");
    body->inputs()[0]->replace_uses(counter);
    Value* next = emit_builtin(graph, "aten::add", {counter, one}, {});
    body->add_output(next);
    Value* below = emit_builtin(graph, "aten::lt", {next, limit}, {});
    Value* go_on = emit_builtin(graph, "aten::__and__", {below, body->outputs()[0]}, {});
    body->result->replace_input(0, go_on);
  });
}

namespace {

// Sorts the outputs of branches and loops by their first use.
class OutputOrder {
 public:
  explicit OutputOrder(Graph& graph) : graph_(graph) { number(graph.top.get()); }
  void run() { walk(graph_.top.get()); }

 private:
  void number(Block* block) {
    for (Node* node = block->first();; node = node->next) {
      place_[node] = next_++;
      for (auto& inner : node->blocks) number(inner.get());
      if (block->is_end(node)) return;
    }
  }
  std::pair<size_t, size_t> first_use(const Value* value) const {
    std::pair<size_t, size_t> first{SIZE_MAX, 0};
    for (const Value::Use& use : value->uses) first = std::min(first, {place_.at(use.user), use.index});
    return first;
  }
  void walk(Block* block) {
    for (Node* node = block->result->previous; node != block->param; node = node->previous) {
      if (node->is("prim::If") || node->is("prim::Loop")) sort(node);
      for (auto& inner : node->blocks) walk(inner.get());
    }
  }
  static void reorder_inputs(Node* node, const std::vector<size_t>& order, size_t offset) {
    std::vector<Value*> old = node->inputs;
    for (size_t i = 0; i < order.size(); ++i)
      if (node->inputs[offset + i] != old[offset + order[i]]) node->replace_input(offset + i, old[offset + order[i]]);
  }
  static void reorder_outputs(Node* node, const std::vector<size_t>& order, size_t offset) {
    std::vector<Value*> old = node->outputs;
    for (size_t i = 0; i < order.size(); ++i) {
      node->outputs[offset + i] = old[offset + order[i]];
      node->outputs[offset + i]->offset = offset + i;
    }
  }
  void sort(Node* node) {
    std::vector<size_t> order(node->outputs.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::vector<std::pair<size_t, size_t>> uses;
    for (Value* output : node->outputs) uses.push_back(first_use(output));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return uses[a] < uses[b]; });
    reorder_outputs(node, order, 0);
    if (node->is("prim::If")) {
      for (auto& block : node->blocks) reorder_inputs(block->result, order, 0);
    } else {
      reorder_inputs(node, order, 2);
      reorder_outputs(node->block(0)->param, order, 1);
      reorder_inputs(node->block(0)->result, order, 1);
    }
  }
  Graph& graph_;
  std::unordered_map<const Node*, size_t> place_;
  size_t next_ = 0;
};

}  // namespace

void cleanup(Graph& graph) {
  // Empty list literals without another type become lists of tensors.
  for_each_node(graph.top.get(), [&](Node* node) {
    if (!node->is("prim::EmptyListLiteral")) return;
    Node* list = graph.create("prim::ListConstruct");
    list->output()->type = node->output()->type;
    list->insert_before(node);
    node->output()->replace_uses(list->output());
    node->destroy();
  });
  eliminate_dead_code(graph);
  lower_simple_tuples(graph);
  propagate_constants(graph, false);
  eliminate_dead_code(graph);
  pool_constants(graph);
  OutputOrder(graph).run();
}

void inline_calls(Graph& graph) {
  for_each_node(graph.top.get(), [&](Node* node) {
    bool function = node->is("prim::CallFunction"), method = node->is("prim::CallMethod");
    if (!function && !method) return;
    FunctionPtr callee = function ? node->input()->node->function : node->function;
    if (!callee) return;
    ensure_ready(*callee);
    if (!callee->graph) return;  // a method of an interface
    std::shared_ptr<Graph> body = callee->prepared();
    std::vector<Value*> arguments(node->inputs.begin() + (function ? 1 : 0), node->inputs.end());
    InsertScope scope(node);
    std::vector<Value*> results = graph.inline_graph(*body, arguments, [&](Node* made, Node*) {
      made->inlined_from.push_back({node->range, callee->name});
    });
    if (!node->output()->name.empty()) {
      std::string name = node->output()->name;
      node->output()->set_name("");
      if (results[0]->node->owner && !results[0]->node->is("prim::Param")) results[0]->set_name(name);
    }
    node->output()->replace_uses(results[0]);
    Node* constant = function ? node->input()->node : nullptr;
    node->destroy();
    if (constant && !constant->has_uses()) constant->destroy();
  });
}

std::shared_ptr<Graph> Function::inlined() {
  if (!inlined_graph) {
    inlined_graph = graph->copy();
    inline_calls(*inlined_graph);
  }
  return inlined_graph;
}

// Simplifications by types alone: a value that cannot be None is not None and needs no unwrapping; a
// prim::If that returns True or False is its condition.
void simplify_by_types(Graph& graph) {
  for_each_node(graph.top.get(), [&](Node* node) {
    if (node->is("prim::If")) {
      for (Value* output : node->outputs) {
        const vm::Value* yes = constant_of(node->block(0)->outputs()[output->offset]);
        const vm::Value* no = constant_of(node->block(1)->outputs()[output->offset]);
        if (yes && no && yes->is_bool() && no->is_bool() && yes->as_bool() && !no->as_bool())
          output->replace_uses(node->input());
      }
      return;
    }
    if (node->is("prim::unchecked_cast") && is_subtype(node->input()->type, node->output()->type)) {
      node->output()->replace_uses(node->input());
      return node->destroy();
    }
    if (!node->is("aten::__is__") && !node->is("aten::__isnot__")) return;
    if (!is(node->input(1)->type, TypeKind::kNone) || may_be_none(node->input(0)->type)) return;
    InsertScope scope(node);
    node->output()->replace_uses(graph.insert_bool(node->is("aten::__isnot__"), node->range));
    node->destroy();
  });
}

std::shared_ptr<Graph> Function::prepared() {
  if (!prepared_graph) {
    prepared_graph = inlined()->copy();
    simplify_by_types(*prepared_graph);
    propagate_constants(*prepared_graph, false);
    eliminate_dead_code(*prepared_graph);
    pool_constants(*prepared_graph);
  }
  return prepared_graph;
}

void merge_common(Graph& graph) {
  std::function<void(Block*, std::vector<Node*>)> walk = [&](Block* block, std::vector<Node*> known) {
    for (Node* node : block->nodes()) {
      bool plain = node->blocks.empty() && !has_side_effects(*node) && !is_random(*node) && !node->outputs.empty() &&
                   !node->is("prim::Constant") && !node->is("prim::Uninitialized") && node->attributes.empty() &&
                   !(node->schema && node->schema->mutates());
      for (const Value* output : node->outputs)
        plain &= !is_mutable(output->type) || is(output->type, TypeKind::kTensor);
      if (plain) {
        auto same = std::find_if(known.begin(), known.end(), [&](Node* k) {
          return k->kind == node->kind && k->inputs == node->inputs && k->outputs.size() == node->outputs.size();
        });
        if (same != known.end()) {
          for (size_t i = 0; i < node->outputs.size(); ++i) node->outputs[i]->replace_uses((*same)->outputs[i]);
          node->destroy();
          continue;
        }
        known.push_back(node);
      }
      // A write invalidates the available expressions.
      if (node->schema && node->schema->mutates()) known.clear();
      for (auto& inner : node->blocks) walk(inner.get(), known);
    }
  };
  pool_constants(graph);
  walk(graph.top.get(), {});
}

}  // namespace vt::script
