// SymInt arithmetic and the guards that comparisons record.
#include <algorithm>
#include <optional>
#include <string>

#include "support/check.h"
#include "support/sha256.h"
#include "tensor/extent.h"
#include "tensor/symbolic.h"
#include "tensor/unbacked.h"

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

// How much an expression grows when the symbol does by one; null where it is not linear in it.
SymExpr slope_of(const SymExpr& e, const std::string& symbol) {
  struct Step {
    const std::string& name;
    int64_t by;
  };
  auto at = [&](int64_t by) {
    Step step{symbol, by};
    return sym_substitute(
        e,
        [](const void* context, std::string_view name) {
          const Step* step = static_cast<const Step*>(context);
          return name == step->name ? sym_add(sym_variable(step->name), sym_constant(step->by)) : SymExpr();
        },
        &step);
  };
  SymExpr first = sym_sub(at(1), e), second = sym_sub(at(2), at(1));
  return sym_equal(first, second) ? first : SymExpr();
}

// The number that the symbols' hints make of it.
int64_t hint_of(const ShapeEnv& env, const SymExpr& e) {
  return sym_evaluate(
      e,
      [](const void* context, std::string_view name) {
        const ShapeEnv::SymbolInfo* symbol = static_cast<const ShapeEnv*>(context)->find_symbol(name);
        return symbol ? symbol->hint : 0;
      },
      &env);
}

// What is taken for granted about a symbol without a value; nothing: the two differ, and no assertion
// is needed, for a size of 0 or 1 gets no path of its own.
std::optional<bool> without_value(SymRelation relation, const SymExpr& a, const SymExpr& b) {
  if (current_asker() == Asker::kProgram) throw DataDependent{relation_expression(relation, a, b)};
  if (current_asker() == Asker::kAssertion) return true;
  int64_t number = 0;
  bool small = (sym_is_constant(a, &number) || sym_is_constant(b, &number)) && number < 2;
  switch (relation) {
    case SymRelation::kEqual:
    case SymRelation::kNotEqual:
      if (small) return std::nullopt;
      return relation == SymRelation::kEqual;
    case SymRelation::kLess:
    case SymRelation::kLessEqual: break;
  }
  ShapeEnv* env = env_of(a) ? env_of(a) : env_of(b);
  return holds(relation, hint_of(*env, a), hint_of(*env, b));
}

}  // namespace

SymInt::SymInt(int64_t hint, SymExpr expr) : hint_(hint) {
  if (expr && !sym_is_constant(expr, &hint_)) expr_ = std::move(expr);
}
SymExpr SymInt::expr() const { return expr_ ? expr_ : sym_constant(hint_); }
std::string SymInt::text() const { return expr_ ? sym_text(expr_) : std::to_string(hint_); }
int64_t SymInt::guard_int() const {
  if (expr_) {
    ShapeEnv* env = env_of(expr_);
    SymExpr now = env ? env->simplify(expr_) : expr_;
    int64_t number;
    if (sym_is_constant(now, &number)) return number;
    if (env && has_unbacked(*env, now)) throw DataDependent{sym_text(now), true};
    bool equal = *this == SymInt(hint_);
    VT_CHECK(equal, "a hint equals itself");
  }
  return hint_;
}

SymInt operator+(const SymInt& a, const SymInt& b) {
  int64_t hint = checked_add(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_add(a.expr(), b.expr())) : SymInt(hint);
}
SymInt operator-(const SymInt& a, const SymInt& b) {
  int64_t hint = checked_subtract(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_sub(a.expr(), b.expr())) : SymInt(hint);
}
SymInt operator*(const SymInt& a, const SymInt& b) {
  int64_t hint = checked_multiply(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_mul(a.expr(), b.expr())) : SymInt(hint);
}
SymInt floor_div(const SymInt& a, const SymInt& b) {
  int64_t hint = b.hint() == 0 ? 0 : floor_quotient(a.hint(), b.hint());
  return a.symbolic() || b.symbolic() ? SymInt(hint, sym_floordiv(a.expr(), b.expr())) : SymInt(hint);
}
SymInt floor_mod(const SymInt& a, const SymInt& b) {
  int64_t hint = b.hint() == 0 ? 0 : floor_remainder(a.hint(), b.hint());
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
  // PyTorch's names: from a hash of the source, the next free number where it is taken; counted where
  // there is no source.
  const std::string letter = source.empty() ? "u" : "s";
  uint64_t number = source.empty() ? 0 : sha256_modulo(source, 100);
  while (find_symbol(letter + std::to_string(number))) ++number;
  symbol.name = letter + std::to_string(number);
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
  if (std::any_of(symbols_.begin(), symbols_.end(), is_unbacked)) {
    if (has_unbacked(*this, a) || has_unbacked(*this, b)) {
      std::optional<bool> usual = without_value(relation, a, b);
      if (!usual) return relation == SymRelation::kNotEqual;
      truth = *usual;
    } else {
      // An unbacked symbol may have become this one, whose hint is another.
      truth = holds(relation, hint_of(*this, a), hint_of(*this, b));
    }
  }
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

void ShapeEnv::pin(const SymInt& size) {
  SymExpr expr = simplify(size.expr());
  if (has_unbacked(*this, expr)) throw DataDependent{sym_text(expr), true};
  if (!sym_is_constant(expr)) add_guard(SymRelation::kEqual, expr, sym_constant(size.hint()));
}

bool ShapeEnv::add_guard(SymRelation relation, const SymExpr& left, const SymExpr& right) {
  for (const ShapeGuard& guard : guards_) {
    if (guard.relation != relation) continue;
    if (sym_equal(guard.left, left) && sym_equal(guard.right, right)) return false;
    bool symmetric = relation == SymRelation::kEqual || relation == SymRelation::kNotEqual;
    if (symmetric && sym_equal(guard.left, right) && sym_equal(guard.right, left)) return false;
  }
  guards_.push_back({relation, left, right, reason_});
  return true;
}

void ShapeEnv::record(SymRelation relation, const SymExpr& left, const SymExpr& right) {
  if (!add_guard(relation, left, right)) return;
  if (relation == SymRelation::kEqual) learn_equal(left, right);
  if (relation == SymRelation::kLess) learn_bound(left, right, 1);
  if (relation == SymRelation::kLessEqual) learn_bound(left, right, 0);
}

// An equation gives a symbol its value where it is linear in one. The symbol with the largest
// hint goes first, then the one whose name comes last: PyTorch's order, which decides what
// programs see of two sizes that became one.
void ShapeEnv::learn_equal(const SymExpr& left, const SymExpr& right) {
  auto replace = [this](const std::string& symbol, const SymExpr& value) {
    struct One {
      const std::string& name;
      const SymExpr& value;
    } one{symbol, value};
    for (auto& [name, replacement] : replacements_) {
      replacement = sym_substitute(
          replacement,
          [](const void* context, std::string_view name) {
            const One* only = static_cast<const One*>(context);
            return name == only->name ? only->value : SymExpr();
          },
          &one);
    }
    replacements_.emplace_back(symbol, value);
    // What was known of the symbol is known of the one that stands for it.
    const SymbolInfo* gone = find_symbol(symbol);
    int64_t number;
    if (gone && is_unbacked(*gone) && sym_is_constant(value, &number)) {
      for (SymbolInfo& known : symbols_)
        if (known.name == symbol) known.lower_bound = known.upper_bound = number;
    }
    if (!gone || value->op != SymOp::kSymbol) return;
    for (SymbolInfo& other : symbols_) {
      if (other.name != value->name || (is_unbacked(*gone) && !is_unbacked(other))) continue;
      other.lower_bound = std::max(other.lower_bound, gone->lower_bound);
      other.upper_bound = std::min(other.upper_bound, gone->upper_bound);
    }
  };
  SymExpr difference = sym_sub(left, right);
  std::vector<std::string> names;
  sym_free_symbols(difference, names);
  std::sort(names.begin(), names.end(), [this](const std::string& a, const std::string& b) {
    const SymbolInfo *first = find_symbol(a), *second = find_symbol(b);
    bool without = first && is_unbacked(*first), other_without = second && is_unbacked(*second);
    if (without != other_without) return without;
    int64_t x = first ? first->hint : 0, y = second ? second->hint : 0;
    return x != y ? x > y : a > b;
  });
  for (const std::string& name : names) {
    SymExpr slope = slope_of(difference, name);
    int64_t factor = 0;
    if (!slope || !sym_is_constant(slope, &factor)) continue;
    SymExpr symbol = sym_variable(name, this);
    if (factor == 1) return replace(name, sym_sub(symbol, difference));
    if (factor == -1) return replace(name, sym_add(symbol, difference));
    // Linear in one symbol: the hint is the only solution.
    const SymbolInfo* known = find_symbol(name);
    if (names.size() == 1 && factor != 0 && known && !is_unbacked(*known))
      return replace(name, sym_constant(known->hint));
  }
}

// left + slack <= right, where the difference is linear in one symbol.
void ShapeEnv::learn_bound(const SymExpr& left, const SymExpr& right, int64_t slack) {
  SymExpr difference = sym_sub(sym_sub(right, left), sym_constant(slack));
  std::vector<std::string> names;
  sym_free_symbols(difference, names);
  if (names.size() != 1) return;
  SymExpr slope = slope_of(difference, names[0]);
  int64_t factor = 0, rest = 0;
  if (!slope || !sym_is_constant(slope, &factor) || factor == 0) return;
  SymExpr offset = sym_sub(difference, sym_mul(slope, sym_variable(names[0], this)));
  if (!sym_is_constant(offset, &rest)) return;
  for (SymbolInfo& symbol : symbols_) {
    if (symbol.name != names[0]) continue;
    // factor * s + rest >= 0
    if (factor > 0) symbol.lower_bound = std::max(symbol.lower_bound, -floor_quotient(rest, factor));
    else symbol.upper_bound = std::min(symbol.upper_bound, floor_quotient(rest, -factor));
  }
}

}  // namespace vt
