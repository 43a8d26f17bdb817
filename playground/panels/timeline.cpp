// One warm call of a measured function as bars over time, eager above compiled on one scale, with how much
// faster it is and where the time goes. Nothing is said of a single cold run.
#include <algorithm>
#include <cmath>
#include <set>

#include "playground/core/measure_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr float kRowHeight = 22, kAxis = 20;

struct Lane {
  const std::vector<CallPiece>* pieces = nullptr;
  double end = 0, call_us = 0;
  int rows = 1;
};

Lane make_lane(const std::vector<CallPiece>& pieces, double call_us) {
  Lane lane{&pieces, call_us, call_us, 1};
  for (const CallPiece& piece : pieces) {
    lane.rows = std::max(lane.rows, static_cast<int>(piece.depth) + 1);
    lane.end = std::max(lane.end, piece.start_us + piece.duration_us);
  }
  return lane;
}

// The items of the shown run that stand for lines.
std::vector<ItemId> items_of_lines(const RunData& run, const std::vector<int>& lines) {
  std::vector<ItemId> items;
  for (size_t i = 0; i < run.items.size(); ++i)
    if (run.items[i].kind == ItemKind::kSourceLine &&
        std::find(lines.begin(), lines.end(), run.items[i].span.line) != lines.end())
      items.push_back(ItemId(static_cast<uint32_t>(i + 1)));
  return items;
}

ImU32 bar_colour(WorkKind kind) {
  const Palette& p = palette();
  switch (kind) {
    case WorkKind::kEager: return p.accent;
    case WorkKind::kGraph: return p.name;
    case WorkKind::kKernel: return p.good;
    case WorkKind::kLibrary: return p.warn;
    case WorkKind::kCompile: break;
  }
  return p.faint;
}

void explain(const CallPiece& piece) {
  ImGui::BeginTooltip();
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(piece.name.c_str());
  ImGui::PopFont();
  ImGui::TextDisabled("%s  ·  %s", translated(work_kind_name(piece.kind)).c_str(),
                      time_text(piece.duration_us).c_str());
  for (int line : piece.lines) ImGui::TextDisabled(tr(Text::kLine), line);
  ImGui::EndTooltip();
}

void draw_legend() {
  bool first = true;
  for (WorkKind kind : {WorkKind::kEager, WorkKind::kGraph, WorkKind::kKernel, WorkKind::kLibrary}) {
    std::string label = translated(work_kind_name(kind));
    float width = ImGui::CalcTextSize(label.c_str()).x + 18;
    if (!first) ImGui::SameLine(0, 14);
    if (!first && ImGui::GetCursorPosX() + width > ImGui::GetWindowContentRegionMax().x) ImGui::NewLine();
    first = false;
    ImVec2 at = ImGui::GetCursorScreenPos();
    float middle = at.y + ImGui::GetTextLineHeight() / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - 5}, {at.x + 10, middle + 5}, bar_colour(kind), 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 16);
    ImGui::TextDisabled("%s", label.c_str());
  }
}

// Ticks at 1, 2 or 5 times a power of ten, about 90 pixels apart.
void draw_axis(ImVec2 at, float width, double first, double last, float bottom) {
  const Palette& p = palette();
  double wanted = (last - first) * 90 / width, power = std::pow(10, std::floor(std::log10(wanted)));
  double step = wanted / power > 5   ? 10 * power
                : wanted / power > 2 ? 5 * power
                : wanted / power > 1 ? 2 * power
                                     : power;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (double tick = std::ceil(first / step) * step; tick <= last; tick += step) {
    float x = at.x + static_cast<float>((tick - first) / (last - first)) * width;
    draw->AddLine({x, at.y + kAxis - 4}, {x, bottom}, with_alpha(p.border, 0.7f));
    std::string text = tick == 0 ? "0" : time_text(tick);
    if (x + ImGui::CalcTextSize(text.c_str()).x + 6 < at.x + width) draw->AddText({x + 3, at.y}, p.dim, text.c_str());
  }
}

class Chart {
 public:
  Chart(Panels& ui, ImVec2 at, float width, double first, double last)
      : ui_(ui), at_(at), width_(width), first_(first), last_(last) {}

  void draw(const Lane& lane, float top) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    std::vector<float> used(static_cast<size_t>(lane.rows), -1e9f);  // bars closer than a pixel are one
    for (const CallPiece& piece : *lane.pieces) {
      if (piece.start_us > last_ || piece.start_us + piece.duration_us < first_) continue;
      ++ui_.times.bars;
      float left = std::max(at_.x, x(piece.start_us));
      float right = std::max(left + 1.5f, std::min(at_.x + width_, x(piece.start_us + piece.duration_us)));
      float& end = used[piece.depth];
      int strength = strength_of(piece.lines);
      if (right <= end + 0.5f && !strength) continue;
      end = right;
      float y = top + static_cast<float>(piece.depth) * kRowHeight;
      ImVec2 from{left, y + 1}, to{std::max(left + 1.5f, right - 1), y + kRowHeight - 2};
      ImU32 colour = strength == 2 ? palette().pin : strength == 1 ? palette().hover : bar_colour(piece.kind);
      draw->AddRectFilled(from, to, with_alpha(colour, strength ? 0.6f : 0.38f), 3);
      draw->AddRectFilled(from, {std::min(to.x, from.x + 2), to.y}, colour);
      if (strength) ++ui_.kin_rows;
      if (to.x - from.x > 30) {
        draw->PushClipRect(from, {to.x - 3, to.y}, true);
        draw->AddText({from.x + 6, from.y + 1}, palette().text, piece.name.c_str());
        draw->PopClipRect();
      }
      if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({from.x - 1, y}, {to.x + 1, y + kRowHeight}))
        hovered_ = &piece;
    }
  }
  // Once all is drawn: the bar under the pointer.
  void point() {
    if (!hovered_) return;
    const std::vector<ItemId> items = items_of_lines(ui_.model.shown(), hovered_->lines);
    ui_.selection.hover(items);
    explain(*hovered_);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16)
      ui_.selection.pin(items);
  }

 private:
  int strength_of(const std::vector<int>& lines) const {
    auto any = [&](const std::set<int>& of) {
      return std::any_of(lines.begin(), lines.end(), [&](int line) { return of.contains(line); });
    };
    return any(ui_.selection.pinned_lines()) ? 2 : any(ui_.selection.hovered_lines()) ? 1 : 0;
  }
  float x(double time) const { return at_.x + static_cast<float>((time - first_) / (last_ - first_)) * width_; }
  Panels& ui_;
  ImVec2 at_;
  float width_;
  double first_, last_;
  const CallPiece* hovered_ = nullptr;
};

// Wheel, drag, double click on the chart that was just laid out.
void zoom_and_move(TimelineView& view, ImVec2 at, float width, double end) {
  ImGuiIO& io = ImGui::GetIO();
  double first = view.last > view.first ? view.first : 0, last = view.last > view.first ? view.last : end;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    double centre = first + (last - first) * std::clamp((io.MousePos.x - at.x) / width, 0.0f, 1.0f);
    double factor = std::pow(0.8, io.MouseWheel), least = std::max(end * 1e-5, 0.01);
    if ((last - first) * factor > least) {
      first = centre - (centre - first) * factor;
      last = centre + (last - centre) * factor;
    }
  }
  if (ImGui::IsItemActive() && io.MouseDelta.x != 0) {
    double moved = (last - first) * io.MouseDelta.x / width;
    first -= moved, last -= moved;
  }
  if (last - first >= end) first = 0, last = end;
  if (first < 0) last -= first, first = 0;
  if (last > end) first -= last - end, last = end;
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) first = 0, last = end;
  view.first = first, view.last = last;
}

// Browsers round the time for pages that are not isolated; then a bar is a tick or nothing.
bool coarse_clock(const std::vector<CallPiece>& pieces) {
  constexpr double kTickUs = 100;
  return pieces.size() > 3 && std::all_of(pieces.begin(), pieces.end(), [](const CallPiece& piece) {
           const double ticks = piece.duration_us / kTickUs;
           return std::abs(ticks - std::round(ticks)) < 1e-3;
         });
}

void draw_head(Text title, const Lane& lane, const Spread& us) {
  char text[128];
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(tr(title));
  ImGui::PopFont();
  ImGui::SameLine();
  std::snprintf(text, sizeof text, tr(Text::kWorkTotal), time_text(us.median).c_str(),
                static_cast<int>(lane.pieces->size()));
  elided(text, ImGui::GetContentRegionAvail().x, palette().dim);
}

void draw_chart(Panels& ui, const MeasuredFunction& f) {
  const Lane eager = make_lane(f.eager_work, f.eager_call_us),
             compiled = make_lane(f.compiled_work, f.compiled_call_us);
  double end = std::max({eager.end, compiled.end, 0.001});
  float line = ImGui::GetTextLineHeight() + 10;
  float height = kAxis + static_cast<float>(eager.rows + compiled.rows) * kRowHeight + 2 * line + 8;
  if (!ImGui::BeginChild("chart", {0, std::min(height, ImGui::GetContentRegionAvail().y)}, ImGuiChildFlags_None,
                         ImGuiWindowFlags_NoScrollWithMouse))
    return ImGui::EndChild();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = std::max(40.0f, ImGui::GetContentRegionAvail().x - 12);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("time", {width, height});
  zoom_and_move(ui.times, at, width, end);
  draw_axis(at, width, ui.times.first, ui.times.last, at.y + height);
  Chart chart(ui, at, width, ui.times.first, ui.times.last);
  float y = at.y + kAxis;
  ImGui::SetCursorScreenPos({at.x, y + 4});
  draw_head(Text::kEagerRun, eager, f.own.eager_us);
  chart.draw(eager, y + line);
  y += line + static_cast<float>(eager.rows) * kRowHeight + 6;
  ImGui::SetCursorScreenPos({at.x, y + 4});
  draw_head(Text::kCompiledRun, compiled, f.own.compiled_us);
  chart.draw(compiled, y + line);
  chart.point();
  ImGui::EndChild();
}

// Where the time of one call goes, longest first.
void draw_shares(Panels& ui, const char* id, Text title, const std::vector<CallPiece>& work, double call_us) {
  constexpr size_t kMost = 12;
  const std::vector<TimeShare> shares = time_shares(work, call_us);
  if (shares.empty() || call_us <= 0) return;
  section(tr(title));
  if (!ImGui::BeginTable(id, 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH)) return;
  const float letter = ImGui::CalcTextSize("0").x;
  ImGui::TableSetupColumn(tr(Text::kShare), ImGuiTableColumnFlags_WidthFixed, letter * 9);
  ImGui::TableSetupColumn(tr(Text::kTime), ImGuiTableColumnFlags_WidthFixed, letter * 9);
  ImGui::TableSetupColumn(tr(Text::kTimesCalled), ImGuiTableColumnFlags_WidthFixed, letter * 6);
  ImGui::TableSetupColumn(tr(Text::kWork), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  for (size_t i = 0; i < std::min(kMost, shares.size()); ++i) {
    const TimeShare& s = shares[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImVec2 at = ImGui::GetCursorScreenPos();
    const float part = static_cast<float>(std::clamp(s.us / call_us, 0.0, 1.0));
    const ImU32 colour = s.name.empty() ? palette().faint : bar_colour(s.kind);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + letter * 8 * part, at.y + ImGui::GetTextLineHeight()},
                                              with_alpha(colour, 0.4f), 3);
    ImGui::Text("%.0f%%", 100.0f * part);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(time_text(s.us).c_str());
    ImGui::TableNextColumn();
    if (s.count) ImGui::Text("%d", static_cast<int>(s.count));
    ImGui::TableNextColumn();
    std::string what = s.name.empty() ? tr(Text::kOutsideWork) : s.name + "  ·  " + translated(work_kind_name(s.kind));
    elided(what, ImGui::GetContentRegionAvail().x, s.name.empty() ? palette().dim : palette().text);
    if (ImGui::IsItemHovered() && !s.lines.empty()) ui.selection.hover(items_of_lines(ui.model.shown(), s.lines));
  }
  ImGui::EndTable();
}

}  // namespace

void draw_timeline(Panels& ui) {
  ui.times.bars = 0;
  const MeasuredFunction* f = measured_function(ui);
  if (!f) return;
  const uint32_t run = ui.model.measured().run;
  if (ui.times.run != run) ui.times.first = ui.times.last = 0, ui.times.run = run;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 260.0f);  // in a low window the panel scrolls
  if (ImGui::BeginChild("timeline", {0, height})) {
    draw_headline(ui, *f);
    draw_chart(ui, *f);
    draw_legend();
    elided(tr(Text::kZoomHelp), ImGui::GetContentRegionAvail().x, palette().dim);
    if (coarse_clock(f->eager_work)) ImGui::TextWrapped("%s", tr(Text::kCoarseClock));
    draw_shares(ui, "eager shares", Text::kEagerTime, f->eager_work, f->eager_call_us);
    draw_shares(ui, "compiled shares", Text::kCompiledTime, f->compiled_work, f->compiled_call_us);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
