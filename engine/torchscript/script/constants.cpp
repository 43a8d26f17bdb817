// Compile-time evaluation: propagates constants, inlines the taken branch of a decided prim::If,
// and pools equal constants.
#include <algorithm>
#include <cstring>
#include <set>

#include "torch/objects.h"
#include "torchscript/script/passes.h"
#include "torchscript/script/run_node.h"
#include "torchscript/trace/tracer.h"

namespace vt::script {
namespace {

class Propagator {
 public:
  Propagator(Graph& graph, bool tensors) : graph_(graph), tensors_(tensors) {}
  bool run() {
    walk(graph_.top.get());
    return changed_;
  }

 private:
  void walk(Block* block) {
    for (Node* node = block->first(); !block->is_end(node);) {
      Node* next = node->next;
      if (node->is("prim::If")) {
        const vm::Value* condition = constant_of(node->input());
        if (condition && condition->is_bool()) {
          Node* before = node->previous;
          inline_branch(node, condition->as_bool());
          changed_ = true;
          node = before->next;
          continue;
        }
        for (auto& inner : node->blocks) walk(inner.get());
        drop_same_outputs(node);
      } else if (node->is("prim::Loop")) {
        const vm::Value *trips = constant_of(node->input(0)), *start = constant_of(node->input(1));
        if ((trips && trips->as_int() < 1) || (start && !start->as_bool())) {
          for (size_t i = 0; i < node->outputs.size(); ++i) node->outputs[i]->replace_uses(node->input(i + 2));
          node->destroy();
          changed_ = true;
        } else {
          walk(node->block(0));
          drop_unchanged(node);
        }
      } else {
        fold(node);
      }
      node = next;
    }
  }

  static bool same_constant(const Value* a, const Value* b) {
    if (a == b) return true;
    const vm::Value *x = constant_of(a), *y = constant_of(b);
    if (!x || !y || !same_type(a->type, b->type) || x->is_object() || y->is_object()) return false;
    return x->same(*y);
  }
  void drop_same_outputs(Node* node) {
    for (size_t i = node->outputs.size(); i-- > 0;) {
      Value *a = node->block(0)->outputs()[i], *b = node->block(1)->outputs()[i];
      if (!same_constant(a, b)) continue;
      Value* common = a;
      if (a != b) {
        InsertScope scope(node);
        common = graph_.insert_constant(*constant_of(a), a->type, a->node->range);
      }
      node->outputs[i]->replace_uses(common);
      node->remove_output(i);
      for (auto& block : node->blocks) block->result->remove_input(i);
      changed_ = true;
    }
  }
  void drop_unchanged(Node* node) {
    Block* body = node->block(0);
    for (size_t i = node->outputs.size(); i-- > 0;) {
      if (body->outputs()[i + 1] != body->inputs()[i + 1] && body->outputs()[i + 1] != node->input(i + 2)) continue;
      node->outputs[i]->replace_uses(node->input(i + 2));
      body->inputs()[i + 1]->replace_uses(node->input(i + 2));
      node->remove_output(i);
      body->result->remove_input(i + 1);
      body->remove_input(i + 1);
      node->remove_input(i + 2);
      changed_ = true;
    }
  }

  // Unpacks a constant tuple or list.
  bool unpack(Node* node) {
    bool tuple = node->is("prim::TupleUnpack");
    if (!tuple && !(tensors_ && node->is("prim::ListUnpack"))) return false;
    const vm::Value* constant = constant_of(node->input());
    const std::vector<vm::Value>* items = nullptr;
    if (constant && constant->as<vm::Tuple>()) items = &constant->as<vm::Tuple>()->items;
    if (constant && constant->as<vm::List>()) items = &constant->as<vm::List>()->items;
    if (!items || items->size() != node->outputs.size()) return false;
    InsertScope scope(node);
    for (size_t i = 0; i < items->size(); ++i)
      node->outputs[i]->replace_uses(graph_.insert_constant((*items)[i], node->outputs[i]->type, node->range));
    node->destroy();
    return changed_ = true;
  }

  // The kind of a convolution gives the rank of its output.
  bool known_rank(Node* node) {
    if (!tensors_ || !node->is("aten::dim")) return false;
    const std::string& kind = node->input()->node->kind;
    int64_t rank = kind == "aten::conv1d" ? 3 : kind == "aten::conv2d" ? 4 : kind == "aten::conv3d" ? 5 : 0;
    if (rank == 0) return false;
    InsertScope scope(node);
    node->output()->replace_uses(graph_.insert_int(rank, node->range));
    node->destroy();
    return changed_ = true;
  }

  // A newly constructed container is not None, and an unchecked_cast of it is a no-op.
  bool known_container(Node* node) {
    if (!tensors_ || node->inputs.empty()) return false;
    auto is_made = [](Value* v) {
      return v->node->is("prim::ListConstruct") || v->node->is("prim::TupleConstruct") ||
             v->node->is("prim::DictConstruct");
    };
    InsertScope scope(node);
    if (node->is("prim::unchecked_cast") && is_made(node->input())) {
      node->output()->replace_uses(node->input());
    } else if (node->is("aten::__is__") || node->is("aten::__isnot__")) {
      if (!is_made(node->input(0)) || !is_none_constant(node->input(1))) return false;
      node->output()->replace_uses(graph_.insert_bool(node->is("aten::__isnot__"), node->range));
    } else {
      return false;
    }
    node->destroy();
    return changed_ = true;
  }

  void fold(Node* node) {
    if (unpack(node) || known_rank(node) || known_container(node)) return;
    static const std::set<std::string> skip = {"prim::Constant",     "prim::Uninitialized",  "prim::fork",
                                               "prim::GetAttr",      "prim::CallFunction",   "prim::CallMethod",
                                               "prim::CreateObject", "prim::unchecked_cast", "prim::Load",
                                               "prim::Store",        "aten::is_grad_enabled"};
    if (!node->blocks.empty() || skip.count(node->kind) || node->outputs.size() != 1 || node->inputs.empty()) return;
    if (has_side_effects(*node) || is_random(*node)) return;
    if (node->is("aten::device") && node->inputs.size() > 1) return;
    if (node->schema && (node->schema->mutates() || node->schema->variadic)) return;
    if (!tensors_ && is_mutable(node->output()->type)) return;
    if (tensors_ && (node->is("prim::ListConstruct") || node->is("prim::DictConstruct"))) {
      // A list can become one shared constant if no user writes or aliases it.
      for (const Value::Use& use : node->output()->uses) {
        const Node& user = *use.user;
        if (!user.schema || use.index >= user.schema->arguments.size() || user.schema->arguments[use.index].aliased ||
            user.schema->arguments[use.index].written)
          return;
      }
    }
    std::vector<vm::Value> inputs;
    for (Value* input : node->inputs) {
      const vm::Value* constant = constant_of(input);
      if (!constant || (!tensors_ && is_mutable(input->type))) return;
      inputs.push_back(*constant);
    }
    std::optional<vm::Value> result = try_run_node(*node, inputs);
    if (!result) return;
    TypePtr type = node->output()->type;
    if (is(type, TypeKind::kNumber))
      type = simple_type(result->is_int() ? TypeKind::kInt : result->is_float() ? TypeKind::kFloat : TypeKind::kBool);
    if (const Tensor* t = torch::as_tensor(*result)) type = traced_type(*t);
    InsertScope scope(node);
    Value* constant = graph_.insert_constant(*result, type);
    if (!node->output()->name.empty()) {
      std::string name = node->output()->name;
      node->output()->set_name("");
      constant->set_name(name);
    }
    node->output()->replace_uses(constant);
    node->destroy();
    changed_ = true;
  }

  Graph& graph_;
  bool tensors_;
  bool changed_ = false;
};

}  // namespace

bool propagate_constants(Graph& graph, bool tensors_too) { return Propagator(graph, tensors_too).run(); }

namespace {

// Contiguous CPU tensors of the same shape with equal bytes.
bool equal_tensors(const Tensor* a, const Tensor* b) {
  if (!a || !b || a->is_fake() || b->is_fake() || a->dtype() != b->dtype() || a->requires_grad() != b->requires_grad())
    return false;
  if (a->device() != b->device() || a->device().kind != DeviceKind::kCpu) return false;
  if (!(a->sizes() == b->sizes()) || !a->is_contiguous() || !b->is_contiguous()) return false;
  const size_t size = static_cast<size_t>(dtype_bytes(a->dtype()));
  auto bytes = [&](const Tensor& t) {
    return t.impl()->storage->data() + static_cast<size_t>(t.impl()->offset) * size;
  };
  return std::memcmp(bytes(*a), bytes(*b), static_cast<size_t>(a->numel()) * size) == 0;
}

bool equal_constants(const Node& a, const Node& b) {
  if (a.function || b.function) return a.function == b.function;
  if (!same_type(a.output()->type, b.output()->type)) return false;
  const vm::Value &x = a.constant, &y = b.constant;
  if (!x.is_object() || !y.is_object()) return x.tag() == y.tag() && x.same(y);
  if (torch::as_tensor(x) || torch::as_tensor(y))
    return x.same(y) || equal_tensors(torch::as_tensor(x), torch::as_tensor(y));
  if (const vm::Str* text = x.as<vm::Str>()) return y.as<vm::Str>() && y.as<vm::Str>()->text == text->text;
  if (x.as<vm::Dict>()) return x.same(y);
  return constant_text(x, a.output()->type) == constant_text(y, b.output()->type);
}

void pool(Block* block, std::vector<Node*>& known) {
  for (Node* node = block->first(); !block->is_end(node);) {
    Node* next = node->next;
    for (auto& inner : node->blocks) pool(inner.get(), known);
    if (node->is("prim::Constant")) {
      auto same = std::find_if(known.begin(), known.end(), [&](Node* k) { return equal_constants(*k, *node); });
      if (same == known.end()) {
        known.push_back(node);
        Node* first = node->graph->top->first();
        if (first != node) node->move_before(first);
      } else if (*same != node) {
        node->output()->replace_uses((*same)->output());
        node->destroy();
      }
    }
    node = next;
  }
}

}  // namespace

void pool_constants(Graph& graph) {
  std::vector<Node*> known;
  pool(graph.top.get(), known);
}

}  // namespace vt::script
