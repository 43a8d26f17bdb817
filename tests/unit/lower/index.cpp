// Arithmetic on indices: what turns the quotients that views leave behind into plain sums.
#include "lower/index.h"

#include "catch.h"

using namespace vt;

namespace {

SymExpr v(const char* name) { return sym_variable(name); }
SymExpr n(int64_t value) { return sym_constant(value); }

}  // namespace

TEST_CASE("quotients and remainders of an index in range vanish", "[lower]") {
  const IndexRanges ranges = {{"i", n(4)}, {"j", n(8)}};
  const SymExpr flat = sym_add(sym_mul(v("i"), n(8)), v("j"));
  CHECK(sym_text(simplify_index(sym_floordiv(flat, n(8)), ranges)) == "i");
  CHECK(sym_text(simplify_index(sym_mod(flat, n(8)), ranges)) == "j");
  CHECK(sym_text(simplify_index(sym_mod(v("j"), n(8)), ranges)) == "j");
  CHECK(sym_text(simplify_index(sym_floordiv(v("j"), n(8)), ranges)) == "0");
}

TEST_CASE("a quotient that the ranges do not decide stays", "[lower]") {
  const IndexRanges ranges = {{"j", n(8)}};
  CHECK(has_quotients(simplify_index(sym_floordiv(v("j"), n(3)), ranges)));
  CHECK_FALSE(has_quotients(sym_add(v("j"), n(3))));
}

TEST_CASE("a flat position and its index are each other's inverse", "[lower]") {
  const std::vector<SymExpr> sizes = {n(2), n(3), v("s")}, index = {v("i"), v("j"), v("k")};
  const IndexRanges ranges = {{"i", n(2)}, {"j", n(3)}, {"k", v("s")}};
  const SymExpr flat = flatten(index, sizes);
  const std::vector<SymExpr> back = unflatten(flat, sizes, ranges);
  REQUIRE(back.size() == 3);
  for (size_t i = 0; i < back.size(); ++i) CHECK(sym_equal(back[i], index[i]));
  CHECK(sym_text(product_of(sizes)) == "6*s");
}

TEST_CASE("an index is linear in a variable, or it is not", "[lower]") {
  SymExpr coefficient, rest;
  const SymExpr e = sym_add(sym_mul(v("i"), v("s")), v("j"));
  REQUIRE(linear_in(e, "i", &coefficient, &rest));
  CHECK(sym_text(coefficient) == "s");
  CHECK(sym_text(rest) == "j");
  CHECK_FALSE(linear_in(sym_floordiv(v("i"), n(2)), "i", &coefficient, &rest));
  CHECK(mentions(e, "j"));
  CHECK_FALSE(mentions(e, "k"));
}

TEST_CASE("the divisor of a variable is the width of what it chooses", "[lower]") {
  CHECK(sym_text(divisor_of(sym_floordiv(v("i"), n(4)), "i")) == "4");
  CHECK_FALSE(divisor_of(sym_floordiv(v("i"), n(4)), "j"));
  CHECK(sym_text(substitute(sym_mul(v("i"), n(4)), "i", n(3))) == "12");
  CHECK(is_one(n(1)));
  CHECK_FALSE(is_one(v("s")));
}
