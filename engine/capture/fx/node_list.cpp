// graph.nodes: a live view. Nodes may be erased and inserted during an iteration.
#include "capture/fx/graph.h"
#include "vm/native.h"

namespace vt::fx {
namespace {
using vm::Arguments;

vm::Type* list_type();

struct NodeList : vm::Object {
  explicit NodeList(Graph* graph, bool backwards)
      : Object(vm::Kind::kOther, list_type()), graph(Value::of(graph)), backwards(backwards) {}
  void traverse(vm::Visitor& visitor) const override { visitor.visit(graph); }
  void clear() override { graph = Value(); }
  Value graph;
  bool backwards;
};
NodeList& list_of(const Value& v) { return *static_cast<NodeList*>(v.as_object()); }

struct NodeIterator : vm::NativeIterator {
  NodeIterator(const Value& graph, bool backwards) : graph(graph), backwards(backwards) {
    Node* root = graph.as<Graph>()->root;
    at = Value::of(backwards ? root->previous : root->next);
  }
  void traverse(vm::Visitor& visitor) const override {
    visitor.visit(graph);
    visitor.visit(at);
  }
  void clear() override { graph = at = Value(); }
  // An erased node keeps its links to its neighbours, so the iteration can continue from it.
  Value next(Interpreter&) override {
    Graph* owner = graph.as<Graph>();
    Node* node = at.as<Node>();
    while (node && node->erased) node = backwards ? node->previous : node->next;
    if (!owner || !node || node == owner->root) return {};
    Value result = Value::of(node);
    at = Value::of(backwards ? node->previous : node->next);
    return result;
  }
  Value graph, at;
  bool backwards;
};

vm::Type* list_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("_node_list", vm::types().object, vm::Kind::kOther, "torch.fx.graph");
    made->slots.iter = [](Interpreter&, const Value& v) {
      return vm::make<NodeIterator>(list_of(v).graph, list_of(v).backwards);
    };
    made->slots.length = [](Interpreter&, const Value& v) {
      return Value::integer(static_cast<int64_t>(list_of(v).graph.as<Graph>()->count));
    };
    made->slots.contains = [](Interpreter&, const Value& v, const Value& item) {
      Node* node = item.as<Node>();
      return Value::boolean(node && !node->erased && node->graph == list_of(v).graph.as<Graph>());
    };
    vm::define_method(made, "__reversed__", [](Interpreter&, const Arguments& a) -> Value {
      return vm::make<NodeIterator>(list_of(a[0]).graph, !list_of(a[0]).backwards);
    });
    return made;
  }();
  return type;
}

}  // namespace

Value node_list(Graph& graph) { return vm::make<NodeList>(&graph, false); }

}  // namespace vt::fx
