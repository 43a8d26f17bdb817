// What is drawn of a graph, and the SVG writer.
#include "playground/scene/scene.h"

#include <algorithm>
#include <map>

#include "catch.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/svg.h"
#include "playground/scene/text_size.h"
#include "unit/scene/graphs.h"

using namespace vt;
using namespace vt::scene;

namespace {

Scene drawn(const Graph& graph, const FoldChoices& choices = {}) { return graph_scene(graph, fold(graph, choices)); }

std::vector<std::string> texts(const Scene& scene) {
  std::vector<std::string> list;
  for (const Mark& mark : scene.marks)
    if (const Label* label = std::get_if<Label>(&mark)) list.push_back(label->text);
  return list;
}
bool says(const Scene& scene, const std::string& text) {
  std::vector<std::string> list = texts(scene);
  return std::find(list.begin(), list.end(), text) != list.end();
}
size_t count(const std::string& text, const std::string& part) {
  size_t times = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

}  // namespace

TEST_CASE("labels lie inside the box that they name", "[scene]") {
  Graph graph = gpt(2);
  FoldChoices choices;
  for (const Piece& piece : fold(graph).pieces) choices[piece.key] = false;
  Scene scene = drawn(graph, choices);
  size_t labels = 0;
  for (const Mark& mark : scene.marks) {
    const Label* label = std::get_if<Label>(&mark);
    if (!label || label->of == kNoElement || scene.elements[label->of].kind == ElementKind::kRoad) continue;
    Rect text = bounds_of(mark), box = scene.elements[label->of].bounds;
    INFO(label->text);
    CHECK((text.x >= box.x - 2 && text.right() <= box.right() + 2));
    CHECK((text.middle_y() >= box.y && text.middle_y() <= box.bottom()));
    ++labels;
  }
  CHECK(labels > 80);
}

TEST_CASE("nodes, pills and folded groups lie apart", "[scene]") {
  Scene scene = drawn(gpt(6));
  const std::vector<Element>& all = scene.elements;
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (all[i].kind != ElementKind::kRoad && all[j].kind != ElementKind::kRoad)
        CHECK_FALSE(all[i].bounds.overlaps(all[j].bounds));
}

TEST_CASE("a weight is a pill beside its reader", "[scene]") {
  Scene scene = drawn(gpt(6));
  CHECK(says(scene, "weight"));
  for (const Element& e : scene.elements) {
    if (e.kind != ElementKind::kPill) continue;
    REQUIRE(e.neighbours.size() == 1);
    const Rect& reader = scene.elements[e.neighbours[0]].bounds;
    CHECK(e.bounds.x > reader.x);
    CHECK(e.bounds.y > reader.y - 30);
    CHECK(e.bounds.bottom() < reader.bottom() + 30);
  }
}

TEST_CASE("roads are as wide as their bytes, ghosts are dashed", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x");
  uint32_t wide = b.node("relu", {x}), narrow = b.node("sum", {wide}, Role::kReduction, "f32[]");
  b.node("add", {wide, narrow});
  b.graph.edges[0].kind = EdgeKind::kGhost;
  b.graph.edges[1].kind = EdgeKind::kRoad, b.graph.edges[1].bytes = 1 << 20;
  b.graph.edges[3].kind = EdgeKind::kRoad, b.graph.edges[3].bytes = 4;
  Scene scene = drawn(b.graph);
  float widest = 0, least = 100;
  int dashed = 0;
  for (const Mark& mark : scene.marks) {
    const Path* path = std::get_if<Path>(&mark);
    if (!path || path->style.stroke == Role::kWeight) continue;
    dashed += path->style.dashed;
    if (path->style.stroke != Role::kRoad) continue;
    widest = std::max(widest, path->style.stroke_width);
    least = std::min(least, path->style.stroke_width);
  }
  CHECK(dashed == 1);
  CHECK(widest > 4 * least);
  CHECK(says(scene, "1 MB"));
  CHECK(says(scene, "4 B"));
}

TEST_CASE("pointing finds the innermost element, and neighbours are known", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x");
  b.enter("block", "Block");
  x = b.node("sigmoid", {b.node("relu", {x})});
  b.leave();
  b.output(x);
  Scene scene = drawn(b.graph);
  ElementId relu = scene.find("n1"), group = scene.find("/block/");
  REQUIRE(relu != kNoElement);
  REQUIRE(group != kNoElement);
  const Rect& r = scene.elements[relu].bounds;
  CHECK(scene.at({r.middle_x(), r.middle_y()}) == relu);
  CHECK(scene.at({scene.elements[group].bounds.x + 2, scene.elements[group].bounds.bottom() - 2}) == group);
  CHECK(scene.at({-5, -5}) == kNoElement);
  size_t roads = 0;
  for (ElementId n : scene.elements[relu].neighbours) roads += scene.elements[n].kind == ElementKind::kRoad;
  CHECK(roads >= 2);
}

TEST_CASE("a folded group tells how much is in it", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x");
  b.enter("blocks", "Block");
  for (int i = 0; i < 2; ++i) {
    b.enter("kernel" + std::to_string(i), "one loop", ScopeKind::kKernel);
    x = b.node(i ? "relu" : "exp", {b.node("add", {x})});
    b.leave();
  }
  b.leave();
  b.enter("head", "Linear");
  x = b.linear(x);
  b.output(b.node("sum", {x}));
  const FoldChoices choices{{"/blocks/", true}, {"/head/", true}};
  Scene scene = graph_scene(b.graph, fold(b.graph, choices));
  CHECK(says(scene, "Block · 2 kernels · 4 ops"));
  GraphStyle style;
  style.op_by_op = true;
  CHECK(says(graph_scene(b.graph, fold(b.graph, choices), style), "Block · 4 ops"));
}

TEST_CASE("the roads of a value lead from every reader back to it", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x"), y = x;
  for (const char* op : {"relu", "add", "mul", "sub"}) y = b.node(op, {y, x});
  Scene scene = drawn(b.graph);
  const ElementId source = scene.find("n0");
  size_t readers = 0;
  for (const Element& e : scene.elements) {
    if (e.kind != ElementKind::kRoad || e.title != "x" || e.neighbours.empty()) continue;
    const bool leaves = e.after == kNoElement;
    if (e.neighbours.size() == (leaves ? 2 : 1)) ++readers;
    const Element* first = &e;
    while (first->after != kNoElement) first = &scene.elements[first->after];
    CHECK(first->neighbours.front() == source);
  }
  CHECK(readers == 4);
}

TEST_CASE("the SVG file has each mark, escaped, in either theme", "[scene]") {
  GraphBuilder b;
  b.output(b.node("a<b & \"c\"", {b.input("x")}));
  Scene scene = drawn(b.graph);
  std::string light = write_svg(scene, {false, true, "f"}), dark = write_svg(scene, {true, true, "f"});
  CHECK(light.starts_with("<svg "));
  CHECK(count(light, "<text ") == texts(scene).size());
  CHECK(count(light, "<g ") == count(light, "</g>"));
  CHECK(count(light, "a&lt;b &amp; &quot;c&quot;") >= 1);
  CHECK(count(light, "#ffffff") > 0);
  CHECK(count(dark, "#12161c") > 0);
  CHECK(light.size() < dark.size() + 10);
}

TEST_CASE("text is cut to its room", "[scene]") {
  CHECK(cut_text("abc", Face::kMono, 10, 18) == "abc");
  CHECK(cut_text("abcdef", Face::kMono, 10, 24) == "abc…");
  CHECK(cut_middle("blocks.0.attn.qkv.weight", Face::kMono, 10, 100).size() < 20);
  CHECK(text_width("中文", Face::kSans, 10) == 20);
  CHECK(bytes_text(480) == "480 B");
  CHECK(bytes_text(64 << 10) == "64 KB");
  CHECK(bytes_text((3 << 20) / 2) == "1.5 MB");
  CHECK(short_shape("f32[96, 32]") == "96×32");
}

TEST_CASE("a group is as wide as its name, and roads tell their bytes where they leave", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x");
  b.enter("fused_add_rsqrt_sub_mul_relu_3", "one loop", ScopeKind::kKernel);
  uint32_t y = b.node("relu", {x});
  b.leave();
  b.output(y);
  for (GraphEdge& edge : b.graph.edges) edge.kind = EdgeKind::kRoad;
  Scene scene = drawn(b.graph);
  CHECK(says(scene, "fused_add_rsqrt_sub_mul_relu_3"));
  CHECK(says(scene, "one loop"));
  const Rect &group = scene.elements[scene.find("/fused_add_rsqrt_sub_mul_relu_3/")].bounds,
             &node = scene.elements[scene.find("n1")].bounds;
  CHECK(std::abs(group.middle_x() - node.middle_x()) < 1);
  for (const Mark& mark : scene.marks)
    if (const Label* label = std::get_if<Label>(&mark); label && label->text == "4 KB")
      CHECK((label->at.y < group.y || label->at.y > node.bottom()));
}

TEST_CASE("operators without a type are drawn as large as others, sizes and outputs are not", "[scene]") {
  GraphBuilder b;
  const uint32_t x = b.node("x", {}, Role::kInput, "");
  const uint32_t relu = b.node("relu", {x}, Role::kPointwise, "");
  b.node("output", {b.node("size", {relu}, Role::kModule, "")}, Role::kOutput, "");
  const Scene scene = drawn(b.graph);
  std::map<std::string, float> heights;
  for (const Element& e : scene.elements)
    if (e.kind == ElementKind::kNode) heights[e.title] = e.bounds.height;
  CHECK(heights.at("relu") == heights.at("x"));
  CHECK(heights.at("size") < heights.at("relu"));
  CHECK(heights.at("output") < heights.at("relu"));
}
