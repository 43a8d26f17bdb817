// The program's own compiled functions, measured: both sides with their spread, launches, part of the
// machine's ceiling, when compiling has paid, and a curve over sizes.
#include <algorithm>
#include <cmath>

#include "playground/core/measure_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

std::string launches_text(const Launches& l) {
  std::string text = std::to_string(l.all());
  auto add = [&](uint64_t n, Text what) {
    char part[64];
    std::snprintf(part, sizeof part, tr(what), static_cast<int>(n));
    if (n) text += std::string("  ·  ") + part;
  };
  add(l.kernels, Text::kKernelCount), add(l.library_calls, Text::kLibraryCount);
  add(l.interpreted, Text::kInterpretedCount), add(l.eager_ops, Text::kEagerCount);
  return text;
}

void draw_side(Text name, const Spread& us, const Launches& launches, const std::string& share) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(tr(name));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(time_text(us.median).c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s – %s", time_text(us.low).c_str(), time_text(us.high).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kSpreadHelp));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(launches_text(launches).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(share.c_str());
}

void draw_sides(const MeasuredFunction& f, const Ceilings& ceilings) {
  const ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollX;
  const float height = 3 * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y + 1) + 14;
  if (!ImGui::BeginTable("sides", 5, flags, {0, height})) return;
  for (Text title : {Text::kRow, Text::kMedian, Text::kSpread, Text::kLaunches, Text::kOfCeiling})
    ImGui::TableSetupColumn(title == Text::kRow ? "" : tr(title));
  ImGui::TableHeadersRow();
  auto share = [&](const Spread& us) { return share_text(us.median, f.own.bytes, f.flops, ceilings); };
  draw_side(Text::kEagerRun, f.own.eager_us, f.eager, share(f.own.eager_us));
  draw_side(Text::kCompiledRun, f.own.compiled_us, f.compiled, share(f.own.compiled_us));
  ImGui::EndTable();
}

void draw_facts(const MeasuredFunction& f, const Ceilings& ceilings) {
  char text[200];
  ImGui::PushStyleColor(ImGuiCol_Text, palette().text);
  const std::string cost = time_text(f.compiling_us);
  if (uint64_t pays = f.pays_after())
    std::snprintf(text, sizeof text, tr(Text::kPaysAfter), cost.c_str(), static_cast<long long>(pays));
  else std::snprintf(text, sizeof text, tr(Text::kNeverPays), cost.c_str());
  ImGui::TextWrapped("%s", text);
  std::snprintf(text, sizeof text, tr(Text::kBytesOfCall), bytes_text(f.own.bytes).c_str());
  std::string bytes = text;
  if (f.flops > 0) {
    std::snprintf(text, sizeof text, tr(Text::kFlopsOfCall), f.flops / 1e6);
    bytes += std::string("  ·  ") + text;
  }
  ImGui::TextWrapped("%s", bytes.c_str());
  ImGui::PopStyleColor();
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  if (ceilings.copy > 0) {
    std::snprintf(text, sizeof text, tr(Text::kCeilings), ceilings.copy / 1000, ceilings.flops / 1000);
    ImGui::TextWrapped("%s", text);
  }
  for (const std::string& note : measuring_notes(f)) ImGui::TextWrapped("%s", translated(note).c_str());
  ImGui::PopStyleColor();
}

std::string size_text(double size) {
  char text[32];
  if (size < 10000) std::snprintf(text, sizeof text, "%.0f", size);
  else if (size < 1e6) std::snprintf(text, sizeof text, "%.0fk", size / 1024);
  else std::snprintf(text, sizeof text, "%.0fM", size / 1024 / 1024);
  return text;
}

// Time per call over size, both axes by powers; the band is what nine of ten samples lie within.
class Curve {
 public:
  Curve(const MeasuredFunction& f, ImVec2 at, ImVec2 size) : f_(f), at_(at), size_(size) {
    for (const MeasuredPoint& p : f.curve) {
      if (!p.error.empty()) continue;
      for (const Spread* s : {&p.eager_us, &p.compiled_us})
        low_ = std::min(low_, std::log10(std::max(s->low, 1e-3))), high_ = std::max(high_, std::log10(s->high));
      first_ = std::min(first_, std::log10(static_cast<double>(p.size)));
      last_ = std::max(last_, std::log10(static_cast<double>(p.size)));
    }
    if (last_ - first_ < 0.1) last_ = first_ + 0.1;
    low_ -= 0.1, high_ += 0.1;
  }

  void draw_axes() const {
    const Palette& p = palette();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRect(at_, {at_.x + size_.x, at_.y + size_.y}, with_alpha(p.border, 0.8f), 3);
    for (int power = static_cast<int>(std::ceil(low_)); power <= high_; ++power) {
      const float y = y_of(std::pow(10, power));
      draw->AddLine({at_.x, y}, {at_.x + size_.x, y}, with_alpha(p.border, 0.5f));
      draw->AddText({at_.x + 4, y - ImGui::GetTextLineHeight()}, p.dim, time_text(std::pow(10, power)).c_str());
    }
  }
  void draw_side(bool compiled, ImU32 colour) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const MeasuredPoint* before = nullptr;
    for (const MeasuredPoint& p : f_.curve) {
      if (!p.error.empty()) continue;
      const Spread& s = side(p, compiled);
      draw->AddLine({x_of(p), y_of(s.low)}, {x_of(p), y_of(s.high)}, with_alpha(colour, 0.5f), 3);
      if (before)
        draw->AddLine({x_of(*before), y_of(side(*before, compiled).median)}, {x_of(p), y_of(s.median)}, colour, 2);
      draw->AddCircleFilled({x_of(p), y_of(s.median)}, 3.5f, colour);
      before = &p;
    }
  }
  // Sizes below, and the point under the pointer.
  const MeasuredPoint* draw_sizes() const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const MeasuredPoint* pointed = nullptr;
    float free_from = at_.x - 100;
    for (const MeasuredPoint& p : f_.curve) {
      if (!p.error.empty()) continue;
      const float x = x_of(p);
      const std::string text = size_text(static_cast<double>(p.size));
      const float width = ImGui::CalcTextSize(text.c_str()).x;
      const float left = std::clamp(x - width / 2, at_.x, at_.x + size_.x - width);
      if (left > free_from) {
        draw->AddText({left, at_.y + size_.y + 2}, p.size == f_.own_size ? palette().accent : palette().dim,
                      text.c_str());
        free_from = left + width + 8;
      }
      const ImVec2 mouse = ImGui::GetMousePos();
      if (ImGui::IsItemHovered() && std::fabs(mouse.x - x) < 12) pointed = &p;
    }
    return pointed;
  }

 private:
  static const Spread& side(const MeasuredPoint& p, bool compiled) { return compiled ? p.compiled_us : p.eager_us; }
  float x_of(const MeasuredPoint& p) const {
    const double part = (std::log10(static_cast<double>(p.size)) - first_) / (last_ - first_);
    return at_.x + 56 + static_cast<float>(part) * (size_.x - 76);
  }
  float y_of(double us) const {
    const double part = (std::log10(std::max(us, 1e-3)) - low_) / (high_ - low_);
    return at_.y + size_.y - static_cast<float>(part) * size_.y;
  }
  const MeasuredFunction& f_;
  ImVec2 at_, size_;
  double first_ = 1e9, last_ = -1e9, low_ = 1e9, high_ = -1e9;
};

void explain_point(const MeasuredFunction& f, const MeasuredPoint& p, const Ceilings& ceilings) {
  const double flops = f.own_size ? f.flops * static_cast<double>(p.size) / static_cast<double>(f.own_size) : 0;
  const std::string share = share_text(p.compiled_us.median, p.bytes, flops, ceilings);
  ImGui::BeginTooltip();
  ImGui::Text("%lld", static_cast<long long>(p.size));
  ImGui::Text("%s  %s", tr(Text::kEagerRun), time_text(p.eager_us.median).c_str());
  ImGui::Text("%s  %s", tr(Text::kCompiledRun), time_text(p.compiled_us.median).c_str());
  ImGui::Text("%.2f×  (%.2f – %.2f)", p.ratio.median, p.ratio.low, p.ratio.high);
  if (!share.empty()) ImGui::TextDisabled("%s", share.c_str());
  if (p.compile_us > 0) ImGui::TextDisabled("%s: %s", tr(Text::kCompiled), time_text(p.compile_us).c_str());
  ImGui::EndTooltip();
}

void draw_curve(Panels& ui, const MeasuredFunction& f, const Ceilings& ceilings) {
  char text[300];
  if (!f.fixed.empty()) {
    std::snprintf(text, sizeof text, tr(Text::kSizesFixed), translated(f.fixed).c_str());
    return ImGui::TextWrapped("%s", text);
  }
  const auto there = [](const MeasuredPoint& p) { return p.error.empty(); };
  if (std::none_of(f.curve.begin(), f.curve.end(), there)) return;
  section(tr(Text::kOverSizes));
  std::snprintf(text, sizeof text, tr(f.dynamic ? Text::kOneGraphForSizes : Text::kCompiledForSizes), f.axis,
                f.axis_inputs);
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  ImGui::TextWrapped("%s", text);
  ImGui::PopStyleColor();
  const ImVec2 size{std::max(160.0f, std::min(680.0f, ImGui::GetContentRegionAvail().x - 4)), 190};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({size.x, size.y + ImGui::GetTextLineHeight() + 6});
  const Curve curve(f, at, size);
  curve.draw_axes();
  curve.draw_side(false, palette().accent);
  curve.draw_side(true, palette().good);
  if (const MeasuredPoint* pointed = curve.draw_sizes()) explain_point(f, *pointed, ceilings);
  ui.measure.points = static_cast<int>(std::count_if(f.curve.begin(), f.curve.end(), there));
  for (auto [name, colour] : {std::pair{Text::kEagerRun, palette().accent}, {Text::kCompiledRun, palette().good}}) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", tr(name));
    ImGui::SameLine(0, 14);
  }
  ImGui::NewLine();
  for (const MeasuredPoint& p : f.curve)
    if (!p.error.empty()) ImGui::TextWrapped("%lld: %s", static_cast<long long>(p.size), p.error.c_str());
}

}  // namespace

void draw_measured(Panels& ui) {
  ui.measure.points = 0;
  const MeasuredFunction* f = measured_function(ui);
  if (!f) return;
  const Ceilings& ceilings = ui.model.measured().ceilings;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 240.0f);  // in a low window the panel scrolls
  if (ImGui::BeginChild("measured", {0, height})) {
    draw_headline(ui, *f);
    ImGui::Dummy({0, 4});
    draw_sides(*f, ceilings);
    draw_facts(*f, ceilings);
    draw_curve(ui, *f, ceilings);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
