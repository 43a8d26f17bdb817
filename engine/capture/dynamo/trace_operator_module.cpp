// Functions of the modules operator and math. Neighbours: trace_builtins.cpp, trace_operators.cpp.
#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// operator.add, operator.eq and so on: as the operators themselves.
template <BinaryOp op, bool inplace = false>
VarRef do_binary(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 && kwargs.empty() ? t.binary(op, args[0], args[1], inplace) : VarRef();
}
template <CompareOp op>
VarRef do_compare(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 && kwargs.empty() ? t.compare(op, args[0], args[1]) : VarRef();
}
template <Op op>
VarRef do_unary(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 1 && kwargs.empty() ? t.unary(op, args[0]) : VarRef();
}
VarRef do_truth(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 1 && kwargs.empty() ? constant_bool(t.truth(args[0])) : VarRef();
}
VarRef do_contains(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 && kwargs.empty() ? constant_bool(t.contains(args[0], args[1])) : VarRef();
}
template <bool same>
VarRef do_identity(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 && kwargs.empty() ? constant_bool(t.is_same(args[0], args[1]) == same) : VarRef();
}
VarRef do_getitem(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  return args.size() == 2 && kwargs.empty() ? t.subscript(args[0], args[1]) : VarRef();
}
VarRef do_setitem(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.size() != 3 || !kwargs.empty()) return {};
  t.store_subscript(args[0], args[1], args[2]);
  return none();
}
VarRef do_delitem(Tracer& t, const Value&, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.size() != 2 || !kwargs.empty()) return {};
  t.delete_subscript(args[0], args[1]);
  return none();
}

// The name without its module: "sqrt".
const std::string& name_of(const Value& function) { return function.as<vm::NativeFunction>()->name; }
VarRef fold_math(Tracer& t, const Value& f, std::vector<VarRef>& numbers, Keywords& kwargs) {
  return t.value_of(fold(t, f, numbers, kwargs, "math." + name_of(f)));
}

// math functions that become one node on a number of the graph: _sym_sqrt and so on.
VarRef do_symbolic_math(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.size() != 1 || !is_symbol(*t.value_of(args[0]))) return {};
  VarRef v = t.value_of(args[0]);
  Value target = t.vm.get_attribute(t.vm.import_module("_vitrine_dynamo"), "_sym_" + name_of(f));
  std::vector<VarRef> number = {constant(Value::real(t.number_now(v)))};
  return t.symbol_node(target, {v}, Value::real(t.vm.to_double(fold_math(t, f, number, kwargs)->value)));
}

// math functions that need the values: one node, with a guard that fixes its operands.
VarRef do_math_of_number(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  if (std::none_of(args.begin(), args.end(), [&](const VarRef& arg) { return is_symbol(*t.value_of(arg)); })) return {};
  std::vector<VarRef> operands, numbers;
  for (const VarRef& arg : args) {
    operands.push_back(t.value_of(arg));
    numbers.push_back(is_symbol(*operands.back()) ? constant(t.value_now(operands.back())) : operands.back());
  }
  VarRef answer = fold_math(t, f, numbers, kwargs);
  VarRef node = t.symbol_node(f, operands, answer->value);
  for (const VarRef& operand : operands) {
    if (operand->is(VarKind::kSymFloat)) t.settle_number(operand);
    else if (is_symbol(*operand)) t.specialise(operand);
  }
  if (node->is(VarKind::kSymFloat)) node->as<SymFloatVariable>().settled = true;
  return node;
}

// math.ceil and math.floor of a float of the graph.
VarRef do_whole_number(Tracer& t, const Value& f, std::vector<VarRef>& args, Keywords& kwargs) {
  if (args.size() != 1 || !is_symbol(*t.value_of(args[0]))) return {};
  VarRef v = t.value_of(args[0]);
  if (!v->is(VarKind::kSymFloat)) return v;
  std::vector<VarRef> number = {constant(Value::real(v->as<SymFloatVariable>().number))};
  return t.symbol_node(f, {v}, fold_math(t, f, number, kwargs)->value);
}

}  // namespace

std::span<const BuiltinRule> operator_builtins() {
  static constexpr BuiltinRule kRules[] = {
      {"operator.add", do_binary<BinaryOp::kAdd>},
      {"operator.sub", do_binary<BinaryOp::kSubtract>},
      {"operator.mul", do_binary<BinaryOp::kMultiply>},
      {"operator.truediv", do_binary<BinaryOp::kTrueDivide>},
      {"operator.floordiv", do_binary<BinaryOp::kFloorDivide>},
      {"operator.mod", do_binary<BinaryOp::kRemainder>},
      {"operator.pow", do_binary<BinaryOp::kPower>},
      {"operator.matmul", do_binary<BinaryOp::kMatrixMultiply>},
      {"operator.and_", do_binary<BinaryOp::kAnd>},
      {"operator.or_", do_binary<BinaryOp::kOr>},
      {"operator.xor", do_binary<BinaryOp::kXor>},
      {"operator.lshift", do_binary<BinaryOp::kLshift>},
      {"operator.rshift", do_binary<BinaryOp::kRshift>},
      {"operator.iadd", do_binary<BinaryOp::kAdd, true>},
      {"operator.isub", do_binary<BinaryOp::kSubtract, true>},
      {"operator.imul", do_binary<BinaryOp::kMultiply, true>},
      {"operator.itruediv", do_binary<BinaryOp::kTrueDivide, true>},
      {"operator.ifloordiv", do_binary<BinaryOp::kFloorDivide, true>},
      {"operator.imod", do_binary<BinaryOp::kRemainder, true>},
      {"operator.ipow", do_binary<BinaryOp::kPower, true>},
      {"operator.imatmul", do_binary<BinaryOp::kMatrixMultiply, true>},
      {"operator.iand", do_binary<BinaryOp::kAnd, true>},
      {"operator.ior", do_binary<BinaryOp::kOr, true>},
      {"operator.ixor", do_binary<BinaryOp::kXor, true>},
      {"operator.ilshift", do_binary<BinaryOp::kLshift, true>},
      {"operator.irshift", do_binary<BinaryOp::kRshift, true>},
      {"operator.lt", do_compare<CompareOp::kLess>},
      {"operator.le", do_compare<CompareOp::kLessEqual>},
      {"operator.eq", do_compare<CompareOp::kEqual>},
      {"operator.ne", do_compare<CompareOp::kNotEqual>},
      {"operator.gt", do_compare<CompareOp::kGreater>},
      {"operator.ge", do_compare<CompareOp::kGreaterEqual>},
      {"operator.neg", do_unary<Op::UNARY_NEGATIVE>},
      {"operator.pos", do_unary<Op::UNARY_POSITIVE>},
      {"operator.inv", do_unary<Op::UNARY_INVERT>},
      {"operator.invert", do_unary<Op::UNARY_INVERT>},
      {"operator.not_", do_unary<Op::UNARY_NOT>},
      {"operator.truth", do_truth},
      {"operator.contains", do_contains},
      {"operator.is_", do_identity<true>},
      {"operator.is_not", do_identity<false>},
      {"operator.getitem", do_getitem},
      {"operator.setitem", do_setitem},
      {"operator.delitem", do_delitem},
  };
  return kRules;
}

std::span<const BuiltinRule> math_builtins() {
  static constexpr BuiltinRule kRules[] = {
      {"math.sqrt", do_symbolic_math},   {"math.cos", do_symbolic_math},    {"math.cosh", do_symbolic_math},
      {"math.sin", do_symbolic_math},    {"math.sinh", do_symbolic_math},   {"math.tan", do_symbolic_math},
      {"math.tanh", do_symbolic_math},   {"math.asin", do_symbolic_math},   {"math.acos", do_symbolic_math},
      {"math.atan", do_symbolic_math},   {"math.log2", do_symbolic_math},   {"math.log", do_math_of_number},
      {"math.exp", do_math_of_number},   {"math.pow", do_math_of_number},   {"math.log10", do_math_of_number},
      {"math.log1p", do_math_of_number}, {"math.expm1", do_math_of_number}, {"math.ceil", do_whole_number},
      {"math.floor", do_whole_number}};
  return kRules;
}

}  // namespace vt::dynamo
