// torch.fx.Node as the program sees it.
#include <algorithm>

#include "capture/fx/graph.h"
#include "vm/native.h"

namespace vt::fx {
namespace {
using vm::Arguments;

Node& self(const Arguments& a) { return *static_cast<Node*>(a[0].as_object()); }
Value none_if_null(const Value& v) { return v.is_null() ? Value::none() : v; }

Node& expect_node(const Value& v, const char* what) {
  Node* node = v.as<Node>();
  if (!node) vm::raise(vm::types().TypeError, std::string(what) + " must be a Node, not " + vm::type_name(v));
  return *node;
}

Value neighbour(Node* node, Node* other) { return node->graph ? Value::of(other ? other : node) : Value::none(); }

Value users_dict(const Node& node) {
  Value dict = vm::make<Dict>();
  Interpreter& vm = *Interpreter::current();
  for (Node* user : node.users) dict.as<Dict>()->table.insert(vm, Value::of(user), Value::none());
  return dict;
}

Value nodes_list(const std::vector<Node*>& nodes) {
  std::vector<Value> items;
  for (Node* node : nodes) items.push_back(Value::of(node));
  return vm::make_list(std::move(items));
}

// A copy of an argument tree with mutable lists and dicts, for changing and assigning to a node again.
Value plain_copy(const Value& tree) {
  return map_leaves(tree, [](const Value& leaf) { return leaf; });
}

Value as_tuple(Interpreter& vm, const Value& v) {
  return v.as<vm::Tuple>() ? plain_copy(v) : plain_copy(vm::make_tuple(vm.to_vector(v)));
}

void set_target(Interpreter&, Node& node, const Value& v) { node.target = v; }

Value set_name(Interpreter& vm, const Arguments& a) {
  self(a).name = std::string(vm::expect_str(a[1], "name"));
  return Value::none();
}
Value set_op(Interpreter& vm, const Arguments& a) {
  NodeOp op;
  if (!parse_node_op(vm::expect_str(a[1], "op"), &op))
    vm::raise(vm::types().ValueError, "unknown opcode " + vm.repr(a[1]));
  self(a).op = op;
  return Value::none();
}

// Replaces `node` by `other` in every user for which the callback (if any) returns true.
Value replace_uses(Interpreter& vm, const Arguments& a) {
  std::vector<Value> bound =
      vm::bind_arguments(a, "replace_all_uses_with", {"self", "replace_with", "delete_user_cb", "propagate_meta"}, 2);
  Node& node = *bound[0].as<Node>();
  Node& other = expect_node(bound[1], "replace_with");
  std::vector<Node*> users = node.users, changed;
  for (Node* user : users) {
    if (!bound[2].is_null() && !bound[2].is_none() && !vm.truth(vm.call(bound[2], {Value::of(user)}))) continue;
    auto swap = [&](Node* leaf) { return Value::of(leaf == &node ? &other : leaf); };
    Value args = map_nodes(user->args, swap), kwargs = map_nodes(user->kwargs, swap);
    user->set_arguments(std::move(args), std::move(kwargs));
    changed.push_back(user);
  }
  if (!bound[3].is_null() && vm.truth(bound[3])) {
    if (other.meta.as<Dict>()->table.size() > 0)
      vm::raise(vm::types().AssertionError,
                "Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has "
                ".meta keys");
    for (const auto& entry : node.meta.as<Dict>()->table.entries()) {
      if (!entry.key.is_null()) other.meta.as<Dict>()->table.insert(vm, entry.key, entry.value);
    }
  }
  return nodes_list(changed);
}

Value replace_input(Interpreter&, const Arguments& a) {
  Node& node = self(a);
  Node& old_input = expect_node(a[1], "old_input");
  Node& new_input = expect_node(a[2], "new_input");
  auto swap = [&](Node* leaf) { return Value::of(leaf == &old_input ? &new_input : leaf); };
  Value args = map_nodes(node.args, swap), kwargs = map_nodes(node.kwargs, swap);
  node.set_arguments(std::move(args), std::move(kwargs));
  return Value::none();
}

Value prepend(Interpreter&, const Arguments& a) {
  Node& moved = expect_node(a[1], "argument");
  if (moved.graph != self(a).graph)
    vm::raise(vm::types().AssertionError, "Attempting to move a Node into a different Graph");
  if (&moved != &self(a)) self(a).graph->move_before(&moved, &self(a));
  return Value::none();
}
Value append(Interpreter&, const Arguments& a) {
  Node& moved = expect_node(a[1], "argument");
  if (moved.graph != self(a).graph)
    vm::raise(vm::types().AssertionError, "Attempting to move a Node into a different Graph");
  if (&moved != &self(a)) self(a).graph->move_before(&moved, self(a).next);
  return Value::none();
}

Value update_arg(Interpreter& vm, const Arguments& a) {
  std::vector<Value> items = self(a).args.as<vm::Tuple>()->items;
  int64_t index = vm.to_index(a[1]);
  if (index < 0) index += static_cast<int64_t>(items.size());
  if (index < 0 || index >= static_cast<int64_t>(items.size()))
    vm::raise(vm::types().IndexError, "list assignment index out of range");
  items[static_cast<size_t>(index)] = a[2];
  self(a).set_arguments(vm::make_tuple(std::move(items)), self(a).kwargs);
  return Value::none();
}
Value insert_arg(Interpreter& vm, const Arguments& a) {
  std::vector<Value> items = self(a).args.as<vm::Tuple>()->items;
  int64_t index = std::clamp<int64_t>(vm.to_index(a[1]), 0, static_cast<int64_t>(items.size()));
  items.insert(items.begin() + index, a[2]);
  self(a).set_arguments(vm::make_tuple(std::move(items)), self(a).kwargs);
  return Value::none();
}
Value update_kwarg(Interpreter& vm, const Arguments& a) {
  Value kwargs = plain_copy(self(a).kwargs);
  kwargs.as<Dict>()->table.insert(vm, a[1], a[2]);
  self(a).set_arguments(self(a).args, kwargs);
  return Value::none();
}

Value format(Interpreter& vm, const Arguments& a) { return vm::make_str(format_node(vm, self(a))); }

// Compares nodes by their position in the graph.
Value compare_order(Interpreter&, const Value& left, const Value& right, bool less, bool or_equal = false) {
  Node *first = left.as<Node>(), *second = right.as<Node>();
  if (!first || !second || first->graph != second->graph || !first->graph) return vm::not_implemented();
  if (first == second) return Value::boolean(or_equal);
  for (Node* node = first->graph->first(); !first->graph->is_end(node); node = node->next) {
    if (node == first || node == second) return Value::boolean((node == first) == less);
  }
  return vm::not_implemented();
}

// What the program declared: `torch.fx.has_side_effect(fn)`, or `_is_impure` on a module.
bool declared_impure(Interpreter& vm, const Node& node) {
  if (node.op == NodeOp::kCallModule && node.graph && !node.graph->owning_module.is_none()) {
    Value module = vm.call_method(node.graph->owning_module, "get_submodule", {node.target});
    Value declared = vm.find_attribute(module, vm::intern("_is_impure"));
    return !declared.is_null() && vm.truth(declared);
  }
  if (node.op != NodeOp::kCallFunction) return false;
  Value functions = vm.get_attribute(vm.import_module("torch.fx.node"), "_side_effectful_functions");
  return vm.contains(functions, node.target);
}

bool is_pure(Interpreter& vm, const Node& node) {
  if (node.op == NodeOp::kPlaceholder || node.op == NodeOp::kOutput || declared_impure(vm, node)) return false;
  if (node.op != NodeOp::kCallFunction) return true;
  std::string name = qualified_name(vm, node.target);
  static constexpr const char* kEffects[] = {"operator.setitem",
                                             "torch._assert",
                                             "torch._tensor_library._assert",
                                             "torch._assert_async",
                                             "torch._C._set_grad_enabled",
                                             "torch._C._functorch",
                                             "torch.amp.autocast_mode._enter_autocast",
                                             "torch.amp.autocast_mode._exit_autocast",
                                             "torch.manual_seed"};
  for (const char* effect : kEffects) {
    if (name == effect) return false;
  }
  static constexpr const char* kRandom[] = {
      "torch.rand",      "torch.randn",      "torch.randint", "torch.randperm",    "torch.bernoulli",
      "torch.rand_like", "torch.randn_like", "torch.normal",  "torch.multinomial", "torch.nn.functional.dropout"};
  for (const char* random : kRandom) {
    if (name == random) return false;
  }
  // In-place operations (torch.relu_, operator.iadd) mutate their argument.
  bool inplace_operator = name.starts_with("operator.i") && name.size() > 10 && name != "operator.invert" &&
                          name != "operator.is_" && name != "operator.index" && name != "operator.inv" &&
                          name != "operator.is_not" && name != "operator.itemgetter";
  bool inplace_torch = name.starts_with("torch.") && name.ends_with("_") && !name.ends_with("__");
  return !inplace_operator && !inplace_torch;
}

Value is_impure(Interpreter& vm, const Arguments& a) { return Value::boolean(!is_pure(vm, self(a))); }

void define_fields(vm::Type* type) {
  using V = Value;
  using I = Interpreter;
  using A = Arguments;
  define_property(
      type, "name", [](I&, const A& a) -> V { return vm::make_str(self(a).name); }, set_name);
  define_property(
      type, "op", [](I&, const A& a) -> V { return vm::make_str(node_op_name(self(a).op)); }, set_op);
  define_property(
      type, "target", [](I&, const A& a) -> V { return self(a).target; },
      [](I& vm, const A& a) -> V {
        set_target(vm, self(a), a[1]);
        return V::none();
      });
  define_property(
      type, "args", [](I&, const A& a) -> V { return self(a).args; },
      [](I& vm, const A& a) -> V {
        self(a).set_arguments(as_tuple(vm, a[1]), self(a).kwargs);
        return V::none();
      });
  define_property(
      type, "kwargs", [](I&, const A& a) -> V { return self(a).kwargs; },
      [](I&, const A& a) -> V {
        self(a).set_arguments(self(a).args, plain_copy(a[1]));
        return V::none();
      });
  define_property(
      type, "type", [](I&, const A& a) -> V { return none_if_null(self(a).type_expression); },
      [](I&, const A& a) -> V {
        self(a).type_expression = a[1];
        return V::none();
      });
  define_property(
      type, "meta", [](I&, const A& a) -> V { return self(a).meta; },
      [](I&, const A& a) -> V {
        self(a).meta = a[1];
        return V::none();
      });
  define_property(type, "graph", [](I&, const A& a) -> V { return self(a).graph ? V::of(self(a).graph) : V::none(); });
  define_property(type, "users", [](I&, const A& a) -> V { return users_dict(self(a)); });
  define_property(type, "all_input_nodes", [](I&, const A& a) -> V { return nodes_list(self(a).inputs); });
  define_property(type, "_input_nodes", [](I&, const A& a) -> V {
    V dict = vm::make<Dict>();
    for (Node* input : self(a).inputs) dict.as<Dict>()->table.insert(*I::current(), V::of(input), V::none());
    return dict;
  });
  define_property(type, "next", [](I&, const A& a) -> V { return neighbour(&self(a), self(a).next); });
  define_property(type, "prev", [](I&, const A& a) -> V { return neighbour(&self(a), self(a).previous); });
  define_property(type, "_erased", [](I&, const A& a) -> V { return V::boolean(self(a).erased); });
  define_property(
      type, "stack_trace",
      [](I&, const A& a) -> V {
        const V* trace = self(a).meta.as<Dict>()->table.find(vm::intern("stack_trace"));
        return trace ? *trace : V::none();
      },
      [](I&, const A& a) -> V {
        self(a).meta.as<Dict>()->table.insert(vm::intern("stack_trace"), a[1]);
        return V::none();
      });
}

void define_methods(vm::Type* type) {
  vm::define_method(type, "replace_all_uses_with", replace_uses);
  vm::define_method(type, "replace_input_with", replace_input);
  vm::define_method(type, "prepend", prepend);
  vm::define_method(type, "append", append);
  vm::define_method(type, "update_arg", update_arg);
  vm::define_method(type, "insert_arg", insert_arg);
  vm::define_method(type, "update_kwarg", update_kwarg);
  vm::define_method(type, "format_node", format);
  vm::define_method(type, "is_impure", is_impure);
  vm::define_method(type, "normalized_arguments", [](Interpreter& vm, const Arguments& a) -> Value {
    return vm.call(vm.get_attribute(vm.import_module("torch.fx.operator_schemas"), "normalized_arguments"), a);
  });
  vm::define_method(type, "_rename", [](Interpreter&, const Arguments& a) -> Value {
    if (self(a).graph) self(a).graph->rename(&self(a), vm::expect_str(a[1], "candidate"));
    return Value::none();
  });
}

}  // namespace

vm::Type* node_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("Node", vm::types().object, vm::Kind::kFxNode, "torch.fx.node");
    made->slots.repr = [](Interpreter&, const Value& v) { return vm::make_str(v.as<Node>()->name); };
    made->slots.str = made->slots.repr;
    made->slots.compare[static_cast<int>(CompareOp::kLess)] = [](Interpreter& vm, const Value& l, const Value& r) {
      return compare_order(vm, l, r, true);
    };
    made->slots.compare[static_cast<int>(CompareOp::kGreater)] = [](Interpreter& vm, const Value& l, const Value& r) {
      return compare_order(vm, l, r, false);
    };
    made->slots.compare[static_cast<int>(CompareOp::kLessEqual)] = [](Interpreter& vm, const Value& l, const Value& r) {
      return compare_order(vm, l, r, true, true);
    };
    made->slots.compare[static_cast<int>(CompareOp::kGreaterEqual)] =
        [](Interpreter& vm, const Value& l, const Value& r) { return compare_order(vm, l, r, false, true); };
    return made;
  }();
  static bool filled = false;
  if (!filled) {
    filled = true;
    define_fields(type);
    define_methods(type);
  }
  return type;
}

}  // namespace vt::fx
