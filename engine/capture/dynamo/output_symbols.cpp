// Numbers of a graph as variables: symbolic sizes and the nodes that compute them, symbolic floats, and other values
// computed from them.
#include "capture/dynamo/output.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
using fx::NodeOp;

VarRef Output::sym_value(fx::Node* node, Value now, std::vector<VarRef> operands) {
  number_nodes_.insert(node);
  return make_var(SymValueVariable{{node, std::move(now)}, std::move(operands), {}, {}});
}

VarRef Output::sym_float(fx::Node* node, double number, std::vector<VarRef> inputs) {
  TensorMeta meta;
  meta.dtype = DType::kFloat64;
  SymFloatVariable made;
  made.node = node;
  made.example = torch::wrap(recorder.fake_of(std::move(meta)));
  made.number = number;
  made.operands = std::move(inputs);
  if (node->op == NodeOp::kCallFunction) number_nodes_.insert(node);
  node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), made.example);
  return make_var(std::move(made));
}

VarRef Output::symbol_arithmetic(const SymExpr& size) {
  if (size->op == SymOp::kConstant) return constant_int(size->constant);
  auto known = symbol_nodes_.find(sym_text(size));
  if (known != symbol_nodes_.end()) {
    fx::Node* node = known->second;
    return make_var(SymIntVariable{{node, *node->meta.as<vm::Dict>()->table.find(vm::intern("example_value"))}});
  }
  const char* name = nullptr;
  switch (size->op) {
    case SymOp::kAdd: name = "add"; break;
    case SymOp::kMul: name = "mul"; break;
    case SymOp::kFloorDiv: name = "floordiv"; break;
    case SymOp::kMod: name = "mod"; break;
    case SymOp::kNegate: name = "neg"; break;
    case SymOp::kMin: name = "sym_min"; break;
    case SymOp::kMax: name = "sym_max"; break;
    case SymOp::kConstant:
    case SymOp::kSymbol: unsupported<Break::kSymbolWithoutNode>(sym_text(size));
  }
  if (size->op == SymOp::kAdd) {
    std::vector<VarRef> parts;
    for (const SymExpr& operand : size->operands) parts.push_back(symbol_arithmetic(operand));
    Value sum = vm.get_attribute(vm.import_module("_vitrine_dynamo"), "sym_sum");
    return call_function(sum, {sequence(VarKind::kList, std::move(parts))}, {});
  }
  Value target = vm.get_attribute(vm.import_module(name[0] == 's' ? "torch" : "operator"), name);
  if (size->op == SymOp::kNegate) return call_function(target, {symbol_arithmetic(size->operands[0])}, {});
  VarRef result;
  for (size_t i = 0; i < size->operands.size();) {
    size_t same = i + 1;  // equal factors become a power
    while (size->op == SymOp::kMul && same < size->operands.size() &&
           sym_text(size->operands[same]) == sym_text(size->operands[i]))
      ++same;
    VarRef operand = symbol_arithmetic(size->operands[i]);
    if (same > i + 1) {
      Value power = vm.get_attribute(vm.import_module("operator"), "pow");
      operand = call_function(power, {operand, constant_int(static_cast<int64_t>(same - i))}, {});
    }
    result = result ? call_function(target, {result, operand}, {}) : operand;
    i = same;
  }
  return result;
}

void Output::forget_symbols_of(const fx::Node* node) {
  std::erase_if(symbol_nodes_, [&](const auto& entry) { return entry.second == node; });
}

VarRef Output::sym_var(const Value& example) {
  auto known = symbol_nodes_.find(example.as<torch::SymIntObject>()->value.text());
  return known == symbol_nodes_.end() ? VarRef() : make_var(SymIntVariable{{known->second, example}});
}

VarRef Output::size_var(fx::Node* node, const Value& size) {
  node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), size);
  symbol_nodes_.emplace(size.as<torch::SymIntObject>()->value.text(), node);
  return make_var(SymIntVariable{{node, size}});
}

}  // namespace vt::dynamo
