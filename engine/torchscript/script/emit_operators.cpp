// Operators of scripts: arithmetic, comparison, membership. Neighbours: emit_expressions.cpp.
#include "torchscript/script/emitter.h"

namespace vt::script {

namespace {
const char* operator_symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd: return "aten::add";
    case BinaryOp::kSubtract: return "aten::sub";
    case BinaryOp::kMultiply: return "aten::mul";
    case BinaryOp::kTrueDivide: return "aten::div";
    case BinaryOp::kFloorDivide: return "aten::floordiv";
    case BinaryOp::kRemainder: return "aten::remainder";
    case BinaryOp::kPower: return "aten::pow";
    case BinaryOp::kMatrixMultiply: return "aten::matmul";
    case BinaryOp::kAnd: return "aten::__and__";
    case BinaryOp::kOr: return "aten::__or__";
    case BinaryOp::kXor: return "aten::__xor__";
    case BinaryOp::kLshift: return "aten::__lshift__";
    case BinaryOp::kRshift: return "aten::__rshift__";
  }
  return "";
}
const char* comparator_op(Comparator op) {
  switch (op) {
    case Comparator::kLess: return "aten::lt";
    case Comparator::kLessEqual: return "aten::le";
    case Comparator::kEqual: return "aten::eq";
    case Comparator::kNotEqual: return "aten::ne";
    case Comparator::kGreater: return "aten::gt";
    case Comparator::kGreaterEqual: return "aten::ge";
    case Comparator::kIs:
    case Comparator::kIsNot:
    case Comparator::kIn:
    case Comparator::kNotIn: break;
  }
  return "";
}
}  // namespace

Value* Emitter::binary(const char* op, Value* left, Value* right, const Range& at) {
  if (is(left->type, TypeKind::kClass)) {
    // Operators of script class objects are their special methods, whose names follow from the op's.
    static const std::map<std::string, const char*> other = {{"div", "truediv"}, {"remainder", "mod"}};
    std::string name = std::string(op).substr(6);
    if (auto found = other.find(name); found != other.end()) name = found->second;
    if (name.rfind("__", 0) != 0) name = "__" + name + "__";
    if (SugaredPtr made = call_special(left, name.c_str(), {right}, at)) return made->value;
    if (left->type->cls->plain) no_member(*left->type->cls, name, at);
  }
  // For tensors, floor division is a different operator.
  if (op == std::string("aten::floordiv") && is(left->type, TypeKind::kTensor)) op = "aten::floor_divide";
  return emit_builtin(graph(), op, {left, right}, at);
}

SugaredPtr Emitter::emit_binary(const BinOpExpr& expr, const Range& at) {
  Value* left = emit(expr.left);
  bool percent = expr.op == BinaryOp::kRemainder;
  // PyTorch emits the left side to learn its type, which decides the meaning of %, and then emits it again.
  if (percent) left = emit(expr.left);
  if (percent && is(left->type, TypeKind::kString)) {
    std::vector<Value*> inputs = {left, emit(expr.right)};
    Node* node = graph().create("aten::percentFormat", inputs);
    node->output()->type = simple_type(TypeKind::kString);
    node->range = at;
    return sugared(graph().insert(node)->output());
  }
  Value* right = emit(expr.right);
  if (expr.op == BinaryOp::kAdd && is(left->type, TypeKind::kTuple) && is(right->type, TypeKind::kTuple))
    return sugared(concatenate(left, right, at));
  return sugared(binary(operator_symbol(expr.op), left, right, at));
}

SugaredPtr Emitter::emit_unary(Expr* expr, const Range& at) {
  const UnaryOpExpr& u = as<UnaryOpExpr>(expr);
  if (u.op == UnaryOperator::kNot) return sugared(emit_condition(expr).value);
  if (u.op == UnaryOperator::kPositive)
    throw ScriptError{"unsupported unary operator: UAdd:\n" + at.highlight(), at, "NotSupportedError", true};
  bool negative = u.op == UnaryOperator::kNegative;
  Value* operand = emit(u.operand);
  if (SugaredPtr made = call_special(operand, negative ? "__neg__" : "__invert__", {}, at)) return made;
  const vm::Value* constant = constant_of(operand);
  if (negative && constant && (constant->is_int() || constant->is_float())) {
    vm::Value negated =
        constant->is_int() ? vm::Value::integer(-constant->as_int()) : vm::Value::real(-constant->as_float());
    emit_builtin(graph(), "aten::neg", {operand}, at);
    return sugared(graph().insert_constant(negated, operand->type, at));
  }
  return sugared(emit_builtin(graph(), negative ? "aten::neg" : "aten::bitwise_not", {operand}, at));
}

// a < b < c is a < b and b < c.
SugaredPtr Emitter::emit_comparison(Expr* expr, const Range& at) {
  const CompareExpr& c = as<CompareExpr>(expr);
  if (c.operators.size() == 1 && (c.operators[0] == Comparator::kIs || c.operators[0] == Comparator::kIsNot))
    return sugared(emit_condition(expr).value);
  Value* result = nullptr;
  for (size_t i = 0; i < c.operators.size(); ++i) {
    auto next = [&] { return emit_comparison_of(c.operators[i], i ? c.comparators[i - 1] : c.left, c.comparators[i]); };
    if (!result) {
      result = next();
      continue;
    }
    Condition before = plain_condition(result, at);
    result = if_expression(
        at, before, [&] { return to_bool(next(), at); }, [&] { return graph().insert_bool(false, at); });
  }
  return sugared(result);
}

Value* Emitter::emit_comparison_of(Comparator op, Expr* left, Expr* right) {
  Range at = merged(range(left), range(right));
  if (op == Comparator::kIn || op == Comparator::kNotIn) return emit_membership(op, left, right, at);
  Value* a = emit(left);
  Value* b = emit(right);
  return binary(comparator_op(op), a, b, at);
}

Value* Emitter::emit_membership(Comparator op, Expr* item, Expr* container, const Range& at) {
  Value* needle = emit(item);
  SugaredPtr within = emit_sugared(container);
  Value* found;
  if (within->kind == Sugared::Kind::kModule) {
    FunctionPtr contains = container_method(within, "__contains__", at);
    found = call_function(*contains, contains, at, {{"", needle, at}}, {}, within->value);
  } else {
    Value* haystack = as_value(within, range(container));
    if (is(haystack->type, TypeKind::kString) && is(needle->type, TypeKind::kString)) {
      Value* length = emit_builtin(graph(), "aten::len", {haystack}, at);
      Value* place = emit_builtin(graph(), "aten::find", {haystack, needle, graph().insert_int(0), length}, at);
      found = emit_builtin(graph(), "aten::ne", {place, graph().insert_int(-1)}, at);
    } else {
      found = binary("aten::__contains__", haystack, needle, at);
    }
  }
  return op == Comparator::kIn ? found : emit_builtin(graph(), "aten::__not__", {found}, at);
}

}  // namespace vt::script
