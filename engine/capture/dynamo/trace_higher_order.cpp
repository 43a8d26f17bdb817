// Operations that take functions. What a function computes is traced into the graph at hand
// and then moved into a graph of its own, whose inputs are the nodes that it used; the
// operation becomes one node over that. Neighbours: trace_calls.cpp, fx/graph.h.
#include <algorithm>
#include <map>
#include <string_view>

#include "capture/dynamo/trace_builtins.h"
#include "eager/modes.h"
#include "tensor/dtype.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// The nodes that tracing makes between its construction and `finish`.
class Region {
 public:
  explicit Region(Tracer& tracer) : out_(tracer.out), before_(out_.graph.root->previous), names_(out_.graph.names) {}

  // Takes the nodes out of the main graph; `results` are the tensors that leave.
  void finish(const std::vector<VarRef>& results) {
    for (fx::Node* node = before_->next; !out_.graph.is_end(node); node = node->next) {
      bool stays = node->op == fx::NodeOp::kPlaceholder || (node->op == fx::NodeOp::kGetAttr && !is_body(*node));
      if (!stays) nodes_.push_back({node, node->args, node->kwargs});
    }
    auto inside = [&](fx::Node* node) {
      return std::any_of(nodes_.begin(), nodes_.end(), [&](const Taken& taken) { return taken.node == node; });
    };
    auto use = [&](fx::Node* node) {
      bool known = std::find(operands.begin(), operands.end(), node) != operands.end();
      if (!inside(node) && !known) operands.push_back(node);
    };
    for (const Taken& taken : nodes_) {
      for (fx::Node* input : taken.node->inputs) use(input);
    }
    for (const VarRef& result : results) {
      results_.push_back(result->node);
      use(result->node);
    }
    for (size_t i = nodes_.size(); i-- > 0;) {
      for (auto at = out_.symbol_nodes.begin(); at != out_.symbol_nodes.end();)
        at = at->second == nodes_[i].node ? out_.symbol_nodes.erase(at) : std::next(at);
      out_.graph.erase(nodes_[i].node);
    }
    // Their names are free again; what stays keeps its own.
    out_.graph.names = names_;
    for (fx::Node* node = before_->next; !out_.graph.is_end(node); node = node->next)
      out_.graph.names.create(node->name, true);
  }

  // A get_attr node of the graph with these inputs, `NAME_0` or the next that is free.
  // `pack` makes the result of it out of the results.
  using Pack = Value (*)(std::vector<Value>);
  // `merged`: the inputs are those of several bodies, and their nodes have the next free names.
  fx::Node* build(const std::string& name, const std::vector<fx::Node*>& inputs, Pack pack = vm::make_tuple,
                  bool merged = false) {
    Interpreter& vm = out_.vm;
    Value holder = vm::make<fx::Graph>();
    fx::Graph& graph = *holder.as<fx::Graph>();
    std::map<fx::Node*, fx::Node*> copies;
    auto mapped = [&](const Value& tree) {
      return fx::map_nodes(tree, [&](fx::Node* node) { return Value::of(copies.at(node)); });
    };
    // The body counts its names for itself.
    auto copy = [&](fx::NodeOp op, fx::Node* from, const Value& target, const Value& args, const Value& kwargs) {
      bool counted = op == fx::NodeOp::kCallFunction || op == fx::NodeOp::kCallMethod;
      fx::Node* node = graph.create(op, target, args, kwargs, counted ? without_count(from->name) : from->name);
      node->meta = from->meta;
      copies[from] = node;
    };
    if (merged) {
      for (fx::Node* input : inputs) graph.names.create(input->name);
    }
    for (fx::Node* input : inputs)
      copy(fx::NodeOp::kPlaceholder, input, vm::make_str(input->name), vm::make_tuple({}), vm::make<vm::Dict>());
    for (const Taken& taken : nodes_)
      copy(taken.node->op, taken.node, taken.node->target, mapped(taken.args), mapped(taken.kwargs));
    std::vector<Value> items;
    for (fx::Node* result : results_) items.push_back(Value::of(copies.at(result)));
    graph.create(fx::NodeOp::kOutput, vm::make_str("output"), vm::make_tuple({pack(std::move(items))}),
                 vm::make<vm::Dict>());
    Value cls = vm.get_attribute(vm.import_module("torch.fx"), "GraphModule");
    Value module = vm.call(cls, {out_.nn_modules, holder, vm::make_str("GraphModule")});
    vm::Dict& modules = *out_.nn_modules.as<vm::Dict>();
    std::string target;
    for (int i = 0; target.empty() || modules.table.find(vm::intern(target)); ++i)
      target = name + "_" + std::to_string(i);
    modules.table.insert(vm::intern(target), module);
    fx::Node* body =
        out_.graph.create(fx::NodeOp::kGetAttr, vm::make_str(target), vm::make_tuple({}), vm::make<vm::Dict>());
    body->meta.as<vm::Dict>()->table.insert(vm::intern(kBody), Value::boolean(true));
    out_.mark_place(*body);
    return body;
  }

  std::vector<fx::Node*> operands;  // nodes of the main graph that the region reads

  // What no functional operation may do: give an operand back, or change one in place.
  void check_functional(const char* operation) const {
    auto is_operand = [&](fx::Node* node) {
      return std::find(operands.begin(), operands.end(), node) != operands.end();
    };
    for (const Taken& taken : nodes_) {
      vm::Str* method = taken.node->op == fx::NodeOp::kCallMethod ? taken.node->target.as<vm::Str>() : nullptr;
      fx::Node* self = method ? taken.args.as<vm::Tuple>()->items[0].as<fx::Node>() : nullptr;
      if (!self || !is_operand(self) || !method->text.ends_with('_') || method->text.ends_with("__")) continue;
      refuse(operation, "GB0041", "Encountered input mutation during higher order op tracing",
             "Input mutation detected at [" + self->name + "]", "Higher order ops do not support input mutation.",
             {"Consider using the debug context to change user code to avoid mutation.", "Please open an issue."});
    }
    for (fx::Node* result : results_) {
      if (!is_operand(result)) continue;
      refuse(operation, "GB0040", "Encountered aliasing during higher order op tracing",
             "Input-to-output aliasing detected at nodes " + result->name + " and " + result->name,
             "Higher order ops do not support aliasing.",
             {"Replace `return input` with `return input.clone()` to avoid aliasing.",
              "Consider using the debug context to change user code to avoid aliasing.", "Please open an issue."});
    }
  }

  [[noreturn]] static void refuse(const char* operation, const char* id, std::string type, std::string context,
                                  const char* explanation, std::vector<std::string> hints) {
    Unsupported error;
    error.operation = operation;
    error.id = id;
    error.type = std::move(type);
    error.context = std::move(context);
    error.explanation = explanation;
    error.hints = std::move(hints);
    throw error;
  }

 private:
  struct Taken {
    fx::Node* node;
    Value args, kwargs;
  };
  static std::string without_count(const std::string& name) {
    size_t end = name.find_last_not_of("0123456789");
    bool counted = end != std::string::npos && end + 1 < name.size() && end > 0 && name[end] == '_';
    return counted ? name.substr(0, end) : name;
  }
  // Marks the function of a region within another: it belongs to the graph that calls it.
  static constexpr const char* kBody = "higher_order_body";
  static bool is_body(const fx::Node& node) { return node.meta.as<vm::Dict>()->table.find(vm::intern(kBody)); }
  Output& out_;
  fx::Node* before_;
  fx::Namespace names_;
  std::vector<Taken> nodes_;
  std::vector<fx::Node*> results_;
};

// The tensors of a result, in order.
void leaves(Tracer& t, const VarRef& given, std::vector<VarRef>& into) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) into.push_back(v);
  for (const VarRef& item : v->items) leaves(t, item, into);
  for (const auto& [key, value] : v->entries) leaves(t, value, into);
}
VarRef with_leaves(Tracer& t, const VarRef& given, const std::vector<VarRef>& tensors, size_t& next) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) return tensors.at(next++);
  bool container = v->is(VarKind::kList) || v->is(VarKind::kTuple) || v->is(VarKind::kDict);
  if (!container) return v;
  VarRef made = make_var(v->kind);
  made->type = v->type;
  for (const VarRef& item : v->items) made->items.push_back(with_leaves(t, item, tensors, next));
  for (const auto& [key, value] : v->entries) made->entries.emplace_back(key, with_leaves(t, value, tensors, next));
  return made;
}

Value higher_order(Interpreter& vm, const char* name) {
  return vm.get_attribute(vm.get_attribute(vm.import_module("torch.ops"), "higher_order"), name);
}

Value nodes_tuple(const std::vector<fx::Node*>& nodes) {
  std::vector<Value> items;
  for (fx::Node* node : nodes) items.push_back(Value::of(node));
  return vm::make_tuple(std::move(items));
}

// A call of the operation `name` of torch.ops.higher_order.
fx::Node* operation_node(Tracer& t, const char* name, std::vector<Value> args, Value kwargs = vm::make<vm::Dict>()) {
  fx::Node* node = t.out.graph.create(fx::NodeOp::kCallFunction, higher_order(t.vm, name),
                                      vm::make_tuple(std::move(args)), std::move(kwargs));
  t.out.mark_place(*node);
  return node;
}

// The results from `from` on are rows, stacked as many times as `length` says.
struct Stacking {
  size_t from;
  SymInt length;
};
// A node that gives as many tensors as the function did, and the function's result out of them.
VarRef result_of(Tracer& t, fx::Node* node, const VarRef& tree, bool requires_grad = false,
                 const Stacking* stacking = nullptr) {
  std::vector<VarRef> tensors;
  leaves(t, tree, tensors);
  std::vector<Value> examples;
  for (const VarRef& tensor : tensors) {
    TensorMeta meta = meta_of(*torch::as_tensor(tensor->value));
    if (stacking && examples.size() >= stacking->from) {
      meta.sizes.insert(meta.sizes.begin(), stacking->length);
      meta.strides.clear();
    }
    Tensor fake = t.out.recorder->fake_of(std::move(meta));
    fake.impl()->requires_grad = requires_grad || torch::as_tensor(tensor->value)->requires_grad();
    examples.push_back(torch::wrap(fake));
  }
  VarRef parts = t.out.wrap_result(node, vm::make_tuple(std::move(examples)));
  size_t next = 0;
  return with_leaves(t, tree, parts->items, next);
}

// Both branches of a cond give tensors of the same dtypes and ranks.
void check_branches(const std::vector<VarRef> (&tensors)[2]) {
  auto fail = [](const std::string& message) {
    Observed observed{make_var(VarKind::kException), std::make_shared<Unsupported>()};
    observed.exception->type = vm::types().RuntimeError;
    observed.exception->items.push_back(constant_text(message));
    observed.failure->id = kFakeCallFailed;
    observed.failure->type = "RuntimeError when making fake tensor call";
    observed.failure->explanation =
        "Dynamo failed to run FX node with fake tensors: call_function cond: got RuntimeError('" + message + "')";
    observed.failure->hints = {kUserError};
    throw observed;
  };
  auto spec = [](size_t count) {
    std::string stars;
    for (size_t i = 0; i < count; ++i) stars += i ? ",\\n  *" : "*";
    return "TreeSpec(tuple, None, [" + stars + "])";
  };
  if (tensors[0].size() != tensors[1].size()) {
    fail("Unmatched output spec from torch.cond branches: true branch tree_spec " + spec(tensors[0].size()) +
         " vs false branch tree_spec " + spec(tensors[1].size()) + ".");
  }
  for (size_t i = 0; i < tensors[0].size(); ++i) {
    const Tensor &a = *torch::as_tensor(tensors[0][i]->value), &b = *torch::as_tensor(tensors[1][i]->value);
    if (a.dtype() == b.dtype()) continue;
    fail("When merging two branches' output in torch.cond,  expected same dtype but got torch." +
         std::string(dtype_name(a.dtype())) + " and torch." + std::string(dtype_name(b.dtype())) + ".");
  }
}

// The result of a body, which may change nothing from outside. Where the operation has a name,
// what cannot be traced is an error; without one the graph breaks in front of it.
VarRef trace_body(Tracer& t, const char* operation, const VarRef& function, const std::vector<VarRef>& args,
                  Keywords kwargs = {}) {
  struct Body {
    explicit Body(Output& out) : out(out), start(out.body_start) { out.body_start = make_var(VarKind::kTuple)->born; }
    ~Body() { out.body_start = start; }
    Output& out;
    uint64_t start;
  } body(t.out);
  size_t effects = t.out.effects;
  VarRef result;
  try {
    result = t.value_of(t.call(function, args, std::move(kwargs)));
  } catch (Unsupported& error) {
    if (*operation) error.operation = operation;
    throw;
  } catch (Observed& observed) {
    bool named = observed.failure && *operation && observed.failure->id != kFakeCallFailed;
    if (named) observed.failure->operation = operation;
    throw;
  }
  if (t.out.effects != effects) {
    Region::refuse(operation, "GB0067", "HOP: Unsafe side effect",
                   "Attempted to mutate " + (t.out.last_changed ? describe(*t.out.last_changed) : "a global"),
                   "Mutating a variable from outside the scope of this HOP is not supported.", {kSupportable});
  }
  return result;
}

VarRef call_cond(Tracer& t, std::vector<VarRef>& args, Keywords& kwargs) {
  const char* names[] = {"pred", "true_fn", "false_fn", "operands"};
  VarRef given[4];
  for (size_t i = 0; i < 4; ++i) given[i] = i < args.size() ? args[i] : keyword(kwargs, names[i]);
  if (!given[0] || !given[1] || !given[2]) observe(vm::types().TypeError, "cond() missing required arguments");
  std::vector<VarRef> operands = given[3] ? t.unpack(given[3]) : std::vector<VarRef>();
  VarRef predicate = t.value_of(given[0]);
  if (!predicate->is(VarKind::kTensor)) return t.call(given[t.truth(predicate) ? 1 : 2], operands);
  VarRef results[2];
  std::vector<VarRef> tensors[2];
  std::vector<fx::Node*> inputs, branches;
  std::vector<Region> regions;
  for (size_t i = 0; i < 2; ++i) {
    regions.emplace_back(t);
    results[i] = trace_body(t, "torch.cond", given[1 + i], operands);
    leaves(t, results[i], tensors[i]);
    regions[i].finish(tensors[i]);
    regions[i].check_functional("torch.cond");
    for (fx::Node* node : regions[i].operands) {
      if (std::find(inputs.begin(), inputs.end(), node) == inputs.end()) inputs.push_back(node);
    }
  }
  check_branches(tensors);
  const char* targets[] = {"cond_true", "cond_false"};
  for (size_t i = 0; i < 2; ++i) branches.push_back(regions[i].build(targets[i], inputs, vm::make_tuple, true));
  fx::Node* node = operation_node(
      t, "cond", {Value::of(predicate->node), Value::of(branches[0]), Value::of(branches[1]), nodes_tuple(inputs)});
  return result_of(t, node, results[0]);
}

// Tensors that a body is called with: nodes that stand in front of it and become its inputs.
class StandIns {
 public:
  StandIns(Tracer& t, const std::vector<VarRef>& like, bool rows) : t_(t) {
    for (const VarRef& tensor : like) {
      const Tensor& given = *torch::as_tensor(tensor->value);
      TensorMeta meta = meta_of(given);
      if (rows) {
        meta.sizes.erase(meta.sizes.begin());
        if (!meta.strides.empty()) meta.strides.erase(meta.strides.begin());
      }
      Tensor fake = t.out.recorder->fake_of(std::move(meta));
      fake.impl()->requires_grad = given.requires_grad();
      fx::Node* node = t.out.graph.create(fx::NodeOp::kCallFunction, higher_order(t.vm, "wrap"), vm::make_tuple({}),
                                          vm::make<vm::Dict>(), "child");
      nodes.push_back(node);
      vars.push_back(t.out.wrap_result(node, torch::wrap(fake)));
    }
  }
  VarRef tree(const VarRef& like) const {
    size_t next = 0;
    return with_leaves(t_, like, vars, next);
  }
  void add_others(const std::vector<fx::Node*>& operands, std::vector<fx::Node*>& into) const {
    for (fx::Node* node : operands) {
      bool known = std::find(nodes.begin(), nodes.end(), node) != nodes.end() ||
                   std::find(into.begin(), into.end(), node) != into.end();
      if (!known) into.push_back(node);
    }
  }
  std::vector<fx::Node*> with(const std::vector<fx::Node*>& others) const {
    std::vector<fx::Node*> all = nodes;
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  void erase() {
    for (size_t i = nodes.size(); i-- > 0;) t_.out.graph.erase(nodes[i]);
  }
  std::vector<fx::Node*> nodes;
  std::vector<VarRef> vars;

 private:
  Tracer& t_;
};

Value nodes_list(const std::vector<fx::Node*>& nodes) {
  return vm::make_list(nodes_tuple(nodes).as<vm::Tuple>()->items);
}
std::vector<fx::Node*> nodes_of(const std::vector<VarRef>& tensors) {
  std::vector<fx::Node*> nodes;
  for (const VarRef& tensor : tensors) nodes.push_back(tensor->node);
  return nodes;
}
// What a loop carries stays as it is. The comparison is written in the language.
void check_carried(Tracer& t, const char* operation, const std::vector<VarRef> (&sides)[2], const char* left,
                   const char* right) {
  Value lists[2];
  for (size_t i = 0; i < 2; ++i) {
    std::vector<Value> tensors;
    for (const VarRef& tensor : sides[i]) tensors.push_back(tensor->value);
    lists[i] = vm::make_list(std::move(tensors));
  }
  Value compare = t.vm.get_attribute(t.vm.import_module("torch._higher_order_ops._metadata"), "differences");
  Value found = t.vm.call(compare, {lists[0], lists[1]});
  if (t.vm.truth(found)) {
    Region::refuse(
        operation, "",
        "Expected " + std::string(left) + " and " + right + " to have same metadata but found:\n" + t.vm.str(found), "",
        "", {});
  }
}

// The items of what a body gives, all of them tensors.
std::vector<VarRef> tensors_of(Tracer& t, const char* operation, const VarRef& result) {
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  for (const VarRef& leaf : tensors) {
    if (!leaf->node) tensors.clear();
  }
  if (tensors.empty()) {
    Region::refuse(operation, "GB0301", "HOP: non torch.Tensor leaf", "args types: [" + describe(*result) + "]",
                   "Expected all leaves to be of torch.Tensor type.", {});
  }
  return tensors;
}

// wrap(function, *args): a region that breaks the graph where it cannot be traced.
VarRef call_wrap(Tracer& t, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.empty()) observe(vm::types().TypeError, "wrap() missing 1 required positional argument: 'function'");
  std::vector<VarRef> given, tensors;
  for (const VarRef& arg : args) leaves(t, arg, given);  // inputs of the graph in this order
  Region region(t);
  VarRef result = trace_body(t, "", args[0], std::vector<VarRef>(args.begin() + 1, args.end()), std::move(kwargs));
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {Value::of(region.build("wrap_body", region.operands))};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  return result_of(t, operation_node(t, "wrap", std::move(inputs)), result);
}

// _map(f, xs, args)
VarRef call_map(Tracer& t, std::vector<VarRef>& args) {
  static constexpr const char* kName = "torch.ops.higher_order.map_impl";
  std::vector<VarRef> xs, tensors;
  leaves(t, args.at(1), xs);
  StandIns row(t, xs, true);
  Region region(t);
  std::vector<VarRef> passed = t.unpack(args.at(2));
  passed.insert(passed.begin(), row.tree(args[1]));
  VarRef result = trace_body(t, kName, args[0], passed);
  tensors = tensors_of(t, kName, result);
  region.finish(tensors);
  region.check_functional(kName);
  std::vector<fx::Node*> others;
  row.add_others(region.operands, others);
  fx::Node* body = region.build("map_body", row.with(others));
  row.erase();
  fx::Node* node = operation_node(t, "map_impl", {Value::of(body), nodes_list(nodes_of(xs)), nodes_list(others)});
  Stacking stacking{0, torch::as_tensor(xs.at(0)->value)->sizes()[0]};
  return result_of(t, node, result, false, &stacking);
}

// _scan(combine_fn, init, xs)
VarRef call_scan(Tracer& t, std::vector<VarRef>& args) {
  static constexpr const char* kName = "torch.ops.higher_order.scan";
  std::vector<VarRef> init, xs, tensors;
  leaves(t, args.at(1), init);
  leaves(t, args.at(2), xs);
  StandIns carry(t, init, false), row(t, xs, true);
  Region region(t);
  VarRef result = trace_body(t, kName, args[0], {carry.tree(args[1]), row.tree(args[2])});
  std::vector<VarRef> next;
  if (result->items.size() == 2) leaves(t, result->items[0], next);
  tensors = tensors_of(t, kName, result);
  region.finish(tensors);
  region.check_functional(kName);
  check_carried(t, kName, {init, next}, "init", "carry");
  std::vector<fx::Node*> others;
  row.add_others(region.operands, others);
  std::erase_if(others, [&](fx::Node* node) {
    return std::find(carry.nodes.begin(), carry.nodes.end(), node) != carry.nodes.end();
  });
  fx::Node* body = region.build("scan_combine_fn", carry.with(row.with(others)), vm::make_list);
  row.erase();
  carry.erase();
  fx::Node* node = operation_node(
      t, "scan", {Value::of(body), nodes_list(nodes_of(init)), nodes_list(nodes_of(xs)), nodes_list(others)});
  Stacking stacking{init.size(), torch::as_tensor(xs.at(0)->value)->sizes()[0]};
  return result_of(t, node, result, false, &stacking);
}

// _while_loop(cond_fn, body_fn, carried); numbers that are carried leave it to its own code.
VarRef call_while_loop(Tracer& t, std::vector<VarRef>& args) {
  static constexpr const char* kName = "torch.while_loop";
  std::vector<VarRef> carried, tensors;
  leaves(t, args.at(2), carried);
  VarRef tree = t.value_of(args[2]);
  for (const VarRef& item : tree->items) {
    VarRef v = t.value_of(item);
    bool tensors_within = v->is(VarKind::kTensor) || !v->items.empty() || !v->entries.empty();
    if (!tensors_within) return {};
  }
  StandIns tested(t, carried, false);
  Region condition(t);
  VarRef holds = trace_body(t, kName, args[0], t.unpack(tested.tree(tree)));
  bool scalar = holds->is(VarKind::kTensor) && torch::as_tensor(holds->value)->sizes().empty();
  if (!scalar) {
    std::string given =
        holds->is(VarKind::kTensor) ? t.vm.str(t.vm.get_attribute(holds->value, "shape")) : describe(*holds);
    Region::refuse(kName, "GB0308", "torch.while_loop: unsupported cond_fn return type", describe(*holds),
                   ("Expected cond_fn to return a scalar tensor or a bool but got " + given + ".").c_str(),
                   {kUserError});
  }
  condition.finish({holds});
  StandIns changed(t, carried, false);
  Region body(t);
  VarRef result = trace_body(t, kName, args[1], t.unpack(changed.tree(tree)));
  tensors = tensors_of(t, kName, result);
  body.finish(tensors);
  body.check_functional(kName);
  check_carried(t, kName, {tensors, carried}, "body_fn_output", "carried_inputs");
  std::vector<fx::Node*> others;
  tested.add_others(condition.operands, others);
  changed.add_others(body.operands, others);
  std::vector<Value> inputs;
  inputs.push_back(Value::of(condition.build("cond_fn", tested.with(others),
                                             [](std::vector<Value> items) { return std::move(items.at(0)); })));
  inputs.push_back(Value::of(body.build("body_fn", changed.with(others))));
  changed.erase();
  tested.erase();
  inputs.push_back(nodes_tuple(nodes_of(carried)));
  inputs.push_back(nodes_tuple(others));
  return result_of(t, operation_node(t, "while_loop", std::move(inputs)), result);
}

// checkpoint(function, *args, use_reentrant=...): one node, whose function is a graph.
VarRef call_checkpoint(Tracer& t, std::vector<VarRef>& args, Keywords& kwargs) {
  static constexpr std::string_view kOwn[] = {"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check",
                                              "debug",         "early_stop"};
  Keywords passed;
  Value options = vm::make<vm::Dict>();
  for (const auto& [name, value] : kwargs) {
    bool own = std::find(std::begin(kOwn), std::end(kOwn), std::string_view(name)) != std::end(kOwn);
    if (own) options.as<vm::Dict>()->table.insert(vm::intern(name), t.need_constant(value, "option of checkpoint"));
    else passed.emplace_back(name, value);
  }
  if (args.empty()) observe(vm::types().TypeError, "checkpoint() missing 1 required positional argument: 'function'");
  Region region(t);
  VarRef result = t.value_of(t.call(args[0], std::vector<VarRef>(args.begin() + 1, args.end()), std::move(passed)));
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {Value::of(region.build("wrap_body", region.operands))};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  fx::Node* node = operation_node(t, "tag_activation_checkpoint", std::move(inputs), options);
  return result_of(t, node, result);
}

// A function marked as a region of its own: one node, whose function is a graph.
VarRef call_region(Tracer& t, const VarRef& function, std::vector<VarRef>& args, Keywords& kwargs) {
  Region region(t);
  VarRef result = t.value_of(t.inline_function(function, args, std::move(kwargs)));
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  fx::Node* body = region.build("subgraph", region.operands);
  std::vector<Value> inputs = {Value::of(body), body->target};
  for (fx::Node* node : region.operands) inputs.push_back(Value::of(node));
  fx::Node* node = operation_node(t, "invoke_subgraph", std::move(inputs));
  return result_of(t, node, result);
}

// Function.apply: its forward is traced through. Where gradients are wanted the class's own
// backward has to run, so it is one node that calls the class.
VarRef call_function_class(Tracer& t, const VarRef& self, std::vector<VarRef>& args, Keywords& kwargs) {
  vm::Type* type = self->value.as<vm::Type>();
  Value module = t.vm.import_module("torch.autograd.function");
  VarRef ctx = t.construct(t.vm.get_attribute(module, "FunctionCtx").as<vm::Type>(), {}, {});
  bool wanted = false;
  std::vector<VarRef> needs;
  for (const VarRef& arg : args) {
    VarRef v = t.value_of(arg);
    bool needed = v->is(VarKind::kTensor) && torch::as_tensor(v->value)->requires_grad();
    needs.push_back(constant_bool(needed));
    wanted = wanted || (needed && grad_enabled());
  }
  t.set_attr(ctx, vm::intern("needs_input_grad"), sequence(VarKind::kTuple, needs));
  const Value* setup = type->find(vm::intern("setup_context"));
  vm::StaticMethod* own = setup ? setup->as<vm::StaticMethod>() : nullptr;
  bool separate = own && own->function.as<vm::Function>() && !is_torch_code(own->function.as<vm::Function>()->globals);
  Region region(t);
  std::vector<VarRef> with_context = args;
  if (!separate) with_context.insert(with_context.begin(), ctx);
  bool before = grad_enabled();
  set_grad_enabled(false);
  VarRef result;
  try {
    result = t.value_of(t.call(t.get_attr(self, vm::intern("forward")), std::move(with_context), kwargs));
    if (separate) t.call(t.get_attr(self, vm::intern("setup_context")), {ctx, sequence(VarKind::kTuple, args), result});
  } catch (...) {
    set_grad_enabled(before);
    throw;
  }
  set_grad_enabled(before);
  if (!wanted) return result;
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  region.finish(tensors);
  std::vector<Value> inputs = {self->value};
  for (const VarRef& arg : args) inputs.push_back(t.out.to_fx(arg));
  fx::Node* node = operation_node(t, "autograd_function_apply", std::move(inputs));
  return result_of(t, node, result, true);
}

}  // namespace

VarRef Tracer::call_higher_order(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs) {
  VarRef inner = callee->is(VarKind::kMethod) ? value_of(callee->items[0]) : callee;
  vm::Function* function = inner->value.as<vm::Function>();
  if (!function) return {};
  const Code& called = *function->code_object()->code;
  const std::string& file = called.file->name();
  if (callee->is(VarKind::kMethod)) {
    VarRef self = value_of(callee->items[1]);
    bool apply = called.name == "apply" && file == "<frozen torch.autograd.function>" && self->value.as<vm::Type>();
    return apply ? call_function_class(*this, self, args, kwargs) : VarRef();
  }
  if (!vm.find_attribute(inner->value, vm::intern("_dynamo_region")).is_null())
    return call_region(*this, callee, args, kwargs);
  if (called.name == "cond" && file == "<frozen torch._higher_order_ops.cond>") return call_cond(*this, args, kwargs);
  if (called.name == "wrap" && file == "<frozen torch._higher_order_ops._impl>") return call_wrap(*this, args, kwargs);
  if (called.name == "_map" && file == "<frozen torch._higher_order_ops.map>") return call_map(*this, args);
  if (called.name == "_scan" && file == "<frozen torch._higher_order_ops.scan>") return call_scan(*this, args);
  if (called.name == "_while_loop" && file == "<frozen torch._higher_order_ops.while_loop>")
    return call_while_loop(*this, args);
  if (called.name == "checkpoint" && file == "<frozen torch.utils.checkpoint>")
    return call_checkpoint(*this, args, kwargs);
  return {};
}

}  // namespace vt::dynamo
