// Controls for stepping through a recording, shared by the step panel and the capture view.
#pragma once
#include <string>

#include "playground/core/app.h"

namespace vt::ui {

// Draws the controls and the position of the recorded run for the step and tensor views, and returns it. Null if there
// is no recording; then draws an invitation to record.
const Recording* recorded_run(Panels& ui);
// To the last step of the recorded run at which a variable holds a tensor; to the last one if none ever does.
void to_last_tensor(Panels& ui);
// Buttons, arrow keys and a slider; true when the position moved.
bool playback_controls(Playback& playback, const Recording& recording, bool with_marks);
// Draws line and function of the step, and its source line.
void step_place(const RunData& run, const Recording& recording, const RecordedStep& step);
// Whether the step changed this variable.
bool just_changed(const RecordedStep& step, const RecordedChange& variable);
// Draws names, types and values of a frame's variables; `only` filters by name. `from_engine`: the values are texts of
// the engine, to be translated, not of the program. False if there are no variables.
bool variables_table(const char* id, const Playback& playback, uint32_t frame, bool (*only)(const std::string& name),
                     bool from_engine = false);

}  // namespace vt::ui
