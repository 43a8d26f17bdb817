#include "playground/scene/pointing_scene.h"

#include <algorithm>

#include "playground/scene/graph_scene.h"
#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr float kMargin = 12, kRowHeight = 30, kRowGap = 6, kSide = 12, kTextSize = 12.5f, kMostWidth = 620;
constexpr float kElsewhereHeight = 34;
constexpr Role kChosen = Role::kAccent, kAsked = Role::kPin;

bool offers(const PointingTargets& targets, const std::string& value) {
  return std::any_of(targets.begin(), targets.end(), [&](const auto& target) { return target.first == value; });
}

// Draws a badge on the corner of a chosen node or the one asked about.
void put_badge(Scene& scene, const Rect& r, const char* sign, Role role, ElementId of) {
  scene.marks.push_back(Box{{r.x - 8, r.y - 8, 17, 17}, {role, 1, Role::kBackground, 1.5f, 1}, 8.5f, of});
  scene.marks.push_back(Label{{r.x + 0.5f, r.y + 0.5f}, sign, 11, Face::kBold, Role::kBackground, Anchor::kMiddle, of});
}

void mark_chosen(Scene& scene, const PointingLook& look) {
  for (ElementId i = 0; i < scene.elements.size(); ++i) {
    const Element& e = scene.elements[i];
    if (e.kind != ElementKind::kNode) continue;
    if (look.picked.count(e.key)) {
      scene.marks.push_back(Box{e.bounds, {kChosen, 0.18f, kChosen, 2.6f, 1}, 7, i});
      put_badge(scene, e.bounds, "✓", kChosen, i);
    } else if (!look.asked.empty() && e.key == look.asked) {
      scene.marks.push_back(Box{e.bounds, {Role::kNone, 0, kAsked, 2.4f, 1, true}, 7, i});
      put_badge(scene, e.bounds, "?", kAsked, i);
    }
  }
}

void put_elsewhere(Scene& scene, const std::string& text) {
  const float width = text_width(text, Face::kSans, kTextSize) + 2 * kSide + 8;
  scene.width = std::max(scene.width, width + 2 * kMargin);
  Element e;
  e.kind = ElementKind::kNode;
  e.key = kElsewhere;
  e.title = text;
  e.bounds = {(scene.width - width) / 2, scene.height, width, kElsewhereHeight};
  const Rect r = e.bounds;
  const ElementId id = scene.add(std::move(e));
  scene.marks.push_back(Box{r, {Role::kSurface, 1, Role::kBorder, 1.2f, 1, true}, 7, id});
  scene.marks.push_back(
      Label{{r.middle_x(), r.middle_y()}, text, kTextSize, Face::kSans, Role::kText, Anchor::kMiddle, id});
  scene.height += kElsewhereHeight + kMargin;
}

Scene graphs_scene(const std::vector<Artifact>& graphs, const PointingTargets& targets, const PointingLook& look) {
  Scene all;
  for (const Artifact& graph : graphs) {
    CompileArtifacts artifacts;
    artifacts.shown = artifacts.captured = &graph;
    Picture picture = picture_of(artifacts, look.words);
    // Use the program's names, as in the list of answers.
    for (GraphNode& node : picture.graph.nodes)
      if (offers(targets, node.key) && node.label != node.key)
        node.detail = node.label + (node.detail.empty() ? "" : "  " + node.detail), node.label = node.key;
    GraphStyle style;
    style.ops = look.ops;
    const Scene scene = graph_scene(picture.graph, fold(picture.graph, look.folds), style);
    if (all.elements.empty()) all = scene;
    else put_below(all, scene);
  }
  // Its items belong to another run than the panels show.
  for (Element& e : all.elements) e.items.clear();
  return all;
}

Scene list_scene(const PointingTargets& targets, const PointingLook& look) {
  Scene scene;
  const float width = std::clamp(look.width - 2 * kMargin, 160.0f, kMostWidth);
  float y = kMargin;
  for (const auto& [value, text] : targets) {
    Element e;
    e.kind = ElementKind::kNode;
    e.key = value;
    e.title = text;
    e.bounds = {kMargin, y, width, kRowHeight};
    const Rect r = e.bounds;
    const ElementId id = scene.add(std::move(e));
    scene.marks.push_back(Box{r, {Role::kSurface, 1, Role::kBorder, 1.1f, 1}, 7, id});
    scene.marks.push_back(Label{{r.x + kSide, r.middle_y()},
                                cut_middle(text, Face::kMono, kTextSize, width - 2 * kSide),
                                kTextSize,
                                Face::kMono,
                                Role::kText,
                                Anchor::kStart,
                                id});
    y += kRowHeight + kRowGap;
  }
  scene.width = width + 2 * kMargin;
  scene.height = y + kMargin;
  return scene;
}

}  // namespace

Scene pointing_scene(const std::vector<Artifact>& graphs, const PointingTargets& targets, const PointingLook& look) {
  Scene scene = graphs.empty() ? list_scene(targets, look) : graphs_scene(graphs, targets, look);
  if (!graphs.empty() && offers(targets, kElsewhere) && !look.elsewhere.empty()) put_elsewhere(scene, look.elsewhere);
  mark_chosen(scene, look);
  return scene;
}

}  // namespace vt::scene
