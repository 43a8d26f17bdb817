// The ImGui writer of scenes: the marks that are in view, at any scale, with what is lit.
#pragma once
#include "imgui.h"
#include "playground/scene/scene.h"

namespace vt::ui {

// What is the same from frame to frame, made once per scene.
struct DrawnScene {
  scene::Scene scene;
  std::vector<scene::Rect> bounds;  // per mark, for culling
  std::vector<float> widths;        // per mark that is a label: of its text at size 1
  uint64_t fonts = 0;               // that `widths` were measured with
};
DrawnScene prepare(scene::Scene scene);

enum class Light : uint8_t { kNone, kNear, kHover, kPin };  // kNear: a neighbour of what is pointed at

// Where the scene lies on the screen.
struct ScenePlace {
  ImVec2 origin{0, 0};  // of the scene's top left corner
  float scale = 1;
  ImVec2 place(scene::Point p) const { return {origin.x + p.x * scale, origin.y + p.y * scale}; }
};

// Draws what lies between the corners `from` and `to` of the screen; `lights`: per element. Returns how many marks.
size_t draw_scene(ImDrawList* draw, DrawnScene& drawn, const ScenePlace& at, ImVec2 from, ImVec2 to,
                  const std::vector<Light>& lights);

ImU32 role_colour(scene::Role role, float alpha = 1);

}  // namespace vt::ui
