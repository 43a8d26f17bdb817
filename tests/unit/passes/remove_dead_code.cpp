#include "passes/remove_dead_code.h"

#include "unit/passes/one_pass.h"

using namespace vt::test;
using vt::remove_dead_code;

TEST_CASE("nodes that nobody reads go, with what only they read", "[passes]") {
  CHECK(after(remove_dead_code, R"(
%0 = input x : f32[4, 6]
%1 = constant c = [2.0] : f32[1]
%2 = mul %0, %1
%3 = exp %2
%4 = relu %0
return %4)") == R"(
%0 = input x : f32[4, 6]
%1 = relu %0 : f32[4, 6]
return %1
)");
}

TEST_CASE("inputs, results and draws of random numbers stay though nobody reads them", "[passes]") {
  CHECK(leaves_alone(remove_dead_code, R"(
%0 = input x : f32[4, 6]
%1 = input unused : f32[4]
%2 = rand [3]
%3 = exp %0
return %3)"));
}
