// What a picture is: elements that can be pointed at, and the marks that draw them in drawing
// order. A mark's style is a role, never a colour (roles.h). Pure data: graph_scene.h and its
// kin make scenes, svg.h and core/scene_view.h are the two writers.
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

// Something that can be pointed at.
struct Element {
  ElementKind kind = ElementKind::kOther;
  Rect bounds;
  std::string key;                 // the same from one scene of a program to the next
  std::string title;               // what a search finds, and the head of the words on hover
  std::vector<std::string> facts;  // lines below it
  std::vector<ItemId> items;       // provenance: what it stands for
  // Of a node: the roads that leave it and that end at it; of a road: the node that it leaves, and the one that it ends
  // at. A road that leaves no node continues another, `after`, which stands before it.
  std::vector<ElementId> neighbours;
  ElementId after = kNoElement;
  bool folds = false;   // a click on its head folds or unfolds it
  bool folded = false;  // and a click unfolds it
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
// From point to point; a step that goes sideways is a curve that leaves and arrives vertically, unless `straight`.
struct Path {
  std::vector<Point> points;
  Style style;
  bool arrow = false;
  ElementId of = kNoElement;
  bool straight = false;
};
struct Label {
  Point at;  // the middle of the line's height; `anchor` says which end of the text
  std::string text;
  float size = 12;  // of the em
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
  // The element of this key, or kNoElement.
  ElementId find(const std::string& key) const;
  // The innermost node, pill, island or group under a point; kNoElement if there is none.
  ElementId at(Point p) const;
};

Rect bounds_of(const Mark& mark);
// One picture of two, for a file.
void put_below(Scene& scene, const Scene& under);

// What both writers draw of a path: how far the handles of the curve from `a` to `b` reach (0: a
// straight line), and half the width of an arrow head.
float curve_bend(Point a, Point b);
float arrow_half(float stroke_width);

}  // namespace vt::scene
