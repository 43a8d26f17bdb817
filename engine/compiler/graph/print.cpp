#include "graph/print.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "ops/ops.h"
#include "ops/table.h"

namespace vt {
namespace {

// The shortest decimal that reads back as the same value of the dtype.
std::string number_text(double value, DType dtype = DType::kFloat64) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (std::isnan(value)) return "nan";
  char buffer[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    const double read = std::strtod(buffer, nullptr);
    if ((dtype == DType::kFloat64 ? read : static_cast<double>(static_cast<float>(read))) == value) break;
  }
  std::string text = buffer;
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

template <class List, class Print>
std::string list_text(const List& list, Print print) {
  std::string text = "[";
  bool first = true;
  for (const auto& item : list) {
    text += (first ? "" : ", ") + print(item);
    first = false;
  }
  return text + "]";
}

std::string plain_text(const Arg& arg) {
  if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
    if (s->kind == Scalar::Kind::kBool) return s->to_bool() ? "True" : "False";
    return s->is_float() ? number_text(s->number) : s->integer.text();
  }
  if (const IntList* list = std::get_if<IntList>(&arg.value))
    return list_text(*list, [](const SymInt& v) { return v.text(); });
  if (const auto* reals = std::get_if<std::vector<double>>(&arg.value))
    return list_text(*reals, [](double v) { return number_text(v); });
  if (const auto* text = std::get_if<std::string>(&arg.value)) return "'" + *text + "'";
  if (const DType* dtype = std::get_if<DType>(&arg.value)) return std::string("torch.") + dtype_name(*dtype);
  if (const Device* device = std::get_if<Device>(&arg.value)) return "device(type='" + device_text(*device) + "')";
  return "None";
}

template <class Name>
std::string arg_text(const NodeArg& arg, Name name) {
  if (arg.kind == NodeArg::Kind::kPlain) return plain_text(arg.plain);
  if (arg.kind == NodeArg::Kind::kValue) return name(arg.values[0]);
  return list_text(arg.values, [&](const ValueRef& v) { return v.valid() ? name(v) : std::string("None"); });
}

bool is_default(const Parameter& parameter, const NodeArg& arg) {
  if (arg.kind != NodeArg::Kind::kPlain) return false;
  if (arg.plain.is_none()) return true;
  return parameter.has_default && plain_text(arg.plain) == plain_text(parameter.default_value);
}

template <class Name>
std::string args_text(const Node& node, Name name, const char* equals) {
  std::string text;
  for (const ShownArg& shown : shown_args(node)) {
    if (!text.empty()) text += ", ";
    if (!shown.keyword.empty()) text += shown.keyword + equals;
    text += arg_text(node.args[shown.index], name);
  }
  return text;
}

std::vector<ItemId> own_item(const Node& node) {
  return node.item == kNoItem ? std::vector<ItemId>{} : std::vector<ItemId>{node.item};
}

// " strides [1, 6]"; empty for a contiguous tensor.
std::string strides_text(const TensorMeta& meta) {
  int64_t dense = 1;
  bool contiguous = true;
  for (size_t i = meta.strides.size(); i-- > 0; dense *= meta.sizes[i].hint())
    contiguous &= meta.sizes[i].hint() == 1 || meta.strides[i].hint() == dense;
  if (contiguous || meta.strides.size() != meta.sizes.size()) return {};
  return " strides " + list_text(meta.strides, [](const SymInt& v) { return v.text(); });
}

// Shape text, then the strides if not contiguous and the device if not the CPU.
std::string placed_text(const TensorMeta& meta) {
  std::string text = meta_text(meta) + strides_text(meta);
  return meta.device.kind == DeviceKind::kCpu ? text : text + " " + device_text(meta.device);
}

std::string results_text(const Node& node, std::string (*meta_text)(const TensorMeta&)) {
  std::string text;
  for (size_t i = 0; i < node.metas.size(); ++i) text += (i ? ", " : "") + meta_text(node.metas[i]);
  return text;
}

// " = [0.5, 2.0]": the elements of a small constant; empty for a larger one.
std::string constant_text(const Tensor& constant) {
  constexpr int64_t kMostElements = 8;
  if (constant.is_fake() || constant.device().kind != DeviceKind::kCpu || constant.numel() > kMostElements) return {};
  std::string text;
  std::vector<int64_t> index(static_cast<size_t>(constant.rank()));
  for (int64_t i = 0; i < constant.numel(); ++i) {
    int64_t rest = i;
    for (size_t axis = index.size(); axis-- > 0; rest /= constant.size(static_cast<int>(axis)))
      index[axis] = rest % constant.size(static_cast<int>(axis));
    text += i ? ", " : "";
    text += is_floating(constant.dtype()) ? number_text(read_element(constant, index), constant.dtype())
                                          : std::to_string(read_element_int(constant, index));
  }
  return " = [" + text + "]";
}

template <class Name>
std::string output_text(const GraphOutput& output, Name name) {
  switch (output.kind) {
    case GraphOutput::Kind::kValue: return name(output.value);
    case GraphOutput::Kind::kNumber: return output.number.text();
    case GraphOutput::Kind::kNone: break;
  }
  return "None";
}

// The last user of each node: PyTorch's code sets the name to None on that line.
std::vector<NodeId> last_users(const Graph& graph) {
  std::vector<NodeId> last(graph.capacity(), kNoNode);
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id))
    for (const ValueRef& value : values_of(graph.at(id))) last[static_cast<uint32_t>(value.node)] = id;
  return last;
}

}  // namespace

std::string meta_text(const TensorMeta& meta) {
  return dtype_short_name(meta.dtype) + list_text(meta.sizes, [](const SymInt& v) { return v.text(); });
}

std::vector<TaggedLine> print_graph(const Graph& graph) {
  std::vector<TaggedLine> lines;
  std::vector<int> position(graph.capacity());
  int next = 0;
  auto name = [&](const ValueRef& value) {
    std::string text = "%" + std::to_string(position[static_cast<uint32_t>(value.node)]);
    return graph.at(value.node).metas.size() > 1 ? text + ":" + std::to_string(value.result) : text;
  };
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    position[static_cast<uint32_t>(id)] = next;
    std::string text = "%" + std::to_string(next++) + " = ";
    switch (node.kind) {
      case NodeKind::kInput: text += "input " + node.name; break;
      case NodeKind::kNumberInput: text += "number " + node.name + " = " + node.number.text(); break;
      case NodeKind::kConstant: text += "constant " + node.name + constant_text(node.constant); break;
      case NodeKind::kOp: text += std::string(node.op->name) + " " + args_text(node, name, "="); break;
    }
    if (!node.metas.empty()) text += " : " + results_text(node, placed_text);
    if (node.kind == NodeKind::kOp && node.name != schema_of(*node.op).python_name) text += "  # " + node.name;
    lines.push_back({std::move(text), own_item(node)});
  }
  std::string text = "return";
  for (size_t i = 0; i < graph.outputs.size(); ++i) text += (i ? ", " : " ") + output_text(graph.outputs[i], name);
  lines.push_back({std::move(text), {}});
  for (const auto& [input, output] : graph.mutated_inputs)
    lines.push_back({"copy output " + std::to_string(output) + " into %" +
                         std::to_string(position[static_cast<uint32_t>(graph.inputs()[static_cast<size_t>(input)])]),
                     {}});
  return lines;
}

std::string graph_text(const Graph& graph) {
  std::string text;
  for (const TaggedLine& line : print_graph(graph)) text += line.text + "\n";
  return text;
}

std::vector<ShownArg> shown_args(const Node& node) {
  const Schema& schema = schema_of(*node.op);
  size_t count = std::min(node.args.size(), schema.parameters.size());
  // ATen's gradient operators have parameters without defaults, so their None arguments are printed too.
  bool all = node.op->traits & kAten;
  auto skip = [&](size_t i) {
    return all ? schema.parameters[i].has_default && is_default(schema.parameters[i], node.args[i])
               : is_default(schema.parameters[i], node.args[i]);
  };
  size_t positional = 0;
  for (size_t i = 0; i < count; ++i)
    if (!schema.parameters[i].keyword_only && !skip(i)) positional = i + 1;
  std::vector<ShownArg> shown;
  for (size_t i = 0; i < count; ++i) {
    const Parameter& parameter = schema.parameters[i];
    if (parameter.keyword_only ? skip(i) : i >= positional) continue;
    shown.push_back({i, parameter.keyword_only ? parameter.name : std::string()});
  }
  return shown;
}

std::string aten_name(const Node& node) {
  std::string name = node.op->name;
  static const std::map<std::string, std::string> renamed = {
      {"vector_norm", "linalg_vector_norm"},
      {"mse_loss_base", "mse_loss"},
      {"smooth_l1_loss_base", "smooth_l1_loss"},
      {"huber_loss_base", "huber_loss"},
      {"nan_to_num_base", "nan_to_num"},
      {"bce_base", "binary_cross_entropy"},
      {"bce_with_logits_base", "binary_cross_entropy_with_logits"},
      {"empty", "empty.memory_format"},
      {"zeros.formula", "zeros.default"},
      {"new_zeros.formula", "new_zeros.default"},
      {"_clamp_both", "clamp.Tensor"},
      {"unbind", "unbind.int"},
      {"split.sizes", "split_with_sizes.default"},
      {"floor_divide.Scalar", "floor_divide.default"},
      {"div.Scalar_mode", "div.Tensor_mode"},
      {"mul_number", "mul.Scalar"},
      {"div_number", "div.Scalar"}};
  // In ATen, arithmetic of a tensor and a Python number is the Tensor overload.
  static const std::set<std::string> with_number = {"add.Scalar", "sub.Scalar", "mul.Scalar", "div.Scalar"};
  if (with_number.count(name)) return "aten." + name.substr(0, 4) + "Tensor";
  if (auto found = renamed.find(name); found != renamed.end()) name = found->second;
  if (name == "arange.start_step") {
    std::vector<ShownArg> shown = shown_args(node);
    if (shown.size() < 3 || !shown[2].keyword.empty()) return "aten.arange.start";
  }
  if (name.find('.') != std::string::npos) return "aten." + name;
  bool second_tensor = node.args.size() > 1 && node.args[1].kind == NodeArg::Kind::kValue;
  bool third_tensor = node.args.size() > 2 && node.args[2].kind == NodeArg::Kind::kValue;
  bool first_tensor = !node.args.empty() && node.args[0].kind == NodeArg::Kind::kValue;
  // PyTorch's overload names are historical; these are the families that differ from "default".
  static const std::set<std::string> arithmetic = {"add", "sub", "mul", "div", "rsub"};
  static const std::set<std::string> comparisons = {
      "eq", "ne", "lt", "le", "gt", "ge", "remainder", "fmod", "bitwise_and", "bitwise_or", "bitwise_xor"};
  static const std::set<std::string> dims = {"sum", "mean", "prod", "var", "std", "any", "all", "squeeze"};
  if (arithmetic.count(name)) return "aten." + name + ".Tensor";
  if (comparisons.count(name)) return "aten." + name + (second_tensor ? ".Tensor" : ".Scalar");
  if (name == "pow")
    return !second_tensor ? "aten.pow.Tensor_Scalar" : first_tensor ? "aten.pow.Tensor_Tensor" : "aten.pow.Scalar";
  if (name == "eye" && !node.args[1].plain.is_none()) return "aten.eye.m";
  if (name == "where") return "aten.where.self";
  if (name == "bernoulli_") return std::string("aten.bernoulli_.") + (second_tensor ? "Tensor" : "float");
  if (name == "fill_") return std::string("aten.fill_.") + (second_tensor ? "Tensor" : "Scalar");
  if (name == "masked_fill") return std::string("aten.masked_fill.") + (third_tensor ? "Tensor" : "Scalar");
  if (name == "index" || name == "xlogy") return "aten." + name + ".Tensor";
  if (name == "scatter") return "aten.scatter.src";
  if (name == "transpose" || name == "select") return "aten." + name + ".int";
  if (name == "slice" || name == "split") return "aten." + name + ".Tensor";
  if (dims.count(name)) {
    const Schema& schema = schema_of(*node.op);
    for (size_t i = 0; i < node.args.size(); ++i) {
      if (schema.parameters[i].name != "dim" || node.args[i].plain.is_none()) continue;
      bool list = std::holds_alternative<IntList>(node.args[i].plain.value);
      return "aten." + name +
             (name == "sum"               ? ".dim_IntList"
              : name == "prod"            ? ".dim_int"
              : name == "squeeze" && list ? ".dims"
                                          : ".dim");
    }
  }
  return "aten." + name + ".default";
}

std::vector<TaggedLine> print_python(const Graph& graph) {
  std::vector<NodeId> last = last_users(graph);
  auto multiple = [&](NodeId id) { return graph.at(id).metas.size() > 1; };
  std::vector<std::vector<std::string>> getitem(graph.capacity());
  auto name = [&](const ValueRef& value) {
    return multiple(value.node) ? getitem[static_cast<uint32_t>(value.node)][static_cast<size_t>(value.result)]
                                : graph.at(value.node).name;
  };
  std::vector<TaggedLine> lines;
  std::string head = "def forward(self";
  for (NodeId id : graph.inputs()) head += ", " + graph.at(id).name;
  lines.push_back({head + "):", {}});
  int items = 0;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    if (node.kind == NodeKind::kInput || node.kind == NodeKind::kNumberInput) continue;
    std::string text = "    " + node.name + " = ";
    if (node.kind == NodeKind::kConstant) text += "self." + node.name;
    else text += "torch.ops." + aten_name(node) + "(" + args_text(node, name, " = ") + ")";
    std::string freed;
    std::set<NodeId> seen;
    for (const ValueRef& value : values_of(node))
      if (last[static_cast<uint32_t>(value.node)] == id && !graph.is_output(value) && seen.insert(value.node).second)
        freed += name(value) + " = ";
    if (!freed.empty()) text += ";  " + freed + "None";
    lines.push_back({std::move(text), own_item(node)});
    for (size_t i = 0; multiple(id) && i < node.metas.size(); ++i) {
      std::string item = items ? "getitem_" + std::to_string(items) : "getitem";
      ++items;
      lines.push_back({"    " + item + " = " + node.name + "[" + std::to_string(i) + "]", own_item(node)});
      getitem[static_cast<uint32_t>(id)].push_back(std::move(item));
    }
  }
  std::string text = "    return (";
  for (size_t i = 0; i < graph.outputs.size(); ++i) text += (i ? ", " : "") + output_text(graph.outputs[i], name);
  lines.push_back({text + (graph.outputs.size() == 1 ? ",)" : ")"), {}});
  return lines;
}

// Category of a node, which decides its colour in diagrams.
static const char* kind_of_work(const Node& node) {
  switch (node.kind) {
    case NodeKind::kInput:
    case NodeKind::kNumberInput: return "input";
    case NodeKind::kConstant: return "constant";
    case NodeKind::kOp: break;
  }
  if (node.op->traits & kView) return "view";
  if (node.op->traits & kMatrix) return "matrix";
  if (node.op->pointwise) return "pointwise";
  return node.op->traits & kReduction ? "reduction" : "op";
}

Diagram graph_diagram(const Graph& graph) {
  Diagram diagram;
  std::vector<uint32_t> position(graph.capacity());
  auto add = [&](ItemId item, std::string label, std::string detail, const char* category) {
    diagram.nodes.push_back({item, std::move(label), std::move(detail), category});
    return static_cast<uint32_t>(diagram.nodes.size() - 1);
  };
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    uint32_t at = add(node.item, node.name, node.metas.empty() ? node.number.text() : results_text(node, meta_text),
                      kind_of_work(node));
    position[static_cast<uint32_t>(id)] = at;
    for (const ValueRef& value : values_of(node))
      diagram.edges.emplace_back(position[static_cast<uint32_t>(value.node)], at);
  }
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const GraphOutput& output = graph.outputs[i];
    if (output.kind != GraphOutput::Kind::kValue) continue;
    uint32_t at = add(graph.at(output.value.node).item, "output " + graph.at(output.value.node).name,
                      meta_text(graph.meta(output.value)), "output");
    diagram.edges.emplace_back(position[static_cast<uint32_t>(output.value.node)], at);
  }
  return diagram;
}

}  // namespace vt
