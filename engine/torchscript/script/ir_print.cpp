// Graphs as text, in TorchScript's layout.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/ir.h"
#include "torchscript/script/run_node.h"

namespace vt::script {

std::string real_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  std::string text = buffer;
  if (text.find_first_of(".en") == std::string::npos) text += ".";
  return text;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '"': out += "\\\""; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '\'': out += "\\'"; break;
      default: {
        unsigned char u = static_cast<unsigned char>(c);
        if (u >= 32 && u < 127) {
          out += c;
          break;
        }
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\%03o", u);
        out += buffer;
      }
    }
  }
  return out + "\"";
}

namespace {

// A constant tensor in the dump of a trace: the elements of a small tensor, else "<Tensor>".
std::string tensor_constant_text(const Tensor& t) {
  if (t.numel() > 10) return "<Tensor>";
  if (t.numel() != 1) {
    std::string text = printed_text(*vm::Interpreter::current(), torch::wrap(t), tensor_type());
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  vm::Value item = torch::item_of(t);
  if (item.is_float()) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g", item.as_float());
    return "{" + std::string(buffer) + "}";
  }
  return "{" + std::to_string(item.is_bool() ? item.as_bool() : item.as_int()) + "}";
}

std::string list_text(const std::vector<vm::Value>& items, const char* open, const char* close,
                      const std::function<TypePtr(size_t)>& type) {
  std::string out = open;
  for (size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + constant_text(items[i], type(i));
  return out + close;
}

// Collects nodes that have a graph attribute, which is printed after the main graph; null for a single node.
using Groups = std::vector<const Node*>;

void print_block(const Block& block, std::string& out, int depth, bool with_ranges, Groups* groups);

void print_node(const Node& node, std::string& out, int depth, bool with_ranges, Groups* groups) {
  std::string indent(static_cast<size_t>(depth) * 2, ' ');
  out += indent;
  for (size_t i = 0; i < node.outputs.size(); ++i)
    out += (i ? ", %" : "%") + node.outputs[i]->debug_name() + " : " + graph_text(node.outputs[i]->type);
  const bool python = node.is("prim::PythonOp") && !node.constant.is_null();
  out += " = " + (python ? "^" + python_callee_name(*vm::Interpreter::current(), node) + "[]()" : node.kind);
  std::string attributes;
  auto add = [&](const std::string& key, const std::string& text) {
    attributes += (attributes.empty() ? "" : ", ") + key + "=" + text;
  };
  if (node.is("prim::Constant")) {
    if (node.function) add("name", "\"" + node.text("name") + "\"");
    else if (!node.constant.is_none()) add("value", constant_text(node.constant, node.output()->type));
  }
  for (const auto& [key, attribute] : node.attributes) {
    if (node.function && key == "name" && node.is("prim::Constant")) continue;
    if (attribute.kind == Attribute::Kind::kText) add(key, quoted(attribute.text));
    if (attribute.kind == Attribute::Kind::kTypes) {
      std::string types;
      for (const TypePtr& type : attribute.types) types += (types.empty() ? "" : ", ") + graph_text(type);
      add(key, "[" + types + "]");
    }
    if (attribute.kind != Attribute::Kind::kGraph) continue;
    if (groups) {
      out += "_" + std::to_string(groups->size());
      groups->push_back(&node);
    } else {
      add(key, "<Graph>");
    }
  }
  if (!attributes.empty()) out += "[" + attributes + "]";
  out += "(";
  for (size_t i = 0; i < node.inputs.size(); ++i) out += (i ? ", %" : "%") + node.inputs[i]->debug_name();
  out += ")";
  if (!node.scope.empty()) out += ", scope: " + node.scope;
  if (with_ranges && node.range.valid()) {
    out += " # " + node.range.source->file + ":" + std::to_string(node.range.line()) + ":" +
           std::to_string(node.range.column());
  }
  out += "\n";
  for (size_t i = 0; i < node.blocks.size(); ++i) {
    const Block& block = *node.blocks[i];
    out += indent + "  block" + std::to_string(i) + "(";
    for (size_t k = 0; k < block.param->outputs.size(); ++k) {
      const Value& input = *block.param->outputs[k];
      out += (k ? ", %" : "%") + input.debug_name() + " : " + graph_text(input.type);
    }
    out += "):\n";
    print_block(block, out, depth + 2, with_ranges, groups);
  }
}

void print_block(const Block& block, std::string& out, int depth, bool with_ranges, Groups* groups) {
  for (const Node* node = block.first(); node != block.result; node = node->next)
    print_node(*node, out, depth, with_ranges, groups);
  if (!block.owner) return;
  out += std::string(static_cast<size_t>(depth) * 2, ' ') + "-> (";
  for (size_t i = 0; i < block.result->inputs.size(); ++i)
    out += (i ? ", %" : "%") + block.result->inputs[i]->debug_name();
  out += ")\n";
}

}  // namespace

std::string constant_text(const vm::Value& value, const TypePtr& type) {
  if (value.is_null() || value.is_none()) return "None";
  if (value.is_bool()) return value.as_bool() ? "1" : "0";
  if (value.is_int()) return std::to_string(value.as_int());
  if (value.is_float()) return real_text(value.as_float());
  if (const Tensor* tensor = torch::as_tensor(value)) return tensor_constant_text(*tensor);
  if (const vm::Str* text = value.as<vm::Str>()) return quoted(text->text);
  if (const vm::Tuple* tuple = value.as<vm::Tuple>())
    return list_text(tuple->items, "(", tuple->items.size() == 1 ? ",)" : ")",
                     [&](size_t i) { return type->inside.size() > i ? type->inside[i] : type; });
  if (const vm::List* list = value.as<vm::List>())
    return list_text(list->items, "[", "]", [&](size_t) { return type->inside.empty() ? type : type->element(); });
  if (const auto* number = value.as<torch::SymIntObject>()) return number->value.text();
  if (value.as<torch::DeviceObject>()) return "\"" + vm::Interpreter::current()->str(value) + "\"";
  if (is(type, TypeKind::kEnum))  // a member of an enum
    return type->name + "." + vm::Interpreter::current()->str(vm::Interpreter::current()->get_attribute(value, "name"));
  return "<" + graph_text(type) + ">";
}

std::string python_callee_name(vm::Interpreter& vm, const Node& node) {
  vm::Value name = vm.find_attribute(node.constant, vm::intern("__name__"));
  return name.is_null() ? "<python_value>" : vm.str(name);
}

std::string node_text(const Node& node, bool with_ranges) {
  std::string out;
  print_node(node, out, 0, with_ranges, nullptr);
  return out;
}

std::string graph_text(Graph& graph, bool with_ranges) {
  std::string out = "graph(";
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const Value& input = *graph.inputs()[i];
    out += (i ? ",\n      %" : "%") + input.debug_name() + " : " + graph_text(input.type);
  }
  out += "):\n";
  Groups groups;
  print_block(*graph.top, out, 1, with_ranges, &groups);
  out += "  return (";
  for (size_t i = 0; i < graph.outputs().size(); ++i) out += (i ? ", %" : "%") + graph.outputs()[i]->debug_name();
  out += ")\n";
  for (size_t i = 0; i < groups.size(); ++i)
    out += "with " + groups[i]->kind + "_" + std::to_string(i) + " = " +
           graph_text(*groups[i]->attributes.at("Subgraph").graph, with_ranges);
  return out;
}

}  // namespace vt::script
