// The loop nests that graphs became, and what was fused or refused with the reason.
#include <algorithm>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {

namespace {

// Of the decisions those that were asked for: fused, refused, or with a word in them.
std::vector<TaggedLine> chosen_decisions(const Panels& ui, const std::vector<TaggedLine>& lines) {
  std::vector<TaggedLine> shown;
  for (const TaggedLine& line : lines) {
    uint32_t kind = line.text.starts_with("not fused") ? 2 : 1;
    if (ui.fusion.kinds && !(ui.fusion.kinds & kind)) continue;
    TaggedLine said{translated(line.text), line.items};
    if (find_folded(said.text, ui.fusion.search) != std::string::npos) shown.push_back(std::move(said));
  }
  return shown;
}

}  // namespace

void draw_loops(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> loops = run.select({Stage::kLoops}, ui.compile());
  std::vector<size_t> fusion = run.select({Stage::kFusion}, ui.compile());
  if (loops.empty()) return empty_of_compile(ui, tr(Text::kNoLoops), tr(Text::kNoLoopsHelp));
  auto at = static_cast<size_t>(pick_half(ui, run, loops));
  if (loops.size() < 2) ImGui::Dummy({0, 0});  // the tools begin a line of their own
  const Artifact* body = ui.model.body(loops[at]);
  if (body) text_tools(ui, "loops", body->lines);
  float height = body ? (ImGui::GetTextLineHeight() + 6) * static_cast<float>(body->lines.size() + 1) : 0;
  if (body) text_view(ui, "loops", body->lines, {0, std::min(height, ImGui::GetContentRegionAvail().y * 0.65f)});
  else ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (at >= fusion.size()) return;
  section(tr(Text::kFusion));
  ImGui::SameLine();
  const Event& event = run.events[fusion[at]];
  ImGui::TextDisabled(tr(Text::kFused), fact(event, "fused").c_str(), fact(event, "refused").c_str());
  const Artifact* decisions = ui.model.body(fusion[at]);
  if (!decisions) return;
  toggles("decisions", {tr(Text::kFusedOnly), tr(Text::kRefusedOnly)}, ui.fusion.kinds);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(std::min(260.0f, ImGui::GetContentRegionAvail().x));
  ImGui::InputTextWithHint("##fusion search", tr(Text::kSearch), ui.fusion.search, sizeof ui.fusion.search);
  std::vector<TaggedLine> shown = chosen_decisions(ui, decisions->lines);
  ui.fusion.shown = static_cast<int>(shown.size());
  if (shown.empty()) return ImGui::TextDisabled("%s", tr(Text::kNoMatch));
  text_view(ui, "fusion", shown, {0, 0}, {.coloured = false, .numbered = false});
}

}  // namespace vt::ui
