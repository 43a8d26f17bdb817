// Integers that may be symbolic, for sizes. A dynamic dimension is a symbol (s0) with a hint, its value at tracing
// time. Arithmetic builds expressions; a comparison is answered by the hints and records a guard. The loop IR uses the
// same expressions as indices.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/ref.h"

namespace vt {

class ShapeEnv;

enum class SymOp : uint8_t { kConstant, kSymbol, kAdd, kMul, kFloorDiv, kMod, kMin, kMax, kNegate };

// An immutable expression in canonical form (sums and products flattened, sorted, like
// terms collected), so that equal expressions print equal.
struct SymNode : RefCounted {
  SymOp op = SymOp::kConstant;
  int64_t constant = 0;
  std::string name;         // of a symbol
  ShapeEnv* env = nullptr;  // set for size symbols; loop variables have none
  std::vector<Ref<SymNode>> operands;
};
using SymExpr = Ref<SymNode>;

SymExpr sym_constant(int64_t value);
SymExpr sym_variable(std::string name, ShapeEnv* env = nullptr);
SymExpr sym_add(const SymExpr& a, const SymExpr& b);
SymExpr sym_sub(const SymExpr& a, const SymExpr& b);
SymExpr sym_mul(const SymExpr& a, const SymExpr& b);
SymExpr sym_floordiv(const SymExpr& a, const SymExpr& b);
SymExpr sym_mod(const SymExpr& a, const SymExpr& b);
SymExpr sym_min(const SymExpr& a, const SymExpr& b);
SymExpr sym_max(const SymExpr& a, const SymExpr& b);
bool sym_equal(const SymExpr& a, const SymExpr& b);  // structural equality
std::string sym_text(const SymExpr& e);              // "2*s0 + 1"
bool sym_is_constant(const SymExpr& e, int64_t* value = nullptr);
// Substitutes symbols by name; symbols unknown to `lookup` remain.
using SymLookup = SymExpr (*)(const void* context, std::string_view name);
SymExpr sym_substitute(const SymExpr& e, SymLookup lookup, const void* context);
// The value for given numbers of all symbols, all of which must be known (VT_CHECK).
using SymValueLookup = int64_t (*)(const void* context, std::string_view name);
int64_t sym_evaluate(const SymExpr& e, SymValueLookup lookup, const void* context);
// The range of an expression by the bounds of its size symbols. Loop variables and operations that are not analysed are
// unbounded (INT64_MIN, INT64_MAX).
struct SymRange {
  int64_t low, high;
};
SymRange sym_range(const SymExpr& e);
// A total order on canonical expressions: negative, zero or positive.
int sym_compare(const SymExpr& a, const SymExpr& b);
// Appends the names of the symbols in the expression, each once.
void sym_free_symbols(const SymExpr& e, std::vector<std::string>& names);

// An integer that is usually a plain number. 16 bytes.
class SymInt {
 public:
  SymInt(int64_t value = 0) : hint_(value) {}
  SymInt(int64_t hint, SymExpr expr);  // a constant expression becomes a plain number
  int64_t hint() const { return hint_; }
  bool symbolic() const { return static_cast<bool>(expr_); }
  SymExpr expr() const;  // a constant node if plain
  // The number; a symbol is specialised to it (adds an == guard).
  int64_t guard_int() const;
  std::string text() const;

 private:
  int64_t hint_;
  SymExpr expr_;
};
SymInt operator+(const SymInt& a, const SymInt& b);
SymInt operator-(const SymInt& a, const SymInt& b);
SymInt operator*(const SymInt& a, const SymInt& b);
SymInt floor_div(const SymInt& a, const SymInt& b);
SymInt floor_mod(const SymInt& a, const SymInt& b);
SymInt sym_min(const SymInt& a, const SymInt& b);
SymInt sym_max(const SymInt& a, const SymInt& b);
// Answered by the hints; if a symbol is involved, a guard is recorded.
bool operator==(const SymInt& a, const SymInt& b);
bool operator!=(const SymInt& a, const SymInt& b);
bool operator<(const SymInt& a, const SymInt& b);
bool operator<=(const SymInt& a, const SymInt& b);
bool operator>(const SymInt& a, const SymInt& b);
bool operator>=(const SymInt& a, const SymInt& b);

enum class SymRelation : uint8_t { kEqual, kNotEqual, kLess, kLessEqual };

struct ShapeGuard {
  SymRelation relation;
  SymExpr left, right;
  std::string reason;  // "x * y needs equal sizes", for the recompile panel
};

// The symbols of a compilation, their hints, and the guards on which its code relies.
class ShapeEnv {
 public:
  // A new symbol for a size with this hint; the caller specialises sizes 0 and 1 instead. source: "L['x'].size()[0]";
  // lower_bound: INT64_MIN for a Python int.
  SymInt new_symbol(int64_t hint, std::string source, int64_t lower_bound = 2);
  bool evaluate(SymRelation relation, const SymInt& left, const SymInt& right);
  // Guards that the size equals its hint, without replacing it by a constant in expressions.
  void pin(const SymInt& size);
  const std::vector<ShapeGuard>& guards() const { return guards_; }
  struct SymbolInfo {
    std::string name;
    int64_t hint;
    std::string source;
    int64_t lower_bound = 2;
    int64_t upper_bound = INT64_MAX;
  };
  const std::vector<SymbolInfo>& symbols() const { return symbols_; }
  // Replaces symbols that an == guard has fixed to constants.
  SymExpr simplify(const SymExpr& e) const;
  const SymbolInfo* find_symbol(std::string_view name) const;
  // The reason stored in guards recorded from now on; "" for none.
  void set_reason(std::string reason) { reason_ = std::move(reason); }

 private:
  // The answer if it follows from bounds, without hints: 1 true, 0 false, -1 unknown.
  int known(SymRelation relation, const SymExpr& left, const SymExpr& right) const;
  bool add_guard(SymRelation relation, const SymExpr& left, const SymExpr& right);  // false: it existed already
  void record(SymRelation relation, const SymExpr& left, const SymExpr& right);
  void learn_equal(const SymExpr& left, const SymExpr& right);
  void learn_bound(const SymExpr& left, const SymExpr& right, int64_t slack);
  std::vector<std::pair<std::string, SymExpr>> replacements_;
  std::string reason_;
  std::vector<SymbolInfo> symbols_;
  std::vector<ShapeGuard> guards_;
};

}  // namespace vt
