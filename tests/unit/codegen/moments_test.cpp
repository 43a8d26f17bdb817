#include "codegen/moments.h"

#include "catch.h"
#include "codegen/codegen.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("a sum and the squared distances from its mean become one phase", "[codegen]") {
  LoopNest nest = column_nest(23, 16);
  codegen::join_moments(nest);
  REQUIRE(nest.phases.size() == 1);
  REQUIRE(nest.phases[0].reductions.size() == 2);
  CHECK(nest.phases[0].reductions[0].kind == Reduce::kSum);
  CHECK(nest.phases[0].reductions[1].kind == Reduce::kDeviations);
  CHECK(nest.phases[0].reductions[0].value == nest.phases[0].reductions[1].value);
  CHECK(loop::verify_nest(nest).empty());
}

TEST_CASE("sums about anything but the mean stay as they are", "[codegen]") {
  LoopNest other_length = column_nest(23, 16);
  other_length.inner[0].extent = num(24);  // what is divided by is not the length
  codegen::join_moments(other_length);
  CHECK(other_length.phases.size() == 2);
  LoopNest softmax = softmax_nest(4, 32);
  codegen::join_moments(softmax);
  CHECK(softmax.phases.size() == 3);
}

TEST_CASE("the interpreter runs joined moments", "[codegen]") {
  LoopNest plain = column_nest(50, 3), joined = plain;
  codegen::join_moments(joined);
  std::vector<float> in(150), want(6), got(6);
  for (size_t i = 0; i < in.size(); ++i) in[i] = 1000 + static_cast<float>((i * 37) % 101);
  void* plain_buffers[] = {want.data(), in.data()};
  void* joined_buffers[] = {got.data(), in.data()};
  loop::interpret_nest(plain, plain_buffers, nullptr);
  loop::interpret_nest(joined, joined_buffers, nullptr);
  for (size_t i = 0; i < 6; ++i) CHECK(std::abs(got[i] - want[i]) <= 1e-4f * std::abs(want[i]));
}
