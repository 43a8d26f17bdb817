// Pictures that a lesson's question is answered in.
#include "playground/scene/pointing_scene.h"

#include <algorithm>

#include "catch.h"

using namespace vt;
using namespace vt::scene;

namespace {

Artifact captured() {
  Artifact graph;
  graph.diagram.nodes = {{ItemId(1), "x", "f32[4]", "input"},
                         {ItemId(2), "mul", "f32[4]", "op"},
                         {ItemId(3), "tanh", "f32[4]", "op"},
                         {kNoItem, "output", "", "output"}};
  graph.diagram.edges = {{0, 1}, {1, 2}, {2, 3}};
  graph.table.columns = {"name", "calls"};
  for (const char* name : {"l_x_", "scaled", "active", "output"}) graph.table.rows.push_back({{name, ""}, {}});
  return graph;
}

bool says(const Scene& scene, const std::string& text) {
  return std::any_of(scene.marks.begin(), scene.marks.end(), [&](const Mark& mark) {
    const Label* label = std::get_if<Label>(&mark);
    return label && label->text == text;
  });
}

// What a click in the middle of an answer hits.
std::string hit(const Scene& scene, const std::string& key) {
  const ElementId id = scene.find(key);
  if (id == kNoElement) return "";
  const Rect& r = scene.elements[id].bounds;
  const ElementId at = scene.at({r.middle_x(), r.middle_y()});
  return at == kNoElement ? "" : scene.elements[at].key;
}

}  // namespace

TEST_CASE("a question's graph has the names of the answers, no kernels, and items of no run", "[scene]") {
  const PointingTargets targets = {{"scaled", "scaled: f32[4]"}, {"active", "active: f32[4]"}};
  const Scene scene = pointing_scene({captured()}, targets, {});
  for (const auto& [value, text] : targets) {
    CHECK(hit(scene, value) == value);
    CHECK(says(scene, value));
  }
  CHECK(says(scene, "mul  f32[4]"));
  CHECK(says(scene, "x"));
  for (const Element& e : scene.elements) {
    CHECK(e.kind != ElementKind::kIsland);
    CHECK(e.items.empty());
  }
  CHECK_FALSE(says(scene, "✓"));
}

TEST_CASE("what is chosen and what is asked about have signs, a place of its own can be chosen", "[scene]") {
  PointingLook look;
  look.asked = "active", look.picked = {"scaled"}, look.elsewhere = "a new place";
  const PointingTargets targets = {{"scaled", "scaled"}, {"active", "active"}, {kElsewhere, kElsewhere}};
  Scene scene = pointing_scene({captured()}, targets, look);
  CHECK(says(scene, "✓"));
  CHECK(says(scene, "?"));
  CHECK(hit(scene, kElsewhere) == kElsewhere);
  CHECK(scene.elements[scene.find(kElsewhere)].bounds.right() <= scene.width);
  CHECK(scene.elements[scene.find(kElsewhere)].bounds.bottom() <= scene.height);
}

TEST_CASE("guards stand one below the other, each within the panel, and a long one is cut", "[scene]") {
  const std::string longer(300, 'g');
  PointingLook look;
  look.width = 400;
  const Scene scene = pointing_scene({}, {{"x is int", "x is int"}, {longer, longer}}, look);
  CHECK(hit(scene, "x is int") == "x is int");
  CHECK(hit(scene, longer) == longer);
  CHECK(scene.width <= 400);
  CHECK(scene.elements[1].bounds.y >= scene.elements[0].bounds.bottom());
  CHECK_FALSE(says(scene, longer));
}

TEST_CASE("a question about several graphs shows all of them", "[scene]") {
  Artifact second = captured();
  second.table.rows[1].cells[0] = "other";
  const Scene scene = pointing_scene({captured(), second}, {{"scaled", "scaled"}, {"other", "other"}}, {});
  CHECK(hit(scene, "scaled") == "scaled");
  CHECK(hit(scene, "other") == "other");
}
