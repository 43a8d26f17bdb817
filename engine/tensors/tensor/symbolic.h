// Sizes that may be symbolic. Dynamo gives a dynamic dimension a symbol (s0) with a hint,
// the value it had when traced; arithmetic builds expressions; asking for a truth value
// answers by the hints and records a guard. The loop IR indexes with the same expressions.
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
  ShapeEnv* env = nullptr;  // of a size symbol; loop variables have none
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
bool sym_equal(const SymExpr& a, const SymExpr& b);  // structurally
std::string sym_text(const SymExpr& e);              // "2*s0 + 1"
bool sym_is_constant(const SymExpr& e, int64_t* value = nullptr);
// Replaces symbols by name; symbols that `lookup` does not know stay.
using SymLookup = SymExpr (*)(const void* context, std::string_view name);
SymExpr sym_substitute(const SymExpr& e, SymLookup lookup, const void* context);
// The value with every symbol replaced by its number; VT_CHECKs that all are known.
using SymValueLookup = int64_t (*)(const void* context, std::string_view name);
int64_t sym_evaluate(const SymExpr& e, SymValueLookup lookup, const void* context);
// The range of values that the bounds of the size symbols in it allow; loop variables and
// whatever is not understood are unbounded (INT64_MIN, INT64_MAX).
struct SymRange {
  int64_t low, high;
};
SymRange sym_range(const SymExpr& e);
// A total order on canonical expressions: negative, zero or positive.
int sym_compare(const SymExpr& a, const SymExpr& b);
// Names of the symbols in it, appended without repeats.
void sym_free_symbols(const SymExpr& e, std::vector<std::string>& names);

// An integer that is a plain number most of the time. 16 bytes.
class SymInt {
 public:
  SymInt(int64_t value = 0) : hint_(value) {}
  SymInt(int64_t hint, SymExpr expr);  // constant expressions collapse to plain numbers
  int64_t hint() const { return hint_; }
  bool symbolic() const { return static_cast<bool>(expr_); }
  SymExpr expr() const;  // a constant node when plain
  // The number, specialising a symbol to it (records an == guard).
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
// Answered by the hints; a guard is recorded when a symbol takes part.
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

// Symbols, hints and the guards that a compilation relied on.
class ShapeEnv {
 public:
  // A fresh symbol for a size with this hint; hints 0 and 1 are specialised by the caller.
  // source: "L['x'].size()[0]"; lower_bound INT64_MIN for a Python int.
  SymInt new_symbol(int64_t hint, std::string source, int64_t lower_bound = 2);
  bool evaluate(SymRelation relation, const SymInt& left, const SymInt& right);
  // Guards that the size is what it is, without taking it for a constant in expressions.
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
  // An == guard to a constant replaces the symbol from then on.
  SymExpr simplify(const SymExpr& e) const;
  const SymbolInfo* find_symbol(std::string_view name) const;
  // What guards recorded from now on say about their cause; "" ends it.
  void set_reason(std::string reason) { reason_ = std::move(reason); }

 private:
  // What is known without hints: -1 unknown, else the truth value.
  int known(SymRelation relation, const SymExpr& left, const SymExpr& right) const;
  bool add_guard(SymRelation relation, const SymExpr& left, const SymExpr& right);  // false: it was there
  void record(SymRelation relation, const SymExpr& left, const SymExpr& right);
  void learn_equal(const SymExpr& left, const SymExpr& right);
  void learn_bound(const SymExpr& left, const SymExpr& right, int64_t slack);
  std::vector<std::pair<std::string, SymExpr>> replacements_;
  std::string reason_;
  std::vector<SymbolInfo> symbols_;
  std::vector<ShapeGuard> guards_;
};

}  // namespace vt
