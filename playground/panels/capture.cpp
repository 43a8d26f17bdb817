// The tracing by dynamo, instruction by instruction, forwards and backwards: the symbolic stack, the locals, the
// guards. A view of the bytecode panel.
#include <algorithm>

#include "playground/core/playback_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr float kSideBySide = 560, kLeastHeight = 150;  // below the minimum height the panel scrolls

bool is_stack(const std::string& name) { return name.starts_with("stack "); }
bool is_guard(const std::string& name) { return name.starts_with("guard "); }
bool is_local(const std::string& name) { return !is_stack(name) && !is_guard(name); }

void draw_invitation(Panels& ui) {
  empty_state(tr(Text::kNoCapture), tr(Text::kNoCaptureHelp));
  const char* label = tr(Text::kRecordCapture);
  ImGui::Dummy({0, 6});
  ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(label).x - 18) / 2);
  if (ImGui::Button(label)) ui.record_capture = ui.wants_run = true;
}

void mark_line(Panels& ui) {
  if (int line = static_cast<int>(ui.capture->step().line); line > 0) ui.selection.pin_line(line);
}

// Chooses among the attempts: each recompile, and each restart after a break, is one.
const Artifact* pick_attempt(Panels& ui, const RunData& run, const std::vector<size_t>& events) {
  if (ui.capture_attempt >= static_cast<int>(events.size())) ui.capture_attempt = 0;
  if (events.size() > 1) {
    ImGui::SetNextItemWidth(std::min(320.0f, ImGui::GetContentRegionAvail().x));
    auto title = [&](int i) { return translated(run.events[events[static_cast<size_t>(i)]].title); };
    if (ImGui::BeginCombo("##attempt", title(ui.capture_attempt).c_str())) {
      for (int i = 0; i < static_cast<int>(events.size()); ++i) {
        ImGui::PushID(i);
        if (ImGui::Selectable(title(i).c_str(), i == ui.capture_attempt)) ui.capture_attempt = i;
        ImGui::PopID();
      }
      ImGui::EndCombo();
    }
  }
  return ui.model.body(events[static_cast<size_t>(ui.capture_attempt)]);
}

void draw_instructions(Panels& ui, const Recording& recording, ImVec2 size, bool moved) {
  const Palette& p = palette();
  ImGui::PushFont(mono());
  if (ImGui::BeginChild("instructions", size, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    float height = ImGui::GetTextLineHeight() + 4, width = ImGui::GetContentRegionAvail().x;
    size_t now = ui.capture->position();
    if (moved) {
      float y = static_cast<float>(now) * height, top = ImGui::GetScrollY();
      if (y < top || y + height > top + ImGui::GetWindowHeight())
        ImGui::SetScrollY(std::max(0.0f, y - ImGui::GetWindowHeight() * 0.4f)), ui.wants_frames = 3;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(recording.steps.size()), height);
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const RecordedStep& step = recording.steps[static_cast<size_t>(i)];
        ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(i);
        if (ImGui::InvisibleButton("step", {std::max(1.0f, width), height}))
          ui.capture->move_to(static_cast<size_t>(i)), mark_line(ui);
        ImGui::PopID();
        ImDrawList* draw = ImGui::GetWindowDrawList();
        if (static_cast<size_t>(i) == now) {
          draw->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(p.pin, 0.22f));
          draw->AddRectFilled(at, {at.x + 3, at.y + height}, p.pin);
        } else if (ImGui::IsItemHovered()) {
          draw->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(p.hover, 0.14f));
        }
        float indent = 10 + 14 * static_cast<float>(recording.frames[step.frame].depth);
        ImU32 ends = step.kind == StepKind::kReturn ? p.good : p.bad;
        if (step.kind == StepKind::kLine)
          coloured_line(draw, {at.x + indent, at.y + 2}, step.note.data(), step.note.data() + step.note.size());
        else draw->AddText({at.x + indent, at.y + 2}, ends, translated(step.note).c_str());
      }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

void draw_state(Panels& ui, const Recording& recording, ImVec2 size) {
  if (ImGui::BeginChild("state", size, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    uint32_t frame = ui.capture->step().frame;
    section(tr(Text::kStack));
    if (!variables_table("stack", *ui.capture, frame, is_stack, true)) ImGui::TextDisabled("%s", tr(Text::kEmpty));
    for (uint32_t each : ui.capture->stack()) {
      ImGui::PushID(static_cast<int>(each));
      section((std::string(tr(Text::kLocals)) + "  " + recording.frames[each].function).c_str());
      if (!variables_table("locals", *ui.capture, each, is_local, true)) ImGui::TextDisabled("%s", tr(Text::kEmpty));
      ImGui::PopID();
    }
    section(tr(Text::kGuardsOf));
    if (!variables_table("guards", *ui.capture, 0, is_guard, true)) ImGui::TextDisabled("%s", tr(Text::kEmpty));
  }
  ImGui::EndChild();
}

}  // namespace

void draw_capture(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kCapture}, ui.compile());
  if (events.empty()) return draw_invitation(ui);
  const Artifact* body = pick_attempt(ui, run, events);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (!body->recording || body->recording->empty()) return draw_invitation(ui);
  const Recording& recording = *body->recording;
  bool fresh = ui.capture_of != body->recording;
  if (fresh) {
    ui.capture_of = body->recording;
    ui.capture = std::make_unique<Playback>(recording);
  }
  bool moved = playback_controls(*ui.capture, recording, false);
  if (moved) mark_line(ui);
  if (!recording.cut_off.empty()) ImGui::TextDisabled(tr(Text::kCutOff), translated(recording.cut_off).c_str());
  step_place(run, recording, ui.capture->step());
  ImGui::Separator();
  ImVec2 room = ImGui::GetContentRegionAvail();
  bool side = room.x >= kSideBySide;
  float width = side ? room.x * 0.38f : room.x;
  const float above = side ? std::max(room.y, kLeastHeight) : std::max(room.y * 0.4f, kLeastHeight);
  draw_instructions(ui, recording, {width, above}, moved || fresh);
  if (side) ImGui::SameLine(0, 12);
  draw_state(ui, recording, {0, side ? above : std::max(ImGui::GetContentRegionAvail().y, kLeastHeight)});
}

}  // namespace vt::ui
