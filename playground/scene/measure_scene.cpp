#include "playground/scene/measure_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr float kText = 12, kLine = 17;
constexpr float kCurveHeight = 190, kLeft = 62, kRight = 16, kReach = 12;  // hover distance of a point, to both sides
constexpr float kRow = 22, kAxis = 20, kHead = 26;

std::string filled(const std::string& format, auto... values) {
  char text[200];
  std::snprintf(text, sizeof text, format.c_str(), values...);
  return text;
}

void box(Scene& scene, Rect rect, Style style, float radius, ElementId of = kNoElement) {
  scene.marks.push_back(Box{rect, style, radius, of});
}
void line(Scene& scene, std::vector<Point> points, Role role, float width, float alpha, ElementId of = kNoElement) {
  scene.marks.push_back(Path{std::move(points), {Role::kNone, 0, role, width, alpha, false}, false, of, true});
}
float label(Scene& scene, Point at, const std::string& text, Role role, Anchor anchor = Anchor::kStart,
            Face face = Face::kSans, ElementId of = kNoElement) {
  scene.marks.push_back(Label{at, text, kText, face, role, anchor, of});
  return text_width(text, face, kText);
}
std::string range_text(const MeasureWords& words, const Spread& us) {
  return filled(words.range, words.time(us.median).c_str(), words.time(us.low).c_str(), words.time(us.high).c_str());
}

// --- The curve over sizes
class Curve {
 public:
  Curve(const MeasuredFunction& f, float width, const MeasureWords& words) : words_(words) {
    scene_.width = width;
    scene_.height = kLine + kCurveHeight + kLine + 2;
    frame_ = {0, kLine, width, kCurveHeight};
    for (const MeasuredPoint& p : f.curve)
      if (p.error.empty()) points_.push_back(&p);
    if (points_.empty()) return;
    for (const MeasuredPoint* p : points_)
      for (const Spread* s : {&p->eager_us, &p->compiled_us})
        low_ = std::min(low_, std::log10(std::max(s->low, 1e-3))), high_ = std::max(high_, std::log10(s->high));
    low_ -= 0.1, high_ += 0.1;
    first_ = std::log10(static_cast<double>(points_.front()->size));
    last_ = std::max(first_ + 0.1, std::log10(static_cast<double>(points_.back()->size)));
    draw_axes();
    for (const MeasuredPoint* p : points_) add_element(*p);
    draw_side(false);
    draw_side(true);
    draw_sizes(f.own_size);
    draw_legend();
  }
  Scene take() { return std::move(scene_); }

 private:
  static const Spread& side(const MeasuredPoint& p, bool compiled) { return compiled ? p.compiled_us : p.eager_us; }
  static Role role_of(bool compiled) { return compiled ? Role::kGood : Role::kAccent; }
  float x_of(const MeasuredPoint& p) const {
    const double part = (std::log10(static_cast<double>(p.size)) - first_) / (last_ - first_);
    return frame_.x + kLeft + static_cast<float>(part) * (frame_.width - kLeft - kRight);
  }
  float y_of(double us) const {
    const double part = (std::log10(std::max(us, 1e-3)) - low_) / (high_ - low_);
    return frame_.bottom() - static_cast<float>(part) * frame_.height;
  }

  void draw_axes() {
    box(scene_, frame_, {Role::kNone, 0, Role::kBorder, 1, 0.8f, false}, 3);
    for (int power = static_cast<int>(std::ceil(low_)); power <= high_; ++power) {
      const float y = y_of(std::pow(10, power));
      line(scene_, {{frame_.x, y}, {frame_.right(), y}}, Role::kBorder, 1, 0.6f);
      if (y - kLine > frame_.y)
        label(scene_, {frame_.x + 5, y - kLine / 2}, words_.time(std::pow(10, power)), Role::kDim);
    }
  }
  void add_element(const MeasuredPoint& p) {
    Element e;
    e.bounds = {x_of(p) - kReach, frame_.y, 2 * kReach, frame_.height};
    e.title = std::to_string(p.size);
    e.key = e.title;
    e.facts = {words_.eager + "  " + range_text(words_, p.eager_us),
               words_.compiled + "  " + range_text(words_, p.compiled_us),
               filled("%.2f×  (%.2f – %.2f)", p.ratio.median, p.ratio.low, p.ratio.high)};
    elements_.push_back(scene_.add(std::move(e)));
  }
  void draw_side(bool compiled) {
    std::vector<Point> medians;
    for (size_t i = 0; i < points_.size(); ++i) {
      const Spread& s = side(*points_[i], compiled);
      const float x = x_of(*points_[i]);
      line(scene_, {{x, y_of(s.low)}, {x, y_of(s.high)}}, role_of(compiled), 3, 0.45f, elements_[i]);
      medians.push_back({x, y_of(s.median)});
    }
    if (medians.size() > 1) line(scene_, medians, role_of(compiled), 2, 1);
    for (size_t i = 0; i < medians.size(); ++i)
      box(scene_, {medians[i].x - 3.5f, medians[i].y - 3.5f, 7, 7}, {role_of(compiled)}, 3.5f, elements_[i]);
  }
  void draw_sizes(int64_t own) {
    float free_from = frame_.x - 100;
    for (const MeasuredPoint* p : points_) {
      const std::string text = size_text(p->size);
      const float width = text_width(text, Face::kSans, kText);
      const float left = std::clamp(x_of(*p) - width / 2, frame_.x, frame_.right() - width);
      if (left <= free_from) continue;
      label(scene_, {left, frame_.bottom() + kLine / 2 + 2}, text, p->size == own ? Role::kText : Role::kDim,
            Anchor::kStart, p->size == own ? Face::kBold : Face::kSans);
      free_from = left + width + 8;
    }
  }
  void draw_legend() {
    float x = frame_.x;
    for (bool compiled : {false, true}) {
      box(scene_, {x, kLine / 2 - 5, 10, 10}, {role_of(compiled)}, 5);
      x += 16 + label(scene_, {x + 15, kLine / 2}, compiled ? words_.compiled : words_.eager, Role::kText) + 16;
    }
  }

  const MeasureWords& words_;
  Scene scene_;
  Rect frame_;
  std::vector<const MeasuredPoint*> points_;
  std::vector<ElementId> elements_;
  double first_ = 0, last_ = 1, low_ = 1e9, high_ = -1e9;
};

// --- One call of each side
uint32_t rows_of(const std::vector<CallPiece>& work) {
  uint32_t rows = 1;
  for (const CallPiece& piece : work) rows = std::max(rows, piece.depth + 1);
  return rows;
}

class Calls {
 public:
  Calls(const MeasuredFunction& f, const CallLook& look) : look_(look) {
    const float high = kRow * static_cast<float>(rows_of(f.eager_work) + rows_of(f.compiled_work));
    scene_.width = look.width;
    scene_.height = kAxis + 2 * kHead + high + 4;
    draw_axis();
    Spread run = f.own.eager_us;
    if (!f.own.ratio.samples) run.median = f.eager_call_us;  // of a program that compiles nothing: a single run
    float y = draw_lane(look.words.eager, f.eager_work, run, kAxis);
    if (f.own.ratio.samples || !f.compiled_work.empty())
      draw_lane(look.words.compiled, f.compiled_work, f.own.compiled_us, y);
  }
  Scene take() { return std::move(scene_); }

 private:
  float x_of(double us) const {
    return static_cast<float>((us - look_.first) / (look_.last - look_.first)) * look_.width;
  }
  // Draws ticks at 1, 2 or 5 times a power of ten, about 90 pixels apart.
  void draw_axis() {
    const double wanted = (look_.last - look_.first) * 90 / static_cast<double>(look_.width);
    const double power = std::pow(10, std::floor(std::log10(wanted))), part = wanted / power;
    const double step = power * (part > 5 ? 10 : part > 2 ? 5 : part > 1 ? 2 : 1);
    for (double tick = std::ceil(look_.first / step) * step; tick <= look_.last; tick += step) {
      const float x = x_of(tick);
      line(scene_, {{x, kAxis - 4}, {x, scene_.height}}, Role::kBorder, 1, 0.7f);
      const std::string text = tick == 0 ? "0" : look_.words.time(tick);
      if (x + text_width(text, Face::kSans, kText) + 6 < look_.width)
        label(scene_, {x + 3, kAxis / 2 - 2}, text, Role::kDim);
    }
  }
  float draw_lane(const std::string& name, const std::vector<CallPiece>& work, const Spread& us, float top) {
    const std::string head = filled(work.size() == 1 ? look_.words.call_one : look_.words.call,
                                    look_.words.time(us.median).c_str(), static_cast<int>(work.size()));
    const float after = label(scene_, {0, top + kHead / 2}, name, Role::kText, Anchor::kStart, Face::kBold) + 10;
    label(scene_, {after, top + kHead / 2}, cut_text(head, Face::kSans, kText, look_.width - after), Role::kDim);
    std::vector<float> used(rows_of(work), -1e9f);  // bars closer than a pixel are merged
    for (const CallPiece& piece : work) {
      if (piece.start_us > look_.last || piece.start_us + piece.duration_us < look_.first) continue;
      const float left = std::max(0.0f, x_of(piece.start_us));
      const float right = std::max(left + 1.5f, std::min(look_.width, x_of(piece.start_us + piece.duration_us)) - 1);
      if (right <= used[piece.depth] + 0.5f) continue;
      used[piece.depth] = right;
      draw_bar(piece, {left, top + kHead + static_cast<float>(piece.depth) * kRow + 1, right - left, kRow - 3});
    }
    return top + kHead + kRow * static_cast<float>(used.size());
  }
  void draw_bar(const CallPiece& piece, Rect rect) {
    Element e;
    e.bounds = rect;
    e.title = piece.name;
    e.key = std::to_string(scene_.elements.size());
    const std::string kind = work_kind_name(piece.kind);
    e.facts = {(look_.words.translate ? look_.words.translate(kind) : kind) + "  ·  " +
               look_.words.time(piece.duration_us)};
    for (int at : piece.lines) e.facts.push_back(filled(look_.words.line, at));
    if (look_.line_items) e.items = look_.line_items(piece.lines);
    const ElementId of = scene_.add(std::move(e));
    const Role role = work_role(piece.kind);
    box(scene_, rect, {role, 0.38f, role, 0, 0, false}, 3, of);
    box(scene_, {rect.x, rect.y, std::min(2.0f, rect.width), rect.height}, {role}, 0, of);
    const std::string name = piece.name.starts_with("aten::") ? piece.name.substr(6) : piece.name;
    if (rect.width > 30)
      label(scene_, {rect.x + 6, rect.middle_y()}, cut_text(name, Face::kSans, kText, rect.width - 9), Role::kText,
            Anchor::kStart, Face::kSans, of);
  }

  const CallLook& look_;
  Scene scene_;
};

}  // namespace

Role work_role(WorkKind kind) {
  switch (kind) {
    case WorkKind::kEager: return Role::kAccent;
    case WorkKind::kGraph: return Role::kReduction;
    case WorkKind::kKernel: return Role::kGood;
    case WorkKind::kLibrary: return Role::kWarn;
    case WorkKind::kCompile: break;
  }
  return Role::kFaint;
}

std::string size_text(int64_t size) {
  if (size < 10000) return std::to_string(size);
  return size < 1000000 ? filled("%.0fk", static_cast<double>(size) / 1024)
                        : filled("%.0fM", static_cast<double>(size) / 1048576);
}

double end_of_calls(const MeasuredFunction& f) {
  double end = std::max({f.eager_call_us, f.compiled_call_us, 0.001});
  for (const auto* work : {&f.eager_work, &f.compiled_work})
    for (const CallPiece& piece : *work) end = std::max(end, piece.start_us + piece.duration_us);
  return end;
}

Scene curve_scene(const MeasuredFunction& function, float width, const MeasureWords& words) {
  return Curve(function, width, words).take();
}
Scene calls_scene(const MeasuredFunction& function, const CallLook& look) { return Calls(function, look).take(); }

}  // namespace vt::scene
