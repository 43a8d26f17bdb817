#include "passes/fold_constants.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::fold_constants;

TEST_CASE("what only constants decide is computed at compile time", "[passes]") {
  CHECK(after(fold_constants, R"(
%0 = input x : f32[2]
%1 = constant a = [1.0, 2.0] : f32[2]
%2 = constant b = [0.5, 4.0] : f32[2]
%3 = mul %1, %2
%4 = add.Scalar %3, 1
%5 = mul %0, %4
return %5)") == R"(
%0 = input x : f32[2]
%1 = constant a = [1.0, 2.0] : f32[2]
%2 = constant b = [0.5, 4.0] : f32[2]
%3 = constant _folded_constant0 = [0.5, 8.0] : f32[2]
%4 = constant _folded_constant0_1 = [1.5, 9.0] : f32[2]
%5 = mul %0, %4 : f32[2]  # mul_1
return %5
)");
}

TEST_CASE("what depends on an input, random numbers or is a view of a constant stays", "[passes]") {
  CHECK(leaves_alone(fold_constants, R"(
%0 = input x : f32[4, 6]
%1 = constant c : f32[4, 6]
%2 = add %0, %1
%3 = bernoulli %1
%4 = t %1
return %2, %3, %4)"));
}

TEST_CASE("a constant that would grow large is computed at run time", "[passes]") {
  CHECK(leaves_alone(fold_constants, R"(
%0 = constant column : f32[300, 1]
%1 = constant row : f32[1, 300]
%2 = add %0, %1
return %2)"));
}
