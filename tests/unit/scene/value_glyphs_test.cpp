// The small pictures of values in the nodes of a graph.
#include "playground/scene/value_glyphs.h"

#include <algorithm>
#include <cmath>

#include "catch.h"

using namespace vt;
using namespace vt::scene;

namespace {

ValueSummary summary(std::vector<double> elements, ItemId item) {
  ValueSummary s = summarize(elements, 2);
  s.items = {item};
  return s;
}

Element node(uint32_t item, Rect bounds) {
  Element e;
  e.kind = ElementKind::kNode;
  e.bounds = bounds;
  e.items = {ItemId(item)};
  return e;
}

size_t boxes(const Scene& scene, Role role) {
  return static_cast<size_t>(std::count_if(scene.marks.begin(), scene.marks.end(), [&](const Mark& mark) {
    const Box* box = std::get_if<Box>(&mark);
    return box && box->style.fill == role;
  }));
}

}  // namespace

TEST_CASE("a glyph lies in its place and has a tile per element of a small tensor", "[scene]") {
  Scene scene;
  draw_value_glyph(scene, summary({1, -2, 3, 4}, ItemId(1)), {10, 20, 60, 16}, kNoElement);
  for (const Mark& mark : scene.marks) {
    const Rect r = bounds_of(mark);
    CHECK((r.x >= 9.9f && r.right() <= 70.1f && r.y >= 19.9f && r.bottom() <= 36.1f));
  }
  CHECK(boxes(scene, Role::kWarn) == 3);  // above zero
  CHECK(boxes(scene, Role::kBad) == 0);
}

TEST_CASE("nodes get the glyph of their own value, and a NaN is red", "[scene]") {
  Scene scene;
  scene.add(node(5, {0, 0, 100, 40}));
  scene.add(node(6, {0, 80, 100, 40}));
  GraphValues values;
  values.nodes = {summary({1, 2, std::nan(""), 4}, ItemId(5))};
  values.nodes[0].compared = true;
  add_value_glyphs(scene, values);
  CHECK(boxes(scene, Role::kBad) == 2);  // the tile, and the mark in the corner
  REQUIRE(scene.elements[0].facts.size() == 3);
  CHECK(scene.elements[0].facts[0] == "least 1, mean 2.333, greatest 4");
  CHECK(scene.elements[0].facts[1] == "NaN: 1, infinite: 0");
  CHECK(scene.elements[1].facts.empty());
  CHECK(std::all_of(scene.marks.begin(), scene.marks.end(), [](const Mark& mark) { return bounds_of(mark).y < 60; }));
}
