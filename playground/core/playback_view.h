// Stepping through a recording: what the step panel and the capture view share.
#pragma once
#include <string>

#include "playground/core/app.h"

namespace vt::ui {

// The recorded run that steps and tensors are of: draws its controls and the place of the
// step. Null if nothing is recorded: then it draws an invitation to record.
const Recording* recorded_run(Panels& ui);
// To the last step of the recorded run at which a variable holds a tensor; to the last one if none ever does.
void to_last_tensor(Panels& ui);
// Buttons, arrow keys and a slider; true when the position moved.
bool playback_controls(Playback& playback, const Recording& recording, bool with_marks);
// Line and function of the step, its source line beneath.
void step_place(const RunData& run, const Recording& recording, const RecordedStep& step);
// Did the step change this variable?
bool just_changed(const RecordedStep& step, const RecordedChange& variable);
// Names, types and values of a frame; `only` chooses by name. `from_engine`: the values are words of
// the engine, not of the program. False if there is none.
bool variables_table(const char* id, const Playback& playback, uint32_t frame, bool (*only)(const std::string& name),
                     bool from_engine = false);

}  // namespace vt::ui
