// The measurements of max-autotune: the candidates of each kernel, the fastest marked, and rejected candidates with the
// reason.
#include <algorithm>
#include <cstdlib>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

enum Column { kKernel, kCandidate, kMedian, kWinner, kReason };

double median_of(const Table::Row& row) { return std::atof(row.cells[kMedian].c_str()); }

void draw_candidate(Panels& ui, const Table::Row& row, double slowest) {
  const Palette& p = palette();
  ImGui::TableNextRow();
  int strength = ui.selection.strength(row.items);
  if (strength) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(strength == 2 ? p.pin : p.hover, 0.22f));
    ++ui.kin_rows;
  }
  auto point = [&] {
    if (ImGui::IsItemHovered()) ui.selection.hover(row.items);
    if (ImGui::IsItemClicked()) ui.selection.pin(row.items);
  };
  bool refused = row.cells[kMedian].empty();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, refused ? p.dim : p.text);
  ImGui::TextUnformatted(row.cells[kCandidate].c_str());
  ImGui::PopStyleColor();
  point();
  ImGui::TableNextColumn();
  if (!refused) ImGui::TextUnformatted(time_text(median_of(row)).c_str());
  point();
  ImGui::TableNextColumn();
  if (refused) {
    elided(std::string(tr(Text::kRefused)) + ": " + translated(row.cells[kReason]), ImGui::GetContentRegionAvail().x,
           p.dim);
    return;
  }
  bool winner = row.cells[kWinner] == "1";
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = std::max(20.0f, ImGui::GetContentRegionAvail().x - 90), height = ImGui::GetTextLineHeight();
  float part = slowest > 0 ? static_cast<float>(median_of(row) / slowest) : 0;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 4}, {at.x + std::max(3.0f, width * part), at.y + height - 3},
                                            with_alpha(winner ? p.good : p.accent, winner ? 0.8f : 0.4f), 3);
  if (winner)
    ImGui::GetWindowDrawList()->AddText({at.x + std::max(3.0f, width * part) + 8, at.y}, p.good, tr(Text::kWinner));
  ImGui::Dummy({width, height});
}

void draw_kernel(Panels& ui, const Table& table, size_t first, size_t end) {
  double slowest = 0;
  for (size_t i = first; i < end; ++i) slowest = std::max(slowest, median_of(table.rows[i]));
  section(table.rows[first].cells[kKernel].c_str());
  ImGui::PushID(static_cast<int>(first));
  ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_RowBg;
  if (ImGui::BeginTable("candidates", 3, flags)) {
    ImGui::TableSetupColumn(tr(Text::kCandidate));
    ImGui::TableSetupColumn(tr(Text::kMedian));
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    for (size_t i = first; i < end; ++i) draw_candidate(ui, table.rows[i], slowest);
    ImGui::EndTable();
  }
  ImGui::PopID();
}

}  // namespace

void draw_autotune(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kAutotune}, ui.compile());
  const bool asked = run.source.find("max-autotune") != std::string::npos;
  const char* none = tr(asked ? Text::kNoAutotuneHere : Text::kNoAutotuneHelp);
  if (events.empty()) return empty_state(tr(Text::kNoAutotune), none);
  size_t index = events[static_cast<size_t>(pick_half(ui, run, events))];
  const Artifact* body = ui.model.body(index);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  const Table& table = body->table;
  if (table.rows.empty() || table.columns.size() <= kReason) return empty_state(tr(Text::kNoAutotune), none);
  std::string facts = fact(run.events[index], "device");
  if (fact(run.events[index], "from_cache") == "yes")
    facts += std::string(facts.empty() ? "" : "  ·  ") + tr(Text::kFromCache);
  if (!facts.empty()) elided(facts, ImGui::GetContentRegionAvail().x, palette().dim);
  if (ImGui::BeginChild("kernels"))
    for (size_t first = 0, end = 0; first < table.rows.size(); first = end) {
      while (end < table.rows.size() && table.rows[end].cells[kKernel] == table.rows[first].cells[kKernel]) ++end;
      draw_kernel(ui, table, first, end);
    }
  ImGui::EndChild();
}

}  // namespace vt::ui
