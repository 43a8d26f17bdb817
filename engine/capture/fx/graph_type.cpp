// torch.fx.Graph as programs see it: building, editing, checking.
#include <algorithm>
#include <map>

#include "capture/fx/graph.h"
#include "vm/native.h"

namespace vt::fx {
namespace {
using vm::Arguments;

Graph& self(const Arguments& a) { return *static_cast<Graph*>(a[0].as_object()); }
bool given(const Value& v) { return !v.is_null() && Interpreter::current()->truth(v); }
Value or_tuple(const Value& v) { return given(v) ? v : vm::make_tuple({}); }
Value or_dict(const Value& v) { return given(v) ? v : vm::make<Dict>(); }
Value or_none(const Value& v) { return v.is_null() ? Value::none() : v; }
Value plain_copy(const Value& tree) {
  return map_leaves(tree, [](const Value& leaf) { return leaf; });
}
std::string text_or_empty(const Value& v) { return v.as<vm::Str>() ? v.as<vm::Str>()->text : std::string(); }

Value create(Interpreter& vm, Graph& graph, NodeOp op, const Value& target, const Value& args, const Value& kwargs,
             const Value& name, const Value& type) {
  auto type_of = [&](const Value& v) { return vm.repr(Value::of(vm::type_of(v))); };
  if (!args.as<vm::Tuple>()) vm::raise(vm::types().AssertionError, "args must be a tuple, got " + type_of(args));
  if (!kwargs.as<Dict>()) vm::raise(vm::types().AssertionError, "kwargs must be a dict, got " + type_of(kwargs));
  bool calls = op == NodeOp::kCallFunction, text = target.as<vm::Str>();
  const bool named = !text_or_empty(name).empty();
  if (!named && !text && (!target.is_object() || vm.find_attribute(target, vm::intern("__call__")).is_null()))
    vm::raise(vm::types().AssertionError, "Expected target to be str, got " + type_of(target));
  if (calls == text || !target.is_object()) {
    std::string unique = graph.names.create(named ? text_or_empty(name) : target_name(vm, target));
    vm::raise(vm::types().ValueError, "Node [graph = " + format_graph(vm, graph) + ", name = '" + unique +
                                          "'] target " + vm.str(target) + " has type " + vm::type_name(target) +
                                          " but a " + (calls ? "Callable" : "str") + " is expected");
  }
  return Value::of(graph.create(op, target, plain_copy(args), plain_copy(kwargs), text_or_empty(name), or_none(type)));
}

Value create_node(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b =
      vm::bind_arguments(a, "create_node", {"self", "op", "target", "args", "kwargs", "name", "type_expr"}, 3);
  NodeOp op;
  if (!parse_node_op(vm::expect_str(b[1], "op"), &op)) {
    b[0].as<Graph>()->names.create(b[5].as<vm::Str>() ? text_or_empty(b[5]) : target_name(vm, b[2]));
    vm::raise(vm::types().AssertionError, "op '" + text_or_empty(b[1]) + "' is not in _legal_ops");
  }
  return create(vm, *b[0].as<Graph>(), op, b[2], or_tuple(b[3]), or_dict(b[4]), b[5], b[6]);
}

Value placeholder(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "placeholder", {"self", "name", "type_expr", "default_value"}, 2);
  Value args = b[3].is_null() ? vm::make_tuple({}) : vm::make_tuple({b[3]});
  return create(vm, *b[0].as<Graph>(), NodeOp::kPlaceholder, b[1], args, or_dict({}), {}, b[2]);
}

Value get_attr(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "get_attr", {"self", "qualified_name", "type_expr"}, 2);
  return create(vm, *b[0].as<Graph>(), NodeOp::kGetAttr, b[1], or_tuple({}), or_dict({}), {}, b[2]);
}

template <NodeOp op>
Value call_node(Interpreter& vm, const Arguments& a) {
  const char* first = op == NodeOp::kCallFunction ? "the_function"
                      : op == NodeOp::kCallMethod ? "method_name"
                                                  : "module_name";
  std::vector<Value> b =
      vm::bind_arguments(a, node_op_name(op), {"self", first, "args", "kwargs", "type_expr", "name"}, 2);
  // A call_module target must exist in the GraphModule, if the graph has one.
  const Value& owner = b[0].as<Graph>()->owning_module;
  if (op == NodeOp::kCallModule && !owner.is_none()) vm.call_method(owner, "get_submodule", {b[1]});
  return create(vm, *b[0].as<Graph>(), op, b[1], or_tuple(b[2]), or_dict(b[3]), b[5], b[4]);
}

Value output(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "output", {"self", "result", "type_expr"}, 2);
  return create(vm, *b[0].as<Graph>(), NodeOp::kOutput, vm::make_str("output"), vm::make_tuple({b[1]}), or_dict({}), {},
                b[2]);
}

Value erase_node(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "erase_node", 1, 1, true);
  Node* node = a[1].as<Node>();
  if (!node) vm::raise(vm::types().TypeError, "erase_node() takes a Node");
  if (!node->users.empty()) {
    std::string users;
    for (Node* user : node->users) users += (users.empty() ? "" : ", ") + user->name + ": None";
    vm::raise(vm::types().RuntimeError, "Tried to erase Node " + node->name + " but it still had " +
                                            std::to_string(node->users.size()) + " users in the graph: {" + users +
                                            "}!");
  }
  if (node->erased) return Value::none();
  if (node->graph != &self(a))
    vm::raise(vm::types().RuntimeError, "Attempting to remove " + node->name + " from wrong graph!");
  self(a).erase(node);
  return Value::none();
}

// The context manager of `with graph.inserting_before(n):`; on exit it restores the previous insertion point.
struct InsertPoint : vm::Object {
  InsertPoint(Graph* graph, Node* place, bool behind);
  static bool is_kind(vm::Kind k) { return k == vm::Kind::kOther; }
  void traverse(vm::Visitor& visitor) const override { visitor.visit(graph_holder); }
  void clear() override { graph_holder = Value(); }
  Value graph_holder;
  Node* saved;
  bool saved_behind;
};

vm::Type* insert_point_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("_InsertPoint", vm::types().object, vm::Kind::kOther, "torch.fx.graph");
    vm::define_method(made, "__enter__", [](Interpreter&, const Arguments& a) -> Value { return a[0]; });
    vm::define_method(made, "__exit__", [](Interpreter&, const Arguments& a) -> Value {
      InsertPoint* point = static_cast<InsertPoint*>(a[0].as_object());
      if (Graph* graph = point->graph_holder.as<Graph>()) {
        graph->insert_point = point->saved->erased ? graph->root : point->saved;
        graph->insert_behind = point->saved_behind && !point->saved->erased;
      }
      return Value::none();
    });
    return made;
  }();
  return type;
}

InsertPoint::InsertPoint(Graph* graph, Node* place, bool behind)
    : Object(vm::Kind::kOther, insert_point_type()),
      graph_holder(Value::of(graph)),
      saved(graph->insert_point),
      saved_behind(graph->insert_behind) {
  graph->insert_point = place;
  graph->insert_behind = behind;
}

Node* place_in(Graph& graph, const Arguments& a, const char* side) {
  if (a.size() < 2 || a[1].is_none()) return nullptr;
  Node* node = a[1].as<Node>();
  if (!node || node->graph != &graph)
    vm::raise(vm::types().AssertionError, "Node to insert " + std::string(side) + " is not in graph.");
  return node;
}
Value inserting_before(Interpreter&, const Arguments& a) {
  Node* node = place_in(self(a), a, "before");
  return vm::make<InsertPoint>(&self(a), node ? node : self(a).first(), false);
}
Value inserting_after(Interpreter&, const Arguments& a) {
  Node* node = place_in(self(a), a, "after");
  return vm::make<InsertPoint>(&self(a), node ? node : self(a).root, node != nullptr);
}

// Copies one node into `graph`; `transform` maps the nodes among its arguments.
Node* copy_node(Interpreter& vm, Graph& graph, const Node& node, const std::function<Value(Node*)>& transform) {
  Node* copy = graph.create(node.op, node.target, map_nodes(node.args, transform), map_nodes(node.kwargs, transform),
                            node.name, node.type_expression);
  copy->meta = vm::make<Dict>();
  for (const auto& entry : node.meta.as<Dict>()->table.entries()) {
    if (!entry.key.is_null()) copy->meta.as<Dict>()->table.insert(vm, entry.key, entry.value);
  }
  copy->item = node.item;
  return copy;
}

Value node_copy(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "node_copy", {"self", "node", "arg_transform"}, 2);
  bool mapped = !b[2].is_null() && !b[2].is_none();
  auto transform = [&](Node* leaf) { return mapped ? vm.call(b[2], {Value::of(leaf)}) : Value::of(leaf); };
  return Value::of(copy_node(vm, *b[0].as<Graph>(), *b[1].as<Node>(), transform));
}

// Raised when the graph uses a node of another graph, for which the copy has no counterpart.
[[noreturn]] void not_copied(Interpreter& vm, Node* node) {
  vm::raise_value(vm.call(Value::of(vm::types().KeyError), {Value::of(node)}));
}

Value graph_copy(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "graph_copy", {"self", "g", "val_map", "return_output_node"}, 3);
  Graph& to = *b[0].as<Graph>();
  vm::HashTable& known = b[2].as<Dict>()->table;
  auto look_up = [&](Node* leaf) {
    const Value* found = known.find(vm, Value::of(leaf));
    if (!found) not_copied(vm, leaf);
    return *found;
  };
  for (Node* node : b[1].as<Graph>()->nodes()) {
    if (known.find(vm, Value::of(node))) continue;
    if (node->op == NodeOp::kOutput) return map_nodes(node->args.as<vm::Tuple>()->items[0], look_up);
    known.insert(vm, Value::of(node), Value::of(copy_node(vm, to, *node, look_up)));
  }
  return Value::none();
}

// The CodeGen object that the program set on the graph; null if none.
Value codegen_of(const Graph& graph) {
  Dict* attributes = graph.attributes.as<Dict>();
  const Value* found = attributes ? attributes->table.find(vm::intern("_codegen")) : nullptr;
  return found && !found->is_none() ? *found : Value();
}

Value deep_copy(Interpreter& vm, const Arguments& a) {
  Value copy = vm::make<Graph>();
  std::map<Node*, Node*> known;
  auto look_up = [&](Node* leaf) {
    auto found = known.find(leaf);
    if (found == known.end()) not_copied(vm, leaf);
    return Value::of(found->second);
  };
  for (Node* node : self(a).nodes()) {
    known[node] = copy_node(vm, *copy.as<Graph>(), *node, look_up);
    if (node->op == NodeOp::kOutput) break;  // nodes after the output node are not copied
  }
  copy.as<Graph>()->tracer_class = self(a).tracer_class;
  if (Value codegen = codegen_of(self(a)); !codegen.is_null()) vm.set_attribute(copy, vm::intern("_codegen"), codegen);
  return copy;
}

[[noreturn]] void bad_argument(Interpreter& vm, const Graph& graph, const Node* arg, const Node* node,
                               const char* what) {
  vm::raise(vm::types().RuntimeError,
            "Argument '" + arg->name + "' of Node '" + node->name + "' " + what + "\n" + format_graph(vm, graph));
}

void check_target(Interpreter& vm, const Graph& graph, const Node& node) {
  vm::Str* text = node.target.as<vm::Str>();
  bool calls = node.op == NodeOp::kCallFunction;
  if (calls ? text || !node.target.is_object() : !text) {
    vm::raise(vm::types().ValueError, "Node " + node.name + " target " + vm.str(node.target) + " has type " +
                                          vm::type_name(node.target) + " but a " + (calls ? "Callable" : "str") +
                                          " is expected");
  }
  if (node.op != NodeOp::kGetAttr && node.op != NodeOp::kCallModule) return;
  Value holder = graph.owning_module;
  std::string seen;
  if (holder.is_none()) return;
  for (size_t start = 0; start <= text->text.size();) {
    size_t end = std::min(text->text.find('.', start), text->text.size());
    std::string atom = text->text.substr(start, end - start);
    holder = vm.find_attribute(holder, vm::intern(atom));
    if (holder.is_null()) {
      vm::raise(vm::types().RuntimeError, "Node " + node.name + " target " + text->text +
                                              " references nonexistent attribute " + atom + " of " + seen);
    }
    if (node.op == NodeOp::kCallModule && vm.find_attribute(holder, vm::intern("named_modules")).is_null()) {
      vm::raise(vm::types().RuntimeError, "Node " + node.name + " target " + text->text + " " + atom + " of " + seen +
                                              " does not reference an nn.Module");
    }
    seen += (seen.empty() ? "" : ".") + atom;
    start = end + 1;
  }
}

Value lint(Interpreter& vm, const Arguments& a) {
  Graph& graph = self(a);
  std::unordered_set<const Node*> seen;
  std::unordered_set<std::string> names;
  for (Node* node : graph.nodes()) {
    for (Node* input : node->inputs) {
      if (input->graph != &graph) {
        bad_argument(vm, graph, input, node,
                     "does not belong to this Graph, but was used as an argument! If you are copying nodes from "
                     "another graph, make sure to use ``arg_transform`` on node_copy() to remap values");
      }
      if (!seen.count(input)) {
        bad_argument(
            vm, graph, input, node,
            "was used before it has been defined! Please check that Nodes in the graph are topologically ordered");
      }
    }
    seen.insert(node);
    if (!names.insert(node->name).second)
      vm::raise(vm::types().RuntimeError, "Node redefined name " + node->name + "!");
  }
  if (!graph.owning_module.is_none()) {
    for (Node* node : graph.nodes()) check_target(vm, graph, *node);
  }
  return Value::none();
}

Value eliminate_dead_code(Interpreter& vm, const Arguments& a) {
  Graph& graph = self(a);
  Value wants = a.size() > 1 ? a[1] : Value();
  if (const Value* keyword = a.keyword("is_impure_node")) wants = *keyword;
  bool changed = false;
  std::vector<Node*> nodes = graph.nodes();
  for (size_t i = nodes.size(); i-- > 0;) {
    Node* node = nodes[i];
    if (!node->users.empty()) continue;
    bool impure = !wants.is_null() && !wants.is_none() ? vm.truth(vm.call(wants, {Value::of(node)}))
                                                       : vm.truth(vm.call_method(Value::of(node), "is_impure", {}));
    if (impure) continue;
    graph.erase(node);
    changed = true;
  }
  return Value::boolean(changed);
}

Value find_nodes(Interpreter& vm, const Arguments& a) {
  std::vector<Value> b = vm::bind_arguments(a, "find_nodes", {"self", "*", "op", "target", "sort"}, 1);
  std::vector<Value> found;
  if (text_or_empty(b[1]) == "call_function" && (b[2].is_null() || b[2].is_none())) {
    vm::raise(vm::types().AssertionError, "target must not be None for call_function op");
  }
  for (Node* node : b[0].as<Graph>()->nodes()) {
    if (!b[1].is_null() && text_or_empty(b[1]) != node_op_name(node->op)) continue;
    if (!b[2].is_null() && !b[2].is_none() && !vm.equal(node->target, b[2])) continue;
    found.push_back(Value::of(node));
  }
  return vm::make_list(std::move(found));
}

Value output_node(Interpreter&, const Arguments& a) {
  const std::vector<Node*> nodes = self(a).nodes();
  if (nodes.empty()) vm::raise(vm::types().StopIteration, "");
  if (nodes.back()->op != NodeOp::kOutput)
    vm::raise(vm::types().AssertionError,
              std::string("Expected output node, got op=") + node_op_name(nodes.back()->op));
  return Value::of(nodes.back());
}

// Methods that are implemented in Python (torch/fx/graph.py).
enum class Written : uint8_t { kOnGenerateCode, kSetCodegen, kProcessInputs, kProcessOutputs };
template <Written method>
Value written(Interpreter& vm, const Arguments& a) {
  static constexpr const char* kNames[] = {"_on_generate_code", "_set_codegen", "_process_inputs", "_process_outputs"};
  return vm.call(vm.get_attribute(vm.import_module("torch.fx.graph"), kNames[static_cast<size_t>(method)]), a);
}

Value strings(const std::vector<std::string>& texts) {
  std::vector<Value> items;
  for (const std::string& text : texts) items.push_back(vm::make_str(text));
  return vm::make_list(std::move(items));
}

Value python_code_object(Interpreter& vm, const Arguments& a) {
  std::string root = a.size() > 1 ? std::string(vm::expect_str(a[1], "root_module")) : "self";
  Value module = vm.import_module("torch.fx.graph"), codegen = codegen_of(self(a)), source, globals;
  if (codegen.is_null()) {
    PythonCode code = python_code(vm, self(a), root);
    source = vm::make_str(code.source);
    globals = code.globals;
  } else {
    CodeParts parts = code_parts(vm, self(a), root);
    Value result = Value::none();
    for (const std::string& piece : parts.body) {
      if (piece.starts_with("return ")) result = vm::make_str(piece.substr(7));
    }
    globals = parts.globals;
    source = vm.call(vm.get_attribute(module, "_custom_code"),
                     {codegen, strings(parts.parameters), vm::make_str(parts.result), strings(parts.body),
                      vm::make_str(parts.wrapped), globals, vm::make_str(root), result});
  }
  return vm.call(vm.get_attribute(module, "PythonCode"), {source, globals});
}

Value print_tabular(Interpreter& vm, const Arguments& a) {
  std::vector<Value> rows, headers;
  for (Node* node : self(a).nodes()) {
    rows.push_back(vm::make_tuple(
        {vm::make_str(node_op_name(node->op)), vm::make_str(node->name), node->target, node->args, node->kwargs}));
  }
  for (const char* header : {"opcode", "name", "target", "args", "kwargs"}) headers.push_back(vm::make_str(header));
  Value tabulate = vm.get_attribute(vm.import_module("_vitrine_fx"), "tabulate");
  vm.write_out(vm.str(vm.call(tabulate, {vm::make_list(std::move(rows)), vm::make_list(std::move(headers))})) + "\n");
  return Value::none();
}

void define_methods(vm::Type* type) {
  vm::define_method(type, "print_tabular", print_tabular);
  vm::define_method(type, "create_node", create_node);
  vm::define_method(type, "placeholder", placeholder);
  vm::define_method(type, "get_attr", get_attr);
  vm::define_method(type, "call_function", call_node<NodeOp::kCallFunction>);
  vm::define_method(type, "call_method", call_node<NodeOp::kCallMethod>);
  vm::define_method(type, "call_module", call_node<NodeOp::kCallModule>);
  vm::define_method(type, "output", output);
  vm::define_method(type, "erase_node", erase_node);
  vm::define_method(type, "inserting_before", inserting_before);
  vm::define_method(type, "inserting_after", inserting_after);
  vm::define_method(type, "node_copy", node_copy);
  vm::define_method(type, "graph_copy", graph_copy);
  vm::define_method(type, "__deepcopy__", deep_copy);
  vm::define_method(type, "lint", lint);
  vm::define_method(type, "eliminate_dead_code", eliminate_dead_code);
  vm::define_method(type, "find_nodes", find_nodes);
  vm::define_method(type, "output_node", output_node);
  vm::define_method(type, "python_code", python_code_object);
  vm::define_method(type, "process_inputs", written<Written::kProcessInputs>);
  vm::define_method(type, "process_outputs", written<Written::kProcessOutputs>);
  vm::define_method(type, "set_codegen", written<Written::kSetCodegen>);
  vm::define_method(type, "on_generate_code", written<Written::kOnGenerateCode>);
}

}  // namespace

Value node_list(Graph& graph);  // node_list.cpp

vm::Type* graph_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("Graph", vm::types().object, vm::Kind::kFxGraph, "torch.fx.graph");
    made->slots.str = [](Interpreter& vm, const Value& v) { return vm::make_str(format_graph(vm, *v.as<Graph>())); };
    made->slots.construct = [](Interpreter&, vm::Type* made_type, const Arguments& a) {
      Value graph = vm::make<Graph>();
      graph.as_object()->type = made_type;
      if (made_type != graph_type()) return graph;  // a subclass passes the arguments to its own __init__
      std::vector<Value> b = vm::bind_arguments(a, "Graph", {"owning_module", "tracer_cls", "tracer_extras"}, 0);
      if (!b[0].is_null()) graph.as<Graph>()->owning_module = b[0];
      if (!b[1].is_null()) graph.as<Graph>()->tracer_class = b[1];
      return graph;
    };
    return made;
  }();
  static bool filled = false;
  if (!filled) {
    filled = true;
    define_methods(type);
    vm::define_property(type, "nodes", [](Interpreter&, const Arguments& a) -> Value { return node_list(self(a)); });
    vm::define_property(
        type, "owning_module", [](Interpreter&, const Arguments& a) -> Value { return self(a).owning_module; },
        [](Interpreter&, const Arguments& a) -> Value {
          self(a).owning_module = a[1];
          return Value::none();
        });
    vm::define_property(
        type, "_tracer_cls", [](Interpreter&, const Arguments& a) -> Value { return self(a).tracer_class; },
        [](Interpreter&, const Arguments& a) -> Value {
          self(a).tracer_class = a[1];
          return Value::none();
        });
    vm::define_property(type, "_len", [](Interpreter&, const Arguments& a) -> Value {
      return Value::integer(static_cast<int64_t>(self(a).count));
    });
  }
  return type;
}

}  // namespace vt::fx
