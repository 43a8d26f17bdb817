// Constant folding on the tree. Only where the result is sure to be what the VM would
// compute; big integers, errors and overlong results are left to run time.
#include <cmath>
#include <cstdlib>

#include "frontend/compiler.h"

namespace vt {

static constexpr size_t kLongestFoldedText = 4096;

Constant literal_value(const ConstantExpr& node) {
  switch (node.type) {
    case ConstantKind::kNone: return {};
    case ConstantKind::kTrue: return {true};
    case ConstantKind::kFalse: return {false};
    case ConstantKind::kEllipsis: return {EllipsisConstant{}};
    case ConstantKind::kInt: return {node.integer};
    case ConstantKind::kBigInt:
    case ConstantKind::kImaginary: return {BigIntText{std::string(node.text)}};
    case ConstantKind::kFloat: return {node.real};
    case ConstantKind::kString: return {std::string(node.text)};
    case ConstantKind::kBytes: return {BytesConstant{std::string(node.text)}};
  }
  return {};
}

bool constant_truth(const Constant& value) {
  struct Truth {
    bool operator()(std::monostate) const { return false; }
    bool operator()(bool x) const { return x; }
    bool operator()(int64_t x) const { return x != 0; }
    bool operator()(const BigIntText& x) const {
      return x.digits.back() != 'j' || std::strtod(x.digits.c_str(), nullptr) != 0;
    }
    bool operator()(double x) const { return x != 0; }
    bool operator()(const std::string& x) const { return !x.empty(); }
    bool operator()(const BytesConstant& x) const { return !x.data.empty(); }
    bool operator()(EllipsisConstant) const { return true; }
    bool operator()(const std::shared_ptr<ConstantTuple>& x) const { return !x->items.empty(); }
    bool operator()(const std::shared_ptr<const Code>&) const { return true; }
  };
  return std::visit(Truth{}, value.value);
}

static int64_t floor_divide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return quotient - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static bool integer_power(int64_t base, int64_t exponent, int64_t& out) {
  if (exponent < 0 || exponent > 63) return false;
  out = 1;
  for (int64_t i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(out, base, &out)) return false;
  return true;
}

static bool fold_integers(BinaryOp op, int64_t a, int64_t b, Constant& out) {
  int64_t result = 0;
  switch (op) {
    case BinaryOp::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return false;
      break;
    case BinaryOp::kSubtract:
      if (__builtin_sub_overflow(a, b, &result)) return false;
      break;
    case BinaryOp::kMultiply:
      if (__builtin_mul_overflow(a, b, &result)) return false;
      break;
    case BinaryOp::kFloorDivide:
      if (b == 0 || b == -1) return false;
      result = floor_divide(a, b);
      break;
    case BinaryOp::kRemainder:
      if (b == 0 || b == -1) return false;
      result = a - floor_divide(a, b) * b;
      break;
    case BinaryOp::kPower:
      if (!integer_power(a, b, result)) return false;
      break;
    case BinaryOp::kLshift:
      if (b < 0 || b > 62 || a > (INT64_MAX >> b) || a < -(INT64_MAX >> b)) return false;
      result = a * (int64_t{1} << b);
      break;
    case BinaryOp::kRshift:
      if (b < 0) return false;
      result = a >> std::min<int64_t>(b, 63);
      break;
    case BinaryOp::kAnd: result = a & b; break;
    case BinaryOp::kOr: result = a | b; break;
    case BinaryOp::kXor: result = a ^ b; break;
    case BinaryOp::kTrueDivide: {
      constexpr int64_t kExact = int64_t{1} << 53;
      if (b == 0 || std::abs(a) > kExact || std::abs(b) > kExact) return false;
      out.value = static_cast<double>(a) / static_cast<double>(b);
      return true;
    }
    case BinaryOp::kMatrixMultiply: return false;
  }
  out.value = result;
  return true;
}

static bool fold_doubles(BinaryOp op, double a, double b, Constant& out) {
  double result = 0;
  switch (op) {
    case BinaryOp::kAdd: result = a + b; break;
    case BinaryOp::kSubtract: result = a - b; break;
    case BinaryOp::kMultiply: result = a * b; break;
    case BinaryOp::kTrueDivide:
      if (b == 0) return false;
      result = a / b;
      break;
    case BinaryOp::kPower:
      if (a <= 0) return false;
      result = std::pow(a, b);
      if (!std::isfinite(result)) return false;
      break;
    default: return false;
  }
  out.value = result;
  return true;
}

static bool fold_repeat(const std::string& text, int64_t times, Constant& out) {
  if (times < 0) times = 0;
  if (times && text.size() > kLongestFoldedText / static_cast<size_t>(times)) return false;
  std::string result;
  for (int64_t i = 0; i < times; ++i) result += text;
  out.value = std::move(result);
  return true;
}

static bool fold_binary(BinaryOp op, const Constant& left, const Constant& right, Constant& out) {
  const auto *left_int = std::get_if<int64_t>(&left.value), *right_int = std::get_if<int64_t>(&right.value);
  const auto *left_real = std::get_if<double>(&left.value), *right_real = std::get_if<double>(&right.value);
  if (left_int && right_int) return fold_integers(op, *left_int, *right_int, out);
  if ((left_int || left_real) && (right_int || right_real))
    return fold_doubles(op, left_int ? static_cast<double>(*left_int) : *left_real,
                        right_int ? static_cast<double>(*right_int) : *right_real, out);
  const auto *left_text = std::get_if<std::string>(&left.value), *right_text = std::get_if<std::string>(&right.value);
  if (op == BinaryOp::kAdd && left_text && right_text && left_text->size() + right_text->size() <= kLongestFoldedText) {
    out.value = *left_text + *right_text;
    return true;
  }
  if (op == BinaryOp::kMultiply && left_text && right_int) return fold_repeat(*left_text, *right_int, out);
  if (op == BinaryOp::kMultiply && left_int && right_text) return fold_repeat(*right_text, *left_int, out);
  return false;
}

static bool fold_unary(UnaryOperator op, const Constant& operand, Constant& out) {
  const auto* integer = std::get_if<int64_t>(&operand.value);
  const auto* real = std::get_if<double>(&operand.value);
  switch (op) {
    case UnaryOperator::kNot: out.value = !constant_truth(operand); return true;
    case UnaryOperator::kNegative:
      if (integer && *integer != INT64_MIN) out.value = -*integer;
      else if (real) out.value = -*real;
      else if (const auto* big = std::get_if<BigIntText>(&operand.value)) {
        if (big->digits.back() == 'j') return false;  // -2j has a real part of -0.0
        if (big->digits == "9223372036854775808") out.value = INT64_MIN;
        else if (big->digits[0] != '-') out.value = BigIntText{"-" + big->digits};
        else return false;
      } else return false;
      return true;
    case UnaryOperator::kPositive:
      if (!integer && !real) return false;
      out = operand;
      return true;
    case UnaryOperator::kInvert:
      if (!integer) return false;
      out.value = ~*integer;
      return true;
  }
  return false;
}

static bool fold_subscript(const Constant& object, const Constant& index, Constant& out) {
  const auto* at = std::get_if<int64_t>(&index.value);
  const auto* tuple = std::get_if<std::shared_ptr<ConstantTuple>>(&object.value);
  if (!at || !tuple || (*tuple)->frozen_set) return false;
  int64_t size = static_cast<int64_t>((*tuple)->items.size());
  int64_t place = *at < 0 ? *at + size : *at;
  if (place < 0 || place >= size) return false;
  Constant item = (*tuple)->items[static_cast<size_t>(place)];
  out = std::move(item);
  return true;
}

bool constant_value(const Expr* node, Constant& out) {
  switch (node->kind) {
    case ExprKind::kConstant: out = literal_value(as<ConstantExpr>(node)); return true;
    case ExprKind::kName:
      if (as<NameExpr>(node).id != "__debug__") return false;
      out.value = true;
      return true;
    case ExprKind::kUnaryOp: {
      Constant operand;
      return constant_value(as<UnaryOpExpr>(node).operand, operand) &&
             fold_unary(as<UnaryOpExpr>(node).op, operand, out);
    }
    case ExprKind::kBinOp: {
      const auto& binary = as<BinOpExpr>(node);
      Constant left, right;
      return constant_value(binary.right, right) && constant_value(binary.left, left) &&
             fold_binary(binary.op, left, right, out);
    }
    case ExprKind::kTuple: {
      auto tuple = std::make_shared<ConstantTuple>();
      for (const Expr* element : as<TupleExpr>(node).elements) {
        Constant value;
        if (!constant_value(element, value)) return false;
        tuple->items.push_back(std::move(value));
      }
      out.value = std::move(tuple);
      return true;
    }
    case ExprKind::kSubscript: {
      Constant object, index;
      return constant_value(as<SubscriptExpr>(node).index, index) &&
             constant_value(as<SubscriptExpr>(node).object, object) && fold_subscript(object, index, out);
    }
    default: return false;
  }
}

bool constant_iterable(const Expr* node, Constant& out) {
  Exprs elements;
  if (node->kind == ExprKind::kList) elements = as<ListExpr>(node).elements;
  else if (node->kind == ExprKind::kSet) elements = as<SetExpr>(node).elements;
  else return false;
  auto tuple = std::make_shared<ConstantTuple>();
  tuple->frozen_set = node->kind == ExprKind::kSet;
  for (const Expr* element : elements) {
    Constant value;
    if (!constant_value(element, value)) return false;
    tuple->items.push_back(std::move(value));
  }
  out.value = std::move(tuple);
  return true;
}

}  // namespace vt
