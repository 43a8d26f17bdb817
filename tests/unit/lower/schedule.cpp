#include "lower/schedule.h"

#include <algorithm>

#include "catch.h"

using namespace vt;

namespace {

size_t place(const std::vector<size_t>& order, size_t step) {
  return static_cast<size_t>(std::find(order.begin(), order.end(), step) - order.begin());
}

}  // namespace

TEST_CASE("what is read once more is read before the next is made", "[lower]") {
  // A chain 0, 1, 2 of which each result is also read by a step that makes what lives anyway (3, 4, 5), as the
  // gradients of weights are beside those of activations.
  std::vector<ScheduledStep> steps = {{{}, {0}}, {{0}, {1}}, {{1}, {2}}, {{0}, {3}}, {{1}, {4}}, {{2}, {5}}};
  std::vector<int64_t> bytes = {100, 100, 100, 0, 0, 0};
  std::vector<size_t> given = {0, 1, 2, 3, 4, 5}, order = order_for_memory(steps, bytes);
  CHECK(peak_bytes(steps, given, bytes) == 300);
  CHECK(peak_bytes(steps, order, bytes) == 200);
  CHECK(place(order, 3) < place(order, 2));
  for (size_t s = 1; s < 3; ++s) CHECK(place(order, s - 1) < place(order, s));
}

TEST_CASE("a value that one step makes for another is made just before it", "[lower]") {
  // 1 and 2 make what 3 and 4 read together with the chain's 0: made at once, both would live.
  std::vector<ScheduledStep> steps = {{{}, {0}}, {{}, {1}}, {{}, {2}}, {{0, 1}, {3}}, {{0, 2}, {4}}};
  std::vector<int64_t> bytes = {10, 100, 100, 0, 0};
  std::vector<size_t> order = order_for_memory(steps, bytes);
  CHECK(peak_bytes(steps, order, bytes) == 110);
}

TEST_CASE("steps keep their order where another one saves little, and where they draw numbers", "[lower]") {
  std::vector<ScheduledStep> chain = {{{}, {0}}, {{0}, {1}}, {{1}, {2}}};
  CHECK(order_for_memory(chain, {8, 8, 0}) == std::vector<size_t>{0, 1, 2});
  std::vector<ScheduledStep> draws = {{{}, {0}, true}, {{}, {1}, true}, {{0}, {2}}, {{1}, {3}}};
  std::vector<size_t> order = order_for_memory(draws, {100, 100, 0, 0});
  CHECK(place(order, 0) < place(order, 1));
  CHECK(place(order, 2) < place(order, 1));
}
