// Choices by place: what the ranges of the loops decide is decided before there is code.
#include "lower/choices.h"

#include "catch.h"

using namespace vt;
using loop::ExprGraph;
using loop::ExprId;
using loop::ScalarOp;

namespace {

// select(i < limit, 1, 2)
ExprId choice(ExprGraph& g, const SymExpr& place, int64_t limit) {
  const ExprId less = g.binary(ScalarOp::kLess, g.index(place), g.constant_int(limit, DType::kInt64));
  return g.select(less, g.constant(1, DType::kFloat32), g.constant(2, DType::kFloat32));
}
double constant_of(const ExprGraph& g, ExprId id) {
  REQUIRE(g.at(id).op == ScalarOp::kConstant);
  return g.at(id).number;
}

}  // namespace

TEST_CASE("a choice that the range of its index decides is gone", "[lower]") {
  ExprGraph g;
  const ExprId below = choice(g, sym_constant(3), 8), above = choice(g, sym_constant(9), 8);
  CHECK(constant_of(g, fold_choices(g, below, {})) == 1);
  CHECK(constant_of(g, fold_choices(g, above, {})) == 2);
}

TEST_CASE("a choice that differs from element to element stays", "[lower]") {
  ExprGraph g;
  const ExprId open = choice(g, sym_variable("i"), 8);
  CHECK(fold_choices(g, open, {{"i", sym_constant(16)}}) == open);
}

TEST_CASE("the width of a choice is what its index is divided by", "[lower]") {
  ExprGraph g;
  choice(g, sym_floordiv(sym_variable("i"), sym_constant(4)), 2);
  const SymExpr width = choice_width(g, "i", {{"i", sym_constant(16)}});
  REQUIRE(width);
  CHECK(sym_text(width) == "4");
  CHECK_FALSE(choice_width(g, "j", {{"j", sym_constant(16)}}));
}
