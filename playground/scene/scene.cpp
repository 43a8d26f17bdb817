#include "playground/scene/scene.h"

#include <algorithm>
#include <cmath>

#include "playground/scene/text_size.h"

namespace vt::scene {

Rect Rect::joined(const Rect& o) const {
  float left = std::min(x, o.x), top = std::min(y, o.y);
  return {left, top, std::max(right(), o.right()) - left, std::max(bottom(), o.bottom()) - top};
}

ElementId Scene::find(const std::string& key) const {
  for (ElementId i = 0; i < elements.size(); ++i)
    if (elements[i].key == key) return i;
  return kNoElement;
}

ElementId Scene::at(Point p) const {
  ElementId best = kNoElement;
  for (ElementId i = 0; i < elements.size(); ++i) {
    const Element& e = elements[i];
    if (e.kind == ElementKind::kRoad || !e.bounds.contains(p)) continue;
    if (best == kNoElement) best = i;
    const Rect &a = e.bounds, &b = elements[best].bounds;
    if (a.width * a.height <= b.width * b.height) best = i;
  }
  return best;
}

Rect bounds_of(const Mark& mark) {
  if (const Box* box = std::get_if<Box>(&mark)) return box->rect;
  if (const Label* label = std::get_if<Label>(&mark)) {
    float width = text_width(label->text, label->face, label->size);
    float left = label->anchor == Anchor::kStart    ? label->at.x
                 : label->anchor == Anchor::kMiddle ? label->at.x - width / 2
                                                    : label->at.x - width;
    return {left, label->at.y - label->size * 0.7f, width, label->size * 1.4f};
  }
  const Path& path = std::get<Path>(mark);
  if (path.points.empty()) return {};
  Rect all{path.points[0].x, path.points[0].y, 0, 0};
  for (Point p : path.points) all = all.joined({p.x, p.y, 0, 0});
  float wide = path.style.stroke_width / 2;
  return {all.x - wide, all.y - wide, all.width + 2 * wide, all.height + 2 * wide};
}

void put_below(Scene& scene, const Scene& under) {
  const auto first = static_cast<ElementId>(scene.elements.size());
  const float down = scene.height;
  for (Element e : under.elements) {
    e.bounds.y += down;
    for (ElementId& neighbour : e.neighbours) neighbour += first;
    if (e.after != kNoElement) e.after += first;
    scene.elements.push_back(std::move(e));
  }
  for (Mark mark : under.marks) {
    if (Box* box = std::get_if<Box>(&mark)) box->rect.y += down;
    if (Label* label = std::get_if<Label>(&mark)) label->at.y += down;
    if (Path* path = std::get_if<Path>(&mark))
      for (Point& p : path->points) p.y += down;
    std::visit([&](auto& m) { m.of = m.of == kNoElement ? kNoElement : m.of + first; }, mark);
    scene.marks.push_back(std::move(mark));
  }
  scene.width = std::max(scene.width, under.width);
  scene.height += under.height;
}

float curve_bend(Point a, Point b) {
  bool straight = std::abs(a.x - b.x) < 0.5f || std::abs(a.y - b.y) < 0.5f;
  return straight ? 0 : (b.y - a.y) / 2;
}

float arrow_half(float stroke_width) { return std::max(3.5f, stroke_width * 0.75f); }

}  // namespace vt::scene
