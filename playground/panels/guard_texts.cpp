#include "playground/panels/guard_texts.h"

#include <algorithm>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "tables/breaks.h"

namespace vt::ui {
namespace {

void label(const char* text) {
  ImGui::TextDisabled("%s", text);
  ImGui::SameLine(64);
}

void coloured(ImU32 colour, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

void draw_line_link(Panels& ui, const Event& event) {
  if (!event.span.valid()) return;
  char text[32];
  std::snprintf(text, sizeof text, tr(Text::kLine), static_cast<int>(event.span.line));
  ImGui::SameLine();
  ImGui::TextDisabled("%s", text);
  if (ImGui::IsItemHovered()) ui.selection.hover(event.items);
  if (ImGui::IsItemClicked()) ui.selection.pin_line(event.span.line);
}

void draw_recompiles(Panels& ui, const RunData& run) {
  std::vector<size_t> events = run.select({Stage::kRecompiles}, "");
  if (events.empty()) return;
  section(tr(Text::kRecompiles));
  const Palette& p = palette();
  for (size_t i : events) {
    const Event& e = run.events[i];
    chip(e.compile_id.c_str(), p.warn);
    ImGui::SameLine();
    elided(fact(e, "function"), ImGui::GetContentRegionAvail().x - 70, p.text);
    draw_line_link(ui, e);
    ImGui::PushFont(mono());
    ImGui::TextWrapped("%s", fact(e, "guard").c_str());
    ImGui::PopFont();
    if (!fact(e, "was").empty() || !fact(e, "is").empty()) {
      label(tr(Text::kWas)), coloured(p.removed, fact(e, "was"));
      label(tr(Text::kIs)), coloured(p.added, fact(e, "is"));
    }
    if (!fact(e, "advice").empty()) label(tr(Text::kAdvice)), coloured(p.text, translated(fact(e, "advice")));
    for (const auto& [key, value] : e.facts)
      if (key == "also") label(tr(Text::kAlso)), coloured(p.dim, translated(value));
    ImGui::Dummy({0, 4});
  }
}

// Shows the proposed edits of the program, with a button that applies them.
void draw_fix(Panels& ui, const RunData& run, const Event& event) {
  std::vector<SourceEdit> edits;
  for (const auto& [key, value] : event.facts)
    if (std::optional<SourceEdit> edit = key == "edit" ? decode_edit(value) : std::nullopt) edits.push_back(*edit);
  if (edits.empty()) return;
  const Palette& p = palette();
  label(tr(Text::kAdvice)), coloured(p.good, translated(fact(event, "fix")));
  bool possible = !ui.model.stale() && !ui.model.running();
  ImGui::BeginDisabled(!possible);
  if (ImGui::Button(tr(Text::kApply))) ui.wanted_edits = edits;
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kApplyHelp));
  std::string diff = edit_diff(run.source, edits);
  ImGui::PushFont(mono());
  float height = ImGui::GetTextLineHeight() + 2;
  auto lines = static_cast<float>(std::count(diff.begin(), diff.end(), '\n'));
  if (ImGui::BeginChild("difference", {0, lines * height + 14}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_HorizontalScrollbar)) {
    for (size_t at = 0; at < diff.size();) {
      size_t end = diff.find('\n', at);
      ImU32 colour = diff[at + 5] == '-' ? p.removed : p.added;
      ImVec2 corner = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddRectFilled(
          corner, {corner.x + ImGui::GetWindowWidth() + ImGui::GetScrollMaxX(), corner.y + height},
          with_alpha(colour, 0.12f));
      ImGui::PushStyleColor(ImGuiCol_Text, colour);
      ImGui::SetCursorPosX(8);
      ImGui::TextUnformatted(diff.data() + at, diff.data() + end);
      ImGui::PopStyleColor();
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + 2);
      at = end + 1;
    }
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

// A link to the lesson on a break, if the page has set the lesson's title.
void draw_lesson(Panels& ui, const BreakRow* row) {
  auto lesson = row ? ui.lessons.find(std::string(row->lesson)) : ui.lessons.end();
  if (lesson == ui.lessons.end()) return;
  label(tr(Text::kLesson)), coloured(palette().accent, lesson->second);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked()) ui.wanted_lesson = row->lesson;
}

void draw_tree(Panels& ui, const RunData& run) {
  for (size_t i : run.select({Stage::kGuards}, ui.compile())) {
    section((std::string(tr(Text::kGuardsOf)) + "  " + run.groups[i]).c_str());
    const Artifact* body = ui.model.body(i);
    if (!body) continue;
    ImGui::PushFont(mono());
    float width = ImGui::GetContentRegionAvail().x - 32, height = ImGui::GetTextLineHeight() + 4;
    auto columns = static_cast<size_t>(std::max(0.0f, width / ImGui::CalcTextSize("0").x));
    ImGui::PopFont();
    std::vector<TaggedLine> lines = wrapped(body->lines, columns);
    ImGui::PushID(static_cast<int>(i));
    text_view(ui, "guards", lines, {0, height * static_cast<float>(lines.size()) + 4}, {.numbered = false});
    ImGui::PopID();
  }
}

void draw_breaks(Panels& ui, const RunData& run) {
  std::vector<size_t> events = run.select({Stage::kBreaks}, "");
  if (events.empty()) return;
  section(tr(Text::kBreaks));
  for (size_t i : events) draw_break(ui, run, i);
}

}  // namespace

void draw_break(Panels& ui, const RunData& run, size_t event) {
  const Event& e = run.events[event];
  ImGui::PushID(static_cast<int>(event));
  word_chip(ui, fact(e, "reason_id"), palette().bad);
  ImGui::SameLine();
  elided(translated(e.title), ImGui::GetContentRegionAvail().x - 70, palette().text);
  draw_line_link(ui, e);
  coloured(palette().dim, translated(fact(e, "explanation")));
  if (fact(e, "frame_skipped") == "1") {
    const std::string why = translated(fact(e, "second_reason"));
    coloured(palette().bad, tr(Text::kRunsEagerly) + (why.empty() ? "" : ": " + why));
  }
  draw_fix(ui, run, e);
  for (const auto& [key, value] : e.facts)
    if (key == "hint") label(tr(Text::kHint)), coloured(palette().text, translated(value));
  draw_lesson(ui, find_break(fact(e, "reason_id")));
  ImGui::Dummy({0, 8});
  ImGui::PopID();
}

void draw_guard_texts(Panels& ui, const RunData& run) {
  if (ImGui::BeginChild("guards in words")) {
    draw_tree(ui, run);
    draw_recompiles(ui, run);
    draw_breaks(ui, run);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
