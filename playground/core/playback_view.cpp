#include "playground/core/playback_view.h"

#include <algorithm>
#include <utility>

#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"

namespace vt::ui {
namespace {

std::string source_line(const std::string& source, uint32_t line) {
  size_t start = 0;
  for (uint32_t n = 1; n < line && start != source.npos; ++n) start = source.find('\n', start) + 1;
  return line ? source.substr(start, source.find('\n', start) - start) : "";
}

void go(Panels& ui, size_t step) {
  ui.playback->move_to(step);
  const RecordedStep& now = ui.playback->step();
  if (now.line > 0) ui.selection.pin_line(static_cast<int>(now.line));
}

// A new recording starts at the first breakpoint, else at the start of the program.
void follow_run(Panels& ui, const RunData& run) {
  if (ui.playback_of == run.recording) return;
  ui.playback_of = run.recording;
  ui.playback = std::make_unique<Playback>(*run.recording);
  const std::vector<RecordedStep>& steps = run.recording->steps;
  auto mark = std::find_if(steps.begin(), steps.end(), [](const RecordedStep& s) { return s.mark; });
  go(ui, mark == steps.end() ? 0 : static_cast<size_t>(mark - steps.begin()));
}

bool holds_tensor(const Playback& playback) {
  for (uint32_t frame : playback.stack())
    for (const RecordedChange* variable : playback.variables(frame))
      if (variable->tensor) return true;
  return false;
}

void draw_invitation(Panels& ui) {
  empty_state(tr(Text::kNoRecording), tr(Text::kNoRecordingHelp));
  const char* label = tr(Text::kRecord);
  ImGui::Dummy({0, 6});
  ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - 18) / 2);
  if (ImGui::Button(label)) ui.record = ui.wants_run = true;
}

}  // namespace

const Recording* recorded_run(Panels& ui) {
  const RunData& run = ui.model.current();
  if (!run.recording || run.recording->empty()) return draw_invitation(ui), nullptr;
  const Recording& recording = *run.recording;
  follow_run(ui, run);
  if (playback_controls(*ui.playback, recording, true)) go(ui, ui.playback->position());
  if (!recording.cut_off.empty()) ImGui::TextDisabled(tr(Text::kCutOff), translated(recording.cut_off).c_str());
  step_place(run, recording, ui.playback->step());
  return &recording;
}

void to_last_tensor(Panels& ui) {
  const RunData& run = ui.model.current();
  if (!run.recording || run.recording->empty()) return;
  follow_run(ui, run);
  const size_t last = run.recording->steps.size() - 1;
  size_t at = last;
  for (ui.playback->move_to(at); at > 0 && !holds_tensor(*ui.playback);) ui.playback->move_to(--at);
  go(ui, at > 0 ? at : last);
}

bool just_changed(const RecordedStep& step, const RecordedChange& variable) {
  return std::any_of(step.changes.begin(), step.changes.end(),
                     [&](const RecordedChange& c) { return c.frame == variable.frame && c.name == variable.name; });
}

bool playback_controls(Playback& playback, const Recording& recording, bool with_marks) {
  size_t at = playback.position(), last = recording.steps.size() - 1, to = at;
  struct Move {
    Text label;
    size_t to;
  };
  const Move moves[] = {{Text::kBack, at ? at - 1 : 0},
                        {Text::kForward, std::min(at + 1, last)},
                        {Text::kOver, playback.over()},
                        {Text::kOut, playback.out()},
                        {Text::kToMark, playback.mark()}};
  bool first = true;
  for (const Move& move : moves) {
    if (move.label == Text::kToMark && !with_marks) continue;
    if (!first) ImGui::SameLine(0, 4);
    first = false;
    if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(tr(move.label)).x + 18 > ImGui::GetWindowContentRegionMax().x)
      ImGui::NewLine();
    ImGui::BeginDisabled(move.to == at);
    if (ImGui::Button(tr(move.label))) to = move.to;
    ImGui::EndDisabled();
  }
  // If the pointer is outside all panels, the keys apply to the panel with the recording.
  const bool pointed =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow);
  if (pointed && !ImGui::IsAnyItemActive()) {
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) to = std::min(at + 1, last);
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) to = at ? at - 1 : 0;
  }
  int position = static_cast<int>(to);
  ImGui::SetNextItemWidth(std::min(320.0f, ImGui::GetContentRegionAvail().x - 90));
  if (ImGui::SliderInt("##step", &position, 0, static_cast<int>(last), "")) to = static_cast<size_t>(position);
  ImGui::SameLine();
  ImGui::TextDisabled("%zu / %zu", to + 1, last + 1);
  playback.move_to(to);
  return to != at;
}

void step_place(const RunData& run, const Recording& recording, const RecordedStep& step) {
  const Palette& p = palette();
  char line[32];
  std::snprintf(line, sizeof line, tr(Text::kLine), static_cast<int>(step.line));
  elided(std::string(line) + "  ·  " + recording.frames[step.frame].function, ImGui::GetContentRegionAvail().x, p.dim);
  if (step.mark) ImGui::SameLine(), chip(tr(Text::kBreakpoint), p.warn);
  const bool graph_break = step.note.starts_with("graph break: ");
  if (step.kind == StepKind::kException && !graph_break) ImGui::SameLine(), chip(tr(Text::kRaises), p.bad);
  if (step.kind == StepKind::kReturn) ImGui::SameLine(), chip(tr(Text::kReturns), p.good);
  if (step.kind == StepKind::kEnd) ImGui::SameLine(), chip(tr(Text::kProgramEnds), p.good);
  std::string text = source_line(run.source, step.line);
  text.erase(0, text.find_first_not_of(" \t"));
  ImGui::PushFont(mono());
  ImVec2 at = ImGui::GetCursorScreenPos();
  coloured_line(ImGui::GetWindowDrawList(), at, text.data(), text.data() + text.size());
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
  ImGui::LogText("%s ", text.c_str());
  if (!step.note.empty())
    elided(translated(step.note), ImGui::GetContentRegionAvail().x, step.kind == StepKind::kException ? p.bad : p.text);
  ImGui::PopFont();
}

bool variables_table(const char* id, const Playback& playback, uint32_t frame, bool (*only)(const std::string& name),
                     bool from_engine) {
  std::vector<const RecordedChange*> variables = playback.variables(frame);
  std::erase_if(variables, [&](const RecordedChange* v) { return !only(v->name); });
  ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_RowBg;
  if (variables.empty()) return false;
  // Limit the name's width, so that the value has room.
  float room = ImGui::GetContentRegionAvail().x;
  if (!ImGui::BeginTable(id, 4, flags)) return true;
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("type");
  ImGui::TableSetupColumn("object");
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  ImGui::PushFont(mono());
  // Scroll to the changed variables once per step.
  int& shown = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("shown"), -1);
  const int position = static_cast<int>(playback.position());
  bool moved = std::exchange(shown, position) != position;
  for (const RecordedChange* v : variables) {
    ImGui::TableNextRow();
    bool changed = just_changed(playback.step(), *v);
    if (changed) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(palette().warn, 0.18f));
    ImGui::TableNextColumn();
    if (changed && moved) {
      if (!ImGui::IsRectVisible({1, 1.5f * ImGui::GetTextLineHeight()})) ImGui::SetScrollHereY();
      moved = false;
    }
    // A tensor inside the variable above: indented, shown by the rest of its path.
    const bool inner = !v->of.empty();
    const std::string name = inner && v->name.starts_with(v->of) ? "  " + v->name.substr(v->of.size()) : v->name;
    elided(name, room * 0.36f, inner ? palette().dim : palette().text);
    if (inner && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", v->name.c_str());
    ImGui::TableNextColumn();
    elided(v->type, room * 0.2f, palette().dim);
    ImGui::TableNextColumn();
    if (v->object) ImGui::TextDisabled("#%u", v->object);
    if (v->object && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kSameObject));
    ImGui::TableNextColumn();
    elided(from_engine ? translated(v->text) : v->text, ImGui::GetContentRegionAvail().x, palette().text);
  }
  ImGui::PopFont();
  ImGui::EndTable();
  return true;
}

}  // namespace vt::ui
