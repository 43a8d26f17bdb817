#include "playground/core/scene_draw.h"

#include <algorithm>
#include <cmath>

#include "playground/core/theme.h"

namespace vt::ui {
namespace {

using scene::Anchor;
using scene::Box;
using scene::Face;
using scene::Label;
using scene::Path;
using scene::Point;
using scene::Rect;
using scene::Role;

constexpr float kReadable = 4.5f;   // em size in pixels; smaller text is not drawn
constexpr float kStraight = 0.35f;  // below this scale curves are drawn as lines
constexpr float kDash = 5;

ImFont* font_of(Face face) { return face == Face::kMono ? mono() : face == Face::kBold ? bold() : sans(); }

// Factor from em size to Dear ImGui's font size (ascender to descender), found from the advance of a digit.
float size_factor(Face face) {
  ImFont* font = font_of(face);
  float em = font->GetCharAdvance('0') / (face == Face::kMono ? 0.6f : 0.62f);
  return em > 0 ? font->FontSize / em : 1.2f;
}

class Writer {
 public:
  Writer(ImDrawList* draw, DrawnScene& drawn, const ScenePlace& at, const std::vector<Light>& lights)
      : draw_(draw), drawn_(drawn), at_(at), lights_(lights) {
    for (Face face : {Face::kMono, Face::kSans, Face::kBold}) factors_[static_cast<size_t>(face)] = size_factor(face);
  }

  void put(size_t mark) {
    mark_ = mark;
    std::visit([this](const auto& m) { put(m); }, drawn_.scene.marks[mark]);
  }

 private:
  Light light(scene::ElementId of) const { return of < lights_.size() ? lights_[of] : Light::kNone; }
  static ImU32 lit_colour(Light light) {
    return light == Light::kPin ? palette().pin : light == Light::kHover ? palette().hover : role_colour(Role::kText);
  }

  void put(const Box& box) {
    ImVec2 a = at_.place({box.rect.x, box.rect.y}), b = at_.place({box.rect.right(), box.rect.bottom()});
    float radius = std::min(box.radius, std::min(box.rect.width, box.rect.height) / 2) * at_.scale;
    const scene::Style& s = box.style;
    if (s.fill != Role::kNone) draw_->AddRectFilled(a, b, role_colour(s.fill, s.fill_alpha), radius);
    if (s.stroke == Role::kNone) return;
    Light lit = light(box.of);
    if (lit != Light::kNone && lit != Light::kNear)
      draw_->AddRectFilled(a, b, with_alpha(lit_colour(lit), 0.2f), radius);
    ImU32 colour = lit != Light::kNone ? lit_colour(lit) : role_colour(s.stroke, s.stroke_alpha);
    float width = std::max(s.stroke_width * std::min(at_.scale, 1.5f), 0.6f) * (lit != Light::kNone ? 1.8f : 1.0f);
    draw_->AddRect(a, b, colour, radius, 0, width);
  }

  void put(const Path& path) {
    Light lit = light(path.of);
    const scene::Style& s = path.style;
    ImU32 colour = lit != Light::kNone ? lit_colour(lit == Light::kNear ? Light::kHover : lit)
                                       : role_colour(s.stroke, s.stroke_alpha);
    float width = std::max(s.stroke_width * at_.scale, 0.8f) + (lit != Light::kNone ? 0.8f : 0);
    draw_->PathLineTo(at_.place(path.points.front()));
    for (size_t i = 1; i < path.points.size(); ++i) {
      Point a = path.points[i - 1], b = path.points[i];
      float bend = path.straight || at_.scale < kStraight ? 0 : scene::curve_bend(a, b);
      if (bend == 0) draw_->PathLineTo(at_.place(b));
      else draw_->PathBezierCubicCurveTo(at_.place({a.x, a.y + bend}), at_.place({b.x, b.y - bend}), at_.place(b));
    }
    if (s.dashed && at_.scale >= kStraight) dash(colour, width);
    else draw_->PathStroke(colour, ImDrawFlags_None, width);
    if (!path.arrow) return;
    ImVec2 tip = at_.place(path.points.back());
    float half = scene::arrow_half(s.stroke_width) * at_.scale;
    draw_->AddTriangleFilled({tip.x - half, tip.y - 1.5f * half}, {tip.x + half, tip.y - 1.5f * half}, tip, colour);
  }
  // Strokes the current path with dashes.
  void dash(ImU32 colour, float width) {
    std::vector<ImVec2> points(draw_->_Path.Data, draw_->_Path.Data + draw_->_Path.Size);
    draw_->PathClear();
    float step = kDash * at_.scale, left = step;
    bool on = true;
    for (size_t i = 1; i < points.size(); ++i) {
      ImVec2 a = points[i - 1], b = points[i];
      float length = std::hypot(b.x - a.x, b.y - a.y), done = 0;
      while (length - done > 0.01f) {
        float part = std::min(left, length - done), t0 = done / length, t1 = (done + part) / length;
        if (on)
          draw_->AddLine({a.x + (b.x - a.x) * t0, a.y + (b.y - a.y) * t0},
                         {a.x + (b.x - a.x) * t1, a.y + (b.y - a.y) * t1}, colour, width);
        done += part;
        left -= part;
        if (left <= 0.01f) on = !on, left = step;
      }
    }
  }

  void put(const Label& label) {
    float em = label.size * at_.scale;
    if (em < kReadable) return;
    float size = em * factors_[static_cast<size_t>(label.face)];
    ImVec2 at = at_.place(label.at);
    float width = drawn_.widths[mark_] * size;
    if (label.anchor == Anchor::kMiddle) at.x -= width / 2;
    else if (label.anchor == Anchor::kEnd) at.x -= width;
    // Rounded to whole pixels, so that small text is sharp.
    draw_->AddText(font_of(label.face), size, {std::floor(at.x + 0.5f), std::floor(at.y - size / 2 + 0.5f)},
                   role_colour(label.role), label.text.c_str(), label.text.c_str() + label.text.size());
  }

  ImDrawList* draw_;
  DrawnScene& drawn_;
  const ScenePlace& at_;
  const std::vector<Light>& lights_;
  float factors_[3] = {1, 1, 1};
  size_t mark_ = 0;
};

// Measures the text widths again when the fonts were rebuilt.
void measure(DrawnScene& drawn) {
  auto fonts = reinterpret_cast<uint64_t>(mono()) ^ static_cast<uint64_t>(ImGui::GetIO().Fonts->TexWidth);
  if (drawn.fonts == fonts) return;
  drawn.fonts = fonts;
  drawn.widths.assign(drawn.scene.marks.size(), 0);
  constexpr float kAt = 64;
  for (size_t i = 0; i < drawn.widths.size(); ++i)
    if (const Label* label = std::get_if<Label>(&drawn.scene.marks[i]))
      drawn.widths[i] = font_of(label->face)->CalcTextSizeA(kAt, 1e6f, 0, label->text.c_str()).x / kAt;
}

}  // namespace

ImU32 role_colour(Role role, float alpha) {
  uint32_t hex = scene::role_colour(role, dark_theme());
  return with_alpha(IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255), alpha);
}

DrawnScene prepare(scene::Scene scene) {
  DrawnScene drawn;
  for (const scene::Mark& mark : scene.marks) {
    drawn.bounds.push_back(scene::bounds_of(mark));
    if (const Label* label = std::get_if<Label>(&mark)) need_glyphs(label->text);
  }
  drawn.scene = std::move(scene);
  return drawn;
}

size_t draw_scene(ImDrawList* draw, DrawnScene& drawn, const ScenePlace& at, ImVec2 from, ImVec2 to,
                  const std::vector<Light>& lights) {
  measure(drawn);
  Rect view{(from.x - at.origin.x) / at.scale, (from.y - at.origin.y) / at.scale, (to.x - from.x) / at.scale,
            (to.y - from.y) / at.scale};
  Writer writer(draw, drawn, at, lights);
  size_t count = 0;
  for (size_t i = 0; i < drawn.bounds.size(); ++i) {
    Rect r = drawn.bounds[i];
    r.width = std::max(r.width, 1.0f), r.height = std::max(r.height, 1.0f);
    if (!view.overlaps(r)) continue;
    writer.put(i);
    ++count;
  }
  return count;
}

}  // namespace vt::ui
