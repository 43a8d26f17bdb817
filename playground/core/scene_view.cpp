#include "playground/core/scene_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "imgui_stdlib.h"
#include "playground/core/pointing_view.h"
#include "playground/core/strings.h"
#include "playground/core/theme.h"
#include "playground/core/word_view.h"
#include "playground/scene/svg.h"

namespace vt::ui {
namespace {

using scene::Element;
using scene::ElementId;
using scene::ElementKind;
using scene::kNoElement;
using scene::Rect;

// What a scene begins at and still is read at as a whole, what can be zoomed to, how much of it stays in view.
constexpr float kLeastAtFirst = 0.6f, kReadable = 0.7f, kLeast = 0.01f, kMost = 4, kKeptInView = 60;
constexpr float kUsualWide = 640, kUsualHigh = 520;  // room of a panel in which scenes keep their own size
constexpr float kButtonsHigh = 34;                   // below a picture that is fitted into its view
constexpr float kMapWide = 150, kMapHigh = 110, kRoadReach = 5;

// Where the scene lies on the screen, after what was dragged and zoomed.
class View {
 public:
  View(SceneLook& look, const scene::Scene& scene, ImVec2 origin, ImVec2 room)
      : look_(look), scene_(scene), origin_(origin), room_(room) {
    wide_ = room.x / std::max(scene.width, 1.0f);
    high_ = look.as_page || room.y < 4 * kButtonsHigh ? room.y : room.y - kButtonsHigh;
    whole_ = std::min(wide_, high_ / std::max(scene.height, 1.0f));
    // A small graph in a large panel is drawn larger, so that it is read from afar.
    const float most = look.as_page ? 1 : std::clamp(std::min(room.x / kUsualWide, room.y / kUsualHigh), 1.0f, 1.8f);
    // What cannot be read as a whole is as wide as the panel, and goes on below.
    const bool by_width = look.as_page || whole_ < kReadable;
    at_first_ = std::clamp(by_width ? std::min(wide_, 1.0f) : whole_, kLeastAtFirst, most);
    look_.zoom = std::clamp(look_.zoom * at_first_, kLeast, kMost) / at_first_;
    keep_in_view();
  }

  const ScenePlace& at() const { return at_; }
  float scale() const { return at_.scale; }
  scene::Point under(ImVec2 screen) const {
    return {(screen.x - at_.origin.x) / at_.scale, (screen.y - at_.origin.y) / at_.scale};
  }
  bool shows_all() const { return scene_.width * scale() <= room_.x + 1 && scene_.height * scale() <= room_.y + 1; }
  // What is at `fixed` on the screen stays there.
  void zoom(float factor, ImVec2 fixed) {
    scene::Point p = under(fixed);
    look_.zoom = std::clamp(scale() * factor, kLeast, kMost) / at_first_;
    keep_in_view();
    ImVec2 now = at_.place(p);
    move(fixed.x - now.x, fixed.y - now.y);
  }
  void zoom(float factor) { zoom(factor, {origin_.x + room_.x / 2, origin_.y + room_.y / 2}); }
  void fit(float scale) {
    look_.zoom = std::clamp(scale, kLeast, 1.0f) / at_first_;
    look_.pan_x = look_.pan_y = 0;
    keep_in_view();
  }
  void fit_all() { fit(whole_); }
  void fit_width() { fit(wide_); }
  void move(float x, float y) {
    look_.pan_x += x, look_.pan_y += y;
    keep_in_view();
  }
  // Puts the middle of `r` in the middle; larger, if there is room, so that it can be read.
  void show(const Rect& r, bool closer) {
    if (closer) {
      float fits = std::min(room_.x / (r.width + 80), room_.y / (r.height + 80));
      look_.zoom = std::clamp(fits, 0.5f, 1.3f) / at_first_;
      keep_in_view();
    }
    ImVec2 at = at_.place({r.middle_x(), r.middle_y()});
    move(origin_.x + room_.x / 2 - at.x, origin_.y + room_.y * 0.4f - at.y);
  }
  // (0, 0) is the corner of the view, (1, 1) the one opposite.
  ImVec2 part_of(scene::Point p) const {
    const ImVec2 at = at_.place(p);
    return {(at.x - origin_.x) / room_.x, (at.y - origin_.y) / room_.y};
  }
  bool shows(const Rect& r) const {
    ImVec2 a = at_.place({r.x, r.y}), b = at_.place({r.right(), r.bottom()});
    return b.x > origin_.x && b.y > origin_.y && a.x < origin_.x + room_.x && a.y < origin_.y + room_.y;
  }

 private:
  // The scene cannot be dragged out of sight; one that is narrower than the panel stands in its middle.
  void keep_in_view() {
    at_.scale = at_first_ * look_.zoom;
    float width = scene_.width * at_.scale, height = scene_.height * at_.scale;
    float x = origin_.x + (room_.x - width) / 2, y = origin_.y + std::max(0.0f, (high_ - height) / 2);
    if (look_.as_page) x = origin_.x, y = origin_.y;
    // A page ends where it ends; of another picture some part stays in view.
    const ImVec2 kept = look_.as_page ? room_ : ImVec2{kKeptInView, kKeptInView};
    at_.origin.x = std::clamp(x + look_.pan_x, origin_.x + std::min(kept.x - width, 0.0f),
                              origin_.x + std::max(room_.x - kept.x, 0.0f));
    at_.origin.y = std::clamp(y + look_.pan_y, origin_.y + std::min(kept.y - height, 0.0f),
                              origin_.y + std::max(room_.y - kept.y, 0.0f));
    look_.pan_x = at_.origin.x - x, look_.pan_y = at_.origin.y - y;
  }
  SceneLook& look_;
  const scene::Scene& scene_;
  ImVec2 origin_, room_;
  ScenePlace at_;
  float at_first_ = 1, whole_ = 1, wide_ = 1;
  float high_ = 0;  // of the room, without what the buttons cover
};

void zoom_and_move(View& view, bool over, bool held) {
  ImGuiIO& io = ImGui::GetIO();
  if (held && ImGui::IsMouseDragging(0, 3)) view.move(io.MouseDelta.x, io.MouseDelta.y);
  if (!over) return;
  if (io.MouseWheel != 0 && io.KeyCtrl) view.zoom(std::pow(1.1f, io.MouseWheel), io.MousePos);
  else if (io.MouseWheel != 0 || io.MouseWheelH != 0) view.move(io.MouseWheelH * 40, io.MouseWheel * 40);
}

float distance_to(const scene::Path& path, scene::Point p) {
  float best = 1e9f;
  for (size_t i = 1; i < path.points.size(); ++i) {
    scene::Point a = path.points[i - 1], b = path.points[i];
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    float t = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0f, 1.0f) : 0;
    best = std::min(best, std::hypot(a.x + t * dx - p.x, a.y + t * dy - p.y));
  }
  return best;
}

// A node before the road that passes it, a road before the group that both lie in.
ElementId pointed_at(const DrawnScene& drawn, scene::Point p, float scale) {
  ElementId best = drawn.scene.at(p);
  if (best != kNoElement && drawn.scene.elements[best].kind != ElementKind::kGroup &&
      drawn.scene.elements[best].kind != ElementKind::kIsland)
    return best;
  float reach = kRoadReach / scale;
  for (size_t i = 0; i < drawn.scene.marks.size(); ++i) {
    const scene::Path* path = std::get_if<scene::Path>(&drawn.scene.marks[i]);
    if (!path || path->of == kNoElement) continue;
    Rect r = drawn.bounds[i];
    Rect wide{r.x - reach, r.y - reach, r.width + 2 * reach, r.height + 2 * reach};
    if (wide.contains(p) && distance_to(*path, p) <= reach + path->style.stroke_width / 2) best = path->of;
  }
  return best;
}

// "torch.relu" is the operator relu.
const Word* operator_of(const Element& e) {
  static constexpr std::array kKinds{WordKind::kOp};
  if (e.kind != scene::ElementKind::kNode || e.title.empty()) return nullptr;
  return word_at(e.title, e.title.size() - 1, kKinds);
}

void explain(Panels& ui, const Element& e) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(420);
  ImGui::TextUnformatted(e.title.c_str());
  ImGui::PushFont(sans());
  for (const std::string& fact : e.facts) ImGui::TextDisabled("%s", fact.c_str());
  if (const Word* word = operator_of(e)) word_lines(ui, *word);
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

// An element and what is beside it: of a node its makers and its readers with the roads between, of a road the nodes
// that it joins.
void light_up(const scene::Scene& scene, ElementId of, std::vector<Light>& lights, Light light) {
  const std::vector<Element>& all = scene.elements;
  auto raise = [&](ElementId e, Light to) { lights[e] = std::max(lights[e], to); };
  auto joined = [&](ElementId road) {
    raise(road, Light::kNear);
    for (ElementId end : all[road].neighbours) raise(end, Light::kNear);
  };
  auto upwards = [&](ElementId road) {
    for (; road != kNoElement; road = all[road].after) {
      raise(road, Light::kNear);
      if (all[road].after == kNoElement) joined(road);
    }
  };
  std::vector<bool> below(all.size(), false);  // the roads that lead down from here
  auto is_start = [&](ElementId i) {
    const bool leaves = all[i].after == kNoElement && !all[i].neighbours.empty() && all[i].neighbours[0] == of;
    return all[of].kind == ElementKind::kRoad ? i == of : leaves;
  };
  for (ElementId i = 0; i < all.size(); ++i) {
    if (all[i].kind != ElementKind::kRoad) continue;
    below[i] = is_start(i) || (all[i].after != kNoElement && below[all[i].after]);
    if (below[i]) joined(i);
  }
  if (all[of].kind == ElementKind::kRoad) upwards(of);
  for (ElementId near : all[of].neighbours) {
    raise(near, Light::kNear);
    if (all[of].kind != ElementKind::kRoad && all[near].kind == ElementKind::kRoad && !below[near]) upwards(near);
  }
  raise(of, light);
}

void draw_map(View& view, const DrawnScene& drawn, ImVec2 origin, ImVec2 room) {
  if (view.shows_all() || room.x < 2.9f * kMapWide || room.y < 2.2f * kMapHigh) return;
  const scene::Scene& scene = drawn.scene;
  float scale = std::min(kMapWide / scene.width, kMapHigh / scene.height);
  ImVec2 size{scene.width * scale, scene.height * scale};
  ImVec2 at{origin.x + 6, origin.y + room.y - size.y - 6};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& p = palette();
  ImVec2 end{at.x + size.x, at.y + size.y};
  draw->AddRectFilled({at.x - 4, at.y - 4}, {end.x + 4, end.y + 4}, with_alpha(p.background, 0.9f), 5);
  draw->AddRect({at.x - 4, at.y - 4}, {end.x + 4, end.y + 4}, p.border, 5);
  for (const Element& e : scene.elements) {
    if (e.kind == ElementKind::kRoad || e.kind == ElementKind::kPill) continue;
    bool holds = e.kind == ElementKind::kIsland || (e.kind == ElementKind::kGroup && e.bounds.height > 90);
    ImVec2 a{at.x + e.bounds.x * scale, at.y + e.bounds.y * scale};
    ImVec2 b{std::max(a.x + 1, at.x + e.bounds.right() * scale), std::max(a.y + 1, at.y + e.bounds.bottom() * scale)};
    draw->AddRectFilled(a, b, with_alpha(holds ? p.border : p.accent, holds ? 0.4f : 0.6f));
  }
  scene::Point from = view.under(origin), to = view.under({origin.x + room.x, origin.y + room.y});
  auto on_map = [&](scene::Point q) {
    return ImVec2{std::clamp(at.x + q.x * scale, at.x, end.x), std::clamp(at.y + q.y * scale, at.y, end.y)};
  };
  draw->AddRect(on_map(from), on_map(to), p.text, 0, 0, 1.2f);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("map", {std::max(size.x, 4.0f), std::max(size.y, 4.0f)});
  if (!ImGui::IsItemActive()) return;
  ImVec2 mouse = ImGui::GetIO().MousePos;
  scene::Point p0{(mouse.x - at.x) / scale, (mouse.y - at.y) / scale};
  view.show({p0.x, p0.y - room.y * 0.1f / view.scale(), 0, room.y * 0.2f / view.scale()}, false);
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

std::vector<ElementId> found_in(const scene::Scene& scene, const std::string& text) {
  std::vector<ElementId> found;
  if (text.empty()) return found;
  std::string wanted = lower(text);
  for (ElementId i = 0; i < scene.elements.size(); ++i) {
    const Element& e = scene.elements[i];
    if (e.kind == ElementKind::kRoad) continue;
    bool has = lower(e.title).find(wanted) != std::string::npos || lower(e.key).find(wanted) != std::string::npos;
    for (const std::string& fact : e.facts) has = has || lower(fact).find(wanted) != std::string::npos;
    if (has) found.push_back(i);
  }
  return found;
}

// `/` opens it, Enter goes from one place to the next, Esc closes it.
void draw_search(SceneLook& look, View& view, const scene::Scene& scene, ImVec2 origin, std::vector<Light>& lights) {
  bool free = !ImGui::GetIO().WantTextInput && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  bool opened = free && ImGui::IsKeyPressed(ImGuiKey_Slash, false);
  if (opened) look.searching = true;
  if (!look.searching) return;
  ImGui::PushFont(sans());
  ImGui::SetCursorScreenPos({origin.x + 6, origin.y + 6});
  ImGui::SetNextItemWidth(170);
  if (opened) ImGui::SetKeyboardFocusHere();
  std::string before = look.search;
  bool entered = ImGui::InputTextWithHint("##find", tr(Text::kSearch), &look.search,
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (entered) ImGui::SetKeyboardFocusHere(-1);
  std::vector<ElementId> found = found_in(scene, look.search);
  if (look.search != before) look.search_at = 0;
  else if (entered && !found.empty()) look.search_at = (look.search_at + 1) % found.size();
  if (!found.empty() && (entered || look.search != before))
    view.show(scene.elements[found[look.search_at % found.size()]].bounds, true);
  for (ElementId e : found) lights[e] = std::max(lights[e], Light::kNear);
  if (!found.empty()) lights[found[look.search_at % found.size()]] = Light::kPin;
  ImGui::SameLine();
  if (found.empty()) ImGui::TextDisabled("%s", look.search.empty() ? "" : "0");
  else
    ImGui::TextDisabled("%d / %d", static_cast<int>(look.search_at % found.size()) + 1, static_cast<int>(found.size()));
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) look.searching = false, look.search.clear();
  ImGui::PopFont();
}

void draw_buttons(SceneLook& look, View& view, const scene::Scene& scene, ElementId chosen, ImVec2 origin,
                  ImVec2 room) {
  ImGui::PushFont(sans());
  const ImGuiStyle& style = ImGui::GetStyle();
  enum Button { kLess, kMore, kAll, kWidth, kSelection, kFind, kFile };
  std::vector<std::pair<Button, const char*>> buttons = {{kLess, "−"},
                                                         {kMore, "+"},
                                                         {kAll, tr(Text::kShowAll)},
                                                         {kFind, "/"},
                                                         {kFile, tr(Text::kAsSvg)},
                                                         {kWidth, tr(Text::kFitWidth)}};
  if (chosen != kNoElement) buttons.insert(buttons.begin() + 3, {kSelection, tr(Text::kToSelection)});
  // In a narrow view as many as there is room for; the keys and the wheel do the rest.
  float width = 0;
  for (size_t i = 0; i < buttons.size(); ++i) {
    float own = ImGui::CalcTextSize(buttons[i].second).x + 2 * style.FramePadding.x + (i ? style.ItemSpacing.x : 0);
    if (i > 1 && width + own > room.x) {
      buttons.resize(i);
      break;
    }
    width += own;
  }
  const ImVec2 at{origin.x + std::max(0.0f, room.x - width), origin.y + room.y - ImGui::GetFrameHeight() - 2};
  ImGui::GetWindowDrawList()->AddRectFilled({at.x - 6, at.y - 5}, {origin.x + room.x, origin.y + room.y},
                                            with_alpha(palette().background, 0.9f), 5);
  ImGui::SetCursorScreenPos(at);
  for (size_t i = 0; i < buttons.size(); ++i) {
    if (i) ImGui::SameLine();
    if (!ImGui::Button(buttons[i].second)) continue;
    switch (buttons[i].first) {
      case kLess: view.zoom(1 / 1.3f); break;
      case kMore: view.zoom(1.3f); break;
      case kAll: view.fit_all(); break;
      case kWidth: view.fit_width(); break;
      case kSelection: view.show(scene.elements[chosen].bounds, true); break;
      case kFind: look.searching = !look.searching; break;
      case kFile: look.wants_file = true; break;
    }
  }
  ImGui::PopFont();
}

// What the other panels and the editor point at, and where it is if it was not in view.
ElementId light_selection(Panels& ui, View& view, const scene::Scene& scene, SceneLook& look,
                          std::vector<Light>& lights) {
  ElementId first = kNoElement, pinned = kNoElement;
  bool seen = false, own = false;
  for (ElementId i = 0; i < scene.elements.size(); ++i) {
    const Element& e = scene.elements[i];
    if (e.kind == ElementKind::kRoad || e.items.empty()) continue;
    int strength = ui.selection.strength(e.items);
    if (strength == 0) continue;
    ++ui.kin_rows;
    lights[i] = std::max(lights[i], strength == 2 ? Light::kPin : Light::kHover);
    if (strength == 2 && pinned == kNoElement) pinned = i;
    // What was pinned itself is worth more than its kin.
    const bool pinned_itself = ui.selection.pins(e.items);
    if (pinned_itself && !own) first = kNoElement, seen = false, own = true;
    if (own && !pinned_itself) continue;
    if (first == kNoElement || e.bounds.y < scene.elements[first].bounds.y) first = i;
    seen = seen || view.shows(e.bounds);
  }
  if (look.revealed != ui.selection.reveal()) {
    look.revealed = ui.selection.reveal();
    if (first != kNoElement && !seen) view.show(scene.elements[first].bounds, false);
  }
  return pinned;
}

// What stands for these items themselves; without any, what came of them. A frame that is open holds it and is not it.
std::optional<Rect> place_of(const Panels& ui, const scene::Scene& scene, const std::vector<ItemId>& items, bool kin) {
  auto is_one = [&](const Element& e) {
    if (kin) return ui.selection.strength(e.items) == 2;
    return std::any_of(e.items.begin(), e.items.end(),
                       [&](ItemId id) { return std::find(items.begin(), items.end(), id) != items.end(); });
  };
  std::optional<Rect> place;
  for (const Element& e : scene.elements) {
    const bool frame = (e.kind == ElementKind::kGroup || e.kind == ElementKind::kIsland) && !e.folded;
    if (e.kind == ElementKind::kRoad || e.kind == ElementKind::kPill || frame || !is_one(e)) continue;
    if (!place) {
      place = e.bounds;
      continue;
    }
    const float right = std::max(place->right(), e.bounds.right()),
                bottom = std::max(place->bottom(), e.bounds.bottom());
    place->x = std::min(place->x, e.bounds.x), place->y = std::min(place->y, e.bounds.y);
    place->width = right - place->x, place->height = bottom - place->y;
  }
  return place;
}

// Brings into the middle what was asked for by item. Its kin are known a frame after it was pinned.
void centre_items(Panels& ui, View& view, const scene::Scene& scene, SceneLook& look) {
  constexpr int kLongest = 4;
  if (look.centre.empty()) return;
  std::optional<Rect> place = place_of(ui, scene, look.centre, false);
  if (!place && look.centre_waits >= 2) place = place_of(ui, scene, look.centre, true);
  if (place) {
    if (!view.shows_all()) view.show(*place, true);
    look.centred = view.part_of({place->middle_x(), place->middle_y()});
  }
  if (!place && ++look.centre_waits < kLongest) {
    ui.wants_frames = std::max(ui.wants_frames, 2);
    return;
  }
  look.centre.clear();
}

}  // namespace

StillView still_scene(Panels& ui, const char* id, DrawnScene& drawn) {
  const scene::Scene& scene = drawn.scene;
  if (ui.twin) ui.twin->scene(scene);
  const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + scene.width, at.y + scene.height};
  ImGui::InvisibleButton(id, {std::max(scene.width, 1.0f), std::max(scene.height, 1.0f)});
  const StillView view{ImGui::IsItemHovered(), ImGui::IsItemActive()};
  std::vector<Light> lights(scene.elements.size(), Light::kNone);
  for (ElementId i = 0; i < scene.elements.size(); ++i)
    if (const int strength = ui.selection.strength(scene.elements[i].items)) {
      ++ui.kin_rows;
      lights[i] = strength == 2 ? Light::kPin : Light::kHover;
    }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ElementId hovered = view.over ? scene.at({mouse.x - at.x, mouse.y - at.y}) : kNoElement;
  if (hovered != kNoElement) {
    const Element& e = scene.elements[hovered];
    lights[hovered] = std::max(lights[hovered], Light::kHover);
    ui.selection.hover(e.items);
    explain(ui, e);
    const bool clicked = ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9;
    if (clicked && !e.items.empty()) ui.selection.pin(e.items);
  }
  draw_scene(ImGui::GetWindowDrawList(), drawn, {at, 1}, at, end, lights);
  if (std::exchange(ui.wants_picture, false))
    ui.wanted_picture = scene::write_svg(scene, {dark_theme(), true, ui.panel});
  return view;
}

ElementId scene_view(Panels& ui, DrawnScene& drawn, SceneLook& look) {
  ElementId folded = kNoElement;
  look.clicked.clear();
  const scene::Scene& scene = drawn.scene;
  ImGui::PushFont(mono());
  if (ImGui::BeginChild("scene", {0, 0}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    if (ui.twin) ui.twin->scene(scene);
    ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    View view(look, scene, origin, room);
    if (look.wanted_scale > 0) view.zoom(std::exchange(look.wanted_scale, 0.0f) / view.scale());
    if (ElementId kept = look.keep.empty() ? kNoElement : scene.find(look.keep); kept != kNoElement) {
      // What was folded or unfolded stays where it was on the screen.
      ImVec2 now = view.at().place({scene.elements[kept].bounds.x, scene.elements[kept].bounds.y});
      view.move(look.keep_at.x - now.x, look.keep_at.y - now.y);
      look.keep.clear();
    }
    if (ElementId wanted = look.reveal.empty() ? kNoElement : scene.find(look.reveal); wanted != kNoElement)
      view.show(scene.elements[wanted].bounds, false);
    look.reveal.clear();
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("canvas", {std::max(room.x, 1.0f), std::max(room.y, 1.0f)});
    bool over = ImGui::IsItemHovered();
    ImVec2 stood = view.at().origin;
    float scaled = view.scale();
    zoom_and_move(view, over, ImGui::IsItemActive());
    std::vector<Light> lights(scene.elements.size(), Light::kNone);
    ElementId pinned = light_selection(ui, view, scene, look, lights);
    centre_items(ui, view, scene, look);
    ImVec2 mouse = ImGui::GetIO().MousePos;
    ElementId hovered = over ? pointed_at(drawn, view.under(mouse), view.scale()) : kNoElement;
    if (pinned != kNoElement) light_up(scene, pinned, lights, Light::kPin);
    look.hovered.clear();
    if (ElementId lit = look.lit.empty() ? kNoElement : scene.find(look.lit); lit != kNoElement)
      light_up(scene, lit, lights, Light::kHover);
    if (hovered != kNoElement) {
      const Element& e = scene.elements[hovered];
      bool large = e.kind == ElementKind::kGroup || e.kind == ElementKind::kIsland;
      if (!large || view.under(mouse).y < e.bounds.y + 42) {
        light_up(scene, hovered, lights, Light::kHover);
        look.hovered = e.key;
        if (!e.items.empty()) ui.selection.hover(e.items);
        explain(ui, e);
      }
      if (ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9) {
        look.clicked = e.key;
        if (e.folds && view.under(mouse).y < e.bounds.y + 42) {
          folded = hovered;
          look.keep = e.key;
          look.keep_at = view.at().place({e.bounds.x, e.bounds.y});
          ui.wants_frames = 2;
        } else if (!e.items.empty() && !large) {
          ui.selection.pin(e.items);
        }
      }
    }
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(origin, {origin.x + room.x, origin.y + room.y}, true);
    look.marks = draw_scene(draw, drawn, view.at(), origin, {origin.x + room.x, origin.y + room.y}, lights);
    mark_judged(ui, scene, view.at(), draw);
    draw->PopClipRect();
    if (!look.as_page) draw_map(view, drawn, origin, room);
    draw_search(look, view, scene, origin, lights);
    if (!look.as_page) draw_buttons(look, view, scene, pinned, origin, room);
    sharpen_text(view.scale());
    if (std::exchange(ui.wants_picture, false))
      ui.wanted_picture = scene::write_svg(scene, {dark_theme(), true, ui.panel});
    look.scale = view.scale(), look.origin = view.at().origin, look.corner = origin, look.size = room;
    look.moved = look.scale != scaled || look.origin.x != stood.x || look.origin.y != stood.y;
  }
  ImGui::EndChild();
  ImGui::PopFont();
  return folded;
}

}  // namespace vt::ui
