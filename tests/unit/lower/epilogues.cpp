// What is left of a product's epilogue for a GPU's library, and what becomes a kernel of its own.
#include "lower/epilogues.h"

#include "unit/lower/text.h"

using namespace vt;
using namespace vt::test;

namespace {

LowerOptions for_gpu() {
  LowerOptions options;
  options.products_by_library = true;
  return options;
}
const loop::MatmulTemplate& first_product(const Program& program) {
  for (const Step& step : program.steps)
    if (const auto* product = std::get_if<loop::MatmulTemplate>(&step)) return *product;
  FAIL("no product");
  std::abort();
}

}  // namespace

TEST_CASE("a factor, a row and a ReLU are one library call", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[5, 8]
%1 = input weight : f32[6, 8]
%2 = input bias : f32[6]
%3 = linear %0, %1, %2
%4 = relu %3
return %4)",
                                for_gpu());
  CHECK(lowered.program.steps.size() == 1);
  const auto epilogue = library_epilogue(first_product(lowered.program));
  REQUIRE(epilogue);
  CHECK(epilogue->relu);
  CHECK(epilogue->bias >= 0);
  CHECK(epilogue->added == -1);
  CHECK(epilogue->alpha == 1);
}

TEST_CASE("a matrix that is added is part of the call, scaled by its factor", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[5, 8]
%1 = input weight : f32[8, 6]
%2 = input residual : f32[5, 6]
%3 = mm %0, %1
%4 = mul.Scalar %3, 0.5
%5 = add %4, %2
return %5)",
                                for_gpu());
  CHECK(lowered.program.steps.size() == 1);
  const auto epilogue = library_epilogue(first_product(lowered.program));
  REQUIRE(epilogue);
  CHECK(epilogue->alpha == 0.5);
  CHECK(epilogue->beta == 1);
  CHECK(epilogue->added >= 0);
  CHECK_FALSE(epilogue->relu);
}

TEST_CASE("any other function of a product becomes a loop behind it", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[5, 8]
%1 = input weight : f32[8, 6]
%2 = mm %0, %1
%3 = tanh %2
return %3)",
                                for_gpu());
  REQUIRE(lowered.program.steps.size() == 2);
  CHECK(std::holds_alternative<loop::MatmulTemplate>(lowered.program.steps[0]));
  CHECK(std::holds_alternative<loop::LoopNest>(lowered.program.steps[1]));
  CHECK(library_epilogue(first_product(lowered.program)));
}

TEST_CASE("on the CPU every epilogue stays in the template", "[lower]") {
  const Lowered lowered = lower(R"(
%0 = input x : f32[5, 8]
%1 = input weight : f32[8, 6]
%2 = mm %0, %1
%3 = tanh %2
return %3)");
  CHECK(lowered.program.steps.size() == 1);
  CHECK_FALSE(library_epilogue(first_product(lowered.program)));
}
