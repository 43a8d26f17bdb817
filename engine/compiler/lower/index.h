// Arithmetic on index expressions whose loop variables have known ranges: what turns the
// quotients and remainders that views leave behind into plain affine indices.
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

// The same value wherever the variables are in range, with fewer quotients.
SymExpr simplify_index(const SymExpr& e, const IndexRanges& ranges);
// e = coefficient * variable + rest, rest free of the variable; false if it is not linear.
bool linear_in(SymExpr e, const std::string& variable, SymExpr* coefficient, SymExpr* rest);
bool mentions(const SymExpr& e, const std::string& variable);
bool has_quotients(const SymExpr& e);
SymExpr substitute(const SymExpr& e, const std::string& variable, const SymExpr& value);
// The divisor of a quotient or remainder directly of `variable`, null if there is none.
SymExpr divisor_of(const SymExpr& e, const std::string& variable);

SymExpr product_of(std::span<const SymExpr> sizes);
bool is_one(const SymExpr& e);
// Row-major position of an index, and its inverse (simplified by `ranges`).
SymExpr flatten(std::span<const SymExpr> index, std::span<const SymExpr> sizes);
std::vector<SymExpr> unflatten(const SymExpr& position, std::span<const SymExpr> sizes, const IndexRanges& ranges);

}  // namespace vt
