#include "playground/scene/svg.h"

#include <cmath>
#include <cstdio>

#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

// The number with at most one decimal digit.
std::string number(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(value));
  std::string s = text;
  if (s.ends_with(".0")) s.resize(s.size() - 2);
  return s == "-0" ? "0" : s;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

class Writer {
 public:
  Writer(const Scene& scene, const SvgOptions& options) : scene_(scene), options_(options) {}

  std::string write() {
    std::string width = number(scene_.width), height = number(scene_.height);
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height + "\" role=\"img\">\n";
    if (!options_.title.empty()) out_ += "<title>" + escaped(options_.title) + "</title>\n";
    out_ +=
        "<style>text{dominant-baseline:central}.m{font-family:'JetBrains Mono','DejaVu Sans Mono',monospace}"
        ".s,.b{font-family:Inter,'DejaVu Sans','Noto Sans CJK SC',sans-serif}.b{font-weight:600}</style>\n";
    if (options_.background)
      out_ += "<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"" + colour(Role::kBackground) + "\"/>\n";
    ElementId open = kNoElement;
    for (const Mark& mark : scene_.marks) {
      ElementId of = std::visit([](const auto& m) { return m.of; }, mark);
      if (of != open) {
        if (open != kNoElement) out_ += "</g>\n";
        if (of != kNoElement) begin(scene_.elements[of]);
        open = of;
      }
      std::visit([this](const auto& m) { put(m); }, mark);
    }
    if (open != kNoElement) out_ += "</g>\n";
    return out_ + "</svg>\n";
  }

 private:
  std::string colour(Role role) const {
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", role_colour(role, options_.dark));
    return text;
  }
  // Begins the group of an element, with its texts as a tooltip.
  void begin(const Element& e) {
    out_ += "<g data-key=\"" + escaped(e.key) + "\">";
    std::string words = e.title;
    for (const std::string& fact : e.facts) words += "\n" + fact;
    if (!words.empty()) out_ += "<title>" + escaped(words) + "</title>";
    out_ += "\n";
  }
  std::string style(const Style& s) const {
    std::string text = s.fill == Role::kNone ? " fill=\"none\"" : " fill=\"" + colour(s.fill) + "\"";
    if (s.fill != Role::kNone && s.fill_alpha < 1) text += " fill-opacity=\"" + two(s.fill_alpha) + "\"";
    if (s.stroke == Role::kNone) return text;
    text += " stroke=\"" + colour(s.stroke) + "\" stroke-width=\"" + number(s.stroke_width) + "\"";
    if (s.stroke_alpha < 1) text += " stroke-opacity=\"" + two(s.stroke_alpha) + "\"";
    if (s.dashed) text += " stroke-dasharray=\"4 4\"";
    return text;
  }
  static std::string two(float value) {
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
    return text;
  }
  static std::string at(Point p) { return number(p.x) + " " + number(p.y); }

  void put(const Box& box) {
    const Rect& r = box.rect;
    out_ += "<rect x=\"" + number(r.x) + "\" y=\"" + number(r.y) + "\" width=\"" + number(r.width) + "\" height=\"" +
            number(r.height) + "\" rx=\"" + number(std::fmin(box.radius, std::fmin(r.width, r.height) / 2)) + "\"" +
            style(box.style) + "/>\n";
  }
  void put(const Path& path) {
    if (path.points.size() < 2) return;
    std::string d = "M" + at(path.points[0]);
    for (size_t i = 1; i < path.points.size(); ++i) {
      Point a = path.points[i - 1], b = path.points[i];
      float bend = path.straight ? 0 : curve_bend(a, b);
      if (bend == 0) d += "L" + at(b);
      else d += "C" + at({a.x, a.y + bend}) + " " + at({b.x, b.y - bend}) + " " + at(b);
    }
    out_ += "<path d=\"" + d + "\"" + style(path.style) + "/>\n";
    if (!path.arrow) return;
    Point tip = path.points.back();
    float half = arrow_half(path.style.stroke_width), high = half * 1.5f;
    out_ += "<path d=\"M" + at(tip) + "L" + at({tip.x - half, tip.y - high}) + "L" + at({tip.x + half, tip.y - high}) +
            "Z\" fill=\"" + colour(path.style.stroke) + "\"/>\n";
  }
  void put(const Label& label) {
    static const char* const kFaces[] = {"m", "s", "b"};
    static const char* const kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    out_ += "<text x=\"" + number(label.at.x) + "\" y=\"" + number(label.at.y) + "\" font-size=\"" +
            number(label.size) + "\" class=\"" + kFaces[static_cast<size_t>(label.face)] + "\"" +
            kAnchors[static_cast<size_t>(label.anchor)] + " fill=\"" + colour(label.role) + "\">" +
            escaped(label.text) + "</text>\n";
  }

  const Scene& scene_;
  const SvgOptions& options_;
  std::string out_;
};

}  // namespace

std::string write_svg(const Scene& scene, const SvgOptions& options) { return Writer(scene, options).write(); }

}  // namespace vt::scene
