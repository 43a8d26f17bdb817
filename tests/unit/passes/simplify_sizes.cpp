#include "passes/simplify_sizes.h"

#include "unit/passes/one_pass.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("a symbol that a guard has fixed since becomes its number", "[passes]") {
  Graph graph = graph_from(R"(
%0 = input x : f32[s0, 6]
%1 = exp %0
return %1)");
  const SymInt size = graph.at(graph.inputs()[0]).metas[0].sizes[0];
  REQUIRE(graph.shapes->evaluate(SymRelation::kEqual, size, SymInt(size.hint())));
  CHECK(simplify_sizes(graph));
  CHECK("\n" + graph_text(graph) == R"(
%0 = input x : f32[7, 6]
%1 = exp %0 : f32[7, 6]
return %1
)");
}

TEST_CASE("a symbol that is free stays", "[passes]") {
  CHECK(leaves_alone(simplify_sizes, R"(
%0 = input x : f32[s0, 6]
%1 = exp %0
return %1)"));
}
