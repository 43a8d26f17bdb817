// One warm call of a measured function as bars over time, eager above compiled with one scale, with the speed-up and
// the breakdown of time. A single cold run is not shown, because its times mean little.
#include <algorithm>
#include <cmath>

#include "playground/core/measure_view.h"
#include "playground/core/scene_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

// The items of the shown run for these source lines.
std::vector<ItemId> items_of_lines(const RunData& run, const std::vector<int>& lines) {
  std::vector<ItemId> items;
  for (size_t i = 0; i < run.items.size(); ++i)
    if (run.items[i].kind == ItemKind::kSourceLine &&
        std::find(lines.begin(), lines.end(), run.items[i].span.line) != lines.end())
      items.push_back(ItemId(static_cast<uint32_t>(i + 1)));
  return items;
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
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - 5}, {at.x + 10, middle + 5},
                                              role_colour(scene::work_role(kind)), 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 16);
    ImGui::TextDisabled("%s", label.c_str());
  }
}

// Zoom and pan by wheel, drag and double click on the chart that was just drawn.
void zoom_and_move(TimelineView& view, const StillView& chart, float left, float width, double end) {
  ImGuiIO& io = ImGui::GetIO();
  double first = view.first, last = view.last;
  if (chart.over && io.MouseWheel != 0) {
    double centre = first + (last - first) * std::clamp((io.MousePos.x - left) / width, 0.0f, 1.0f);
    double factor = std::pow(0.8, io.MouseWheel), least = std::max(end * 1e-5, 0.01);
    if ((last - first) * factor > least) {
      first = centre - (centre - first) * factor;
      last = centre + (last - centre) * factor;
    }
  }
  if (chart.dragged && io.MouseDelta.x != 0) {
    double moved = (last - first) * io.MouseDelta.x / width;
    first -= moved, last -= moved;
  }
  if (last - first >= end) first = 0, last = end;
  if (first < 0) last -= first, first = 0;
  if (last > end) first -= last - end, last = end;
  if (chart.over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) first = 0, last = end;
  view.first = first, view.last = last;
}

void draw_chart(Panels& ui, const MeasuredFunction& f) {
  const double end = scene::end_of_calls(f);
  TimelineView& view = ui.times;
  if (view.last <= view.first) view.first = 0, view.last = end;
  scene::CallLook look;
  look.words = measure_words();
  look.width = std::max(40.0f, ImGui::GetContentRegionAvail().x - 12);
  look.first = view.first, look.last = view.last;
  look.line_items = [&](const std::vector<int>& lines) { return items_of_lines(ui.model.shown(), lines); };
  // Cache; rebuilt only when its input changes, because a call may have thousands of pieces.
  static struct {
    std::string made_for;
    DrawnScene drawn;
  } shown;
  char made_for[200];
  std::snprintf(made_for, sizeof made_for, "%u.%u.%zu %u %g %g %g %d", ui.model.measured().run, f.index,
                f.compiled_work.size(), ui.model.shown().run, static_cast<double>(look.width), look.first, look.last,
                static_cast<int>(language()));
  if (shown.made_for != made_for) shown = {made_for, prepare(scene::calls_scene(f, look))};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const StillView chart = still_scene(ui, "calls", shown.drawn);
  view.bars = static_cast<int>(shown.drawn.scene.elements.size());
  zoom_and_move(view, chart, at.x, look.width, end);
}

// The breakdown of one call's time, largest part first.
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
    const ImU32 colour = s.name.empty() ? palette().faint : role_colour(scene::work_role(s.kind));
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
  const float height = std::max(ImGui::GetContentRegionAvail().y, 260.0f);  // if the window is low, the panel scrolls
  if (ImGui::BeginChild("timeline", {0, height})) {
    draw_headline(ui, *f);
    draw_chart(ui, *f);
    draw_legend();
    elided(tr(Text::kZoomHelp), ImGui::GetContentRegionAvail().x, palette().dim);
    if (f->coarse_clock) ImGui::TextWrapped("%s", tr(Text::kCoarseClock));
    draw_shares(ui, "eager shares", Text::kEagerTime, f->eager_work, f->eager_call_us);
    draw_shares(ui, "compiled shares", Text::kCompiledTime, f->compiled_work, f->compiled_call_us);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
