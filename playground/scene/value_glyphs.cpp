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

int64_t columns_of(const ValueSummary& value) {
  return value.sizes.empty() ? 1 : std::max<int64_t>(value.sizes.back(), 1);
}

// Marks a tile with bad elements: a red spot at the first one, and a veil whose opacity is their share.
void draw_bad_tile(Scene& scene, const ValueSummary& value, const ValueSummary::BadTile& bad, Rect tile, ElementId of) {
  const int64_t columns = columns_of(value), rows = value.elements / columns;
  const int64_t r = bad.tile / value.heat_columns, c = bad.tile % value.heat_columns;
  const int64_t r0 = r * rows / value.heat_rows, r1 = (r + 1) * rows / value.heat_rows;
  const int64_t c0 = c * columns / value.heat_columns, c1 = (c + 1) * columns / value.heat_columns;
  const auto high = static_cast<float>(std::max<int64_t>(r1 - r0, 1));
  const auto wide = static_cast<float>(std::max<int64_t>(c1 - c0, 1));
  const float share = std::min(1.0f, static_cast<float>(bad.count) / (high * wide));
  if (bad.count > 1) add_box(scene, tile, Role::kBad, 0.3f + 0.6f * share, of);
  const float side = std::min({2.5f, tile.width, tile.height});  // small, but visible
  const float spot_width = std::max(tile.width / wide, side), spot_height = std::max(tile.height / high, side);
  const auto row = static_cast<float>(bad.element / columns - r0),
             column = static_cast<float>(bad.element % columns - c0);
  add_box(scene,
          {std::clamp(tile.x + column * tile.width / wide, tile.x, std::max(tile.x, tile.right() - spot_width)),
           std::clamp(tile.y + row * tile.height / high, tile.y, std::max(tile.y, tile.bottom() - spot_height)),
           spot_width, spot_height},
          Role::kBad, 0.95f, of);
}

// Draws the heat map: blue for negative, orange for positive values, intensity by magnitude, red for NaN and infinity.
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
  for (const ValueSummary::BadTile& bad : value.bad_tiles) {
    if (!std::isfinite(value.heat[static_cast<size_t>(bad.tile)])) continue;  // all its elements are bad
    const auto r = static_cast<float>(bad.tile / value.heat_columns),
               c = static_cast<float>(bad.tile % value.heat_columns);
    draw_bad_tile(scene, value, bad, {place.x + c * width, place.y + r * height, width, height}, of);
  }
}

// Index of the first NaN or infinity in memory order: "[2, 5]"; empty for a 0-d tensor.
std::string first_bad_place(const ValueSummary& value) {
  if (value.sizes.empty()) return {};
  int64_t at = -1;
  for (const ValueSummary::BadTile& bad : value.bad_tiles)
    if (at < 0 || bad.element < at) at = bad.element;
  std::string text;
  for (size_t i = value.sizes.size(); i-- > 0 && at >= 0;) {
    const int64_t size = std::max<int64_t>(value.sizes[i], 1);
    text = std::to_string(at % size) + (text.empty() ? "" : ", ") + text;
    at /= size;
  }
  return "[" + text + "]";
}

void draw_histogram(Scene& scene, const ValueSummary& value, Rect place, ElementId of) {
  const uint32_t most = value.histogram.empty() ? 0 : *std::max_element(value.histogram.begin(), value.histogram.end());
  if (!most) return;
  const float width = place.width / static_cast<float>(value.histogram.size());
  for (size_t i = 0; i < value.histogram.size(); ++i) {
    if (!value.histogram[i]) continue;
    // Minimum height, so that a single element among many is visible.
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

std::string bad_text(const ValueSummary& value, const ValueWords& words) {
  const std::string first = first_bad_place(value);
  return formatted(words.bad, static_cast<long long>(value.nan), static_cast<long long>(value.infinite)) +
         (first.empty() ? "" : formatted(words.first_bad, first.c_str()));
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
    if (value->bad()) element.facts.push_back(bad_text(*value, words));
    if (value->compared) element.facts.push_back(formatted(words.error, value->absolute_error, value->relative_error));
    const Rect& box = element.bounds;
    if (box.height < 2 * kFoot) continue;  // a one-line node (a view) has its input's values
    const float width = std::min(96.0f, box.width - 16);
    draw_value_glyph(scene, *value, {box.middle_x() - width / 2, box.bottom() - kFoot, width, kFoot - 6}, id);
  }
}

}  // namespace vt::scene
