// Where nodes of a diagram go.
#include "playground/core/layout.h"

#include <algorithm>

#include "catch.h"

using namespace vt;
using namespace vt::ui;

namespace {

Diagram graph(size_t nodes, std::vector<std::pair<uint32_t, uint32_t>> edges) {
  Diagram d;
  for (size_t i = 0; i < nodes; ++i) d.nodes.push_back({kNoItem, "n" + std::to_string(i), "", "op"});
  d.edges = std::move(edges);
  return d;
}
Layout laid_out(const Diagram& d) { return lay_out(d, std::vector<float>(d.nodes.size(), 100)); }

bool overlap(const LayoutBox& a, const LayoutBox& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

}  // namespace

TEST_CASE("a chain of layers keeps each parameter beside its reader", "[playground]") {
  // x -> op1 -> op2 -> ... where op i also reads parameter i.
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  const uint32_t depth = 60;
  for (uint32_t i = 0; i < depth; ++i) {
    edges.emplace_back(i, i + 1);
    edges.emplace_back(depth + 1 + i, i + 1);
  }
  Layout layout = laid_out(graph(2 * depth + 1, edges));
  CHECK(layout.width < 1500);  // sixty boxes side by side would take 7000
  for (uint32_t i = 0; i < depth; ++i) {
    const LayoutBox &parameter = layout.boxes[depth + 1 + i], &reader = layout.boxes[i + 1];
    CHECK(parameter.y < reader.y);
    CHECK(layout.boxes[i].y == parameter.y);
  }
}

TEST_CASE("a parameter that is also returned still stands beside its reader", "[playground]") {
  // 0 -> 1 -> 2 -> 3 -> 4, parameter 5 read by 4 and returned as 6.
  Layout layout = laid_out(graph(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 3}, {5, 6}}));
  CHECK(layout.boxes[5].y == layout.boxes[2].y);
  CHECK(layout.boxes[6].y == layout.boxes[3].y);
}

TEST_CASE("boxes and the places where edges pass do not overlap", "[playground]") {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 1; i < 40; ++i) edges.emplace_back(i / 3, i), edges.emplace_back(i / 7, i);
  edges.emplace_back(0, 39);
  Layout layout = laid_out(graph(40, edges));
  for (size_t a = 0; a < layout.boxes.size(); ++a)
    for (size_t b = 0; b < a; ++b) CHECK_FALSE(overlap(layout.boxes[a], layout.boxes[b]));
  for (const LayoutBox& box : layout.boxes) CHECK((box.x >= 0 && box.x + box.width <= layout.width + 0.5f));
}

TEST_CASE("an edge is drawn once, a cycle ends, nothing is empty", "[playground]") {
  CHECK(laid_out(graph(2, {{0, 1}, {0, 1}})).paths.size() == 1);
  CHECK(laid_out(graph(3, {{0, 1}, {1, 2}, {2, 1}})).boxes.size() >= 3);
  Layout empty = laid_out(graph(0, {}));
  CHECK((empty.boxes.empty() && empty.height == 0));
}
