// How expressions print, and the ranges their values lie in.
#include <algorithm>

#include "support/check.h"
#include "tensor/symbolic.h"

namespace vt {
namespace {

std::string call_text(const char* name, const SymExpr& e) {
  std::string text = std::string(name) + "(";
  for (size_t i = 0; i < e->operands.size(); ++i) text += (i ? ", " : "") + sym_text(e->operands[i]);
  return text + ")";
}

// PyTorch's printer brackets quotients and remainders once more inside sums and products.
std::string term_text(const SymExpr& e) {
  bool division = e->op == SymOp::kFloorDiv || e->op == SymOp::kMod;
  return division ? "(" + sym_text(e) + ")" : sym_text(e);
}
std::string factor_text(const SymExpr& e) { return e->op == SymOp::kAdd ? "(" + sym_text(e) + ")" : term_text(e); }
std::string divided_text(const SymExpr& e) { return e->op == SymOp::kMul ? "(" + sym_text(e) + ")" : factor_text(e); }

std::string product_text(const SymExpr& e) {
  std::string text;
  for (size_t i = 0; i < e->operands.size();) {
    size_t same = i + 1;
    while (same < e->operands.size() && sym_equal(e->operands[i], e->operands[same])) ++same;
    int64_t constant;
    if (i == 0 && sym_is_constant(e->operands[0], &constant) && constant == -1) {
      text = "-";
    } else {
      if (!text.empty() && text != "-") text += "*";
      text += factor_text(e->operands[i]);
      if (same - i > 1) text += "**" + std::to_string(same - i);
    }
    i = same;
  }
  return text;
}

constexpr int64_t kLow = INT64_MIN, kHigh = INT64_MAX;
constexpr SymRange kUnbounded = {kLow, kHigh};

int64_t bounded_add(int64_t a, int64_t b, int64_t unbounded) {
  int64_t sum;
  if (a == unbounded || b == unbounded || __builtin_add_overflow(a, b, &sum)) return unbounded;
  return sum;
}
SymRange add_ranges(SymRange a, SymRange b) {
  return {bounded_add(a.low, b.low, kLow), bounded_add(a.high, b.high, kHigh)};
}

int64_t bounded_mul(int64_t a, int64_t b, int64_t unbounded) {
  int64_t product;
  if (a == kHigh || b == kHigh || a == kLow || b == kLow) return a == 0 || b == 0 ? 0 : unbounded;
  return __builtin_mul_overflow(a, b, &product) ? unbounded : product;
}
SymRange multiply_ranges(SymRange a, SymRange b) {
  if (a.low == a.high && b.low != b.high) std::swap(a, b);
  if (b.low == b.high && b.low < 0) return {bounded_mul(a.high, b.low, kLow), bounded_mul(a.low, b.low, kHigh)};
  if (b.low == b.high || (a.low >= 0 && b.low >= 0))
    return {bounded_mul(a.low, b.low, kLow), bounded_mul(a.high, b.high, kHigh)};
  return kUnbounded;
}

SymRange divide_range(SymRange a, SymRange divisor) {
  if (divisor.low != divisor.high || divisor.low <= 0)
    return a.low >= 0 && divisor.low > 0 ? SymRange{0, a.high} : kUnbounded;
  auto floor_divide = [&](int64_t x, int64_t unbounded) {
    if (x == unbounded) return x;
    int64_t quotient = x / divisor.low;
    return quotient * divisor.low > x ? quotient - 1 : quotient;
  };
  return {floor_divide(a.low, kLow), floor_divide(a.high, kHigh)};
}

}  // namespace

std::string sym_text(const SymExpr& e) {
  switch (e->op) {
    case SymOp::kConstant: return std::to_string(e->constant);
    case SymOp::kSymbol: return e->name;
    case SymOp::kMul: return product_text(e);
    case SymOp::kFloorDiv: return "(" + divided_text(e->operands[0]) + "//" + divided_text(e->operands[1]) + ")";
    case SymOp::kMod: return call_text("Mod", e);
    case SymOp::kMin: return call_text("Min", e);
    case SymOp::kMax: return call_text("Max", e);
    case SymOp::kNegate: return "-" + factor_text(e->operands[0]);
    case SymOp::kAdd: break;
  }
  std::string text;
  for (const SymExpr& operand : e->operands) {
    std::string term = term_text(operand);
    if (text.empty()) text = term;
    else if (term[0] == '-') text += " - " + term.substr(1);
    else text += " + " + term;
  }
  return text;
}

SymRange sym_range(const SymExpr& e) {
  if (e->op == SymOp::kConstant) return {e->constant, e->constant};
  if (e->op == SymOp::kSymbol) {
    const ShapeEnv::SymbolInfo* symbol = e->env ? e->env->find_symbol(e->name) : nullptr;
    return symbol ? SymRange{symbol->lower_bound, symbol->upper_bound} : kUnbounded;
  }
  SymRange range = sym_range(e->operands[0]);
  if (e->op == SymOp::kMod) {
    int64_t divisor;
    return sym_is_constant(e->operands[1], &divisor) && divisor > 0 ? SymRange{0, divisor - 1} : kUnbounded;
  }
  for (size_t i = 1; i < e->operands.size(); ++i) {
    SymRange next = sym_range(e->operands[i]);
    switch (e->op) {
      case SymOp::kAdd: range = add_ranges(range, next); break;
      case SymOp::kMul: range = multiply_ranges(range, next); break;
      case SymOp::kFloorDiv: range = divide_range(range, next); break;
      case SymOp::kMin: range = {std::min(range.low, next.low), std::min(range.high, next.high)}; break;
      case SymOp::kMax: range = {std::max(range.low, next.low), std::max(range.high, next.high)}; break;
      case SymOp::kConstant:
      case SymOp::kSymbol:
      case SymOp::kMod:
      case SymOp::kNegate: return kUnbounded;
    }
  }
  return range;
}

}  // namespace vt
