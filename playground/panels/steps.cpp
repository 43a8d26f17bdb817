// The step debugger: a recorded run, stepped forwards and backwards. Nothing runs again; the
// variables at a step are put together from what each line changed.
#include <algorithm>

#include "playground/core/playback_view.h"
#include "playground/core/text_view.h"
#include "playground/core/translate.h"
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

}  // namespace

void draw_steps(Panels& ui) {
  const RunData& run = ui.model.current();
  if (!run.recording || run.recording->empty()) return draw_invitation(ui);
  const Recording& recording = *run.recording;
  follow_run(ui, run);
  if (playback_controls(*ui.playback, recording, true)) go(ui, ui.playback->position());
  if (!recording.cut_off.empty()) ImGui::TextDisabled(tr(Text::kCutOff), translated(recording.cut_off).c_str());
  step_place(run, recording, ui.playback->step());
  if (ImGui::BeginChild("frames")) {
    for (uint32_t frame : ui.playback->stack()) {
      ImGui::PushID(static_cast<int>(frame));
      section(recording.frames[frame].function.c_str());
      variables_table("variables", *ui.playback, frame, [](const std::string&) { return true; });
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
