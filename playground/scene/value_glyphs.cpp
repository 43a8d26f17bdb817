#include "playground/scene/value_glyphs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <unordered_set>

#include "playground/scene/graph_scene.h"

namespace vt::scene {
namespace {

void add_box(Scene& scene, Rect rect, Role role, float alpha, ElementId of, float radius = 0) {
  Box box;
  box.rect = rect;
  box.style.fill = role;
  box.style.fill_alpha = alpha;
  box.radius = radius;
  box.of = of;
  scene.marks.push_back(box);
}

// Blue below zero, orange above, as strong as the tile is large; red where it has a NaN.
void draw_heat(Scene& scene, const ValueSummary& value, Rect place, ElementId of) {
  if (value.heat.empty()) return;
  double largest = 0;
  for (double tile : value.heat)
    if (std::isfinite(tile)) largest = std::max(largest, std::fabs(tile));
  const float width = place.width / static_cast<float>(value.heat_columns);
  const float height = place.height / static_cast<float>(value.heat_rows);
  for (int64_t r = 0; r < value.heat_rows; ++r)
    for (int64_t c = 0; c < value.heat_columns; ++c) {
      const double tile = value.heat[static_cast<size_t>(r * value.heat_columns + c)];
      const bool finite = std::isfinite(tile);
      const float strength = finite && largest > 0 ? static_cast<float>(std::fabs(tile) / largest) : 0;
      add_box(scene, {place.x + static_cast<float>(c) * width, place.y + static_cast<float>(r) * height, width, height},
              !finite    ? Role::kBad
              : tile < 0 ? Role::kAccent
                         : Role::kWarn,
              finite ? 0.1f + 0.8f * strength : 0.95f, of);
    }
}

void draw_histogram(Scene& scene, const ValueSummary& value, Rect place, ElementId of) {
  const uint32_t most = value.histogram.empty() ? 0 : *std::max_element(value.histogram.begin(), value.histogram.end());
  if (!most) return;
  const float width = place.width / static_cast<float>(value.histogram.size());
  for (size_t i = 0; i < value.histogram.size(); ++i) {
    if (!value.histogram[i]) continue;
    // A single element among many is still to be seen.
    const float height =
        std::max(1.5f, place.height * static_cast<float>(value.histogram[i]) / static_cast<float>(most));
    add_box(scene,
            {place.x + static_cast<float>(i) * width, place.bottom() - height, std::max(1.0f, width - 0.5f), height},
            Role::kAccent, 0.85f, of);
  }
}

std::string formatted(const std::string& format, auto... values) {
  char text[160];
  std::snprintf(text, sizeof text, format.c_str(), values...);
  return text;
}

}  // namespace

void draw_value_glyph(Scene& scene, const ValueSummary& value, Rect place, ElementId of) {
  const float side = std::min(place.height, place.width / 2);
  add_box(scene, place, Role::kBackground, 0.7f, of, 2);
  draw_heat(scene, value, {place.x, place.y, side, place.height}, of);
  draw_histogram(scene, value, {place.x + side + 3, place.y, place.width - side - 3, place.height}, of);
  if (value.bad()) add_box(scene, {place.right() - 5, place.y, 5, 5}, Role::kBad, 1, of, 2.5f);
}

std::vector<bool> feet_of(const Graph& graph, const GraphValues& values) {
  std::unordered_set<uint32_t> known;
  for (const ValueSummary& value : values.nodes)
    for (ItemId id : value.items) known.insert(static_cast<uint32_t>(id));
  std::vector<bool> feet;
  for (const GraphNode& node : graph.nodes)
    feet.push_back(std::any_of(node.items.begin(), node.items.end(),
                               [&](ItemId id) { return known.contains(static_cast<uint32_t>(id)); }));
  return feet;
}

void add_value_glyphs(Scene& scene, const GraphValues& values, const ValueWords& words) {
  std::unordered_map<uint32_t, const ValueSummary*> by_item;
  for (const ValueSummary& value : values.nodes)
    for (ItemId id : value.items) by_item.emplace(static_cast<uint32_t>(id), &value);
  for (ElementId id = 0; id < scene.elements.size(); ++id) {
    Element& element = scene.elements[id];
    const bool holds = element.kind == ElementKind::kNode || element.kind == ElementKind::kPill;
    if (!holds || element.folds) continue;
    const ValueSummary* value = nullptr;
    for (ItemId item : element.items)
      if (auto found = by_item.find(static_cast<uint32_t>(item)); found != by_item.end()) value = found->second;
    if (!value) continue;
    if (value->has_finite())
      element.facts.push_back(formatted(words.range, value->least, value->mean, value->greatest));
    if (value->bad())
      element.facts.push_back(
          formatted(words.bad, static_cast<long long>(value->nan), static_cast<long long>(value->infinite)));
    if (value->compared) element.facts.push_back(formatted(words.error, value->absolute_error, value->relative_error));
    const Rect& box = element.bounds;
    if (box.height < 2 * kFoot) continue;  // of one line: the same numbers as its input's
    const float width = std::min(96.0f, box.width - 16);
    draw_value_glyph(scene, *value, {box.middle_x() - width / 2, box.bottom() - kFoot, width, kFoot - 6}, id);
  }
}

}  // namespace vt::scene
