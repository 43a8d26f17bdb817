// The small pictures of values in the nodes of a graph.
#include "playground/scene/value_glyphs.h"

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "playground/scene/fold.h"
#include "playground/scene/graph_scene.h"

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
  scene.add(node(5, {0, 0, 100, 62}));
  scene.add(node(6, {0, 80, 100, 62}));
  GraphValues values;
  values.nodes = {summary({1, 2, std::nan(""), 4}, ItemId(5))};
  values.nodes[0].compared = true;
  add_value_glyphs(scene, values);
  CHECK(boxes(scene, Role::kBad) == 2);  // the tile, and the mark in the corner
  REQUIRE(scene.elements[0].facts.size() == 3);
  CHECK(scene.elements[0].facts[0] == "least 1, mean 2.333, greatest 4");
  CHECK(scene.elements[0].facts[1] == "NaN: 1, infinite: 0");
  CHECK(scene.elements[1].facts.empty());
  CHECK(std::all_of(scene.marks.begin(), scene.marks.end(), [](const Mark& mark) { return bounds_of(mark).y < 62; }));
}

TEST_CASE("the picture of a value lies below the text of its node", "[scene]") {
  Graph graph;
  for (uint32_t i = 0; i < 2; ++i) {
    GraphNode n;
    n.key = n.label = i ? "relu" : "x", n.detail = "f32[4, 8]", n.items = {ItemId(i + 1)};
    graph.nodes.push_back(n);
  }
  graph.edges.push_back({0, 1, EdgeKind::kPlain, 0, {}});
  GraphValues values;
  values.nodes = {summary({1, 2, 3, 4}, ItemId(2))};
  GraphStyle style;
  const Scene plain = graph_scene(graph, fold(graph, {}), style);
  style.feet = feet_of(graph, values);
  CHECK(style.feet == std::vector<bool>{false, true});
  Scene scene = graph_scene(graph, fold(graph, {}), style);
  CHECK(scene.height == plain.height + kFoot);
  const size_t before = scene.marks.size();
  float text = 0;
  const ElementId relu = scene.find("relu");
  for (const Mark& mark : scene.marks)
    if (const Label* label = std::get_if<Label>(&mark); label && label->of == relu)
      text = std::max(text, bounds_of(mark).bottom());
  add_value_glyphs(scene, values);
  REQUIRE(scene.marks.size() > before);
  for (size_t i = before; i < scene.marks.size(); ++i) CHECK(bounds_of(scene.marks[i]).y >= text - 1);
}

TEST_CASE("a single NaN in a large tensor is a spot where it lies, and is named", "[scene]") {
  std::vector<double> elements(48 * 48, 1.0);
  elements[13 * 48 + 30] = std::nan("");
  ValueSummary value = summarize(elements, 48);
  value.sizes = {48, 48};
  value.items = {ItemId(5)};
  REQUIRE(value.bad_tiles.size() == 1);
  CHECK(std::isfinite(value.heat[static_cast<size_t>(value.bad_tiles[0].tile)]));  // of the others in its tile
  Scene scene;
  draw_value_glyph(scene, value, {0, 0, 120, 60}, kNoElement);
  std::vector<Rect> red;
  for (const Mark& mark : scene.marks)
    if (const Box* box = std::get_if<Box>(&mark); box && box->style.fill == Role::kBad && box->radius == 0)
      red.push_back(box->rect);
  REQUIRE(red.size() == 1);  // the map is 60 x 60: 5 for each of its tiles
  CHECK(red[0].width < 5);
  CHECK((red[0].x >= 35 && red[0].right() <= 40 && red[0].y >= 15 && red[0].bottom() <= 20));
  Scene nodes;
  nodes.add(node(5, {0, 0, 100, 62}));
  GraphValues values;
  values.nodes = {value};
  add_value_glyphs(nodes, values);
  CHECK(nodes.elements[0].facts.at(1) == "NaN: 1, infinite: 0; the first at [13, 30]");
}
