// Pictures of what was measured: the curve over sizes, and the bars of one call of each side.
#include "playground/scene/measure_scene.h"

#include <algorithm>

#include "catch.h"
#include "playground/scene/svg.h"

using namespace vt;
using namespace vt::scene;

namespace {

std::string time_of(double us) { return std::to_string(static_cast<int>(us)) + " us"; }

MeasureWords words() {
  MeasureWords w;
  w.time = time_of;
  return w;
}

MeasuredPoint point(int64_t size, double eager, double compiled) {
  MeasuredPoint p;
  p.size = size;
  p.eager_us = {eager, eager * 0.9, eager * 1.2, 30}, p.compiled_us = {compiled, compiled * 0.9, compiled * 1.2, 30};
  p.ratio = {eager / compiled, 1, 3, 30};
  return p;
}

CallPiece piece(WorkKind kind, const std::string& name, uint32_t depth, double start, double us, int line) {
  CallPiece p;
  p.kind = kind, p.name = name, p.depth = depth, p.start_us = start, p.duration_us = us, p.lines = {line};
  return p;
}

MeasuredFunction function() {
  MeasuredFunction f;
  f.own_size = 64;
  f.curve = {point(16, 10, 20), point(64, 40, 20), point(256, 400, 100)};
  f.eager_work = {piece(WorkKind::kEager, "aten::relu", 0, 0, 40, 5),
                  piece(WorkKind::kEager, "aten::add", 0, 50, 50, 6)};
  f.compiled_work = {piece(WorkKind::kGraph, "compiled graph", 0, 0, 60, 5),
                     piece(WorkKind::kKernel, "fused_relu_add", 1, 10, 40, 5)};
  f.eager_call_us = 100, f.compiled_call_us = 70;
  return f;
}

bool inside(const Scene& scene) {
  return std::all_of(scene.marks.begin(), scene.marks.end(), [&](const Mark& mark) {
    const Rect r = bounds_of(mark);
    return r.x >= -1 && r.y >= -1 && r.right() <= scene.width + 1 && r.bottom() <= scene.height + 1;
  });
}

const Element& element(const Scene& scene, const std::string& title) {
  auto found =
      std::find_if(scene.elements.begin(), scene.elements.end(), [&](const Element& e) { return e.title == title; });
  INFO(title);
  REQUIRE(found != scene.elements.end());
  return *found;
}

}  // namespace

TEST_CASE("a curve has a point per size that was measured, with its numbers, and stays in its frame", "[scene]") {
  MeasuredFunction f = function();
  f.curve.push_back({});
  f.curve.back().size = 1024, f.curve.back().error = "RuntimeError: too large";
  for (float width : {160.0f, 900.0f}) {
    const Scene scene = curve_scene(f, width, words());
    CHECK(scene.elements.size() == 3);
    CHECK(inside(scene));
    const Element& own = element(scene, "64");
    CHECK(own.facts.at(0) == "eager  40 us (36 us to 48 us)");
    CHECK(own.facts.at(2) == "2.00×  (1.00 – 3.00)");
    CHECK(element(scene, "16").bounds.x < own.bounds.x);
  }
  f.curve.clear();
  CHECK(curve_scene(f, 300, words()).elements.empty());
}

TEST_CASE("both calls are drawn on one scale, inner work below what it lies in", "[scene]") {
  const MeasuredFunction f = function();
  CallLook look;
  look.words = words();
  look.last = end_of_calls(f);
  CHECK(look.last == 100);
  look.line_items = [](const std::vector<int>& lines) {
    return std::vector<ItemId>{ItemId(static_cast<uint32_t>(lines[0]))};
  };
  const Scene scene = calls_scene(f, look);
  CHECK(inside(scene));
  REQUIRE(scene.elements.size() == 4);
  const Element &relu = element(scene, "aten::relu"), &graph = element(scene, "compiled graph"),
                &kernel = element(scene, "fused_relu_add");
  CHECK(relu.items == std::vector<ItemId>{ItemId(5)});
  CHECK(relu.facts.at(0) == "eager op  ·  40 us");
  CHECK(relu.facts.at(1) == "line 5");
  CHECK(graph.bounds.y > relu.bounds.y);
  CHECK(kernel.bounds.y > graph.bounds.y);
  CHECK(kernel.bounds.x > graph.bounds.x);
  CHECK(kernel.bounds.right() < graph.bounds.right());
  CHECK(write_svg(scene, {}).find("fused_relu_add") != std::string::npos);
  look.first = 45;  // zoomed: what lies before is not drawn
  CHECK(calls_scene(f, look).elements.size() == 3);
}

TEST_CASE("long sizes are written short", "[scene]") {
  CHECK(size_text(4096) == "4096");
  CHECK(size_text(65536) == "64k");
  CHECK(size_text(4194304) == "4M");
}
