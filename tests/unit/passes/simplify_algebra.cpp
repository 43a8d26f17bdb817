#include "passes/simplify_algebra.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::simplify_algebra;

TEST_CASE("sums with zero, products and powers with one are their operand", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f32[4, 6]
%1 = exp %0
%2 = add.Scalar %1, 0
%3 = mul.Scalar %2, 1
%4 = div.Scalar %3, 1
%5 = pow.Tensor_Scalar %4, 1
%6 = relu %5
return %6)") == R"(
%0 = input x : f32[4, 6]
%1 = exp %0 : f32[4, 6]
%2 = relu %1 : f32[4, 6]
return %2
)");
}

TEST_CASE("x + 0 is still a new tensor when it is returned", "[passes]") {
  CHECK(leaves_alone(simplify_algebra, R"(
%0 = input x : f32[4, 6]
%1 = add.Scalar %0, 0
return %1)"));
}

TEST_CASE("an integer plus 0.0 is a float, so it stays", "[passes]") {
  CHECK(leaves_alone(simplify_algebra, R"(
%0 = input x : i64[4]
%1 = add.Scalar %0, 0.0 : f32[4]
%2 = exp %1
return %2)"));
}

TEST_CASE("a product with -1 is a negation", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f32[4, 6]
%1 = mul.Scalar %0, -1
return %1)") == R"(
%0 = input x : f32[4, 6]
%1 = neg %0 : f32[4, 6]
return %1
)");
}

TEST_CASE("small powers are products, roots and quotients", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f32[4]
%1 = abs %0
%2 = add.Scalar %1, 1
%3 = pow.Tensor_Scalar %2, 2
%4 = pow.Tensor_Scalar %2, 0.5
%5 = pow.Tensor_Scalar %2, -1
return %3, %4, %5)") == R"(
%0 = input x : f32[4]
%1 = abs %0 : f32[4]  # abs_1
%2 = add.Scalar %1, 1 : f32[4]
%3 = mul %2, %2 : f32[4]
%4 = sqrt %2 : f32[4]
%5 = reciprocal %2 : f32[4]
return %3, %4, %5
)");
}

TEST_CASE("other powers, and the root of an integer, stay", "[passes]") {
  CHECK(leaves_alone(simplify_algebra, R"(
%0 = input x : f32[4]
%1 = input n : i64[4]
%2 = pow.Tensor_Scalar %0, 3
%3 = pow.Tensor_Scalar %1, 0.5
return %2, %3)"));
}

TEST_CASE("functions that undo themselves cancel, those that repeat themselves are done once", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f32[4]
%1 = exp %0
%2 = neg %1
%3 = neg %2
%4 = relu %3
%5 = relu %4
%6 = abs %5
%7 = sin %6
return %7)") == R"(
%0 = input x : f32[4]
%1 = exp %0 : f32[4]
%2 = neg %1 : f32[4]
%3 = relu %1 : f32[4]
%4 = sin %3 : f32[4]
return %4
)");
}

TEST_CASE("a cast of a cast that lost nothing is one cast, of one that rounded it is two", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f16[4]
%1 = _to_copy %0, dtype=torch.float32
%2 = _to_copy %1, dtype=torch.float64
%3 = exp %2
return %3)") == R"(
%0 = input x : f16[4]
%1 = _to_copy %0, dtype=torch.float32 : f32[4]
%2 = _to_copy %0, dtype=torch.float64 : f64[4]  # _to_copy_2
%3 = exp %2 : f64[4]
return %3
)");
  CHECK(leaves_alone(simplify_algebra, R"(
%0 = input x : f32[4]
%1 = _to_copy %0, dtype=torch.float16
%2 = _to_copy %1, dtype=torch.float64
%3 = exp %2
return %3)"));
}

TEST_CASE("a choice between equal values is the value", "[passes]") {
  CHECK(after(simplify_algebra, R"(
%0 = input x : f32[4]
%1 = gt.Scalar %0, 0
%2 = exp %0
%3 = where %1, %2, %2
%4 = sin %3
return %4)") == R"(
%0 = input x : f32[4]
%1 = gt.Scalar %0, 0 : b8[4]
%2 = exp %0 : f32[4]
%3 = sin %2 : f32[4]
return %3
)");
}
