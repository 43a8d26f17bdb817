// Freezing: turns a module in eval mode into one graph with constant attributes, folds batch norms into the
// preceding convolutions, and removes dropout.
#include <algorithm>

#include "eager/autograd.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/passes.h"
#include "torchscript/script/scripts.h"
#include "torchscript/trace/tracer.h"

namespace vt::script {
namespace {

// The slot that a chain of GetAttr nodes from `self` reads; null for other values.
vm::Value* slot_at(const Value* value, const Value* self, ScriptObject& root) {
  const Node& node = *value->node;
  if (!node.is("prim::GetAttr")) return nullptr;
  ScriptObject* object = &root;
  if (node.input() != self) {
    vm::Value* owner = slot_at(node.input(), self, root);
    object = owner ? owner->as<ScriptObject>() : nullptr;
  }
  int slot = object ? object->cls->find(node.text("name")) : -1;
  return slot < 0 ? nullptr : &object->slots[static_cast<size_t>(slot)];
}

// Adds all values that may alias, contain or view `value`, following its uses.
void add_aliases(const Value* value, std::set<const Value*>& all) {
  if (!all.insert(value).second) return;
  static const std::set<std::string> passing = {
      "prim::ListConstruct", "prim::TupleConstruct", "prim::DictConstruct", "prim::TupleIndex",
      "prim::TupleUnpack",   "prim::ListUnpack",     "aten::__getitem__",   "prim::unchecked_cast",
      "aten::values",        "aten::items",          "aten::detach",        "aten::_unwrap_optional"};
  for (const Value::Use& use : value->uses) {
    const Node& user = *use.user;
    bool passes = passing.count(user.kind) > 0;
    if (user.schema && use.index < user.schema->arguments.size()) passes |= user.schema->arguments[use.index].aliased;
    if (passes)
      for (const Value* each : user.outputs) add_aliases(each, all);
    if (!user.is("prim::Return")) continue;  // of an inner block: the result aliases the node's output
    const Node* owner = user.owner->owner;
    if (!owner) continue;
    size_t at = owner->is("prim::Loop") ? use.index - 1 : use.index;
    if (at < owner->outputs.size()) add_aliases(owner->outputs[at], all);
  }
}

bool is_written(const std::set<const Value*>& aliases) {
  for (const Value* value : aliases)
    for (const Value::Use& use : value->uses) {
      const Schema* schema = use.user->schema;
      if (schema && use.index < schema->arguments.size() && schema->arguments[use.index].written) return true;
    }
  return false;
}

// Adds identities of memory: the storages of tensors inside a value, and the containers. Two values that
// share one may alias.
void add_memory(const vm::Value& value, std::set<const void*>& all) {
  if (const Tensor* t = torch::as_tensor(value)) {
    if (t->impl()->storage) all.insert(t->impl()->storage.get());
  } else if (const vm::List* list = value.as<vm::List>()) {
    all.insert(list);
    for (const vm::Value& item : list->items) add_memory(item, all);
  } else if (const vm::Tuple* tuple = value.as<vm::Tuple>()) {
    for (const vm::Value& item : tuple->items) add_memory(item, all);
  } else if (const vm::Dict* dict = value.as<vm::Dict>()) {
    all.insert(dict);
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null()) add_memory(entry.value, all);
  }
}

void for_each_slot(ScriptObject& object, const std::function<void(vm::Value&)>& each) {
  for (vm::Value& slot : object.slots) {
    each(slot);
    if (ScriptObject* inner = slot.as<ScriptObject>()) for_each_slot(*inner, each);
  }
}

const Tensor* constant_tensor(const Value* value) {
  const vm::Value* constant = constant_of(value);
  return constant ? torch::as_tensor(*constant) : nullptr;
}

// Copy for use as a constant: detached from the autograd graph, in new containers.
vm::Value detached(const vm::Value& v) {
  if (const vm::List* list = v.as<vm::List>()) {
    std::vector<vm::Value> items;
    for (const vm::Value& item : list->items) items.push_back(detached(item));
    return vm::make_list(std::move(items));
  }
  if (const vm::Dict* dict = v.as<vm::Dict>()) {
    vm::Value made = vm::make<vm::Dict>();
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null())
        made.as<vm::Dict>()->table.insert(*vm::Interpreter::current(), entry.key, detached(entry.value));
    return made;
  }
  const Tensor* t = torch::as_tensor(v);
  return t && t->requires_grad() ? torch::wrap(detach(*t)) : v;
}

// Keeps the attribute at `path` ("sub.weight") and everything below it.
void keep_path(ScriptObject& root, const std::string& path, KeptSlots& kept) {
  ScriptObject* object = &root;
  for (size_t start = 0; object && start <= path.size();) {
    size_t dot = std::min(path.find('.', start), path.size());
    int slot = object->cls->find(path.substr(start, dot - start));
    if (slot < 0) return;
    vm::Value& held = object->slots[static_cast<size_t>(slot)];
    start = dot + 1;
    object = held.as<ScriptObject>();
    if (start <= path.size()) continue;
    kept.insert(&held);
    if (object) for_each_slot(*object, [&](vm::Value& inner) { kept.insert(&inner); });
  }
}

}  // namespace

KeptSlots kept_slots(ScriptObject& self, const std::vector<std::string>& methods,
                     const std::vector<std::string>& preserved) {
  KeptSlots kept;
  for (const std::string& path : preserved) keep_path(self, path, kept);
  for (const std::string& name : methods) {
    FunctionPtr method = self.cls->method(name);
    std::shared_ptr<Graph> graph = method->inlined();
    Value* root = graph->inputs()[0];
    for_each_node(graph->top.get(), [&](Node* node) {
      if (node->is("prim::SetAttr")) {
        ScriptObject* object = &self;
        if (node->input(0) != root) {
          vm::Value* owner = slot_at(node->input(0), root, self);
          object = owner ? owner->as<ScriptObject>() : nullptr;
        }
        int slot = object ? object->cls->find(node->text("name")) : -1;
        if (slot >= 0) kept.insert(&object->slots[static_cast<size_t>(slot)]);
      }
      if (!node->is("prim::GetAttr") || is(node->output()->type, TypeKind::kClass)) return;
      vm::Value* slot = slot_at(node->output(), root, self);
      std::set<const Value*> aliases;
      if (slot) add_aliases(node->output(), aliases);
      if (slot && is_written(aliases)) kept.insert(slot);
    });
  }
  // Attributes that share memory with a kept attribute are kept too, because a write changes both.
  for (bool more = true; more;) {
    std::set<const void*> memory;
    for (const vm::Value* slot : kept) add_memory(*slot, memory);
    size_t before = kept.size();
    for_each_slot(self, [&](vm::Value& slot) {
      std::set<const void*> own;
      add_memory(slot, own);
      if (std::any_of(own.begin(), own.end(), [&](const void* each) { return memory.count(each) > 0; }))
        kept.insert(&slot);
    });
    more = kept.size() > before;
  }
  return kept;
}

namespace {
// The attributes that the frozen graphs still read or set, and the modules on the path to them. `whole`: the modules
// among them that escape (into a fork, or an interface method) and must stay complete.
struct UsedSlots {
  KeptSlots slots, whole;
};
UsedSlots used_slots(ScriptObject& self, const std::vector<std::shared_ptr<Graph>>& graphs) {
  UsedSlots used;
  auto is_looked_into = [](const Value::Use& use) {
    return use.user->is("prim::GetAttr") || (use.user->is("prim::SetAttr") && use.index == 0);
  };
  for (const std::shared_ptr<Graph>& graph : graphs)
    for_each_node(graph->top.get(), [&](Node* node) {
      const Value* root = graph->inputs()[0];
      if (vm::Value* slot = node->is("prim::GetAttr") ? slot_at(node->output(), root, self) : nullptr) {
        used.slots.insert(slot);
        const std::vector<Value::Use>& uses = node->output()->uses;
        if (!std::all_of(uses.begin(), uses.end(), is_looked_into)) used.whole.insert(slot);
      }
      if (!node->is("prim::SetAttr")) return;
      ScriptObject* object = &self;
      if (node->input(0) != root) {
        vm::Value* owner = slot_at(node->input(0), root, self);
        object = owner ? owner->as<ScriptObject>() : nullptr;
      }
      int slot = object ? object->cls->find(node->text("name")) : -1;
      if (slot >= 0) used.slots.insert(&object->slots[static_cast<size_t>(slot)]);
    });
  return used;
}
}  // namespace

// PyTorch copies the class of every submodule under a new mangled name; keeps the counter equal.
static void count_copied_classes(const ScriptObject& object, std::set<const ClassType*>& known) {
  for (const vm::Value& slot : object.slots) {
    const ScriptObject* child = slot.as<ScriptObject>();
    if (!child || child->cls->plain || !known.insert(child->cls.get()).second) continue;
    ++scripts().mangled;
    count_copied_classes(*child, known);
  }
}

static vm::Value with_slots(ScriptObject& from, const UsedSlots& used) {
  std::shared_ptr<ClassType> cls = make_class("__torch__." + from.cls->original_name);
  cls->original_name = from.cls->original_name;
  vm::Value made = vm::make<ScriptObject>(cls);
  for (size_t i = 0; i < from.slots.size(); ++i) {
    if (!used.slots.count(&from.slots[i])) continue;
    ClassAttribute attribute = from.cls->attributes[i];
    vm::Value value = from.slots[i];
    ScriptObject* child = value.as<ScriptObject>();
    if (child && !child->cls->plain && !used.whole.count(&from.slots[i])) {
      value = with_slots(*child, used);
      attribute.type = value.as<ScriptObject>()->cls->type;
    }
    cls->attributes.push_back(attribute);
    made.as<ScriptObject>()->slots.push_back(value);
  }
  return made;
}

vm::Value frozen_object(ScriptObject& self, const std::vector<std::shared_ptr<Graph>>& graphs,
                        const std::vector<std::string>& preserved) {
  UsedSlots used = used_slots(self, graphs);
  for (const std::string& path : preserved) {
    keep_path(self, path, used.slots);
    for (size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
      ScriptObject* object = &self;
      for (size_t start = 0; object && start < dot;) {
        size_t end = std::min(path.find('.', start), dot);
        int slot = object->cls->find(path.substr(start, end - start));
        if (slot < 0) break;
        vm::Value& held = object->slots[static_cast<size_t>(slot)];
        used.slots.insert(&held);
        object = held.as<ScriptObject>();
        start = end + 1;
      }
    }
  }
  vm::Value made = with_slots(self, used);
  std::set<const ClassType*> known;
  count_copied_classes(self, known);
  return made;
}

// Unrolls loops whose trip count is a small constant.
static bool unroll_loops(Graph& graph) {
  constexpr int64_t kMostRounds = 8;
  bool changed = false;
  for_each_node(graph.top.get(), [&](Node* node) {
    if (!node->is("prim::Loop")) return;
    Block* body = node->block(0);
    auto is_true = [](Value* v) {
      const vm::Value* c = constant_of(v);
      return c && c->is_bool() && c->as_bool();
    };
    const vm::Value* trips = constant_of(node->input(0));
    if (!trips || trips->as_int() > kMostRounds || !is_true(node->input(1)) || !is_true(body->outputs()[0])) return;
    if (body->nodes().size() > 32) return;
    InsertScope scope(node);
    std::vector<Value*> carried(node->inputs.begin() + 2, node->inputs.end());
    for (int64_t round = 0; round < trips->as_int(); ++round) {
      std::unordered_map<Value*, Value*> made;
      made[body->inputs()[0]] = graph.insert_int(round);
      for (size_t i = 0; i < carried.size(); ++i) made[body->inputs()[i + 1]] = carried[i];
      auto map = [&](Value* v) {
        auto found = made.find(v);
        return found == made.end() ? v : found->second;
      };
      for (Node* inner : body->nodes()) graph.insert(copy_node(graph, inner, map, made));
      for (size_t i = 0; i < carried.size(); ++i) carried[i] = map(body->outputs()[i + 1]);
    }
    for (size_t i = 0; i < carried.size(); ++i) node->outputs[i]->replace_uses(carried[i]);
    node->destroy();
    changed = true;
  });
  return changed;
}

// Drops the shapes that a trace recorded: they do not hold in frozen graphs, whose attributes are constants.
static void forget_shapes(Graph& graph) {
  auto forget = [](Value* value) {
    if (!value->type->detail.empty()) value->type = tensor_type();
  };
  for (Value* input : graph.inputs()) forget(input);
  for_each_node(graph.top.get(), [&](Node* node) {
    for (Value* output : node->outputs) forget(output);
    for (auto& block : node->blocks)
      for (Value* input : block->inputs()) forget(input);
  });
}

static std::string attribute_path(const Value* value) {
  if (!value->node->is("prim::GetAttr")) return "self";
  return attribute_path(value->node->input()) + "." + value->node->text("name");
}

// Replaces attribute reads by constants at the top of the graph, in order of the blocks (outer first). The constant is
// named after the attribute path.
static void fold_attributes(Graph& graph, ScriptObject& self, const KeptSlots& kept) {
  Value* root = graph.inputs()[0];
  Node* top = graph.create("prim::Constant", 0);  // 0 outputs: consumes no value number
  top->insert_before(graph.top->first());
  std::vector<Block*> blocks = {graph.top.get()};
  for (size_t i = 0; i < blocks.size(); ++i)
    for (Node* node : blocks[i]->nodes()) {
      for (auto& inner : node->blocks) blocks.push_back(inner.get());
      if (node->is("prim::SetAttr")) node->range = Range();
      if (!node->is("prim::GetAttr")) continue;
      vm::Value* slot = slot_at(node->output(), root, self);
      if (!slot || kept.count(slot)) continue;
      if (is(node->output()->type, TypeKind::kClass)) {
        ++graph.next_unique;  // PyTorch tries to make a constant of the module and uses a number for it
        continue;
      }
      TypePtr type = node->output()->type;
      vm::Value value = detached(*slot);
      if (value.is_none()) type = simple_type(TypeKind::kNone);
      if (const Tensor* t = torch::as_tensor(value)) type = traced_type(*t);
      InsertScope scope(top);
      Value* constant = graph.insert_constant(value, type);
      constant->set_name(attribute_path(node->output()));
      node->output()->replace_uses(constant);
    }
  top->destroy();
}

std::shared_ptr<Graph> freeze_graph(vm::Interpreter&, Function& function, ScriptObject& self, const KeptSlots& kept) {
  std::shared_ptr<Graph> graph = function.graph->copy();
  inline_calls(*graph);
  forget_shapes(*graph);
  fold_attributes(*graph, self, kept);
  for (int round = 0; round < 4; ++round) {
    lower_simple_tuples(*graph);
    eliminate_dead_code(*graph);
    bool changed = unroll_loops(*graph);
    if (!propagate_constants(*graph, true) && !changed) break;
  }
  merge_common(*graph);
  eliminate_dead_code(*graph);
  pool_constants(*graph);
  return graph;
}

void remove_dropout(Graph& graph) {
  for_each_node(graph.top.get(), [](Node* node) {
    if (!node->is("aten::dropout") && !node->is("aten::feature_dropout")) return;
    const vm::Value* train = constant_of(node->input(2));
    if (!train || train->as_bool()) return;
    node->output()->replace_uses(node->input(0));
    node->destroy();
  });
  eliminate_dead_code(graph);
}

// Replaces a weight or bias input of a node by a constant at the top of the graph.
static void replace_weight(Graph& graph, Node* node, size_t at, const Tensor& tensor, const std::string& name) {
  InsertScope scope(graph.top->first());
  Value* made = graph.insert_constant(torch::wrap(tensor), traced_type(tensor));
  if (!name.empty()) made->set_name(name);
  node->replace_input(at, made);
}

// batch_norm(conv(x, w, b)) = conv(x, w * s, (b - mean) * s + beta) with s = gamma / sqrt(var + eps).
void fold_batch_norm(vm::Interpreter& vm, Graph& graph) {
  auto call = [&](const char* name, std::initializer_list<Tensor> tensors) {
    std::vector<Arg> args;
    for (const Tensor& t : tensors) args.push_back(Arg(t));
    return torch::call_op(torch::need_op({name}), std::move(args));
  };
  for_each_node(graph.top.get(), [&](Node* norm) {
    if (!norm->is("aten::batch_norm")) return;
    Node* conv = norm->input(0)->node;
    bool linear = conv->is("aten::linear");
    bool convolution = conv->is("aten::conv1d") || conv->is("aten::conv2d") || conv->is("aten::_convolution");
    if (!linear && !convolution) return;
    // Uses of its rank and sizes may stay, because folding does not change these.
    for (const Value::Use& use : conv->output()->uses)
      if (use.user != norm && !use.user->is("aten::dim") && !use.user->is("aten::size")) return;
    if (conv->is("aten::_convolution")) {
      const vm::Value* transposed = constant_of(conv->input(6));
      if (!transposed || transposed->as_bool()) return;
    }
    const vm::Value *training = constant_of(norm->input(5)), *eps = constant_of(norm->input(7));
    const Tensor *weight = constant_tensor(conv->input(1)), *mean = constant_tensor(norm->input(3)),
                 *variance = constant_tensor(norm->input(4));
    if (!training || training->as_bool() || !eps || !weight || !mean || !variance) return;
    if (!is_none_constant(conv->input(2)) && !constant_tensor(conv->input(2))) return;
    GradModeScope quiet(false);
    Tensor shifted = call("add", {*variance, torch::tensor_from_number(Scalar::of(eps->as_float()))});
    Tensor scale = call("rsqrt", {shifted});
    if (const Tensor* gamma = constant_tensor(norm->input(1))) scale = call("mul", {scale, *gamma});
    IntList shape(static_cast<size_t>(weight->rank()), SymInt(1));
    shape[0] = SymInt(-1);
    Tensor column = torch::call_op(torch::need_op({"reshape"}), {Arg(scale), Arg(shape)});
    Tensor new_weight = call("mul", {*weight, column});
    Tensor bias = call("neg", {*mean});
    if (const Tensor* old = constant_tensor(conv->input(2))) bias = call("sub", {*old, *mean});
    bias = call("mul", {bias, scale});
    if (const Tensor* beta = constant_tensor(norm->input(2))) bias = call("add", {bias, *beta});
    replace_weight(graph, conv, 1, new_weight, conv->input(1)->debug_name() + "_fused_bn");
    replace_weight(graph, conv, 2, bias, conv->input(2)->debug_name() + "_fused_bn");
    norm->output()->replace_uses(conv->output());
    norm->destroy();
  });
  (void)vm;
  eliminate_dead_code(graph);
}

// Folds conv(x) op c into the convolution's weight and bias, where c is a constant with one number per output channel.
bool fold_convolution_arithmetic(Graph& graph) {
  bool changed = false;
  for_each_node(graph.top.get(), [&](Node* node) {
    bool add = node->is("aten::add"), sub = node->is("aten::sub"), mul = node->is("aten::mul"),
         div = node->is("aten::div");
    if (!add && !sub && !mul && !div) return;
    Node* conv = node->input(0)->node;
    bool traced = conv->is("aten::_convolution");
    if (!traced && !conv->is("aten::conv1d") && !conv->is("aten::conv2d") && !conv->is("aten::conv3d")) return;
    const vm::Value* transposed = traced ? constant_of(conv->input(6)) : nullptr;
    if (traced && (!transposed || transposed->as_bool())) return;
    if (conv->output()->uses.size() != 1) return;
    const Tensor *weight = constant_tensor(conv->input(1)), *bias = constant_tensor(conv->input(2));
    if (!weight || (!bias && !is_none_constant(conv->input(2)))) return;
    if (add || sub) {
      const vm::Value* alpha = node->inputs.size() > 2 ? constant_of(node->input(2)) : nullptr;
      if (!alpha || !alpha->is_int() || alpha->as_int() != 1) return;
    }
    GradModeScope quiet(false);
    auto beside_weight = [&](const Scalar& number) {
      return torch::call_op(torch::need_op({"new_full"}), {Arg(*weight), Arg(IntList{}), Arg(number)});
    };
    // c must be a number, or a tensor that varies only along the channels.
    const vm::Value* other = constant_of(node->input(1));
    if (!other) return;
    Tensor operand;
    if (const Tensor* t = torch::as_tensor(*other)) {
      SymInt channels = weight->sizes()[0];
      bool per_channel = t->numel() == 1;
      if (t->rank() == weight->rank() || t->rank() == weight->rank() - 1) {
        size_t axis = static_cast<size_t>(t->rank() - weight->rank() + 1);
        per_channel |= t->numel() == channels.hint() && t->sizes()[axis] == channels;
      }
      if (!per_channel || (t->rank() > 0 && t->dtype() != weight->dtype())) return;
      operand = t->rank() > 0 ? *t : beside_weight(Scalar::of(read_element(*t, {})));
    } else if (other->is_int() || other->is_float()) {
      operand = beside_weight(Scalar::of(other->is_int() ? static_cast<double>(other->as_int()) : other->as_float()));
    } else {
      return;
    }
    auto call = [&](const char* name, const Tensor& a, const Tensor& b) {
      return torch::call_op(torch::need_op({name}), {Arg(a), Arg(b)});
    };
    IntList flat = {SymInt(-1)}, column(static_cast<size_t>(weight->rank()), SymInt(1));
    column[0] = SymInt(-1);
    auto shaped = [&](const IntList& shape) {
      return torch::call_op(torch::need_op({"reshape"}), {Arg(operand), Arg(shape)});
    };
    Tensor zeros = torch::call_op(torch::need_op({"new_zeros"}), {Arg(*weight), Arg(IntList{weight->sizes()[0]})});
    Tensor new_bias = bias ? *bias : zeros, new_weight = *weight;
    const char* op = add ? "add" : sub ? "sub" : mul ? "mul" : "div";
    new_bias = call(op, new_bias, shaped(flat));
    if (mul || div) new_weight = call(op, new_weight, shaped(column));
    // The new weight gets the name that PyTorch gave to the new bias.
    const std::string name = conv->input(2)->debug_name() + "_fused_" + op;
    if (mul || div) graph.next_unique += 3;  // PyTorch uses numbers for the nodes that compute it
    if (mul || div) replace_weight(graph, conv, 1, new_weight, name);
    replace_weight(graph, conv, 2, new_bias, mul || div ? "" : name);
    node->output()->replace_uses(conv->output());
    node->destroy();
    changed = true;
  });
  eliminate_dead_code(graph);
  return changed;
}

}  // namespace vt::script
