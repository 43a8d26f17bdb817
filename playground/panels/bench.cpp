// Measurements on this machine, eager against compiled: the program's own functions (measured.cpp), and the rows of the
// benchmark. Starts only on request, shows rows as they are measured, and Stop ends it.
#include <algorithm>

#include "playground/core/measure_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

void time_cell(double us, double low, double high) {
  ImGui::TextUnformatted(time_text(us).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("p10 %s  ·  p90 %s", time_text(low).c_str(), time_text(high).c_str());
}

// Draws the cell's text over a bar that fills `part` of its width.
void bar_cell(double part, ImU32 colour, const char* text) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = std::max(70.0f, ImGui::GetContentRegionAvail().x), height = ImGui::GetTextLineHeight();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(palette().faint, 0.15f), 3);
  draw->AddRectFilled(at, {at.x + width * static_cast<float>(std::clamp(part, 0.0, 1.0)), at.y + height},
                      with_alpha(colour, 0.4f), 3);
  draw->AddText({at.x + 5, at.y}, palette().text, text);
  ImGui::Dummy({width, height});
}

void draw_row(const protocol::BenchRow& row) {
  const Palette& p = palette();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.name.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", row.doc.c_str());
  ImGui::TableNextColumn();
  if (!row.error.empty()) return elided(row.error, 240, p.bad);
  time_cell(row.eager_us, row.eager_low_us, row.eager_high_us);
  ImGui::TableNextColumn();
  time_cell(row.compiled_us, row.compiled_low_us, row.compiled_high_us);
  ImGui::TableNextColumn();
  double gain = row.compiled_us > 0 ? row.eager_us / row.compiled_us : 0;
  ImGui::PushStyleColor(ImGuiCol_Text, gain >= 1.05 ? p.good : gain < 0.95 ? p.bad : p.text);
  ImGui::Text("%.2f×", gain);
  ImGui::PopStyleColor();
  if (!row.equal) ImGui::SameLine(), chip(tr(Text::kNotEqual), p.bad);
  bool computes = row.limit == "matmul";
  double amount = computes ? row.flops : row.bytes, rate = row.compiled_us > 0 ? amount / row.compiled_us : 0;
  char text[48];
  std::snprintf(text, sizeof text, computes ? "%.1f GFLOP/s" : "%.1f GB/s", rate / 1000);
  ImGui::TableNextColumn();
  if (row.limit != "call") ImGui::TextUnformatted(text);
  ImGui::TableNextColumn();
  if (row.ceiling <= 0) return;
  const double part = rate / row.ceiling;
  const bool cached = part > 1 && row.limit != "matmul";  // faster than memory bandwidth allows
  std::snprintf(text, sizeof text, "%.0f%%", std::min(100.0, 100 * part));
  bar_cell(part, cached ? p.good : p.accent, cached ? tr(Text::kRunsFromCache) : text);
}

void draw_table(const BenchData& bench) {
  ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH;
  float height = (ImGui::GetTextLineHeight() + 5) * static_cast<float>(bench.rows.size() + 1) + 12;
  if (!ImGui::BeginTable("rows", 6, flags, {0, std::min(height, ImGui::GetContentRegionAvail().y - 30)})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  for (Text title :
       {Text::kRow, Text::kEagerRun, Text::kCompiledRun, Text::kSpeedUp, Text::kThroughput, Text::kOfCeiling})
    ImGui::TableSetupColumn(tr(title), title == Text::kOfCeiling ? ImGuiTableColumnFlags_WidthFixed : 0,
                            title == Text::kOfCeiling ? 90.0f : 0.0f);
  ImGui::TableHeadersRow();
  for (const protocol::BenchRow& row : bench.rows) draw_row(row);
  ImGui::EndTable();
}

}  // namespace

void draw_threads(const Panels& ui) {
  if (ui.threads == 0) return;
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  if (ui.threads > 1) ImGui::TextWrapped(tr(Text::kThreads), ui.threads);
  else
    ImGui::TextWrapped("%s", tr(ui.one_thread == "cores"    ? Text::kOneCore
                                : ui.one_thread == "memory" ? Text::kNoSharedMemory
                                                            : Text::kNotIsolated));
  ImGui::PopStyleColor();
}

void draw_bench(Panels& ui) {
  segmented("what", {tr(Text::kMyFunctions), tr(Text::kTypicalRows)}, ui.measure.rows);
  draw_threads(ui);
  if (ui.measure.rows == 0) return draw_measured(ui);
  ui.measure.drawn = true;
  const BenchData& bench = ui.model.bench();
  if (!bench.run) {
    empty_state(tr(Text::kNoBench), tr(Text::kNoBenchHelp));
    const char* label = tr(Text::kStartBench);
    ImGui::Dummy({0, 6});
    ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - 18) / 2);
    if (ImGui::Button(label)) ui.model.start_bench();
    return;
  }
  const double all = static_cast<double>(bench.all);
  if (bench.running) draw_progress(ui, bench.all ? static_cast<double>(bench.done) / all : 0, bench.now, "");
  else if (ImGui::Button(tr(Text::kMeasureAgain))) return ui.model.start_bench();
  if (bench.stopped) ImGui::SameLine(), ImGui::TextDisabled("%s", tr(Text::kBenchStopped));
  if (!bench.rows.empty()) draw_table(bench);
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  ImGui::TextWrapped("%s", tr(Text::kMedians));
  ImGui::PopStyleColor();
}

}  // namespace vt::ui
