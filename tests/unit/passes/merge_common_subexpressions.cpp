#include "passes/merge_common_subexpressions.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::merge_common_subexpressions;

TEST_CASE("equal computations are done once, and so are those of equal results", "[passes]") {
  CHECK(after(merge_common_subexpressions, R"(
%0 = input x : f32[4]
%1 = input y : f32[4]
%2 = add %0, %1
%3 = exp %2
%4 = add %0, %1
%5 = exp %4
%6 = mul %3, %5
return %6)") == R"(
%0 = input x : f32[4]
%1 = input y : f32[4]
%2 = add %0, %1 : f32[4]
%3 = exp %2 : f32[4]
%4 = mul %3, %3 : f32[4]
return %4
)");
}

TEST_CASE("all results of an op with several are merged", "[passes]") {
  CHECK(after(merge_common_subexpressions, R"(
%0 = input x : f32[4, 6]
%1 = max.dim %0, 1
%2 = max.dim %0, 1
%3 = add %1:0, %2:0
return %3, %2:1)") == R"(
%0 = input x : f32[4, 6]
%1 = max.dim %0, 1 : f32[4], i64[4]  # max_1
%2 = add %1:0, %1:0 : f32[4]
return %2, %1:1
)");
}

TEST_CASE("other arguments make another computation", "[passes]") {
  CHECK(leaves_alone(merge_common_subexpressions, R"(
%0 = input x : f32[4, 6]
%1 = mul.Scalar %0, 0.0
%2 = mul.Scalar %0, -0.0
%3 = sum.dim_IntList %0, [0]
%4 = sum.dim_IntList %0, [1]
return %1, %2, %3, %4)"));
}

TEST_CASE("equal results that are both returned stay two tensors", "[passes]") {
  CHECK(leaves_alone(merge_common_subexpressions, R"(
%0 = input x : f32[4]
%1 = exp %0
%2 = exp %0
return %1, %2)"));
}

TEST_CASE("random numbers are drawn as often as the program draws them", "[passes]") {
  CHECK(leaves_alone(merge_common_subexpressions, R"(
%0 = input x : f32[4]
%1 = bernoulli %0
%2 = bernoulli %0
%3 = add %1, %2
return %3)"));
}
