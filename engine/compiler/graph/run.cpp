#include "graph/run.h"

#include "ops/dispatch.h"
#include "support/check.h"

namespace vt {
namespace {

int64_t lookup(const void* context, std::string_view name) {
  const auto& symbols = *static_cast<const std::map<std::string, int64_t>*>(context);
  auto found = symbols.find(std::string(name));
  VT_CHECK(found != symbols.end(), "the size symbol " + std::string(name) + " has no value");
  return found->second;
}

Tensor number_tensor(int64_t value) {
  Tensor result = empty_tensor({}, DType::kInt64);
  *result.data<int64_t>() = value;
  return result;
}

}  // namespace

int64_t value_of(const SymInt& number, const std::map<std::string, int64_t>& symbols) {
  return number.symbolic() ? sym_evaluate(number.expr(), lookup, &symbols) : number.hint();
}

Arg with_values(const Arg& arg, const std::map<std::string, int64_t>& symbols) {
  if (const Scalar* scalar = std::get_if<Scalar>(&arg.value)) {
    if (!scalar->integer.symbolic()) return arg;
    Scalar result = *scalar;
    result.integer = SymInt(value_of(scalar->integer, symbols));
    return result;
  }
  const IntList* list = std::get_if<IntList>(&arg.value);
  if (!list) return arg;
  IntList result;
  for (const SymInt& item : *list) result.push_back(SymInt(value_of(item, symbols)));
  return result;
}

std::map<std::string, int64_t> bind_symbols(const Graph& graph, std::span<const Arg> inputs) {
  std::map<std::string, int64_t> symbols;
  auto bind = [&](const SymInt& size, int64_t value) {
    if (size.symbolic() && size.expr()->op == SymOp::kSymbol) symbols.emplace(size.expr()->name, value);
  };
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const Node& node = graph.at(graph.inputs()[i]);
    const Tensor* tensor = std::get_if<Tensor>(&inputs[i].value);
    if (node.kind == NodeKind::kNumberInput) {
      bind(node.number, tensor ? *tensor->data<int64_t>() : std::get<Scalar>(inputs[i].value).to_int());
      continue;
    }
    for (int axis = 0; tensor && axis < tensor->rank(); ++axis)
      bind(node.metas[0].sizes[static_cast<size_t>(axis)], tensor->size(axis));
  }
  // Symbols that occur in no size are read from strides; the stride of a size-1 axis is arbitrary.
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const Tensor* tensor = std::get_if<Tensor>(&inputs[i].value);
    for (int axis = 0; tensor && axis < tensor->rank(); ++axis)
      if (tensor->size(axis) > 1)
        bind(graph.at(graph.inputs()[i]).metas[0].strides[static_cast<size_t>(axis)], tensor->strides()[axis]);
  }
  return symbols;
}

Outputs run_graph(const Graph& graph, std::span<const Arg> inputs) { return run_graph(graph, inputs, {}); }

Outputs run_graph(const Graph& graph, std::span<const Arg> inputs, const NodeObserver& seen) {
  VT_CHECK(inputs.size() == graph.inputs().size(), "a graph gets as many inputs as it has");
  std::map<std::string, int64_t> symbols = bind_symbols(graph, inputs);
  std::vector<std::vector<Tensor>> values(graph.capacity());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor* tensor = std::get_if<Tensor>(&inputs[i].value);
    values[static_cast<uint32_t>(graph.inputs()[i])] = {tensor ? *tensor : Tensor()};
    if (seen && tensor) seen(graph.inputs()[i], {*tensor});
  }
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    if (node.kind == NodeKind::kConstant) values[static_cast<uint32_t>(id)] = {node.constant};
    if (node.kind != NodeKind::kOp) continue;
    Args args = args_of(node, values);
    for (Arg& arg : args.values()) arg = with_values(arg, symbols);
    values[static_cast<uint32_t>(id)] = call(*node.op, std::move(args));
    if (seen) seen(id, values[static_cast<uint32_t>(id)]);
  }
  Outputs outputs;
  for (const GraphOutput& output : graph.outputs) {
    switch (output.kind) {
      case GraphOutput::Kind::kValue:
        outputs.push_back(values[static_cast<uint32_t>(output.value.node)][static_cast<size_t>(output.value.result)]);
        break;
      case GraphOutput::Kind::kNumber: outputs.push_back(number_tensor(value_of(output.number, symbols))); break;
      case GraphOutput::Kind::kNone: outputs.emplace_back(); break;
    }
  }
  return outputs;
}

}  // namespace vt
