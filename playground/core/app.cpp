#include "playground/core/app.h"

#include <algorithm>

#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr float kTwoColumns = 860, kConsoleFrom = 420, kPadding = 10;

const PanelRow& row_of(const std::string& id) {
  for (const PanelRow& row : panels_table())
    if (id == row.id) return row;
  return panels_table()[0];
}

void draw_tabs(const char* id, std::string& panel, bool with_console) {
  std::vector<std::string> labels;
  std::vector<const char*> ids;
  int chosen = 0;
  for (const PanelRow& row : panels_table()) {
    if (!with_console && std::string_view(row.id) == "console") continue;
    if (panel == row.id) chosen = static_cast<int>(ids.size());
    labels.push_back(tr(row.title));
    ids.push_back(row.id);
  }
  if (segmented(id, labels, chosen)) panel = ids[static_cast<size_t>(chosen)];
}

void draw_compiles(Panels& ui) {
  std::vector<std::string> ids = ui.model.shown().compile_ids();
  if (ids.empty()) return;
  std::string now = ui.compile();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", tr(Text::kCompile));
  ImGui::SameLine();
  if (ids.size() <= 4) {
    int chosen = static_cast<int>(std::find(ids.begin(), ids.end(), now) - ids.begin());
    if (segmented("compiles", ids, chosen)) ui.compile_id = ids[static_cast<size_t>(chosen)], ui.graph_position = -1;
    return;
  }
  ImGui::SetNextItemWidth(92);
  if (ImGui::BeginCombo("##compile", now.c_str())) {
    for (const std::string& id : ids)
      if (ImGui::Selectable(id.c_str(), id == now)) ui.compile_id = id, ui.graph_position = -1;
    ImGui::EndCombo();
  }
}

void draw_column(Panels& ui, const char* id, std::string& panel, ImVec2 size, bool with_console) {
  if (ImGui::BeginChild(id, size)) {
    draw_tabs("tabs", panel, with_console);
    ImGui::Separator();
    bool stale = ui.model.stale() && panel != "console";
    if (stale && !ui.model.running())
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette().warn), "%s", tr(Text::kStale));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, stale && !ui.model.running() ? 0.45f : 1.0f);
    const RunData& run = ui.model.shown();
    if (panel != "console" && run.run == 0) empty_state(tr(Text::kNoRun), tr(Text::kNoRunHelp));
    else row_of(panel).draw(ui);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

void draw_console_strip(Panels& ui, float width, float height) {
  const Palette& p = palette();
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("console split", {width, 6});
  bool held = ImGui::IsItemActive();
  if (held)
    ui.console_share =
        std::clamp(ui.console_share - ImGui::GetIO().MouseDelta.y / ImGui::GetWindowHeight(), 0.12f, 0.7f);
  if (held || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y + 3}, {at.x + width, at.y + 3}, held ? p.accent : p.border);
  if (ImGui::BeginChild("console strip", {width, height - 6})) draw_console(ui);
  ImGui::EndChild();
}

}  // namespace

std::string Panels::compile() const {
  std::vector<std::string> ids = model.shown().compile_ids();
  if (std::find(ids.begin(), ids.end(), compile_id) != ids.end()) return compile_id;
  return ids.empty() ? std::string() : ids.front();
}

bool draw_panels(Panels& ui, ImVec2 size) {
  ui.kin_rows = 0;
  bool strip = size.y >= kConsoleFrom && ui.panel != "console";
  bool wide = size.x >= kTwoColumns && ui.panel != "console";
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + kPadding, ImGui::GetCursorPosY() + kPadding});
  ImGui::BeginGroup();
  float width = size.x - 2 * kPadding, height = size.y - 2 * kPadding;
  float console = strip ? height * ui.console_share : 0;
  ImVec2 start = ImGui::GetCursorPos();
  if (!ui.model.shown().compile_ids().empty()) draw_compiles(ui);
  float body = height - console - (ImGui::GetCursorPosY() - start.y);
  if (wide) {
    float half = (width - 14) / 2;
    draw_column(ui, "left", ui.panel, {half, body}, true);
    ImGui::SameLine(0, 14);
    draw_column(ui, "right", ui.second, {half, body}, true);
  } else {
    draw_column(ui, "only", ui.panel, {width, body}, true);
  }
  if (strip) draw_console_strip(ui, width, console);
  ImGui::EndGroup();
  return ui.selection.settle(ui.model.shown());
}

}  // namespace vt::ui
