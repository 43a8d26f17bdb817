// print(graph): one line per node.
#include "capture/fx/graph.h"

namespace vt::fx {
namespace {

std::string format_argument(Interpreter& vm, const Value& value);

std::string join_items(Interpreter& vm, const std::vector<Value>& items) {
  std::string text;
  for (const Value& item : items) {
    if (&item != &items[0]) text += ", ";
    text += format_argument(vm, item);
  }
  return text;
}

std::string format_argument(Interpreter& vm, const Value& value) {
  if (Node* node = value.as<Node>()) return "%" + node->name;
  if (vm::Tuple* tuple = value.as<vm::Tuple>(); tuple && tuple->kind == vm::Kind::kTuple) {
    return "(" + join_items(vm, tuple->items) + (tuple->items.size() == 1 ? ",)" : ")");
  }
  if (vm::List* list = value.as<vm::List>()) return "[" + join_items(vm, list->items) + "]";
  if (Dict* dict = value.as<Dict>()) {
    std::string text = "{";
    for (const auto& entry : dict->table.entries()) {
      if (entry.key.is_null()) continue;
      if (text.size() > 1) text += ", ";
      text += vm.str(entry.key) + ": " + format_argument(vm, entry.value);
    }
    return text + "}";
  }
  return vm.str(value);
}

std::string target_text(Interpreter& vm, const Value& target) {
  if (vm::Str* text = target.as<vm::Str>()) return text->text;
  std::string name = printed_name(vm, target);
  return name.find('.') == std::string::npos ? "builtins." + name : name;
}

}  // namespace

std::string type_text(Interpreter& vm, const Value& type) {
  if (type.is_none() || (type.as<vm::Type>() && type.as<vm::Type>()->name == "NoneType")) return "None";
  if (vm::Type* plain = type.as<vm::Type>())
    return plain->module == "builtins" ? plain->qualified_name : plain->module + "." + plain->qualified_name;
  std::string text = vm.repr(type);
  if (!text.starts_with("typing.Optional[") && !text.starts_with("typing.Union[")) return text;
  std::string members;
  for (const Value& member : vm.to_vector(vm.get_attribute(type, "__args__")))
    members += (members.empty() ? "" : " | ") + type_text(vm, member);
  return members;
}

std::string format_node(Interpreter& vm, const Node& node) {
  std::string type =
      node.type_expression.is_null() || node.type_expression.is_none() ? "" : type_text(vm, node.type_expression) + " ";
  std::string head = "%" + node.name + " : " + type + "[num_users=" + std::to_string(node.users.size()) + "] = ";
  std::string called = std::string(node_op_name(node.op)) + "[target=" + target_text(vm, node.target) + "]";
  const std::vector<Value>& args = node.args.as<vm::Tuple>()->items;
  switch (node.op) {
    case NodeOp::kPlaceholder: return head + called + (args.empty() ? "" : "(default=" + vm.str(args[0]) + ")");
    case NodeOp::kGetAttr: return head + called;
    case NodeOp::kOutput: return "return " + (args.empty() ? std::string("()") : vm.str(args[0]));
    case NodeOp::kCallFunction:
    case NodeOp::kCallMethod:
    case NodeOp::kCallModule:
      return head + called + "(args = " + format_argument(vm, node.args) +
             ", kwargs = " + format_argument(vm, node.kwargs) + ")";
    case NodeOp::kRoot: break;
  }
  return {};
}

std::string format_graph(Interpreter& vm, const Graph& graph) {
  std::string text = "graph():";
  for (Node* node = graph.first(); !graph.is_end(node); node = node->next) text += "\n    " + format_node(vm, *node);
  return text;
}

}  // namespace vt::fx
