// A scene: elements that can be pointed at, and marks, in drawing order. The style
// of a mark is a role, never a colour (roles.h). Pure data: made by graph_scene.h
// and other *_scene.h files; written by svg.h and core/scene_view.h.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "playground/scene/roles.h"
#include "support/provenance.h"

namespace vt::scene {

struct Point {
  float x = 0, y = 0;
};

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  float middle_x() const { return x + width / 2; }
  float middle_y() const { return y + height / 2; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  bool overlaps(const Rect& o) const { return x < o.right() && o.x < right() && y < o.bottom() && o.y < bottom(); }
  Rect joined(const Rect& o) const;
};

using ElementId = uint32_t;  // index into Scene::elements
inline constexpr ElementId kNoElement = 0xffffffff;

enum class ElementKind : uint8_t { kNode, kGroup, kIsland, kRoad, kPill, kOther };

// A part of the scene that can be pointed at.
struct Element {
  ElementKind kind = ElementKind::kOther;
  Rect bounds;
  std::string key;                 // stable between the scenes of a program
  std::string title;               // found by the search; head of the tooltip
  std::vector<std::string> facts;  // further lines of the tooltip
  std::vector<ItemId> items;       // provenance items that it shows
  // For a node: the roads that start or end at it. For a road: its start node and its end node, if any. A road without
  // a start node continues the road `after`, which is earlier in the list.
  std::vector<ElementId> neighbours;
  ElementId after = kNoElement;
  bool folds = false;   // a click on its head folds or unfolds it
  bool folded = false;  // it is folded now
};

enum class Face : uint8_t { kMono, kSans, kBold };
enum class Anchor : uint8_t { kStart, kMiddle, kEnd };

struct Style {
  Role fill = Role::kNone;
  float fill_alpha = 1;
  Role stroke = Role::kNone;
  float stroke_width = 1, stroke_alpha = 1;
  bool dashed = false;
};

struct Box {
  Rect rect;
  Style style;
  float radius = 6;
  ElementId of = kNoElement;
};
// A path through the points; a step with horizontal offset is a curve with vertical ends, unless `straight`.
struct Path {
  std::vector<Point> points;
  Style style;
  bool arrow = false;
  ElementId of = kNoElement;
  bool straight = false;
};
struct Label {
  Point at;  // vertical middle of the line; `anchor`: which end of the text is at x
  std::string text;
  float size = 12;  // em size
  Face face = Face::kMono;
  Role role = Role::kText;
  Anchor anchor = Anchor::kStart;
  ElementId of = kNoElement;
};
using Mark = std::variant<Box, Path, Label>;

struct Scene {
  float width = 0, height = 0;
  std::vector<Element> elements;
  std::vector<Mark> marks;
  ElementId add(Element element) {
    elements.push_back(std::move(element));
    return static_cast<ElementId>(elements.size() - 1);
  }
  // The element with this key, or kNoElement.
  ElementId find(const std::string& key) const;
  // The innermost node, pill, island or group at a point; kNoElement if there is none.
  ElementId at(Point p) const;
};

Rect bounds_of(const Mark& mark);
// Appends `under` below `scene`, for export as one file.
void put_below(Scene& scene, const Scene& under);

// Geometry shared by both writers: the length of the control handles of the curve from `a` to `b` (0: a straight line),
// and half the width of an arrow head.
float curve_bend(Point a, Point b);
float arrow_half(float stroke_width);

}  // namespace vt::scene
