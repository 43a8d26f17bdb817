// SymInt arithmetic and the guards that comparisons record.
#include <algorithm>

#include "support/check.h"
#include "tensor/symbolic.h"

namespace vt {
namespace {

ShapeEnv* env_of(const SymExpr& e) {
  if (e->op == SymOp::kSymbol) return e->env;
  for (const SymExpr& operand : e->operands) {
    if (ShapeEnv* env = env_of(operand)) return env;
  }
  return nullptr;
}

bool holds(SymRelation relation, int64_t left, int64_t right) {
  switch (relation) {
    case SymRelation::kEqual: return left == right;
    case SymRelation::kNotEqual: return left != right;
    case SymRelation::kLess: return left < right;
    case SymRelation::kLessEqual: return left <= right;
  }
  VT_UNREACHABLE("every relation is evaluated");
}

bool compare(SymRelation relation, const SymInt& a, const SymInt& b) {
  if (!a.symbolic() && !b.symbolic()) return holds(relation, a.hint(), b.hint());
  ShapeEnv* env = nullptr;
  if (a.symbolic()) env = env_of(a.expr());
  if (!env && b.symbolic()) env = env_of(b.expr());
  VT_CHECK(env, "a symbolic size belongs to a shape environment");
  return env->evaluate(relation, a, b);
}

int64_t floor_quotient(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

}  // namespace

SymInt::SymInt(int64_t hint, SymExpr expr) : hint_(hint) {
  if (expr && !sym_is_constant(expr, &hint_)) expr_ = std::move(expr);
}
SymExpr SymInt::expr() const { return expr_ ? expr_ : sym_constant(hint_); }
std::string SymInt::text() const { return expr_ ? sym_text(expr_) : std::to_string(hint_); }
int64_t SymInt::guard_int() const {
  if (expr_) {
    bool equal = *this == SymInt(hint_);
    VT_CHECK(equal, "a hint equals itself");
  }
  return hint_;
}

SymInt operator+(const SymInt& a, const SymInt& b) {
  int64_t hint = a.hint() + b.hint();
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_add(a.expr(), b.expr())) : SymInt(hint);
}
SymInt operator-(const SymInt& a, const SymInt& b) {
  int64_t hint = a.hint() - b.hint();
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_sub(a.expr(), b.expr())) : SymInt(hint);
}
SymInt operator*(const SymInt& a, const SymInt& b) {
  int64_t hint = a.hint() * b.hint();
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_mul(a.expr(), b.expr())) : SymInt(hint);
}
SymInt floor_div(const SymInt& a, const SymInt& b) {
  int64_t hint = b.hint() == 0 ? 0 : floor_quotient(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_floordiv(a.expr(), b.expr())) : SymInt(hint);
}
SymInt floor_mod(const SymInt& a, const SymInt& b) {
  int64_t hint = b.hint() == 0 ? 0 : a.hint() - floor_quotient(a.hint(), b.hint()) * b.hint();
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_mod(a.expr(), b.expr())) : SymInt(hint);
}
SymInt sym_min(const SymInt& a, const SymInt& b) {
  int64_t hint = std::min(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_min(a.expr(), b.expr())) : SymInt(hint);
}
SymInt sym_max(const SymInt& a, const SymInt& b) {
  int64_t hint = std::max(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_max(a.expr(), b.expr())) : SymInt(hint);
}

bool operator==(const SymInt& a, const SymInt& b) { return compare(SymRelation::kEqual, a, b); }
bool operator!=(const SymInt& a, const SymInt& b) { return compare(SymRelation::kNotEqual, a, b); }
bool operator<(const SymInt& a, const SymInt& b) { return compare(SymRelation::kLess, a, b); }
bool operator<=(const SymInt& a, const SymInt& b) { return compare(SymRelation::kLessEqual, a, b); }
bool operator>(const SymInt& a, const SymInt& b) { return compare(SymRelation::kLess, b, a); }
bool operator>=(const SymInt& a, const SymInt& b) { return compare(SymRelation::kLessEqual, b, a); }

SymInt ShapeEnv::new_symbol(int64_t hint, std::string source, int64_t lower_bound) {
  SymbolInfo symbol;
  symbol.name = "s" + std::to_string(symbols_.size());
  symbol.hint = hint;
  symbol.source = std::move(source);
  symbol.lower_bound = std::min(lower_bound, hint);
  symbols_.push_back(symbol);
  return SymInt(hint, sym_variable(symbol.name, this));
}

const ShapeEnv::SymbolInfo* ShapeEnv::find_symbol(std::string_view name) const {
  for (const SymbolInfo& symbol : symbols_) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}

SymExpr ShapeEnv::simplify(const SymExpr& e) const {
  if (replacements_.empty()) return e;
  return sym_substitute(
      e,
      [](const void* self, std::string_view name) {
        for (const auto& [symbol, replacement] : static_cast<const ShapeEnv*>(self)->replacements_) {
          if (symbol == name) return replacement;
        }
        return SymExpr();
      },
      this);
}

int ShapeEnv::known(SymRelation relation, const SymExpr& left, const SymExpr& right) const {
  SymRange range = sym_range(sym_sub(left, right));
  switch (relation) {
    case SymRelation::kEqual:
      if (range.low > 0 || range.high < 0) return 0;
      return range.low == 0 && range.high == 0 ? 1 : -1;
    case SymRelation::kNotEqual: {
      int equal = known(SymRelation::kEqual, left, right);
      return equal < 0 ? -1 : 1 - equal;
    }
    case SymRelation::kLess: return range.high < 0 ? 1 : range.low >= 0 ? 0 : -1;
    case SymRelation::kLessEqual: return range.high <= 0 ? 1 : range.low > 0 ? 0 : -1;
  }
  VT_UNREACHABLE("every relation is evaluated");
}

bool ShapeEnv::evaluate(SymRelation relation, const SymInt& left, const SymInt& right) {
  SymExpr a = simplify(left.expr()), b = simplify(right.expr());
  int answer = known(relation, a, b);
  if (answer >= 0) return answer != 0;
  bool truth = holds(relation, left.hint(), right.hint());
  if (truth) {
    record(relation, a, b);
    return true;
  }
  switch (relation) {
    case SymRelation::kEqual: record(SymRelation::kNotEqual, a, b); break;
    case SymRelation::kNotEqual: record(SymRelation::kEqual, a, b); break;
    case SymRelation::kLess: record(SymRelation::kLessEqual, b, a); break;
    case SymRelation::kLessEqual: record(SymRelation::kLess, b, a); break;
  }
  return false;
}

void ShapeEnv::record(SymRelation relation, SymExpr left, SymExpr right) {
  for (const ShapeGuard& guard : guards_) {
    if (guard.relation != relation) continue;
    if (sym_equal(guard.left, left) && sym_equal(guard.right, right)) return;
    bool symmetric = relation == SymRelation::kEqual || relation == SymRelation::kNotEqual;
    if (symmetric && sym_equal(guard.left, right) && sym_equal(guard.right, left)) return;
  }
  guards_.push_back({relation, left, right, reason_});
  if (relation == SymRelation::kEqual) learn_equal(left, right);
  if (relation == SymRelation::kLess) learn_bound(left, right, 1);
  if (relation == SymRelation::kLessEqual) learn_bound(left, right, 0);
}

// s == e replaces s, unless e mentions s; c*s + k == 0 gives s its value.
void ShapeEnv::learn_equal(const SymExpr& left, const SymExpr& right) {
  auto replace = [this](const SymExpr& symbol, const SymExpr& value) {
    std::vector<std::string> names;
    sym_free_symbols(value, names);
    if (symbol->op != SymOp::kSymbol || std::find(names.begin(), names.end(), symbol->name) != names.end())
      return false;
    struct One {
      const std::string& name;
      const SymExpr& value;
    } one{symbol->name, value};
    for (auto& [name, replacement] : replacements_) {
      replacement = sym_substitute(
          replacement,
          [](const void* context, std::string_view name) {
            const One* only = static_cast<const One*>(context);
            return name == only->name ? only->value : SymExpr();
          },
          &one);
    }
    replacements_.emplace_back(symbol->name, value);
    return true;
  };
  if (sym_is_constant(left) ? replace(right, left) : sym_is_constant(right) && replace(left, right)) return;
  // The newer of two symbols goes: names in terms of the earlier input.
  if (left->op == SymOp::kSymbol && right->op == SymOp::kSymbol && sym_compare(left, right) < 0) {
    replace(right, left);
    return;
  }
  if (replace(left, right) || replace(right, left)) return;
  SymExpr difference = sym_sub(left, right);
  std::vector<std::string> names;
  sym_free_symbols(difference, names);
  if (names.size() != 1) return;
  const SymbolInfo* symbol = find_symbol(names[0]);
  SymExpr variable = sym_variable(names[0], this);
  // Linear in one symbol: the hint is the only solution.
  SymExpr slope = sym_sub(difference, sym_substitute(
                                          difference,
                                          [](const void*, std::string_view name) {
                                            return sym_sub(sym_variable(std::string(name)), sym_constant(1));
                                          },
                                          nullptr));
  int64_t ignored;
  if (symbol && sym_is_constant(slope, &ignored) && ignored != 0) replace(variable, sym_constant(symbol->hint));
}

// left + slack <= right.
void ShapeEnv::learn_bound(const SymExpr& left, const SymExpr& right, int64_t slack) {
  int64_t bound;
  for (SymbolInfo& symbol : symbols_) {
    if (right->op == SymOp::kSymbol && right->name == symbol.name && sym_is_constant(left, &bound)) {
      symbol.lower_bound = std::max(symbol.lower_bound, bound + slack);
    }
    if (left->op == SymOp::kSymbol && left->name == symbol.name && sym_is_constant(right, &bound)) {
      symbol.upper_bound = std::min(symbol.upper_bound, bound - slack);
    }
  }
}

}  // namespace vt
