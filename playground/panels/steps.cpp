// The step debugger: a recorded run, stepped forwards and backwards. Nothing runs again; the
// variables at a step are put together from what each line changed.
#include <algorithm>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

void go(Panels& ui, size_t step) {
  ui.playback->move_to(step);
  const RecordedStep& now = ui.playback->step();
  if (now.line > 0) ui.selection.pin_line(static_cast<int>(now.line));
}

// A recording begins where its program begins, or at the first breakpoint if it has one.
void follow_run(Panels& ui, const RunData& run) {
  if (ui.playback_of == run.recording) return;
  ui.playback_of = run.recording;
  ui.playback = std::make_unique<Playback>(*run.recording);
  const std::vector<RecordedStep>& steps = run.recording->steps;
  auto mark = std::find_if(steps.begin(), steps.end(), [](const RecordedStep& s) { return s.mark; });
  go(ui, mark == steps.end() ? 0 : static_cast<size_t>(mark - steps.begin()));
}

void draw_invitation(Panels& ui) {
  empty_state(tr(Text::kNoRecording), tr(Text::kNoRecordingHelp));
  const char* label = tr(Text::kRecord);
  ImGui::Dummy({0, 6});
  ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - 18) / 2);
  if (ImGui::Button(label)) ui.record = ui.wants_run = true;
}

void draw_controls(Panels& ui, const Recording& recording) {
  Playback& p = *ui.playback;
  size_t at = p.position(), last = recording.steps.size() - 1;
  struct Move {
    Text label;
    size_t to;
  };
  const Move moves[] = {{Text::kBack, at ? at - 1 : 0},
                        {Text::kForward, std::min(at + 1, last)},
                        {Text::kOver, p.over()},
                        {Text::kOut, p.out()},
                        {Text::kToMark, p.mark()}};
  bool first = true;
  for (const Move& move : moves) {
    if (!first) ImGui::SameLine(0, 4);
    first = false;
    if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(tr(move.label)).x + 18 > ImGui::GetWindowContentRegionMax().x)
      ImGui::NewLine();
    ImGui::BeginDisabled(move.to == at);
    if (ImGui::Button(tr(move.label))) go(ui, move.to);
    ImGui::EndDisabled();
  }
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && !ImGui::IsAnyItemActive()) {
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) go(ui, std::min(at + 1, last));
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) go(ui, at ? at - 1 : 0);
  }
  int position = static_cast<int>(p.position());
  ImGui::SetNextItemWidth(std::min(320.0f, ImGui::GetContentRegionAvail().x - 90));
  if (ImGui::SliderInt("##step", &position, 0, static_cast<int>(last), "")) go(ui, static_cast<size_t>(position));
  ImGui::SameLine();
  ImGui::TextDisabled("%zu / %zu", p.position() + 1, last + 1);
}

std::string source_line(const std::string& source, uint32_t line) {
  size_t start = 0;
  for (uint32_t n = 1; n < line && start != source.npos; ++n) start = source.find('\n', start) + 1;
  return line ? source.substr(start, source.find('\n', start) - start) : "";
}

void draw_place(const RunData& run, const Recording& recording, const RecordedStep& step) {
  const Palette& p = palette();
  char line[32];
  std::snprintf(line, sizeof line, tr(Text::kLine), static_cast<int>(step.line));
  elided(std::string(line) + "  ·  " + recording.frames[step.frame].function, ImGui::GetContentRegionAvail().x, p.dim);
  if (step.mark) ImGui::SameLine(), chip(tr(Text::kBreakpoint), p.warn);
  if (step.kind == StepKind::kException) ImGui::SameLine(), chip(tr(Text::kRaises), p.bad);
  if (step.kind == StepKind::kReturn) ImGui::SameLine(), chip(tr(Text::kReturns), p.good);
  std::string text = source_line(run.source, step.line);
  ImGui::PushFont(mono());
  ImVec2 at = ImGui::GetCursorScreenPos();
  coloured_line(ImGui::GetWindowDrawList(), at, text.data(), text.data() + text.size());
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
  if (!step.note.empty())
    elided(step.note, ImGui::GetContentRegionAvail().x, step.kind == StepKind::kException ? p.bad : p.text);
  ImGui::PopFont();
}

bool just_changed(const RecordedStep& step, const RecordedChange& variable) {
  return std::any_of(step.changes.begin(), step.changes.end(),
                     [&](const RecordedChange& c) { return c.frame == variable.frame && c.name == variable.name; });
}

void draw_variables(Panels& ui, uint32_t frame) {
  std::vector<const RecordedChange*> variables = ui.playback->variables(frame);
  ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_RowBg;
  if (variables.empty() || !ImGui::BeginTable("variables", 4, flags)) return;
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("type");
  ImGui::TableSetupColumn("object");
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  ImGui::PushFont(mono());
  for (const RecordedChange* v : variables) {
    ImGui::TableNextRow();
    bool changed = just_changed(ui.playback->step(), *v);
    if (changed) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(palette().warn, 0.18f));
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(v->name.c_str());
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", v->type.c_str());
    ImGui::TableNextColumn();
    if (v->object) ImGui::TextDisabled("#%u", v->object);
    if (v->object && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kSameObject));
    ImGui::TableNextColumn();
    elided(v->text, ImGui::GetContentRegionAvail().x, palette().text);
  }
  ImGui::PopFont();
  ImGui::EndTable();
}

}  // namespace

void draw_steps(Panels& ui) {
  const RunData& run = ui.model.current();
  if (!run.recording || run.recording->empty()) return draw_invitation(ui);
  const Recording& recording = *run.recording;
  follow_run(ui, run);
  draw_controls(ui, recording);
  if (!recording.cut_off.empty()) ImGui::TextDisabled(tr(Text::kCutOff), recording.cut_off.c_str());
  draw_place(run, recording, ui.playback->step());
  if (ImGui::BeginChild("frames")) {
    for (uint32_t frame : ui.playback->stack()) {
      ImGui::PushID(static_cast<int>(frame));
      section(recording.frames[frame].function.c_str());
      draw_variables(ui, frame);
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
