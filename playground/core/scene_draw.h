// Draws scenes with ImGui: the visible marks, at any scale, with highlights.
#pragma once
#include "imgui.h"
#include "playground/scene/scene.h"

namespace vt::ui {

// Data of a scene that is constant over frames, computed once.
struct DrawnScene {
  scene::Scene scene;
  std::vector<scene::Rect> bounds;  // per mark, for culling
  std::vector<float> widths;        // per label: width of its text at size 1
  uint64_t fonts = 0;               // identifies the fonts used for `widths`
};
DrawnScene prepare(scene::Scene scene);

enum class Light : uint8_t { kNone, kNear, kHover, kPin };  // kNear: a neighbour of the element pointed at

// Position of a scene on the screen.
struct ScenePlace {
  ImVec2 origin{0, 0};  // screen position of the scene's top left corner
  float scale = 1;
  ImVec2 place(scene::Point p) const { return {origin.x + p.x * scale, origin.y + p.y * scale}; }
};

// Draws the marks between the screen corners `from` and `to`; `lights`: per element. Returns the number of marks.
size_t draw_scene(ImDrawList* draw, DrawnScene& drawn, const ScenePlace& at, ImVec2 from, ImVec2 to,
                  const std::vector<Light>& lights);

ImU32 role_colour(scene::Role role, float alpha = 1);

}  // namespace vt::ui
