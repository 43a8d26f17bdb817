// The step debugger: steps forwards and backwards through a recorded run. Nothing is executed again; the variables at a
// step are reconstructed from the recorded changes.
#include <algorithm>

#include "playground/core/playback_view.h"
#include "playground/core/text_view.h"
#include "playground/panels/panels.h"

namespace vt::ui {

void draw_steps(Panels& ui) {
  const Recording* recording = recorded_run(ui);
  if (!recording) return;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 150.0f);  // if the window is low, the panel scrolls
  if (ImGui::BeginChild("frames", {0, height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    for (uint32_t frame : ui.playback->stack()) {
      ImGui::PushID(static_cast<int>(frame));
      section(recording->frames[frame].function.c_str());
      variables_table("variables", *ui.playback, frame, [](const std::string&) { return true; });
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
