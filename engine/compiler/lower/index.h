// Simplifies index expressions by the known ranges of their loop variables, so that the quotients
// and remainders that views cause become affine indices.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tensor/symbolic.h"

namespace vt {

// Loop variables and their extents: each runs from 0 to extent - 1.
struct IndexRange {
  std::string variable;
  SymExpr extent;
};
using IndexRanges = std::vector<IndexRange>;

// An expression with the same value for all variables in range and fewer quotients and remainders.
SymExpr simplify_index(const SymExpr& e, const IndexRanges& ranges);
// Decomposes e = coefficient * variable + rest, with `rest` free of the variable; false if e is not linear in it.
bool linear_in(SymExpr e, const std::string& variable, SymExpr* coefficient, SymExpr* rest);
bool mentions(const SymExpr& e, const std::string& variable);
bool has_quotients(const SymExpr& e);
SymExpr substitute(const SymExpr& e, const std::string& variable, const SymExpr& value);
// The divisor of a quotient or remainder whose numerator is `variable`; null if there is none.
SymExpr divisor_of(const SymExpr& e, const std::string& variable);

SymExpr product_of(std::span<const SymExpr> sizes);
bool is_one(const SymExpr& e);
// The row-major position of an index, and the inverse (simplified by `ranges`).
SymExpr flatten(std::span<const SymExpr> index, std::span<const SymExpr> sizes);
std::vector<SymExpr> unflatten(const SymExpr& position, std::span<const SymExpr> sizes, const IndexRanges& ranges);

}  // namespace vt
