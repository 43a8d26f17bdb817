// Operations and kernels of a run as bars over time, the eager run above the compiled one on
// one scale. "Work only" lays what computes end to end; "whole run" shows compiling, too.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

enum Column { kRun, kKind, kName, kStart, kDuration, kDepth, kSourceLine };
constexpr float kRowHeight = 22, kAxis = 20;

struct Bar {
  const Table::Row* row = nullptr;
  double start = 0, duration = 0;
  int depth = 0;
};

struct Lane {
  std::vector<Bar> bars;
  double busy = 0, compiling = 0, end = 0;
  int pieces = 0, rows = 1;
};

Lane make_lane(const Table& table, const char* run, bool work_only) {
  Lane lane;
  double shift = 0, packed = 0;
  int compile_depth = -1;  // inside a compile stage of this depth
  for (const Table::Row& row : table.rows) {
    if (row.cells[kRun] != run) continue;
    Bar bar{&row, std::atof(row.cells[kStart].c_str()), std::atof(row.cells[kDuration].c_str()),
            std::atoi(row.cells[kDepth].c_str())};
    if (compile_depth >= 0 && bar.depth <= compile_depth) compile_depth = -1;
    bool outermost = bar.depth == 0, compile = row.cells[kKind] == "compile";
    if (compile && compile_depth < 0) {
      compile_depth = bar.depth;
      lane.compiling += bar.duration;
    }
    bool hidden = compile_depth >= 0;
    if (!hidden) ++lane.pieces;
    if (outermost && !hidden) lane.busy += bar.duration;
    if (work_only) {
      if (hidden) continue;
      if (outermost) shift = packed - bar.start, packed += bar.duration;
      bar.start += shift;
    }
    lane.rows = std::max(lane.rows, bar.depth + 1);
    lane.end = std::max(lane.end, bar.start + bar.duration);
    lane.bars.push_back(bar);
  }
  return lane;
}

ImU32 bar_colour(const std::string& kind) {
  const Palette& p = palette();
  if (kind == "kernel") return p.good;
  if (kind == "library call") return p.warn;
  if (kind == "compiled graph") return p.name;
  return kind == "compile" ? p.faint : p.accent;
}

void explain(const Bar& bar) {
  const Table::Row& row = *bar.row;
  ImGui::BeginTooltip();
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(row.cells[kName].c_str());
  ImGui::PopFont();
  ImGui::TextDisabled("%s  ·  %s", translated(row.cells[kKind]).c_str(), time_text(bar.duration).c_str());
  if (int line = std::atoi(row.cells[kSourceLine].c_str()); line > 0) ImGui::TextDisabled(tr(Text::kLine), line);
  ImGui::EndTooltip();
}

void draw_legend() {
  bool first = true;
  for (const char* kind : {"eager op", "compiled graph", "kernel", "library call", "compile"}) {
    std::string label = translated(kind);
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
    for (const Bar& bar : lane.bars) {
      if (bar.start > last_ || bar.start + bar.duration < first_) continue;
      ++ui_.times.bars;
      float left = std::max(at_.x, x(bar.start)), right = std::min(at_.x + width_, x(bar.start + bar.duration));
      right = std::max(right, left + 1.5f);
      float& end = used[static_cast<size_t>(bar.depth)];
      int strength = ui_.selection.strength(bar.row->items);
      if (right <= end + 0.5f && !strength) continue;
      end = right;
      float y = top + static_cast<float>(bar.depth) * kRowHeight;
      ImVec2 from{left, y + 1}, to{std::max(left + 1.5f, right - 1), y + kRowHeight - 2};
      ImU32 colour = strength == 2   ? palette().pin
                     : strength == 1 ? palette().hover
                                     : bar_colour(bar.row->cells[kKind]);
      draw->AddRectFilled(from, to, with_alpha(colour, strength ? 0.6f : 0.38f), 3);
      draw->AddRectFilled(from, {std::min(to.x, from.x + 2), to.y}, colour);
      if (strength) ++ui_.kin_rows;
      if (to.x - from.x > 30) {
        draw->PushClipRect(from, {to.x - 3, to.y}, true);
        draw->AddText({from.x + 6, from.y + 1}, palette().text, bar.row->cells[kName].c_str());
        draw->PopClipRect();
      }
      if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({from.x - 1, y}, {to.x + 1, y + kRowHeight}))
        hovered_ = bar;
    }
  }
  // Once all is drawn: the bar under the pointer.
  void point() {
    if (!hovered_.row) return;
    ui_.selection.hover(hovered_.row->items);
    explain(hovered_);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16)
      ui_.selection.pin(hovered_.row->items);
  }

 private:
  float x(double time) const { return at_.x + static_cast<float>((time - first_) / (last_ - first_)) * width_; }
  Panels& ui_;
  ImVec2 at_;
  float width_;
  double first_, last_;
  Bar hovered_;
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
bool coarse_clock(const Table& table) {
  constexpr double kTickUs = 100;
  return table.rows.size() > 3 && std::all_of(table.rows.begin(), table.rows.end(), [](const Table::Row& row) {
           double ticks = std::atof(row.cells[kDuration].c_str()) / kTickUs;
           return std::abs(ticks - std::round(ticks)) < 1e-3;
         });
}

void draw_head(Text title, const Lane& lane) {
  char text[128];
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(tr(title));
  ImGui::PopFont();
  ImGui::SameLine();
  std::snprintf(text, sizeof text, tr(Text::kWorkTotal), time_text(lane.busy).c_str(), lane.pieces);
  std::string all = text;
  if (lane.compiling > 0) {
    std::snprintf(text, sizeof text, tr(Text::kCompileTotal), time_text(lane.compiling).c_str());
    all += std::string("  ·  ") + text;
  }
  elided(all, ImGui::GetContentRegionAvail().x, palette().dim);
}

void draw_chart(Panels& ui, const Lane& eager, const Lane& compiled) {
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
  draw_head(Text::kEagerRun, eager);
  chart.draw(eager, y + line);
  y += line + static_cast<float>(eager.rows) * kRowHeight + 6;
  ImGui::SetCursorScreenPos({at.x, y + 4});
  draw_head(Text::kCompiledRun, compiled);
  chart.draw(compiled, y + line);
  chart.point();
  ImGui::EndChild();
}

}  // namespace

void draw_timeline(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kTimeline}, "");
  ui.times.bars = 0;
  if (events.empty()) {
    empty_state(tr(Text::kNoTimeline), tr(Text::kNoTimelineHelp));
    const char* label = tr(Text::kMeasure);
    ImGui::Dummy({0, 6});
    ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - 18) / 2);
    if (ImGui::Button(label)) ui.timeline = ui.wants_run = true;
    return;
  }
  const Event& event = run.events[events.back()];
  const Artifact* body = ui.model.body(events.back());
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (segmented("mode", {tr(Text::kWorkOnly), tr(Text::kWholeRun)}, ui.times.mode) || ui.times.run != run.run) {
    ui.times.first = ui.times.last = 0;
    ui.times.run = run.run;
  }
  ImGui::SameLine(0, 12);
  if (ImGui::Button(tr(Text::kMeasure))) ui.timeline = ui.wants_run = true;
  bool work_only = ui.times.mode == 0;
  Lane eager = make_lane(body->table, "eager", work_only), compiled = make_lane(body->table, "compiled", work_only);
  draw_chart(ui, eager, compiled);
  draw_legend();
  elided(tr(Text::kZoomHelp), ImGui::GetContentRegionAvail().x, palette().dim);
  if (eager.bars.empty()) ImGui::TextWrapped("%s", tr(Text::kNoEager));
  if (coarse_clock(body->table)) ImGui::TextWrapped("%s", tr(Text::kCoarseClock));
  if (std::string most = fact(event, "cut_off"); !most.empty()) ImGui::TextDisabled(tr(Text::kFirstOnly), most.c_str());
}

}  // namespace vt::ui
