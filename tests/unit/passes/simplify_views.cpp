#include "passes/simplify_views.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::simplify_views;

TEST_CASE("a reshape of a reshape is one reshape", "[passes]") {
  CHECK(after(simplify_views, R"(
%0 = input x : f32[4, 6]
%1 = view %0, [24]
%2 = view %1, [-1, 3]
%3 = exp %2
return %3)") == R"(
%0 = input x : f32[4, 6]
%1 = view %0, [24] : f32[24]
%2 = view %0, [8, 3] : f32[8, 3]  # view_1
%3 = exp %2 : f32[8, 3]
return %3
)");
}

TEST_CASE("two transposes of the same axes cancel", "[passes]") {
  CHECK(after(simplify_views, R"(
%0 = input x : f32[4, 6]
%1 = t %0
%2 = transpose %1, 0, -1
%3 = exp %2
return %3)") == R"(
%0 = input x : f32[4, 6]
%1 = t %0 : f32[6, 4] strides [1, 6]
%2 = exp %0 : f32[4, 6]
return %2
)");
}

TEST_CASE("transposes of different axes join to a permutation", "[passes]") {
  CHECK(after(simplify_views, R"(
%0 = input x : f32[2, 3, 4]
%1 = transpose %0, 0, 1
%2 = transpose %1, 1, 2
%3 = exp %2
return %3)") == R"(
%0 = input x : f32[2, 3, 4]
%1 = transpose %0, 0, 1 : f32[3, 2, 4] strides [4, 12, 1]
%2 = permute %0, [1, 2, 0] : f32[3, 4, 2] strides [4, 1, 12]  # transpose_1
%3 = exp %2 : f32[3, 4, 2] strides [4, 1, 12]
return %3
)");
}

TEST_CASE("reshapes do not join over a transpose, nor where the base is not in rows", "[passes]") {
  CHECK(leaves_alone(simplify_views, R"(
%0 = input x : f32[4, 6]
%1 = t %0
%2 = reshape %1, [24]
%3 = exp %2
return %3)"));
  CHECK(leaves_alone(simplify_views, R"(
%0 = input x : f32[2, 3, 4] strides [1, 2, 6]
%1 = reshape %0, [6, 4]
%2 = reshape %1, [3, 8]
%3 = exp %2
return %3)"));
}
