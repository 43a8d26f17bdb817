#include "passes/remove_noop_views.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::remove_noop_views;

TEST_CASE("views that show all of their base in its order are the base", "[passes]") {
  CHECK(after(remove_noop_views, R"(
%0 = input x : f32[4, 6]
%1 = view %0, [4, 6]
%2 = slice %1, 0, 0, 4
%3 = permute %2, [0, 1]
%4 = exp %3
return %4)") == R"(
%0 = input x : f32[4, 6]
%1 = exp %0 : f32[4, 6]
return %1
)");
}

TEST_CASE("a copy of a value that nobody changes is that value", "[passes]") {
  CHECK(after(remove_noop_views, R"(
%0 = input x : f32[4, 6]
%1 = exp %0
%2 = clone %1
%3 = relu %2
return %3)") == R"(
%0 = input x : f32[4, 6]
%1 = exp %0 : f32[4, 6]
%2 = relu %1 : f32[4, 6]
return %2
)");
}

TEST_CASE("a copy of an input that is returned stays a tensor of its own", "[passes]") {
  CHECK(leaves_alone(remove_noop_views, R"(
%0 = input x : f32[4, 6]
%1 = clone %0
return %1)"));
}

TEST_CASE("views that move elements or change the layout stay", "[passes]") {
  CHECK(leaves_alone(remove_noop_views, R"(
%0 = input x : f32[6, 6]
%1 = t %0
%2 = view %0, [4, 9]
%3 = permute %0, [1, 0]
%4 = slice %0, 0, 1, 6
%5 = exp %1
%6 = exp %2
%7 = exp %3
%8 = exp %4
return %5, %6, %7, %8)"));
}
